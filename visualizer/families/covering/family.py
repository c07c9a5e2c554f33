"""Exact covering, with dancing links."""

from __future__ import annotations

from algorithms.covering import COVERING
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.covering.matrix_tab import draw_matrix_tab
from visualizer.families.covering.state import CoverState
from visualizer.families.covering.values import values
from visualizer.families.covering.why import why
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import CLAUSES, draw_focus
from visualizer.runs.families import declare
from visualizer.stage.family import TREE, FamilyView, Tab
from visualizer.stage.view import View


def _draw_matrix(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    before, after = view.before.of(CoverState), view.state.of(CoverState)
    assert before is not None
    assert after is not None
    draw_matrix_tab(canvas, box, before, after, view.t, theme, unit, view.links)


declare(FamilyView(of=COVERING, start=CoverState.start, values=values, focus=draw_focus, why=why, literals=True,
                        on_board=draw_clash,
                        tabs=(TREE, CLAUSES, Tab("matrix", "Matrix", _draw_matrix, literals=True))))
