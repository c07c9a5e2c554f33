"""The classic puzzle: who drinks water, and who owns the zebra? It stood in *Life International*, 17 December 1962."""

from __future__ import annotations

from algorithms.problems.zebra.clue import Clue
from algorithms.problems.zebra.street import Street

CLASSIC = Street(5, {
    "colour": ("red", "green", "ivory", "yellow", "blue"),
    "nation": ("Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"),
    "drink": ("coffee", "tea", "milk", "juice", "water"),
    "smoke": ("Old Gold", "Kools", "Chesterfield", "Lucky Strike", "Parliament"),
    "pet": ("dog", "snails", "fox", "horse", "zebra"),
}, (
    Clue("same", ("Englishman", "red")),
    Clue("same", ("Spaniard", "dog")),
    Clue("same", ("coffee", "green")),
    Clue("same", ("Ukrainian", "tea")),
    Clue("right_of", ("green", "ivory")),
    Clue("same", ("Old Gold", "snails")),
    Clue("same", ("Kools", "yellow")),
    Clue("at", ("milk",), 3),
    Clue("at", ("Norwegian",), 1),
    Clue("next", ("Chesterfield", "fox")),
    Clue("next", ("Kools", "horse")),
    Clue("same", ("Lucky Strike", "juice")),
    Clue("same", ("Japanese", "Parliament")),
    Clue("next", ("Norwegian", "blue")),
))

STREETS = {"classic": CLASSIC}
"""Puzzles that come with Unfog, by name."""
