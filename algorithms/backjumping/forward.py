"""FC and FC-CBJ: checks are made forward, with the values that open variables have left.

Source: Prosser 1993; forward checking after Haralick and Elliott 1980. His variables stand in a fixed order. Here each
is chosen when its level is reached, so past variables are named by their levels, and the others by their numbers:

    x, y         variables, by number            at          at[i]: the variable at level i; 0 where none is yet
    reductions   reductions[y]: the values that past variables have taken from Vy, the last ones last
    past_fc      past_fc[y]: the levels of these variables, in the same order; 0 is always in it
    future_fc    future_fc[i]: the variables from which the one at level i has taken values
    conf_set     conf_set[x]: the levels that are to blame for values of Vx which failed
"""

from __future__ import annotations

from collections.abc import Iterable

from algorithms.backjumping.events import ConfSetJoined, DeadEnd, Instantiated, Judged, SteppedBack
from algorithms.backjumping.orders import DYNAMIC, Order, best_variables
from algorithms.backjumping.problem import Problem
from algorithms.backjumping.search import Search
from algorithms.core import Choose, Steps, choose
from algorithms.events import Decided, Emptied, JumpedBack, Struck, VariableSelected


class FC(Search):
    """Forward checking with chronological backtracking."""

    def __init__(self, problem: Problem, order: Order, choose: Choose = choose) -> None:
        super().__init__(problem, choose)
        self.order, self.dynamic = order, order in DYNAMIC
        self.at = [0] * (self.n + 1)
        self.reductions: list[list[list[int]]] = [[] for _ in self.at]
        self.past_fc = [[0] for _ in self.at]
        self.future_fc: list[list[int]] = [[] for _ in self.at]
        self.calls = 0
        self._peers = {x: [y for y, pair in enumerate(row) if pair is not None] for x, row in enumerate(self.C)}

    # --- label -------------------------------------------------------------------------------------------------------

    def label(self, i: int) -> Steps[bool]:
        x = yield from self.select(i)
        for k in self.in_turn(x):
            self.v[x], self.calls = k, 0
            yield Instantiated(self.names[x], self.problem.values[x][k], i)
            y = yield from self.check_forward(i)
            if not y:
                yield self.judged_forward(x, i, True)
                yield Decided(f"{self.names[x]}={self.problem.values[x][k]}", i)
                return True
            self.current_domain[x].remove(k)
            self.undo_reductions(i)
            yield self.judged_forward(x, i, False, self.blame_past(x, y))
        return False

    def select(self, i: int) -> Steps[int]:
        """The variable at level i: the one that is there, if the search has come back; otherwise it is chosen."""
        if not self.at[i]:
            past = set(self.at)
            left = {x: self.current_domain[x] for x in range(1, self.n + 1) if x not in past}
            tied = {self.names[x]: x for x in best_variables(left, self._peers, self.order)}
            x = self.at[i] = tied[self.choose("variable", tuple(tied), next(iter(tied)))]
            if self.dynamic:
                yield VariableSelected(self.names[x], len(self.current_domain[x]))
        return self.at[i]

    def check_forward(self, i: int) -> Steps[int]:
        """For each open variable, while consistent: check-forward(i, j). Returns the one that has no value left, or 0.
        """
        x, past = self.at[i], set(self.at)
        pairs, k, name = self.C[x], self.v[x], self.names[x]
        for y in range(1, self.n + 1):
            if y in past:
                continue
            pair, left = pairs[y], self.current_domain[y]
            self.calls += len(left)
            if pair is None:
                continue
            reduction = []
            for value in left:
                checked = pair[k, value]
                yield checked
                if not checked.satisfied:
                    reduction.append(value)
            if reduction:
                self.current_domain[y] = left = [value for value in left if value not in reduction]
                self.reductions[y].append(reduction)
                self.past_fc[y].append(i)
                self.future_fc[i].append(y)
                if not left:
                    yield Emptied(self.names[y], name)
                    return y
                values = self.problem.values[y]
                yield Struck(self.names[y], tuple([values[value] for value in reduction]),
                             tuple([values[value] for value in left]), name)
        return 0

    def judged_forward(self, x: int, i: int, consistent: bool, blamed: Iterable[int] = ()) -> Judged:
        """The event of how it went with v[x]; ``blamed`` are levels."""
        value = self.problem.values[x][self.v[x]]
        return Judged(self.names[x], value, consistent, i - 1, self.calls, self.named(blamed))

    def blame_past(self, x: int, y: int) -> Iterable[int]:
        """The levels that have left no value to Vy, apart from that of Vx; that is not kept here."""
        return ()

    def name_at(self, level: int) -> str:
        return self.names[self.at[level]]

    def named(self, levels: Iterable[int]) -> tuple[str, ...]:
        """The names of the variables at these levels."""
        return tuple([self.names[self.at[h]] for h in sorted(levels) if h])

    # --- unlabel -----------------------------------------------------------------------------------------------------

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        yield DeadEnd(self.names[self.at[i]], i, (), "nobody")
        h = i - 1
        if h == 0:
            return 0, False
        x, y = self.at[h], self.at[i]
        yield self.back(i, h)
        self.undo_reductions(h)
        self.update_current_domain(y)
        self.at[i] = 0
        self.current_domain[x].remove(self.v[x])
        return h, bool(self.current_domain[x])

    def undo_reductions(self, i: int) -> None:
        """What the variable at level i has taken comes back."""
        for y in self.future_fc[i]:
            self.current_domain[y] = sorted([*self.current_domain[y], *self.reductions[y].pop()])
            self.past_fc[y].pop()
        self.future_fc[i] = []

    def update_current_domain(self, x: int) -> None:
        """All values that past variables have left to Vx."""
        gone = {value for reduction in self.reductions[x] for value in reduction}
        self.current_domain[x] = [value for value in self.domain[x] if value not in gone]

    def back(self, i: int, h: int) -> JumpedBack | SteppedBack:
        x = self.at[h]
        if h < i - 1:
            return JumpedBack(i, h)
        return SteppedBack(self.names[x], self.problem.values[x][self.v[x]], h)

    def after_solution(self) -> tuple[int, bool]:
        x = self.at[self.n]
        if x:
            self.current_domain[x].remove(self.v[x])
            self.blame_all(x)
        return self.n, bool(self.current_domain[x])


