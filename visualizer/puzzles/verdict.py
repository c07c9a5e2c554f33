"""The constraint between two places that is looked at: a line, and on its middle whether what is tried satisfies it."""

from __future__ import annotations

from collections.abc import Mapping

from visualizer.canvas.primitives import Canvas, Point, Rect, middle_of
from visualizer.canvas.strokes import bow, draw_cross, draw_path, draw_unequal
from visualizer.canvas.theme import Theme
from visualizer.canvas.trial import draw_flying, trial_box
from visualizer.families.consistency.state import looked_at
from visualizer.puzzles.network import verdict_role
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import colors
from visualizer.runs.states import State


def draw_link(canvas: Canvas, a: Rect, b: Rect, states: tuple[State, State], t: float, theme: Theme) -> None:
    """From one place to the other, beside the values in them; ✓ or ✗ once something was tried."""
    side = min(a.w, a.h)
    fill, ink = colors(verdict_role(states[0]), verdict_role(states[1]), t, theme)
    (x, y), (u, v) = a.center, b.center
    wide = max(2.0, side * 0.05)
    points = bow((x, y), (u, v), side * 0.5)
    few = points[::2]  # the bow is slight, and recordings have thousands of them
    for color, more in ((ink, 2.0), (fill, 0.0)):
        draw_path(canvas, few, color, wide + more)
    shown = verdict_role(arrived(states, t))
    draw_badge(canvas, points[len(points) // 2], max(8.0, min(18.0, side * 0.24)), shown.fill, theme)


def arrived(states: tuple[State, State], t: float) -> State:
    """The state whose verdict is shown: what is tried has to arrive before there is a new one."""
    same = looked_at(states[0]).constraint == looked_at(states[1]).constraint
    return states[0] if same and t < 0.5 else states[1]


def draw_flight(canvas: Canvas, places: Mapping[str, Rect], states: tuple[State, State], t: float, theme: Theme,
                start: Rect | None = None) -> None:
    """The values that are tried now, and were not before, on their way from the constraint to ``places``. It is where
    they ``start``, otherwise in the middle of its variables."""
    if not places or not 0 < t < 1:
        return
    boxes = {x: trial_box(place) for x, place in places.items()}
    draw_flight_to(canvas, boxes, middle_of(places.values()) if start is None else start.center, states, t, theme)


def draw_flight_to(canvas: Canvas, boxes: Mapping[str, Rect], start: Point, states: tuple[State, State], t: float,
                   theme: Theme) -> None:
    """The same, each to a box of its own."""
    for x, box in () if looked_at(states[1]).kept else boxes.items():
        value = assigned(states[1], x)
        if value is not None and value != assigned(states[0], x):
            ink = theme.test if x == looked_at(states[1]).variable else theme.unknown
            draw_flying(canvas, start, box, str(value), (theme.on_unknown, ink), t)


def draw_trying(canvas: Canvas, home: Rect | None, places: Mapping[str, Rect], states: tuple[State, State], t: float,
                theme: Theme, badge: Point | None = None) -> None:
    """The verdict as a ``badge`` there, or at the right end of the constraint, where that is at ``home`` on the board;
    and what is tried now on its way from there, or from the middle, to the ``places`` of the values."""
    shown = arrived(states, t)
    if home is not None and looked_at(shown).satisfied is not None:
        radius = max(7.0, min(14.0, home.h * 0.36))
        draw_badge(canvas, badge or (home.right - radius, home.center[1]), radius, verdict_role(shown).fill, theme)
    if not places or not 0 < t < 1:
        return
    boxes = {x: place.inset(max(0.0, (place.w - place.h) / 2), max(0.0, (place.h - place.w) / 2))
             for x, place in places.items()}
    draw_flight_to(canvas, boxes, middle_of(places.values()) if home is None else home.center, states, t, theme)


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
    else:
        draw_unequal(canvas, at, radius * 0.45, ink, wide)
