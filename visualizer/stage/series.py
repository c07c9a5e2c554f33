"""What runs have counted, event by event: the points of curves, from their timelines alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from algorithms.core import Counter
from scenarios.charts import EVENTS, INFERRED
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.states import State

_MOST_POINTS = 128  # of a curve
_FOLDED = 16_384  # events up to which each is folded; of more, the states that the timeline keeps are enough


class Point(NamedTuple):
    """Of a curve: the position on the timeline, and what two numbers are there."""

    position: int
    x: int
    y: int


def step_of(recorded: int) -> int:
    """How many events lie between two points of a curve: a power of two, so that points stay where they are."""
    step = 1
    while recorded > step * _MOST_POINTS:
        step *= 2
    return step


def defined(state: State, start: State) -> int:
    """How many variables are defined that were not at the start."""
    before, now = start.domains, state.domains
    return len([name for name, domain in before.items() if len(domain) > 1 and len(now.get(name, ())) == 1])


@dataclass
class _Known:
    """How many variables are defined at some positions of a timeline: ``state`` is the fold of ``upto`` events."""

    start: State
    state: State
    upto: int = 0
    numbers: dict[int, int] = field(default_factory=dict)

    def follow(self, timeline: Timeline[State], end: int) -> None:
        """Up to that position, at all that a curve may ever ask for."""
        step = step_of(end)
        for index in range(self.upto, end):
            self.state.apply(timeline.events[index])
            if (index + 1) % step == 0:
                self.numbers[index + 1] = defined(self.state, self.start)
        self.upto = max(self.upto, end)


_known: WeakKeyDictionary[Timeline[State], _Known] = WeakKeyDictionary()


def inferred_at(timeline: Timeline[State]) -> dict[int, int]:
    """How many variables were defined after so many events, for positions that are close enough for a curve. What was
    worked out before is kept: each event is folded once."""
    kept = _known.get(timeline)
    if kept is None:
        kept = _known[timeline] = _Known(timeline.at(0), timeline.at(0))
    kept.numbers.setdefault(0, 0)
    if len(timeline.events) <= _FOLDED:
        kept.follow(timeline, len(timeline.events))
    else:
        for position, state in timeline.kept():
            if position not in kept.numbers:
                kept.numbers[position] = defined(state, kept.start)
    return kept.numbers


def measure(run: AlgorithmRun, timeline: Timeline[State], name: str) -> Callable[[int], int] | None:
    """What a number of that name is at a position; None where the run does not count it."""
    if name == EVENTS:
        return lambda position: position
    counter = counter_of(run, name)
    return None if counter is None else lambda position: timeline.total(counter, position)


def counter_of(run: AlgorithmRun, name: str) -> Counter | None:
    """The run's counter of that name."""
    return next((counter for counter in run.algorithm.counters if counter.name == name), None)


_curves: WeakKeyDictionary[Timeline[State], dict[tuple[str, str], tuple[tuple[int, int], list[Point]]]]
_curves = WeakKeyDictionary()  # the last ones asked for: frames of a motion ask for the same


def curve(run: AlgorithmRun, timeline: Timeline[State], y: str, x: str) -> list[Point]:
    """One number against another, from the start to here, in a bounded number of points; empty: it is not counted."""
    kept, at = _curves.setdefault(timeline, {}), (timeline.position, len(timeline.events))
    last = kept.get((y, x))
    if last is None or last[0] != at:
        last = kept[y, x] = at, _curve(run, timeline, y, x)
    return last[1]


def _curve(run: AlgorithmRun, timeline: Timeline[State], y: str, x: str) -> list[Point]:
    across, here = measure(run, timeline, x), timeline.position
    if across is None:
        return []
    if y == INFERRED:
        known = inferred_at(timeline)
        step = step_of(len(timeline.events))
        places = [place for place in sorted(known) if place < here and (place % step == 0 or len(known) < _MOST_POINTS)]
        found = [Point(place, across(place), known[place]) for place in places]
        return [*found, Point(here, across(here), defined(timeline.state, timeline.at(0)))]
    up = measure(run, timeline, y)
    if up is None:
        return []
    places = [*range(0, here, step_of(len(timeline.events))), here]
    return [Point(place, across(place), up(place)) for place in places]
