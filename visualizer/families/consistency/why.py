"""Which constraint took values from a variable."""

from __future__ import annotations

from typing import Any

from algorithms import events as e
from scenarios.timeline import Timeline
from visualizer.families.consistency.state import looked_at
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began, last


def why(timeline: Timeline[State], _board: Board, x: str) -> Explanation | None:
    """Which constraint removed values last."""
    found = last(timeline, e.Pruned, lambda event: event.variable == x, timeline.position)
    if found is None or found <= began(timeline):
        return None
    event: Any = timeline.events[found - 1]
    who = f"{event.because} leaves"
    if event.because in looked_at(timeline.state).tuples:  # which other constraints may have made fewer
        who = f"the assignments that {event.because} has left leave"
    tested = last(timeline, e.SumTested, lambda test: test.constraint == event.because, found)
    test: Any = None if tested is None else timeline.events[tested - 1]
    if test is not None and test.beside is not None:
        who = f"{event.because} and {test.beside} together leave"
    return Explanation(x, f"Event {found:,}: {who} only {', '.join(map(str, event.left))} to {x}.", (x,), found)
