"""Several runs side by side that are asked, and that ask: what the window shows of a comparison. No window."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable
from operator import gt, le

from scenarios.loader import Scenario
from scenarios.script.shown import Place
from scenarios.script.together import Leg, Trail
from scenarios.timeline import Timeline
from visualizer.runs.choosing_beside import ChoosingBeside
from visualizer.runs.comparison import Comparison, open_timelines
from visualizer.runs.playback import PIECE, Goal
from visualizer.runs.quiz import Asks, Quiz
from visualizer.runs.sides import Side
from visualizer.runs.states import State
from visualizer.runs.stopping import JointStops

_MANY = 1000  # events recorded at a time


class AskedComparison(Comparison, Asks):
    """A comparison with what each of its runs can be asked, and asks.

    sides: each of the runs, as it is asked why; at most one shows an answer
    stops: where it stops, and its bookmarks
    choosing: the mode in which the choices of one run are somebody's
    """

    sides: list[Side]

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic,
                 opened: Callable[[Scenario], list[Timeline[State]]] = open_timelines) -> None:
        super().__init__(scenario, clock, opened)
        self.choosing = ChoosingBeside(self)
        self.quiz = Quiz(self, self.choosing)
        self.stops = JointStops(len(scenario.runs))

    def restart(self) -> None:
        self.sides = []
        super().restart()
        self.sides = [Side(self, index) for index in range(len(self.boards))]

    def _keep(self) -> None:
        super()._keep()
        self.dismiss()

    def way_back(self) -> Callable[[], None]:
        together, legs, here = self.together, tuple(self.trail.legs), self.here

        def back() -> None:
            self.stop()
            if self.together is together:
                self._keep()
                self.trail = Trail(together, legs)
                together.seek(here)
            else:  # it was begun anew
                self.show(here)
            self.complete()

        return back

    # --- asking ----------------------------------------------------------------------------------------------------

    @property
    def told(self) -> Side | None:
        """The run that shows an answer."""
        return next((side for side in self.sides if side.on_show), None) if self.answered else None

    def dismiss(self) -> None:
        """The answer was read: no board points at anything any more."""
        for side in self.sides:
            side.point_at()
        if self.answered:
            self.notice = ""

    def explain(self, index: int, place: str) -> None:
        """Says what one of the runs knows of a place, and why."""
        self._asked(index).explain(place)

    def why(self, index: int, place: str) -> None:
        """The same; asked again, proves it, and goes through the proof."""
        self._asked(index).why(place)

    def why_not(self, index: int, place: str) -> None:
        """Proposes a value of a place to one of the runs: what refutes it there, or a solution that has it."""
        self._asked(index).why_not(place)

    def _asked(self, index: int) -> Side:
        """That run; what another one showed is over."""
        for side in self.sides:
            side.at_length = self.at_length
            if side.index != index:
                side.point_at()
        return self.sides[index]

    def step_proof(self, *, forward: bool, over: bool = False) -> bool:
        """A step further in the proof on show. Is there one?"""
        return self.told is not None and self.told.step_proof(forward=forward, over=over)

    # --- questions -------------------------------------------------------------------------------------------------

    def _held(self, found: Leg) -> bool:
        return self.quiz.holds(found.end)

    def _show_cue(self, target: Leg, speed: float | None) -> None:
        super()._show_cue(target, self._answering(target.steps, speed))

    # --- stops -----------------------------------------------------------------------------------------------------

    def show(self, place: Place) -> None:
        """To a place where all have been, or that a bookmark names, as directly as it goes."""
        self.notice = ""
        while any(map(gt, place, self.together.lengths)) and not self.together.done:
            self.together.pull(_MANY)
        place = tuple(map(min, place, self.together.lengths))
        self._keep()
        if not all(map(le, self.here, place)):
            self.trail = Trail(self.together)
        self.trail.add(self._straight(place))
        self.together.seek(self.here)

    def _straight(self, place: Place) -> Leg:
        """From here to a place that lies ahead of all runs, or where they are."""
        ways = enumerate(zip(self.here, place, strict=True))
        steps = max(self.together.steps_to(index, self.grain, *way) for index, way in ways)
        return Leg(self.here, self.grain, max(1, steps) if place != self.here else 0, place)

    def _arrive(self, goal: Goal) -> bool:
        return self._arrive_at_stop() if goal == "stop" else super()._arrive(goal)

    def _arrive_at_stop(self) -> bool:
        """On to the next condition that comes true in any run, or bookmark."""
        here, lengths = self.here, self.together.lengths
        ways = [self._straight(mark) for mark in self.stops.bookmarks
                if mark != here and all(map(le, here, mark)) and all(map(le, mark, lengths))]
        unknown = []
        for index, found in enumerate(self.stops.first(self.timelines, here, lengths)):
            if found is not None and (leg := self.together.led(here, self.grain, index, found)) is not None:
                ways.append(leg)
            elif not self.timelines[index].done:
                unknown.append(self.together.steps_to(index, self.grain, here[index], lengths[index]))
        best = min(ways, key=lambda leg: leg.steps, default=None)
        if unknown and (best is None or min(unknown) < best.steps):
            self.together.pull(PIECE)
            return False
        if best is None:
            self.notice = "No stop is ahead of here; F6 sets them."
        else:
            self._go(best)
            self._tell_stop()
        return True

    def _tell_stop(self) -> None:
        names = [run.label for run in self.scenario.runs]
        self.notice = f"Stopped: {self.stops.says(self.timelines, names, self.here)}."

    def back_to_stop(self) -> None:
        """Back to the last place on the way here where a condition has come true in a run, or to a bookmark."""
        self.stop()
        steps = [self._stop_behind(index) for index in range(len(self.timelines))]
        steps += [step for step in range(len(self.trail)) if self.trail.at(step) in self.stops.bookmarks]
        if (last := max(steps, default=-1)) < 0:
            self.notice = "No stop is before here; F6 sets them."
            return
        self._return(last)
        self._tell_stop()

    def _stop_behind(self, index: int) -> int:
        """The last step of the trail before here at which a run has just come to a stop; -1: there is none."""
        position: int | None = self.here[index]
        step = len(self.trail)
        while step == len(self.trail):
            position = self.stops.of[index].before(self.timelines[index], position or 0)
            if position is None:
                return -1
            step = self._first_step(index, position)
        return step

    def _first_step(self, index: int, position: int) -> int:
        steps = range(len(self.trail) + 1)
        return min(bisect_left(steps, position, key=lambda step: self.trail.at(step)[index]), len(self.trail))

    def _stop_on(self, leg: Leg) -> Leg | None:
        found = self.stops.first(self.timelines, leg.start, leg.end)
        ways = [way for index, at in enumerate(found) if at is not None
                and (way := self.together.led(leg.start, leg.rung, index, at)) is not None]
        return min(ways, key=lambda way: sum(way.end), default=None)

    def _stopped(self) -> None:
        self.stop()
        self._tell_stop()
        self.notice += " Space goes on."
