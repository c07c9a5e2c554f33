"""Probabilities of Clue in rows of words."""

from __future__ import annotations

from collections.abc import Collection

from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.rows import Marginals, Row, chance_rows, chance_table


@chance_rows.register
def by_places(game: Clue, marginals: Marginals, estimated: Collection[str]) -> list[Row]:
    """A column for each place, in their order, those where no card can be included."""
    return chance_table(marginals, game.places, estimated)
