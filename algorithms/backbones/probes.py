"""The solvers that backbone algorithms ask, behind one face: our own, which can be watched, and MiniSat.

Sources: Niklas Eén and Niklas Sörensson, *An Extensible SAT-solver*, SAT 2003 (MiniSat, in python-sat).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from algorithms.core import Choose, Steps
from algorithms.events import Blocked, Modelled, Refuted
from algorithms.long_work import solve
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.cdcl import Solver

Choice = Literal["own", "minisat"]


class Probes(Protocol):
    """A solver that has a formula φ. What it is asked says the answer itself, by Modelled or Refuted."""

    def solve(self, assumptions: Sequence[int] = ()) -> Steps[bool]:
        """SAT(φ ∪ assumptions): is there a model in which these literals are true?"""

    def another(self) -> Steps[bool]:
        """Is there a model beside those found so far? To be asked after each one; they stay excluded."""

    def model(self) -> list[int]:
        """The model found last: a literal for each variable that occurs in φ, ascending."""

    def add(self, clause: Sequence[int]) -> int:
        """φ ← φ ∪ {clause}. Returns the clause's number."""

    def prefer(self, literals: Sequence[int]) -> None:
        """From now on these are decided, where their variables are, and not what the last models had."""

    def knows(self, literal: int) -> bool:
        """Has the solver found out that the literal follows from φ? False says nothing."""

    @property
    def conflicts(self) -> int:
        """From how many conflicts it has learned so far."""


def probes(cnf: CNF, choice: Choice, choose: Choose | None = None) -> Probes:
    """The solver that was chosen, with this formula. Our own asks ``choose`` for its decisions, where there is one;
    MiniSat asks nobody."""
    return OwnProbes(cnf, choose) if choice == "own" else MiniSatProbes(cnf)


class OwnProbes:
    """Our own solver. All that it does is to be seen, so that ``solve`` hands on its events."""

    def __init__(self, cnf: CNF, choose: Choose | None = None) -> None:
        self.solver = Solver(cnf, choose=choose)
        self.solve, self.another = self.solver.solve, self.solver.another
        self.model, self.add = self.solver.model, self.solver.add_clause

    def prefer(self, literals: Sequence[int]) -> None:
        self.solver.phase_saving = False
        for literal in literals:
            self.solver.phase[abs(literal)] = literal > 0

    def knows(self, literal: int) -> bool:
        trail = self.solver.trail
        return trail.value[literal] is True and trail.level[abs(literal)] == 0

    @property
    def conflicts(self) -> int:
        return self.solver.conflicts


class MiniSatProbes:
    """MiniSat, for formulas too large to watch: its answers, without the way to them."""

    def __init__(self, cnf: CNF) -> None:
        from pysat.solvers import Minisat22  # type: ignore[import-untyped]  # only where it is asked for

        self.words = cnf.words()
        self.variables = {abs(literal) for clause in cnf.clauses for literal in clause}
        self.number = len(cnf.clauses)
        self.contradictory = () in cnf.clauses  # python-sat leaves empty clauses out
        self.solver: Any = Minisat22(bootstrap_with=cnf.clauses)
        self._model: list[int] = []
        self.models = 0

    def solve(self, assumptions: Sequence[int] = ()) -> Steps[bool]:
        self.models = 0
        return (yield from self.search(assumptions))

    def another(self) -> Steps[bool]:
        clause = [-literal for literal in self._model]
        yield Blocked(self.add(clause), self.words.said(clause))
        return (yield from self.search(()))

    def search(self, assumptions: Sequence[int]) -> Steps[bool]:
        if self.contradictory or not solve(self.solver, assumptions, "MiniSat is asked"):
            core = () if self.contradictory else self.solver.get_core() or ()
            yield Refuted(self.words.said(literal for literal in assumptions if literal in core), self.models)
            return False
        self.models += 1
        self._model = [literal for literal in self.solver.get_model() if abs(literal) in self.variables]
        yield Modelled(self.words.said(self._model))
        return True

    def model(self) -> list[int]:
        return self._model

    def add(self, clause: Sequence[int]) -> int:
        self.contradictory = self.contradictory or not clause
        self.solver.add_clause(clause)
        self.number += 1
        return self.number

    def prefer(self, literals: Sequence[int]) -> None:
        self.solver.set_phases(literals)

    def knows(self, literal: int) -> bool:
        return False

    @property
    def conflicts(self) -> int:
        return int(self.solver.accum_stats()["conflicts"])
