"""The constraint between two places that is looked at: a line, and on its middle whether what is tried satisfies it."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.strokes import bow, draw_cross, draw_path
from visualizer.canvas.theme import Theme
from visualizer.puzzles.network import verdict_role
from visualizer.puzzles.roles import colors
from visualizer.runs.states import State


def draw_link(canvas: Canvas, a: Rect, b: Rect, states: tuple[State, State], t: float, theme: Theme) -> None:
    """From one place to the other, beside the values in them; ✓ or ✗ once something was tried."""
    side = min(a.w, a.h)
    role = verdict_role(states[1])
    fill, ink = colors(verdict_role(states[0]), role, t, theme)
    (x, y), (u, v) = a.center, b.center
    wide = max(2.0, side * 0.05)
    points = bow((x, y), (u, v), side * 0.5)
    for color, more in ((ink, 2.0), (fill, 0.0)):
        draw_path(canvas, points, color, wide + more)
    draw_badge(canvas, points[len(points) // 2], max(8.0, min(18.0, side * 0.24)), role.fill, theme)


def draw_badge(canvas: Canvas, at: tuple[float, float], radius: float, fill: str, theme: Theme) -> None:
    """A disc with the verdict: ✓ on green, ✗ on red, ≠ before there is one."""
    ink = getattr(theme, f"on_{fill}")
    canvas.circle(at, radius, getattr(theme, fill))
    canvas.circle(at, radius, None, ink, max(1.0, radius * 0.1))
    (x, y), wide = at, max(1.5, radius * 0.2)
    if fill == "mine":
        draw_cross(canvas, at, radius * 0.45, ink, wide)
    elif fill == "no_mine":
        canvas.line((x - radius * 0.5, y), (x - radius * 0.1, y + radius * 0.42), ink, wide)
        canvas.line((x - radius * 0.1, y + radius * 0.42), (x + radius * 0.5, y - radius * 0.4), ink, wide)
