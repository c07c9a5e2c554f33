"""What a clause looks at: an eye on each literal that it watches, and the way of one that has moved; where the
clauses count instead, how many of their literals are false."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.cnf import negation
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.strokes import bow, draw_curve
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.panels import draw_eye, eye_on
from visualizer.families.satisfiability.state import SatState

_LEAST = 18.0  # pixels: on smaller chips an eye would be a speck
_RISE = 0.26  # how far the way of an eye lies above the chips, in their heights


def draw_watches(canvas: Canvas, clause: int, chips: Sequence[tuple[str, Rect]], states: tuple[SatState, SatState],
                 t: float, theme: Theme) -> None:
    """The eyes of a clause. One that has moved since the last literal was propagated comes from where that is false."""
    before, state = states
    watched = state.watched_in(clause)
    if not watched or not chips or chips[0][1].h < _LEAST:
        return
    places = dict(chips)
    moved, gone = dict(state.moved).get(clause), negation(state.propagated or "")
    for literal in watched:
        if literal != moved or gone not in places:
            draw_eye(canvas, eye_on(places[literal]), theme)
    if moved is not None and gone in places:
        grown = t if before.moved != state.moved else 1.0
        _draw_way(canvas, eye_on(places[gone]), eye_on(places[moved]), theme, grown)


def _draw_way(canvas: Canvas, start: Rect, end: Rect, theme: Theme, part: float) -> None:
    """From a ring where the eye was, over the literals between, to the eye as far as it has come."""
    right = end.x > start.x
    tip = (end.x if right else end.right), end.center[1]
    rise = _RISE * start.h * 2
    points = bow(start.center, tip, -rise if right else rise)
    wide = max(1.5, start.h * 0.12)
    canvas.circle(start.center, start.h * 0.3, theme.background, theme.accent, wide)
    if part < 1:
        x, y = points[round(part * (len(points) - 1))]
        draw_eye(canvas, Rect(x - end.w / 2, y - end.h / 2, end.w, end.h), theme, lit=True)
        return
    draw_curve(canvas, points, theme.accent, wide)
    draw_eye(canvas, end, theme, lit=True)


def draw_count(canvas: Canvas, around: Rect, literals: Sequence[str], state: SatState, theme: Theme) -> None:
    """At the corner of a clause that counts: how many of its literals it has found false, if any."""
    false = sum(negation(literal) in state.counted for literal in dict.fromkeys(literals)) if state.counted else 0
    if not false or around.h < _LEAST:
        return
    side = max(SMALLEST * 1.25, around.h * 0.4)
    box = Rect(around.x, around.y - side * 0.32, side, side)
    canvas.rect(box, theme.mine, theme.background, 1.5, side * 0.25)
    canvas.text(box.center, str(false), max(SMALLEST, side * 0.72), theme.on_mine, "center", "bold")
