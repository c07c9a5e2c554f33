"""Two constraints that are compared: the tuples that each has left, and which of them agree on what both share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from algorithms.problems.forms.csp import Domain, Value
from visualizer.families.consistency.state import ConsistencyState


class Pair(NamedTuple):
    """A, whose tuples look for partners, and B: the tuples that are left, in their order, with the one of A in question
    even if it has just gone."""

    a: tuple[Domain, ...]
    b: tuple[Domain, ...]
    now: int | None


def pair_of(look: ConsistencyState) -> Pair | None:
    """The two that are compared; None where there are none, or one has too many tuples to be kept."""
    a, b = look.constraint, look.pair
    if a is None or b is None or a not in look.listed or b not in look.listed:
        return None
    gone = look.gone.get(a, frozenset())
    current = look.values if look.extends is not None else None
    mine = tuple(values for values in look.listed[a] if values not in gone or values == current)
    return Pair(mine, left(look, b), mine.index(current) if current in mine else None)


def clash(look: ConsistencyState, mine: Sequence[Value], theirs: Sequence[Value]) -> str | None:
    """The first variable that both share on which they differ; None: they agree."""
    here, there = look.scopes[str(look.constraint)], look.scopes[str(look.pair)]
    return next((x for x in look.shared if mine[here.index(x)] != theirs[there.index(x)]), None)


def left(look: ConsistencyState, name: str) -> tuple[Domain, ...]:
    """The tuples that a constraint has left, as far as these are kept."""
    return tuple(values for values in look.listed.get(name, ()) if values not in look.gone.get(name, frozenset()))


def partners(look: ConsistencyState, mine: Sequence[Value]) -> list[Domain]:
    """The tuples of B that agree with one of A."""
    return [theirs for theirs in left(look, str(look.pair)) if clash(look, mine, theirs) is None]


def without_tuple(look: ConsistencyState, domains: dict[str, Domain]) -> list[tuple[str, Value]]:
    """The values of A's variables that none of its tuples has: they go next."""
    name = str(look.constraint)
    return [(x, value) for index, x in enumerate(look.scopes.get(name, ())) for value in domains[x]
            if len(domains[x]) > 1 and not any(values[index] == value for values in left(look, name))]


def window(count: int, now: int | None, most: int) -> range:
    """Which of so many are drawn: those around the one in question."""
    if count <= most:
        return range(count)
    first = max(0, min((now or 0) - most // 2, count - most))
    return range(first, first + most)
