"""Which variable, and which value, comes next: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.backtracking import BACKTRACKING
from algorithms.words import counted
from visualizer.families.backtracking.bugs import WEIGHTED, unassigned
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_best(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Variables with more values than these, or with a worse score; dom/wdeg goes by the score alone."""
    sizes, scores = unassigned(before), before.of(SearchState).scores
    weighted, best = before.run.algorithm.name == WEIGHTED, names[0]
    for x, size in sizes.items():
        if x in names:
            continue
        compared = f"the score of {x} is {scores.get(x)}, and that of {best} {scores.get(best)}"
        if weighted:
            yield x, (f"{compared[:1].upper()}{compared[1:]}: the least comes first." if x in scores else
                      f"{x} has no constraint with another open variable: it comes last.")
        elif size > sizes[best]:
            yield x, f"{x} has {counted(size, 'value')} left, and {best} only {sizes[best]}."
        else:
            yield x, f"Both have {counted(size, 'value')} left; {compared}: the highest comes first."


def struck(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Values that the variable had at the start."""
    x = before.of(SearchState).selected
    alone = [c for c in before.network.constraints if c.scope == (x,)]
    for value in before.network.domains.get(x or "", ()):
        if str(value) not in names:
            own = next((c for c in alone if not c.allows([value])), None)
            yield str(value), (f"{x} = {value} is struck: it clashes with a value that is set." if own is None else
                               f"{x} = {value} is struck: {own.name} alone does not allow it.")


declare_choices(BACKTRACKING, {
    "variable": Chosen(rule="The fewest values come first, and among equals the highest score, where there is one; "
                            "dom/wdeg takes the least score, however many values there are.", refused=not_best),
    "value": Chosen(rule="Any value that is left can be tried first.", refused=struck),
})
