"""What the pseudocode's variables stand for: what is flipped or drawn; the hand that a place gets."""

from __future__ import annotations

from algorithms.events import HandDrawn
from visualizer.families.sampling.state import SamplingState
from visualizer.stage.code import Value, Values, begun
from visualizer.stage.view import View


def of_sampling(view: View) -> Values:
    """The variable that is drawn, and the one that is flipped."""
    now = view.state.of(SamplingState)
    if now is None:
        return {}
    found = dict[str, Value]()
    if now.drawn is not None:  # of a constraint, by noise; or of all
        line = "choose a random non-fixed variable" if now.constraint is None else "any false literal of it"
        found[line] = Value(now.drawn, "test")
    if now.flipped is not None:
        found["Flip()"] = Value(now.flipped, "test")
    return found


def of_draws(view: View) -> Values:
    """The place, and its hand."""
    event = view.timeline.event
    if not isinstance(event, HandDrawn):
        return {}
    return {"each place, the k-th": Value(event.place, "test"),
            "H from R": Value(f"H = {{{begun(event.cards)}}}", "known")}
