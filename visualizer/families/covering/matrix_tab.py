"""The tab with the matrix of items and options, for puzzles whose board shows something else."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.covering.items import draw_items, room_below
from visualizer.families.covering.matrix import Matrix, draw_matrix, matrix_of, most_cells
from visualizer.families.covering.state import CoverState
from visualizer.stage.links import Links


def draw_matrix_tab(canvas: Canvas, box: Rect, before: CoverState, state: CoverState, t: float, theme: Theme,
                    unit: float, links: Links) -> None:
    """The matrix, or the part of it in question below a map of all items; ``before`` is the state that the links come
    from."""
    most = most_cells(box, unit)
    matrix = _matrix(state, most)
    if not matrix.whole:
        head, box = room_below(box, state, unit)
        most = most_cells(box, unit)
        matrix = _matrix(state, most)
        draw_items(canvas, head, state, state.truth, state.form.word, matrix, theme, unit)
    earlier = matrix if before is state else _matrix(before, most)
    draw_matrix(canvas, box, matrix, earlier, t, theme, unit, links)


def _matrix(state: CoverState, most: tuple[int, int]) -> Matrix:
    return matrix_of(state, state.form.word, state.truth, most)
