"""The numbers of the panel of a repair: the steps and the tries that it has counted."""

from __future__ import annotations

from algorithms.local_search.events import Repaired, TryBegun
from visualizer.families.local_search.state import RepairState
from visualizer.runs.numbers import Number, events_since


def numbers_of(state: RepairState) -> tuple[Number, ...]:
    """The steps, once there are some, and the tries."""
    tries = Number("tries", state.number, "assignments that were made anew, to be repaired", events_since((TryBegun,)))
    steps = Number("steps", state.steps, "values that a variable in conflict has taken, in all tries",
                   events_since((Repaired,)))
    return (steps, tries) if state.steps else (tries,)
