"""What the colours of a board mean to an algorithm."""

from __future__ import annotations

from algorithms.core import Algorithm
from visualizer.runs.boards import Board
from visualizer.stage.family import Legend, view_of


def legend_of(board: Board, algorithm: Algorithm) -> Legend:
    """The names of colours in the theme, each with a few words: as the family says, or else as the board does."""
    own = view_of(algorithm).legend
    return board.legend if own is None else own(algorithm) if callable(own) else own
