"""What is written down of AC-3: the arcs that came back, and all that wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from algorithms.problems.forms.binary import Pair
from visualizer.families.arcs.state import ArcState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """The queue, once it is filled."""
    now = state.of(ArcState)
    if now is None or not now.filled:
        return
    if now.arc is not None and now.back:
        yield Note(f"arcs put back for {now.arc[0]}", _written(now.back))
    yield Note("Q, the arcs that wait", _written(now.queue) or "∅")


def _written(arcs: Iterable[Pair]) -> str:
    return ", ".join(f"{x} → {y}" for x, y in arcs)
