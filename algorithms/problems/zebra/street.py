"""A Zebra as it is: houses, attributes and clues. What reads, checks and deals puzzles stands on this, the puzzle of
lessons on top.

    street  the houses in their row    row  an attribute with its names, of which each house has one
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from algorithms.problems.forms.csp import CSP, Domain
from algorithms.problems.zebra.clue import Clue, differ

FEWEST, MOST = 3, 8  # houses
MOST_ATTRIBUTES = 8
MOST_CLUES = 200


@dataclass(frozen=True)
class Street:
    """Houses in a row, numbered from 1; for each attribute as many names, one a house; and clues, numbered from 1.

    pencilled: the houses that somebody who solves it by hand has left to names; of others no house is crossed out
    """

    houses: int
    attributes: Mapping[str, tuple[str, ...]]
    clues: tuple[Clue, ...]
    pencilled: Mapping[str, Domain] = field(default_factory=dict)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names, attribute by attribute."""
        return tuple(x for row in self.attributes.values() for x in row)

    @property
    def every(self) -> range:
        """The numbers of the houses."""
        return range(1, self.houses + 1)

    @property
    def slots(self) -> tuple[int, int]:
        """In how many columns and rows the names of a row stand in each cell: every name has its place there."""
        columns = 1 if self.houses == FEWEST else 2
        return columns, -(-self.houses // columns)

    @cached_property
    def given(self) -> Mapping[str, int]:
        """The names whose house is told, each with it."""
        return {clue.names[0]: clue.house for clue in self.clues if clue.kind == "at"}

    @cached_property
    def row_of(self) -> Mapping[str, str]:
        """The attribute of each name."""
        return {x: attribute for attribute, row in self.attributes.items() for x in row}

    def domains(self) -> dict[str, Domain]:
        """The houses of each name: of one whose house is told only that, of all others all; less what is crossed out
        by hand."""
        every = {x: (self.given[x],) if x in self.given else tuple(self.every) for x in self.names}
        return {x: tuple(house for house in houses if house in self.pencilled.get(x, houses))
                for x, houses in every.items()}

    @cached_property
    def network(self) -> CSP:
        """The constraint network: x ≠ y for each two names of a row, then the clues."""
        rows = [differ(x, y) for row in self.attributes.values() for x, y in combinations(row, 2)]
        clues = [c for number, clue in enumerate(self.clues, 1) for c in clue.constraints(number)]
        return CSP(self.domains(), (*rows, *clues), given=frozenset(self.given), units=self.attributes)
