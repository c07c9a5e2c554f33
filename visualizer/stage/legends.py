"""What the colours of a board mean to an algorithm that draws something else on it than most."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Algorithm
from algorithms.problems.forms.mine_count import MineCount
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.runs.boards import Board

Legend = Sequence[tuple[str, str]]
COUNTING: Legend = (
    ("unknown", "is being counted"), ("covered", "#1: component 1"),
    ("no_mine", "✓ never a mine"), ("mine", "always a mine"),
    ("mine", "bar, 7: a mine in 7%"),
)
PLAYING: Legend = (
    ("unknown", "the field of this move"), ("covered", "a covered field"), ("uncovered", "an open field"),
)


def legend_of(board: Board, algorithm: Algorithm) -> Legend:
    """The names of colours in the theme, each with a few words."""
    return COUNTING if algorithm.solves is MineCount else PLAYING if algorithm.solves is Gnomine else board.legend
