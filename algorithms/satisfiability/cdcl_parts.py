"""The parts of a CDCL solver: trail, propagation, conflict analysis, order of variables and restarts.

Sources: Niklas Eén and Niklas Sörensson, *An Extensible SAT-solver*, SAT 2003 (MiniSat); Matthew Moskewicz and others,
*Chaff: Engineering an Efficient SAT Solver*, DAC 2001 (two watched literals, VSIDS); Michael Luby, Alistair Sinclair
and David Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993.

A clause is a list of literals in ``clauses``, by its number from 1; ``[]`` once it has been forgotten. Lists by literal
have 2n + 1 places: Python counts the negative literals from their end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Protocol

from algorithms.core import Choose, Steps
from algorithms.events import Attached, Implied, Resolved, Watched
from algorithms.long_work import checkpoint
from algorithms.problems.forms.named import LiteralWords


class Trail:
    """The literals that are true now, in the order in which they became it.

    value:     by literal: True, False, or None for open
    level:     by variable: how many decisions and assumptions the trail had when it was assigned
    reason:    by variable: the clause that forced it, or 0
    starts:    for each level from 1 on, where on the trail it begins
    head:      how many literals have been propagated
    """

    def __init__(self, variables: int) -> None:
        self.literals: list[int] = []
        self.value: list[bool | None] = [None] * (2 * variables + 1)
        self.level = [0] * (variables + 1)
        self.reason = [0] * (variables + 1)
        self.starts: list[int] = []
        self.head = 0

    @property
    def depth(self) -> int:
        """The level that the search is at."""
        return len(self.starts)

    def add(self, literal: int, reason: int = 0) -> None:
        """Makes an open literal true."""
        self.value[literal], self.value[-literal] = True, False
        variable = abs(literal)
        self.level[variable] = len(self.starts)
        self.reason[variable] = reason
        self.literals.append(literal)

    def begin_level(self, literal: int) -> None:
        """Makes an open literal true, at a new level."""
        self.starts.append(len(self.literals))
        self.add(literal)

    def opening(self, level: int) -> int:
        """The literal that a level from 1 on begins with."""
        return self.literals[self.starts[level - 1]]

    def cut(self, level: int) -> list[int]:
        """Takes away the levels above this one; returns their literals, the last one first."""
        start = self.starts[level]
        gone = self.literals[start:]
        gone.reverse()
        for literal in gone:
            self.value[literal] = self.value[-literal] = None
        del self.literals[start:], self.starts[level:]
        self.head = min(self.head, start)
        return gone


class Propagation(Protocol):
    """A way to find the clauses that have become unit or false."""

    def attach(self, numbers: Sequence[int]) -> Sequence[Attached]:
        """From now on these clauses are propagated. They have two literals at least, and no literal waits for them.

        Returns what is to be said of it.
        """

    def detach(self, numbers: Collection[int]) -> None:
        """These clauses are propagated no more."""

    def visit(self, literal: int) -> tuple[Watched, list[int], int]:
        """Visits clauses in which the complement of ``literal``, now true, has become false; extends the trail.

        Returns what was visited; the clauses that were unit, in the order of the literals that they put on the trail;
        and a false clause, or 0.
        """

    def cut(self, literals: Iterable[int]) -> None:
        """These literals, all of them visited before, are no longer true."""


def propagate(trail: Trail, by: Propagation, words: LiteralWords) -> Steps[int]:
    """Propagates what is new on the trail, the oldest literal first, until a clause is false; returns it, or 0."""
    while trail.head < len(trail.literals):
        literal = trail.literals[trail.head]
        trail.head += 1
        end = len(trail.literals)
        watched, units, false = by.visit(literal)  # not a generator: this is where the time goes
        yield watched
        for place, number in enumerate(units, start=end):
            yield Implied(words[trail.literals[place]], number, len(trail.starts))
        if false:
            return false
    return 0


class WatchedLiterals:
    """Each clause watches its first two literals, and is visited only when one of these becomes false."""

    def __init__(self, trail: Trail, clauses: list[list[int]], words: LiteralWords) -> None:
        self.trail, self.clauses, self.words = trail, clauses, words
        self.watches: list[list[int]] = [[] for _ in trail.value]

    def attach(self, numbers: Sequence[int]) -> Sequence[Attached]:
        words, pairs = self.words, []
        for number in numbers:
            checkpoint()
            first, second = self.clauses[number][:2]
            self.watches[first].append(number)
            self.watches[second].append(number)
            pairs.append((number, words[first], words[second]))
        return [Attached(tuple(pairs))] if pairs else []

    def detach(self, numbers: Collection[int]) -> None:
        for literal in {literal for number in numbers for literal in self.clauses[number][:2]}:
            self.watches[literal] = [number for number in self.watches[literal] if number not in numbers]

    def visit(self, literal: int) -> tuple[Watched, list[int], int]:
        clauses, value, watches, words = self.clauses, self.trail.value, self.watches, self.words
        visiting, gone = watches[-literal], -literal
        kept: list[int] = []
        moved: list[tuple[int, str]] = []
        units: list[int] = []
        for number in visiting:
            clause = clauses[number]
            other = clause[0]
            if other == gone:
                other = clause[0] = clause[1]
                clause[1] = gone
            if value[other]:
                kept.append(number)
                continue
            for place in range(2, len(clause)):
                replacement = clause[place]
                if value[replacement] is not False:
                    clause[1], clause[place] = replacement, gone
                    watches[replacement].append(number)
                    moved.append((number, words[replacement]))
                    break
            else:
                kept.append(number)
                if value[other] is False:
                    seen = len(kept) + len(moved)
                    watches[gone] = kept + visiting[seen:]
                    return Watched(words[literal], tuple(visiting[:seen]), tuple(moved)), units, number
                units.append(number)
                self.trail.add(other, number)
        watches[gone] = kept
        return Watched(words[literal], tuple(visiting), tuple(moved)), units, 0

    def cut(self, literals: Iterable[int]) -> None:
        """Nothing to do: what was watched may be watched further. That is the point of watching."""


class CountedLiterals:
    """Each clause counts its false literals, and is visited when any of them becomes false, and again when undone."""

    def __init__(self, trail: Trail, clauses: list[list[int]], words: LiteralWords) -> None:
        self.trail, self.clauses, self.words = trail, clauses, words
        self.occurrences: list[list[int]] = [[] for _ in trail.value]
        self.false: dict[int, int] = {}

    def attach(self, numbers: Sequence[int]) -> Sequence[Attached]:
        for number in numbers:
            clause = self.clauses[number]
            self.false[number] = sum(self.trail.value[literal] is False for literal in clause)
            for literal in clause:
                self.occurrences[literal].append(number)
        return []

    def detach(self, numbers: Collection[int]) -> None:
        for literal in {literal for number in numbers for literal in self.clauses[number]}:
            self.occurrences[literal] = [number for number in self.occurrences[literal] if number not in numbers]

    def visit(self, literal: int) -> tuple[Watched, list[int], int]:
        value, false = self.trail.value, self.false
        units: list[int] = []
        conflict = 0
        for number in self.occurrences[-literal]:
            false[number] += 1
            clause = self.clauses[number]
            if false[number] < len(clause) - 1 or conflict:
                continue
            left = next((other for other in clause if value[other] is not False), 0)
            if left == 0:
                conflict = number
            elif value[left] is None:
                units.append(number)
                self.trail.add(left, number)
        return Watched(self.words[literal], tuple(self.occurrences[-literal])), units, conflict

    def cut(self, literals: Iterable[int]) -> None:
        for literal in literals:
            for number in self.occurrences[-literal]:
                self.false[number] -= 1


def analyze(conflict: int, trail: Trail, clauses: Sequence[Sequence[int]], words: LiteralWords,
            first_uip: bool, at: int = 0) -> Steps[tuple[list[int], list[int]]]:
    """The asserting clause that a false one leads to, by resolution backwards along the trail; and the variables seen.

    With ``first_uip`` it ends at the first clause that has one literal of the last level: the first unique implication
    point, or, with ``at``, that one of them; otherwise where only decisions and assumptions are left. The literal to be
    asserted comes first, then the others, those of the highest level first.
    """
    level, reason, depth = trail.level, trail.reason, trail.depth
    clause: dict[int, None] = {}  # an ordered set, like the next
    seen: dict[int, None] = {}

    def resolve(number: int, true: int) -> int:
        """Adds another clause's literals but ``true``; returns how many of them are still to be resolved away."""
        more = 0
        for literal in clauses[number]:
            variable = abs(literal)
            if literal != true and level[variable] and literal not in clause:
                clause[literal] = seen[variable] = None
                more += level[variable] == depth if first_uip else reason[variable] > 0
        return more

    left = resolve(conflict, 0)  # with first UIP, one of them remains
    for true in reversed(trail.literals):
        if left == first_uip and (not at or -at in clause):
            break
        if -true in clause and (number := reason[abs(true)]):
            del clause[-true]
            left += resolve(number, true) - 1
            yield Resolved(number, words[true], words.said(clause))
    return sorted(clause, key=lambda literal: -level[abs(literal)]), list(seen)


