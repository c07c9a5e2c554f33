"""The tie that the heuristic breaks: = on each variable that it cannot tell apart, until the label is checked."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.marks import sign_side
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import search_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State


def draw_ties(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """In the corner at the top left, as depths and signs of values are at the right and scores at the bottom, or where
    the board has more room for it, as where a question has its number in that corner."""
    places = tuple(board.sign_place(box, state, x, side, theme) for x in search_of(state).tie
                   if x in board.layout.places and (side := sign_side(board.place(box, x))))
    canvas.alike(("ties", places, theme.name), lambda on: _draw_signs(on, places, theme))


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