class FCCBJ(FC):
    """Forward checking with conflict-directed backjumping."""

    blames = "conflicts"

    def __init__(self, problem: Problem, order: Order, choose: Choose = choose) -> None:
        super().__init__(problem, order, choose)
        self.conf_set: list[set[int]] = [{0} for _ in self.at]

    def blame_past(self, x: int, y: int) -> Iterable[int]:
        self.conf_set[x].update(self.past_fc[y])
        return self.past_fc[y]

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        x = self.at[i]
        blamed = self.conf_set[x] | set(self.past_fc[x])
        yield DeadEnd(self.names[x], i, self.named(blamed), self.blames)
        h = self.chosen_target(max(blamed), i)
        if h == 0:
            return 0, False
        w = self.at[h]
        self.conf_set[w] = (self.conf_set[w] | blamed) - {h}
        yield ConfSetJoined(self.names[w], h, self.names[x], self.named(self.conf_set[w]))
        yield self.back(i, h)
        for j in range(i, h, -1):
            y = self.at[j]
            self.conf_set[y] = {0}
            self.undo_reductions(j)
            self.update_current_domain(y)
            self.at[j] = 0
        self.undo_reductions(h)
        self.current_domain[w].remove(self.v[w])
        return h, bool(self.current_domain[w])

    def blame_all(self, i: int) -> None:
        self.conf_set[i] |= set(range(self.n))
