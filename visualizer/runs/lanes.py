"""The branches of a run, as a tree: kept, named, each from the event on at which it leaves another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from algorithms.core import Choose, Steps
from algorithms.problems.puzzle import Puzzle
from scenarios.choices import Chooser, again
from scenarios.timeline import MOST_EVENTS, Timeline
from visualizer.runs.states import State

FIRST, MOVES = "first run", "own moves"  # how branches are called that nobody has named
MOST_LETTERS = 40  # of a name
_MOST = 200  # branches that are kept


@dataclass
class Run:
    """A run of the algorithm: how it is started, behind how many events, and the choices that it made."""

    start: Callable[[Choose], Steps[Any]]
    at: int = 0
    chooser: Chooser = field(default_factory=Chooser)

    def steps(self) -> Steps[Any]:
        """Starts it."""
        return self.start(self.chooser)


@dataclass(eq=False)
class Lane:
    """A branch. Its timeline has the first ``at`` events in common with its ``parent``; the first run has none.

    passing: it comes from a move of the game, and with the next such move it is the same branch
    """

    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle
    name: str
    parent: Lane | None = None
    at: int = 0
    passing: bool = False

    def again(self, start: State, most: int = MOST_EVENTS) -> Timeline[State]:
        """The same branch on a timeline of its own, which begins at ``start`` and holds up to ``most`` events."""
        events = tuple(self.timeline.events[:self.run.at])

        def steps() -> Steps[Any]:
            yield from events
            return (yield from again(self.run.start, self.run.chooser))

        return Timeline(steps(), start, most)


class Left(NamedTuple):
    """A branch that was left, and where."""

    lane: Lane
    position: int


class Row(NamedTuple):
    """A branch as it is shown: below which row, and from which event on it is no longer that of this row."""

    lane: Lane
    parent: int | None
    at: int


class Lanes:
    """All branches of a session; the ``current`` one is on show, ``last`` was before it."""

    current: Lane
    last: Lane

    def __init__(self) -> None:
        self.all: list[Lane] = []

    @property
    def first(self) -> Lane:
        """The run that all others come from."""
        return self.all[0]

    def open(self, lane: Lane, at: int) -> Lane:
        """Adds a branch that leaves the current one behind ``at`` events, or what that comes from, if it has these
        events, too."""
        parent = self.current
        while parent.parent is not None and at <= parent.at:
            parent = parent.parent
        lane.parent, lane.at = parent, at
        if not lane.passing:
            lane.name = self._unused(lane.name)
        self.all.append(lane)
        if len(self.all) > _MOST:
            self.remove(next(old for old in self.all[1:] if old is not self.current))
        return lane

    def _unused(self, name: str) -> str:
        """A name that no branch has: with a number behind it, where that is needed."""
        name = name[:MOST_LETTERS]
        taken, number, found = {lane.name for lane in self.all}, 1, name
        while found in taken:
            number += 1
            found = f"{name} ({number})"
        return found

    def enter(self, lane: Lane) -> None:
        """That one is on show now. One that was removed, or another first run, is in the tree again."""
        if lane.parent is None and lane is not self.first:
            self.begun_again(lane)
            return
        if lane not in self.all:
            self.all.append(lane)
        if lane is not self.current:
            self.last, self.current = self.current, lane

    def begun_again(self, first: Lane) -> None:
        """Has another recording of the first run in the place of the one before, and on show."""
        old = self.all[0] if self.all else first
        self.all[:1] = [first]
        first.name = old.name
        for lane in self.all[1:]:
            lane.parent = first if lane.parent is old else lane.parent
        self.last = first if old is first or self.current is old else self.current
        self.current = first

    def shared(self, position: int) -> int:
        """How many of the events before that position of the branch on show are those of the first run."""
        lane = self.current
        while lane.parent is not None:
            position, lane = min(position, lane.at), lane.parent
        return position

    def remove(self, lane: Lane) -> None:
        """Forgets a branch that is neither the first nor on show; those that come from it leave where it did."""
        if lane is self.first or lane is self.current:
            return
        self.all.remove(lane)
        for other in self.all:
            if other.parent is lane:
                other.parent, other.at = lane.parent, lane.at
        if self.last is lane:
            self.last = self.current

    def rows(self) -> Sequence[Row]:
        """The branches in the order of their rows: each below the one that it comes from, the one that leaves last
        nearest, so that no line crosses another. Of the moves of a game one after the other there is one row."""
        below: dict[Lane, list[Lane]] = {}
        for lane in self.all[1:]:
            assert lane.parent is not None
            below.setdefault(lane.parent, []).append(lane)
        rows: list[Row] = []
        waiting: list[tuple[Lane, int | None, int]] = [(self.first, None, 0)]
        while waiting:
            lane, parent, at = waiting.pop()
            under: int = len(rows)
            left: int | None = None  # where a branch left of which this one goes on with the moves
            if lane is not self.current and lane.passing and any(other.passing for other in below.get(lane, ())):
                assert parent is not None
                under, left = parent, at
            else:
                rows.append(Row(lane, parent, at))
            waiting += [(other, under, other.at if left is None else left)
                        for other in sorted(below.get(lane, ()), key=lambda other: other.at)]
        return rows
