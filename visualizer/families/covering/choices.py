"""Which item the search branches on, and which of its options comes first: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.covering import COVERING
from algorithms.words import counted
from visualizer.families.covering.state import CoverState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def ways(before: Before, item: str) -> int:
    """How many ways an item has to go on: of the options that are open, those beyond what it needs, and one more."""
    state = before.of(CoverState)
    entry, words = state.items[item], before.form.words()
    true = {joined.literal for joined in state.trail}
    open_ = sum(words[o] not in true and words[-o] not in true for o in entry.literals)
    return open_ - (entry.least - sum(words[o] in true for o in entry.literals)) + 1


def not_fewest(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Items that are covered, need nothing, or have more ways to go on."""
    state = before.of(CoverState)
    fewest = ways(before, names[0])
    for item, entry in state.items.items():
        if item in names:
            continue
        if item in state.covered:
            yield item, f"{item} is covered: it has all that it may have."
        elif entry.least == 0:
            yield item, f"{item} needs no option, so that nothing has to be chosen for it."
        elif (mine := ways(before, item)) > fewest:
            text = f"{item} can go on in {counted(mine, 'way')}, and {names[0]} in {fewest}"
            yield item, f"{text}: the fewest come first."


def not_open(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Options of the item that are out, or were tried."""
    state, words = before.of(CoverState), before.form.words()
    if state.selected is None:
        return
    for option in state.items[state.selected].literals:
        if (name := words[option]) not in names:
            yield name, f"{name} is no open option of {state.selected}: it clashes with one taken, or was tried."


declare_choices(COVERING, {
    "item": Chosen(rule="An item with the fewest ways to go on comes next: any of a tie.", refused=not_fewest),
    "option": Chosen(rule="Any open option of the item can be tried first.", refused=not_open),
})
