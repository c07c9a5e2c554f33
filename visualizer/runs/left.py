"""What is left of variables, as it is seen on a board and asked for on paper: declared for each board that shows it.

    declare_left(ChessboardBoard, Left(lambda board, box, _state, name: [board.column(box, name)]))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from algorithms.discovery import import_all
from algorithms.problems.forms.csp import Domain
from visualizer.canvas.primitives import Rect
from visualizer.runs.boards import Board
from visualizer.runs.states import State


def by_commas(left: Domain) -> str:
    """The values one after the other."""
    return ", ".join(map(str, left)) or "nothing"


@dataclass(frozen=True)
class Left:
    """How it is seen what is left of a variable.

    places:  all of the board, in a box and a state that were just drawn, where that is seen of a variable: covered,
             they tell nothing of it. None where it shows in more than these
    asked:   what is asked where they are blank, with {} for the variable
    written: the answer
    follows: what is left at the start follows from what is given, and can be asked for before anything has happened
    """

    places: Callable[[Any, Rect, State, str], Sequence[Rect]]
    asked: str = "what is left of {}"
    written: Callable[[Domain], str] = by_commas
    follows: bool = False


_registry: dict[type, Left] = {}


def declare_left(board: type, left: Left) -> None:
    """Registers it for boards of that class, not for those that are derived from it."""
    _registry[board] = left


def left_on(board: Board) -> Left | None:
    """How it is seen on a board; None where nobody has declared that."""
    import_all("visualizer.puzzles")
    return _registry.get(type(board))
