"""An assignment of values to variables, and the conflicts that it has, kept up to date by each change.

    x, y      variables, by their numbers       v, w      values, by their places in the domain; −1: none yet
    around    of each variable, the other end of each constraint on two variables, with the values that clash
    wider     of each variable, its constraints on one variable, or on more than two
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from algorithms.problems.forms.csp import CSP, Constraint, Domain, Value

_NONE = -1


class Clashes(dict[int, tuple[int, ...]]):
    """For each value of the other variable the own values that violate a constraint with it, found when first asked
    for: a search sees few of all pairs. ``first``: the own variable is the first one of the scope."""

    def __init__(self, own: Domain, others: Domain, constraint: Constraint, first: bool) -> None:
        self._own, self._others, self._allows, self._first = own, others, constraint.allows, first
        self[_NONE] = ()

    def __missing__(self, w: int) -> tuple[int, ...]:
        other, allows = self._others[w], self._allows
        if self._first:
            found = tuple([v for v, value in enumerate(self._own) if not allows((value, other))])
        else:
            found = tuple([v for v, value in enumerate(self._own) if not allows((other, value))])
        self[w] = found
        return found


class Wider:
    """A constraint on one variable, or on more than two; it is violated once all of these have a value and it does not
    hold."""

    def __init__(self, constraint: Constraint, scope: tuple[int, ...], domains: Sequence[Domain]) -> None:
        self.name, self.scope = constraint.name, scope
        self._allows, self._domains = constraint.allows, [domains[x] for x in scope]

    def violated(self, value: Sequence[int], x: int, v: int) -> bool:
        """Is it, if ``x`` has the value ``v``, and the others what ``value`` says?"""
        taken = [v if y == x else value[y] for y in self.scope]
        if _NONE in taken:
            return False
        return not self._allows([domain[w] for domain, w in zip(self._domains, taken, strict=True)])


class Change(NamedTuple):
    """What a new value has changed, by name: conflicts of variables, constraints."""

    changed: tuple[tuple[str, int], ...]
    broken: tuple[str, ...]
    mended: tuple[str, ...]


class Assignment:
    """Which value each variable has, and how many conflicts.

    value:      of each variable, by its place in the domain
    conflicts:  of each variable: the violated constraints on it
    violated:   how many constraints are
    conflicted: the names of the variables that have a conflict and more than one value, in no order
    """

    def __init__(self, csp: CSP) -> None:
        self.names = tuple(csp.domains)
        self.number = {name: x for x, name in enumerate(self.names)}
        self.domains = tuple(csp.domains.values())
        self.around: list[list[tuple[int, Clashes, str]]] = [[] for _ in self.names]
        self.wider: list[list[Wider]] = [[] for _ in self.names]
        for constraint in csp.constraints:
            self._connect(constraint)
        self.clear()

    def _connect(self, constraint: Constraint) -> None:
        scope, domains = tuple(self.number[x] for x in constraint.scope), self.domains
        if len(scope) == 2:
            x, y = scope
            self.around[x].append((y, Clashes(domains[x], domains[y], constraint, True), constraint.name))
            self.around[y].append((x, Clashes(domains[y], domains[x], constraint, False), constraint.name))
        else:
            wider = Wider(constraint, scope, domains)
            for x in scope:
                self.wider[x].append(wider)

    def clear(self) -> None:
        """No variable has a value."""
        self.value = [_NONE] * len(self.names)
        self.conflicts = [0] * len(self.names)
        self.violated = 0
        self.conflicted: list[str] = []
        self._place: dict[str, int] = {}  # of each name in ``conflicted``

    def counts(self, x: int) -> list[int]:
        """For each value of a variable the conflicts that it would have."""
        found, value = [0] * len(self.domains[x]), self.value
        for y, clashes, _ in self.around[x]:
            for v in clashes[value[y]]:
                found[v] += 1
        for wider in self.wider[x]:
            for v in range(len(found)):
                found[v] += wider.violated(value, x, v)
        return found

    def take(self, x: int, new: int) -> Change:
        """A variable takes a value."""
        old, value, conflicts = self.value[x], self.value, self.conflicts
        broken: list[str] = []
        mended: list[str] = []
        others: set[int] = set()
        for y, clashes, name in self.around[x]:
            clashing = clashes[value[y]]
            if (old in clashing) != (new in clashing):
                (mended if old in clashing else broken).append(name)
                conflicts[y] += 1 if new in clashing else -1
                others.add(y)
        for wider in self.wider[x]:
            was = wider.violated(value, x, old)
            if was != wider.violated(value, x, new):
                (mended if was else broken).append(wider.name)
                for y in wider.scope:
                    if y != x:
                        conflicts[y] += -1 if was else 1
                        others.add(y)
        value[x] = new
        difference = len(broken) - len(mended)
        self.violated += difference
        conflicts[x] += difference
        touched = (*sorted(others), x) if difference else sorted(others)
        for y in touched:
            self._list(y)
        return Change(tuple([(self.names[y], conflicts[y]) for y in touched]), tuple(broken), tuple(mended))

    def _list(self, x: int) -> None:
        """Puts a variable on the list of those in conflict, or takes it off, as it has conflicts."""
        name, listed = self.names[x], self.conflicted
        if self.conflicts[x] and name not in self._place and len(self.domains[x]) > 1:
            self._place[name] = len(listed)
            listed.append(name)
        elif not self.conflicts[x] and name in self._place:
            place, last = self._place.pop(name), listed.pop()
            if last != name:
                listed[place] = last
                self._place[last] = place

    def named(self) -> dict[str, Value]:
        """The value of each variable, by name, of those that have one."""
        return {name: domain[v] for name, domain, v in zip(self.names, self.domains, self.value, strict=True)
                if v != _NONE}
