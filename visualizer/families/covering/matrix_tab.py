"""The tab with the matrix of items and options, for puzzles whose board shows something else."""

from __future__ import annotations

from typing import Any

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.covering.matrix import Matrix, draw_matrix, matrix_of, most_cells
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links


def draw_matrix_tab(canvas: Canvas, box: Rect, before: Any, state: SatState, theme: Theme, unit: float,
                    links: Links) -> None:
    """The matrix, or the part of it in question; ``before`` is the state that the links come from."""
    most = most_cells(box, unit)
    matrix = _matrix(state, most)
    earlier = matrix if before.sat is None or before.sat is state else _matrix(before.sat, most)
    draw_matrix(canvas, box, matrix, earlier, theme, unit, links)


def _matrix(state: SatState, most: tuple[int, int]) -> Matrix:
    assert state.cover is not None
    return matrix_of(state.cover, state.form.word, state.truth, most)
