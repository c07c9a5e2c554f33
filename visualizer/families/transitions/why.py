"""Why a literal is in M: which rule put it there."""

from __future__ import annotations

from algorithms.transitions.events import RuleApplied
from algorithms.transitions.records import FAIL
from scenarios.timeline import Timeline
from visualizer.families.transitions.drawn_reason import joined, side_condition
from visualizer.families.transitions.state import transition_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


def why(timeline: Timeline[State], board: Board, place: str) -> Explanation | None:
    """The edge of the path by which a literal of the place joined M; None if it has none in M."""
    state = transition_of(timeline.state)
    words = state.system.words
    record = () if state.node == FAIL else state.node
    held = [words[member.literal] for member in record]
    literal = next((word for word in reversed(held) if belongs(word, place)), None)
    if literal is None:
        return None
    found = joined(timeline, literal, timeline.position)
    if found is None:
        return Explanation(place, f"{literal} is in M: the path began so.", (place,))
    event = timeline.events[found - 1]
    assert isinstance(event, RuleApplied)
    return Explanation(place, f"{literal} is in M since event {found:,}: {event.sentence()}", (place,), found,
                       reason=side_condition(timeline, board, found))


def belongs(literal: str, place: str) -> bool:
    """Does a literal of M give the place a value?"""
    return literal.removeprefix("¬") == place or literal.startswith(f"{place}=")
