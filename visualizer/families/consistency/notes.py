"""What is written down of consistency: which values have a support, and the tuples that pairs have left."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """The lists of both constraints that are compared; else the tests that the current constraint has had."""
    now = state.of(ConsistencyState)
    if now is None:
        return
    for constraint in (now.constraint, now.pair):
        if constraint in now.listed:
            left = [values for values in now.listed[constraint] if values not in now.gone.get(constraint, ())]
            written = "; ".join(" ".join(map(str, values)) for values in left)
            yield Note(f"tuples left to {constraint}", written or "none")
    if now.pair is None:
        for variable, found in reversed(now.supports.items()):
            if len(found) > 1:
                tests = ", ".join(f"{value} {'yes' if support else 'no'}" for value, support in found.items())
                yield Note(f"support for values of {variable} in {now.constraint}", tests)
