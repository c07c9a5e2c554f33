"""The log of a game of Clue that is being played, kept as a lesson in the user's folder until the next game."""

from __future__ import annotations

from contextlib import suppress

from algorithms.problems.clue import Clue
from algorithms.problems.clue_new import game_text
from scenarios.loader import Scenario, load, user_folder
from scenarios.reading import ScenarioError
from visualizer.writing import OutputError, written


def keep(game: Clue) -> None:
    """Writes the game down, if the folder can be written; a kiosk without one works all the same."""
    with suppress(OSError, RuntimeError, OutputError):
        file = user_folder() / "clue.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        with written(file) as out:
            out.write(game_text(game))


def kept() -> Scenario | None:
    """The game that was written down last; None where there is none, or where it cannot be read any more."""
    with suppress(OSError, RuntimeError, ScenarioError):
        return load(user_folder() / "clue.yaml")
    return None
