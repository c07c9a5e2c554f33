"""Which colours are left to a node."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Rect
from visualizer.puzzles.colouring.board import ColouringBoard
from visualizer.puzzles.colouring.node import disc
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State


def _places(board: ColouringBoard, box: Rect, _state: State, name: str) -> Sequence[Rect]:
    """The whole node: how light it is tells how many are left. A small picture of many nodes has no words."""
    return () if board.mosaic else [disc(board.place(box, name))]


declare_left(ColouringBoard, Left(_places, "which colours are left to {}"))
