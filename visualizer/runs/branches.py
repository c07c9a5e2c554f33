"""A run that is being looked at, and its branches: moves, what-ifs, new starts. No window, so that tests can press."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from algorithms.core import Event, Grain, Steps
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.supposition import Thought
from algorithms.problems.puzzle import Puzzle
from algorithms.words import kind_name
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.runs import AlgorithmRun
from scenarios.script.director import Director
from scenarios.script.drawn import NOTHING_DRAWN, Drawn
from scenarios.script.shown import Place
from scenarios.timeline import Timeline
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_of
from visualizer.runs.lanes import FIRST, MOVES, Lane, Lanes, Left, Run
from visualizer.runs.playback import CHUNK, PIECE, Goal, Playback, backwards
from visualizer.runs.pointed import Pointed
from visualizer.runs.states import State
from visualizer.runs.stopping import Stops
from visualizer.runs.thoughts import Dropped

_MOST_BACK = 1000  # branches that can be taken back


class Branches(Playback, Pointed):
    """One run of a scenario on its timeline, and the branches that were left for it. ``playing``: clicks play the game;
    otherwise they ask the algorithm."""

    before: State
    _thought: tuple[tuple[int, int], Thought | None] | None = None  # of the cue and the moment that it was asked for
    _over: Thought | None = None  # that was on show where the transition began
    director: Director
    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(scenario, clock)
        self.board = board_for(scenario.puzzle)
        self.playing = False
        self.lanes = Lanes()
        self.past: list[Left] = []
        self.ahead: list[Left] = []  # what was taken back, to be done again
        self.stops = Stops()
        self._start()

    def restart(self) -> None:
        """Back to the beginning, as the file has it. What was done on the way, :meth:`undo` brings back."""
        self._start()

    def _start(self) -> None:
        self.stop()
        if self.past:
            self._leave()
        self.ahead.clear()
        self.puzzle = self.scenario.puzzle
        start = start_of(self.scenario.runs[0])
        self.run = Run(self.scenario.steps)
        self.timeline = Timeline(self.run.steps(), start)
        self.run.chooser.follow(self.timeline, 0)
        self.lanes.begun_again(Lane(self.timeline, self.run, self.puzzle, FIRST))
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
    def of_run(self) -> AlgorithmRun:
        return self.scenario.runs[0]

    @property
    def state(self) -> State:
        """The state on show."""
        return self.timeline.state

    @property
    def over(self) -> str:
        """That the game on show has ended, and how; empty while it has not, or where there is none."""
        return "" if self.state.moves is None else self.state.moves.over

    @property
    def strayed(self) -> bool:
        return self.lanes.current is not self.lanes.first

    @property
    def own_places(self) -> Place:
        return (self.lanes.shared(self.here),)

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
            return self._left, self.state, backwards(t)
        return self.timeline, self.before, t

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that the lesson, a hint or an explanation points at."""
        return (*self.director.marks, *self.hinted)

    @property
    def drawn(self) -> Drawn:
        """What the lesson draws on the board; nothing while it is played, or a reason is drawn there."""
        return NOTHING_DRAWN if self.playing or self.reason else self.director.now.drawn

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

    def thinking(self, t: float) -> tuple[Thought | None, Dropped | None]:
        """What is supposed at ``t`` of the transition, and what no longer is, and runs back on the way. On the way back
        nothing is supposed before that is over."""
        thought, back = self.thought, t < 1 and self.goes_back
        if self.playing or self.chain is not None:
            return None, None
        over = None if t >= 1 or self._over is thought else self._over
        return None if back else thought, None if over is None else Dropped(over, self._left, back)

    @property
    def drops(self) -> bool:
        """Does the transition begin with a thought that is over?"""
        return self._over is not None and self._over is not self.thought

    @property
    def timelines(self) -> Sequence[Timeline[State]]:
        return (self.timeline,)

    def hold_at(self, lead: int, place: Place, cue: int, *, stays: bool) -> None:
        self._halt_and_forget()
        self._keep()
        if stays:
            self.director.goto(cue)
        else:
            self.timeline.seek(place[lead])

    def place_from_here(self, lead: int, position: int) -> Place:
        return (position,)

    def go_to(self, lead: int, position: int) -> None:
        self.show(position)

    def _place(self, position: int) -> None:
        self._keep()
        if self.timeline.seek(position) != position:
            self.goal = None

    def _keep(self) -> None:
        seen = self._thought is not None and not (self.playing or self.chain)  # only what has been drawn runs back
        self._over = self.thought if seen else None
        self.point_at()
        self.before = self.timeline.state.kept()
        self._left = self.timeline.shown(self.here, self.before)
        self.moved_at = self.clock()

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
        elif goal == "stop":
            return self._arrive_at_stop()
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
        if goal != "end" and self._held(found):
            return not self.waits
        if found == self.timeline.position:
            self.notice = "This is the end of the run."
        self._place(found)
        self._tell_why()
        return True

    def _arrive_at_stop(self) -> bool:
        """On to the next condition that comes true, or bookmark."""
        timeline = self.timeline
        found = self.stops.after(timeline, timeline.position)
        if found is None and not timeline.done:
            timeline.pull(PIECE)
            return False
        if found is None:
            self.notice = f"No stop is ahead of here; F6 sets them. {timeline.error}".strip()
        else:
            self._place(found)
            self.notice = f"Stopped: {self.stops.says(timeline, found)}."
        return True

    def back_to_stop(self) -> None:
        """Back to the last condition that came true before here, or bookmark."""
        self.stop()
        found = self.stops.before(self.timeline, self.here)
        if found is None:
            self.notice = "No stop is before here; F6 sets them."
            return
        self.show(found)
        self.notice = f"Stopped: {self.stops.says(self.timeline, found)}."

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
        if self.lanes.current.parent is not None and self.director.seen:
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
        stop = self.stops.first(self.timeline, position, found)
        if self._held(found if stop is None else stop):
            return False
        now = self.timeline.seek(found if stop is None else stop)
        if stop is not None and stop != self.run_to:
            self.stop()
            self.notice = f"Stopped: {self.stops.says(self.timeline, stop)}. Space goes on."
            return False
        if (now == position and self.timeline.done) or now == self.run_to:
            (self._halt if self.run_to is None else self._arrived)()
            self._tell_why()
            return False
        return True

    # --- branches --------------------------------------------------------------------------------------------------

    def branch(self, timeline: Timeline[State], run: Run, name: str, at: int, *, passing: bool = False) -> None:
        """Goes on with a timeline that has the same past up to there; it is kept, as a branch of that name, and
        :meth:`undo` comes back. ``passing``: a move of the game, which with the next one is the same branch."""
        self._leave()
        self.ahead.clear()
        self._enter(self.lanes.open(Lane(timeline, run, self.puzzle, name, passing=passing), at))

    def visit(self, lane: Lane) -> None:
        """To another of the branches, where that was left."""
        if lane is not self.lanes.current:
            self._leave()
            self.ahead.clear()
            self._enter(lane)
            self.notice = ""

    def undo(self) -> None:
        """Takes the last branch back: a jump, a move of the game, an application, a new start, a change to another
        branch. It is kept all the same."""
        if not self.past:
            self.notice = "There is nothing to take back."
            return
        self.ahead.append(self._left_now())
        self._return_to(self.past.pop())

    def redo(self) -> None:
        """Does again what was taken back last."""
        if not self.ahead:
            self.notice = "There is nothing to do again."
            return
        self.past.append(self._left_now())
        self._return_to(self.ahead.pop())

    def _left_now(self) -> Left:
        self.lanes.current.puzzle = self.puzzle
        return Left(self.lanes.current, self.here)

    def _leave(self) -> None:
        self.past.append(self._left_now())
        del self.past[:-_MOST_BACK]

    def _return_to(self, left: Left) -> None:
        self._enter(left.lane)
        self.timeline.seek(left.position)
        self.notice = ""

    def _enter(self, lane: Lane) -> None:
        """Puts that branch on show."""
        self.stop()
        self._keep()
        self.director.follow(lane.timeline)
        self.timeline, self.run, self.puzzle = lane.timeline, lane.run, lane.puzzle
        self.lanes.enter(lane)

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
        self.branch(branch, run, MOVES, self.here, passing=True)
        self._place(end)
