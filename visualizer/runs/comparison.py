"""Several runs on one puzzle that are being looked at side by side: what the buttons and keys do to all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import ge

from algorithms.core import Event, Grain
from algorithms.words import kind_name
from scenarios.loader import Scenario
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.shown import Place
from scenarios.script.together import Leg, Scan, Trail
from scenarios.timeline import MOST_EVENTS, Timeline
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_of
from visualizer.runs.playback import PIECE, Goal, Playback, backwards
from visualizer.runs.states import State

_MANY = 1000  # events recorded at a time
_SCANNED = 20  # steps looked through for a difference at a time
_RUNGS = ("event", "step", "landmark", "phase")  # where the algorithms have different words for a grain


def open_timelines(scenario: Scenario, *, drained: bool = False) -> list[Timeline[State]]:
    """A timeline for each run of a lesson; together they hold as many events as one alone may. ``drained``: nobody will
    look at their lines of Python."""
    most = MOST_EVENTS // len(scenario.runs)
    return [Timeline(run.steps(drained=drained), start_of(run), most)
            for run in scenario.runs]


class Comparison(Playback):
    """Several runs of a scenario, each on its timeline, moved together.

    trail: the common steps from the start to here, which going back goes back
    """

    director: ComparisonDirector

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic,
                 opened: Callable[[Scenario], list[Timeline[State]]] = open_timelines) -> None:
        super().__init__(scenario, clock)
        self._opened = opened
        self.boards = [board_for(run.puzzle) for run in scenario.runs]
        for board in self.boards:
            board.beside = True
        self.restart()

    def restart(self) -> None:
        """Back to the beginning, as the file has it."""
        self.stop()
        self._timelines = self._opened(self.scenario)
        self.director = ComparisonDirector(self.scenario, self.timelines)
        self.together = self.director.together
        self.trail = Trail(self.together)
        self._scan: Scan | None = None
        self._way: tuple[Leg, ...] = ()  # to the end of the cue that runs
        self._held_at: Place | None = None  # where a question stopped it last
        self._keep()
        self.moved_at = -1.0
        self.goal, self.notice, self._owed = None, "", 0.0

    # --- looking ---------------------------------------------------------------------------------------------------

    @property
    def rungs(self) -> tuple[str, ...]:
        words = zip(*(run.algorithm.rungs for run in self.scenario.runs), strict=True)
        return tuple(same[0] if len(set(same)) == 1 else word for same, word in zip(words, _RUNGS, strict=True))

    @property
    def kinds(self) -> list[type[Event]]:
        return list(dict.fromkeys(kind for timeline in self.timelines for kind in timeline.kinds()))

    @property
    def here(self) -> Place:
        return self.trail.here

    @property
    def timelines(self) -> list[Timeline[State]]:
        return self._timelines

    @property
    def states(self) -> list[State]:
        """The states on show."""
        return [timeline.state for timeline in self.timelines]

    @property
    def at_end(self) -> bool:
        return self.together.done and self.here == self.together.lengths

    def share(self, place: Place) -> float:
        """How far that place is through all that is recorded, 0 to 1."""
        return sum(place) / max(1, sum(self.together.lengths))

    # --- moving ----------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        self.before = [state.kept() for state in self.states]
        self._left = [timeline.shown(timeline.position, state)
                      for timeline, state in zip(self.timelines, self.before, strict=True)]
        self.moved_at = self.clock()

    @property
    def goes_back(self) -> bool:
        left = tuple(timeline.position for timeline in self._left)
        return self._left == self.timelines and left != self.here and all(map(ge, left, self.here))

    def seen(self, t: float) -> tuple[Sequence[Timeline[State]], Sequence[State], float]:
        """What the transition shows at ``t``: timelines, the states before theirs, and how far the ones are the others.
        On the way back it is the move there, backwards."""
        if t < 1 and self.goes_back:
            return self._left, self.states, backwards(t)
        return self.timelines, self.before, t

    def _go(self, leg: Leg) -> None:
        """Along a leg that begins here."""
        self._keep()
        self.trail.add(leg)
        self.together.seek(leg.end)

    def _return(self, step: int) -> None:
        """To where all were after so many steps of the trail."""
        self.notice = ""
        self._keep()
        self.trail.cut(step)
        self.together.seek(self.here)

    def _step(self, steps: int = 1) -> Leg | None:
        """So many common steps on the rung from here; None where they are not recorded yet."""
        end = self.together.after(self.here, self.grain, steps)
        return None if end is None else Leg(self.here, self.grain, steps, end)

    def begin_at(self, events: int) -> None:
        """To where all runs have had so many events, or are at their ends."""
        while min(self.together.lengths) < events and not self.together.done:
            self.together.pull(_MANY)
        end = self.together.after(self.here, Grain.MICRO, events)
        if end is not None and events:
            self._go(Leg(self.here, Grain.MICRO, events, end))
        self.complete()

    def back(self, target: Grain | type[Event]) -> None:
        """Back along the trail: by a grain, to where the run that moved last has its last step of that grain behind
        it; by a kind, to the last step that had such an event in any run."""
        self.stop()
        last = len(self.trail) - 1
        if last < 0:
            return
        before = self.trail.at(last)
        if isinstance(target, Grain):
            lead = next(index for index, (old, new) in enumerate(zip(before, self.here, strict=True)) if old != new)
            goal = self.timelines[lead].back(target)
            self._return(_first(last, lambda step: self.trail.at(step + 1)[lead] > goal))
        else:
            found = [timeline.before(target, at) for timeline, at in zip(self.timelines, before, strict=True)]
            self._return(max(self._reached(index, position) for index, position in enumerate(found)))

    def _reached(self, index: int, event: int | None) -> int:
        """The step of the trail that had that event of that run; 0: there is none."""
        return 0 if event is None else _first(len(self.trail), lambda step: self.trail.at(step)[index] > event)

    def rewind(self) -> None:
        self.stop()
        self._return(0)

    def seek(self, share: float) -> None:
        """To about that share of all events: back along the trail, or on by steps of the rung."""
        self.stop()
        if share < self.share(self.here):
            self._return(_first(len(self.trail), lambda step: self.share(self.trail.at(step)) >= share))
            return
        start, rung = self.here, self.grain
        known = self.together.recorded(start, rung)

        def reached(steps: int) -> bool:
            place = self.together.after(start, rung, steps)
            return place is None or self.share(place) >= share

        leg = self._step(_first(known, reached))
        if leg is not None and leg.steps:
            self._go(leg)

    def _arrive(self, goal: Goal) -> bool:
        if goal == "difference":
            return self._arrive_at_difference()
        if goal == "end":
            self.together.pull(PIECE)
            if not self.together.done:
                return False
            steps = self.together.recorded(self.here, self.grain)
            leg: Leg | None = Leg(self.here, self.grain, steps, self.together.lengths)
        elif isinstance(goal, Grain):
            end = self.together.after(self.here, goal, 1)
            leg = None if end is None else Leg(self.here, goal, 1, end)
        else:
            assert not isinstance(goal, str)
            leg = self._leg_to(goal)
        if leg is None:
            self.together.pull(PIECE)
            return False
        if goal != "end" and self._held(leg):
            return not self.waits
        if isinstance(goal, type) and not leg.steps:
            self.notice = f"No event of the kind “{kind_name(goal)}” is left ahead in any run."
        elif leg.end == self.here:
            self.notice = "This is the end of all runs."
        else:
            self._go(leg)
        self._tell_error()
        return True

    def _tell_error(self) -> None:
        """Where a run is at its end and could not go on: which one, and why."""
        for run, timeline in zip(self.scenario.runs, self.timelines, strict=True):
            if timeline.error and timeline.position == len(timeline.events):
                self.notice = f"{run.label}: {timeline.error}"

    def _leg_to(self, kind: type[Event]) -> Leg | None:
        """The steps on the rung until one of the runs has such an event: none where there is none; None: not known
        yet."""
        wanted, unknown = [], []
        for index, (timeline, here) in enumerate(zip(self.timelines, self.here, strict=True)):
            found = timeline.after(kind, here)
            steps = self.together.steps_to(index, self.grain, here, len(timeline.events) if found is None else found)
            if found is not None:
                wanted.append(steps + 1)
            elif not timeline.done:
                unknown.append(steps)
        best = min(wanted, default=None)
        if unknown and (best is None or min(unknown) < best):
            return None
        return self._step(best or 0)

    def _arrive_at_difference(self) -> bool:
        if self._scan is None or (self._scan.start, self._scan.rung) != (self.here, self.grain):
            self._scan = Scan(self.together, self.here, self.grain)
        leg = self._scan.go(_SCANNED)
        if leg is None:
            self.together.pull(PIECE)
            return False
        if self._held(leg):
            return not self.waits
        if not self._scan.found:
            self.notice = "To the end of all runs, no new difference."
        self._go(leg)
        self._tell_error()
        return True

    # --- for questions ---------------------------------------------------------------------------------------------

    def hold_at(self, lead: int, place: Place, cue: int, *, stays: bool) -> None:
        self._halt_and_forget()
        self._keep()
        if stays:
            self.director.goto(cue)
            self.trail = self.director.trail
            return
        way = self.director.way_to(cue, place[lead]) if cue >= 0 else self.trail
        if cue >= 0 and way.here == place and all(map(ge, place, self.director.here)):
            self.trail = way
        elif place[lead] > self.here[lead]:  # somebody has gone on otherwise
            self.trail.add(self._led(lead, place[lead]))
        self.together.seek(self.here)
        self._held_at = self.here

    def place_from_here(self, lead: int, position: int) -> Place:
        return self._led(lead, position).end

    def go_to(self, lead: int, position: int) -> None:
        self.notice = ""
        if position > self.here[lead]:
            self._go(self._led(lead, position))
        elif position < self.here[lead]:
            self._return(_first(len(self.trail), lambda step: self.trail.at(step)[lead] >= position))

    def _led(self, lead: int, position: int) -> Leg:
        """From here to where that run is at that position."""
        if position <= self.here[lead]:
            return Leg(self.here, self.grain, 0, self.here)
        while (leg := self.together.led(self.here, self.grain, lead, position)) is None:
            self.together.pull(PIECE)
        return leg

    # --- cues and running ------------------------------------------------------------------------------------------

    def _show_cue(self, target: Leg, speed: float | None) -> None:
        if (speed is None and not self._walks) or self.here == target.end:
            self.director.next()
            self.trail = self.director.trail
            return
        cue, gone = self.director.following, len(self.trail)
        way = self.director.way_on if self._held_at != self.here else self._way_from_here(target)
        self._way = tuple(way.legs)
        steps = len(way)
        if not steps - target.steps <= gone < steps or way.at(gone) != self.here:  # not on the way there
            way.cut(steps - target.steps)
            self.trail = way
            self.together.seek(self.here)
        self._watch(target, cue, target.rung, self._pace(steps - len(self.trail)) if speed is None else speed)

    def _way_from_here(self, target: Leg) -> Trail:
        """Where a question has stopped it, perhaps between two steps: on from there."""
        ways = enumerate(zip(self.here, target.end, strict=True))
        left = max(self.together.steps_to(index, target.rung, *way) for index, way in ways)
        return Trail(self.together, [*self.trail.legs, replace(target, start=self.here, steps=max(1, left))])

    def to_cue(self, index: int) -> None:
        super().to_cue(index)
        self.trail = self.director.trail

    def cue_back(self) -> None:
        super().cue_back()
        self.trail = self.director.trail

    def _advance(self) -> bool:
        if self.run_to is not None:
            return self._advance_to_cue()
        leg = self._step()
        if leg is None:
            self.together.pull(PIECE)
            return True
        if leg.end == self.here:
            self._halt()
            self._tell_error()
            return False
        return self._take(leg)

    def _take(self, leg: Leg) -> bool:
        """A step while it runs, as far as the first stop on it; False where it ends."""
        stop = self._stop_on(leg)
        if self._held(stop or leg):
            return False
        self.trail.add(stop or leg)
        self.together.seek(self.here)
        if stop is not None:
            self._held_at = self.here
            self._stopped()
        return stop is None

    def _stop_on(self, leg: Leg) -> Leg | None:
        """As far as the first stop on a step; None where there is none."""
        return None

    def _stopped(self) -> None:
        """It has come to a stop while it ran."""

    def _advance_to_cue(self) -> bool:
        """One step of the way to the upcoming cue; False at its end."""
        steps, way = len(self.trail) + 1, Trail(self.together, self._way)
        there = steps >= len(way)
        way.cut(steps)
        leg = Leg(self.here, self.grain, 1, way.here)
        if not there and self._stop_on(leg) is not None:
            return self._take(leg)
        if self._held(leg):
            return False
        self.trail = way
        self.together.seek(self.here)
        if there:
            self._arrived()
        return not there


def _first(end: int, holds: Callable[[int], bool]) -> int:
    """The first number from 0 up to ``end`` for which it holds, as for all after it; ``end`` where there is none."""
    low, high = 0, end
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
