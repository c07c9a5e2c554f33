"""Where the path goes: the kinds of its edges, and the next one."""

from __future__ import annotations

from itertools import takewhile

from algorithms.answer_sets.events import AnswerSetFound
from algorithms.events import Modelled
from algorithms.transitions.events import AnswerSetReached, RuleApplied
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.stage.view import View

_AHEAD = 3  # events within which the next edge comes
EDGES = tuple(kind for kind in TransitionState.folds if issubclass(kind, RuleApplied))
"""The kinds of events that are edges."""
_FOUND = Modelled, AnswerSetReached, AnswerSetFound
"""What is behind them is of another graph: a clause that excludes what was found joins first."""


def coming(view: View) -> str:
    """The name of the edge that the run takes next; empty where there is none."""
    edge = next_edge(view)
    return edge.name if edge is not None else ""


def next_edge(view: View) -> RuleApplied | None:
    """The edge that the run takes next, as far as it is recorded; none from where the path has ended, or ends now."""
    if transition_of(view.state).ended:
        return None
    ahead = view.timeline.events[view.timeline.position : view.timeline.position + _AHEAD]
    same = takewhile(lambda event: not isinstance(event, _FOUND), ahead)
    return next((event for event in same if isinstance(event, RuleApplied)), None)
