"""What a repair draws over any board: on each variable in conflict how many conflicts it has, and a line between the
two variables of a constraint that is violated."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.state import RepairState, repair_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State

_MOST_LINES = 40  # more would be a tangle: then only those of the variable that is looked at
_BADGE, _LARGEST = 0.3, 26.0  # the side of a number's ground, in parts of a place, and in pixels at the most
_LEAST = 7.0  # pixels: smaller numbers are not drawn
_SHORT = 0.34  # of a place: so far from its middle a line begins


def draw_conflicts(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """Lines first, so that the numbers lie above them."""
    repair = repair_of(state)
    places = board.layout.places
    for x, y in _violated(repair, board, state):
        if x in places and y in places:
            _draw_line(canvas, board.place(box, x), board.place(box, y), theme)
    for x, conflicts in repair.conflicts.items():
        if x in places:
            _draw_number(canvas, board.place(box, x), conflicts, theme)


def _violated(repair: RepairState, board: Board, state: State) -> list[tuple[str, str]]:
    """The pairs of variables that violate a constraint."""
    found = []
    for name in repair.violated:
        constraint = board.constraint(state, name)
        if constraint is not None and len(constraint.scope) == 2:
            found.append((constraint.scope[0], constraint.scope[1]))
    return found if len(found) <= _MOST_LINES else [pair for pair in found if repair.variable in pair]


def _draw_line(canvas: Canvas, one: Rect, other: Rect, theme: Theme) -> None:
    (x, y), (right, bottom) = one.center, other.center
    length = ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5
    short = min(0.45, _SHORT * min(one.w, one.h) / length) if length else 0.0
    dx, dy = (right - x) * short, (bottom - y) * short
    wide = max(1.5, min(5.0, one.w * 0.045))
    canvas.line((x + dx, y + dy), (right - dx, bottom - dy), theme.mine, wide)


def _draw_number(canvas: Canvas, place: Rect, conflicts: int, theme: Theme) -> None:
    side = min(_LARGEST, min(place.w, place.h) * _BADGE)
    size, text = side * 0.78, str(conflicts)
    shown = size >= _LEAST
    wide = max(side, canvas.measure(text, size, "bold") + side * 0.4) if shown else side
    canvas.rect(Rect(place.x, place.y, wide, side), theme.mine, theme.on_mine, 1, side * 0.2)
    if shown:
        canvas.text((place.x + wide / 2, place.y + side / 2), text, size, theme.on_mine, "center", "bold")
