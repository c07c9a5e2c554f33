"""What the colours of a board mean to an algorithm."""

from __future__ import annotations

from algorithms.core import Algorithm
from visualizer.runs.boards import Board
from visualizer.stage.family import Legend, view_of


def legend_of(board: Board, algorithm: Algorithm) -> Legend:
    """The names of colours in the theme, each with a few words: as the family says, or else as the board does."""
    family = view_of(algorithm)
    if (own := family.legend) is not None:
        return own(algorithm) if callable(own) else own
    return board.legend if family.lights else [row for row in board.legend if row[0] not in board.searched]
