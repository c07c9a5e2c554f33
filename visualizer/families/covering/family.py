"""Exact covering, with dancing links."""

from __future__ import annotations

from algorithms.covering import COVERING
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.covering.matrix_tab import draw_matrix_tab
from visualizer.families.covering.notes import notes
from visualizer.families.covering.state import CoverState, cover_of
from visualizer.families.covering.values import values
from visualizer.families.covering.why import why
from visualizer.families.satisfiability.claims import claim
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import CLAUSES, draw_focus
from visualizer.runs.boards import Board
from visualizer.runs.families import declare
from visualizer.runs.states import State
from visualizer.stage.family import TREE, FamilyView, Tab


def _draw_on_board(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """A clash; and the solution found last, once all is undone: an empty board would look as if there were none."""
    draw_clash(canvas, box, board, state, theme)
    for name in sorted(cover_of(state).last):
        if name in board.layout.places:
            place = board.place(box, name)
            side = min(place.w, place.h)
            wide = min(4.0, max(3.0, side * 0.06))  # seen in low places, too
            draw_dashed_frame(canvas, place, theme.no_mine, wide, 4 * wide)
            board.draw_taken(canvas, place.inset(wide), theme)


declare(FamilyView(of=COVERING, start=CoverState.start, values=values, focus=draw_focus, why=why, claim=claim,
                        literals=True, on_board=_draw_on_board,
                        tabs=(TREE, CLAUSES, Tab("matrix", "Matrix", draw_matrix_tab, literals=True)), notes=notes))
