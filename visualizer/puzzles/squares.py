"""The squares of a chessboard, and what stands on them."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.theme import Theme, mix

_CROWN = ((0.2, 0.3), (0.4, 0.5), (0.5, 0.2), (0.6, 0.5), (0.8, 0.3), (0.7, 0.8), (0.3, 0.8))
_CROSS = 0.36  # so far from its edges a square has a cross, in sides


def square_color(column: int, row: int, theme: Theme) -> Color:
    """Light and dark in turn; a1, which is column 0 and row 1, is dark."""
    return mix(theme.uncovered, theme.covered, 0.55 if (column + row) % 2 == 1 else 0.1)


def crown(square: Rect) -> list[Point]:
    """The outline of a queen."""
    return [(square.x + square.w * a, square.y + square.h * b) for a, b in _CROWN]


def draw_out(canvas: Canvas, square: Rect, color: Color) -> None:
    """A cross: no queen can stand there."""
    x, y, right, bottom = square.x, square.y, square.right, square.bottom
    far = square.w * _CROSS
    canvas.line((x + far, y + far), (right - far, bottom - far), color, square.w * 0.04)
    canvas.line((x + far, bottom - far), (right - far, y + far), color, square.w * 0.04)
