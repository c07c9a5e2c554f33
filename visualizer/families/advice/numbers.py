"""The numbers of a player's move."""

from __future__ import annotations

from algorithms.events import Advised
from visualizer.families.counting.look import in_percent
from visualizer.runs.numbers import Number, last_of, said


def risk_told(move: Advised) -> Number:
    """The risk of the next move, as its field has it: in per cent."""
    return Number(f"risk at {move.field}", move.risk, "how likely the player says that there is a mine, in per cent",
                  last_of((Advised,)), rule=said("risk"), form=in_percent)
