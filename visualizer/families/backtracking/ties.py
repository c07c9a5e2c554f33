"""The tie that the heuristic breaks: = on each variable that it cannot tell apart, until the label is checked."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import search_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.question import badge_reach

_LEAST, _MOST = 8.0, 20.0  # pixels: the side of a sign; where a place has no room for the least there is none
_PART = 0.24  # of a place
_FRAME = 0.04  # of a place: what the frame of an answer covers of it


def draw_ties(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """In the corner at the top left, as depths and signs of values are at the right and scores at the bottom; while a
    question has its numbers in that corner, beside them."""
    places = tuple([board.place(box, x) for x in search_of(state).tie if x in board.layout.places])
    canvas.alike(("ties", places, board.asked, theme.name), lambda on: _draw_signs(on, places, board.asked, theme))


def _draw_signs(canvas: Canvas, places: Sequence[Rect], asked: bool, theme: Theme) -> None:
    for place in places:
        side = min(_MOST, max(_LEAST, min(place.w, place.h) * _PART))
        if side <= min(place.w, place.h) * 0.5:
            left, top = (badge_reach(place), min(place.w, place.h) * _FRAME) if asked else (0.0, 0.0)
            draw_tie(canvas, Rect(place.x + left + 1, place.y + top + 1, side, side), theme)


def draw_tie(canvas: Canvas, place: Rect, theme: Theme) -> None:
    """The sign."""
    canvas.rect(place, theme.test, theme.on_test, 1, place.w * 0.15)
    long, thick = place.w * 0.56, max(1.0, place.w * 0.13)
    for share in (0.32, 0.68):
        y = place.y + place.h * share - thick / 2
        canvas.rect(Rect(place.center[0] - long / 2, y, long, thick), theme.on_test)
