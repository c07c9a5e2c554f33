"""What the tests of SAT algorithms share: formulas, brute force, python-sat as an oracle, events folded to a trail."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.core import Event
from algorithms.events import Assumed, Complemented, Decided, Implied, Undone
from algorithms.problems.forms.cnf import CNF, Clause

JOINS = (Implied, Decided, Complemented, Assumed)  # the events that put their literal on the trail


def cnf_of(clauses: Iterable[Sequence[int]], names: Iterable[str] = ()) -> CNF:
    """A CNF of these clauses; its variables are named x1, x2, … where no names are given."""
    given = tuple(map(tuple, clauses))
    number = max((abs(literal) for clause in given for literal in clause), default=0)
    named = tuple(names) or tuple(f"x{variable}" for variable in range(1, number + 1))
    return CNF(named, given, ("",) * len(given), len(named))


def read_cnf(text: str) -> CNF:
    """A formula such as ``~p | q, r``; its variables are numbered by the alphabet."""
    clauses = [clause.split("|") for clause in text.replace(" ", "").split(",")]
    names = sorted({literal.strip("~") for clause in clauses for literal in clause})
    numbers = [[(-1 if literal[0] == "~" else 1) * (names.index(literal.strip("~")) + 1) for literal in clause]
               for clause in clauses]
    return cnf_of(numbers, names)


def random_3sat(variables: int, seed: int, ratio: float = 4.26) -> CNF:
    """As the instances uf20, uf50, … are made, but not only satisfiable ones."""
    rng = random.Random(seed)
    clauses = [[rng.choice((-1, 1)) * variable for variable in rng.sample(range(1, variables + 1), 3)]
               for _ in range(round(ratio * variables))]
    return cnf_of(clauses)


def pigeonhole(holes: int) -> CNF:
    """One pigeon more than holes: no model, few clauses and many conflicts."""
    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    each = [[sits(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [[-sits(one, hole), -sits(other, hole)]
             for hole in range(holes) for one in range(holes + 1) for other in range(one)]
    return cnf_of(each + apart)


@st.composite
def cnfs(draw: st.DrawFn, variables: int = 6) -> CNF:
    """Small formulas of all kinds: no or empty clauses, units, repeated literals, p with ¬p, variables in no clause."""
    number = draw(st.integers(1, variables))
    clauses = draw(_clauses(number, draw(st.sampled_from([0, 1, 2, 2, 2, 3]))))
    return cnf_of(clauses, [f"x{variable}" for variable in range(1, number + 1)])


@cache  # to make a strategy costs more than to draw from it
def _clauses(number: int, least: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Of so many variables, each clause with so many literals at least."""
    literals = st.sampled_from([sign * variable for variable in range(1, number + 1) for sign in (1, -1)])
    return st.lists(st.lists(literals, min_size=least, max_size=4).map(tuple), max_size=30)


def occurring(cnf: CNF) -> list[int]:
    """The variables that occur in clauses."""
    return sorted({abs(literal) for clause in cnf.clauses for literal in clause})


def models_of(cnf: CNF) -> list[dict[str, bool]]:
    """All models, over the variables that occur, by trying all assignments."""
    variables = occurring(cnf)
    found = []
    for values in product((False, True), repeat=len(variables)):
        model = dict(zip(variables, values, strict=True))
        if all(any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in cnf.clauses):
            found.append({cnf.names[variable - 1]: value for variable, value in model.items()})
    return found


def satisfiable(clauses: Iterable[Clause], assumptions: Sequence[int] = ()) -> bool:
    """What the real MiniSat says."""
    given = list(clauses)
    if () in given:
        return False  # python-sat takes an empty clause for none
    with Minisat22(bootstrap_with=given) as solver:
        return bool(solver.solve(assumptions=list(assumptions)))


def holds(cnf: CNF, model: dict[str, bool]) -> bool:
    """Does every clause have a true literal?"""
    return all(any(model.get(cnf.names[abs(literal) - 1]) is (literal > 0) for literal in clause)
               for clause in cnf.clauses)


def numbers_of(cnf: CNF, words: Iterable[str]) -> Clause:
    """Literals as numbers."""
    return tuple((-1 if word[0] == "¬" else 1) * (cnf.names.index(word.removeprefix("¬")) + 1) for word in words)


def complement(word: str) -> str:
    """The complement of a literal as it is written."""
    return word[1:] if word[0] == "¬" else "¬" + word


class FoldedTrail:
    """The trail as the events alone tell it: (literal, level), and which clause forced it."""

    def __init__(self) -> None:
        self.literals: list[str] = []
        self.levels: list[int] = []
        self.reasons: list[int | None] = []

    def apply(self, event: Event) -> None:
        if isinstance(event, JOINS):
            self.literals.append(event.literal)
            self.levels.append(event.level)
            self.reasons.append(event.because if isinstance(event, Implied) else None)
        elif isinstance(event, Undone):
            for literal in event.literals:
                assert self.literals.pop() == literal
                self.levels.pop()
                self.reasons.pop()
            assert not self.levels or self.levels[-1] <= event.level

    def level_of(self, literal: str) -> int:
        """The level of a literal of the trail."""
        return self.levels[self.literals.index(literal)]


def lesson_of(cnf: CNF, algorithm: str = "dpll") -> str:
    """A lesson on that formula, without a script."""
    clauses = ", ".join(" | ".join(cnf.word(literal).replace("¬", "~") for literal in clause) for clause in cnf.clauses)
    return f'title: A formula\nalgorithm: {algorithm}\npuzzle: {{kind: cnf, formula: "{clauses}"}}\n'
