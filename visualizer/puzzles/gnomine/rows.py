"""Rows of a large board that nothing looks at: they are kept as pictures, as most of such a board stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import in_row
from visualizer.runs.states import State

_MANY = 200  # fields


def row_key(state: State, fields: Sequence[str]) -> tuple[object, ...] | None:
    """All that a row shows; None on a small board, and at the end of a game."""
    seen = field_of(state).seen
    if len(seen) < _MANY or field_of(state).mines:
        return None
    return tuple([state.domains[field] if seen[field] == COVERED else seen[field] for field in fields])


def keep_row(canvas: Canvas, place: Rect, fields: Sequence[str], key: Hashable, theme: Theme,
             draw_field: Callable[[Canvas, Rect, str], None]) -> None:
    """Draws a row, or what was kept of it."""

    def draw(inner: Canvas, box: Rect) -> None:
        inner.rect(box, mix(theme.edge, theme.uncovered, 0.35))
        for field, tile in zip(fields, in_row(box, len(fields)), strict=True):
            draw_field(inner, tile, field)

    canvas.picture(key, place, draw)
