"""A Zebra that is solved by hand: what its player does, what that leaves to each name, and what may not be done.

    homes    names that the player has set, each with its house    crossed  names, each with a house crossed out
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product
from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.csp import Domain, Value
from algorithms.problems.zebra.street import Street


@event
class HouseSet(Event):
    """A name was set in a house by hand; ``house`` is None where that was taken back."""

    say: ClassVar[str] = "{action}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    name: str
    house: int | None

    @property
    def action(self) -> str:
        return f"Take {self.name} out again" if self.house is None else f"Set {self.name} in house {self.house}"


@event
class HouseCrossed(Event):
    """A house was crossed out for a name by hand or, if ``on`` is false, given back to it."""

    say: ClassVar[str] = "{action} house {house}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    name: str
    house: int
    on: bool = True

    @property
    def action(self) -> str:
        return f"Cross {self.name} out of" if self.on else f"Put {self.name} back in"


def left_by_hand(street: Street, homes: Mapping[str, int], crossed: Collection[tuple[str, int]]) -> dict[str, Domain]:
    """What is left to each name: a house that somebody was set in is no other one's of that row."""
    taken: dict[tuple[str, Value], str] = {(street.row_of[x], house): x for x, house in homes.items()}
    return {x: tuple(house for house in houses if (x, house) not in crossed and homes.get(x, house) == house
                     and taken.get((street.row_of[x], house), x) == x)
            for x, houses in street.domains().items()}


def why_not(street: Street, left: Mapping[str, Domain]) -> str:
    """Why nobody can go on from there, as far as one look tells: somebody has no house left, some house no name, or a
    clue cannot hold; "" where none of that is so."""
    for x, houses in left.items():
        if not houses:
            return f"{x} would have no house left"
    for attribute, row in street.attributes.items():
        for house in street.every:
            if not any(house in left[x] for x in row):
                return f"nothing would be left for house {house} in the row {attribute}"
    for at, clue in enumerate(street.clues, 1):
        if not any(clue.holds(dict(zip(clue.names, map(int, houses), strict=True)))
                   for houses in product(*(left[x] for x in clue.names))):
            return f"clue {at} could not hold: {clue.words}"
    return ""
