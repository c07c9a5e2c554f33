"""The numbers of the panel of the current constraint: assignments tried, tuples left, what a sum can add up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms.core import Event
from algorithms.events import (
    ConstraintTaken,
    PairTaken,
    PassStarted,
    RelationListed,
    SumTested,
    TupleDropped,
    TupleOutdated,
    TupleTried,
    VariableTaken,
)
from algorithms.problems.forms.csp import Value
from scenarios.timeline import Timeline
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.numbers import Number, events_since, last_of, said, size
from visualizer.runs.states import State

_AWAY = PassStarted, ConstraintTaken, PairTaken, RelationListed  # another constraint, or another pair, is looked at


def tried_of(look: ConsistencyState, value: Value) -> Number:
    """How many assignments with this value of the variable under test were tried."""
    assert look.variable is not None
    place = look.unknown.index(look.variable)

    def has_it(event: Event) -> bool:
        return isinstance(event, TupleTried) and event.values[place] == value

    return Number(f"tried with {look.variable} = {value}", look.counts.get(value, 0),
                  f"assignments with {look.variable} = {value} that were tried on {look.constraint}",
                  events_since((TupleTried,), (VariableTaken,), has_it))


def pass_of(look: ConsistencyState) -> Number:
    """Which pass it is."""
    return Number("pass", look.number, "which time the constraints are gone through", last_of((PassStarted,)),
                  rule=said("number"))


def counter_of(look: ConsistencyState) -> Number:
    """Which assignment of the others it is, from 0."""
    value = look.value_under_test()
    assert value is not None and look.variable is not None
    place = look.unknown.index(look.variable)
    tried = events_since((TupleTried,), (VariableTaken,))

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        found = tried(timeline, upto)
        others = [at for at in found if timeline.events[at].values[place] != value]  # type: ignore[attr-defined]
        return [at for at in found if at > max(others, default=-1)]

    return Number("counter", look.tried - 1, f"assignments with {look.variable} = {value} that were tried before the "
                  "last one of these", counted, rule=lambda events: len(events) - 1)


def assignments_of(look: ConsistencyState) -> Number:
    """How many there are for each value of the variable under test."""
    return Number(f"assignments for {look.variable}", look.assignments,
                  "assignments of the other undefined variables: with each of them a value can be tried",
                  last_of((VariableTaken,)), rule=said("assignments"))


def others_of(look: ConsistencyState, value: int) -> Number:
    """The undefined variables beside the one under test."""
    return Number("others", value, f"undefined variables of {look.constraint} beside the one under test",
                  last_of((ConstraintTaken,)), rule=lambda events: len(events[-1].unknown) - 1)


def undefined_of(look: ConsistencyState) -> Number:
    """The undefined variables of the constraint."""
    return Number("undefined", len(look.unknown), f"variables of {look.constraint} that were undefined when it "
                  "was taken", last_of((ConstraintTaken,)), rule=size("unknown"))


def test_of(look: ConsistencyState, index: int) -> tuple[Number, Number, Number]:
    """Of a test of a sum: what the others need to add up to, and from where to where they can."""
    test, found = look.counted[index], events_since((SumTested,), _AWAY)

    def of(name: str, value: int, definition: str, field: str) -> Number:
        return Number(f"{name} for {test.value}", value, definition,
                      lambda timeline, upto: found(timeline, upto)[index:index + 1], rule=said(field))

    return (of("needed", test.needed, f"what the others must add up to if one variable is {test.value}", "needed"),
            of("least", test.least, "the least that the others can add up to", "least"),
            of("most", test.most, "the most that the others can add up to", "most"))


def left_of(look: ConsistencyState, constraint: str) -> Number:
    """The tuples that a constraint has left."""
    changes = RelationListed, TupleDropped, TupleOutdated

    def of_it(event: Event) -> bool:
        return isinstance(event, changes) and event.constraint == constraint

    def worth(event: Any) -> int:
        return len(event.tuples) if isinstance(event, RelationListed) else -1

    return Number(f"tuples of {constraint}", look.tuples[constraint],
                  f"tuples that {constraint} allows, without those that were dropped",
                  events_since(changes, (), of_it), worth)
