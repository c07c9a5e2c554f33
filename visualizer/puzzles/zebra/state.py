"""What was set and crossed out in a Zebra by hand."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms.problems.zebra.by_hand import HouseCrossed, HouseSet, left_by_hand
from algorithms.problems.zebra.puzzle import Zebra
from visualizer.runs.moves import moves
from visualizer.runs.states import Moves, State


@dataclass(slots=True)
class ZebraMoves(Moves):
    """puzzle: as it was given; ``homes`` the names that were set since, each with its house; ``crossed`` those that
    were crossed out of a house."""

    puzzle: Zebra
    homes: Mapping[str, int] = field(default_factory=dict)
    crossed: frozenset[tuple[str, int]] = frozenset()

    def position(self) -> Zebra:
        """The puzzle with what is left by hand."""
        if not self.homes and not self.crossed:
            return self.puzzle
        return replace(self.puzzle, pencilled=left_by_hand(self.puzzle, self.homes, self.crossed))

    def key(self) -> tuple[Hashable, ...]:
        return tuple(sorted(self.homes.items())), tuple(sorted(self.crossed))

    def house_set(self, event: HouseSet) -> Self:
        others = {x: house for x, house in self.homes.items() if x != event.name}
        return replace(self, homes=others if event.house is None else {**others, event.name: event.house})

    def house_crossed(self, event: HouseCrossed) -> Self:
        return replace(self, crossed=self.crossed ^ {(event.name, event.house)})


ZebraMoves.folds = {HouseSet: ZebraMoves.house_set, HouseCrossed: ZebraMoves.house_crossed}


@moves(Zebra)
def start(puzzle: Zebra) -> ZebraMoves:
    """What the puzzle says was done by hand: a name that has its house, and has it alone, was set there; all else that
    does not follow from this was crossed out."""
    bare, left = replace(puzzle, pencilled={}), puzzle.domains()
    if not puzzle.pencilled:
        return ZebraMoves(bare)
    alone = {x: int(houses[0]) for x, houses in left.items() if len(houses) == 1 and not any(
        houses[0] in left[y] for y in puzzle.attributes[puzzle.row_of[x]] if y != x)}
    crossed = frozenset((x, int(house)) for x, houses in left_by_hand(bare, alone, ()).items() for house in houses
                        if house not in left[x])
    return ZebraMoves(bare, alone, crossed)


def street_of(state: State) -> ZebraMoves:
    """What was done by hand in a state."""
    return state.played(ZebraMoves)
