"""What is unfounded, on boards that show more than a program: a dashed line around the places of the atoms in U."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.hull import draw_hull, hull
from visualizer.families.answer_sets.state import program_in
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.links import place_of


def draw_set(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """The board of programs does so itself, below its arrows."""
    known, places = program_in(state), board.layout.places
    if known is None or not known.u or board.shows_literals:
        return
    inside = dict.fromkeys(name for atom in known.u if (name := place_of(atom, places)) is not None)
    if not inside or len(places) > 400:
        return
    rects = {name: board.place(box, name) for name in places}
    reach = max(3.0, min(min(rect.w, rect.h) for rect in rects.values()) * 0.12)
    lines = hull(box, tuple(rects[name] for name in inside),
                 tuple(rect for name, rect in rects.items() if name not in inside), reach)
    draw_hull(canvas, lines, None, theme.panel, theme.bad, max(1.5, reach * 0.3))
