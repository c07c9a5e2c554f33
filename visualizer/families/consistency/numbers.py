"""The numbers of the panel of the current constraint: the assignments that it has counted."""

from __future__ import annotations

from algorithms.core import Event
from algorithms.events import TupleTried, VariableTaken
from algorithms.problems.forms.csp import Value
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.numbers import Number, events_since


def tried_of(look: ConsistencyState, value: Value) -> Number:
    """How many assignments with this value of the variable under test were tried."""
    assert look.variable is not None
    place = look.unknown.index(look.variable)

    def has_it(event: Event) -> bool:
        return isinstance(event, TupleTried) and event.values[place] == value

    return Number(f"tried with {look.variable} = {value}", look.counts.get(value, 0),
                  f"assignments with {look.variable} = {value} that were tried on {look.constraint}",
                  events_since((TupleTried,), (VariableTaken,), has_it))
