"""Which item the search branches on, and which of its options comes first: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.covering import COVERING
from algorithms.problems.forms.cnf import negation
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
    """Options of the item, or of all, that are taken or out, or were tried."""
    state, words = before.of(CoverState), before.form.words()
    options = [entry.literal.lstrip("¬") for entry in state.trail] if state.choice is None else \
        [words[option] for option in state.items[state.choice].literals]
    for name in options:
        if name not in names:
            yield name, f"{name} {why_not_open(state, name)}"


def why_not_open(state: CoverState, name: str) -> str:
    """Why an option is not to be taken here, behind its name."""
    entry = next((entry for entry in state.trail if entry.literal in (name, negation(name))), None)
    if entry is None:
        return "was tried already, and put back."
    true, other = entry.literal == name, negation(name)
    if entry.literal in state.taken:
        return "is taken already." if true else f"is out: {other} is taken."
    if entry.because is None:
        return f"is true already: {other} is left out." if true else "was tried, and is left out now."
    full = next(item.name for item in state.items.values() if item.number == entry.because)
    return f"is {'true already' if true else 'out'}: {full} has all that it may have."


declare_choices(COVERING, {
    "item": Chosen(rule="Any item that still needs options can come next; the fewer ways it has to go on, the fewer "
                        "branches there are.", refused=not_needed),
    "option": Chosen(rule="Any open option of the item can be tried first.", refused=not_open),
})