def implication_points(conflict: int, trail: Trail, clauses: Sequence[Sequence[int]]) -> list[int]:
    """The unique implication points of the last level, the first one, which is the nearest to the conflict, first: all
    ways from what the level begins with to the conflict lead through each. The last one is what it begins with."""
    level, depth = trail.level, trail.depth
    found: list[int] = []
    open_ = {abs(literal) for literal in clauses[conflict] if level[abs(literal)] == depth}
    for true in reversed(trail.literals):
        if abs(true) not in open_:
            continue
        if len(open_) == 1:
            found.append(true)
        open_.update(abs(literal) for literal in clauses[trail.reason[abs(true)]] if level[abs(literal)] == depth)
        open_.remove(abs(true))
        if not open_:
            break
    return found


def chosen_point(points: Sequence[int], words: LiteralWords, choose: Choose | None) -> tuple[int, int]:
    """Which of these UIPs ``choose`` prefers to the first one: its number, from 1, and its literal."""
    named = {f"UIP {words[literal]}": (number, literal) for number, literal in enumerate(points, 1)}
    return named[choose("UIP", list(named), next(iter(named)))] if choose else (1, points[0])


def origins(literal: int, trail: Trail, clauses: Sequence[Sequence[int]]) -> set[int]:
    """The literals without a reason, above level 0, that a true literal follows from."""
    found, because = set(), {abs(literal)}
    for true in reversed(trail.literals):
        variable = abs(true)
        if variable in because and trail.level[variable]:
            if number := trail.reason[variable]:
                because.update(map(abs, clauses[number]))
            else:
                found.add(true)
    return found


