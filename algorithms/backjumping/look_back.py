"""BT, BJ and CBJ: three ways back from a dead end. Chronological backtracking returns to the variable before;
backjumping to the deepest one that was asked; conflict-directed backjumping to the deepest one that is to blame.

Source: Prosser 1993. His bt-unlabel and its like touch the variable 0 before bcssp finds that all is impossible; here
they return before.

    max_check   max_check[i]: the deepest variable that a value of Vᵢ was checked against
    conf_set    conf_set[i]: the past variables that refused a value of Vᵢ, and those behind dead ends; 0 stays in it
"""

from __future__ import annotations

from algorithms.backjumping.events import DeadEnd
from algorithms.backjumping.problem import Problem
from algorithms.backjumping.search import Search
from algorithms.core import Steps


class BT(Search):
    """Chronological backtracking."""

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent, h = yield from self.check_back(i, 1)
            yield self.judged(i, 1, h, consistent)
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
        yield self.back(i, h)
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])


class BJ(Search):
    """Backjumping. From a variable that had a consistent value, which was checked against all before, it only steps."""

    blames = "deepest"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.max_check = [0] * (self.n + 1)

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent, h = yield from self.check_back(i, 1)
            self.max_check[i] = max(self.max_check[i], h)
            yield self.judged(i, 1, h, consistent)
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
        yield self.back(i, h)
        for j in range(h + 1, i + 1):
            self.max_check[j] = 0
            self.current_domain[j] = self.domain[j][:]
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])

    def dead_end(self, i: int) -> DeadEnd:
        return DeadEnd(self.names[i], i, self.problem.named([self.max_check[i]]), self.blames)


class CBJ(Search):
    """Conflict-directed backjumping."""

    blames = "conflicts"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.conf_set: list[set[int]] = [{0} for _ in range(self.n + 1)]

    def label(self, i: int) -> Steps[bool]:
        for k in self.current_domain[i][:]:
            yield self.instantiate(i, k)
            consistent, h = yield from self.check_back(i, 1)
            yield self.judged(i, 1, h, consistent)
            if consistent:
                yield self.decided(i)
                return True
            self.conf_set[i].add(h)
            self.current_domain[i].remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        yield self.dead_end(i)
        h = max(self.conf_set[i])
        if h == 0:
            return 0, False
        self.conf_set[h] = (self.conf_set[h] | self.conf_set[i]) - {h}
        yield self.join(h, i, self.conf_set)
        yield self.back(i, h)
        for j in range(h + 1, i + 1):
            self.conf_set[j] = {0}
            self.current_domain[j] = self.domain[j][:]
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])

    def dead_end(self, i: int) -> DeadEnd:
        return DeadEnd(self.names[i], i, self.problem.named(list(self.conf_set[i])), self.blames)

    def blame_all(self, i: int) -> None:
        self.conf_set[i] |= set(range(i))
