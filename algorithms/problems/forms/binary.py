"""Binary networks: any constraint network put so that no constraint ties more than two variables.

AC-3 and the backjumping searches ask about pairs of variables. A constraint over two is such a question already; what
a constraint over one variable refuses is taken out of its domain at once; a constraint over more becomes a *variable of
its own*, whose values are the tuples that it admits:

    hidden  each of its variables must have the value that the tuple gives it (the hidden-variable form: Peirce 1933;
            Rossi, Petrie and Dhar, ECAI 1990)
    dual    every constraint becomes such a variable, in place of those of the puzzle, and two of them that share
            variables must agree on these (Dechter and Pearl 1989)

A network that is binary already stays as it is in both forms. A variable with a single value is a constant to a
constraint over three variables or more, so a number of a Gnomine board with two covered neighbours is binary, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Literal, NamedTuple

from algorithms.core import AlgorithmError
from algorithms.long_work import in_pieces
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Value

BinaryForm = Literal["hidden", "dual"]
Pair = tuple[str, str]

MOST_LISTED = 1_000_000
"""Assignments tried, of all constraints together, to find the tuples that they admit: about a second."""
MOST_AGREEMENTS = 100_000
"""Pairs of constraints that share variables, in the dual form."""


class Restricted(NamedTuple):
    """What a constraint over a single variable took out of its domain, and what it left there."""

    variable: str
    removed: Domain
    left: Domain
    constraint: Constraint


@dataclass(frozen=True, slots=True)
class BinaryCSP:
    """A network in which every constraint ties two variables.

    csp:        itself. Variables that stand for constraints are ``hidden``, and come after those of the puzzle
    original:   the network that it was made from, and the ``form`` in which that was done
    pairs:      the constrained pairs, the variable that comes first in the domains first, each with its constraints:
                two constraints over the same variables are one pair
    neighbours: of each variable those that it makes a pair with
    restricted: what constraints over one variable did to the domains, in order
    stands_for: of each variable that is no part of the puzzle, the constraint that it stands for; its scope are those
                variables of the puzzle that ``tuples`` are about, of which each of its values means one
    """

    csp: CSP
    original: CSP
    form: BinaryForm
    pairs: Mapping[Pair, tuple[Constraint, ...]]
    neighbours: Mapping[str, tuple[str, ...]]
    restricted: tuple[Restricted, ...]
    stands_for: Mapping[str, Constraint]
    tuples: Mapping[str, Mapping[Value, Domain]]

    def between(self, x: str, y: str) -> tuple[Constraint, ...]:
        """The constraints of a pair, given in either order."""
        return self.pairs.get((x, y)) or self.pairs.get((y, x), ())

    def violated(self, x: str, a: Value, y: str, b: Value) -> Constraint | None:
        """The first constraint between them that x = a and y = b violate."""
        for c in self.between(x, y):
            if not c.allows((a, b) if c.scope[0] == x else (b, a)):
                return c
        return None

    def original_domains(self, d: Domains) -> dict[str, Domain]:
        """What domains of this network leave to the variables of the puzzle."""
        left = {x: d.get(x, domain) for x, domain in self.original.domains.items()}
        for h, c in self.stands_for.items():
            for place, x in enumerate(c.scope):
                if x not in d:
                    occurring = {self.tuples[h][t][place] for t in d[h]}
                    left[x] = tuple(a for a in left[x] if a in occurring)
        return left

    def original_values(self, assignment: Mapping[str, Value]) -> dict[str, Value]:
        """A solution of this network as one of the puzzle's."""
        left = self.original_domains({x: (a,) for x, a in assignment.items()})
        return {x: values[0] for x, values in left.items()}


def to_binary(csp: CSP, form: BinaryForm = "hidden") -> BinaryCSP:
    """The network with constraints over two variables only. AlgorithmError if that lists too many tuples."""
    shrunk = [_without_constants(c, csp.domains) if len(c.scope) > 2 else c for c in in_pieces(csp.constraints)]
    restricted, domains = _restrict([c for c in shrunk if len(c.scope) == 1], csp.domains)
    dual = form == "dual" and any(len(c.scope) > 2 for c in shrunk)
    fewest = 2 if dual else 3
    kept = [c for c in shrunk if 2 <= len(c.scope) < fewest]
    listed = [c for c in shrunk if len(c.scope) >= fewest or not (c.scope or c.allows(()))]
    _check_size(listed, domains)
    variables = {name: c for c, name in zip(listed, _names(listed, domains), strict=True)}
    tuples = {name: _tuples(c, domains) for name, c in variables.items()}
    if dual:
        constraints = _agreements(variables, tuples)
        taken = {x for c in listed for x in c.scope}
        domains = {x: values for x, values in domains.items() if x not in taken}
    else:
        constraints = kept + [_link(h, place, c, tuples[h]) for h, c in in_pieces(variables.items())
                              for place in range(len(c.scope))]
    domains |= {h: tuple(meaning) for h, meaning in tuples.items()}
    binary = CSP(domains, tuple(constraints), csp.hidden & domains.keys() | variables.keys(),
                 csp.given & domains.keys(),
                 {unit: xs for unit, xs in csp.units.items() if domains.keys() >= set(xs)})
    pairs = _pairs(binary)
    return BinaryCSP(binary, csp, form, pairs, _neighbours(binary, pairs), restricted, variables, tuples)