class Order(Protocol):
    """Which variable is decided next."""

    def add(self, variable: int) -> None:
        """A new variable, which may be decided."""

    def bump(self, variables: Iterable[int]) -> None:
        """These variables, all of them assigned, were in a conflict."""

    def release(self, literals: Iterable[int]) -> None:
        """These literals are open again."""

    def best(self) -> int:
        """An open variable, or 0."""


class FirstVariable:
    """The first open variable, in the order of their numbers."""

    def __init__(self, value: Sequence[bool | None]) -> None:
        self.value = value
        self.variables: list[int] = []

    def add(self, variable: int) -> None:
        self.variables.append(variable)
        self.variables.sort()

    def bump(self, variables: Iterable[int]) -> None:
        """Conflicts change nothing."""

    def release(self, literals: Iterable[int]) -> None:
        """Nothing is kept about open variables."""

    def best(self) -> int:
        return next((variable for variable in self.variables if self.value[variable] is None), 0)


class Vsids:
    """The open variable that was in most conflicts, recent ones counting more; of equals, the first one.

    heap:      (−activity, variable); an open variable has an entry with its present activity, others may have none
    queued:    by variable: the activity with which it was last put on the heap, None when taken off
    step:      what a conflict counts: all activities decay by its growing
    """

    decay = 0.95
    most = 1e100  # activities are scaled down before they grow beyond what a float holds

    def __init__(self, value: Sequence[bool | None]) -> None:
        self.value = value
        self.activity = [0.0] * (len(value) // 2 + 1)
        self.queued: list[float | None] = [None] * len(self.activity)
        self.heap: list[tuple[float, int]] = []
        self.step = 1.0

    def add(self, variable: int) -> None:
        self.release((variable,))

    def bump(self, variables: Iterable[int]) -> None:
        for variable in variables:
            self.activity[variable] += self.step
        self.step /= self.decay
        if self.step > self.most:
            self.step /= self.most
            self.activity = [activity / self.most for activity in self.activity]
            self.queued = [None if at is None else self.activity[variable] for variable, at in enumerate(self.queued)]
            self.heap = [(-at, variable) for variable, at in enumerate(self.queued) if at is not None]
            heapify(self.heap)

    def release(self, literals: Iterable[int]) -> None:
        for literal in literals:
            variable = abs(literal)
            activity = self.activity[variable]
            if self.queued[variable] != activity:
                self.queued[variable] = activity
                heappush(self.heap, (-activity, variable))

    def best(self) -> int:
        while self.heap:
            activity, variable = self.heap[0]
            if self.value[variable] is None and -activity == self.activity[variable]:
                return variable
            heappop(self.heap)
            if self.queued[variable] == -activity:
                self.queued[variable] = None
        return 0


def luby(index: int) -> int:
    """The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, from index 0."""
    size = 1
    while size < index + 1:
        size = 2 * size + 1
    while size != index + 1:
        size //= 2
        index = index % size
    return (size + 1) // 2
