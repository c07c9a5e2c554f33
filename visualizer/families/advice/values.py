"""What the pseudocode of a player stands for: its move, and what decides that."""

from __future__ import annotations

from algorithms.events import Advised, Flagged, Uncovered
from visualizer.stage.code import Value, Values, begun
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The field of the advice, and the numbers because of which; then the move."""
    event = view.timeline.event
    if isinstance(event, Advised):
        because = {"the simplest reason": Value(begun(event.because), "constraint")} if event.because else {}
        return {"find what to do": Value(event.field, "unknown"), **because}
    if isinstance(event, Flagged):
        return {"do it": Value(begun(event.cells), "unknown")}
    if isinstance(event, Uncovered):
        return {"do it": Value(begun([cell for cell, _ in event.cells]), "unknown")}
    return {}
