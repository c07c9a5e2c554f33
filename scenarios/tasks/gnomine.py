"""Tasks on Gnomine: whole games, played by the player that explains."""

from __future__ import annotations

from random import Random
from typing import Literal

from algorithms.advice.player import auto_player
from algorithms.core import run
from algorithms.problems.gnomine.game import LEVELS
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from scenarios.tasks import Case, Row, experiment_task


@experiment_task("auto-player-games", level=Literal["beginner", "intermediate", "expert"])
def auto_player_games(case: Case, seed: int) -> Row:
    """One game from its first click. ``moves`` counts clicks and flags, ``guesses`` the moves that were not certain."""
    rows, columns, mines = LEVELS[str(case["level"])]
    covered = Gnomine.read(random=RandomPosition(rows, columns, mines, reveal=0))
    played = run(auto_player(covered, rng=Random(seed)))
    return {"won": bool(played.won), "moves": played.moves, "guesses": played.guesses}
