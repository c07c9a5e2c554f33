"""The question about a run of a comparison; beside the boards the pseudocode, where its lines are put in order."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas
from visualizer.canvas.theme import Theme
from visualizer.runs.asking import Asking
from visualizer.stage.code_order import draw_order
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.question import draw_question
from visualizer.stage.stage import panel


def draw_asking(canvas: Canvas, places: ComparePlaces, asking: Asking, theme: Theme, unit: float) -> None:
    """The card, and the code with its gaps."""
    if places.code.h > 0:
        inner = panel(canvas, places.code, theme, unit)
        with canvas.clip(inner):
            draw_order(canvas, inner, asking, theme, unit)
    draw_question(canvas, places.caption, asking, theme, unit)
