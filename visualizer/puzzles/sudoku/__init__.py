"""Sudoku: the board, and entering digits."""
