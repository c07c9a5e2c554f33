"""BT, BJ and CBJ: three ways back from a dead end. Chronological backtracking returns to the variable before;
backjumping to the deepest one that was asked; conflict-directed backjumping to the deepest one that is to blame.

Source: Prosser 1993. His bt-unlabel and its like touch the variable 0 before bcssp finds that all is impossible; here
they return before.

    max_check   max_check[i]: the deepest variable that a value of Vᵢ was checked against
    conf_set    conf_set[i]: the past variables that refused a value of Vᵢ, and those behind dead ends; 0 stays in it
"""

from __future__ import annotations

from functools import lru_cache

from algorithms.backjumping.events import ConfSetJoined, DeadEnd
from algorithms.backjumping.problem import Problem
from algorithms.backjumping.search import Search
from algorithms.core import Choose, Event, choose

_KEPT = 4096  # events of a kind: the same conflict sets come again and again


class BT(Search):
    """Chronological backtracking: the search as it is."""


class BJ(Search):
    """Backjumping. From a variable that had a consistent value, which was checked against all before, it only steps."""

    blames = "deepest"

    def __init__(self, problem: Problem, choose: Choose = choose) -> None:
        super().__init__(problem, choose)
        self.max_check = [0] * (self.n + 1)

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        self.max_check[i] = max(self.max_check[i], h)

    def target(self, i: int) -> int:
        return self.max_check[i]

    def forget(self, j: int) -> None:
        self.max_check[j] = 0

    def dead_end(self, i: int) -> DeadEnd:
        return DeadEnd(self.names[i], i, self.problem.named([self.max_check[i]]), self.blames)


class CBJ(Search):
    """Conflict-directed backjumping."""

    blames = "conflicts"

    def __init__(self, problem: Problem, choose: Choose = choose) -> None:
        super().__init__(problem, choose)
        self.conf_set: list[set[int]] = [{0} for _ in range(self.n + 1)]
        names = self.names
        self._no_value = lru_cache(_KEPT)(lambda i, blamed: DeadEnd(names[i], i, problem.named(blamed), self.blames))
        self._joined = lru_cache(_KEPT)(lambda h, i, found: ConfSetJoined(names[h], h, names[i], problem.named(found)))

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        if not consistent:
            self.conf_set[i].add(h)

    def target(self, i: int) -> int:
        return max(self.conf_set[i])

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        return (self.joined(h, i),)

    def joined(self, h: int, i: int) -> ConfSetJoined:
        """conf-set[h] takes in conf-set[i]."""
        found = self.conf_set[h]
        found |= self.conf_set[i]
        found.discard(h)
        return self._joined(h, i, frozenset(found))

    def forget(self, j: int) -> None:
        self.conf_set[j] = {0}

    def dead_end(self, i: int) -> DeadEnd:
        return self._no_value(i, frozenset(self.conf_set[i]))

    def blame_all(self, i: int) -> None:
        self.conf_set[i] |= set(range(i))
