"""Constraint networks (X, D, C) after Dechter 2003, as in Simon 2012, definition 1, and small networks as a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from algorithms.problems.puzzle import Puzzle

Value = int | str
Domain = tuple[Value, ...]
Domains = Mapping[str, Domain]


def unequal(values: Sequence[Value]) -> bool:
    """The relation x ≠ y. Constraints that share this very function are known to be of that kind."""
    return values[0] != values[1]


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: what a relation does cannot be compared
class Constraint:
    """A scope and a relation over it.

    name:    as people refer to it, ``C(1,1)``
    scope:   the variables, in order, none twice
    allows:  the relation: does a tuple of values, in the order of the scope, belong to it?
    text:    the relation as people write it, ``x(0,2) + x(1,2) = 3``
    explain: why no tuple within the given domains can satisfy it, in a few words
    """

    name: str
    scope: tuple[str, ...]
    allows: Callable[[Sequence[Value]], bool]
    text: str
    explain: Callable[[Domains], str]


def supported(c: Constraint, x: str, d: Domains) -> Domain:
    """The values of ``x`` that some assignment of the others, within their domains, goes with: all are gone through."""
    place = c.scope.index(x)
    found = {values[place] for values in product(*(d[y] for y in c.scope)) if c.allows(values)}
    return tuple(value for value in d[x] if value in found)


def differ(x: str, y: str) -> Constraint:
    """That the two have different values."""

    def explain(left: Domains) -> str:
        given = ", ".join(f"{z} in {{{', '.join(map(str, left[z]))}}}" for z in (x, y))
        return f"{x} and {y} must differ, with {given}"

    return Constraint(f"{x}≠{y}", (x, y), unequal, f"{x} ≠ {y}", explain)


@dataclass(frozen=True, slots=True)
class Sum(Constraint):
    """Exactly ``total`` of the variables, each of which is 0 or 1, are 1.

    A constraint over any number of variables: whoever takes it counts, and never lists its C(n, total) tuples.
    """

    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Exactly(Constraint):
    """Exactly ``total`` of the variables have this value: what they can be otherwise does not matter."""

    value: Value
    total: int


@dataclass(frozen=True, slots=True)
class CSP:
    """A constraint network.

    domains:     the values of each variable, in the order in which they are tried
    constraints: those that carry information, in the order in which they are taken
    hidden:      variables that are no part of the puzzle, such as the padding around a Gnomine board
    given:       variables whose single value the puzzle states: a search has nothing to find there
    units:       by name, variables that take each of their values exactly once, such as a row of a Sudoku
    """

    domains: Mapping[str, Domain]
    constraints: tuple[Constraint, ...]
    hidden: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    method = "as_csp"  # the name of the puzzle's method that gives this form


def whole_csp_of(puzzle: Puzzle) -> CSP:
    """All that a puzzle says, with what its network leaves out unless an algorithm asks for it (``as_whole_csp``)."""
    method: Callable[[], CSP] | None = getattr(puzzle, "as_whole_csp", None)
    return csp_of(puzzle) if method is None else method()


def csp_of(puzzle: Puzzle) -> CSP:
    """The network of a puzzle; of one that has no such form only the variables of its layout, without any value."""
    method: Callable[[], CSP] | None = getattr(puzzle, CSP.method, None)
    return CSP(dict.fromkeys(puzzle.layout().places, ()), ()) if method is None else method()
