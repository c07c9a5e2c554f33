"""The patterns of numbers side by side that every player knows: 1-1, 1-2 and 1-2-1, in what the numbers still need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from algorithms.problems.forms.mine_count import Number
from algorithms.problems.gnomine.position import name, place
from algorithms.words import listed


class OneTwoOne(NamedTuple):
    """Three numbers in a row that still need 1, 2 and 1 mines, where the fields of the middle one are also those of the
    others: its two mines are one of each, so none lies in a field of both, or beyond its own."""

    numbers: tuple[Number, Number, Number]
    safe: tuple[str, ...]
    mines: tuple[str, ...]

    @property
    def why(self) -> str:
        """What it rests on, in words."""
        one, middle, other = (number.name for number in self.numbers)
        return (f"1-2-1: {one} and {other} still need 1 mine each and {middle} needs 2, all in their fields, so one of "
                f"these is the mine of {one}, one that of {other}")


def ones_twos_ones(numbers: Sequence[Number]) -> Iterator[OneTwoOne]:
    """All of them that decide a field."""
    at = {number.name[1:]: number for number in numbers}
    for middle in numbers:
        i, j = place(middle.name[1:])
        for di, dj in ((0, 1), (1, 0)):
            one, other = at.get(name(i - di, j - dj)), at.get(name(i + di, j + dj))
            if one is not None and other is not None and (one.mines, middle.mines, other.mines) == (1, 2, 1):
                yield from _read(one, middle, other)


def _read(one: Number, middle: Number, other: Number) -> Iterator[OneTwoOne]:
    sides = set(one.among), set(other.among)
    between = set(middle.among)
    if not between <= sides[0] | sides[1]:
        return
    safe = (sides[0] & sides[1]) | (sides[0] ^ sides[1]) - between
    own = [[x for x in middle.among if x in side and x not in safe] for side in sides]
    mines = tuple(x for fields in own if len(fields) == 1 for x in fields)
    every = dict.fromkeys((*one.among, *middle.among, *other.among))
    if safe or mines:
        yield OneTwoOne((one, middle, other), tuple(x for x in every if x in safe), mines)


def pair(number: Number, other: Number) -> str:
    """What two numbers of which the first decides more than the other does are called: ``1-2: ``; empty for no such
    pair."""
    (i, j), (k, m) = place(number.name[1:]), place(other.name[1:])
    if abs(i - k) + abs(j - m) != 1 or other.mines != 1 or number.mines not in (1, 2):
        return ""
    return f"1-{number.mines}: "


def said(pattern: OneTwoOne) -> str:
    """What follows: which fields are mines, and which are none."""
    parts = [f"{listed(fields)} {verb}" for fields, verb in (
        (pattern.mines, "is a mine" if len(pattern.mines) == 1 else "are mines"),
        (pattern.safe, "is no mine" if len(pattern.safe) == 1 else "are no mines")) if fields]
    return f"{pattern.why}: {', and '.join(parts)}."
