"""Small constraint networks, for tests that try everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from hypothesis import strategies as st

from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Exactly, Value
from kit.draws import several

NAMES = "ABCD"


def _so_many(value: Value, total: int, values: Sequence[Value]) -> bool:
    return list(values).count(value) == total


def _listed(allowed: frozenset[tuple[Value, ...]], values: Sequence[Value]) -> bool:
    return tuple(values) in allowed


def _silent(_d: Domains) -> str:
    return ""


def table(name: str, scope: tuple[str, ...], allowed: frozenset[Domain]) -> Constraint:
    """A constraint whose tuples are listed. What it explains asks for the domain of each of its variables."""

    def explain(domains: Domains) -> str:
        return f"no row fits {[domains[x] for x in scope]}"

    return Constraint(name, scope, partial(_listed, allowed), "a table", explain)


def solutions(csp: CSP) -> Iterator[dict[str, Value]]:
    """All of them, by trying everything."""
    for values in product(*csp.domains.values()):
        solution = dict(zip(csp.domains, values, strict=True))
        if all(c.allows([solution[x] for x in c.scope]) for c in csp.constraints):
            yield solution


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Small networks with constraints that are listed, and some that are counted."""
    domains: dict[str, Domain] = {x: tuple(range(draw(st.integers(2, 3)))) for x in NAMES}
    constraints: list[Constraint] = []
    for number in range(draw(st.integers(1, 4))):
        size = draw(st.integers(1, 4))
        scope = tuple(draw(several(NAMES, size, size)))
        if draw(st.booleans()):
            value, total = draw(st.integers(0, 2)), draw(st.integers(0, len(scope)))
            constraints.append(Exactly(f"c{number}", scope, partial(_so_many, value, total), "", _silent, value, total))
        else:
            allowed = frozenset(draw(several(product(*(domains[x] for x in scope)))))
            constraints.append(Constraint(f"c{number}", scope, partial(_listed, allowed), "", _silent))
    return CSP(domains, tuple(constraints))
