"""In which order variables get their values.

    given     as the puzzle has them                 random    any
    mrv       the fewest values left first           degree    the most open neighbours first
    mrv-plus  the fewest values left; of these the first with the highest contribution number (Abuluaih et al. 2018):
              of its values, how many its open neighbours share with it

A search that only looks back never narrows a domain before its variable is reached. So the order by any of these is
known before it begins: choosing each time would choose the same. Backmarking needs an order that does not change, as
what it remembers is a place in that order. Forward checking narrows domains, and chooses each time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Literal, TypeVar

from algorithms.problems.forms.csp import Value

Order = Literal["given", "random", "mrv", "degree", "mrv-plus"]
DYNAMIC: tuple[Order, ...] = ("mrv", "degree", "mrv-plus")
"""Orders that ask what is left, and so may change as a search narrows domains."""

V = TypeVar("V", str, int)


def best_variables(left: Mapping[V, Collection[Value]], peers: Mapping[V, Sequence[V]], order: Order) -> list[V]:
    """The open variables, for which it is said which values are ``left``, that can come next; the first one does, if
    nobody chooses."""
    if order not in DYNAMIC:
        return [next(iter(left))]
    if order == "degree":
        return _most(left, lambda x: sum(y in left for y in peers[x]))
    tied = _most(left, lambda x: -len(left[x]))
    if order == "mrv" or len(tied) == 1:
        return tied
    return _most(tied, lambda x: sum(len(set(left[x]) & set(left[y])) for y in peers[x] if y in left))


def _most(some: Iterable[V], score: Callable[[V], int]) -> list[V]:
    """Those with the highest score."""
    scores = {x: score(x) for x in some}
    best = max(scores.values())
    return [x for x, found in scores.items() if found == best]


def ordered(domains: Mapping[str, Collection[Value]], peers: Mapping[str, Sequence[str]], order: Order,
            rng: Random | None) -> list[str]:
    """All variables in that order, as long as no domain changes."""
    if order == "given":
        return list(domains)
    if order == "random":
        return (rng or Random(0)).sample(list(domains), len(domains))
    left, found = dict(domains), list[str]()
    while left:
        found.append(best_variables(left, peers, order)[0])
        del left[found[-1]]
    return found
