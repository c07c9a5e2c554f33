"""What is written down of a search for solutions: its labels, and what the last one has cost."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.backtracking.state import SearchState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """The branch from the root to here, and what forward checking has struck since its last label or single."""
    now = state.of(SearchState)
    if now is None or not now.branch or now.solved:
        return
    if len(now.branch) > 1:
        yield Note("labels, in their order", ", ".join(f"{label.variable} = {label.value}" for label in now.branch))
    if now.struck:
        struck = (f"{x} {' '.join(map(str, values))}" for x, values in now.struck.items())
        when = "was labelled" if now.label_spreads else "was found, a single"
        yield Note(f"struck since {now.source} {when}", "; ".join(struck))
