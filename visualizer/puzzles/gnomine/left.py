"""What is left of a covered field."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.csp import Domain
from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Rect
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State


def _places(board: GnomineBoard, box: Rect, state: State, name: str) -> Sequence[Rect]:
    return [board.place(box, name)] if field_of(state).seen[name] == COVERED else ()


def _written(left: Domain) -> str:
    if len(left) == 1:
        return "yes" if left[0] else "no"
    return "not known yet" if left else "neither can be"


declare_left(GnomineBoard, Left(_places, "is there a mine in {}?", _written))
