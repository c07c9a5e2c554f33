"""What is written down of dancing links: the options that are taken, and the items that still need one."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.covering.state import CoverState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """Once something is covered."""
    now = state.of(CoverState)
    if now is None or not now.begun or now.ended:
        return
    yield Note("options taken, in their order", ", ".join(now.taken))
    yield Note("items covered, in their order", ", ".join(now.covered))
