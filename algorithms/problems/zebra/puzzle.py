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
    puzzle: {kind: zebra, named: classic}
    puzzle: {kind: zebra, random: {houses: 5, attributes: 5, difficulty: easy, seed: 4}}    # or medium, or hard

``left: {dog: [2, 3]}`` are the houses that somebody who solves it by hand has left to names.

Variables are the names, their values the houses, from 1 on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, form_of_named
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.program import LogicProgram, generate_and_test
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle
from algorithms.problems.zebra.check import verdict
from algorithms.problems.zebra.classic import STREETS
from algorithms.problems.zebra.clauses import Variables, clue_clauses, row_clauses, row_sums
from algorithms.problems.zebra.clue import said_again
from algorithms.problems.zebra.deal import RandomStreet, deal
from algorithms.problems.zebra.reading import read_left, read_street
from algorithms.problems.zebra.street import Street


@puzzle("zebra", title="Zebra", words="Einstein's riddle, Einstein puzzle, Sherlock, logic grid puzzle")
@dataclass(frozen=True)
class Zebra(Street):
    """A row of houses with clues, as a puzzle."""

    @classmethod
    def read(cls, *, houses: int | None = None, attributes: dict[str, tuple[str, ...]] | None = None,
             clues: tuple[dict[str, tuple[str | int, ...]], ...] | None = None, named: str | None = None,
             random: RandomStreet | None = None, left: dict[str, tuple[int, ...]] | None = None) -> Zebra:
        """The puzzle of the YAML keys, one that comes with Unfog, or a random one. Raises PuzzleError."""
        made = cls._read(houses, attributes, clues, named, random)
        return made if left is None else replace(made, pencilled=read_left(made, left))

    @classmethod
    def _read(cls, houses: int | None, attributes: dict[str, tuple[str, ...]] | None,
              clues: tuple[dict[str, tuple[str | int, ...]], ...] | None, named: str | None,
              random: RandomStreet | None) -> Zebra:
        made = "random" if random is not None else "named"
        if random is not None or named is not None:
            written = {"houses": houses, "attributes": attributes, "clues": clues,
                       "named": named if random is not None else None}
            if beside := next((key for key, value in written.items() if value is not None), None):
                raise PuzzleError(f"stands beside {made}, which has its own; remove one of them", key=beside)
        if random is not None:
            return cls.of(deal(random))
        if named is not None:
            if named not in STREETS:
                raise PuzzleError(f"there is no puzzle {named[:40]!r}; there is: {', '.join(STREETS)}", key="named")
            return cls.of(STREETS[named])
        if houses is None or attributes is None or clues is None:
            missing = "houses" if houses is None else "attributes" if attributes is None else "clues"
            raise PuzzleError(f"{missing} is missing; add it, or write named: classic, or random: {{}}")
        return read_street(cls, houses, attributes, clues)

    @classmethod
    def of(cls, street: Street) -> Zebra:
        """A street as a puzzle."""
        return cls(street.houses, street.attributes, street.clues)

    def spelled(self) -> Mapping[str, object]:
        """The houses, the attributes, the clues, and what is left by hand."""
        clues = [{clue.kind: [*clue.names, *([clue.house] if clue.kind == "at" else [])]} for clue in self.clues]
        left = {x: list(houses) for x, houses in self.pencilled.items() if len(houses) < self.houses}
        return {"houses": self.houses, "attributes": {name: list(row) for name, row in self.attributes.items()},
                "clues": clues, **({"left": left} if left else {})}

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know: which clues say nothing new, and that there is more than one solution."""
        said = verdict(self)
        return (*said_again(self.clues), *([said] if said else []))

    def layout(self) -> Layout:
        """A row for each attribute, a column for each house, and between them the places ``Norwegian=1``: each name has
        the same one in every house. Before the houses stand the names, behind them the clues, ``clue 1`` and so on."""
        (wide, high), beside = self.slots, self.houses + 1.0
        places: dict[str, tuple[float, float]] = {}
        for row, names in enumerate(self.attributes.values()):
            for index, x in enumerate(names):
                down, across = divmod(index, wide)
                places[x] = (across / wide, row + down / high)
                places |= {f"{x}={house}": (house + across / wide, row + down / high) for house in self.every}
        step = len(self.attributes) / max(1, len(self.clues))
        places |= {f"clue {at}": (beside, (at - 1) * step) for at in range(1, len(self.clues) + 1)}
        return Layout(beside + 2.5 if self.clues else beside, len(self.attributes), places)

    def as_csp(self) -> CSP:
        """x ≠ y for each two names of an attribute, and the clues between names; ``at`` narrows a domain."""
        return self.network

    def as_cnf(self) -> CNF:
        """A variable ``Norwegian=1`` for each name and house: each name has one house, each house one name of every
        attribute, then the clues."""
        number = Variables(self)
        found = [*row_clauses(self, number), *self._said(number)]
        return CNF(number.words, tuple(clause for clause, _ in found), tuple(origin for _, origin in found),
                   len(number.words))

    def as_at_least(self) -> AtLeastForm:
        """The same with exactly one as two at-least constraints."""
        number = Variables(self)
        said = ((AtLeast(clause, 1), origin) for clause, origin in self._said(number))
        return form_of_named(number.words, (*row_sums(self, number), *said), len(number.words))

    def as_program(self) -> LogicProgram:
        """The formula as choices and constraints; what a clue says of one house is a fact."""
        return generate_and_test(self.as_cnf())

    def _said(self, number: Variables) -> list[tuple[tuple[int, ...], str]]:
        """The clauses of the clues, and of what is crossed out by hand."""
        crossed = [((-number.of(x, house),), "by hand") for x, left in self.pencilled.items() for house in self.every
                   if house not in left]
        return [*(said for at in range(1, len(self.clues) + 1) for said in clue_clauses(self, at, number)), *crossed]
