"""The heads of a matrix: what stands above its columns, in few lines; words that neighbours share are said once, above
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, wrap_text
from visualizer.canvas.theme import Theme

LIFT = 0.75  # how far up heads are that have left the list of heads, in sizes of their text
STEP = 1.02  # from line to line, in sizes of their text
_MOST = 2  # lines of shared words
_OVER = 0.4  # how much wider than its column a word may be that stands above what is beside it, in widths of it
_KEPT = 32  # rows of heads: a frame has those of the one before


def around(wide: float) -> float:
    """How many pixels stay free beside the words of a column's name."""
    return max(3.0, min(10.0, 0.12 * wide))


def apart(wide: float) -> float:
    """How many pixels are between the heads of columns, where no word is wider than its column."""
    return max(2.0, min(14.0, 0.16 * wide))


class Shared(NamedTuple):
    """The lines of the words that the names of the columns from ``first`` to before ``end`` have in common, and how
    many lines of their own stand below."""

    first: int
    end: int
    lines: list[str]
    below: int

    @property
    def high(self) -> int:
        """Lines in all."""
        return len(self.lines) + self.below


class Heads(NamedTuple):
    """The lines of each column's own head, what neighbours share, the size of the text; are all words whole?"""

    own: list[list[str]]
    shared: list[Shared]
    size: float
    whole: bool

    @property
    def lines(self) -> int:
        """How many lines the highest of them has."""
        return max([1, *map(len, self.own), *(of.high for of in self.shared)])

    @property
    def height(self) -> float:
        """What all of them take above the cells, with those that have left the list."""
        return self.size * (STEP * self.lines + 0.8 + LIFT) + (6.0 if self.shared else 0.0)


def heads_of(canvas: Canvas, names: Sequence[str], wide: float, size: float) -> Heads:
    """The heads of columns of that width: as large as they are whole words in two lines, else in as few lines as any
    smaller letters make possible."""
    found = list[Heads]()
    while not found or size > SMALLEST:
        size = max(SMALLEST, size - bool(found))
        found.append(_heads_of(canvas, names, wide, size))
        if found[-1].lines == 1 or (found[-1].lines == 2 and found[-1].whole):
            return found[-1]
    return min(found, key=lambda heads: heads.lines)


_heads: dict[tuple[type[Canvas], tuple[str, ...], float, float], Heads] = {}


def _heads_of(canvas: Canvas, names: Sequence[str], wide: float, size: float) -> Heads:
    key = type(canvas), tuple(names), wide, size
    if key not in _heads:
        if len(_heads) >= _KEPT:
            _heads.clear()
        _heads[key] = _make_heads(canvas, names, wide, size)
    return _heads[key]


def _make_heads(canvas: Canvas, names: Sequence[str], wide: float, size: float) -> Heads:
    own = [label(canvas, name, wide, size) for name in names]
    shared = []
    for first, end, at in _runs([name.split() for name in names]):
        words = names[first].split()
        left = " ".join(words[:at] + words[at + 1:])
        lines = wrap_text(canvas, left, wide * (end - first) - around(wide), size, "bold")
        fits = len(lines) <= _MOST and all(canvas.measure(line, size, "bold") <= wide * (end - first) - around(wide)
                                           for line in lines)
        if fits and max(map(len, own[first:end])) > 1:
            own[first:end] = [label(canvas, name.split()[at], wide, size) for name in names[first:end]]
            shared.append(Shared(first, end, lines, max(map(len, own[first:end]))))
    for index, name in enumerate(names):
        if " ".join(own[index]) != name and _stands_out(canvas, index, name.split(), own, shared, wide, size):
            own[index] = name.split()
    inside = {index for of in shared for index in range(of.first, of.end)}
    whole = all(index in inside or " ".join(own[index]) == name for index, name in enumerate(names))
    return Heads(own, shared, size, whole)


