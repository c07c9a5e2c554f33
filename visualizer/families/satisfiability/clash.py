"""The sign on the board where a literal and its complement are both true: a contradiction that DPLL has run into."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.panels import CLASH
from visualizer.families.satisfiability.state import sat_in
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.links import place_of


def draw_clash(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """Draws it on the place of the variable, if it has one; the board of formulas shows the two literals themselves."""
    sat = sat_in(state)
    name = None if sat is None else place_of(sat.clash, board.layout.places)
    if name is None or board.shows_literals:
        return
    place = board.place(box, name)
    side = min(place.w, place.h)
    badge = Rect(place.center[0] - side * 0.4, place.center[1] - side * 0.4, side * 0.8, side * 0.8)
    canvas.rect(badge, theme.mine, theme.on_mine, max(1.0, side * 0.04), side * 0.1)
    canvas.text(badge.center, CLASH, side * 0.6, theme.on_mine, "center", "bold")
