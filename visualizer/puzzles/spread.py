"""A graph spread over a box: its cells stay square, the room between them is stretched."""

from __future__ import annotations

from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Rect

_MARGIN = 0.02  # of the box, for what juts out of a cell


def spread(layout: Layout, box: Rect, stretch: float, largest: float) -> dict[str, Rect]:
    """The cell of each place of the layout, of which neighbours are at most that many cells apart (1: they touch), and
    no cell is larger than so many pixels."""
    box = box.inset(min(box.w, box.h) * _MARGIN)
    side = min(box.w / layout.columns, box.h / layout.rows, largest)
    across = down = side
    if stretch > 1:
        wide, high = box.w - side, box.h - side  # for the middles of the cells
        across = min(wide / max(1e-6, layout.columns - 1), side * stretch)
        down = min(high / max(1e-6, layout.rows - 1), side * stretch)
    left = box.center[0] - (across * (layout.columns - 1) + side) / 2
    top = box.center[1] - (down * (layout.rows - 1) + side) / 2
    return {x: Rect(left + column * across, top + row * down, side, side)
            for x, (column, row) in layout.places.items()}
