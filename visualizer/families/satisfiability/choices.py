"""Which literal is decided: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.satisfiability import SATISFIABILITY
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def has_a_value(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of variables on the trail."""
    sat = sat_of(before.state)
    for entry in sat.trail:
        x = entry.literal.lstrip("¬")
        why = f"{sat.kind_of(entry.because)} {entry.because} forces it" if entry.because is not None else \
            "it was decided" if entry.decided else "the other one has failed"
        for literal in (x, f"¬{x}"):
            if literal not in names:
                yield literal, f"{entry.literal} is true already: {why}. Only an open literal can be decided."


LITERAL = Chosen(rule="Any literal of an open variable can be decided, as no clause is unit here.", refused=has_a_value)
"""The choice of any search for models."""

declare_choices(SATISFIABILITY, {"literal": LITERAL})
