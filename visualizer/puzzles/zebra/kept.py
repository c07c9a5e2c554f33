"""The Zebra that is being solved by hand, kept as a lesson in the user's folder until the next one."""

from __future__ import annotations

from contextlib import suppress

from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.text import lesson_text
from scenarios.loader import Scenario, load, user_folder
from scenarios.reading import ScenarioError
from scenarios.writing import keep

_FILE = "zebra.yaml"


def keep_game(title: str, position: Zebra) -> None:
    """Writes the game down."""
    keep(_FILE, lesson_text(title, position))


def kept() -> Scenario | None:
    """The game that was written down last; None where there is none, or where it cannot be read any more."""
    with suppress(OSError, RuntimeError, ScenarioError):
        return load(user_folder() / _FILE)
    return None
