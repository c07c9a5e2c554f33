"""Lines of pseudocode to be put in order: the question, what speaks against a wrong order, hints from the run.

Source: D. Parsons and P. Haden (2006), Parson's programming puzzles: a fun and effective learning tool for first
programming courses. A line keeps how far it stands in; those whose place is a matter of choice are given.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from textwrap import shorten

from algorithms.core import Algorithm, Event
from algorithms.pseudocode import Part, Piece, pieces_of
from visualizer.runs.question import Against, Given, Option, Question, Together

_LOOKED_AT = 10_000  # events that the reasons and hints may speak of
_MOST_SHOWN, _LONGEST = 4, 120  # that a hint names; letters of what one says
_ORDER = "Each of these lines has one place: what it is a step of, and what happens before it, tell which."


def order_question(algorithm: Algorithm, part: Part, events: Sequence[Event], stop: int) -> Question:
    """Asks for the order of the open lines of a part. ``events`` of a run are those that reasons and hints speak of:
    what has happened by now, so that nothing is told of what comes."""
    events = events[:_LOOKED_AT]
    right = tuple(piece.text for piece in part.open)
    least = min(piece.indent for piece in part.open)
    options = [Option(text, text[least:]) for text in right]
    random.Random(f"{algorithm.name} {part.lines}").shuffle(options)
    if tuple(option.text for option in options) == right:  # nobody is given the answer
        options.reverse()
    numbers = {option.text: number for number, option in enumerate(options, 1)}
    told = "In their order: " + ", ".join(str(numbers[text]) for text in right) + "."
    first = _firsts(algorithm, part, events)
    against = partial(_against, part, events, first)
    longest = max((against((*right[:at], text)).why for at in range(len(right)) for text in right[at + 1:]), key=len)
    return Question(
        f"“{algorithm.title}”: put these lines in their order.", "order", tuple(options),
        frozenset((right,)), (*_hints(part, events, first), told), stop, stop, f"lines {part.lines}",
        "as the pseudocode has them", rule=_ORDER, together=Together(right, {"": right}, against), lines=part,
        longest=longest)


def first_wrong(part: Part, given: Sequence[str]) -> int | None:
    """The first place, from 0, at which a line stands that does not belong there; None: so far all is right."""
    return next((at for at, (text, piece) in enumerate(zip(given, part.open, strict=False))
                 if text and text != piece.text), None)


def _sentence(event: Event) -> str:
    """What it says, where that is not too long to be read in passing."""
    return shorten(event.sentence(), _LONGEST, placeholder=" …")


def _quoted(piece: Piece) -> str:
    return f"“{piece.text.strip()}”"


def _enclosing(above: Sequence[Piece], piece: Piece) -> Piece | None:
    """The line that a piece is a step of, if these stand above it."""
    return next((other for other in reversed(above) if other.indent < piece.indent), None)


def _against(part: Part, events: Sequence[Event], first: Mapping[Piece, int], given: Given) -> Against:
    """What speaks against an order: the first line that stands wrong."""
    at = first_wrong(part, given)
    if at is None:
        return Against("Not all lines are placed yet.")
    pieces = pieces_of(part.code)
    wanted, taken = part.open[at], next(piece for piece in part.open if piece.text == given[at])
    there = _enclosing(pieces[:pieces.index(wanted)], taken)
    own = _enclosing(pieces[:pieces.index(taken)], taken)
    said = f"{_quoted(taken)} cannot stand in place {at + 1}"
    if there is None and own is not None:
        return Against(f"{said}: it is a step of a line that comes further down.")
    if there is not None and (own is None or there.text != own.text):
        return Against(f"{said}: it is no step of {_quoted(there)}.")
    early, late = first.get(wanted), first.get(taken)
    if early is not None and late is not None and early < late:
        return Against(f"{said} yet: event {early + 1:,} of this run, “{_sentence(events[early])}”, comes before event "
                       f"{late + 1:,}, the first that belongs to it.")
    return Against(f"{said} yet: one of the other lines comes before it.")


def _firsts(algorithm: Algorithm, part: Part, events: Sequence[Event]) -> dict[Piece, int]:
    """The first event that belongs to each open line, by its index."""
    found: dict[Piece, int] = {}
    kinds: dict[type[Event], Piece | None] = {}
    for index, event in enumerate(events):
        kind = type(event)
        if kind in kinds:
            continue
        line = algorithm.line_of(event)
        kinds[kind] = piece = next((piece for piece in part.open
                                    if line is not None and piece.first <= line < piece.end), None)
        if piece is not None:
            found.setdefault(piece, index)
    return found


def _hints(part: Part, events: Sequence[Event], first: Mapping[Piece, int]) -> tuple[str, str]:
    """Where to look, and what to see: what happens first in the run, and what comes one after the other."""
    pieces = pieces_of(part.code)
    at = pieces.index(part.open[0])
    before = next((piece for piece in reversed(pieces[:at]) if piece.text.strip()), None)
    look = "Nothing stands above them." if before is None else f"Above them stands {_quoted(before)}: what comes then?"
    if first:
        index = min(first.values())
        look = (f"Of all that belongs to these lines, event {index + 1:,} of this run happens first: "
                f"“{_sentence(events[index])}” To which line does it belong?")
    chain: list[int] = []
    for piece in part.open:
        index = first.get(piece, -1)
        if index > (chain[-1] if chain else -1):
            chain.append(index)
    if len(chain) < 2:
        return look, f"The last of them is {_quoted(part.open[-1])}."
    told = "; ".join(f"{index + 1:,}, “{_sentence(events[index])}”" for index in chain[:_MOST_SHOWN])
    return look, f"Events of this run, whose lines stand below one another: {told}"

