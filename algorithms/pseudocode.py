"""Pseudocode as it stands beside a run: lines, the events that belong to each, and what of it can be put in order.

Behind a ``#`` a line names its events, and what it is where somebody is to put the lines in their order:

    if i > n: a solution        # Solved
    if i = 0: impossible        # SearchEnded, =

    +  it goes on in the next line: both are one
    =  it is given, where it stands: another place would be as good, or it is a heading or a remark
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

GOES_ON, GIVEN = "+", "="
LEAST_OPEN, MOST_OPEN = 3, 9
"""Lines of a part that somebody puts in order: with fewer nothing is to be found, and more have no key."""

_MORE = " …"
_NUMBER = re.compile(r"^ ?\d+ ")  # of a line, as some papers print it


@dataclass(frozen=True)
class PseudocodeLine:
    """One line of pseudocode and the names of the events that belong to it. ``goes_on``: in the next line;
    ``given``: where it stands."""

    text: str
    tags: tuple[str, ...]
    goes_on: bool = False
    given: bool = False


def parse(name: str, pseudocode: str, events: Collection[str]) -> tuple[PseudocodeLine, ...]:
    """An algorithm's, in lines; tags stand behind a ``#``, separated by commas. ValueError for one that is no event."""
    lines = []
    for line in pseudocode.strip("\n").splitlines():
        text, _, tags = line.partition("#")
        found = [tag.strip() for tag in tags.split(",") if tag.strip()]
        names = tuple(tag for tag in found if tag not in (GOES_ON, GIVEN))
        unknown = [tag for tag in names if tag not in events]
        if unknown:
            raise ValueError(f"algorithm {name!r}: its pseudocode names {unknown[0]!r}, which is no event; "
                             "define that event or mend the tag")
        lines.append(PseudocodeLine(text.rstrip(), names, GOES_ON in found, GIVEN in found))
    return tuple(lines)


# --- put in order -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """What is moved as one: a line, or one that goes on in others.

    first, end: the indices of its lines
    text:       what stands there, without a number that would tell its place; of several lines the first, with "…"
    tags:       the events that belong to it
    given:      it stays where it stands
    """

    first: int
    end: int
    text: str
    tags: tuple[str, ...]
    given: bool

    @property
    def indent(self) -> int:
        """By how many columns it stands further in."""
        return len(self.text) - len(self.text.lstrip())


@dataclass(frozen=True)
class Part:
    """Lines of pseudocode that are put in order at once: ``pieces`` from the first that is open to the last, of the
    whole ``code``."""

    code: tuple[PseudocodeLine, ...]
    pieces: tuple[Piece, ...]

    @property
    def open(self) -> tuple[Piece, ...]:
        """Those that are to be put in order, as they are in order."""
        return tuple(piece for piece in self.pieces if not piece.given)

    @property
    def whole(self) -> Iterator[tuple[str, ...] | None]:
        """All of the code while it is put in order: lines, and None in the place of each piece that is open."""
        for piece in pieces_of(self.code):
            yield None if piece in self.open else tuple(line.text for line in self.code[piece.first:piece.end])

    def texts(self, text: str) -> tuple[str, ...]:
        """The lines of an open piece."""
        piece = next(piece for piece in self.open if piece.text == text)
        own = text.removesuffix(_MORE) if piece.end > piece.first + 1 else text
        return own, *(line.text for line in self.code[piece.first + 1:piece.end])

    @property
    def lines(self) -> str:
        """From which line to which it goes, as one counts them."""
        return f"{self.pieces[0].first + 1}–{self.pieces[-1].end}"


@lru_cache(maxsize=256)
def pieces_of(lines: tuple[PseudocodeLine, ...]) -> tuple[Piece, ...]:
    """All of them. What is written twice at the same depth is given: nobody could tell the one from the other."""
    numbered = sum(_NUMBER.match(line.text) is not None for line in lines) * 2 > len(lines)
    found: list[Piece] = []
    first = 0
    for index, line in enumerate(lines):
        if line.goes_on and index + 1 < len(lines):
            continue
        own = lines[first:index + 1]
        text = _NUMBER.sub(lambda number: " " * len(number[0]), own[0].text) if numbered else own[0].text
        found.append(Piece(first, index + 1, text + (_MORE if len(own) > 1 else ""),
                           tuple(tag for one in own for tag in one.tags), own[0].given or not text.strip()))
        first = index + 1
    texts = [piece.text for piece in found]
    return tuple(Piece(piece.first, piece.end, piece.text, piece.tags, piece.given or texts.count(piece.text) > 1)
                 for piece in found)


@lru_cache(maxsize=256)
def parts_of(lines: tuple[PseudocodeLine, ...]) -> tuple[Part, ...]:
    """What can be put in order, part by part: what empty lines separate, cut where it is long."""
    return tuple(part for section in _sections(pieces_of(lines)) for part in _cut(lines, section))


def part_between(lines: tuple[PseudocodeLine, ...], first: str, last: str) -> Part:
    """From the line of one event to that of another. ValueError where there is none, or nothing to be put in order."""
    pieces = pieces_of(lines)
    at = [next((index for index, piece in enumerate(pieces) if tag in piece.tags), None) for tag in (first, last)]
    for index, tag in zip(at, (first, last), strict=True):
        if index is None:
            raise ValueError(f"no line of the pseudocode belongs to {tag}")
    begin, end = sorted(index for index in at if index is not None)
    part = Part(lines, pieces[begin:end + 1])
    if not LEAST_OPEN <= len(part.open) <= MOST_OPEN:
        raise ValueError(f"from {first} to {last} there are {len(part.open)} lines to put in order, not "
                         f"{LEAST_OPEN} to {MOST_OPEN}")
    return part


def _sections(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, ...]]:
    own: list[Piece] = []
    for piece in pieces:
        if piece.text.strip():
            own.append(piece)
        else:
            yield tuple(own)
            own = []
    yield tuple(own)


def _cut(lines: tuple[PseudocodeLine, ...], section: Sequence[Piece]) -> Iterator[Part]:
    """Parts of about the same length, each of which begins as far out as can be."""
    opened = [index for index, piece in enumerate(section) if not piece.given]
    count = -(-len(opened) // MOST_OPEN)

    def bounds(cuts: Sequence[int]) -> list[tuple[int, int]]:
        return list(pairwise((0, *cuts, len(opened))))

    def depth(cut: int) -> int:  # a heading that is given belongs to what follows
        return min(piece.indent for piece in section[opened[cut - 1] + 1:opened[cut] + 1])

    def cost(cuts: Sequence[int]) -> tuple[float, int]:  # of two as good, the one further out
        out = sum(map(depth, cuts))
        return out + sum(abs(end - begin - len(opened) / count) for begin, end in bounds(cuts)), out

    fitting = [cuts for cuts in combinations(range(1, len(opened)), max(0, count - 1))
               if all(LEAST_OPEN <= end - begin <= MOST_OPEN for begin, end in bounds(cuts))]
    if fitting:
        for begin, end in bounds(min(fitting, key=cost)):
            yield Part(lines, tuple(section[opened[begin]:opened[end - 1] + 1]))
