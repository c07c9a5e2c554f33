"""What the searches of this family have in common: the loop bcssp, with label and unlabel.

The sources print a label and an unlabel for each search; these are the lines that all of them share. What a search adds
of its own, it adds where they call ``blame``, ``target``, ``learn`` and ``forget``.

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

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from algorithms.backjumping.events import (
    Blames,
    DeadEnd,
    Instantiated,
    Judged,
    Memory,
    OrderFixed,
    SteppedBack,
)
from algorithms.backjumping.problem import Problem
from algorithms.backtracking.backtracking import Solutions
from algorithms.core import Choose, Event, Steps, choose
from algorithms.events import Decided, JumpedBack, SearchEnded, Solved
from algorithms.problems.forms.csp import Value


class Verdicts(dict[tuple[int, int, int, bool], Judged]):
    """The events of how it went with v[i] = k, which was checked from ``start`` to h (0: not at all), by these three
    and whether it is consistent."""

    def __init__(self, problem: Problem, i: int) -> None:
        super().__init__()
        self._problem, self._i = problem, i

    def __missing__(self, key: tuple[int, int, int, bool]) -> Judged:
        i, (k, start, h, consistent) = self._i, key
        names, values = self._problem.names, self._problem.values
        by = () if consistent else (names[h or start],)
        upto, calls = min(h or start, i - 1), h - start + 1 if h else 0
        self[key] = event = Judged(names[i], values[i][k], consistent, upto, calls, by)
        return event


class Search:
    """A search over the variables of a problem. As it is here, it goes back to the variable before."""

    memory: ClassVar[Memory] = "nothing"
    blames: ClassVar[Blames] = "nobody"

    def __init__(self, problem: Problem, choose: Choose = choose) -> None:
        """``choose`` is asked for the next value, and where to go back to, if somebody chooses."""
        self.choose = choose
        self.problem, self.n, self.C, self.domain = problem, problem.n, problem.C, problem.domain
        self.names, self.dynamic = problem.names, False
        self.v = [0] * (self.n + 1)
        self.current_domain = [values[:] for values in self.domain]
        self._tries = [[Instantiated(name, value, i) for value in values]
                       for i, (name, values) in enumerate(zip(problem.names, problem.values, strict=True))]
        self._decided = [[Decided(f"{name}={value}", i) for value in values]
                         for i, (name, values) in enumerate(zip(problem.names, problem.values, strict=True))]
        self._judged = [Verdicts(problem, i) for i in range(self.n + 1)]
        self._ends = [DeadEnd(name, i, (), "nobody") for i, name in enumerate(problem.names)]
        self._backs = [[SteppedBack(name, value, i) for value in values]
                       for i, (name, values) in enumerate(zip(problem.names, problem.values, strict=True))]

    # --- the loop ----------------------------------------------------------------------------------------------------

    def bcssp(self, all_: bool) -> Steps[Solutions]:
        """Labels and unlabels until a solution is found, or, where ``all_`` are wanted, until all are."""
        return bcssp(lambda: (self, None, True), all_)

    def label(self, i: int) -> Steps[bool]:
        """Gives Vᵢ a value that is consistent with those before it. Is there one?

        Where no constraint is between two variables, a check says yes, and no event tells it; the last event of a value
        tells how it went. The loop over h is not a function of its own, nor are events made that have been before:
        here is where these searches spend their time.
        """
        v, pairs, tries, current = self.v, self.C[i], self._tries[i], self.current_domain[i]
        blame, judged = self.blame, self._judged[i]
        for k in self.in_turn(i):
            v[i] = k
            yield tries[k]
            consistent, h = True, 0
            for h in range(1, i):
                pair = pairs[h]
                if pair is not None:
                    checked = pair[k, v[h]]
                    yield checked
                    if not checked.satisfied:
                        consistent = False
                        break
            yield judged[k, 1, h, consistent]
            blame(i, k, h, consistent)
            if consistent:
                yield self._decided[i][k]
                return True
            current.remove(k)
        return False

    def unlabel(self, i: int) -> Steps[tuple[int, bool]]:
        """Goes back from Vᵢ, which has no value left: to which variable, and has that one a value left?"""
        yield self.dead_end(i)
        h = self.chosen_target(self.target(i), i)
        if h == 0:
            return 0, False
        yield from self.learn(h, i)
        yield self.back(i, h)
        current = self.current_domain
        for j in range(h + 1, i + 1):
            self.forget(j)
            current[j] = self.domain[j][:]
        current[h].remove(self.v[h])
        return h, bool(current[h])

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

    # --- what can be chosen ------------------------------------------------------------------------------------------

    def in_turn(self, x: int) -> Iterable[int]:
        """The values that are left to Vx, in the order in which they are tried."""
        return self.current_domain[x][:] if self.choose is choose else self._as_chosen(x)

    def _as_chosen(self, x: int) -> Iterator[int]:
        left = {str(self.problem.values[x][k]): k for k in self.current_domain[x]}
        while left:
            yield left.pop(self.choose("value", tuple(left), next(iter(left))))

    def chosen_target(self, h: int, i: int) -> int:
        """Where to go back to from level i: to h, or, as somebody chooses, to a level between. Nothing is lost there:
        whatever has a value between is not to blame for the dead end, so that it fails with any, and blames h again."""
        if self.choose is choose or not 0 < h < i - 1:
            return h
        names = {self.name_at(level): level for level in range(h, i)}
        return names[self.choose("target", tuple(names), self.name_at(h))]

    def name_at(self, level: int) -> str:
        """The variable at a level."""
        return self.names[level]

    def blame_all(self, i: int) -> None:
        """Every variable before Vᵢ is to blame for what it has lost."""

    # --- label -------------------------------------------------------------------------------------------------------

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

    def back(self, i: int, h: int) -> JumpedBack | SteppedBack:
        """The event that Vₕ loses its value, and the search goes on there: a step back, or a jump over others."""
        if h < i - 1:
            return JumpedBack(i, h)
        return self._backs[h][self.v[h]]


Begun = tuple[Search, int | None, bool]
"""A search; how many values AC-3 has taken away before, None where it did not run; has it left some to each variable?
"""


def bcssp(begin: Callable[[], Begun], all_: bool) -> Steps[Solutions]:
    """The loop. ``begin`` is called when the first event is asked for: all others then come straight from here."""
    search, pruned, possible = begin()
    values, n = search.problem.values, search.n
    i, consistent, found = int(possible), True, 0
    first: dict[str, Value] | None = None
    yield OrderFixed(search.names[1:], values[1:], search.memory, search.blames, search.dynamic, all_, pruned)
    while True:
        if i > n:  # status = "solution"
            found += 1
            first = search.solution() if first is None else first
            yield Solved(found)
            if not all_:
                break
            i, consistent = search.after_solution()
        if i == 0:  # status = "impossible"
            yield SearchEnded(found)
            break
        if consistent:
            consistent = yield from search.label(i)
            i += consistent
        else:
            i, consistent = yield from search.unlabel(i)
    return Solutions(first, found)
