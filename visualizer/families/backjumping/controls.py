"""The jumps under the pointer and the keyboard: a node goes to its position, a chip to the check that put it there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from algorithms.backjumping import events as b
from algorithms.events import JumpedBack, Solved, Struck
from scenarios.timeline import Timeline
from visualizer.families.backjumping.state import backjump_of
from visualizer.runs.states import State
from visualizer.runs.why import last
from visualizer.stage.spots import SpotControls


class Blamed(NamedTuple):
    """A chip: a name in the conflict set of a variable at a level."""

    variable: str
    level: int
    name: str


class JumpControls(SpotControls):
    """Acts on nodes, which are positions, and on chips."""

    first = -1

    def act(self, target: Hashable) -> None:
        if isinstance(target, int):
            self.go_to(target)
        elif isinstance(target, Blamed):
            position = put_there(self.session.timeline, target)
            if position is not None:
                self.go_to(position, f"Here {target.name} came into the conflict set of {target.variable}."
                           if backjump_of(self.session.state).blames == "conflicts" else
                           f"Here {target.variable} asked {target.name}.")


def put_there(timeline: Timeline[State], chip: Blamed) -> int | None:
    """The position after the event that put a name into a set that has had it ever since: the check, what a memory
    knows of it, the dead end whose set was taken in, or a solution, for which all are to blame."""
    search, found = backjump_of(timeline.state), None
    x, name, deepest = chip.variable, chip.name, search.blames == "deepest"
    for at in range(timeline.position - 1, -1, -1):
        event = timeline.events[at]
        if isinstance(event, JumpedBack | b.SteppedBack):
            if event.level < chip.level:
                break  # before that the set was another one
        elif isinstance(event, b.Checked):
            if (event.variable, event.other) == (x, name) and (deepest or not event.satisfied):
                found = at + 1
        elif ((isinstance(event, b.Saved) and event.variable == x and event.refused and event.by == name)
              or (isinstance(event, b.Judged) and event.variable == x and name in event.by)
              or (isinstance(event, b.ConfSetJoined) and event.variable == x and name in event.conf_set)
              or (isinstance(event, Solved) and chip.level == len(search.order))):
            found = at + 1
    if found is None:  # before the search came to the variable, its values were struck
        return last(timeline, Struck, lambda event: (event.variable, event.because) == (x, name), timeline.position)
    return found
