"""What is written down of a search for the backbone: the candidates that are left, and what is proved."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.backbones.state import BackboneState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """Λ and the backbone, once there are candidates."""
    now = state.of(BackboneState)
    if now is None or not now.fates:
        return
    for name, fate in (("candidates that are left", "candidate"), ("the backbone so far", "backbone")):
        yield Note(name, ", ".join(literal for literal, found in now.fates.items() if found == fate) or "none")
