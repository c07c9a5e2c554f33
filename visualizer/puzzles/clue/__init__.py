"""Clue: the board, the log and how it is kept."""
