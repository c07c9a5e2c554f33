"""Which variable, and which value, comes next: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.backtracking import BACKTRACKING
from algorithms.words import counted
from visualizer.families.backtracking.bugs import unassigned
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_best(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Variables with more values than these, or with a score that is no better."""
    sizes, scores = unassigned(before), before.of(SearchState).scores
    least = min((sizes[x] for x in names if x in sizes), default=0)
    for x, size in sizes.items():
        if x in names:
            continue
        if size > least:
            yield x, f"{x} has {counted(size, 'value')} left, and {names[0]} only {least}."
        elif x in scores and names[0] in scores:
            why = f"the score of {x} is {scores[x]}, and that of {names[0]} {scores[names[0]]}"
            yield x, f"Both have {counted(size, 'value')} left; {why}."


def struck(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Values that the variable had at the start."""
    x = before.of(SearchState).selected
    for value in before.network.domains.get(x or "", ()):
        if str(value) not in names:
            yield str(value), f"{x} = {value} is struck: it clashes with a value that is set."


declare_choices(BACKTRACKING, {
    "variable": Chosen(rule="The fewest values come first; among equals the score decides, where there is one.",
                       refused=not_best),
    "value": Chosen(rule="Any value that is left can be tried first.", refused=struck),
})
