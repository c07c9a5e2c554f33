"""The number of the panel of a player: that nothing fits, where that is so."""

from __future__ import annotations

from algorithms.events import NoPlacement
from visualizer.runs.numbers import Number, last_of


def placements_of() -> Number:
    """None."""
    return Number("placements", 0, "placements of mines that fit all numbers and flags", last_of((NoPlacement,)),
                  rule=lambda events: 1 - len(events))
