"""What the searches are given: variables numbered in the order in which they get their values, and who constrains whom.

    n        how many variables there are; they are numbered from 1, and level 0 is before all of them
    domain   domain[i]: the numbers of the values that Vᵢ may have
    C        C[i][j]: the pair of Vᵢ and Vⱼ, None where no constraint is between them
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from algorithms.arcs.ac3 import make_consistent
from algorithms.backjumping.events import Checked
from algorithms.backjumping.orders import Order, ordered
from algorithms.core import run
from algorithms.long_work import in_pieces
from algorithms.problems.forms.binary import BinaryCSP, to_binary
from algorithms.problems.forms.csp import CSP, Domains, Value


class Pair(dict[tuple[int, int], Checked]):
    """Two variables with a constraint between them: what a check of two of their values says, made when it is first
    asked for. The same check is asked so often that to make its event anew each time would take most of the time."""

    __slots__ = ("_all",)

    def __init__(self, binary: BinaryCSP, x: str, y: str, xs: Sequence[Value], ys: Sequence[Value]) -> None:
        super().__init__()
        self._all = binary, x, y, xs, ys

    def __missing__(self, key: tuple[int, int]) -> Checked:
        binary, x, y, xs, ys = self._all
        a, b = xs[key[0]], ys[key[1]]
        broken = binary.violated(x, a, y, b)
        first = (binary.pairs.get((x, y)) or binary.pairs[y, x])[0]
        self[key] = checked = Checked(x, a, y, b, broken is None, (broken or first).name)
        return checked


class Problem(NamedTuple):
    """A binary network in an order. ``names`` and ``values`` have an entry for each number, 0 included."""

    binary: BinaryCSP
    names: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    C: list[list[Pair | None]]

    @property
    def n(self) -> int:
        return len(self.names) - 1

    @property
    def domain(self) -> list[list[int]]:
        return [list(range(len(values))) for values in self.values]

    def named(self, levels: Collection[int]) -> tuple[str, ...]:
        """The names of variables, without the 0 that stands for none."""
        names = self.names
        return tuple([names[i] for i in sorted(levels) if i])


def problem_of(binary: BinaryCSP, domains: Domains, order: Order, rng: Random | None) -> Problem:
    """A network, with what is left of its domains, in that order."""
    peers: dict[str, list[str]] = {x: [] for x in domains}
    for x, y in binary.pairs:
        peers[x].append(y)
        peers[y].append(x)
    names = ("", *ordered(domains, peers, order, rng))
    number = {x: i for i, x in enumerate(names)}
    values: tuple[tuple[Value, ...], ...] = ((), *(domains[x] for x in names[1:]))
    pairs: list[list[Pair | None]] = [[None] * len(names) for _ in in_pieces(names)]
    for x, ys in peers.items():
        for y in ys:
            i, j = number[x], number[y]
            pairs[i][j] = Pair(binary, x, y, values[i], values[j])
    return Problem(binary, names, values, pairs)


class Prepared(NamedTuple):
    """A network with constraints on two variables only, and what is left of its domains. ``pruned``: so many values
    AC-3 has taken away, None where it did not run; ``consistent``: has it left some to each?"""

    binary: BinaryCSP
    domains: Domains
    pruned: int | None
    consistent: bool


def prepared(csp: CSP, ac3: bool) -> Prepared:
    """What a search begins with. AC-3 runs without a word: it has lessons of its own. AlgorithmError if the network is
    too large."""
    binary = to_binary(csp)
    domains = binary.csp.domains
    if not ac3:
        return Prepared(binary, domains, None, True)
    left = {x: dict.fromkeys(values) for x, values in domains.items()}
    consistent = run(make_consistent(binary, left, dict(csp.domains)))
    pruned = sum(map(len, domains.values())) - sum(map(len, left.values()))
    return Prepared(binary, {x: tuple(values) for x, values in left.items()}, pruned, consistent)
