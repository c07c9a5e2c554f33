"""Attributes for puzzles that are made: eight, with eight values each, all named differently."""

from __future__ import annotations

from collections.abc import Mapping

THEMES: Mapping[str, tuple[str, ...]] = {
    "colour": ("red", "green", "blue", "yellow", "white", "orange", "brown", "grey"),
    "nation": ("Norwegian", "Spaniard", "Italian", "Greek", "Finn", "Pole", "Dane", "Swede"),
    "drink": ("tea", "coffee", "milk", "water", "juice", "cocoa", "soda", "cider"),
    "pet": ("zebra", "dog", "cat", "horse", "fox", "parrot", "rabbit", "fish"),
    "fruit": ("apple", "pear", "plum", "cherry", "grape", "fig", "melon", "lemon"),
    "music": ("violin", "harp", "drum", "flute", "piano", "guitar", "horn", "cello"),
    "flower": ("rose", "tulip", "lily", "daisy", "iris", "poppy", "aster", "lilac"),
    "game": ("chess", "poker", "darts", "tennis", "golf", "rugby", "bowls", "go"),
}
