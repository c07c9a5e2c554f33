"""Which houses are left to a name."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Rect
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State


def _places(board: ZebraBoard, box: Rect, _state: State, name: str) -> Sequence[Rect]:
    """Its places in all houses. Where it lives alone one of them is larger than the others, which would tell that."""
    found = [board.place(box, f"{name}={house}") for house in range(1, board.puzzle.houses + 1)]
    return found if len({round(place.h) for place in found}) == 1 else ()


declare_left(ZebraBoard, Left(_places, "which houses are left to {}"))
