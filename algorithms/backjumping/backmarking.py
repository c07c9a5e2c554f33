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
from algorithms.long_work import in_pieces


class Marks(Search):
    """What is remembered of checks."""

    memory: ClassVar[Memory] = "variable"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.mcl = [[1] * len(values) for values in self.domain]
        self.mbl = [1] * (self.n + 1)
        self._constrained = [list(accumulate((pair is not None for pair in row), initial=0))
                             for row in in_pieces(self.C, 10)]
        self._recalled: dict[tuple[int, int, int, int], tuple[int, Saved | None]] = {}
        self._lowered: dict[tuple[int, int], MarksLowered] = {}

    def recall(self, i: int, k: int) -> tuple[int, Saved | None]:
        mbl = self.mbl[i]
        return self._recalled.get((i, k, self.mcl[i][k], mbl)) or self.remembered(i, k, mbl)

    def remembered(self, i: int, k: int, mbl: int) -> tuple[int, Saved | None]:
        """Lines 6 and 7, with the event that tells what is saved, None if nothing is; they are kept in
        ``_recalled``, as the same is asked so often."""
        mcl = self.mcl[i][k]
        refused = mcl < mbl
        by, checks = (mcl, self._constrained[i][mcl + 1]) if refused else (mbl, self._constrained[i][mbl])
        saved = Saved(self.names[i], self.problem.values[i][k], mcl, mbl, self.names[by], refused, checks)
        known = self._recalled[i, k, mcl, mbl] = 0 if refused else mbl, saved if refused or checks else None
        return known

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        if h:
            self.mcl[i][k] = h

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        return (*super().learn(h, i), self.lower(h, i))

    def lower(self, h: int, i: int) -> MarksLowered:
        """Vₕ will change, after a dead end at Vᵢ."""
        self.mbl[i] = h
        self.mbl[h + 1:] = [h if mbl > h else mbl for mbl in self.mbl[h + 1:]]
        return self.lowered(h, i)

    def lowered(self, h: int, i: int) -> MarksLowered:
        """The event of that."""
        event = self._lowered.get((h, i))
        if event is None:
            event = self._lowered[h, i] = MarksLowered(self.names[h], h, i)
        return event


class BM(Marks, BT):
    """Backmarking (Gaschnig 1977)."""


class BMJ(Marks, BJ):
    """Backmarking with backjumping."""

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        if h:
            self.mcl[i][k] = h
        self.max_check[i] = max(self.max_check[i], min(self.mcl[i][k], i - 1))


class BMCBJ(Marks, CBJ):
    """Backmarking with conflict-directed backjumping."""

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        if h:
            self.mcl[i][k] = h
        if not consistent:
            self.conf_set[i].add(self.mcl[i][k])


class BMCBJ2(BMCBJ):
    """The same, with an mbl for each value: after a jump not all values of a variable were considered."""

    memory: ClassVar[Memory] = "value"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.mbl_of = [[1] * len(values) for values in self.domain]

    def recall(self, i: int, k: int) -> tuple[int, Saved | None]:
        mbl = self.mbl_of[i][k]
        return self._recalled.get((i, k, self.mcl[i][k], mbl)) or self.remembered(i, k, mbl)

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        self.mbl_of[i][k] = i  # line 6.2
        if h:
            self.mcl[i][k] = h
        if not consistent:
            self.conf_set[i].add(self.mcl[i][k])

    def lower(self, h: int, i: int) -> MarksLowered:
        for marks in self.mbl_of[h + 1:]:
            if max(marks, default=0) > h:
                marks[:] = [h if mbl > h else mbl for mbl in marks]
        return self.lowered(h, i)


class Printed(BMCBJ2):
    """BM-CBJ2 with line 6.2 where the text has it: it moves the fence before the loop that begins there."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            self.v[i] = k
            yield self._tries[i][k]
            start, saved = self.recall(i, k)
            if saved is not None:
                yield saved
            consistent = start > 0
            if consistent:
                yield self._judged[i, k, self.mcl[i][k], 0, True]
            self.blame(i, k, 0, consistent)
            if consistent:
                yield self._decided[i][k]
                return True
            self.current_domain[i].remove(k)
        return False
