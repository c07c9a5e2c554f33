"""Sums over many variables: whether a value has a support is counted, not searched for.

Source: Simon 2012, section 2.5.2, formula (2.2): the values of all fields add up to the total n_T. The loop of section
2.3 would go over the 2ⁿ assignments of n undefined fields, for each field and value. It need not: the others can add up
to every number from the one where all that are undefined are 0 to the one where they are 1, and to no other. So x = a
has a support if and only if n_T − a is one of these numbers, which is what the search for a tuple would find, too.

    c   a sum, such as the mine total      n_T   its total: ``c.total``        d   the domains D, being reduced
    among   variables that are undefined: as they are alike, one test of a value is about each of them
    rest    what all other variables of c add up to: at least, at most
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Steps
from algorithms.events import Pruned, SumTested, WipedOut
from algorithms.problems.forms.csp import Domain, Sum


def known_ones(variables: Sequence[str], d: dict[str, Domain]) -> int:
    """How many of the variables are 1 for sure."""
    return sum(d[x] == (1,) for x in variables)


def revise_sum(c: Sum, among: Sequence[str], rest: tuple[int, int], d: dict[str, Domain],
               beside: str | None = None) -> Steps[tuple[bool, bool]]:
    """Formula (2.1) for all variables of ``among`` at once. Consistent? Changed?

    ``beside``: the constraint that says what the rest adds up to, where it is more than what is known.
    """
    least, most = rest
    if not among:
        consistent = least <= c.total <= most
    else:
        supported = []
        for a in (0, 1):
            test = SumTested(c.name, a, c.total - a, least, most + len(among) - 1, beside)
            yield test
            if test.supported:
                supported.append(a)
        consistent = bool(supported)
    if not consistent:
        reason = c.explain(d) if beside is None else f"with what {beside} takes, {c.total} cannot be reached"
        first = next((x for x in c.scope if len(d[x]) > 1), None)
        if first is not None:
            d[first] = ()
        yield WipedOut(first, c.name, reason)
        return False, True
    if not among or len(supported) == 2:
        return True, False
    for x in among:
        removed, d[x] = tuple(a for a in d[x] if a not in supported), (supported[0],)
        yield Pruned(x, removed, d[x], c.name)
    return True, True
