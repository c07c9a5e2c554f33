"""What is written down of a repair: who is in conflict, and how often."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.local_search.state import RepairState
from visualizer.runs.notes import Note
from visualizer.runs.states import State

_COUNTED = 12  # constraints that somebody counts


def notes(state: State) -> Iterator[Note]:
    """Once all variables have a value."""
    now = state.of(RepairState)
    if now is None or not now.complete:
        return
    conflicts = ", ".join(f"{x}: {now.conflicts[x]}" for x in state.domains if x in now.conflicts)
    yield Note("who is in conflict, and how often", conflicts or "none")
    if len(now.violated) <= _COUNTED:
        yield Note("how many constraints are violated", str(len(now.violated)))
