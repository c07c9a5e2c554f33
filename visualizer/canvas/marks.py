"""Marks that stand on anything."""

from __future__ import annotations

from functools import partial

from visualizer.canvas.primitives import Canvas, Color, Rect, Same
from visualizer.canvas.strokes import draw_cross, draw_dashed_frame
from visualizer.canvas.theme import Theme

_RIM = 1.0  # pixels on both sides of a line
_LEAST, _MOST = 8.0, 20.0  # pixels: the side of a sign; where a place has no room for the least there is none
_PART = 0.24  # of a place


def sign_side(place: Rect) -> float:
    """How large a sign is that stands in a place beside what is written there; 0: it has no room."""
    least = min(place.w, place.h)
    side = min(_MOST, max(_LEAST, least * _PART))
    return side if side <= least * 0.5 else 0.0


def inside_mark(box: Rect) -> Rect:
    """What the brackets around a place leave of it, with their rim."""
    return box.inset(_wide(min(box.w, box.h)) + _RIM)


def _wide(side: float) -> float:
    return min(7.0, max(2.0, side * 0.07))


def draw_mark(canvas: Canvas, box: Rect, theme: Theme) -> None:
    """Corner brackets around a place that the lesson points at; a rim keeps them apart from whatever they lie on."""
    canvas.alike(("mark", box, Same(theme)), partial(_draw_brackets, box=box, theme=theme))


def _draw_brackets(canvas: Canvas, box: Rect, theme: Theme) -> None:
    side = min(box.w, box.h)
    long, wide = max(4.0, side * 0.26), _wide(side)
    arms = list[Rect]()
    for x, toward in ((box.x, 1), (box.right, -1)):
        for y, down in ((box.y, 1), (box.bottom, -1)):
            arms += [Rect(min(x, x + toward * across), min(y, y + down * high), across, high)
                     for across, high in ((long, wide), (wide, long))]
    for arm in arms:
        canvas.rect(arm.inset(-_RIM), theme.background)
    for arm in arms:
        canvas.rect(arm, theme.mark)


def draw_ring(canvas: Canvas, box: Rect, color: Color, theme: Theme, width: float, radius: float) -> None:
    """A line within the edge of a place, with a rim as brackets have it."""
    canvas.rect(box.inset(-_RIM), None, theme.background, width + 2 * _RIM, radius)
    canvas.rect(box, None, color, width, radius)


def draw_refuted(canvas: Canvas, box: Rect, theme: Theme) -> None:
    """A broken frame around a board, and ✗ in its corner: all was tried, or nothing is left, and there is no
    solution."""
    side = min(box.w, box.h)
    wide, radius = max(3.0, side * 0.008), min(14.0, max(7.0, side * 0.03))
    draw_dashed_frame(canvas, box, theme.mine, wide, 4 * wide)
    at = box.x + wide / 2 + radius, box.y + wide / 2 + radius
    canvas.circle(at, radius, theme.mine)
    draw_cross(canvas, at, radius * 0.45, theme.on_mine, max(1.5, radius * 0.2))
