"""A puzzle as a theory: variables with their values, and rules, each of which says something of a few of them. What
proofs are made of, whatever form the puzzle has: constraints, clauses, rules of a logic program.

A puzzle has it by ``as_theory``, where that is not its network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from algorithms.problems.forms.cnf import CNF, text_of
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Exactly, Sum, Value, unequal
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import blocked, greatest_unfounded
from algorithms.problems.forms.supposition import Rest, Unit, rest_of, revise, silence_of, units_of

_BOTH: Domain = (0, 1)
_WIDE = 30  # variables: a law about more is one about the whole board


class Law(Protocol):
    """A rule of a theory: ``name`` and ``text`` as people refer to it, its scope, the tuples that it allows, and what
    it leaves of domains: nothing where it says nothing, None where it cannot be satisfied."""

    @property
    def name(self) -> str: ...
    @property
    def scope(self) -> tuple[str, ...]: ...
    @property
    def text(self) -> str: ...
    def allows(self, values: Sequence[Value]) -> bool: ...
    def revise(self, d: Domains) -> Mapping[str, Domain] | None: ...


@dataclass(frozen=True, eq=False)
class OfNetwork:
    """A constraint of a network, or one value of a unit."""

    of: Constraint | Unit
    _unequal: tuple[str, ...] | None = field(init=False, repr=False)  # the two, where it says that of two

    def __post_init__(self) -> None:
        two = isinstance(self.of, Constraint) and self.of.allows is unequal
        object.__setattr__(self, "_unequal", self.of.scope if two else None)

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def scope(self) -> tuple[str, ...]:
        return self.of.scope

    @property
    def text(self) -> str:
        if isinstance(self.of, Constraint):
            return self.of.text
        return f"the one place for {self.of.value} in {self.of.name}"

    def allows(self, values: Sequence[Value]) -> bool:
        return self.of.allows(values) if isinstance(self.of, Constraint) else self.of.value in values

    def revise(self, d: Domains) -> Mapping[str, Domain] | None:
        if self._unequal is not None:  # nearly always the answer, of nearly all the laws
            x, y = self._unequal
            if len(d[x]) > 1 < len(d[y]):
                return {}
        return revise(self.of, d)

    def silence(self, d: Domains) -> int:
        """Where it counts: as long as fewer variables than that have lost values, it says nothing."""
        return silence_of(self.of, d) if isinstance(self.of, Sum | Exactly) else 0

    def rest(self, d: Domains) -> Rest | None:
        """What it says rests on these domains; None where it does not count."""
        return rest_of(self.of, d) if isinstance(self.of, Sum | Exactly) else None


@dataclass(frozen=True, eq=False)
class OfClause:
    """A clause over variables that are 0 or 1; each literal a variable with the value that makes it true."""

    name: str
    literals: Mapping[str, Value]
    text: str

    @property
    def scope(self) -> tuple[str, ...]:
        return tuple(self.literals)

    def allows(self, values: Sequence[Value]) -> bool:
        return any(value == true for value, true in zip(values, self.literals.values(), strict=True))

    def revise(self, d: Domains) -> Mapping[str, Domain] | None:
        left = None
        for x, true in self.literals.items():
            values = d[x]
            if true in values:
                if len(values) == 1 or left is not None:
                    return {}
                left = x
        return None if left is None else {left: (self.literals[left],)}


@dataclass(frozen=True, eq=False)
class OneOfSome:
    """If one of these atoms is true, one of these bodies must be: an atom needs a rule that supports it, and atoms that
    need each other one from outside. A body is what its atoms must be."""

    name: str
    heads: tuple[str, ...]
    bodies: tuple[Mapping[str, Value], ...]
    text: str

    @property
    def scope(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.heads, *(x for body in self.bodies for x in body))))

    def allows(self, values: Sequence[Value]) -> bool:
        known = dict(zip(self.scope, values, strict=True))
        return all(known[x] == 0 for x in self.heads) or any(
            all(known[x] == value for x, value in body.items()) for body in self.bodies)

    def revise(self, d: Domains) -> Mapping[str, Domain] | None:
        can = [body for body in self.bodies if all(value in d[x] for x, value in body.items())]
        if not can:
            left = {x: tuple(value for value in d[x] if value == 0) for x in self.heads if d[x] != (0,)}
            return left if all(left.values()) else None
        if len(can) > 1 or all(0 in d[x] for x in self.heads):
            return {}
        return {x: (value,) for x, value in can[0].items() if d[x] != (value,)}


@dataclass(frozen=True)
class Theory:
    """The variables with the values that the puzzle leaves them, and its laws.

    more: laws that are found only when they are asked for, as there are too many: those that say something of domains,
          or that a whole assignment violates
    """

    domains: Domains
    laws: tuple[Law, ...]
    more: Callable[[Domains], Sequence[Law]] = lambda _d: ()
    method = "as_theory"  # the name of the puzzle's method that gives this form
    near: Mapping[str, list[Law]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        near: dict[str, list[Law]] = {x: [] for x in self.domains}
        for law in self.laws:
            for x in law.scope:
                near[x].append(law)
        object.__setattr__(self, "near", near)

    @cached_property
    def wide(self) -> frozenset[Law]:
        """The laws about many variables."""
        return frozenset(law for law in self.laws if len(law.scope) > _WIDE)

    @cached_property
    def speaking(self) -> tuple[Law, ...]:
        """The laws that say something of the domains as they are."""
        return tuple(law for law in self.laws if law.revise(self.domains) != {})


def of_network(csp: CSP) -> Theory:
    """Its constraints, then its units."""
    every: list[Constraint | Unit] = [*csp.constraints, *units_of(csp)]
    return Theory(csp.domains, tuple(map(OfNetwork, every)))


def of_formula(cnf: CNF) -> Theory:
    """Its clauses, called by their numbers; one that is always true says nothing."""
    return Theory(dict.fromkeys(cnf.names, _BOTH), tuple(_clauses(cnf, lambda number: f"clause {number}")))


def _clauses(cnf: CNF, names: Callable[[int], str]) -> list[Law]:
    found: list[Law] = []
    for number, clause in enumerate(cnf.clauses, 1):
        literals = {cnf.names[abs(literal) - 1]: int(literal > 0) for literal in clause}
        if len({*clause}) == len(literals):
            words = [cnf.word(literal) for literal in dict.fromkeys(clause)]
            found.append(OfClause(names(number), literals, text_of(words)))
    return found


def of_program(program: LogicProgram) -> Theory:
    """The clauses of its rules, for each atom that it needs a rule, and for atoms that nothing but themselves holds up
    that they need one from outside. Its solutions are the answer sets."""
    cnf = program.classical()
    laws = _clauses(cnf, lambda number: cnf.origins[number - 1])
    laws += [_supported(program, frozenset((atom,))) for atom in range(1, len(program.names) + 1)]

    def unfounded(d: Domains) -> Sequence[Law]:
        false = [-atom for atom, x in enumerate(program.names, 1) if d[x] == (0,)]
        true = [atom for atom, x in enumerate(program.names, 1) if d[x] == (1,)]
        m = frozenset((*false, *true))
        u = greatest_unfounded(program, m) & {atom for atom, x in enumerate(program.names, 1) if d[x] != (0,)}
        parts = {_part(program, atom, u, m) for atom in u}
        return [_supported(program, part) for part in sorted(parts, key=lambda part: (len(part), sorted(part)))]

    return Theory(dict.fromkeys(program.names, _BOTH), tuple(laws), unfounded)


def _part(program: LogicProgram, atom: int, u: frozenset[int], m: frozenset[int]) -> frozenset[int]:
    """An unfounded set around an atom, small: each rule for one of its atoms is blocked or needs another one."""
    found, waiting = {atom}, [atom]
    while waiting:
        head = waiting.pop()
        for rule in program.rules:
            if rule.head == head and not blocked(rule, m) and found.isdisjoint(rule.positive):
                other = min(u.intersection(rule.positive), default=0)
                if other:  # those that were false before are blocked by that
                    found.add(other)
                    waiting.append(other)
    return frozenset(found)


def _supported(program: LogicProgram, u: frozenset[int]) -> Law:
    """That a rule from outside must hold up what is true of these atoms."""
    rules = [rule for rule in program.rules if rule.head in u and not u.intersection(rule.positive)]
    names = tuple(program.names[atom - 1] for atom in sorted(u))
    said = ", ".join(names)
    name = f"unfounded {said}" if len(u) > 1 else f"support of {said}"
    text = f"the rules from outside of {said}" if len(u) > 1 else f"the rules for {said}"
    return OneOfSome(name, names, tuple(_body(program, rule) for rule in rules if not blocked(rule, rule.body)), text)


def _body(program: LogicProgram, rule: Rule) -> Mapping[str, Value]:
    return {program.names[abs(literal) - 1]: int(literal > 0) for literal in rule.body}
