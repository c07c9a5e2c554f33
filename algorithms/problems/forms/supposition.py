"""A thought: what follows if a variable had a value, by the puzzle's own constraints, one or one unit at a time.

The constraints are asked round by round (generalized arc consistency, breadth first), so that what follows comes by as
few steps as there can be, and so does the contradiction, where there is one. Of a thought that breaks only the steps
that lead there are kept.

    csp     the network        known   its domains before, as reduced so far        d   its domains in the thought
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import NamedTuple

from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Exactly, Sum, Value, unequal

MOST_TUPLES = 20_000
"""A constraint with more tuples, which nobody can count otherwise, is not asked: what follows still follows."""


class SuppositionError(ValueError):
    """What cannot be supposed: the text is one line, ``variable`` the one at fault."""

    def __init__(self, message: str, variable: str) -> None:
        super().__init__(message)
        self.variable = variable


@dataclass(frozen=True)
class Inference:
    """A step of a thought.

    because: the constraint, or the unit, that says so
    using:   the variables of which it needed what the thought has made of them
    left:    what it leaves of others; nothing where it breaks
    value:   of a unit, the one that has a single place left, or none
    empty:   it breaks because this variable has no value left; None: because the constraint cannot be satisfied
    """

    because: str
    using: tuple[str, ...]
    left: Mapping[str, Domain]
    breaks: bool = False
    empty: str | None = None
    value: Value | None = None

    @property
    def decides(self) -> dict[str, Value]:
        """The variables that have a single value now."""
        return {x: values[0] for x, values in self.left.items() if len(values) == 1}


@dataclass(frozen=True)
class Thought:
    """What was ``supposed``, and what follows step by step, the last step being a contradiction if it ``breaks``."""

    supposed: Mapping[str, Value]
    steps: tuple[Inference, ...]
    known: Domains

    @property
    def breaks(self) -> bool:
        """Does it lead to a contradiction?"""
        return bool(self.steps) and self.steps[-1].breaks

    def domains(self, steps: int | None = None) -> dict[str, Domain]:
        """The domains after so many of its steps, or all."""
        d = dict(self.known) | {x: (value,) for x, value in self.supposed.items()}
        for step in self.steps[:steps]:
            d.update(step.left)
        return d

    @property
    def told(self) -> tuple[int, ...]:
        """The steps that are worth a number of their own: those that decide a variable, and the contradiction."""
        return tuple(index for index, step in enumerate(self.steps) if step.breaks or step.decides)

    def causes(self, index: int) -> tuple[str, ...]:
        """The decided variables from which a step follows, through those that only lost values on the way."""
        decided = dict.fromkeys(self.supposed)
        made: dict[str, list[int]] = {}
        for number, step in enumerate(self.steps[:index]):
            decided |= dict.fromkeys(step.decides)
            for x in step.left:
                made.setdefault(x, []).append(number)
        found: dict[str, None] = {}
        waiting, seen = list(self.steps[index].using), set[str]()
        while waiting:
            x = waiting.pop()
            if x in seen:
                continue
            seen.add(x)
            if x in decided:
                found[x] = None
            else:
                waiting += [y for number in made.get(x, ()) for y in self.steps[number].using]
        return tuple(x for x in self.known if x in found)


def think(csp: CSP, known: Domains, supposed: Mapping[str, Value]) -> Thought:
    """What follows from a supposition. Raises SuppositionError for one that is known to be so, or not to be."""
    domains = {x: tuple(known.get(x, values)) for x, values in csp.domains.items()}
    for x, value in supposed.items():
        if value not in domains[x]:
            raise SuppositionError(f"{x} cannot be {value} here: {_left(domains[x])}", x)
        if domains[x] == (value,):
            raise SuppositionError(f"{x} is {value} here already; nothing is to be supposed", x)
    d = domains | {x: (value,) for x, value in supposed.items()}
    around = _near(csp)
    steps: list[Inference] = []
    changed: list[str] = list(supposed)
    while changed and not (steps and steps[-1].breaks):
        found = list(_round(_around(around, changed), d, domains))
        broken = next((step for step in found if step.breaks), None)
        if broken is not None:
            steps.append(broken)
            break
        before, changed = dict(d), []
        for step in found:
            left = {x: tuple(value for value in d[x] if value in values) for x, values in step.left.items()}
            left = {x: values for x, values in left.items() if values != d[x]}
            if not left:
                continue
            steps.append(replace(step, left={x: values for x, values in left.items() if values}))
            d.update(left)
            changed += left
            if (empty := next((x for x, values in left.items() if not values), None)) is not None:
                using = tuple(dict.fromkeys((*step.using, empty)))
                steps[-1] = replace(step, using=using, left={}, breaks=True, empty=empty)
                d[empty] = before[empty]
                break
    thought = Thought(dict(supposed), tuple(steps), domains)
    return Thought(thought.supposed, _needed(thought), domains) if thought.breaks else thought


def _left(values: Domain) -> str:
    return f"only {', '.join(map(str, values))} is left" if values else "it has no value left"


def _near(csp: CSP) -> dict[str, list[Constraint | Unit]]:
    """For each variable the constraints and units that have it."""
    found: dict[str, list[Constraint | Unit]] = {x: [] for x in csp.domains}
    every: list[Constraint | Unit] = [*csp.constraints, *units_of(csp)]
    for c in every:
        for x in c.scope:
            found[x].append(c)
    return found


def units_of(csp: CSP) -> list[Unit]:
    """Each unit with each of its values."""
    return [Unit(name, scope, value) for name, scope in csp.units.items()
            for value in dict.fromkeys(value for x in scope for value in csp.domains[x])]


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit needs a place for a value."""

    name: str
    scope: tuple[str, ...]
    value: Value


