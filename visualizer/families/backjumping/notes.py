"""What is written down of a search that looks back: whom variables blame, and what is remembered of checks."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """The conflict sets of the branch, the deepest first, or whom the deepest check has reached; the marks of the
    variable that is looked at."""
    now = state.of(BackjumpState)
    if now is None or now.current is None:
        return
    for level, x in reversed(now.at.items()):
        if blamed := now.conf_sets.get(x):
            deepest = now.blames == "deepest"
            yield Note(f"the last that {x} was checked with" if deepest else f"conf-set[{level}], of {x}",
                       ", ".join(blamed))
    for name, marks in (("mcl", now.mcl), ("mbl", now.mbl)):
        if now.current in marks:
            yield Note(f"{name} of {now.current}, value by value", " ".join(map(str, marks[now.current])))
