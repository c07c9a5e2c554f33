"""What is written down of a path in a transition graph: the record that it has come to, and what it makes unit."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.satisfiability.notes import trail, unit_clauses
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """Once the path has begun."""
    now = state.of(TransitionState)
    if now is None or not now.path:
        return
    yield trail("M", ((entry.literal, entry.decided) for entry in now.trail))
    if now.program is None and now.clash is None:
        yield from unit_clauses(now)
