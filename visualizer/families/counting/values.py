"""What the pseudocode's variables stand for while placements of mines are counted: a group, or fields."""

from __future__ import annotations

from algorithms import events as e
from visualizer.stage.code import Value, Values, begun
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The group, or the fields that are counted for."""
    event = view.timeline.event
    if isinstance(event, e.GroupPlaced):
        return {"each group g of it": Value(f"g = {begun(event.cells)}", "unknown")}
    if isinstance(event, e.ProbabilityFound):
        return {"each field x": Value(f"x = {begun(event.cells)}", "unknown")}
    return {}
