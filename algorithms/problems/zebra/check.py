"""Do the clues of a Zebra contradict each other, and have they more than one solution? Asked of a SAT solver.

Each clue is switched on by a literal that is assumed, so that an unsatisfiable core is a set of clues; each of them is
needed once deletion has tried to do without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from algorithms.long_work import Solving, solve
from algorithms.problems.zebra.clauses import Variables, clue_clauses, row_clauses
from algorithms.problems.zebra.street import Street


class Asked(Solving):
    """A solver that knows the street with what is crossed out by hand, and its clues by their numbers; each question
    names the clues that hold."""

    def __init__(self, street: Street) -> None:
        from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

        self._street, self._number = street, Variables(street)
        self._top = len(self._number.words)
        self._solver = Solver("minisat22", bootstrap_with=[c for c, _ in row_clauses(street, self._number)])
        self._other = 0  # the literal that says that it is another way to live than a given one
        for at in range(1, len(street.clues) + 1):
            for clause, _ in clue_clauses(street, at, self._number):
                self._solver.add_clause([-self._on(at), *clause])
        for x, left in street.pencilled.items():
            for house in street.every:
                if house not in left:
                    self._solver.add_clause([-self._number.of(x, house)])

    def _on(self, at: int) -> int:
        return self._top + at

    def clash(self, clues: list[int]) -> list[int]:
        """A minimal set of these clues that no way to live has all of; empty where there is a solution."""
        if solve(self._solver, map(self._on, clues)):
            return []
        core = [at for at in clues if self._on(at) in set(self._solver.get_core() or ())]
        for at in list(core):
            rest = [other for other in core if other != at]
            if not solve(self._solver, map(self._on, rest)):
                core = rest
        return core

    def only(self, home: Mapping[str, int], clues: list[int]) -> bool:
        """Have these clues no other solution than that one, of which all of them are true?"""
        if not self._other:
            self._other = self._top + len(self._street.clues) + 1
            self._solver.add_clause([-self._other, *(-self._number.of(x, house) for x, house in home.items())])
        return not solve(self._solver, [self._other, *map(self._on, clues)])

    def solutions(self) -> list[dict[str, int]]:
        """Up to two solutions of all clues."""
        found: list[dict[str, int]] = []
        switched = [self._on(at) for at in range(1, len(self._street.clues) + 1)]
        while len(found) < 2 and solve(self._solver, switched):
            model = {literal for literal in self._solver.get_model() if 0 < literal <= self._top}
            found.append({x: house for x in self._street.names for house in self._street.every
                          if self._number.of(x, house) in model})
            self._solver.add_clause([-literal for literal in model])
        return found


def clashing(street: Street) -> list[int]:
    """A minimal set of clues, by their numbers from 1, that contradict each other; empty where there is a solution."""
    with Asked(street) as asked:
        return asked.clash(list(range(1, len(street.clues) + 1)))


def solutions(street: Street) -> list[dict[str, int]]:
    """Up to two solutions."""
    with Asked(street) as asked:
        return asked.solutions()


def verdict(street: Street) -> str:
    """That there is more than one solution, with a name that differs; "" where there is one. What is crossed out by
    hand does not count."""
    found = solutions(replace(street, pencilled={}))
    if len(found) < 2:
        return ""
    x = next(x for x in street.names if found[0][x] != found[1][x])
    houses = sorted((found[0][x], found[1][x]))
    return (f"this puzzle has more than one solution: {x} is in house {houses[0]} in one, in house {houses[1]} in "
            "another; more clues would decide it")
