"""Which variable is repaired, and by which value: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.local_search import LOCAL_SEARCH
from algorithms.words import counted
from visualizer.families.local_search.bugs import conflicts
from visualizer.families.local_search.state import RepairState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def at_rest(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Variables that violate nothing."""
    for x in before.of(RepairState).assigned:
        if x not in names and not conflicts(before, x):
            yield x, f"{x} violates no constraint: only a variable in conflict is given another value."


def worse(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Values that violate more."""
    x = before.of(RepairState).variable
    if x is None:
        return
    by_name = {str(value): value for value in before.network.domains[x]}
    least = min((len(conflicts(before, x, by_name[name])) for name in names if name in by_name), default=0)
    for name, value in by_name.items():
        if name not in names:
            many = counted(len(conflicts(before, x, value)), "constraint")
            yield name, f"{x} = {name} would violate {many}; {names[0]} violates only {least}."


declare_choices(LOCAL_SEARCH, {
    "variable": Chosen(rule="Any variable in conflict can be repaired.", refused=at_rest),
    "value": Chosen(rule="Any of the values that violate the fewest constraints can be taken.", refused=worse),
})
