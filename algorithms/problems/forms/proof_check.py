"""Is a proof one? Each line is checked by itself, in another way than it was found: by the tuples that its law allows,
and where they are too many to be listed, by what kind of law it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from algorithms.problems.forms.csp import Domain, Domains, Exactly, Sum, Value
from algorithms.problems.forms.proof import Line, Proof
from algorithms.problems.forms.supposition import MOST_TUPLES, Unit
from algorithms.problems.forms.theory import Law, OfClause, OfNetwork, OneOfSome, Theory


def faults(theory: Theory, proof: Proof, known: Domains | None = None) -> list[str]:
    """What is wrong with a proof from what is given, and what is ``known`` besides; nothing if it is one."""
    d = dict(theory.domains if known is None else known)
    d |= {x: _both(d[x], left) for x, left in proof.supposed.items()}
    found = []
    for number, line in enumerate(proof.lines, 1):
        found += [f"{number}: {fault}" for fault in _faults(theory, line, d)]
        if line.variable:
            d[line.variable] = _both(d[line.variable], line.left)
    return found


def _faults(theory: Theory, line: Line, d: Domains) -> list[str]:
    found = [f"{x} in {left} is not known" for x, left in line.premises.items() if not set(d[x]) <= set(left)]
    if line.cases:
        values = {value for case in line.cases for value in case.supposed[line.variable]}
        if not set(_used(theory, line, (line.variable,))[line.variable]) <= values | set(line.left):
            found.append("not all cases")
        for case in line.cases:
            found += faults(theory, case, d)
            if set(case.supposed) != {line.variable} or not (case.lines and case.lines[-1].breaks):
                found.append("a case that breaks nothing")
        return found
    if not line.variable:
        can = _possible(line.laws[0], _used(theory, line, line.laws[0].scope))
        return found if not can else [*found, f"{line.laws[0].name} can be satisfied"]
    left = _used(theory, line, (line.variable,))[line.variable]
    for law in line.laws:
        used = _used(theory, line, law.scope)
        left = tuple(value for value in left if _possible(law, used | {line.variable: (value,)}))
    return found if set(left) <= set(line.left) else [*found, f"{line.variable} in {left} is possible"]


def _used(theory: Theory, line: Line, scope: Sequence[str]) -> dict[str, Domain]:
    """What a line may use of these variables: its premises, and what is given."""
    return {x: line.premises.get(x, theory.domains[x]) for x in scope}


def _both(one: Domain, other: Domain) -> Domain:
    return tuple(value for value in one if value in other)


def _possible(law: Law, d: Mapping[str, Domain]) -> bool:
    """Can the law be satisfied by these values?"""
    of = law.of if isinstance(law, OfNetwork) else None
    if isinstance(of, Unit):  # any tuple with its value: one of the variables can have it, and the others something
        return all(d[x] for x in of.scope) and any(of.value in d[x] for x in of.scope)
    if prod(len(d[x]) for x in law.scope) <= MOST_TUPLES:
        return any(map(law.allows if of is None else of.allows, product(*(d[x] for x in law.scope))))
    if isinstance(law, OfClause):
        return any(value in d[x] for x, value in law.literals.items())
    if isinstance(law, OneOfSome):
        return all(0 in d[x] for x in law.heads) or any(
            all(value in d[x] for x, value in body.items()) for body in law.bodies)
    if isinstance(of, Sum | Exactly):
        value: Value = 1 if isinstance(of, Sum) else of.value
        sure = sum(d[x] == (value,) for x in of.scope)
        return sure <= of.total <= sum(value in d[x] for x in of.scope)
    return True  # nobody can tell: then nothing follows from it


def claims(proof: Proof, x: str, left: Domain) -> bool:
    """Is this what it ends with?"""
    if not proof.lines:
        return False
    last = proof.lines[-1]
    return last.breaks or (last.variable == x and set(last.left) <= set(left))
