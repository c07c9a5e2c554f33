"""The log of a game of Clue that is being played, kept as a lesson in the user's folder until the next game."""

from __future__ import annotations

from contextlib import suppress

from algorithms.problems.clue.new import game_text
from algorithms.problems.clue.puzzle import Clue
from scenarios.loader import Scenario, load, user_folder
from scenarios.reading import ScenarioError
from scenarios.writing import keep

_FILE = "clue.yaml"


def keep_game(game: Clue) -> None:
    """Writes the game down."""
    keep(_FILE, game_text(game))


def kept() -> Scenario | None:
    """The game that was written down last; None where there is none, or where it cannot be read any more."""
    with suppress(OSError, RuntimeError, ScenarioError):
        return load(user_folder() / _FILE)
    return None
