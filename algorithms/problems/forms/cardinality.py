"""Counting in clauses: at most, at least and exactly k of n literals true, in four encodings.

    truth-table   the thesis's: a clause for every row that is false          no variables, about 2ⁿ clauses
    pairwise      of any k + 1 literals one is false                          no variables, C(n, k + 1) clauses
    sequential    Sinz's counter, one register after each literal             about nk variables, 2nk clauses
    totalizer     Bailleux and Boufkhad's tree of unary sums                  about n log n variables, n² clauses

Sources: Simon 2012, section 3.1.1; Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005;
Bailleux and Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*, CP 2003; for the pairwise one, also
called binomial, Frisch and Giannaros, *SAT Encodings of the At-Most-k Constraint*, ModRef 2010.

    x   the literals, n of them      k           the bound      least, most   between which the number of true ones lies
    s   auxiliary variables          fresh()     a new auxiliary variable
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb, log10
from typing import Literal

from algorithms.long_work import in_pieces
from algorithms.problems.forms.cnf import Clause

Encoding = Literal["truth-table", "pairwise", "sequential", "totalizer"]
Relation = Literal["at most", "at least", "exactly"]
Fresh = Callable[[], int]

MOST_IN_TABLE = 20
MOST_CLAUSES: int = 2**MOST_IN_TABLE
MOST_LITERALS = MOST_IN_TABLE * MOST_CLAUSES


class TooLargeError(ValueError):
    """An encoding that would take too many clauses; the text says which, and what to choose instead."""


@dataclass(frozen=True)
class Size:
    """What an encoding costs: its clauses, the literals in them, and its auxiliary variables."""

    clauses: int
    literals: int
    variables: int

    def __add__(self, other: Size) -> Size:
        return Size(self.clauses + other.clauses, self.literals + other.literals, self.variables + other.variables)


def size(relation: Relation, encoding: Encoding, n: int, k: int) -> Size:
    """What the encoding of ``k`` of ``n`` literals costs, computed and not built: a truth table may have 2⁴⁸⁰ rows."""
    return _SIZES[encoding](n, *_bounds(relation, n, k))


def _bounds(relation: Relation, n: int, k: int) -> tuple[int, int]:
    """Between which the number of true literals lies; the impossible is least = n + 1 or most = −1."""
    least = 0 if relation == "at most" else max(0, min(k, n + 1))
    most = n if relation == "at least" else max(-1, min(k, n))
    return least, most


def encoded(relation: Relation, x: Sequence[int], k: int, fresh: Fresh, encoding: Encoding) -> list[Clause]:
    """Clauses that demand that so many of the literals ``x`` are true. Raises TooLargeError."""
    least, most = _bounds(relation, len(x), k)
    if not _fits(encoding, len(x), least, most):
        sizes: dict[Encoding, int] = {name: measure(len(x), least, most).clauses for name, measure in _SIZES.items()}
        fitting = [name for name in sizes if _fits(name, len(x), least, most)]
        mend = f"choose {min(fitting, key=sizes.__getitem__)}" if fitting else "every encoding does; take fewer"
        raise TooLargeError(f"{relation} {k:,} of {len(x):,} variables takes too much as {encoding}, "
                       f"with {about(sizes[encoding])} clauses; {mend}")
    return _ENCODERS[encoding](x, least, most, fresh)


def _fits(encoding: Encoding, n: int, least: int, most: int) -> bool:
    if encoding == "truth-table" and n > MOST_IN_TABLE:  # few rows may be false, but all must be looked at
        return False
    cost = _SIZES[encoding](n, least, most)
    return cost.clauses <= MOST_CLAUSES and cost.literals <= MOST_LITERALS


def about(number: int) -> str:
    """A number of clauses in words; of one with many digits the nearest power of ten."""
    return f"{number:,}" if number < 10**9 else f"about 10^{round(log10(number)):,}"


# --- truth table -------------------------------------------------------------------------------------------------


def truth_table(x: Sequence[int], least: int, most: int, fresh: Fresh) -> list[Clause]:
    """Simon 2012, Table 3.1: the rows count in binary, the last literal fastest; each that is false is negated."""
    rows = product((0, 1), repeat=len(x))
    return [tuple(-literal if true else literal for literal, true in zip(x, row, strict=True))
            for row in rows if not least <= sum(row) <= most]


def _truth_table_size(n: int, least: int, most: int) -> Size:
    rows, row = 0, 1
    for true in range(n + 1):  # row = C(n, true)
        if not least <= true <= most:
            rows += row
        row = row * (n - true) // (true + 1)
    return Size(rows, n * rows, 0)


# --- pairwise ----------------------------------------------------------------------------------------------------


def pairwise(x: Sequence[int], least: int, most: int, fresh: Fresh) -> list[Clause]:
    """Frisch and Giannaros 2010: of any most + 1 literals one is false; of any n − least + 1 one is true.

    For most = 1 these are the pairs that gave it its name. The second half is the first, of the complements.
    """
    some_false = [tuple(-literal for literal in some) for some in combinations(x, most + 1)]
    return some_false + list(combinations(x, len(x) - least + 1))


def _pairwise_size(n: int, least: int, most: int) -> Size:
    return _subsets(n, most + 1) + _subsets(n, n - least + 1)


def _subsets(n: int, length: int) -> Size:
    return Size(comb(n, length), comb(n, length) * length, 0)


# --- sequential counter ------------------------------------------------------------------------------------------


def sequential_counter(x: Sequence[int], least: int, most: int, fresh: Fresh) -> list[Clause]:
    """Sinz 2005: LT_SEQ, and for at least k the same for at most n − k complements."""
    return _counter(x, most, fresh) + _counter([-literal for literal in x], len(x) - least, fresh)


def _counter(x: Sequence[int], k: int, fresh: Fresh) -> list[Clause]:
    """LT_SEQ of n and k: s[i][j] is true if more than j of x[0] … x[i] are. Sinz numbers both from 1."""
    n = len(x)
    if not 0 < k < n:
        return [()] if k < 0 else [(-literal,) for literal in x] if k == 0 else []
    s = [[fresh() for _ in range(k)] for _ in range(n - 1)]
    clauses: list[Clause] = [(-x[0], s[0][0]), *((-s[0][j],) for j in range(1, k))]
    for i in range(1, n - 1):
        clauses += [(-x[i], s[i][0]), (-s[i - 1][0], s[i][0])]
        for j in range(1, k):
            clauses += [(-x[i], -s[i - 1][j - 1], s[i][j]), (-s[i - 1][j], s[i][j])]
        clauses.append((-x[i], -s[i - 1][k - 1]))
    clauses.append((-x[n - 1], -s[n - 2][k - 1]))
    return clauses


def _sequential_size(n: int, least: int, most: int) -> Size:
    return _counter_size(n, most) + _counter_size(n, n - least)


def _counter_size(n: int, k: int) -> Size:
    if not 0 < k < n:
        return Size(1, 0, 0) if k < 0 else Size(n, n, 0) if k == 0 else Size(0, 0, 0)
    return Size(2 * n * k + n - 3 * k - 1, k + 3 + (n - 2) * (5 * k + 1), k * (n - 1))


# --- totalizer ---------------------------------------------------------------------------------------------------


def totalizer(x: Sequence[int], least: int, most: int, fresh: Fresh) -> list[Clause]:
    """Bailleux and Boufkhad 2003: a tree that adds up unary numbers, and a comparator at its root.

    Both halves of the sum's definition are there whatever the bounds, as in the source: a model of x has just one
    extension to the auxiliary variables.
    """
    if least > len(x) or most < 0:
        return [()]
    if least == 0 and most == len(x):
        return []
    clauses: list[Clause] = []
    s = _sum(x, fresh, clauses)
    return clauses + [(s[i],) for i in range(least)] + [(-s[i],) for i in range(most, len(x))]


def _sum(x: Sequence[int], fresh: Fresh, clauses: list[Clause]) -> list[int]:
    """The number of true literals in unary: r[i] is true if more than i are. Its definition goes to ``clauses``."""
    if len(x) == 1:
        return list(x)
    half = len(x) // 2
    a, b = _sum(x[:half], fresh, clauses), _sum(x[half:], fresh, clauses)
    r = [fresh() for _ in x]
    for i in in_pieces(range(len(a) + 1), 10):
        for j in range(len(b) + 1):
            if i + j > 0:  # i of a and j of b: at least i + j in all
                clauses.append((*(-y for y in a[i - 1 : i]), *(-y for y in b[j - 1 : j]), r[i + j - 1]))
            if i + j < len(r):  # no more than i of a and j of b: no more than i + j in all
                clauses.append((*a[i : i + 1], *b[j : j + 1], -r[i + j]))
    return r


def _totalizer_size(n: int, least: int, most: int) -> Size:
    if least > n or most < 0:
        return Size(1, 0, 0)
    if least == 0 and most == n:
        return Size(0, 0, 0)
    units = least + n - most
    return _sum_size(n) + Size(units, units, 0)


@lru_cache(maxsize=1024)
def _sum_size(n: int) -> Size:
    if n == 1:
        return Size(0, 0, 0)
    a, b = n // 2, n - n // 2
    sums = (a + 1) * (b + 1) - 1
    return _sum_size(a) + _sum_size(b) + Size(2 * sums, 2 * (sums + a * (b + 1) + b * (a + 1)), n)


_ENCODERS: dict[Encoding, Callable[[Sequence[int], int, int, Fresh], list[Clause]]] = {
    "truth-table": truth_table, "pairwise": pairwise, "sequential": sequential_counter, "totalizer": totalizer,
}
_SIZES: dict[Encoding, Callable[[int, int, int], Size]] = {
    "truth-table": _truth_table_size, "pairwise": _pairwise_size, "sequential": _sequential_size,
    "totalizer": _totalizer_size,
}
