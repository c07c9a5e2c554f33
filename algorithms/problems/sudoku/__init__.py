"""Sudoku: the puzzle, checking and making one."""
