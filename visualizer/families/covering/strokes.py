"""The strokes of a matrix: the hatching of what has left, and links that go around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from visualizer.canvas.primitives import Canvas, Color, Point, Rect

Link = tuple[Point, Point, float, Color, float]
"""From where to where, how far aside, in which colour, and how wide."""

_THIN = 1.1  # pixels: more than a hairline, so that lines that are alike are kept as pictures


def hatch(canvas: Canvas, box: Rect, color: Color) -> None:
    """Diagonal lines, all alike: their ends lie on whole pixels."""
    with canvas.clip(box):
        canvas.alike(("hatch", box, color), partial(_draw_hatch, box=box, color=color))


def _draw_hatch(canvas: Canvas, box: Rect, color: Color) -> None:
    left, wide, step = round(box.x), round(box.w), max(6, round(box.w * 0.36))
    for y in range(round(box.y) - wide, round(box.bottom), step):
        canvas.line((left, y + wide), (left + wide, y), color, _THIN)


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
