"""The director of a lesson that compares: where all runs are when a cue ends, and whether what is expected is so."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Event
from algorithms.words import few
from scenarios.loader import Scenario
from scenarios.reading import Loc
from scenarios.script.cues import GRAINS, Expectation, First, Movement, Step, When
from scenarios.script.director import Awaited, Known, beyond_the_end, expectations, first_of, never_comes
from scenarios.script.shown import Place
from scenarios.script.together import Leg, Scan, Together, Trail, differences
from scenarios.script.walk import Found, Walk
from scenarios.timeline import Timeline

_SCANNED = 50  # steps looked through for a difference at a time
_PULLED = 512  # events recorded at a time, to see whether a run is only behind
_NAMED = 8  # variables named where more differ than expected


class ComparisonDirector(Walk[Leg]):
    """Walks the cues of ``scenario`` with all its runs; a cue ends where the leg ends that leads to it."""

    def __init__(self, scenario: Scenario, timelines: Sequence[Timeline[Known]]) -> None:
        self.together = Together(timelines)
        super().__init__(scenario, Leg(self.together.start, scenario.together, 0, self.together.start), timelines)
        self._scan: Scan | None = None
        self._awaited: dict[int, Awaited] = {}  # by the index of the cue

    @property
    def trail(self) -> Trail:
        """The way to the cue on show."""
        return Trail(self.together, self.ends[: self.index + 1])

    @property
    def way_on(self) -> Trail:
        """The way to where the upcoming cue ends, once that is known."""
        following = self.following
        return self.trail if following is None else Trail(self.together, self.ends[: following + 1])

    def way_to(self, cue: int, position: int) -> Trail:
        """The way to where the run that a cue asks about is at that position, on the way to the end of the cue."""
        lead, start = self.lead(cue), self.end_of(cue - 1)
        way = Trail(self.together, self.ends[:cue])
        if position > start[lead] and (leg := self.together.led(start, self.scenario.together, lead, position)):
            way.add(leg)
        return way

    def place_at(self, cue: int, position: int) -> Place:
        return self.way_to(cue, position).here

    def _place(self, end: Leg) -> Place:
        return end.end

    def _move(self, place: Leg) -> None:
        self.together.seek(place.end)

    def _pull(self, count: int) -> None:
        self.together.pull(-(-count // len(self.together.timelines)))

    def _stay(self, start: Leg) -> Leg:
        return Leg(start.end, start.rung, 0, start.end, start.lead)

    def _event(self, place: Leg) -> Event | None:
        position = place.end[place.lead]
        return self.together.timelines[place.lead].events[position - 1] if position else None

    def _expectations(self, expect: Expectation, place: Leg) -> list[Found]:
        found: list[Found] = []
        for run, timeline, position in zip(self.scenario.runs, self.together.timelines, place.end, strict=True):
            if run.name in expect.runs:
                of_run = expectations(expect.runs[run.name], run.algorithm, timeline, position)
                found += [(("runs", run.name, *loc), wanted, so) for loc, wanted, so in of_run]
        if expect.difference is not None:
            states = [timeline.state for timeline in self.together.timelines]
            while (names := self.together.parted(place.end, states)) is None:
                self._pull(_PULLED)
            if expect.difference is not bool(names):
                wanted = "a difference" if expect.difference else "no difference"
                found.append((("difference",), wanted, f"one in {few(names, _NAMED)}" if names else _none(states)))
        return found

    # --- where cues end --------------------------------------------------------------------------------------------

    def _search(self, cue: int, loc: Loc, how: Movement, start: Leg) -> Leg | None:
        here, rung, together = start.end, self.scenario.together, self.together
        if isinstance(how, When | First):
            return self._search_event(cue, loc, how, start)
        if how == "difference":
            if self._scan is None or self._scan.start != here:
                self._scan = Scan(together, here, rung)
            before = self._scan.steps
            leg = self._scan.go(_SCANNED)
            self._searching = leg is None and self._scan.steps > before
            return leg
        if how == "end":
            stopped = next((timeline.error for timeline in together.timelines if timeline.error), "")
            if stopped:
                raise self._error(cue, loc, stopped)
            return Leg(here, rung, together.recorded(here, rung), together.lengths) if together.done else None
        return self._search_step(cue, loc, how, start)

    def _search_step(self, cue: int, loc: Loc, step: Step, start: Leg) -> Leg | None:
        grain = GRAINS[step.grain]
        end = self.together.after(start.end, grain, step.count)
        if end is not None and self.together.done:
            ways = zip(start.end, self.together.lengths, strict=True)
            left = max(self.together.steps_to(index, grain, *way) for index, way in enumerate(ways))
            if left < step.count:
                raise self._error(cue, loc, beyond_the_end(step, left))
        return None if end is None else Leg(start.end, grain, step.count, end)

    def _search_event(self, cue: int, loc: Loc, when: When | First, start: Leg) -> Leg | None:
        """One run goes to its event, the others take as many steps of the lesson's rung."""
        lead = next(index for index, run in enumerate(self.scenario.runs) if when.run in (run.name, None))
        timeline, rung, position = self.together.timelines[lead], self.scenario.together, start.end[lead]
        if isinstance(when, First):
            found = first_of(timeline, when, position)
        else:
            found = self._awaited.setdefault(cue, Awaited(timeline, when, position)).found()
        if found is None:
            if timeline.done:
                if timeline.error:
                    raise self._error(cue, loc, timeline.error)
                raise self._error(cue, (*loc, "event"), never_comes(when, timeline.events[position:]))
            return None
        return self.together.led(start.end, rung, lead, found)


def _none(states: Sequence[Known]) -> str:
    """There is no difference; but what looks like one?"""
    behind = differences(states)
    return f"none: in {few(behind, _NAMED)} a run is only behind" if behind else "none"
