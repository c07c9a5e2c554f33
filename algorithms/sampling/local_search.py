"""The state of a local search over at-least constraints: which are satisfied, and what a flip would break.

Every flip updates only the constraints in which the variable occurs. Sets of constraints are ints, so that a break
count is an intersection and a count of bits.

    v        a variable that is not fixed, from 0          i        a constraint, from 0
    slack    of a constraint: true literals − minimum; below 0 it is unsatisfied
    critical the set of constraints with slack 0: one true literal less, and they are unsatisfied
    against  for each literal the set of constraints in which its complement occurs
    false    the set of false literals: it says what the assignment is
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from algorithms.core import Event
from algorithms.long_work import solve
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm

MOST_REMEMBERED = 100_000
"""Situations of constraints that are remembered; then it begins anew."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """A form without its fixed variables.

    names:       of the free variables       constraints: with literals ±(v + 1), only those that are still open
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
        open_ = tuple(place[abs(literal)] * (1 if literal > 0 else -1) for literal in literals if abs(literal) in place)
        left = minimum - sum(literal in true for literal in literals)
        if left > 0:
            constraints.append(AtLeast(open_, left))
            numbers.append(number)
    return Reduced(tuple(form.names[v - 1] for v in free), tuple(constraints), tuple(numbers))


@dataclass(slots=True)
class Choice:
    """Which of the false literals of an unsatisfied constraint to make true.

    offer:    all of them     breaks: of each, how many constraints its flip would make unsatisfied
    tabu:     those flipped a short time ago     free: the others, or all where all are tabu
    best:     those of the free ones that break least
    said:     the event that tells it, once there is one
    """

    offer: Offer
    breaks: tuple[int, ...]
    tabu: tuple[int, ...]
    free: tuple[int, ...]
    best: tuple[int, ...]
    said: Event | None = None


class Offer(NamedTuple):
    """The false literals that an unsatisfied constraint offers.

    names:   of their variables
    around:  the constraints in which the complements of these literals occur
    choices: by the critical ones of these and the literals that are tabu
    """

    literals: tuple[int, ...]
    around: int
    choices: dict[tuple[int, tuple[int, ...]], Choice]
    names: tuple[str, ...]


class Assignment:
    """The constraints of a search, and what follows for them from an assignment of all free variables.

    Literals are numbered: 2v is the variable v, from 0, and 2v + 1 its negation. Sets of them, and of constraints, are
    ints. A search comes back to the same few situations, so what constraints offer in them is remembered.
    """

    def __init__(self, form: Reduced) -> None:
        self.names, self.size = form.names, len(form.names)
        self.minimum = [minimum for _, minimum in form.constraints]
        self.literals = [tuple(2 * abs(x) - 2 + (x < 0) for x in literals) for literals, _ in form.constraints]
        self.masks = [sum(1 << literal for literal in literals) for literals in self.literals]
        self.bit = [1 << i for i in range(len(self.minimum))]
        occurs: list[list[int]] = [[] for _ in range(2 * self.size)]
        for i, literals in enumerate(self.literals):
            for literal in literals:
                occurs[literal].append(i)
        self.occurs = [tuple(some) for some in occurs]
        self.against = [sum(self.bit[i] for i in occurs[literal ^ 1]) for literal in range(2 * self.size)]
        self.both = [3 << (literal & ~1) for literal in range(2 * self.size)]
        self.false = self.critical = 0
        self.slack = [0] * len(self.minimum)
        self.unsatisfied: list[int] = []
        self.where = [0] * len(self.minimum)
        self.offers: dict[int, Offer] = {}

    def assign(self, values: Sequence[bool]) -> None:
        """Gives each variable its value. Lists are changed in place: a search holds them."""
        self.false = sum(1 << (2 * v + value) for v, value in enumerate(values))
        self.slack[:] = [sum(not self.false >> literal & 1 for literal in literals) - minimum
                         for literals, minimum in zip(self.literals, self.minimum, strict=True)]
        self.unsatisfied[:] = [i for i, slack in enumerate(self.slack) if slack < 0]
        for place, i in enumerate(self.unsatisfied):
            self.where[i] = place
        self.critical = sum(self.bit[i] for i, slack in enumerate(self.slack) if slack == 0)

    def true(self, false: int) -> tuple[int, ...]:
        """The variables that are true where these literals are false."""
        return tuple([v for v in range(self.size) if not false >> 2 * v & 1])

    def offer(self, i: int, false: int) -> Offer:
        """What the constraint offers where these literals are false, for the first time."""
        if len(self.offers) > MOST_REMEMBERED:
            self.offers.clear()
        key = self.masks[i] & false
        literals = tuple([literal for literal in self.literals[i] if key >> literal & 1])
        around = 0
        for literal in literals:
            around |= self.against[literal]
        self.offers[key] = offer = Offer(
            literals, around, {}, tuple([self.names[literal >> 1] for literal in literals]))
        return offer

    def choice(self, offer: Offer, critical: int, tabu: tuple[int, ...]) -> Choice:
        """The WalkSAT heuristic, for the first time in this situation. The break count of a literal: the critical
        constraints that lose a true literal when that one becomes true."""
        breaks = tuple([(self.against[literal] & critical).bit_count() for literal in offer.literals])
        free = tuple([literal for literal in offer.literals if literal not in tabu]) or offer.literals
        of = dict(zip(offer.literals, breaks, strict=True))
        fewest = min(of[literal] for literal in free)
        best = tuple([literal for literal in free if of[literal] == fewest])
        offer.choices[critical & offer.around, tabu] = choice = Choice(offer, breaks, tabu, free, best)
        return choice


T = TypeVar("T")


def in_groups(names: Iterable[str], shares: Iterable[T]) -> Mapping[str, Mapping[str, T]]:
    """Shares of variables as an answer has them: ``ca=pe`` is under ca at pe, and ``p`` under p at 1."""
    found: dict[str, dict[str, T]] = {}
    for name, share in zip(names, shares, strict=True):
        variable, _, value = name.partition("=")
        if share:
            found.setdefault(variable, {})[value or "1"] = share
    return found
