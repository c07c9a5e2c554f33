"""The samples of one or more searches, and the estimates that they give.

All searches write into one record, as if they were one. How much chance there is in its estimates is told by the
jackknife (Quenouille 1956, Tukey 1958): what they would be without each search in turn. Searches are independent, so
that the spread of these values is that of chance. Where each sample counts once, a sample is lost without a search only
if no other has found it; so a record that has nearly all samples hardly varies, whatever each search has missed.

    sample     the set of literals that are false in it, as a number: bit 2v for variable v, 2v + 1 for its negation
    tally      for each variable in how many samples it is true
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, sqrt

from algorithms.events import Estimated
from algorithms.intervals import student

CONFIDENCE = 0.95


def as_number(values: Iterable[bool]) -> int:
    """A sample, from the values of its variables."""
    return sum([1 << 2 * v + value for v, value in enumerate(values)])


class Tally:
    """In how many samples each variable is true."""

    def __init__(self, size: int) -> None:
        self.samples = 0
        self._sums = [0] * size
        self._noted: dict[int, list[int]] = {1: [], -1: []}

    def add(self, sample: int) -> None:
        self.samples += 1
        self._noted[1].append(sample)

    def remove(self, sample: int) -> None:
        self.samples -= 1
        self._noted[-1].append(sample)

    def sums(self) -> Sequence[int]:
        """The tally, a number for each variable. Samples noted since are counted here, all at once."""
        for sign, samples in self._noted.items():
            if samples and self._sums:
                import numpy as np  # takes a moment to load

                length = -(-2 * len(self._sums) // 8)
                raw = np.frombuffer(b"".join([sample.to_bytes(length, "little") for sample in samples]), dtype=np.uint8)
                found = np.unpackbits(raw.reshape(-1, length), axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
                self._sums = [a + sign * int(b) for a, b in zip(self._sums, found[1:2 * len(self._sums):2],
                                                                strict=True)]
                samples.clear()
        return self._sums


class Record:
    """What searches have found.

    unique: a sample counts once, however often it is found, and by whichever search
    visits: for each sample how often it was found
    """

    def __init__(self, names: tuple[str, ...], unique: bool, chains: int = 1) -> None:
        self.names, self.unique = names, unique
        self.visits: dict[int, int] = {}
        self.all = Tally(len(names))
        self._alone = [Tally(len(names)) for _ in range(chains)]  # of samples that would not count without that chain
        self._finder: dict[int, Tally | None] = {}  # where samples count once: that of the only chain that has found it

    def add(self, chain: int, sample: int) -> tuple[int, bool]:
        """Notes a sample of a chain, numbered from 1: how often it was found so far, and whether it counts."""
        visits = self.visits[sample] = self.visits.get(sample, 0) + 1
        counts = visits == 1 or not self.unique
        if counts:
            self.all.add(sample)
        if len(self._alone) > 1:
            self._note_finder(self._alone[chain - 1], sample, counts)
        return visits, counts

    def _note_finder(self, alone: Tally, sample: int, counts: bool) -> None:
        if counts:
            alone.add(sample)
            self._finder[sample] = alone
            return
        finder = self._finder[sample]
        if finder is not None and finder is not alone:
            finder.remove(sample)
            self._finder[sample] = None

    def estimated(self, step: int) -> Estimated:
        """The estimates after so many iterations of each chain, with Student's interval around each where there are
        chains enough; the standard error is the jackknife's. It tells of chance, not of a search's bias."""
        total, tally, chains = self.all.samples, self.all.sums(), len(self._alone)
        if not total:
            return Estimated(step, 0, 0, (), ())
        estimates = [count / total for count in tally]
        low, high = [], []
        if chains > 1 and all(alone.samples < total for alone in self._alone):
            t = student(CONFIDENCE, chains - 1)
            without = [[(count - alone) / (total - own.samples) for count, alone in zip(tally, own.sums(), strict=True)]
                       for own in self._alone]
            for estimate, values in zip(estimates, zip(*without, strict=True), strict=True):
                half = t * _jackknife(values)
                low.append(max(0.0, estimate - half))
                high.append(min(1.0, estimate + half))
        return Estimated(step, total, len(self.visits), self.names, tuple(estimates), tuple(low), tuple(high))


def _jackknife(values: Iterable[float]) -> float:
    """The standard error of an estimate, from its values without each batch."""
    values = list(values)
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) * (len(values) - 1) / len(values))
