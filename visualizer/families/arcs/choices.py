"""Which arc comes next: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.arcs import ARCS
from visualizer.families.arcs.state import ArcState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_waiting(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Arcs that were revised, and have not come back since."""
    for x, y in before.of(ArcState).times:
        if (name := f"{x} → {y}") not in names:
            yield name, f"{name} does not wait: it was revised, and {y} has lost no value since that {x} could miss."


declare_choices(ARCS, {
    "arc": Chosen(rule="Any arc that waits in the queue can come next: the result is the same.", refused=not_waiting),
})
