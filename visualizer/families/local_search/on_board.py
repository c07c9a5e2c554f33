"""What a repair draws over any board: on each variable in conflict how many conflicts it has, and a line between the
two variables of a constraint that is violated."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.numbers import conflicts_now
from visualizer.families.local_search.state import RepairState, repair_of
from visualizer.runs.boards import Board, OnBoard
from visualizer.runs.states import State
from visualizer.stage.violations import badge_of, draw_number, draw_pairs


def draw_conflicts(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """Lines first, so that the numbers lie above them."""
    repair = repair_of(state)
    looked_at = () if repair.variable is None else (repair.variable,)
    draw_pairs(canvas, box, board, _violated(repair, board, state), looked_at, theme)
    for x, conflicts in repair.conflicts.items():
        if x in board.layout.places:
            draw_number(canvas, board.place(box, x), str(conflicts), theme)


def numbers_of_conflicts(canvas: Canvas, box: Rect, board: Board, state: State) -> Iterator[OnBoard]:
    """Those that are written."""
    repair = repair_of(state)
    for x, conflicts in repair.conflicts.items():
        if x in board.layout.places:
            badge, written = badge_of(canvas, board.place(box, x), str(conflicts))
            if written:
                yield OnBoard(badge, conflicts_now(repair, x), x)


def _violated(repair: RepairState, board: Board, state: State) -> list[tuple[str, str]]:
    """The pairs of variables that violate a constraint."""
    found = []
    for name in repair.violated:
        constraint = board.constraint(state, name)
        if constraint is not None and len(constraint.scope) == 2:
            found.append((constraint.scope[0], constraint.scope[1]))
    return found
