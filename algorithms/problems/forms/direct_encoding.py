"""Small constraint networks as formulas and as at-least constraints, by the direct encoding.

Source: Walsh, *SAT v CSP*, CP 2000. A variable ``x=v`` for each value v of x: at least one of them, no two
of them, and for each tuple that a constraint forbids a clause against it. A variable whose values are 0 and 1 stays
itself. ``origins`` are the names of the network's variables and constraints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import comb, prod

from algorithms.long_work import in_pieces
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, exactly, form_of_named
from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.csp import CSP, Domain, Value
from algorithms.problems.puzzle import PuzzleError

Literals = Mapping[Value, int]
"""For each value of a variable the literal that says that it has it."""


def csp_to_cnf(csp: CSP, limit: int) -> CNF:
    """The formula whose models are the solutions of the network; hidden variables come last.

    PuzzleError if it takes more than ``limit`` clauses, or so many tuples must be tried to find them.
    """
    _check_size(csp, limit)
    names, literals = _variables(csp)
    found: list[tuple[Clause, str]] = []
    for x, by_value in in_pieces(literals.items()):
        if not _is_bit(csp.domains[x]):
            values = tuple(by_value.values())
            found.append((values, x))
            found += [((-a, -b), x) for a, b in combinations(values, 2)]
    found += _forbidden(csp, literals)
    return CNF(names, tuple(clause for clause, _ in in_pieces(found, 5000)),
               tuple(origin for _, origin in in_pieces(found, 5000)), _visible(csp))


def csp_to_at_least(csp: CSP, limit: int) -> AtLeastForm:
    """The same with exactly one value for each variable as two at-least constraints, and the other clauses as they are.
    PuzzleError as there."""
    _check_size(csp, limit)
    names, literals = _variables(csp)
    found = [(c, x) for x, by_value in in_pieces(literals.items()) if not _is_bit(csp.domains[x])
             for c in exactly(tuple(by_value.values()), 1)]
    found += [(AtLeast(clause, 1), origin) for clause, origin in _forbidden(csp, literals)]
    return form_of_named(names, found, _visible(csp))


def _variables(csp: CSP) -> tuple[tuple[str, ...], dict[str, Literals]]:
    """The names of the formula's variables, and the literals of each of the network's, hidden ones last."""
    names: list[str] = []
    literals: dict[str, Literals] = {}
    for x in sorted(csp.domains, key=csp.hidden.__contains__):  # the others stay in their order
        literals[x] = _literals(x, csp.domains[x], names)
    twice = next((name for name, after in zip(sorted(names), sorted(names)[1:], strict=False) if name == after), None)
    if twice is not None:
        raise PuzzleError(f"two variables of the formula would be named {twice!r}; rename a variable", key="domains")
    return tuple(names), literals


def _forbidden(csp: CSP, literals: Mapping[str, Literals]) -> Iterator[tuple[Clause, str]]:
    """A clause against each tuple that a constraint forbids, with its name."""
    for c in in_pieces(csp.constraints):
        for values in in_pieces(product(*(csp.domains[x] for x in c.scope)), 1000):
            if not c.allows(values):
                yield tuple(-literals[x][value] for x, value in zip(c.scope, values, strict=True)), c.name


def _visible(csp: CSP) -> int:
    return sum(1 if _is_bit(domain) else len(domain) for x, domain in csp.domains.items() if x not in csp.hidden)


def _is_bit(domain: Domain) -> bool:
    return domain in ((0, 1), (1, 0))


def _literals(x: str, domain: Domain, names: list[str]) -> Literals:
    """The literals of a variable; their names join ``names``."""
    if _is_bit(domain):
        names.append(x)
        return {0: -len(names), 1: len(names)}
    first = len(names) + 1
    names += [f"{x}={value}" for value in domain]
    return {value: first + index for index, value in enumerate(domain)}


def _check_size(csp: CSP, limit: int) -> None:
    total = sum(1 + comb(len(domain), 2) for domain in csp.domains.values())
    if total > limit:
        raise PuzzleError(f"its domains take {total:,} clauses; a formula has at most {limit:,}: make them smaller",
                          key="domains")
    for index, c in enumerate(in_pieces(csp.constraints)):
        tuples = prod(len(csp.domains[x]) for x in c.scope)
        total += tuples
        if total > limit:
            raise PuzzleError(f"{c.name} has {tuples:,} tuples, which is too much for a formula of at most {limit:,} "
                              "clauses; make scopes or domains smaller", key=f"constraints.{index}")
