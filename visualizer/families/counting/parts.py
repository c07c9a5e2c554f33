"""Components of a board that are counted apart: their placements one by one where they are few, and what each weighs.

    placement  where the mines of a component lie
    weight     in how many ways all the rest of the board can go on, for so many mines on a component
    others     all other components taken together
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

from algorithms.events.counting import large, letter
from algorithms.problems.forms.mine_count import Number

MOST_PICTURES = 12
_MOST_TRIES = 4_000  # cells decided while placements are looked for

Ways = Mapping[int, int]
"""For numbers of mines, in how many ways."""


@dataclass(frozen=True)
class Component:
    """A component: its number from 1, its cells in the order in which they are counted, the numbers that tie them, as
    they stand once single numbers are settled. ``ways``: its placements by their mines, as far as they are counted."""

    index: int
    cells: tuple[str, ...]
    numbers: tuple[Number, ...]
    ways: Ways = field(default_factory=dict)

    @property
    def letter(self) -> str:
        """Its name: A, B, …"""
        return letter(self.index)

    @property
    def count(self) -> int:
        """How many placements were counted."""
        return sum(self.ways.values())


def brief(number: int) -> str:
    """A count as short as it can be read."""
    return large(number).removeprefix("about ")


@lru_cache(maxsize=256)
def placements(numbers: tuple[Number, ...], cells: tuple[str, ...], decided: int,
               most: int = MOST_PICTURES) -> tuple[frozenset[str], ...] | None:
    """The sets of mines on the first ``decided`` cells that leave no number with too many mines or too few fields; None
    where there are more than ``most``."""
    found: list[frozenset[str]] = []
    for tries, mines in enumerate(_placed(numbers, cells, decided)):
        if mines is not None:
            found.append(mines)
        if len(found) > most or tries > _MOST_TRIES:
            return None
    return tuple(found)


@lru_cache(maxsize=64)
def examples(numbers: tuple[Number, ...], cells: tuple[str, ...]) -> Mapping[int, frozenset[str]]:
    """For numbers of mines a placement with so many, as far as a short search comes upon one."""
    found: dict[int, frozenset[str]] = {}
    for first in (True, False):
        for tries, mines in enumerate(_placed(numbers, cells, len(cells), first)):
            if tries > _MOST_TRIES:
                break
            if mines is not None:
                found.setdefault(len(mines), mines)
    return found


def _placed(numbers: Sequence[Number], cells: Sequence[str], decided: int,
            first: bool = True) -> Iterator[frozenset[str] | None]:
    """Those sets, one after the other, at each cell ``first`` with a mine, or without one; None: nothing yet."""
    around = {cell: [n for n, number in enumerate(numbers) if cell in number.among] for cell in cells}
    need = [number.mines for number in numbers]
    left = [len(number.among) for number in numbers]
    way: list[tuple[int, bool]] = [(0, not first), (0, first)]  # still to be tried: a cell, and whether it is a mine
    mines: list[bool] = []
    if not decided:
        yield frozenset()
        return
    while way:
        place, mine = way.pop()
        while len(mines) > place:
            _take(around[cells[len(mines) - 1]], need, left, mines.pop(), -1)
        _take(around[cells[place]], need, left, mine, 1)
        mines.append(mine)
        if any(not 0 <= need[n] <= left[n] for n in around[cells[place]]):
            yield None
        elif place + 1 == decided:
            yield frozenset(cell for cell, is_mine in zip(cells, mines, strict=False) if is_mine)
        else:
            way += [(place + 1, not first), (place + 1, first)]
            yield None


def _take(numbers: Sequence[int], need: list[int], left: list[int], mine: bool, sign: int) -> None:
    """A cell is decided (1), or no longer (-1), for the numbers around it."""
    for n in numbers:
        need[n] -= sign * mine
        left[n] -= sign


def together(ways: Sequence[Ways]) -> dict[int, int]:
    """In how many ways so many mines lie on several components at once."""
    found = {0: 1}
    for own in ways:
        more: dict[int, int] = {}
        for mines, count in found.items():
            for k, times in own.items():
                more[mines + k] = more.get(mines + k, 0) + count * times
        found = more
    return found


@dataclass(frozen=True)
class Rest:
    """The cells that no number touches, ``fields`` of them; ``left`` mines lie on all that is not settled (None: nobody
    knows, and what lies on the rest is not counted)."""

    fields: int
    left: int | None

    def ways(self, mines: int) -> int:
        """In how many ways the rest can go on where so many mines lie on the components."""
        if self.left is None:
            return 1
        return comb(self.fields, self.left - mines) if 0 <= self.left - mines <= self.fields else 0

    def on_rest(self, mines: int) -> int | None:
        """How many mines are left for the rest."""
        return None if self.left is None else self.left - mines


def weights(mine: int, others: Ways, rest: Rest) -> dict[int, int]:
    """For a placement with so many mines, what it weighs, split by the mines of the others; without what cannot be."""
    found = {k: count * rest.ways(mine + k) for k, count in sorted(others.items())}
    return {k: weight for k, weight in found.items() if weight}
