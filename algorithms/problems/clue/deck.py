"""The cards of Clue, by the two letters that Neller and Luo write for them, and decks of fewer cards.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, Table 1.

    card      a suspect, a weapon or a room          category   one of these three
    place     where a card can be: a player's hand, by the suspect that the player is, or the case file, ``cf``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from algorithms.problems.puzzle import PuzzleError

CASE_FILE = "cf"

SUSPECTS: Mapping[str, str] = {
    "mu": "Mustard", "pl": "Plum", "gr": "Green", "pe": "Peacock", "sc": "Scarlet", "wh": "White",
}
WEAPONS: Mapping[str, str] = {
    "kn": "knife", "ca": "candlestick", "re": "revolver", "ro": "rope", "pi": "lead pipe", "wr": "wrench",
}
ROOMS: Mapping[str, str] = {
    "ha": "hall", "lo": "lounge", "di": "dining room", "ki": "kitchen", "ba": "ballroom", "co": "conservatory",
    "bi": "billiard room", "li": "library", "st": "study",
}
CATEGORIES: Mapping[str, Mapping[str, str]] = {"suspects": SUSPECTS, "weapons": WEAPONS, "rooms": ROOMS}
TITLES: Mapping[str, str] = {**SUSPECTS, **WEAPONS, **ROOMS, CASE_FILE: "the case file"}
"""What the two letters stand for."""


@dataclass(frozen=True)
class Deck:
    """The cards of a game, by category; by default all 21."""

    suspects: tuple[str, ...] = tuple(SUSPECTS)
    weapons: tuple[str, ...] = tuple(WEAPONS)
    rooms: tuple[str, ...] = tuple(ROOMS)

    @cached_property
    def categories(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each category."""
        return {"suspects": self.suspects, "weapons": self.weapons, "rooms": self.rooms}

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Suspects, weapons, rooms: the order of the rows in Table 1."""
        return (*self.suspects, *self.weapons, *self.rooms)

    @cached_property
    def category(self) -> Mapping[str, str]:
        """For each card its category."""
        return {card: name for name, cards in self.categories.items() for card in cards}


def read_deck(suspects: Sequence[str] | None, weapons: Sequence[str] | None, rooms: Sequence[str] | None) -> Deck:
    """The deck with these cards, all of a category where None is given. Raises PuzzleError."""
    chosen = []
    for (name, known), given in zip(CATEGORIES.items(), (suspects, weapons, rooms), strict=True):
        cards = tuple(known) if given is None else tuple(given)
        if not cards:
            raise PuzzleError("has no card; give at least one", key=name)
        for index, card in enumerate(cards):
            if card not in known:
                raise PuzzleError(f"{card[:40]!r} is none of the {name}; known: {', '.join(known)}",
                                  key=f"{name}.{index}")
            if card in cards[:index]:
                raise PuzzleError(f"{card} stands there twice; remove one", key=f"{name}.{index}")
        chosen.append(cards)
    return Deck(*chosen)
