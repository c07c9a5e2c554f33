"""The numbers of the panel of a repair: the steps and the tries that it has counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms.local_search.events import Repaired, TryBegun, ValueGiven
from visualizer.families.local_search.state import RepairState
from visualizer.runs.numbers import Number, Worth, events_since, last_of, said


def numbers_of(state: RepairState) -> tuple[Number, ...]:
    """The steps, once there are some, and the tries."""
    tries = Number("tries", state.number, "assignments that were made anew, to be repaired", events_since((TryBegun,)))
    steps = Number("steps", state.steps, "values that a variable in conflict has taken, in all tries",
                   events_since((Repaired,)))
    return (steps, tries) if state.steps else (tries,)


def violated_of(state: RepairState) -> tuple[Number, Number]:
    """What is violated, and who has to do with it."""

    def conflicted(events: Sequence[Any]) -> Worth:
        conflicts: dict[str, int] = {}
        for event in events:
            conflicts.update(event.changed)
        return sum(number > 0 for number in conflicts.values())

    values = ValueGiven, Repaired
    return (Number("violated", len(state.violated), "constraints that the values violate now",
                   last_of(values, (TryBegun,)), rule=said("violated")),
            Number("variables in conflict", len(state.conflicts), "variables in a violated constraint now",
                   events_since(values, (TryBegun,)), rule=conflicted))
