"""What is left of a cell."""

from __future__ import annotations

from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.runs.left import Left, declare_left

declare_left(SudokuBoard, Left(lambda board, box, _state, name: [board.place(box, name)], follows=True))
