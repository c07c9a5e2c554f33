"""Which houses are left to a name."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Rect
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State


def _places(board: ZebraBoard, box: Rect, _state: State, name: str) -> Sequence[Rect]:
    """Its places in all houses, but for those where somebody else of its row lives alone, in all of the cell. Where it
    does so itself, the size of the place would tell that."""
    others = next(set(row) - {name} for row in board.puzzle.attributes.values() if name in row)
    found = {house: board.place(box, f"{name}={house}") for house in range(1, board.puzzle.houses + 1)}
    if len({round(place.h) for place in found.values()}) > 1:
        return ()
    return [place for house, place in found.items()
            if all(board.place(box, f"{other}={house}").h < 1.5 * place.h for other in others)]


declare_left(ZebraBoard, Left(_places, "which houses are left to {}"))
