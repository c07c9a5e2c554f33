"""Fitness: what is wrong with an individual, as the source prices it. Lower is better, 0 is a solution.

A value outside the domain of its variable costs 200, a violated not-equal 25. Any other violated constraint on one or
two variables costs the least number of columns that one of them would have to move, to a value of its domain with which
the constraint holds; where there is none, as many as there are columns. The source has constraints on two variables
only. Those on more cost 1 each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from algorithms.core import AlgorithmError
from algorithms.genetic.chromosome import Chromosome
from algorithms.problems.forms.csp import CSP, Constraint, Sum, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from algorithms.genetic.chromosome import Genes

OUTSIDE, UNEQUAL, WIDE = 200, 25, 1
_MOST_TUPLES = 2_000_000  # tested before the start: about a second
_MOST_IN_TABLE = 4096  # tuples of a constraint on more than two variables; with more it is tested each time


class Cost(NamedTuple):
    """What a constraint adds to the fitness; of a value outside the domain, the variable is named."""

    name: str
    scope: tuple[str, ...]
    cost: int


class _Priced:
    """A constraint with what each tuple of columns costs: a table, or where that is too large, a test."""

    def __init__(self, constraint: Constraint, genes: Chromosome, where: dict[str, int]) -> None:
        self.constraint = constraint
        self.scope = tuple(where[x] for x in constraint.scope)
        self._genes = genes
        m = len(genes.values)
        few = len(self.scope) <= 2 or (not isinstance(constraint, Sum) and m ** len(self.scope) <= _MOST_IN_TABLE)
        self.size = m ** len(self.scope) if few else 0
        self.table: tuple[int, ...] | None = None

    def holds(self, columns: Sequence[int]) -> bool:
        """Is it satisfied?"""
        values = self._genes.values
        return self.constraint.allows([values[c] for c in columns])

    def fill(self) -> None:
        """Prices each tuple, if they are few."""
        if self.size:
            self.table = tuple(self._prices())

    def _prices(self) -> Iterator[int]:
        genes, k = self._genes, len(self.scope)
        m = len(genes.values)
        able = [genes.able[x] for x in self.scope]
        held = {t for t in product(*able) if self.holds(t)}
        every = list(product(range(m), repeat=k))
        if k > 2:
            yield from (0 if t in held or not _within(t, able) else WIDE for t in every)
        elif k == 2 and all((a == b) != ((a, b) in held) for a, b in product(*able)):
            yield from (UNEQUAL if a == b else 0 for a, b in every)
        else:
            yield from (0 if t in held or not _within(t, able) else self._move(t, held) for t in every)

    def _move(self, columns: tuple[int, ...], held: set[tuple[int, ...]]) -> int:
        """The least move of one variable that mends it."""
        moves = [abs(new - columns[at]) for at, x in enumerate(self.scope) for new in self._genes.domains[x]
                 if (*columns[:at], new, *columns[at + 1:]) in held]
        return min(moves, default=len(self._genes.values))

    def cost(self, individual: Sequence[int]) -> int:
        """What it adds for one individual."""
        columns = [individual[x] for x in self.scope]
        if self.table is None:
            return 0 if self.holds(columns) else WIDE
        index = 0
        for column in columns:
            index = index * len(self._genes.values) + column
        return self.table[index]


def _within(columns: Sequence[int], able: Sequence[range]) -> bool:
    return all(c in among for c, among in zip(columns, able, strict=True))


class Fitness:
    """Prices populations, a group of constraints with the same table at a time. AlgorithmError for a network whose
    relations have too many tuples."""

    def __init__(self, csp: CSP, genes: Chromosome) -> None:
        self.genes = genes
        where = {x: number for number, x in enumerate(genes.names)}
        self._priced = [_Priced(c, genes, where) for c in csp.constraints]
        if sum(priced.size for priced in self._priced) > _MOST_TUPLES:
            raise AlgorithmError(f"the constraints have more than {_MOST_TUPLES:,} pairs of values, too many to be "
                                 "priced; choose a smaller puzzle")
        for priced in self._priced:
            priced.fill()
        self._parts: list[Callable[[Genes], NDArray[np.int64]]] | None = None

    def costs(self, values: Sequence[Value]) -> list[Cost]:
        """What is wrong with one individual, piece by piece: it adds up to its fitness."""
        individual = [self.genes.column[value] for value in values]
        found = [Cost(x, (x,), OUTSIDE) for x, c, domain in zip(self.genes.names, individual, self.genes.domains,
                                                                strict=True) if c not in domain]
        return found + [Cost(p.constraint.name, p.constraint.scope, cost) for p in self._priced
                        if (cost := p.cost(individual))]

    def of(self, population: Genes) -> NDArray[np.int64]:
        """The fitness of each individual."""
        import numpy as np

        if self._parts is None:
            self._parts = list(self._made())
        by_gene = np.ascontiguousarray(population.T)
        total = np.zeros(len(population), dtype=np.int64)
        for part in self._parts:
            total += part(by_gene)
        return total

    def _made(self) -> Iterator[Callable[[Genes], NDArray[np.int64]]]:
        """A function for each thing that is priced in one go."""
        import numpy as np

        n, m = len(self.genes.names), len(self.genes.values)
        outside = np.full((n, m), OUTSIDE)
        for j, domain in enumerate(self.genes.domains):
            outside[j, domain] = 0
        each = np.arange(n)[:, None]
        yield lambda genes: outside[each, genes].sum(axis=0)
        groups: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
        for priced in self._priced:
            if priced.table is not None:
                groups.setdefault((len(priced.scope), priced.table), []).append(priced.scope)
            elif isinstance(priced.constraint, Sum):
                yield _sum_part(list(priced.scope), self.genes.column.get(1, -1), priced.constraint.total)
            else:
                yield _tested_part(priced)
        unequal = tuple(UNEQUAL if a == b else 0 for a in range(m) for b in range(m))
        for (k, table), scopes in groups.items():
            yield _unequal_part(scopes) if k == 2 and table == unequal else _table_part(table, scopes, m)


def _sum_part(scope: list[int], one: int, total: int) -> Callable[[Genes], NDArray[np.int64]]:
    return lambda genes: ((genes[scope] == one).sum(axis=0) != total) * WIDE


def _tested_part(priced: _Priced) -> Callable[[Genes], NDArray[np.int64]]:
    import numpy as np

    return lambda genes: np.array([priced.cost(individual) for individual in genes.T.tolist()], dtype=np.int64)


def _unequal_part(scopes: list[tuple[int, ...]]) -> Callable[[Genes], NDArray[np.int64]]:
    import numpy as np

    left, right = np.array(scopes).T

    def part(genes: Genes) -> NDArray[np.int64]:
        small = genes.astype(np.int16)  # there are no more columns than that: their pairs are counted before
        found: NDArray[np.int64] = (small[left] == small[right]).view(np.int8).sum(axis=0, dtype=np.int32) * UNEQUAL
        return found

    return part


def _table_part(table: tuple[int, ...], scopes: list[tuple[int, ...]], m: int) -> Callable[[Genes], NDArray[np.int64]]:
    import numpy as np

    prices, columns = np.array(table), np.array(scopes).T

    def part(genes: Genes) -> NDArray[np.int64]:
        index = genes[columns[0]]
        for column in columns[1:]:
            index = index * m + genes[column]
        found: NDArray[np.int64] = prices[index].sum(axis=0)
        return found

    return part
