"""The state of a local search over at-least constraints: which variables are true, and which constraints are not.

    literal  v where variable v is true, −v where it is not; variables that are not fixed, from 1
    slack    of a constraint: true literals − minimum; below 0 it is unsatisfied, at 0 it has no true literal to spare
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from algorithms.long_work import solve
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm


@dataclass(frozen=True)
class Variant:
    """What the variations of Algorithm 1 change.

    restart: the chance that a sample is left by a random restart, not by a flip
    noise:   the chance that any false literal of the unsatisfied constraint that is not tabu is made true
    unique:  a sample counts once, however often it is found
    """

    restart: float = 0.0
    noise: float = 0.0
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Reduced:
    """A form without its fixed variables.

    names:       of the free variables       constraints: those that are still open, literals by their variables
    numbers:     of the constraints, as in the form
    """

    names: tuple[str, ...]
    constraints: tuple[AtLeast, ...]
    numbers: tuple[int, ...]


def certain_literals(form: AtLeastForm) -> list[int] | None:
    """The literals that hold in all models, by variable; None if there is no model.

    Asked of MiniCard, which python-sat brings and which takes at-least constraints as they are.
    """
    from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

    with Solver("minicard") as solver:
        for literals, minimum in form.constraints:
            if minimum > len(literals):
                return None
            if minimum == 1:
                solver.add_clause(list(literals))
            elif minimum > 1:
                solver.add_atmost([-literal for literal in literals], len(literals) - minimum)
        if not solve(solver):
            return None
        variables = range(1, len(form.names) + 1)
        model = solver.get_model() or []
        known = {abs(literal): literal for literal in model}
        candidates = {v: known.get(v, v) for v in variables}
        for v in variables:
            if v in candidates and solve(solver, [-candidates[v]]):
                other = set(solver.get_model())
                candidates = {x: literal for x, literal in candidates.items() if literal in other}
                candidates.pop(v, None)
    return list(candidates.values())


def reduce(form: AtLeastForm, fixed: Iterable[int]) -> Reduced:
    """The form with these literals fixed: they leave the constraints, and those that hold without more are dropped."""
    true = set(fixed)
    free = [v for v in range(1, len(form.names) + 1) if v not in true and -v not in true]
    place = {v: index for index, v in enumerate(free, 1)}
    constraints, numbers = [], []
    for number, (literals, minimum) in enumerate(form.constraints, 1):
        left_over = [literal for literal in sorted(literals, key=abs) if abs(literal) in place]
        open_ = tuple(place[abs(literal)] * (1 if literal > 0 else -1) for literal in left_over)
        left = minimum - sum(literal in true for literal in literals)
        if left > 0:
            constraints.append(AtLeast(open_, left))
            numbers.append(number)
    return Reduced(tuple(form.names[v - 1] for v in free), tuple(constraints), tuple(numbers))


class Assignment:
    """A value for each free variable, and what follows for the constraints, which have indices from 0.

    true:        of each literal, is it true? Those of −1, −2, … stand at the end of the list
    occurs:      of each literal the constraints that have it
    unsatisfied: the constraints that are not satisfied; the last one takes the place of one that leaves
    """

    def __init__(self, form: Reduced) -> None:
        self.form = form
        self.true = [False] * (2 * len(form.names) + 1)
        self.occurs: list[list[int]] = [[] for _ in self.true]
        for c, (literals, _) in enumerate(form.constraints):
            for literal in literals:
                self.occurs[literal].append(c)
        self.slack = [0] * len(form.constraints)
        self.unsatisfied: list[int] = []

    def assign(self, values: Sequence[bool]) -> None:
        """Gives each variable its value."""
        for v, value in enumerate(values, 1):
            self.true[v], self.true[-v] = value, not value
        for c, (literals, minimum) in enumerate(self.form.constraints):
            self.slack[c] = sum(self.true[literal] for literal in literals) - minimum
        self.unsatisfied = [c for c, slack in enumerate(self.slack) if slack < 0]

    def flip(self, literal: int) -> None:
        """Makes a false literal true. Only the constraints in which the variable occurs change."""
        self.true[literal], self.true[-literal] = True, False
        for c in self.occurs[-literal]:
            self.slack[c] -= 1
            if self.slack[c] == -1:
                self.unsatisfied.append(c)
        for c in self.occurs[literal]:
            self.slack[c] += 1
            if self.slack[c] == 0:
                self.unsatisfied[self.unsatisfied.index(c)] = self.unsatisfied[-1]
                self.unsatisfied.pop()

    def breaks(self, literal: int) -> int:
        """How many constraints would be unsatisfied if a false literal became true: those that lose a true one, and
        have none to spare."""
        return [self.slack[c] for c in self.occurs[-literal]].count(0)

    def false_in(self, c: int) -> list[int]:
        """The false literals of a constraint."""
        return [literal for literal in self.form.constraints[c].literals if not self.true[literal]]

    @property
    def values(self) -> list[bool]:
        """Of each variable."""
        return self.true[1:len(self.form.names) + 1]

    def names(self) -> tuple[str, ...]:
        """Those of the variables that are true."""
        return tuple(compress(self.form.names, self.values))
