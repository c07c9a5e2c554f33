"""Which rule is applied: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.transitions import TRANSITIONS
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def refused(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """The rules whose condition does not hold."""
    family = before.of(TransitionState)
    if family.learns:
        return  # what can be learned is not listed
    for rule, why in family.refused.items():
        if not any(name == rule or name.startswith(f"{rule} ") for name in names):
            yield rule, f"{why[:1].upper()}{why[1:]}."


declare_choices(TRANSITIONS, {
    "rule": Chosen(rule="Any edge that leaves the state can be taken: a rule whose condition holds.", refused=refused),
})
