"""The tie that the heuristic breaks: = on each variable that it cannot tell apart, until the label is checked."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.marks import sign_side
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import search_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.question import badge_at

_FRAME = 0.04  # of a place: what the frame of an answer covers of it
_INSIDE = 0.5  # of its radius: a number that is so far inside its place was moved there by the edge of the board


def draw_ties(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """In the corner at the top left, as depths and signs of values are at the right and scores at the bottom, or where
    the board has more room for it; while a question has its numbers in that corner, beside them."""
    signs = []
    for x in search_of(state).tie:
        if x in board.layout.places and (side := sign_side(place := board.place(box, x))):
            sign = board.sign_place(box, state, x, side, theme)
            signs.append(_beside_number(box, place, sign) if x in board.numbered else sign)
    places = tuple(sign for sign in signs if sign is not None)
    canvas.alike(("ties", places, theme.name), lambda on: _draw_signs(on, places, theme))


def _beside_number(box: Rect, place: Rect, sign: Rect) -> Rect | None:
    """The place of a sign, where the number of an answer stands in the corner and a frame around it all."""
    (x, y), radius = badge_at(box, place)
    frame = min(place.w, place.h) * _FRAME + 1
    if x > place.center[0]:  # at the end of a line of words, which has no room for both
        return None
    if sign.x >= x + radius or sign.y >= y + radius:
        return sign
    if x > place.x + radius * _INSIDE:  # beside it, the sign would lie on a name
        return Rect(place.x + frame, y + radius + 1, sign.w, sign.h)
    return Rect(x + radius + 1, place.y + frame, sign.w, sign.h)


def _draw_signs(canvas: Canvas, places: Sequence[Rect], theme: Theme) -> None:
    for place in places:
        draw_tie(canvas, place, theme)


def draw_tie(canvas: Canvas, place: Rect, theme: Theme) -> None:
    """The sign."""
    canvas.rect(place, theme.test, theme.on_test, 1, place.w * 0.15)
    long, thick = place.w * 0.56, max(1.0, place.w * 0.13)
    for share in (0.32, 0.68):
        y = place.y + place.h * share - thick / 2
        canvas.rect(Rect(place.center[0] - long / 2, y, long, thick), theme.on_test)
