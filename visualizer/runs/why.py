"""Why something is known of a place: what an explanation is, and how the events that it rests on are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from algorithms.core import Event
from algorithms.reasons import Reason
from scenarios.timeline import Timeline
from visualizer.runs.states import State


@dataclass(frozen=True)
class Explanation:
    """What is known of a place.

    sentence: why; ``marks`` are the places that it names, this one first
    position: of the timeline, where the run found it out; None where it did not
    show:     changes a state so that the board shows the reason: two models that differ at the place, say
    candidate: the literal of the place that may still be in the backbone, and can be tested next
    reason:   what of it can be drawn
    """

    place: str
    sentence: str
    marks: tuple[str, ...]
    position: int | None = None
    show: Callable[[State], None] | None = None
    candidate: str | None = None
    reason: Reason = ()


def last(timeline: Timeline[State], kind: type[Event], is_it: Callable[[Any], bool], before: int) -> int | None:
    """The position after the last event of that kind, at ``before`` at the latest, of which that is so."""
    positions = timeline.positions(kind)
    for count in range(timeline.count(kind, before), 0, -1):
        if is_it(timeline.events[positions[count - 1]]):
            return positions[count - 1] + 1
    return None


def began(timeline: Timeline[State]) -> int:
    """The position after the last move, which started the knowledge afresh; 0 if there was none."""
    moves = timeline.state.moves
    kinds = () if moves is None else moves.folds
    return max((last(timeline, kind, anything, timeline.position) or 0 for kind in kinds), default=0)


def anything(_event: Any) -> bool:
    """Any event will do."""
    return True