def _around(around: Mapping[str, Sequence[Constraint | Unit]], changed: Iterable[str]) -> list[Constraint | Unit]:
    return list(dict.fromkeys(c for x in changed for c in around[x]))


def _round(waiting: Iterable[Constraint | Unit], d: Domains, known: Domains) -> Iterator[Inference]:
    """What each of these constraints says of the domains as they are."""
    for c in waiting:
        left = revise(c, d)
        if left == {}:
            continue
        thought = [x for x in c.scope if d[x] != known[x]]
        using = list(thought)
        for x in thought:  # without what it does not need
            fewer = [y for y in using if y != x]
            if _same(revise(c, {y: d[y] if y in fewer or y not in thought else known[y] for y in c.scope}), left):
                using = fewer
        value = c.value if isinstance(c, Unit) else None
        yield Inference(c.name, tuple(using), left or {}, left is None, value=value)


def _same(less: Mapping[str, Domain] | None, left: Mapping[str, Domain] | None) -> bool:
    """Does it say at least as much?"""
    if less is None or left is None:
        return less is None and left is None
    return all(x in less and set(less[x]) <= set(values) for x, values in left.items())


def revise(c: Constraint | Unit, d: Domains) -> dict[str, Domain] | None:
    """What is left of the variables that lose values; None: the constraint cannot be satisfied."""
    if isinstance(c, Unit):
        return _place(c, d)
    if isinstance(c, (Sum, Exactly)):
        return _count(c, d)
    if c.allows is unequal:
        return _differ(c, d)
    if prod(len(d[x]) for x in c.scope) > MOST_TUPLES:
        return {}
    tuples = [values for values in product(*(d[x] for x in c.scope)) if c.allows(values)]
    if not tuples:
        return None
    found = {}
    for x, occurring in zip(c.scope, zip(*tuples, strict=True), strict=True):
        left = tuple(value for value in d[x] if value in occurring)
        if left != d[x]:
            found[x] = left
    return found


def _differ(c: Constraint, d: Domains) -> dict[str, Domain] | None:
    """Two that are unequal: what one is, the other is not."""
    x, y = c.scope
    here, there = d[x], d[y]
    if len(here) > 1 < len(there):
        return {}
    if not (here and there) or here == there:
        return None
    for one, other, values in ((here, y, there), (there, x, here)):
        if len(one) == 1 and one[0] in values:
            return {other: tuple(value for value in values if value != one[0])}
    return {}


def _place(unit: Unit, d: Domains) -> dict[str, Domain] | None:
    """The only place for a value in a unit."""
    places = [x for x in unit.scope if unit.value in d[x]]
    if not places:
        return None
    return {places[0]: (unit.value,)} if len(places) == 1 < len(d[places[0]]) else {}


def _count(c: Sum | Exactly, d: Domains) -> dict[str, Domain] | None:
    """Exactly so many have a value: with as many that have it for sure no other may, with as few that can all must."""
    value, total, sure, can = _counted(c, d)
    if not sure <= total <= sure + len(can):
        return None
    if sure == total:
        return {x: tuple(other for other in d[x] if other != value) for x in can}
    return dict.fromkeys(can, (value,)) if sure + len(can) == total else {}


def _counted(c: Sum | Exactly, d: Domains) -> tuple[Value, int, int, list[str]]:
    """The value, how many have it, how many for sure, and which others can."""
    value, total = (1, c.total) if isinstance(c, Sum) else (c.value, c.total)
    alone, sure, can = (value,), 0, []
    for x in c.scope:
        left = d[x]
        if left == alone:
            sure += 1
        elif value in left:
            can.append(x)
    return value, total, sure, can


def silence_of(c: Sum | Exactly, d: Domains) -> int:
    """As long as fewer variables than that have lost values, it says nothing."""
    _, total, sure, can = _counted(c, d)
    return min(total - sure, sure + len(can) - total)


class Rest(NamedTuple):
    """What rests on a count that says something: the domains that it ``counts``, and how many of them it can spare."""

    counts: Callable[[Domain], bool]
    spare: int


def rest_of(c: Sum | Exactly, d: Domains) -> Rest:
    """What it says of these domains rests on those that have the value for sure, or else on those that cannot have it;
    a contradiction on one more than there may be."""
    value, total, sure, can = _counted(c, d)
    alone = (value,)
    if sure >= total:
        return Rest(lambda left: left == alone, max(0, sure - total - 1))
    return Rest(lambda left: value not in left, max(0, total - sure - len(can) - 1))


def _needed(thought: Thought) -> tuple[Inference, ...]:
    """Of the steps those that the contradiction needs, in their order, and of these what it needs: what else they say
    may rest on a step that is left out."""
    kept: list[Inference] = []
    wanted = {x: len(thought.steps) - 1 for x in thought.steps[-1].using}
    for index in range(len(thought.steps) - 1, -1, -1):
        step = thought.steps[index]
        used = {x: values for x, values in step.left.items() if wanted.get(x, -1) >= index}
        if step.breaks or used:
            kept.append(step if step.breaks else replace(step, left=used))
            for x in step.using:
                wanted[x] = max(wanted.get(x, -1), index)
    return tuple(reversed(kept))
