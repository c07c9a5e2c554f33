"""The numbers of the panels of AC-3: the arcs that wait, those that came back, how often an arc was taken."""

from __future__ import annotations

from algorithms import events as e
from algorithms.arcs import events as r
from algorithms.core import Event
from algorithms.words import short_ordinal
from visualizer.families.arcs.state import ArcState
from visualizer.runs.numbers import Number, events_since

_QUEUE = r.QueueFilled, r.ArcTaken, r.ArcQueued
_LEAVES = r.ArcTaken, r.QueueEmptied


def times_of(arcs: ArcState) -> Number:
    """How often the arc was taken."""
    arc = arcs.arc
    assert arc is not None
    return Number(f"times of {arc[0]} → {arc[1]}", arcs.times[arc], "how often this arc was taken from the queue",
                  events_since((r.ArcTaken,), when=lambda event: (event.variable, event.partner) == arc),
                  form=lambda number: short_ordinal(int(number)))


def waiting_of(arcs: ArcState) -> Number:
    """How many arcs wait."""
    return Number("arcs waiting", len(arcs.queue), "arcs in the queue: those that were put there, without those that "
                  "were taken", events_since(_QUEUE), _waits)


def _waits(event: Event) -> int:
    return len(event.arcs) if isinstance(event, r.QueueFilled) else 1 if isinstance(event, r.ArcQueued) else -1


def back_of(arcs: ArcState) -> Number:
    """How many of them came back."""
    return Number("put back", len(arcs.back), "arcs that came back into the queue since this one was taken",
                  events_since((r.ArcQueued,), _LEAVES))


def lost_of(arcs: ArcState) -> Number:
    """What the revision has cost."""
    return Number("values lost", len(arcs.lost), "values that this revision has taken out of the domain",
                  events_since((e.Pruned, r.TupleRemoved, e.WipedOut), _LEAVES), _loses)


def _loses(event: Event) -> int:
    return len(event.removed) if isinstance(event, e.Pruned) else 1
