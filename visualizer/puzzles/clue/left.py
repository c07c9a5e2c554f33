"""Where a card may be."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Rect
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State


def _places(board: ClueBoard, box: Rect, _state: State, name: str) -> Sequence[Rect]:
    return [board.place(box, f"{name}={place}") for place in board.puzzle.places]


declare_left(ClueBoard, Left(_places, "where {} may be"))