def _without_constants(c: Constraint, domains: Domains) -> Constraint:
    """The constraint over its variables that have a choice; the others have the values that they have."""
    scope = tuple(x for x in c.scope if len(domains[x]) != 1)
    places = [c.scope.index(x) for x in scope]
    known = [domains[x][0] if len(domains[x]) == 1 else None for x in c.scope]

    def allows(values: Sequence[Value]) -> bool:
        whole = list(known)
        for place, value in zip(places, values, strict=True):
            whole[place] = value
        return c.allows(whole)  # type: ignore[arg-type]  # no None is left in it

    return c if scope == c.scope else Constraint(c.name, scope, allows, c.text, c.explain)


def _restrict(unary: list[Constraint], domains: Domains) -> tuple[tuple[Restricted, ...], dict[str, Domain]]:
    left = dict(domains)
    restricted = []
    for c in in_pieces(unary):
        x = c.scope[0]
        kept = tuple(a for a in left[x] if c.allows((a,)))
        if kept != left[x]:
            restricted.append(Restricted(x, tuple(a for a in left[x] if a not in kept), kept, c))
            left[x] = kept
    return tuple(restricted), left


def _check_size(listed: list[Constraint], domains: Domains) -> None:
    sizes = [prod(len(domains[x]) for x in c.scope) for c in listed]
    if sum(sizes) > MOST_LISTED:
        c = listed[sizes.index(max(sizes))]
        raise AlgorithmError(f"{c.name} ties {len(c.scope)} undefined variables, too many to list what they can be in "
                             f"a binary network ({MOST_LISTED:,} assignments of all constraints at most); "
                             "use mrv-plus, which lists none, or leave the constraint out, or split it")


def _names(listed: list[Constraint], domains: Domains) -> list[str]:
    """A variable for each of the constraints is named like it, or, where that name is taken, with a ′ behind it."""
    names: dict[str, None] = {}
    for c in listed:
        name = c.name
        while name in domains or name in names:
            name += "′"
        names[name] = None
    return list(names)


def _tuples(c: Constraint, domains: Domains) -> dict[Value, Domain]:
    """The tuples that a constraint admits, each under the text that is the value of its variable."""
    found = [t for t in in_pieces(product(*(domains[x] for x in c.scope)), 1000) if c.allows(t)]
    texts = [f"({', '.join(map(str, t))})" for t in found]
    if len(set(texts)) < len(texts):  # 1 and "1" are different values
        texts = list(map(repr, found))
    return dict(zip(texts, found, strict=True))


def _link(h: str, place: int, c: Constraint, meaning: Mapping[Value, Domain]) -> Constraint:
    """Between a variable of a constraint and the one that stands for it. It bears the name of the constraint: that is
    the reason for whatever goes."""
    x = c.scope[place]
    return Constraint(c.name, (x, h), lambda values: meaning[values[1]][place] == values[0], c.text, c.explain)


def _agreements(variables: Mapping[str, Constraint], tuples: Mapping[str, Mapping[Value, Domain]]) -> list[Constraint]:
    """Between any two constraints that share variables, in the dual form."""
    having: dict[str, list[str]] = {}
    for h, c in variables.items():
        for x in c.scope:
            having.setdefault(x, []).append(h)
    most = max(having, key=lambda x: len(having[x]), default="")
    if sum(len(sharing) * (len(sharing) - 1) // 2 for sharing in having.values()) > MOST_AGREEMENTS:
        raise AlgorithmError(f"{len(having[most])} constraints share {most}, too many to compare each two of them in "
                             "the dual form; use form: hidden", key="form")
    near = dict.fromkeys(pair for sharing in having.values() for pair in combinations(sharing, 2))
    return [_agreement((h, variables[h].scope, tuples[h]), (k, variables[k].scope, tuples[k]))
            for h, k in in_pieces(near)]


def _agreement(one: tuple[str, tuple[str, ...], Mapping[Value, Domain]],
               other: tuple[str, tuple[str, ...], Mapping[Value, Domain]]) -> Constraint:
    (h, here, mine), (k, there, theirs) = one, other
    shared = [x for x in here if x in there]
    places = [(here.index(x), there.index(x)) for x in shared]

    def allows(values: Sequence[Value]) -> bool:
        s, t = mine[values[0]], theirs[values[1]]
        return all(s[i] == t[j] for i, j in places)

    return Constraint(f"{h} and {k}", (h, k), allows, f"{h} and {k} agree on {', '.join(shared)}",
                      lambda d: f"they agree nowhere on {', '.join(shared)}")


def _pairs(csp: CSP) -> dict[Pair, tuple[Constraint, ...]]:
    position = {x: index for index, x in enumerate(csp.domains)}
    pairs: dict[Pair, tuple[Constraint, ...]] = {}
    for c in in_pieces(csp.constraints, 1000):
        x, y = sorted(c.scope, key=position.__getitem__)
        pairs[x, y] = (*pairs.get((x, y), ()), c)
    return pairs


def _neighbours(csp: CSP, pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {x: [] for x in csp.domains}
    for x, y in in_pieces(pairs, 1000):
        found[x].append(y)
        found[y].append(x)
    return {x: tuple(near) for x, near in found.items()}
