"""The strokes of a matrix: the hatching of what has left, and links that go around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from visualizer.canvas.primitives import Canvas, Color, Point, Rect

Link = tuple[Point, Point, float, Color, float]
"""From where to where, how far aside, in which colour, and how wide."""


def hatch(canvas: Canvas, box: Rect, color: Color) -> None:
    """Diagonal lines."""
    with canvas.clip(box):
        canvas.alike(("hatch", box, color), partial(_draw_hatch, box=box, color=color))


def _draw_hatch(canvas: Canvas, box: Rect, color: Color) -> None:
    step, y = max(6.0, box.w * 0.36), box.y - box.w
    while y < box.bottom:
        canvas.line((box.x, y + box.w), (box.right, y), color, 1)
        y += step


def draw_links(canvas: Canvas, links: Sequence[Link]) -> None:
    """All of a column, kept as one picture."""
    canvas.alike(("links", *links), partial(_draw_each, links=tuple(links)))


def _draw_each(canvas: Canvas, links: Sequence[Link]) -> None:
    for link in links:
        _link(canvas, *link)


def _link(canvas: Canvas, start: Point, end: Point, bulge: float, color: Color, width: float) -> None:
    """A line down; with a bulge, around what lies between."""
    if not bulge:
        canvas.line(start, end, color, width)
        return
    side = start[0] + bulge
    slope = min(abs(bulge), (end[1] - start[1]) / 2)
    points = [start, (side, start[1] + slope), (side, end[1] - slope), end]
    for a, b in pairwise(points):
        canvas.line(a, b, color, width)
