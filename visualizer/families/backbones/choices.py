"""Which candidate is tested next: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.backbones import BACKBONES
from visualizer.families.backbones.state import BackboneState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before

_WHY = {"backbone": "is in the backbone: that was proved, or is a fact.",
        "dropped": "is out: a model has it the other way.", "free": "is out: a model leaves it open."}


def decided(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of which it is known."""
    for literal, fate in before.of(BackboneState).fates.items():
        if literal not in names and fate in _WHY:
            yield literal, f"{literal} {_WHY[fate]}"


declare_choices(BACKBONES, {
    "candidate": Chosen(rule="Any candidate that is not tested yet can come next.", refused=decided),
})
