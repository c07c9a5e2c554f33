"""What may go wrong in a repair: a variable is chosen that is in no conflict, or conflicts are counted wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from algorithms.core import Event
from algorithms.local_search import LOCAL_SEARCH
from algorithms.local_search import events as r
from algorithms.problems.forms.csp import Value
from algorithms.words import counted
from visualizer.families.local_search.state import RepairState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def conflicts(before: Before, x: str, value: Value | None = None) -> list[str]:
    """The constraints of a variable that are violated now, or would be with another value."""
    now: Mapping[str, Value] = {y: left[0] for y, left in before.state.domains.items() if len(left) == 1}
    values = now if value is None else {**now, x: value}
    return [c.name for c in before.network.constraints if x in c.scope
            and all(y in values for y in c.scope) and not c.allows([values[y] for y in c.scope])]


def chosen(before: Before, event: r.ConflictedChosen) -> Wrong | None:
    """It is in no conflict."""
    if conflicts(before, event.variable):
        return None
    return Wrong(f"{event.variable} violates no constraint: only a variable in conflict is given another value.",
                 on_board(before, event.variable))


def tried(before: Before, event: r.ValueTried) -> Wrong | None:
    """It has another number of conflicts."""
    true = conflicts(before, event.variable, event.value)
    if len(true) == event.conflicts:
        return None
    which = f": {', '.join(true[:4])}" if true else ""
    return Wrong(f"{event.variable} = {event.value} would violate {counted(len(true), 'constraint')}{which}.",
                 on_board(before, event.variable))


def chooses_what_is_right(before: Before, event: Event) -> Event | None:
    """Any variable may be changed, also one that is in no conflict."""
    family = before.of(RepairState)
    if not isinstance(event, r.ConflictedChosen):
        return None
    well = next((x for x in family.assigned if not conflicts(before, x)), None)
    return None if well is None else replace(event, variable=well, conflicts=0)


def old_conflicts_stay(before: Before, event: Event) -> Event | None:
    """Those of the old value are counted to those of the new one."""
    if not isinstance(event, r.ValueTried):
        return None
    family = before.of(RepairState)
    more = len({*conflicts(before, event.variable)} - {*conflicts(before, event.variable, event.value)})
    return replace(event, conflicts=event.conflicts + more) if more and family.variable == event.variable else None


declare_bugs(LOCAL_SEARCH, {r.ConflictedChosen: chosen, r.ValueTried: tried}, [
    Bug(name="any variable can be repaired", deviate=chooses_what_is_right),
    Bug(name="the old conflicts stay", deviate=old_conflicts_stay),
])
