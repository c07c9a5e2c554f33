"""Which constraint comes next, and which one it is held against: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.consistency import CONSISTENCY
from algorithms.problems.forms.csp import Sum
from algorithms.words import listed
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_waiting(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Constraints that this pass has looked at, or need not look at."""
    why = ("or nothing that it depends on had changed when the pass began"
           if before.run.algorithm.name == "path-consistency" else
           "or it is done with, as all its variables were known when it was looked at")
    for c in before.network.constraints:
        if c.name not in names:
            yield c.name, f"{c.name} does not wait: this pass has looked at it, {why}."


def not_a_pair(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Constraints that share too little, or have not changed."""
    state = before.of(ConsistencyState)
    own = next((c for c in before.network.constraints if c.name == state.constraint), None)
    if own is None:
        return
    open_ = [x for x in own.scope if len(before.network.domains[x]) > 1]
    for c in before.network.constraints:
        if c is own or c.name in names:
            continue
        shared = [x for x in open_ if x in c.scope]
        if isinstance(c, Sum):
            yield c.name, f"{c.name} is counted, not listed: it is held against others, but none against it."
        elif len(shared) < 2:
            what = f"only {shared[0]}" if shared else "nothing"
            yield c.name, f"{c.name} shares {what} with {own.name}: the domains say all that it could."
        else:
            yield c.name, (f"{c.name} shares {listed(shared)} with {own.name}, but has not changed since that was held "
                           "against it, or was just looked at.")


declare_choices(CONSISTENCY, {
    "constraint": Chosen(rule="Any constraint that still waits in this pass can come next: the result is the same.",
                         refused=not_waiting),
    "pair": Chosen(prompt="which constraint is it held against next?", refused=not_a_pair, by=("path-consistency",),
                   rule="Any that shares more than one variable with it and has changed: the result is the same."),
})
