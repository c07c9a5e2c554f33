"""Gnomine (Minesweeper): the puzzle, its formula, dealing fields, and the game."""
