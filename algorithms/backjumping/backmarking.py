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
from algorithms.core import Steps


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

    def check_marked(self, i: int, k: int, mbl: int) -> Steps[bool]:
        """Lines 6 to 12: is v[i] = k consistent, as far as is remembered and, from mbl on, checked?"""
        saved = self.recall(i, k, mbl)
        if saved is not None:
            yield saved
        consistent = self.mcl[i][k] >= mbl
        if consistent:
            consistent, h = yield from self.check_back(i, mbl)
            self.mcl[i][k] = h or self.mcl[i][k]
            yield self.judged(i, mbl, h, consistent)
        else:
            yield self.judged(i, self.mcl[i][k], 0, consistent)
        return consistent

    def lower(self, h: int, i: int) -> MarksLowered:
        """Vₕ will change, after a dead end at Vᵢ."""
        self.mbl[i] = h
        for j in range(h + 1, self.n + 1):
            self.mbl[j] = min(self.mbl[j], h)
        return MarksLowered(self.names[h], h, i)


class BM(Marks, BT):
    """Backmarking (Gaschnig 1977)."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent = yield from self.check_marked(i, k, self.mbl[i])
            if consistent:
                yield self.decided(i)
                return True
            self.current_domain[i].remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        yield self.dead_end(i)
        h = i - 1
        if h == 0:
            return 0, False
        self.current_domain[i] = self.domain[i][:]
        yield self.lower(h, i)
        yield self.back(i, h)
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])


class BMJ(Marks, BJ):
    """Backmarking with backjumping."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent = yield from self.check_marked(i, k, self.mbl[i])
            self.max_check[i] = max(self.max_check[i], min(self.mcl[i][k], i - 1))
            if consistent:
                yield self.decided(i)
                return True
            self.current_domain[i].remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        yield self.dead_end(i)
        h = self.max_check[i]
        if h == 0:
            return 0, False
        yield self.lower(h, i)
        yield self.back(i, h)
        for j in range(h + 1, i + 1):
            self.max_check[j] = 0
            self.current_domain[j] = self.domain[j][:]
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])


class BMCBJ(Marks, CBJ):
    """Backmarking with conflict-directed backjumping."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent = yield from self.check_marked(i, k, self.mbl[i])
            if consistent:
                yield self.decided(i)
                return True
            self.conf_set[i].add(self.mcl[i][k])
            self.current_domain[i].remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        yield self.dead_end(i)
        h = max(self.conf_set[i])
        if h == 0:
            return 0, False
        self.conf_set[h] = (self.conf_set[h] | self.conf_set[i]) - {h}
        yield self.join(h, i, self.conf_set)
        yield self.lower(h, i)
        yield self.back(i, h)
        for j in range(h + 1, i + 1):
            self.conf_set[j] = {0}
            self.current_domain[j] = self.domain[j][:]
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])


class BMCBJ2(BMCBJ):
    """The same, with an mbl for each value: after a jump not all values of a variable were considered."""

    memory: ClassVar[Memory] = "value"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.mbl_of = [[1] * len(values) for values in self.domain]

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent = yield from self.check_marked(i, k, self.mbl_of[i][k])
            self.mbl_of[i][k] = i
            if consistent:
                yield self.decided(i)
                return True
            self.conf_set[i].add(self.mcl[i][k])
            self.current_domain[i].remove(k)
        return False

    def lower(self, h: int, i: int) -> MarksLowered:
        for j in range(h + 1, self.n + 1):
            self.mbl_of[j] = [h if mbl > h else mbl for mbl in self.mbl_of[j]]
        return MarksLowered(self.names[h], h, i)


class Printed(BMCBJ2):
    """BM-CBJ2 with line 6.2 where the text has it: it moves the fence before the loop that begins there."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            saved = self.recall(i, k, self.mbl_of[i][k])
            if saved is not None:
                yield saved
            consistent = self.mcl[i][k] >= self.mbl_of[i][k]
            self.mbl_of[i][k] = i
            yield self.judged(i, self.mcl[i][k], 0, consistent)
            if consistent:
                yield self.decided(i)
                return True
            self.conf_set[i].add(self.mcl[i][k])
            self.current_domain[i].remove(k)
        return False
