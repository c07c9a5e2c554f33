"""Consistency: reducing the domains of a constraint network until what is left is consistent.

Source: Salomé Simon, *CSP- and SAT-based Inference Techniques Applied to Gnomine*, Bachelor thesis, University of
Basel 2012, sections 2.2 and 2.3, after Rina Dechter, *Constraint Processing*, 2003, formula (2.1).

    csp   the network (X, D, C)         c   a constraint (S, R) of C
    d     the domains D, being reduced  x   a variable          a   a value of x

The thesis skips variables with a defined value, because a Gnomine network has a solution "if no wrong flags are set".
A wrong flag can be set, so a constraint whose variables are all defined is checked once more here, by its only tuple,
and then left out.

The mine total of section 2.5.2 is a sum over up to 480 fields. Its supports are counted
(:mod:`algorithms.consistency.sums`); the loop over all assignments is kept for the numbers, as in the thesis.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Literal

from algorithms.answers import Answer
from algorithms.consistency import CONSISTENCY
from algorithms.consistency.sums import known_ones, revise_sum
from algorithms.core import AlgorithmError, Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.events import (
    Consistent,
    ConstraintTaken,
    NoSupport,
    PassStarted,
    Pruned,
    SupportFound,
    TupleTried,
    VariableTaken,
    WipedOut,
)
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Sum, Value
from algorithms.problems.rows import Row, value_rows

Order = Literal["top-left first", "random"]
MOST_TRIED = 1_000_000
"""Assignments for one value: where there are more, and none of these is a support, listing them would never end."""

PSEUDOCODE = """
repeat                                          # PassStarted
  for each constraint C of the board, in order  # ConstraintTaken
    for each undefined variable x of C          # VariableTaken
      for each value a in D(x)
        for counter = 0 … assignments − 1
          set the others to its digits
          C satisfied?                          # TupleTried
          if so: a has a support, break         # SupportFound
        if the loop ended: none                 # NoSupport
      keep the values with a support            # Pruned
      if none is left: no solution              # WipedOut
until nothing changed                           # Consistent

where C is the mine total n_T, it is counted:   # =
  a has a support if the others can add up      # =
  to n_T − a; none of 2ⁿ tuples is listed       # SumTested, =
"""


@dataclass(frozen=True)
class Consistency(Answer):
    """What is left of the domains, by variable; an empty one, or ``consistent`` false, where there is no solution."""

    domains: dict[str, Domain]
    consistent: bool

    @property
    def outcome(self) -> Outcome:
        return "complete" if self.consistent else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = {x: list(values) for x, values in self.domains.items() if x not in hidden}
        return {"domains": shown, "consistent": self.consistent}

    def tables(self, puzzle: object, hidden: frozenset[str]) -> list[list[Row]]:
        return [value_rows(puzzle, {x: left for x, left in self.domains.items() if x not in hidden})]


@algorithm(
    "gac",
    title="Generalized arc consistency",
    family=CONSISTENCY, solves=CSP,
    source="Simon 2012, sections 2.2 and 2.3; Dechter 2003, p. 71",
    pseudocode=PSEUDOCODE,
    rungs=("assignment", "variable", "constraint", "board"),
    counters=(
        Counter("passes", PassStarted, "times that the algorithm went over the whole board"),
        Counter("constraints", ConstraintTaken, "constraints taken, each anew in every pass"),
        Counter("variables", VariableTaken, "undefined variables tested, once for each constraint taken"),
        Counter("assignments", TupleTried, "assignments of a constraint's undefined variables that were tried",
                better="fewer"),
        Counter("supports", SupportFound, "values of a variable for which a support was found"),
        Counter("pruned", Pruned, "variables that lost at least one value"),
    ),
)
def gac(
    csp: CSP,
    *,
    order: Order = "top-left first",
    rng: random.Random | None = None,
    choose: Choose = choose,
) -> Steps[Consistency]:
    """Generalized arc consistency by testing, constraint after constraint, every value for a support.

    ``order`` is the order in which a pass takes the constraints; the domains at the end do not depend on it.
    """
    d = dict(csp.domains)
    relevant = list(csp.constraints)
    passes, changed = 0, True
    while changed:
        changed, passes = False, passes + 1
        waiting = list(relevant)
        if order == "random" and rng is not None:
            rng.shuffle(waiting)
        yield PassStarted(passes, len(waiting))
        while waiting:
            c = choose("constraint", waiting, waiting[0])
            waiting.remove(c)
            unknown = tuple(x for x in c.scope if len(d[x]) > 1)
            yield ConstraintTaken(c.name, unknown)
            if unknown:
                consistent, revised = yield from revise(c, unknown, d)
                changed = changed or revised
            else:
                consistent = yield from check_known(c, d)
                relevant.remove(c)
            if not consistent:
                return Consistency(d, False)
    defined = sum(len(values) == 1 < len(csp.domains[x]) for x, values in d.items())
    yield Consistent(passes, defined)
    return Consistency(d, True)


def revise(c: Constraint, unknown: tuple[str, ...], d: dict[str, Domain]) -> Steps[tuple[bool, bool]]:
    """Formula (2.1) for each undefined variable of ``c``: Dx ← Dx ∩ π_x(R_S join D_S−x). Consistent? Changed?"""
    if isinstance(c, Sum):
        known = known_ones(c.scope, d)
        return (yield from revise_sum(c, unknown, (known, known), d))
    changed = False
    for x in unknown:
        yield VariableTaken(x, prod(len(d[y]) for y in unknown if y != x))
        left: Domain = ()
        for a in d[x]:
            if (yield from has_support(c, x, a, unknown, d)):
                left += (a,)
        removed = tuple(a for a in d[x] if a not in left)
        if not left:
            reason = c.explain(d)
            d[x] = left
            yield WipedOut(x, c.name, reason)
            return False, True
        if removed:
            changed, d[x] = True, left
            yield Pruned(x, removed, left, c.name)
    return True, changed


def has_support(c: Constraint, x: str, a: Value, unknown: tuple[str, ...], d: dict[str, Domain]) -> Steps[bool]:
    """Tries x = a with all assignments of the other undefined variables: the counter's digits, the last one fastest."""
    tuple_ = [d[y][0] for y in c.scope]
    places = [c.scope.index(y) for y in unknown]
    for values in islice(product(*((a,) if y == x else d[y] for y in unknown)), MOST_TRIED):
        for place, value in zip(places, values, strict=True):
            tuple_[place] = value
        satisfied = c.allows(tuple_)
        yield TupleTried(shared(values), satisfied)
        if satisfied:
            yield SupportFound(x, a)
            return True
    if prod(len(d[y]) for y in unknown if y != x) > MOST_TRIED:
        raise AlgorithmError(f"{c.name} ties {len(unknown)} undefined variables, too many to list their assignments; "
                             "use mrv-plus, which lists none, or split the constraint")
    yield NoSupport(x, a, c.name)
    return False


@lru_cache(maxsize=4096)
def shared(values: Domain) -> Domain:
    """The same values as one object: a long run tries few different tuples, and its events are kept."""
    return values


def check_known(c: Constraint, d: dict[str, Domain]) -> Steps[bool]:
    """The only tuple of a constraint whose variables are all defined: does it satisfy it?"""
    satisfied = c.allows([d[x][0] for x in c.scope])
    yield TupleTried((), satisfied)
    if not satisfied:
        yield WipedOut(None, c.name, c.explain(d))
    return satisfied
