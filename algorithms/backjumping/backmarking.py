"""BM, BMJ, BM-CBJ and BM-CBJ2: the same ways back, with a memory of the checks that were made.

Source: Prosser 1993 for the first three; *Algorithms for Solving Zebra and Sherlock* for BM-CBJ2, after Kondrak 1994.
Mended are, of these texts: line 6 lost its ≥, and means mbl[i]; mcl and mbl both start at 1; v[i] = k stands before the
loop over h, as 14.2 otherwise removes a stale value; line 11 of unlabel lost its ≠; the loop of 4.2.3 is over all k,
not over m, which is their number; and line 6.2 of BM-CBJ2, mbl[i][k] = i, comes after the loop over h, as before it the
loop has nothing to do, and values are taken that nobody has checked (``printed`` shows it).

    mcl   mcl[i][k]: the deepest variable that v[i] = k was checked against
    mbl   mbl[i]: the shallowest past variable that has changed since Vᵢ was the current one; in BM-CBJ2
          mbl[i][k]: since v[i] = k was last considered

So mcl < mbl says that the variable mcl refused the value, and still does; otherwise all before mbl have accepted it,
and still do.
"""

from __future__ import annotations

from itertools import accumulate
from typing import ClassVar

from algorithms.backjumping.events import MarksLowered, Memory, Saved
from algorithms.backjumping.look_back import BJ, BT, CBJ
from algorithms.backjumping.problem import Problem
from algorithms.backjumping.search import Search
from algorithms.core import Event, Steps


class Marks(Search):
    """What is remembered of checks."""

    memory: ClassVar[Memory] = "variable"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.mcl = [[1] * len(values) for values in self.domain]
        self.mbl = [1] * (self.n + 1)
        self._constrained = [list(accumulate((pair is not None for pair in row), initial=0)) for row in self.C]
        self._saved: dict[tuple[int, int, int, int], Saved] = {}

    def recall(self, i: int, k: int, mbl: int) -> Saved | None:
        """The event that tells which checks of v[i] = k are needless; None if none are."""
        mcl = self.mcl[i][k]
        refused = mcl < mbl
        checks = self._constrained[i][mcl + 1 if refused else mbl]
        if not checks:
            return None
        key = i, k, mcl, mbl
        saved = self._saved.get(key)
        if saved is None:
            names, value = self.names, self.problem.values[i][k]
            saved = self._saved[key] = Saved(names[i], value, mcl, mbl, names[mcl if refused else mbl], refused, checks)
        return saved

    def consider(self, i: int, k: int) -> Steps[tuple[bool, int]]:
        """Lines 6 to 12: as far as is remembered, and from mbl on checked."""
        mbl = self.fence(i, k)
        saved = self.recall(i, k, mbl)
        if saved is not None:
            yield saved
        consistent = self.mcl[i][k] >= mbl
        if consistent:
            consistent, h = yield from self.check_back(i, mbl)
            self.mcl[i][k] = h or self.mcl[i][k]
        else:
            yield self.judged(i, self.mcl[i][k], 0, consistent)
        self.considered(i, k)
        return consistent, min(self.mcl[i][k], i - 1)

    def fence(self, i: int, k: int) -> int:
        """mbl, as it is for v[i] = k."""
        return self.mbl[i]

    def considered(self, i: int, k: int) -> None:
        """Line 6.2 of BM-CBJ2."""

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        return (*super().learn(h, i), self.lower(h, i))

    def lower(self, h: int, i: int) -> MarksLowered:
        """Vₕ will change, after a dead end at Vᵢ."""
        self.mbl[i] = h
        for j in range(h + 1, self.n + 1):
            self.mbl[j] = min(self.mbl[j], h)
        return MarksLowered(self.names[h], h, i)


class BM(Marks, BT):
    """Backmarking (Gaschnig 1977)."""


class BMJ(Marks, BJ):
    """Backmarking with backjumping."""


class BMCBJ(Marks, CBJ):
    """Backmarking with conflict-directed backjumping."""


class BMCBJ2(BMCBJ):
    """The same, with an mbl for each value: after a jump not all values of a variable were considered."""

    memory: ClassVar[Memory] = "value"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.mbl_of = [[1] * len(values) for values in self.domain]

    def fence(self, i: int, k: int) -> int:
        return self.mbl_of[i][k]

    def considered(self, i: int, k: int) -> None:
        self.mbl_of[i][k] = i

    def lower(self, h: int, i: int) -> MarksLowered:
        for j in range(h + 1, self.n + 1):
            self.mbl_of[j] = [h if mbl > h else mbl for mbl in self.mbl_of[j]]
        return MarksLowered(self.names[h], h, i)


class Printed(BMCBJ2):
    """BM-CBJ2 with line 6.2 where the text has it: it moves the fence before the loop that begins there."""

    def consider(self, i: int, k: int) -> Steps[tuple[bool, int]]:
        saved = self.recall(i, k, self.mbl_of[i][k])
        if saved is not None:
            yield saved
        consistent = self.mcl[i][k] >= self.mbl_of[i][k]
        self.mbl_of[i][k] = i
        yield self.judged(i, self.mcl[i][k], 0, consistent)
        return consistent, self.mcl[i][k]
