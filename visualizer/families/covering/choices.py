"""Which item the search branches on, and which of its options comes first: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.covering import COVERING
from visualizer.families.covering.state import CoverState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_needed(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Items that are covered, or need nothing."""
    state = before.of(CoverState)
    for item, entry in state.items.items():
        if item in state.covered:
            yield item, f"{item} is covered: it has all that it may have."
        elif item not in names:
            needs = "needs no option" if entry.least == 0 else "has all that it needs"
            yield item, f"{item} {needs}, so that nothing has to be chosen for it."


def not_open(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Options of the item that are out, or were tried."""
    state, words = before.of(CoverState), before.form.words()
    if state.selected is None:
        for entry in state.trail:
            if (name := entry.literal.lstrip("¬")) not in names:
                yield name, f"{name} is {'out' if entry.literal.startswith('¬') else 'taken'}: it is open no more."
        return
    for option in state.items[state.selected].literals:
        if (name := words[option]) not in names:
            yield name, f"{name} is no open option of {state.selected}: it clashes with one taken, or was tried."


declare_choices(COVERING, {
    "item": Chosen(rule="Any item that still needs options can come next; the fewer ways it has to go on, the fewer "
                        "branches there are.", refused=not_needed),
    "option": Chosen(rule="Any open option of the item can be tried first.", refused=not_open),
})
