"""A literal and its complement that both are in M: a bolt between the two, each in the clause that forced it."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from visualizer.canvas.primitives import Canvas, Point, Rect
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.reasons import toward

_BELOW, _FLAT = 0.32, 0.08  # heights of a chip: a bolt in a row is so far below, and bends so far

Chips = Mapping[str, Rect]
"""The literals of a clause, with their places."""


def draw_bolt(canvas: Canvas, clauses: Mapping[int, Chips], state: SatState, theme: Theme) -> None:
    """Nothing where one of them was decided: no clause forced it."""
    ends = [clauses.get(entry.because or 0, {}).get(entry.literal) for entry in state.clashing]
    first, last = ends if len(ends) == 2 else (None, None)
    if first is None or last is None:
        return
    points = _way(first, last)
    wide = max(2.0, first.h * 0.06)
    draw_path(canvas, points, theme.background, wide * 2.4)
    draw_path(canvas, points, theme.bad, wide)
    for x, y in (points[0], points[-1]):
        canvas.circle((x, y), wide * 1.4, theme.bad)


def _way(first: Rect, last: Rect) -> list[Point]:
    """From the one to the other; in a row below it, where nothing is written."""
    if abs(first.center[1] - last.center[1]) > first.h / 2:
        return bolt(toward(first, last.center), toward(last, first.center), min(first.h * 0.22, 12.0))
    x, u, low = first.center[0], last.center[0], first.bottom + first.h * _BELOW
    return [(x, first.bottom), *bolt((x, low), (u, low), first.h * _FLAT), (u, last.bottom)]


def bolt(a: Point, b: Point, reach: float) -> list[Point]:
    """From one point to the other with two sharp bends, each as far from the straight line as it may ``reach``."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = max(1.0, hypot(dx, dy))
    side = min(reach, long * 0.3)
    right, down = -dy / long * side, dx / long * side
    return [a, (a[0] + dx * 0.58 + right, a[1] + dy * 0.58 + down), (a[0] + dx * 0.42 - right, a[1] + dy * 0.42 - down),
            b]
