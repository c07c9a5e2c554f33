"""The genes of an individual: in which order, which numbers they may have, and where a cut may lie.

    n, m      variables, and values of the whole network; a gene is the place of its value among these, its *column*
    able      of each gene, the columns among which a mutation draws: from 1 to max-domain in the source
    movable   of each gene in a row that is a permutation, the genes of that row that have a choice
    blocks    what a cut leaves whole, from gene to gene: single genes, or rows whose values are a permutation
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Literal

from algorithms.core import AlgorithmError
from algorithms.draws import Draws
from algorithms.problems.forms.csp import CSP, Domain, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Genes = NDArray[np.int32]
    """A row for each individual, a column for each gene."""

Rows = Literal["values", "permutations"]


class Dice:
    """Random numbers by the thousand, of a seed that a generator of single ones gives.

    random, aside: draw as many as are asked for; ``aside`` are those that must not change the other ones
    """

    def __init__(self, rng: Random) -> None:
        self.seed(rng.getrandbits(64))
        if isinstance(rng, Draws):
            rng.followed_by(self)

    def seed(self, a: int) -> None:
        """Begins with that number."""
        from numpy.random import PCG64, Generator  # takes a moment to load

        self._bits = PCG64(a), PCG64((a, 1))
        self.random, self.aside = (Generator(bits).random for bits in self._bits)

    def state(self) -> object:
        """What changes whenever a number is drawn."""
        return [bits.state for bits in self._bits]


class Chromosome:
    """What all individuals of a run have in common."""

    def __init__(self, csp: CSP, rows: Rows) -> None:
        units = list(_disjoint(csp)) if rows == "permutations" else []
        if rows == "permutations" and not units:
            raise AlgorithmError("there are no rows here in which each value comes once; give rows: values", key="rows")
        in_rows = {x for unit in units for x in unit}
        blocks = [*units, *((x,) for x in csp.domains if x not in in_rows)]
        first = {x: number for number, x in enumerate(csp.domains)}
        blocks.sort(key=lambda block: first[block[0]])
        self.names = tuple(x for block in blocks for x in block)
        self.values, self._segments = _columns(csp)
        if not self.values:
            raise AlgorithmError("no variable has a value to take; choose another puzzle")
        self.column = {value: index for index, value in enumerate(self.values)}
        self.domains = [[self.column[value] for value in csp.domains[x]] for x in self.names]
        self.ends: list[int] = []
        for block in blocks:
            self.ends.append(len(block) + (self.ends[-1] if self.ends else 0))
        self.starts = [0, *self.ends[:-1]]
        self.rows = [(start, end) for start, end in zip(self.starts, self.ends, strict=True)
                     if rows == "permutations" and self.names[start] in in_rows]
        self.able = [range(*self._between(csp, x)) for x in self.names]
        self.movable = {j: tuple(i for i in range(*row) if len(self.domains[i]) > 1) for row in self.rows
                        for j in range(*row)}
        self.others = [self._others(j) for j in range(len(self.names))]
        self.free = [j for j, x in enumerate(self.names) if len(csp.domains[x]) > 1 and x not in csp.hidden]

    def _others(self, j: int) -> tuple[int, ...] | None:
        """With which genes one may change its value, those behind it in its row first; None where no row holds it."""
        row = self.movable.get(j)
        if row is None or j not in row:
            return None if row is None else ()
        at = row.index(j)
        return row[at + 1:] + row[:at]

    def _between(self, csp: CSP, x: str) -> tuple[int, int]:
        """The least column that a gene may have, and the one after the last."""
        domain = csp.domains[x]
        if x in csp.hidden and len(domain) == 1:
            return self.column[domain[0]], self.column[domain[0]] + 1
        return self._segments[_kind(domain)]

    def first(self, size: int, dice: Dice) -> Genes:
        """Individuals drawn at random: each variable has a value of its domain, each row a permutation."""
        import numpy as np

        found = np.zeros((size, len(self.names)), dtype=np.int32)
        drawn = dice.random((size, len(self.names)))
        for j, domain in enumerate(self.domains):
            among = np.array(domain or self.able[j])  # without a value of its own it has any, which costs
            found[:, j] = among[(drawn[:, j] * len(among)).astype(np.intp)]
        for row in self.rows:
            self._shuffle(found, range(*row), dice)
        return found

    def _shuffle(self, genes: Genes, row: range, dice: Dice) -> None:
        """Makes a row a permutation in each individual; what has only one value keeps it."""
        import numpy as np

        free = self.movable[row.start]
        fixed = {self.domains[j][0] for j in row if j not in free}
        left = np.array(sorted({c for j in row for c in self.domains[j]} - fixed), dtype=np.int32)
        order = np.argsort(dice.random((len(genes), len(free))), axis=1)
        genes[:, free] = left[order]

    def named(self, genes: list[int]) -> tuple[Value, ...]:
        """The values of genes, in their order."""
        values = self.values
        return tuple([values[g] for g in genes])

    def all_named(self, genes: Genes) -> Iterator[tuple[Value, ...]]:
        """The same of many individuals."""
        import numpy as np

        values = np.empty(len(self.values), dtype=object)
        values[:] = self.values
        return map(tuple, values[genes].tolist())


def _kind(domain: Domain) -> str:
    """Numbers, texts, or both: relations never mix them."""
    kinds = {"text" if isinstance(value, str) else "number" for value in domain}
    return kinds.pop() if len(kinds) == 1 else "all"


def _columns(csp: CSP) -> tuple[list[Value], dict[str, tuple[int, int]]]:
    """All values, numbers in their order, then texts as they first come; and which columns are of each kind."""
    every = dict.fromkeys(value for domain in csp.domains.values() for value in domain)
    numbers: list[Value] = [*sorted(value for value in every if isinstance(value, int))]
    texts: list[Value] = [value for value in every if isinstance(value, str)]
    end = len(numbers) + len(texts)
    return numbers + texts, {"number": (0, len(numbers)), "text": (len(numbers), end), "all": (0, end)}


def _disjoint(csp: CSP) -> Iterator[tuple[str, ...]]:
    """The units that are to be permutations: in their order, each if none of its variables is in one before. A unit
    whose given values leave no permutation is none."""
    taken: set[str] = set()
    for unit in csp.units.values():
        domains = [csp.domains[x] for x in unit]
        fixed = [domain[0] for domain in domains if len(domain) == 1]
        values = {value for domain in domains for value in domain}
        if not taken & set(unit) and len(set(fixed)) == len(fixed) and len(values) == len(unit) and all(domains):
            taken.update(unit)
            yield unit
