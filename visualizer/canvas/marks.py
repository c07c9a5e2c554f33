"""Marks that stand on anything."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme


def draw_mark(canvas: Canvas, box: Rect, theme: Theme) -> None:
    """Corner brackets around a place that the lesson points at."""
    side = min(box.w, box.h)
    long, wide = max(4.0, side * 0.26), min(7.0, max(2.0, side * 0.07))
    for x, toward in ((box.x, 1), (box.right, -1)):
        for y, down in ((box.y, 1), (box.bottom, -1)):
            canvas.rect(Rect(min(x, x + toward * long), min(y, y + down * wide), long, wide), theme.mark)
            canvas.rect(Rect(min(x, x + toward * wide), min(y, y + down * long), wide, long), theme.mark)
