"""Zebra puzzles: who lives where in a row of houses, each of which has one name of every attribute?

    puzzle: {kind: zebra, houses: 5, attributes: {nation: [English, …], …},
             clues: [{same: [English, red]},            # in the same house
                     {at: [Norwegian, 1]},              # in house 1
                     {next: [Norwegian, blue]},         # in houses side by side
                     {right_of: [green, ivory]},        # green directly right of ivory
                     {left_of: [a, b]},                 # a somewhere left of b
                     {between: [a, b, c]},              # b directly between a and c, either way round
                     {not_same: [a, b]}, {not_next: [a, b]},
                     {either: [a, b, c]}]}              # a in the same house as exactly one of b and c

Variables are the names, their values the houses, from 1 on.
"""

from __future__ import annotations

from dataclasses import dataclass

from algorithms.problems.forms.csp import CSP
from algorithms.problems.puzzle import Layout, puzzle
from algorithms.problems.zebra.reading import read_street
from algorithms.problems.zebra.street import Street


@puzzle("zebra", title="Zebra")
@dataclass(frozen=True)
class Zebra(Street):
    """A row of houses with clues, as a puzzle."""

    @classmethod
    def read(cls, *, houses: int, attributes: dict[str, tuple[str, ...]],
             clues: tuple[dict[str, tuple[str | int, ...]], ...]) -> Zebra:
        """The puzzle of the YAML keys. Raises PuzzleError for the first thing that cannot be."""
        return read_street(cls, houses, attributes, clues)

    def layout(self) -> Layout:
        """A row for each attribute, a place for each of its names."""
        places = {x: (float(column), float(row)) for row, names in enumerate(self.attributes.values())
                  for column, x in enumerate(names)}
        return Layout(self.houses, len(self.attributes), places)

    def as_csp(self) -> CSP:
        """x ≠ y for each two names of an attribute, and the clues between names; ``at`` narrows a domain."""
        return self.network
