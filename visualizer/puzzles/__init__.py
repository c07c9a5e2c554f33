"""Puzzles, each with its board and how it is played; a folder or a file each."""
