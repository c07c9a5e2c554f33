"""Answer sets."""

from __future__ import annotations

from algorithms.answer_sets import ANSWER_SETS
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.state import ProgramState
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView
from visualizer.stage.view import View


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What was last said of M, X or U."""
    asked = view.state.of(ProgramState)
    assert asked is not None
    canvas.text((box.x, box.y), asked.verdict, 14 * unit, theme.text)


declare(FamilyView(of=ANSWER_SETS, start=ProgramState.start, focus=draw_focus))
