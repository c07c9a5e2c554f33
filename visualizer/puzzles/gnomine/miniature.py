"""A whole field drawn small, as in the nodes of a search tree."""

from __future__ import annotations

from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.position import place as coordinates
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import base_role, draw_inferred, draw_tentative
from visualizer.puzzles.roles import VIOLATED
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_in


def draw_miniature(canvas: Canvas, box: Rect, puzzle: Gnomine, state: State, theme: Theme) -> None:
    """Each field as a small square; what is supposed as such."""
    side = min(box.w / puzzle.columns, box.h / puzzle.rows)
    left, top = box.center[0] - side * puzzle.columns / 2, box.center[1] - side * puzzle.rows / 2
    tentative, seen = state.family.tentative, field_of(state).seen
    thought = thought_in(state)
    broken = {c[1:] for c, breaks in thought.used().items() if breaks} if thought is not None else set()
    for field, what in seen.items():
        i, j = coordinates(field)
        tile = Rect(left + j * side, top + i * side, side - 1, side - 1)
        if field in tentative:
            draw_tentative(canvas, tile, state.domains[field] == (1,), theme, chosen=tentative[field])
            continue
        role = VIOLATED if field in broken else base_role(what)
        canvas.rect(tile, getattr(theme, role.fill))
        if what > 0 and side * 0.7 >= SMALLEST:
            canvas.text(tile.center, str(what), side * 0.7, getattr(theme, role.text), "center", "bold")
        elif what == COVERED and len(state.domains[field]) == 1:
            draw_inferred(canvas, tile, state.domains[field], 1.0, theme)