def _stands_out(canvas: Canvas, index: int, words: Sequence[str], own: Sequence[Sequence[str]],
                shared: Sequence[Shared], wide: float, size: float) -> bool:
    """Have the words of a column each a line, if those above the heads beside it may be a little wider than it is?"""
    low = max((len(own[at]) for at in (index - 1, index + 1) if 0 <= at < len(own)), default=0)
    widths = [canvas.measure(word, size, "bold") for word in words]
    over = max(widths) - wide
    free = all(wide * (of.end - of.first) - canvas.measure(line, size, "bold") > over
               for of in shared if of.first <= index + 1 and index <= of.end for line in of.lines)
    return (free and low < len(words) and over <= wide * _OVER and all(not of.first <= index < of.end for of in shared)
            and all(width <= wide - around(wide) for width in widths[len(words) - low:]))


def _runs(names: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int]]:
    """The neighbours whose names, as words, differ in one of these only: from where to before where, and in which."""
    first = 0
    while first < len(names):
        end, at = max(((_end(names, first, at), -at) for at in range(len(names[first]))), default=(first, 0))
        if end > first + 1 and len(names[first]) > 1:
            yield first, end, -at
        first = max(end, first + 1)


def _end(names: Sequence[Sequence[str]], first: int, at: int) -> int:
    """Before which column the names no longer are the first one's but for that word."""
    rest = [*names[first][:at], *names[first][at + 1:]]
    end = first + 1
    while end < len(names) and len(names[end]) > at and [*names[end][:at], *names[end][at + 1:]] == rest:
        end += 1
    return end


def label(canvas: Canvas, name: str, wide: float, size: float) -> list[str]:
    """The lines of a column's name: one, or its words, or parts of these, or where no part has room its letters."""
    words = [part for word in name.split() for part in _parts(canvas, word, wide - around(wide), size)]
    if not all(words):
        return list(name.replace(" ", ""))
    return wrap_text(canvas, " ".join(words), wide - around(wide), size, "bold")


def _parts(canvas: Canvas, word: str, wide: float, size: float) -> list[str]:
    """A word, or if it is too wide its parts: as few as fit, of like lengths, with hyphens where it is letters, or
    broken at a bracket; one of them is empty where none fit."""
    if canvas.measure(word, size, "bold") <= wide:
        return [word]
    bracket = max(0, word.find("("))
    splits = [[word[:bracket], word[bracket:]]]
    hyphen = "-" if word.isalpha() else ""
    for count in range(2, len(word) // 2 + 1 if hyphen else len(word)):
        ends = [round(len(word) * part / count) for part in range(count + 1)]
        splits.append([word[one:end] + hyphen * (end < len(word)) for one, end in pairwise(ends)])
    return next((parts for parts in splits if all(parts) and
                 all(canvas.measure(part, size, "bold") <= wide for part in parts)), [""])


def draw_head(canvas: Canvas, cells: Rect, lines: Sequence[str], size: float, out: float,
              colors: tuple[Color, Color, Color | None]) -> None:
    """A head above its column's ``cells``, so far ``out`` of the list; ground, ink and edge."""
    fill, ink, edge = colors
    step = size * STEP
    shown = len(lines) * step + 4
    wide = max([cells.w - apart(cells.w), *(canvas.measure(text, size, "bold") + 4 for text in lines)])
    head = Rect(cells.center[0] - wide / 2, cells.y - shown - 3 - size * LIFT * out, wide, shown)
    canvas.rect(head, fill, edge, 1, 3)
    for line, text in enumerate(lines):
        canvas.text((head.center[0], head.y + 2 + (line + 0.5) * step), text, size, ink, "center", "bold")


def draw_shared(canvas: Canvas, box: Rect, wide: float, heads: Heads, theme: Theme) -> None:
    """The words that neighbours share, above a line over all of their heads, wherever these are; ``box`` has the
    cells, columns ``wide``."""
    step = heads.size * STEP
    for of in heads.shared:
        left, right = box.x + of.first * wide + 2, box.x + of.end * wide - 2
        low = box.y - of.below * step - heads.size * LIFT - 9
        canvas.line((left, low), (right, low), theme.muted, 1.2)
        for line, text in enumerate(reversed(of.lines)):
            canvas.text(((left + right) / 2, low - 2 - (line + 0.5) * step), text, heads.size, theme.text, "center",
                        "bold")
