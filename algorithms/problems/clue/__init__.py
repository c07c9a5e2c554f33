"""Clue: the deck, the log, what is known from it, and random games."""
