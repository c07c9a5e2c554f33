"""What is so in every solution of a small network: found by supposing the opposite, and looking for a solution of that.

    csp     the network        known   its domains, as reduced so far
"""

from __future__ import annotations

from algorithms.problems.forms.csp import CSP, Domains, Value
from algorithms.problems.forms.supposition import think

MOST_SUPPOSED = 2_000
"""Suppositions, before a network is too large to be asked."""


class TooLarge(ValueError):  # noqa: N818 - it says what it is
    """Too many suppositions would be needed."""


def always(csp: CSP, known: Domains, variable: str, value: Value) -> bool:
    """Has the variable that value in every solution, and is there one? Raises TooLarge where that cannot be told."""
    search = _Search(csp)
    domains = {x: tuple(known.get(x, values)) for x, values in csp.domains.items()}
    if value not in domains[variable]:
        return False
    others = tuple(other for other in domains[variable] if other != value)
    return (search.solvable({**domains, variable: (value,)}, variable)
            and not (others and search.solvable({**domains, variable: others}, variable)))


class _Search:
    def __init__(self, csp: CSP) -> None:
        self.csp, self.left = csp, MOST_SUPPOSED

    def solvable(self, domains: Domains, first: str) -> bool:
        """Is there a solution within these domains? ``first`` is the variable that is supposed first."""
        open_ = [x for x, values in domains.items() if len(values) > 1]
        if not open_:
            return all(c.allows([domains[x][0] for x in c.scope]) for c in self.csp.constraints)
        x = first if first in open_ else min(open_, key=lambda name: len(domains[name]))
        for value in domains[x]:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            thought = think(self.csp, domains, {x: value})
            if not thought.breaks and self.solvable(thought.domains(), x):
                return True
        return False
