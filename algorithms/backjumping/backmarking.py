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

from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar

from algorithms.backjumping.events import Instantiated, MarksLowered, Memory, Saved
from algorithms.backjumping.look_back import BJ, BT, CBJ
from algorithms.backjumping.problem import Problem
from algorithms.backjumping.search import Search
from algorithms.core import Choose, Event, Steps, choose
from algorithms.long_work import in_pieces

Known = tuple[int, Instantiated]
"""From which variable on a value is to be checked, 0 where it is known to be refused; the event that it is tried."""


class Marks(Search):
    """What is remembered of checks."""

    memory: ClassVar[Memory] = "variable"

    def __init__(self, problem: Problem, choose: Choose = choose) -> None:
        super().__init__(problem, choose)
        self.mcl = [[1] * len(values) for values in self.domain]
        self.mbl = [1] * (self.n + 1)
        self._constrained = [list(accumulate((pair is not None for pair in row), initial=0))
                             for row in in_pieces(self.C, 10)]
        self._known: list[list[dict[int, Known]]] = [[{} for _ in values] for values in self.domain]
        self._even, self._deepest = [[mbl] * max(map(len, self.domain)) for mbl in range(self.n + 2)], 0
        self._apart = self.n + 2  # more than an mbl
        self._lowered: list[dict[int, MarksLowered]] = [{} for _ in self.mbl]

    def label(self, i: int) -> Steps[bool]:
        """As without a memory, which has the first word on each value: what it refuses needs no other event."""
        v, pairs, current, mcl, known = self.v, self.C[i], self.current_domain[i], self.mcl[i], self._known[i]
        fences, judged, apart = self.fences(i), self._judged[i], self._apart
        blame = None if self.blames == "nobody" else self.blame
        for k in self.in_turn(i):
            v[i] = k
            try:
                start, event = known[k][mcl[k] * apart + fences[k]]
            except KeyError:
                start, event = self.recall(i, k, mcl[k], fences[k])
            yield event
            if not start:
                if blame is not None:
                    blame(i, k, 0, False)
                current.remove(k)
                continue
            consistent, h = True, 0
            for h in range(start, i):
                pair = pairs[h]
                if pair is not None:
                    checked = pair[k, v[h]]
                    yield checked
                    if not checked.satisfied:
                        consistent = False
                        break
            yield judged[k, start, h, consistent]
            if h:
                mcl[k] = h
            if blame is not None:
                blame(i, k, h, consistent)
            if consistent:
                yield self._decided[i][k]
                return True
            current.remove(k)
        return False

    def fences(self, i: int) -> Sequence[int]:
        """The mbl of each value of Vᵢ."""
        return self._even[self.mbl[i]]

    def recall(self, i: int, k: int, mcl: int, mbl: int) -> Known:
        """Lines 6 and 7 for these marks, kept in ``_known``, as the same is asked so often."""
        self._deepest = max(self._deepest, i)  # whoever comes to a variable first asks here
        refused = mcl < mbl
        by, checks = (mcl, self._constrained[i][mcl + 1]) if refused else (mbl, self._constrained[i][mbl])
        event = Saved(self.names[i], self.problem.values[i][k], i, mcl, mbl, self.names[by], refused, checks)
        known = (0 if refused else mbl), (event if refused or checks else self._tries[i][k])
        self._known[i][k][mcl * self._apart + mbl] = known
        return known

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        return (self.lower(h, i),)

    def lower(self, h: int, i: int) -> MarksLowered:
        """Vₕ will change, after a dead end at Vᵢ."""
        mbl = self.mbl
        mbl[i] = h
        behind = slice(h + 1, self._deepest + 1)  # beyond, each is 1
        mbl[behind] = [h if m > h else m for m in mbl[behind]]
        return self.lowered(h, i)

    def lowered(self, h: int, i: int) -> MarksLowered:
        """The event of that."""
        try:
            return self._lowered[h][i]
        except KeyError:
            event = self._lowered[h][i] = MarksLowered(self.names[h], h, i)
            return event


class BM(Marks, BT):
    """Backmarking (Gaschnig 1977)."""

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        """As printed, for one step back: with the calls that jumps need it takes half as long again."""
        yield self._ends[i]
        h = i - 1
        if h == 0:
            return 0, False
        yield self.lower(h, i)
        current, k = self.current_domain, self.v[h]
        yield self._backs[h][k]
        current[i] = self.domain[i][:]
        current[h].remove(k)
        return h, bool(current[h])


class BMJ(Marks, BJ):
    """Backmarking with backjumping."""

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        self.max_check[i] = max(self.max_check[i], min(self.mcl[i][k], i - 1))


class BMCBJ(Marks, CBJ):
    """Backmarking with conflict-directed backjumping."""

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        return (self.joined(h, i), self.lower(h, i))

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        if not consistent:
            self.conf_set[i].add(self.mcl[i][k])


class BMCBJ2(BMCBJ):
    """The same, with an mbl for each value: after a jump not all values of a variable were considered."""

    memory: ClassVar[Memory] = "value"

    def __init__(self, problem: Problem, choose: Choose = choose) -> None:
        super().__init__(problem, choose)
        self.mbl_of = [[1] * len(values) for values in self.domain]
        self._most = [1] * (self.n + 1)  # no mbl[i][k] is more

    def fences(self, i: int) -> Sequence[int]:
        self._most[i] = i
        return self.mbl_of[i]

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        self.mbl_of[i][k] = i  # line 6.2
        if not consistent:
            self.conf_set[i].add(self.mcl[i][k])

    def lower(self, h: int, i: int) -> MarksLowered:
        most = self._most
        for j in range(h + 1, len(most)):
            if most[j] > h:
                most[j], marks = h, self.mbl_of[j]
                marks[:] = [h if mbl > h else mbl for mbl in marks]
        return self.lowered(h, i)


class Printed(BMCBJ2):
    """BM-CBJ2 with line 6.2 where the text has it: it moves the fence before the loop that begins there."""

    def label(self, i: int) -> Steps[bool]:
        fences = self.fences(i)
        for k in self.in_turn(i):
            self.v[i] = k
            start, event = self.recall(i, k, self.mcl[i][k], fences[k])
            yield event
            consistent = start > 0
            if consistent:
                yield self._judged[i][k, self.mcl[i][k], 0, True]
            self.blame(i, k, 0, consistent)
            if consistent:
                yield self._decided[i][k]
                return True
            self.current_domain[i].remove(k)
        return False
