"""What clicks and keys on a board change in a puzzle. Those in ``visualizer/puzzles`` register themselves:

    @changes(Sudoku)
    class SudokuChanges(Changes[Sudoku]): ...

What comes of a change need not be possible: it is read again as a file would be, and what is wrong with it is told.
Each method may raise PuzzleError, which is told, too, and then nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from algorithms.discovery import import_all
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.play import Button

Z = TypeVar("Z", bound=Puzzle)
C = TypeVar("C", bound="type[Changes[Any]]")


class Changes(Generic[Z]):
    """How a kind of puzzle is changed on its board. None where a click or a key means nothing there.

    how_to:    what clicks and keys do, in a sentence or two
    lines_are: what is listed beside the board, such as clauses; empty where nothing is
    like:      such a line, as an example
    """

    how_to: ClassVar[str] = ""
    lines_are: ClassVar[str] = ""
    like: ClassVar[str] = ""

    def click(self, puzzle: Z, place: str, button: Button, line: int | None) -> Z | None:
        """With what a click on a place makes of it; ``line``: that of the list which is drawn there."""
        return None

    def key(self, puzzle: Z, place: str | None, name: str) -> Z | None:
        """With what a key makes of it, while that place is pointed at."""
        return None

    def join(self, puzzle: Z, one: str, other: str) -> Z | None:
        """With what leads from one place to another: a drag."""
        return None

    def tells(self, puzzle: Z) -> str:
        """What changes and is not to be seen on the board, in a sentence."""
        return ""

    def marks(self, puzzle: Z) -> Sequence[str]:
        """The places of what is given, where the board does not show it before a run."""
        return ()

    def lines(self, puzzle: Z) -> Sequence[str]:
        """What is listed, as one types it."""
        return ()

    def with_lines(self, puzzle: Z, lines: Sequence[str]) -> Z:
        """With that list in place of its own."""
        return puzzle

    def line_of(self, puzzle: Z, place: str) -> int | None:
        """The line that a place stands for."""
        return None


_registry: dict[type, Changes[Any]] = {}


def changes(puzzle: type) -> Callable[[C], C]:
    """Registers the class below it as how that kind of puzzle is changed."""

    def register(kind: C) -> C:
        _registry[puzzle] = kind()
        return kind

    return register


def changes_of(puzzle: Puzzle) -> Changes[Any] | None:
    """How that puzzle is changed on its board; None where it is only changed as a text."""
    import_all("visualizer.puzzles")
    return next((_registry[kind] for kind in type(puzzle).__mro__ if kind in _registry), None)
