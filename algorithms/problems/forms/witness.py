"""A full solution in which variables have given values, or the few laws by which there is none: by python-sat, over the
direct encoding (Walsh 2000). Laws that have too many tuples to be written down are asked about each solution that is
found, and each one that they refuse is excluded."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, product
from math import prod
from typing import Any

from algorithms.problems.forms.csp import Domain, Exactly, Sum, Value, unequal
from algorithms.problems.forms.supposition import Unit
from algorithms.problems.forms.theory import Law, OfClause, OfNetwork, OneOfSome, Theory

_MOST_LISTED = 1024  # tuples of a law that are written down
_MOST_PROPAGATED = 700_000  # literals: a tenth of a second
_TURNS = 20  # in which these are used up where something is counted
_MOST_CONFLICTS = 15_000  # where laws can be taken away, which are literals too
_MOST_REFUSED = 200  # solutions that laws which are not written down may refuse
_FEW_CONFLICTS = 50  # for finding out whether a law is needed
_MOST_NEEDED = 500  # for finding it out of all laws
_MOST_FOLLOWED = 150_000  # literals, for the same
_MOST_LEFT_OUT = 200  # laws that this is found out of

Solution = Mapping[str, Value]


class Witness:
    """What solutions a theory has, where it is asked about the values of some variables; asked again, it knows what it
    has learned. ``unknown``: the last question took too long.

    by_laws: each law can be taken away (Eén and Sörensson 2003), so that it can be told which of them are needed
    """

    def __init__(self, theory: Theory, about: Collection[str], *, by_laws: bool = False) -> None:
        from pysat.solvers import Minicard  # type: ignore[import-untyped]  # takes a moment to load

        self.theory = theory
        self.unknown = False
        self.about = frozenset(about)
        self._laws: dict[int, Law] | None = {} if by_laws else None  # by the literal that puts them in force
        self._force: dict[Law, int] = {}
        self._rest: list[tuple[Sum | Exactly, list[str]]] = []  # what is counted, and who is in nothing else
        self._ids = count(1)
        self._literals: dict[tuple[str, Value], int] = {}
        self._solver: Any = Minicard()
        self._never = next(self._ids)
        self._solver.add_clause([-self._never])
        for x, values in theory.domains.items():
            self._of_variable(x, values)
        self._asked: list[Law] = []
        for law in theory.laws:
            self._add(law)

    def solution(self, supposed: Mapping[str, Domain]) -> Solution | None:
        """A solution with these values; None where there is none, or it is ``unknown``."""
        return self._solved(self._wanted(supposed))

    def core(self, supposed: Mapping[str, Domain]) -> tuple[Law, ...] | None:
        """Laws by which no solution has these values, mostly few; None where there is one, or nobody knows."""
        assert self._laws is not None, "only one that has its laws apart can tell"
        found = self._solved([*self._wanted(supposed), *self._laws])
        return None if found is not None or self.unknown else tuple(self._laws[force] for force in sorted(self._used()))

    def least(self, supposed: Mapping[str, Domain]) -> tuple[Law, ...]:
        """Where all laws are such a core: without those that are not needed, as far as is found out quickly."""
        assert self._laws is not None
        wanted, core = self._wanted(supposed), set(self._laws)
        for force in sorted(core)[:_MOST_LEFT_OUT]:
            done = self._solver.accum_stats()
            left = _MOST_NEEDED - done["conflicts"]
            if left <= 0 or done["propagations"] > _MOST_FOLLOWED:
                break
            if force in core:
                self._solver.conf_budget(min(left, _FEW_CONFLICTS))
                if self._solver.solve_limited(assumptions=[*wanted, *sorted(core - {force})]) is False:
                    core = self._used()
        return tuple(self._laws[force] for force in sorted(core))

    def _wanted(self, supposed: Mapping[str, Domain]) -> list[int]:
        """The literals that say so."""
        return [-literal for x, values in supposed.items() for value, literal in self._of(x) if value not in values]

    def _used(self) -> set[int]:
        """The laws that the last contradiction needed."""
        assert self._laws is not None
        return set(self._solver.get_core() or ()) & set(self._laws)

    def _solved(self, wanted: list[int]) -> Solution | None:
        """A solution under these assumptions; what is refused of one holds from then on."""
        self.unknown = False
        for _ in range(_MOST_REFUSED):
            answer = self._possible(wanted)
            if answer is None:
                break
            if not answer:
                return None
            # a model leaves out what is in no clause
            true = {literal for literal in self._solver.get_model() if literal > 0}
            found = {x: value for (x, value), literal in self._literals.items()
                     if (literal in true if literal > 0 else -literal not in true)}
            self._fill(found)
            refused = self._refused(found)
            if refused is None:
                return found
            self._refuse(refused, found)
            wanted = [*wanted, *(-literal for literal in self._unless(refused))]
        self.unknown = True
        return None

    def _possible(self, wanted: list[int]) -> bool | None:
        """Is there a model? None where it takes too long. Of what is counted, models may need many that have the value,
        or few: each is tried first in its turn."""
        answer: bool | None = None
        turns = _TURNS if self._rest and self._laws is None else 1
        for turn in range(turns):
            if turn > 0:
                sign = 1 if turn % 2 else -1
                self._solver.set_phases([sign * abs(literal) for literal in self._literals.values()])
            if self._laws is None:
                self._solver.prop_budget(_MOST_PROPAGATED // turns)
            else:
                self._solver.conf_budget(_MOST_CONFLICTS)
            answer = self._solver.solve_limited(assumptions=wanted)
            if answer is not None:
                break
        return answer

    # --- writing ---------------------------------------------------------------------------------------------------

    def _of(self, x: str) -> Iterator[tuple[Value, int]]:
        """The values of a variable, each with its literal."""
        return ((value, self._literals[x, value]) for value in self.theory.domains[x])

    def _of_variable(self, x: str, values: Sequence[Value]) -> None:
        """Exactly one of its values; of two, one is the complement of the other."""
        if len(values) == 2:
            first = next(self._ids)
            self._literals[x, values[0]], self._literals[x, values[1]] = first, -first
            return
        ids = [next(self._ids) for _ in values]
        self._literals |= {(x, value): literal for value, literal in zip(values, ids, strict=True)}
        self._clause(ids)
        add = self._solver.add_clause  # there are many of these
        for index, one in enumerate(ids):
            for other in ids[:index]:
                add([-one, -other])

    def _has(self, x: str, value: Value) -> list[int]:
        """The literal that says so; none where it cannot have it."""
        literal = self._literals.get((x, value))
        return [] if literal is None else [literal]

    def _unless(self, law: Law) -> list[int]:
        """The literal that a clause of a law has besides, where the law can be taken away."""
        if self._laws is None:
            return []
        if law not in self._force:
            self._force[law] = next(self._ids)
            self._laws[self._force[law]] = law
        return [-self._force[law]]

    def _add(self, law: Law) -> None:
        of = law.of if isinstance(law, OfNetwork) else law
        if isinstance(of, Sum | Exactly):
            value: Value = 1 if isinstance(of, Sum) else of.value
            rest = [x for x in of.scope if len(self.theory.near[x]) == 1 and x not in self.about
                    and value in self.theory.domains[x] and len(self.theory.domains[x]) > 1]
            others = [literal for x in of.scope if x not in rest for literal in self._has(x, value)]
            self._rest.append((of, rest))
            self._count(others, of.total - len(rest), of.total, self._unless(law))
        elif isinstance(of, Unit):
            self._clause([literal for x in of.scope for literal in self._has(x, of.value)] + self._unless(law))
        elif isinstance(of, OfClause):
            literals = [literal for x, value in of.literals.items() for literal in self._has(x, value)]
            self._clause(literals + self._unless(law))
        elif isinstance(of, OneOfSome):
            self._one_of_some(of)
        elif of.allows is unequal:
            self._differ(of.scope, self._unless(law))
        elif prod(len(self.theory.domains[x]) for x in law.scope) <= _MOST_LISTED:
            for values in product(*(self.theory.domains[x] for x in law.scope)):
                if not law.allows(values):
                    self._refuse(law, dict(zip(law.scope, values, strict=True)))
        else:
            self._asked.append(law)

    def _differ(self, scope: tuple[str, ...], unless: list[int]) -> None:
        x, y = scope
        add, literals = self._solver.add_clause, self._literals
        for value, literal in self._of(x):
            other = literals.get((y, value))
            if other is not None:
                add([-literal, -other, *unless])

    def _count(self, literals: list[int], least: int, most: int, unless: list[int]) -> None:
        """So many of them; the solver counts itself, so that a large board costs nothing to write down."""
        if most < 0 or least > len(literals):
            self._clause(unless)
            return
        self._at_most(literals, most, unless)
        self._at_most([-literal for literal in literals], len(literals) - least, unless)

    def _at_most(self, literals: list[int], most: int, unless: list[int]) -> None:
        """Where that can be taken away, literals of its own fill it up as long as it is in force."""
        if most >= len(literals):
            return
        fill = [next(self._ids) for _ in range(len(literals) - most)] if unless else []
        for one in fill:
            self._clause([one, *unless])
        self._solver.add_atmost(literals + fill, most + len(fill))

    def _clause(self, literals: list[int]) -> None:
        self._solver.add_clause(literals or [self._never])

    def _fill(self, found: dict[str, Value]) -> None:
        """Those that are in nothing but a count make it up."""
        for of, rest in self._rest:
            value: Value = 1 if isinstance(of, Sum) else of.value
            missing = of.total - sum(found[x] == value for x in of.scope if x not in rest)
            for place, x in enumerate(rest):
                found[x] = value if place < missing else next(v for v in self.theory.domains[x] if v != value)

    def _one_of_some(self, law: OneOfSome) -> None:
        """A variable for each body."""
        bodies = []
        for body in law.bodies:
            bodies.append(next(self._ids))
            for x, value in body.items():
                self._clause([-bodies[-1], *self._has(x, value)])
        for head in law.heads:
            self._clause([*(-literal for literal in self._has(head, 1)), *bodies, *self._unless(law)])

    # --- laws that are not written down ----------------------------------------------------------------------------

    def _refused(self, found: Solution) -> Law | None:
        """The first law that refuses a solution."""
        for law in self._asked:
            if not law.allows([found[x] for x in law.scope]):
                return law
        return next(iter(self.theory.more({x: (value,) for x, value in found.items()})), None)

    def _refuse(self, law: Law, found: Solution) -> None:
        """Not with these values of its variables."""
        if isinstance(law, OneOfSome):
            self._one_of_some(law)
        else:
            self._clause([-self._literals[x, found[x]] for x in law.scope] + self._unless(law))
