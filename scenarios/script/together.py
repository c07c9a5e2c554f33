"""Going together: several runs on one puzzle, moved in common steps, and what they know compared.

A common step takes each run to just after its next event of at least the grain of a *rung*; a run that has ended waits.
A *place* is where all of them are, a *leg* a number of common steps on one rung, the *trail* the legs from the start to
here: whoever goes back along it comes to where all runs were after the step before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

from algorithms.core import Grain
from scenarios.script.director import Known, after_steps
from scenarios.script.parting import Parting
from scenarios.script.shown import Place
from scenarios.timeline import Timeline


@dataclass(frozen=True)
class Leg:
    """So many common steps on a rung. ``lead`` is the run that it is about: that of the event it leads to, say.

    ``end`` is where the last step leads: for a leg to an event of one run, that run is just behind it.
    """

    start: Place
    rung: Grain
    steps: int
    end: Place
    lead: int = 0


def differences(states: Iterable[Known]) -> tuple[str, ...]:
    """The variables that the runs know different things of, among those that all of them know."""
    first, *others = (state.domains for state in states)
    if all(other == first for other in others):
        return ()
    found = []
    for name, domain in first.items():
        domains = [other.get(name) for other in others]
        if None not in domains and any(other != domain and set(other or ()) != set(domain) for other in domains):
            found.append(name)
    return tuple(found)


class Together:
    """Several timelines that move in common steps."""

    def __init__(self, timelines: Sequence[Timeline[Known]]) -> None:
        self.timelines = timelines
        self.start: Place = (0,) * len(timelines)
        self._partings: dict[tuple[int, int], Parting] = {}

    @property
    def done(self) -> bool:
        """Are all runs recorded to their ends?"""
        return all(timeline.done for timeline in self.timelines)

    @property
    def lengths(self) -> Place:
        """How many events of each run are recorded."""
        return tuple(len(timeline.events) for timeline in self.timelines)

    def pull(self, count: int) -> None:
        """Records up to so many more events of each run."""
        for timeline in self.timelines:
            timeline.pull(count)

    def seek(self, place: Place) -> None:
        """Shows all runs there."""
        for timeline, position in zip(self.timelines, place, strict=True):
            timeline.seek(position)

    def parted(self, place: Place, states: Sequence[Known]) -> tuple[str, ...] | None:
        """The variables that runs which have parted know different things of; ``states`` are those of the place.

        A run that is only behind another, and goes on to learn just the same, has not parted from it. None: not known
        so far, as a run that is behind is not recorded that far.
        """
        found: set[str] = set()
        names = differences(states)
        for one, other in combinations(range(len(place)), 2):
            apart = {name for name in names if set(states[one].domains[name]) != set(states[other].domains[name])}
            if not apart <= found:
                if (one, other) not in self._partings:
                    self._partings[one, other] = Parting(self.timelines[one], self.timelines[other])
                parted = self._partings[one, other].parted((place[one], place[other]))
                if parted is None:
                    return None
                found |= apart if parted else set()
        return tuple(name for name in names if name in found)

    def after(self, start: Place, rung: Grain, steps: int) -> Place | None:
        """Where all are so many common steps after ``start``; None where a run is not recorded so far."""
        found = [self.run_after(index, start[index], rung, steps) for index in range(len(start))]
        known = tuple(position for position in found if position is not None)
        return known if len(known) == len(found) else None

    def run_after(self, index: int, start: int, rung: Grain, steps: int) -> int | None:
        """The same of one run: at its end where it has no such step left; None where it is not recorded so far."""
        timeline = self.timelines[index]
        if not steps:
            return start
        found = after_steps(timeline, rung, steps, start)
        return len(timeline.events) if found is None and timeline.done else found

    def led(self, start: Place, rung: Grain, lead: int, position: int) -> Leg | None:
        """The leg on which one run goes to a position, and the others take as many steps of that rung; None where they
        are not recorded so far."""
        steps = self.steps_to(lead, rung, start[lead], position)
        others = self.after(start, rung, steps)
        if others is None:
            return None
        return Leg(start, rung, max(1, steps), (*others[:lead], position, *others[lead + 1:]), lead)

    def along(self, leg: Leg, steps: int) -> Place:
        """Where all are after so many steps of a leg."""
        if steps >= leg.steps:
            return leg.end
        place = self.after(leg.start, leg.rung, steps)
        assert place is not None  # what has been gone is recorded
        return tuple(map(min, place, leg.end))  # a run may have been at its goal before the last step

    def steps_to(self, index: int, rung: Grain, start: int, end: int) -> int:
        """How many steps of that rung a run has from one position to another."""
        if rung is Grain.MICRO:
            return end - start
        positions = self.timelines[index].positions(rung)
        return bisect_left(positions, end) - bisect_left(positions, start)

    def recorded(self, start: Place, rung: Grain) -> int:
        """How many common steps are known from ``start`` on: to the end of all runs where that is recorded."""
        known, lacking = [0], []
        for index, (timeline, position) in enumerate(zip(self.timelines, start, strict=True)):
            end = len(timeline.events)
            steps = self.steps_to(index, rung, position, end)
            rest = self.run_after(index, position, rung, steps) != end
            known.append(steps + (timeline.done and rest))
            if not timeline.done:
                lacking.append(steps)
        return min(lacking, default=max(known))


class Trail:
    """The legs from the start to here."""

    def __init__(self, together: Together, legs: Iterable[Leg] = ()) -> None:
        self.together = together
        self.legs = [leg for leg in legs if leg.steps]

    @property
    def here(self) -> Place:
        """Where it ends."""
        return self.legs[-1].end if self.legs else self.together.start

    def __len__(self) -> int:
        return sum(leg.steps for leg in self.legs)

    def at(self, step: int) -> Place:
        """Where all were after so many steps."""
        for leg in self.legs:
            if step <= leg.steps:
                return self.together.along(leg, step)
            step -= leg.steps
        return self.here

    def add(self, leg: Leg) -> None:
        """Goes on from here; a leg on the rung of the last one makes that longer."""
        if not leg.steps:
            return
        last = self.legs[-1] if self.legs else None
        if last is not None and last.rung is leg.rung and self._regular(last) and self._regular(leg):
            self.legs[-1] = Leg(last.start, leg.rung, last.steps + leg.steps, leg.end, leg.lead)
        else:
            self.legs.append(leg)

    def _regular(self, leg: Leg) -> bool:
        return self.together.after(leg.start, leg.rung, leg.steps) == leg.end

    def cut(self, steps: int) -> None:
        """Forgets all but the first ``steps``."""
        kept = list(accumulate((leg.steps for leg in self.legs), initial=0))
        last = bisect_left(kept, steps)
        if last and steps < kept[last]:
            leg, rest = self.legs[last - 1], steps - kept[last - 1]
            self.legs[last - 1] = Leg(leg.start, leg.rung, rest, self.together.along(leg, rest), leg.lead)
        del self.legs[last:]


class Scan:
    """Looks for the next new difference between runs that have parted, on states of its own, so that what is on show
    stays.

    found: the variables of the new difference, once there is one; none where all runs ended first
    steps: how many were looked through
    """

    def __init__(self, together: Together, start: Place, rung: Grain) -> None:
        self.together, self.start, self.rung = together, start, rung
        self.found: tuple[str, ...] = ()
        self._states = [timeline.at(position) for timeline, position in zip(together.timelines, start, strict=True)]
        self._known: set[str] | None = None  # the variables that differed at the place before
        self._before, self._here, self.steps = start, start, 0
        self._compared = False

    def go(self, most: int) -> Leg | None:
        """Goes on for up to ``most`` steps; the leg that leads to the difference, or else to the end of all runs.
        None: not found yet, or not recorded so far."""
        for _ in range(most):
            if not self._compare():
                return None
            if self.found:
                return Leg(self.start, self.rung, self.steps, self._here, self._learner())
            there = self.together.after(self._here, self.rung, 1)
            if there is None:
                return None
            if there == self._here:
                return Leg(self.start, self.rung, self.steps, there)
            self._step(there)
        return None

    def _compare(self) -> bool:
        """Finds what is new here. False: that is not known so far."""
        if not self._compared:
            different = self.together.parted(self._here, self._states)
            if different is None:
                return False
            self.found = () if self._known is None else tuple(x for x in different if x not in self._known)
            self._known, self._compared = set(different), True
        return True

    def _learner(self) -> int:
        """The first run that has learned something of the new difference since the place before, or else the first."""
        earlier = (timeline.at(at) for timeline, at in zip(self.together.timelines, self._before, strict=True))
        for index, (state, old) in enumerate(zip(self._states, earlier, strict=True)):
            if any(state.domains[name] != old.domains[name] for name in self.found):
                return index
        return 0  # the runs parted by something that was taken back in the same step

    def _step(self, there: Place) -> None:
        for state, timeline, old, new in zip(self._states, self.together.timelines, self._here, there, strict=True):
            for event in timeline.events[old:new]:
                state.apply(event)
        self._before, self._here, self.steps, self._compared = self._here, there, self.steps + 1, False
