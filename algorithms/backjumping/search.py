"""What the searches of this family have in common: the loop bcssp, with label and unlabel.

The sources print a label and an unlabel for each search; these are the lines that all of them share. What a search adds
of its own, it adds where they call ``recall``, ``blame``, ``target``, ``learn`` and ``forget``.

Source: Patrick Prosser, *Hybrid algorithms for the constraint satisfaction problem*, Computational Intelligence 9(3),
1993, and *Algorithms for Solving Zebra and Sherlock*. Their arrays have the same names here:

    i, h, j          numbers of variables in the order of the search, from 1; 0 is before all of them
    k                the number of a value
    v                v[i]: the value that Vᵢ has now
    current_domain   current_domain[i]: the values of Vᵢ that are not shown to be inconsistent here
    domain, C, n     as in :mod:`algorithms.backjumping.problem`

The sources end with the first solution. Going on, a solution counts as a conflict of the last variable with all before
it: only that keeps a search which jumps from jumping over the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from algorithms.backjumping.events import (
    Blames,
    ConfSetJoined,
    DeadEnd,
    Instantiated,
    Judged,
    Memory,
    OrderFixed,
    Saved,
    SteppedBack,
)
from algorithms.backjumping.problem import Problem
from algorithms.backtracking.backtracking import Solutions
from algorithms.core import Event, Steps
from algorithms.events import Decided, JumpedBack, SearchEnded, Solved
from algorithms.problems.forms.csp import Value


class Verdicts(dict[tuple[int, int, int, int, bool], Judged]):
    """The events of how it went with v[i] = k, which was checked from ``start`` to h (0: not at all), by these and
    whether it is consistent."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self._problem = problem

    def __missing__(self, key: tuple[int, int, int, int, bool]) -> Judged:
        i, k, start, h, consistent = key
        names, values = self._problem.names, self._problem.values
        by = () if consistent else (names[h or start],)
        upto, calls = min(h or start, i - 1), h - start + 1 if h else 0
        self[key] = event = Judged(names[i], values[i][k], consistent, upto, calls, by)
        return event


