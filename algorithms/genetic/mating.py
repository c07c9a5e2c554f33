"""Who has children with whom, and where their genes are cut: drawn by chance, or chosen by somebody.

A choice draws nothing, and how many random numbers are drawn behind it does not depend on it: so whatever is chosen,
all else comes from the same numbers, until a run finds its solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from algorithms.core import Choose, choose
from algorithms.genetic.chromosome import Chromosome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Mating:
    """What is chosen in each generation. ``staying`` so many do not die: any two of them, also one with itself, can be
    parents. A cut lies before any gene, or block of genes that stay together."""

    def __init__(self, chromosome: Chromosome, staying: int, choose: Choose) -> None:
        self.starts, self.end = chromosome.starts, chromosome.ends[-1]
        self.staying, self.choose = staying, choose

    def at_once(self, children: int, litter: int) -> Iterator[slice]:
        """The children that are made at once: all of them where nobody chooses, else those of each ``litter`` of the
        same parents, so that who is asked has seen the ones before."""
        some = children if self.choose is choose else litter
        return (slice(at, at + some) for at in range(0, children, some))

    def parents(self, drawn: list[int], kinds: Sequence[str]) -> list[int]:
        """Those that the roulette has drawn, from 0, or others. In choices they have their numbers, from 1."""
        if self.choose is choose:
            return drawn
        able = range(1, self.staying + 1)
        return [self.choose(kinds[index % len(kinds)], able, parent + 1) - 1 for index, parent in enumerate(drawn)]

    def cuts(self, shares: Sequence[NDArray[np.float64]]) -> NDArray[np.intp]:
        """For each pair after how many genes its cuts lie, of a random number from 0 to 1 for each. The first cut lies
        before any gene k; the second, if there is one, before any after k, or after the last gene where there is none.
        """
        import numpy as np

        places, blocks = np.array([*self.starts, self.end]), len(self.starts)
        k = (shares[0] * blocks).astype(np.intp)
        if self.choose is not choose:
            chosen = [self.choose("cut", self.starts, self.starts[drawn]) for drawn in k.tolist()]
            k = np.array([self.starts.index(place) for place in chosen], dtype=np.intp)
        if len(shares) == 1:
            return places[k][:, None]
        after = np.maximum(1, blocks - 1 - k)
        last = np.minimum(blocks, k + 1 + (shares[1] * after).astype(np.intp))
        second = places[last]
        if self.choose is not choose:
            second = np.array([self.choose("second cut", self._behind(start), drawn)
                               for start, drawn in zip(k.tolist(), second.tolist(), strict=True)])
        return np.stack((places[k], second), axis=1)

    def _behind(self, block: int) -> Sequence[int]:
        """Where the second cut may lie."""
        return self.starts[block + 1:] or (self.end,)
