"""A Sudoku is changed: its clues, by digits."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.problems.sudoku.grid import SYMBOLS
from algorithms.problems.sudoku.puzzle import Sudoku
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button

_ERASE = ("0", ".", "delete", "backspace")


@changes(Sudoku)
class SudokuChanges(Changes[Sudoku]):
    """Digits are clues; a click goes through those that fit."""

    how_to = ("Point at a cell and type its digit (letters from 10 on); 0 or Delete erases. A click writes the next "
              "digit that no peer has, the right button erases.")

    def click(self, puzzle: Sudoku, place: str, button: Button, line: int | None) -> Sudoku | None:
        if button != "uncover":
            return _with(puzzle, place, None)
        taken = {puzzle.clues.get(y) for y in puzzle.geometry.peers[place]}
        now = puzzle.clues.get(place, 0)
        return _with(puzzle, place, next((value for value in range(now + 1, puzzle.side + 1) if value not in taken),
                                         None))

    def key(self, puzzle: Sudoku, place: str | None, name: str) -> Sudoku | None:
        if place is None:
            return None
        if name in _ERASE:
            return _with(puzzle, place, None)
        value = SYMBOLS.find(name.upper()) + 1 if len(name) == 1 else 0
        return _with(puzzle, place, value) if 1 <= value <= puzzle.side else None


def _with(puzzle: Sudoku, cell: str, value: int | None) -> Sudoku:
    """With another clue in a cell, whatever its peers have."""
    given: Mapping[str, int | None] = {**puzzle.clues, cell: value}
    return Sudoku(puzzle.boxes, {x: found for x in puzzle.geometry.cells if (found := given.get(x)) is not None})
