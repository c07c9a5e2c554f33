"""Where the path goes: the kinds of its edges, and the next one."""

from __future__ import annotations

from algorithms.transitions.events import RuleApplied
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.stage.view import View

_AHEAD = 3  # events within which the next edge comes
EDGES = tuple(kind for kind in TransitionState.folds if issubclass(kind, RuleApplied))
"""The kinds of events that are edges."""


def coming(view: View) -> str:
    """The edge that the run takes next, as far as it is recorded; none from where the path has ended."""
    if transition_of(view.state).ended:
        return ""
    ahead = view.timeline.events[view.timeline.position : view.timeline.position + _AHEAD]
    return next((event.name for event in ahead if isinstance(event, RuleApplied)), "")
