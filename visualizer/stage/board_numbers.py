"""The numbers of a board that can be asked for what they counted: those of the puzzle's board, and those that the
family draws over any board. A board that shows another state, or is played, or asked about, tells of none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.numbers import Number
from visualizer.runs.thoughts import thought_in
from visualizer.stage.family import view_of
from visualizer.stage.still import where
from visualizer.stage.view import View

_SLOT = "numbers on the board"


class Told(NamedTuple):
    """A number, where it is drawn, and the places of the board that it is on, or tells of."""

    box: Rect
    number: Number
    of: frozenset[str]


def numbers_on_board(canvas: Canvas, box: Rect, view: View, theme: Theme, pointed: str | None) -> Sequence[Told]:
    """Those that are drawn and in view where the board has that box, in reading order; worked out once for a state."""
    board, lens = view.board, view_of(view.algorithm).lens
    other = view.lens or view.thought is not None or thought_in(view.state) is not None
    if view.played or view.questioned or other or (lens is not None and lens(view)):
        return ()
    key = where(view.timeline), type(canvas), box, pointed, board.zoom.key, board.turned, theme.name
    kept = view.links.kept.get(_SLOT)
    if kept is None or kept[0] != [key]:
        view.links.kept[_SLOT] = kept = [[key], _found(canvas, box, view, theme, pointed)]
    return kept[1]


def _found(canvas: Canvas, box: Rect, view: View, theme: Theme, pointed: str | None) -> list[Told]:
    board, whole = view.board, view.board.magnified(box)
    every = [*board.numbers(canvas, whole, view.state, theme, pointed),
             *view_of(view.algorithm).numbers(canvas, whole, board, view.state)]
    found = [Told(one.box, one.number, frozenset(filter(None, (one.of, board.at(whole, *one.box.center)))))
             for one in every if box.contains(*one.box.center)]
    return sorted(found, key=lambda one: (round(one.box.center[1]), one.box.x))
