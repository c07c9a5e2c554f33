"""Violated constraints on any board: a line between the two variables of each, and a number on a variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board

MOST_LINES = 40  # more would be a tangle
_BADGE, _LARGEST = 0.3, 26.0  # the side of a number's ground, in parts of a place, and in pixels at the most
_SMALL, _MOST = 13.0, 0.5  # the least side of a ground, in pixels, unless that is more than this part of a place
_SHORT = 0.42  # of a place: so far from its middle a line begins …
_ASIDE, _NEAR = 0.38, 0.4  # … or so far beside it, where another middle would be nearer than that


def draw_pairs(canvas: Canvas, box: Rect, board: Board, pairs: Sequence[tuple[str, str]], looked_at: Sequence[str],
               theme: Theme, most: int = MOST_LINES) -> None:
    """A line between the two of each pair; of more than ``most``, of the pairs with a variable looked at."""
    places = {x: board.place(box, x) for x in board.layout.places}
    for x, y in pairs if len(pairs) <= most else [pair for pair in pairs if set(pair) & set(looked_at)]:
        if x in places and y in places:
            _draw_line(canvas, places[x], places[y], _between(places, x, y), theme)


def _draw_line(canvas: Canvas, one: Rect, other: Rect, between: bool, theme: Theme) -> None:
    """From one place to the other; where there are places ``between``, beside the middles, to strike nothing out."""
    (x, y), (right, bottom) = one.center, other.center
    length = max(1.0, ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5)
    along = (right - x) / length, (bottom - y) / length
    side = min(one.w, one.h)
    short, aside = (0.0, _ASIDE * side) if between else (min(0.45 * length, _SHORT * side), 0.0)
    dx, dy = along[0] * short, along[1] * short
    if along[0] < along[1]:  # to the right or below, where no number is
        aside = -aside
    over, under = -along[1] * aside, along[0] * aside
    wide = max(1.5, min(5.0, side * 0.045))
    canvas.line((x + dx + over, y + dy + under), (right - dx + over, bottom - dy + under), theme.mine, wide)


def _between(places: Mapping[str, Rect], one: str, other: str) -> bool:
    """Does the straight line between two places cross another one?"""
    (x, y), (right, bottom) = places[one].center, places[other].center
    dx, dy = right - x, bottom - y
    square, near = dx * dx + dy * dy, _NEAR * min(places[one].w, places[one].h)
    for name, place in places.items():
        a, b = place.center
        part = ((a - x) * dx + (b - y) * dy) / square if square else 0.0
        if 0 < part < 1 and name not in (one, other):
            off = (a - x - part * dx) ** 2 + (b - y - part * dy) ** 2
            if off < near * near:
                return True
    return False


def draw_number(canvas: Canvas, place: Rect, text: str, theme: Theme) -> None:
    """In the corner of a place; of a small one it takes more."""
    room = min(place.w, place.h)
    side = min(_LARGEST, max(room * _BADGE, min(_SMALL, room * _MOST)))
    size = side * 0.78
    shown = size >= SMALLEST
    wide = max(side, canvas.measure(text, size, "bold") + side * 0.4) if shown else side
    canvas.rect(Rect(place.x, place.y, wide, side), theme.mine, theme.on_mine, 1, side * 0.2)
    if shown:
        canvas.text((place.x + wide / 2, place.y + side / 2), text, size, theme.on_mine, "center", "bold")
