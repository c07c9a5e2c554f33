"""The numbers of the panels of a repair: steps and tries, what is violated, the conflicts of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms.core import Event
from algorithms.local_search.events import AssignmentMade, Repaired, TryBegun, ValueGiven, ValueTried
from algorithms.problems.forms.csp import CSP, Value
from scenarios.timeline import Timeline
from visualizer.families.local_search.state import RepairState
from visualizer.runs.numbers import Number, Worth, events_since, every, last_of, said
from visualizer.runs.states import State


def numbers_of(state: RepairState) -> tuple[Number, ...]:
    """The steps, once there are some, and the tries."""
    tries = tries_of(state)
    steps = Number("steps", state.steps, "values that a variable in conflict has taken, in all tries",
                   events_since((Repaired,)))
    return (steps, tries) if state.steps else (tries,)


def tries_of(state: RepairState) -> Number:
    """Which try it is."""
    return Number("tries", state.number, "assignments that were made anew, to be repaired", events_since((TryBegun,)))


def tried_of(state: RepairState, value: Value) -> Number:
    """The conflicts that a value of the chosen variable would have."""
    x = state.variable
    return Number(f"conflicts of {x} = {value}", state.tried[value],
                  f"constraints on {x} that would be violated if it were {value}, all others being what they are",
                  last_of((ValueTried,), when=lambda event: _is(event, x, value)), rule=said("conflicts"))


def conflicts_now(state: RepairState, x: str) -> Number:
    """The conflicts of a variable with the value that it has."""
    values = ValueGiven, Repaired

    def changes(event: Any) -> bool:
        return any(name == x for name, _ in event.changed)

    def conflicts(event: Any) -> Worth:
        found: int = dict(event.changed)[x]
        return found

    return Number(f"conflicts of {x}", state.conflicts[x], f"constraints on {x} that the values violate now: the last "
                  "event that changed this", last_of(values, (TryBegun,), changes), conflicts,
                  lambda events: conflicts(events[-1]))


def _is(event: Event, x: str | None, value: Value) -> bool:
    return isinstance(event, ValueTried) and (event.variable, event.value) == (x, value)


def violated_of(state: RepairState) -> tuple[Number, Number]:
    """What is violated, and who has to do with it."""

    def conflicted(events: Sequence[Any]) -> Worth:
        conflicts: dict[str, int] = {}
        for event in events:
            conflicts.update(event.changed)
        return sum(number > 0 for number in conflicts.values())

    values = ValueGiven, Repaired
    return (Number("violated", len(state.violated), "constraints that the values violate now",
                   last_of(values, (TryBegun,)), rule=said("violated")),
            Number("variables in conflict", len(state.conflicts), "variables in a violated constraint now",
                   events_since(values, (TryBegun,)), rule=conflicted))


# --- the table and the plot ------------------------------------------------------------------------------------------


def conflicts_of(csp: CSP, x: str, value: Value, conflicts: int) -> Number:
    """The conflicts that a variable would have with a value, found from the values of all others."""

    def rule(events: Sequence[Any]) -> Worth:
        values = {**{event.variable: event.value for event in events}, x: value}
        found = 0
        for c in csp.constraints:
            if x in c.scope and all(y in values for y in c.scope):
                found += not c.allows([values[y] for y in c.scope])
        return found

    return Number(f"violated with {x} = {value}", conflicts,
                  f"constraints on {x} that would be violated if it were {value}, all others being what they are",
                  events_since((ValueGiven, Repaired), (TryBegun,)), rule=rule)


def curve_of(violated: int, steps: int) -> tuple[Number, Number]:
    """Where the curve is: so many constraints violated, after so many steps."""

    def last(timeline: Timeline[State], upto: int) -> Sequence[int]:
        found = [*every(AssignmentMade)(timeline, upto)[-1:], *every(Repaired)(timeline, upto)[-1:]]
        return sorted(found)[-1:]

    return (Number("violated then", violated, "constraints that were violated after the last step, or when all "
                   "variables had a value", last, rule=said("violated")),
            Number("steps taken", steps, "values that a variable in conflict has taken, in all tries", every(Repaired)))
