"""What the events of a sampler say of its errors and of its visits, up to an event; what was worked out is kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

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
_KINDS = (*BEGINS, SampleRecorded, DuplicateDropped, Estimated)


class Point(NamedTuple):
    """An estimate: its position on the timeline, the iterations of each chain, the error of all chains together and of
    each of them."""

    position: int
    step: int
    together: float
    each: tuple[float, ...]


@dataclass
class Progress:
    """What the events of a timeline say up to an index: the errors so far, and the visits of samples."""

    exact: Exact
    upto: int = 0
    points: list[Point] = field(default_factory=list)
    tallies: dict[int, Counter[str]] = field(default_factory=dict)
    samples: Counter[int] = field(default_factory=Counter)
    own: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)
    visits: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def follow(self, timeline: Timeline[State], end: int) -> None:
        """Goes on to that index; a new run on the timeline begins anew."""
        for index in _indexes(timeline, self.upto, end):
            event = timeline.events[index]
            if isinstance(event, BEGINS):
                self.points, self.tallies, self.samples = [], {}, Counter()
                self.visits, self.own = Counter(), {}
            elif isinstance(event, Estimated):
                if event.samples:  # else nothing is estimated, and has no error
                    self.points.append(self._point(index + 1, event))
            elif isinstance(event, SampleRecorded | DuplicateDropped):
                self.visits[event.sample] += 1
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


RECORDED: WeakKeyDictionary[Timeline[State], Progress] = WeakKeyDictionary()  # of all that is recorded
SHOWN: WeakKeyDictionary[Timeline[State], Progress] = WeakKeyDictionary()  # up to the position


def _indexes(timeline: Timeline[State], start: int, end: int) -> Iterable[int]:
    """The indices of the events that matter, in order."""
    found: list[int] = []
    for kind in _KINDS:
        positions = timeline.positions(kind)
        found += positions[bisect_left(positions, start):bisect_left(positions, end)]
    return sorted(found)


def progress(timeline: Timeline[State], exact: Exact, end: int,
             kept: WeakKeyDictionary[Timeline[State], Progress]) -> Progress:
    """What the first ``end`` events say; what was worked out before is kept, as long as it is of use."""
    found = kept.get(timeline)
    if found is None or found.upto > end or found.exact is not exact:
        found = kept[timeline] = Progress(exact)
    found.follow(timeline, end)
    return found
