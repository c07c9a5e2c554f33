"""What the events of a sampler say of its errors, and of its visits up to an event; what was worked out is kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from algorithms.core import Event
from algorithms.events import (
    DuplicateDropped,
    Estimated,
    LineCorrected,
    LineEntered,
    LineRemoved,
    SampleRecorded,
    VariablesFixed,
)
from algorithms.sampling.sampling import rmsd
from scenarios.timeline import Timeline
from visualizer.runs.boards import Exact
from visualizer.runs.states import State

BEGINS = (VariablesFixed, LineEntered, LineCorrected, LineRemoved)  # a run, on another log
_SAMPLES = (SampleRecorded, DuplicateDropped)


class Point(NamedTuple):
    """An estimate: its position on the timeline, the iterations of each chain, the error of all chains together and of
    each of them."""

    position: int
    step: int
    together: float
    each: tuple[float, ...]


@dataclass
class Progress:
    """What the events of a timeline say up to an index: the errors so far."""

    exact: Exact
    upto: int = 0
    points: list[Point] = field(default_factory=list)
    tallies: dict[int, Counter[str]] = field(default_factory=dict)
    samples: Counter[int] = field(default_factory=Counter)
    own: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)

    def follow(self, timeline: Timeline[State], end: int) -> None:
        """Goes on to that index; a new run on the timeline begins anew."""
        for index in _indexes(timeline, (*BEGINS, *_SAMPLES, Estimated), self.upto, end):
            event = timeline.events[index]
            if isinstance(event, BEGINS):
                self.points, self.tallies, self.samples, self.own = [], {}, Counter(), {}
            elif isinstance(event, Estimated):
                if event.samples:  # else nothing is estimated, and has no error
                    self.points.append(self._point(index + 1, event))
            elif isinstance(event, _SAMPLES):
                own = self.own.setdefault(event.chain, set())
                if isinstance(event, SampleRecorded) or event.sample not in own:  # another chain found it first
                    self.tallies.setdefault(event.chain, Counter()).update(event.sample)
                    self.samples[event.chain] += 1
                own.add(event.sample)
        self.upto = end

    def _point(self, position: int, event: Estimated) -> Point:
        together = dict(zip(event.variables, event.estimates, strict=True))
        each = tuple(rmsd({name: count / self.samples[chain] for name, count in tally.items()}, self.exact.shares)
                     for chain, tally in sorted(self.tallies.items()))
        return Point(position, event.step, rmsd(together, self.exact.shares), each)


@dataclass
class _Visits:
    """How often each sample was found by the run that began at an index, up to another one."""

    began: int
    upto: int
    found: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def go(self, timeline: Timeline[State], end: int) -> None:
        """On to that index, or back."""
        step = 1 if end > self.upto else -1
        for index in _indexes(timeline, _SAMPLES, min(self.upto, end), max(self.upto, end)):
            event = timeline.events[index]
            assert isinstance(event, _SAMPLES)
            self.found[event.sample] += step
            if not self.found[event.sample]:
                del self.found[event.sample]
        self.upto = end


_RECORDED: WeakKeyDictionary[Timeline[State], Progress] = WeakKeyDictionary()  # of all that is recorded
_SHOWN: WeakKeyDictionary[Timeline[State], _Visits] = WeakKeyDictionary()  # up to the position


def _indexes(timeline: Timeline[State], kinds: Iterable[type[Event]], start: int, end: int) -> list[int]:
    """The indices of the events of those kinds, in order."""
    found: list[int] = []
    for kind in kinds:
        positions = timeline.positions(kind)
        found += positions[bisect_left(positions, start):bisect_left(positions, end)]
    return sorted(found)


def progress(timeline: Timeline[State], exact: Exact) -> Progress:
    """What all recorded events say; what was worked out before is kept, as long as it is of use."""
    found = _RECORDED.get(timeline)
    if found is None or found.upto > len(timeline.events) or found.exact is not exact:
        found = _RECORDED[timeline] = Progress(exact)
    found.follow(timeline, len(timeline.events))
    return found


def visits(timeline: Timeline[State]) -> Counter[tuple[str, ...]]:
    """How often each sample was found up to here, recorded or not, by the run that has begun last."""
    began = max(_indexes(timeline, BEGINS, 0, timeline.position), default=0)
    found = _SHOWN.get(timeline)
    if found is None or found.began != began:
        found = _SHOWN[timeline] = _Visits(began, began)
    found.go(timeline, timeline.position)
    return found.found
