"""Which constraint took values from a variable."""

from __future__ import annotations

from typing import Any

from algorithms import events as e
from algorithms.reasons import Link, Reason, Spot, all_rays
from scenarios.timeline import Timeline
from visualizer.families.consistency.dropped import drawn, ending, gone_with
from visualizer.families.consistency.state import looked_at
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began, last

_MOST = 24  # variables of a constraint that is drawn; a part of them would be no reason


def why(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
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
    reason = () if test is not None and test.beside is not None else _drawn(timeline, board, x, found)
    gone, said = gone_with(timeline, found, began(timeline)), ""
    if gone:
        reason, said = drawn(timeline, board, found, gone, began(timeline)), f" {ending(gone, event.because)}."
    return Explanation(x, f"Event {found:,}: {who} only {', '.join(map(str, event.left))} to {x}.{said}", (x,), found,
                       reason=reason)


def _drawn(timeline: Timeline[State], board: Board, x: str, found: int) -> Reason:
    """From what the other variables of the constraint had lost before, through the constraint, to the variable."""
    event: Any = timeline.events[found - 1]
    before, start = timeline.at(found - 1), timeline.at(began(timeline))
    constraint = board.constraint(before, event.because)
    if constraint is None or len(constraint.scope) > _MOST:
        return ()
    others = [y for y in constraint.scope if y != x]  # where none had lost anything, what they are from the start
    causes = tuple(map(Spot, [y for y in others if before.domains[y] != start.domains[y]] or others))
    struck = tuple(Spot(x, value) for value in event.removed)
    seat, target = board.seat(event.because), Spot(x)
    if seat is None:
        return (Link(constraint.scope, causes, struck=struck, rays=all_rays(causes, (target,))),)
    through = Spot(seat)
    return (Link((seat,), causes, struck=struck if len(event.left) > 1 else (), follows=(target,),
                 rays=(*all_rays(causes, (through,)), *all_rays((through,), (target,)))),)
