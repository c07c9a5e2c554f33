"""Names for what can be pointed at beside literals: a clause, and a cut of the implication graph, which is a line of
the chain of resolution. Each lights wherever it is drawn."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme


def clause_name(number: int) -> str:
    """No variable of a formula has a space in its name."""
    return f"clause {number}"


def cut_name(number: int) -> str:
    """Cuts are numbered from 1 as the lines of the chain."""
    return f"cut {number}"


def draw_lit(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
    """The frame of what is pointed at, or belongs to it."""
    canvas.rect(box.inset(-3 * unit), None, theme.accent, 2 * unit, 5 * unit)
