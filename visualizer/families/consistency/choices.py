"""Which constraint comes next: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.consistency import CONSISTENCY
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def taken(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Constraints that this pass has looked at."""
    for c in before.network.constraints:
        if c.name not in names:
            yield c.name, f"{c.name} was looked at in this pass. It comes again in the next one, if anything changes."


declare_choices(CONSISTENCY, {
    "constraint": Chosen(rule="Any constraint that still waits in this pass can come next: the result is the same.",
                         refused=taken),
})
