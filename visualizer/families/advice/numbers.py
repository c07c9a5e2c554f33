"""The numbers of a player's move."""

from __future__ import annotations

from algorithms.events import Advised
from visualizer.families.counting.look import in_percent
from visualizer.runs.numbers import Number, last_of, said


def risk_told(move: Advised, field: str) -> Number:
    """The risk of the next move, or of another field that was compared, as that field has it: in per cent."""
    if field == move.field:
        risk, rule = move.risk, said("risk")
    else:
        risk, rule = dict(move.others)[field], lambda events: dict(events[-1].others)[field]
    return Number(f"risk at {field}", risk, "how likely the player says that there is a mine, in per cent",
                  last_of((Advised,)), rule=rule, form=in_percent)
