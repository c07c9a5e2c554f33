"""A run that is being looked at, and its branches: moves, what-ifs, new starts. No window, so that tests can press."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from algorithms.core import Choose, Event, Grain, Steps
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.supposition import Thought
from algorithms.problems.puzzle import Puzzle
from algorithms.reasons import Reason
from algorithms.words import kind_name
from scenarios.choices import Chooser
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.director import Director
from scenarios.timeline import Timeline
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.playback import CHUNK, PIECE, Goal, Playback
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


@dataclass
class Run:
    """A run of the algorithm: how it is started, behind how many events, and the choices that it made."""

    start: Callable[[Choose], Steps[Any]]
    at: int = 0
    chooser: Chooser = field(default_factory=Chooser)

    def steps(self) -> Steps[Any]:
        """Starts it."""
        return self.start(self.chooser)


class Branch(NamedTuple):
    """What :meth:`Branches.undo` comes back to."""

    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle


class Branches(Playback):
    """One run of a scenario on its timeline, and the branches that were left for it. ``playing``: clicks play the game;
    otherwise they ask the algorithm. ``at_length`` does what may take long, and has a title: here at once, in the
    window over several frames.

    hinted:    the places that a hint or an explanation points at; ``explained`` is that explanation, ``advice`` what
               the hint rests on, ``reason`` what of either is drawn
    lens:      the state to be shown instead of that of the timeline: with the two models that are explained
    """

    hinted: tuple[str, ...]
    explained: Explanation | None
    advice: object | None
    reason: Reason
    lens: State | None
    before: State
    _thought: tuple[tuple[int, int], Thought | None] | None = None  # of the cue and the moment that it was asked for
    director: Director
    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(scenario, clock)
        self.board = board_for(scenario.puzzle)
        self.at_length: Callable[[str, Callable[[], None]], None] = lambda title, do: do()
        self.playing = False
        self.past: list[Branch] = []
        self._start()

    def restart(self) -> None:
        """Back to the beginning, as the file has it. What was done on the way, :meth:`undo` brings back."""
        self._start()

    def _start(self) -> None:
        self.stop()
        if self.past:
            self.past.append(Branch(self.timeline, self.run, self.puzzle))
        self.puzzle = self.scenario.puzzle
        start = start_state(self.puzzle, self.scenario.algorithm, self.scenario.form)
        self.run = Run(self.scenario.steps)
        self.timeline = Timeline(self.run.steps(), start)
        self.run.chooser.follow(self.timeline, 0)
        self.director = Director(self.scenario, self.timeline)
        self._keep()
        self.moved_at = -1.0
        self.goal, self._owed = None, 0.0
        self.notice = "Started again. Ctrl+Z brings back what there was." if self.past else ""
        self.point_at()

    @property
    def rungs(self) -> tuple[str, ...]:
        return self.scenario.algorithm.rungs

    @property
    def kinds(self) -> list[type[Event]]:
        return self.timeline.kinds()

    @property
    def here(self) -> int:
        return self.timeline.position

    @property
    def at_end(self) -> bool:
        return self.timeline.done and self.timeline.position == len(self.timeline.events)

    @property
    def state(self) -> State:
        """The state on show."""
        return self.timeline.state

    @property
    def over(self) -> str:
        """That the game on show has ended, and how; empty while it has not, or where there is none."""
        return "" if self.state.moves is None else self.state.moves.over

    @property
    def takes_constraints(self) -> bool:
        """Does the algorithm go from constraint to constraint?"""
        return self.scenario.algorithm.solves is CSP

    # --- moving ----------------------------------------------------------------------------------------------------

    def show(self, position: int) -> None:
        """Moves there; the transition begins now."""
        self.notice = ""
        self._place(position)

    @property
    def goes_back(self) -> bool:
        return self._left == self.timeline and self.here < self._left.position

    def seen(self, t: float) -> tuple[Timeline[State], State, float]:
        """What the transition shows at ``t``: a timeline, the state before its own, and how far the one is the other.
        On the way back it is the move there, backwards."""
        if t < 1 and self.goes_back:
            return self._left, self.state, 1 - t
        return self.timeline, self.before, t

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that the lesson, a hint or an explanation points at."""
        return (*self.director.marks, *self.hinted)

    @property
    def thought(self) -> Thought | None:
        """What follows from what the cue on show supposes, where that cue ended; None where it supposes nothing."""
        now = self.director.now
        if not now.there or now.index < 0 or not self.director.scenario.script[now.index].suppose:
            return None
        key = now.index, self.timeline.moves
        if self._thought is None or self._thought[0] != key:
            try:
                self._thought = key, self.director.thought(now.index)
            except ScenarioError as error:
                self.notice = f"What this cue supposes cannot be supposed here: {error.message}"
                self._thought = key, None
        return self._thought[1]

    def _place(self, position: int) -> None:
        self._keep()
        if self.timeline.seek(position) != position:
            self.goal = None

    def _keep(self) -> None:
        self.point_at()
        self.before = self.timeline.state.copy()
        self._left = self.timeline.shown(self.here, self.before)
        self.moved_at = self.clock()

    def point_at(self, places: tuple[str, ...] = (), explained: Explanation | None = None,
                 advice: object | None = None, reason: Reason = ()) -> None:
        """Points at these places, because of that; what was pointed at before is over."""
        self.hinted, self.explained, self.advice, self.lens = places, explained, advice, None
        self.reason = reason if explained is None else explained.reason
        if explained is not None and explained.show is not None:
            self.lens = self.state.copy()
            explained.show(self.lens)

    def back(self, target: Grain | type[Event]) -> None:
        self.stop()
        self.show(self.timeline.back(target))

    def rewind(self) -> None:
        self.show(0)

    def _arrive(self, goal: Goal) -> bool:
        if goal == "end":
            self.timeline.pull(PIECE)
            found = len(self.timeline.events) if self.timeline.done else None
        elif goal is Grain.MICRO:
            found = self.timeline.forward(Grain.MICRO, 1)
        else:
            assert not isinstance(goal, str)
            known = self.timeline.after(goal, self.timeline.position)
            if known is None and not self.timeline.done:
                self.timeline.pull(PIECE)
                return False
            if known is None and not isinstance(goal, Grain):
                ahead = f"No event of the kind “{kind_name(goal)}” is left ahead of here."
                self.notice = f"{ahead} {self.timeline.error}".strip()
                return True
            found = len(self.timeline.events) if known is None else known + 1
        if found is None:
            return False
        if found == self.timeline.position:
            self.notice = "This is the end of the run."
        self._place(found)
        self._tell_why()
        return True

    def why_none(self) -> str:
        """Why there is no solution, where the puzzle can tell; empty where it cannot."""
        return ""

    def _tell_why(self) -> None:
        """At the end of a run that could not go on, or found that there is no solution: why."""
        if not self.at_end:
            return
        self.notice = self.timeline.error or self.notice
        if getattr(self.timeline.answer, "outcome", None) == "unsatisfiable":
            self.notice = self.why_none() or self.notice

    # --- cues and running ------------------------------------------------------------------------------------------

    def _show_cue(self, target: int, speed: float | None) -> None:
        if speed is not None and self.here < target:
            self._watch(target, self.director.following, Grain.MICRO, speed)
        elif self._walks and self.here < target:
            way = self.timeline.positions(self.grain) if self.grain else range(target)
            steps = bisect_left(way, target) - bisect_left(way, self.here)
            self._watch(target, self.director.following, self.grain, self._pace(steps))
        else:
            self.director.next()

    def why_freely(self) -> str | None:
        if self.past and self.director.seen:
            return "This run is no longer that of the lesson, so it runs freely. Ctrl+Z goes back."
        return super().why_freely()

    def _advance(self) -> bool:
        position = self.timeline.position
        found = position + 1 if self.grain is Grain.MICRO else self.timeline.forward(self.grain, CHUNK)
        if self.run_to is not None:
            found = min(found, self.run_to)
        elif self.grain is not Grain.MICRO and not self.timeline.done \
                and self.timeline.events[found - 1].grain < self.grain:
            return True  # the next such event is not recorded yet
        now = self.timeline.seek(found)
        if (now == position and self.timeline.done) or now == self.run_to:
            (self._halt if self.run_to is None else self._arrived)()
            self._tell_why()
            return False
        return True

    # --- branches --------------------------------------------------------------------------------------------------

    def branch(self, timeline: Timeline[State], run: Run) -> None:
        """Goes on with a timeline that has the same past; :meth:`undo` comes back."""
        self.stop()
        self.past.append(Branch(self.timeline, self.run, self.puzzle))
        self._keep()
        self.director.follow(timeline)
        self.timeline, self.run = timeline, run

    def undo(self) -> None:
        """Takes the last branch back: a jump, a move of the game, an application, a new start."""
        if not self.past:
            self.notice = "There is nothing to take back."
            return
        self.stop()
        self._keep()
        self.timeline, self.run, self.puzzle = self.past.pop()
        self.director.follow(self.timeline)
        self.notice = ""

    def move(self, events: Sequence[Event], position: Puzzle | None = None) -> None:
        """Adds moves to the timeline here, and behind them a new run of the algorithm, on the ``position`` that they
        lead to, if the state does not tell all of it. What was said before is over."""
        self.notice = ""
        state = self.state.copy()
        for event in events:
            state.apply(event)
        puzzle = state.position() if position is None else position
        end = self.timeline.position + len(events)
        run = Run(lambda choose: self.scenario.steps(choose, puzzle), end)

        def steps() -> Steps[Any]:
            yield from events
            return (yield from run.steps())

        branch = self.timeline.branch(steps())
        run.chooser.follow(branch, end)
        self.branch(branch, run)
        self._place(end)
