"""Gnomine: the board."""
