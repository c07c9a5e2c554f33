"""Why a value is gone: the supports that it had, and what took these before, back to what the puzzle says.

    removal  a value that left its domain, and the position after the event that says so
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from algorithms import events as e
from algorithms.arcs import events as r
from algorithms.core import Event
from algorithms.problems.forms.binary import BinaryCSP
from algorithms.problems.forms.csp import Domain, Value
from scenarios.timeline import Timeline
from visualizer.families.arcs.state import arcs_of
from visualizer.runs.followed import following
from visualizer.runs.states import State
from visualizer.runs.why import began

_KINDS: tuple[type[Event], ...] = (e.Pruned, e.WipedOut, r.TupleRemoved, r.Restricted, r.Projected)


class Removal(NamedTuple):
    """A value that has gone. ``left`` are the others, as far as it is told; ``partner`` is the one in which it had no
    support; None where that was no question of arcs."""

    position: int
    variable: str
    value: Value
    left: Domain
    because: str
    partner: str | None

    def words(self) -> str:
        """What is known since: ``blue ≠ 1``, or ``blue = 2`` where that is all that is left."""
        if len(self.left) == 1:
            return f"{self.variable} = {self.left[0]}"
        return f"{self.variable} ≠ {self.value}"


@dataclass
class Record:
    """The removals that a timeline has recorded, of each value in their order."""

    upto: int = 0
    removals: dict[tuple[str, Value], list[Removal]] = field(default_factory=dict)

    def follow(self, timeline: Timeline[State]) -> None:
        """Reads what has been recorded since."""
        indexes: list[int] = []
        for kind in _KINDS:
            positions = timeline.positions(kind)
            indexes += positions[bisect_left(positions, self.upto):]
        for index in sorted(indexes):
            for removal in _removals(timeline, index):
                self.removals.setdefault((removal.variable, removal.value), []).append(removal)
        self.upto = len(timeline.events)

    def last(self, variable: str, value: Value, after: int, before: int) -> Removal | None:
        """How a value went last, after a position and before another one."""
        return next((found for found in reversed(self.removals.get((variable, value), ()))
                     if after < found.position < before), None)


record_of = following(Record)


def _removals(timeline: Timeline[State], index: int) -> list[Removal]:
    """What an event removed."""
    event = timeline.events[index]
    if isinstance(event, r.TupleRemoved):
        return [Removal(index + 1, event.constraint, event.value, (), event.constraint, event.partner)]
    if isinstance(event, e.Pruned):
        return [Removal(index + 1, event.variable, event.removed[0], event.left, event.because,
                        _arc(timeline, index).partner)]
    if isinstance(event, r.Restricted | r.Projected):
        return [Removal(index + 1, event.variable, value, event.left, event.because, None) for value in event.removed]
    before = timeline.events[index - 1] if index else None
    if isinstance(event, e.WipedOut) and isinstance(before, e.NoSupport):
        return [Removal(index + 1, before.variable, before.value, (), event.because, _arc(timeline, index).partner)]
    return []


def _arc(timeline: Timeline[State], index: int) -> r.ArcTaken:
    """The arc that was being revised then."""
    positions = timeline.positions(r.ArcTaken)
    event = timeline.events[positions[bisect_left(positions, index) - 1]]
    assert isinstance(event, r.ArcTaken)
    return event


def supports(network: BinaryCSP, x: str, a: Value, y: str) -> Domain:
    """The values that would support x = a, be they left or gone."""
    return tuple(b for b in network.csp.domains[y] if network.violated(x, a, y, b) is None)


def lost_supports(timeline: Timeline[State], removal: Removal) -> list[Removal]:
    """The supports that a value once had, each as it went before the value did."""
    if removal.partner is None:
        return []
    start, record = began(timeline), record_of(timeline)
    found = (record.last(removal.partner, b, start, removal.position) for b in
             supports(arcs_of(timeline.state).network, removal.variable, removal.value, removal.partner))
    return [one for one in found if one is not None]


def chain(timeline: Timeline[State], removal: Removal) -> Sequence[str]:
    """How it came to that, the first cause first: of the supports that were lost, always the one that went last."""
    told, network = [removal.words()], arcs_of(timeline.state).network
    while lost := lost_supports(timeline, removal):
        removal = max(lost, key=lambda one: one.position)
        told.append(removal.words())
    known = network.csp.domains.get(removal.partner or "", ())
    if len(known) == 1:
        told.append(f"{removal.partner} = {known[0]}")
    return told[::-1]
