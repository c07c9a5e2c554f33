"""The tab with the matrix of items and options, for puzzles whose board shows something else."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.families.covering.items import draw_items, room_below
from visualizer.families.covering.matrix import Matrix, draw_matrix, matrix_of, most_cells
from visualizer.families.covering.state import cover_of
from visualizer.runs.states import Lately, State
from visualizer.stage.view import View


def draw_matrix_tab(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The matrix, or the part of it in question below a map of all items."""
    state = view.state
    cover, most = cover_of(state), most_cells(box, unit)
    matrix = _matrix(state, most)
    if not matrix.whole:
        head, box = room_below(box, cover, unit)
        most = most_cells(box, unit)
        matrix = part = _matrix(state, most)
        canvas.still(("items", head), (Same(state), state.turns, theme), head, lambda: draw_items(
            canvas, head, cover, cover.truth, cover.form.word, part, theme, unit))
    earlier = matrix if view.before is state else _matrix(view.before, most)
    draw_matrix(canvas, box, matrix, earlier, view.t, theme, unit, view.links)


_matrices: Lately[Matrix] = Lately()


def _matrix(state: State, most: tuple[int, int]) -> Matrix:
    cover = cover_of(state)
    return _matrices.of(state, most, lambda: matrix_of(cover, cover.form.word, cover.truth, most, cover.tentative))