class Search:
    """A search over the variables of a problem. As it is here, it goes back to the variable before."""

    memory: ClassVar[Memory] = "nothing"
    blames: ClassVar[Blames] = "nobody"

    def __init__(self, problem: Problem) -> None:
        self.problem, self.n, self.C, self.domain = problem, problem.n, problem.C, problem.domain
        self.names, self.dynamic = problem.names, False
        self.v = [0] * (self.n + 1)
        self.current_domain = [values[:] for values in self.domain]
        self._tries = [[Instantiated(name, value, i) for value in values]
                       for i, (name, values) in enumerate(zip(problem.names, problem.values, strict=True))]
        self._decided = [[Decided(f"{name}={value}", i) for value in values]
                         for i, (name, values) in enumerate(zip(problem.names, problem.values, strict=True))]
        self._judged = Verdicts(problem)
        self._ends = [DeadEnd(name, i, (), "nobody") for i, name in enumerate(problem.names)]
        self._backs: dict[tuple[int, int], SteppedBack] = {}

    # --- the loop ----------------------------------------------------------------------------------------------------

    def bcssp(self, all_: bool, pruned: int | None = None, possible: bool = True) -> Steps[Solutions]:
        """Labels and unlabels until a solution is found, or, where ``all_`` are wanted, until all are. ``pruned``: so
        many values AC-3 has taken away before; ``possible``: not all of a variable."""
        i, consistent, found = int(possible), True, 0
        first: dict[str, Value] | None = None
        yield OrderFixed(self.names[1:], self.problem.values[1:], self.memory, self.blames, self.dynamic, all_, pruned)
        while True:
            if i > self.n:  # status = "solution"
                found += 1
                first = self.solution() if first is None else first
                yield Solved(found)
                if not all_:
                    break
                i, consistent = self.after_solution()
            if i == 0:  # status = "impossible"
                yield SearchEnded(found)
                break
            if consistent:
                consistent = yield from self.label(i)
                i += consistent
            else:
                i, consistent = yield from self.unlabel(i)
        return Solutions(first, found)

    def label(self, i: int) -> Steps[bool]:
        """Gives Vᵢ a value that is consistent with those before it. Is there one?

        Where no constraint is between two variables, a check says yes, and no event tells it; the last event of a value
        tells how it went. The loop over h is not a function of its own, nor are events made that have been before:
        here is where these searches spend their time.
        """
        v, pairs, tries, current = self.v, self.C[i], self._tries[i], self.current_domain[i]
        for k in current[:]:
            v[i] = k
            yield tries[k]
            start, saved = self.recall(i, k)
            if saved is not None:
                yield saved
            consistent, h = start > 0, 0
            if consistent:
                for h in range(start, i):
                    pair = pairs[h]
                    if pair is not None:
                        checked = pair[k, v[h]]
                        yield checked
                        if not checked.satisfied:
                            consistent = False
                            break
                yield self._judged[i, k, start, h, consistent]
            self.blame(i, k, h, consistent)
            if consistent:
                yield self._decided[i][k]
                return True
            current.remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        """Goes back from Vᵢ, which has no value left: to which variable, and has that one a value left?"""
        yield self.dead_end(i)
        h = self.target(i)
        if h == 0:
            return 0, False
        yield from self.learn(h, i)
        yield self.back(i, h)
        for j in range(h + 1, i + 1):
            self.forget(j)
            self.current_domain[j] = self.domain[j][:]
        self.current_domain[h].remove(self.v[h])
        return h, bool(self.current_domain[h])

    def solution(self) -> dict[str, Value]:
        """The values now, of the variables of the puzzle."""
        problem = self.problem
        return problem.binary.original_values(
            {problem.names[i]: problem.values[i][self.v[i]] for i in range(1, self.n + 1)})

    def after_solution(self) -> tuple[int, bool]:
        """The last variable loses its value. Is another one left?"""
        n = self.n
        if n:
            self.current_domain[n].remove(self.v[n])
            self.blame_all(n)
        return n, bool(self.current_domain[n])

    def blame_all(self, i: int) -> None:
        """Every variable before Vᵢ is to blame for what it has lost."""

    # --- label -------------------------------------------------------------------------------------------------------

    def recall(self, i: int, k: int) -> tuple[int, Saved | None]:
        """From which variable on v[i] = k is to be checked, 0 where it is known to be refused; and the event that tells
        which checks a memory makes needless."""
        return 1, None

    def blame(self, i: int, k: int, h: int, consistent: bool) -> None:
        """v[i] = k was checked as far as Vₕ, which has refused it if it is not consistent; 0: against nobody."""

    # --- unlabel -----------------------------------------------------------------------------------------------------

    def dead_end(self, i: int) -> DeadEnd:
        """The event that Vᵢ has no value left; nobody is blamed."""
        return self._ends[i]

    def target(self, i: int) -> int:
        """Where to go back to from Vᵢ; 0 where nothing is left to go back to."""
        return i - 1

    def learn(self, h: int, i: int) -> tuple[Event, ...]:
        """What the dead end at Vᵢ leaves to be remembered when the search goes back to Vₕ."""
        return ()

    def forget(self, j: int) -> None:
        """Vⱼ is left."""

    def join(self, h: int, i: int, conf_set: Sequence[set[int]]) -> ConfSetJoined:
        """The event that conf-set[h] took in conf-set[i]."""
        return ConfSetJoined(self.names[h], h, self.names[i], self.problem.named(list(conf_set[h])))

    def back(self, i: int, h: int) -> JumpedBack | SteppedBack:
        """The event that Vₕ loses its value, and the search goes on there: a step back, or a jump over others."""
        if h < i - 1:
            return JumpedBack(i, h)
        event = self._backs.get((h, self.v[h]))
        if event is None:
            value = self.problem.values[h][self.v[h]]
            event = self._backs[h, self.v[h]] = SteppedBack(self.names[h], value, h)
        return event
