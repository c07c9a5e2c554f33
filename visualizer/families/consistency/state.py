"""The state of consistency: the constraint, the variable and the assignment that are looked at, supports and tuples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms import events as e
from algorithms.problems.forms.csp import Value
from visualizer.runs.states import FamilyState, State

_MOST_LISTED = 256  # tuples of a constraint: of longer lists only the count is kept


@dataclass(slots=True)
class ConsistencyState(FamilyState):
    """What consistency algorithms are looking at.

    number:      the pass, from 1; 0 before the first
    constraint:  the one being looked at, with its variables that were undefined when it was taken (``unknown``)
    variable:    the one under test; ``assignments`` that there are for each of its values; ``tried`` for this value
    values:      the assignment just tried, in the order of ``unknown``; ``satisfied``: did it satisfy the constraint
    counted:     of a sum, the tests of values since it was taken, or since it was compared with another constraint
    pair:        the second constraint, where two are compared, and the variables that both have (``shared``);
                 ``extends``: does the assignment just tried, which satisfies the first one, extend to the second one
    kept:        the assignment is not the one just tried, but the support of the only value that is left
    listed:      the tuples that each had at first, as far as these are few; ``gone``: those that it has lost since
    scopes:      of the constraints whose tuples are listed; ``tuples``: how many of them are left
    changed:     the variables that lost values, and the constraints that lost tuples, each with the last pass in which
                 it did
    counts:      for each value of the variable, how many of its assignments were tried; ``found``: those that satisfied
    supports:    for each variable of the constraint tested so far: value → has it a support (missing: not finished)
    """

    number: int = 0
    constraint: str | None = None
    unknown: tuple[str, ...] = ()
    variable: str | None = None
    assignments: int = 0
    tried: int = 0
    values: tuple[Value, ...] = ()
    satisfied: bool | None = None
    supports: dict[str, dict[Value, bool]] = field(default_factory=dict)
    counts: dict[Value, int] = field(default_factory=dict)
    found: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    counted: tuple[e.SumTested, ...] = ()
    pair: str | None = None
    extends: bool | None = None
    kept: bool = False
    shared: tuple[str, ...] = ()
    listed: dict[str, tuple[tuple[Value, ...], ...]] = field(default_factory=dict)
    gone: dict[str, frozenset[tuple[Value, ...]]] = field(default_factory=dict)
    scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tuples: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Self:
        supports = {variable: dict(found) for variable, found in self.supports.items()}
        return replace(self, supports=supports, scopes=dict(self.scopes), tuples=dict(self.tuples),
                       listed=dict(self.listed), gone=dict(self.gone), changed=dict(self.changed))

    def value_under_test(self) -> Value | None:
        """The value of the variable under test in the assignment just tried."""
        if self.variable is None or self.satisfied is None or self.variable not in self.unknown:
            return None
        return self.values[self.unknown.index(self.variable)]

    @property
    def pictured(self) -> bool:
        """Have pictures of assignments the place of the enlarged constraint? Of a variable's test, or of those left."""
        name = str(self.constraint)
        return self.variable is not None or any(values not in self.gone.get(name, ()) for values in
                                                self.listed.get(name, ()))

    def leave_constraint(self) -> None:
        self.constraint, self.unknown, self.supports = None, (), {}
        self.pair, self.shared, self.counted = None, (), ()
        self.leave_variable()

    def leave_variable(self) -> None:
        self.variable, self.assignments = None, 0
        self.counts, self.found = {}, {}
        self.leave_value()

    def leave_value(self) -> None:
        self.tried, self.values, self.satisfied, self.extends, self.kept = 0, (), None, None, False

    # Folds, one for each kind of event.

    def pass_started(self, event: e.PassStarted, _state: State) -> None:
        self.leave_constraint()
        self.number = event.number

    def constraint_taken(self, event: e.ConstraintTaken, _state: State) -> None:
        self.leave_constraint()
        self.constraint, self.unknown = event.constraint, event.unknown

    def variable_taken(self, event: e.VariableTaken, _state: State) -> None:
        self.leave_variable()
        self.variable, self.assignments = event.variable, event.assignments
        self.supports[event.variable] = {}

    def tuple_tried(self, event: e.TupleTried, _state: State) -> None:
        if self.tried and self.variable in self.unknown:
            place = self.unknown.index(self.variable)
            if event.values[place] != self.values[place]:
                self.tried = 0
        self.tried += 1
        self.values, self.satisfied = event.values, event.satisfied
        if (value := self.value_under_test()) is not None:
            self.counts = {**self.counts, value: self.tried}
            if event.satisfied:
                self.found = {**self.found, value: event.values}

    def support_found(self, event: e.SupportFound, _state: State) -> None:
        self.supports[event.variable][event.value] = True

    def no_support(self, event: e.NoSupport, _state: State) -> None:
        self.supports[event.variable][event.value] = False

    def sum_tested(self, event: e.SumTested, _state: State) -> None:
        self.counted = (*self.counted, event)

    def pruned(self, event: e.Pruned, state: State) -> None:
        state.know(event.variable, event.left, event.because)
        self.changed[event.variable] = self.number
        if self.values and event.variable in self.unknown:
            tried = self.values[self.unknown.index(event.variable)]
            if tried in event.removed:  # the assignment on show is possible no more
                self.leave_value()
                self._keep(event.left)

    def _keep(self, left: Sequence[Value]) -> None:
        """Shows why the only value that is left stays: its support."""
        if len(left) == 1 and left[0] in self.found:
            self.tried, self.values = self.counts[left[0]], self.found[left[0]]
            self.satisfied = self.kept = True

    def wiped_out(self, event: e.WipedOut, state: State) -> None:
        state.fail(event.variable, event.because, event.reason)

    # Pairs of constraints

    def relation_listed(self, event: e.RelationListed, _state: State) -> None:
        self.leave_constraint()
        self.constraint, self.unknown = event.constraint, event.scope
        if len(event.tuples) <= _MOST_LISTED:
            self.listed[event.constraint] = event.tuples
        self.scopes[event.constraint], self.tuples[event.constraint] = event.scope, len(event.tuples)

    def pair_taken(self, event: e.PairTaken, _state: State) -> None:
        self.leave_value()
        self.constraint, self.pair, self.shared = event.first, event.second, event.shared
        self.unknown = self.scopes.get(event.first, self.unknown)
        self.counted = ()

    def tuple_extended(self, event: e.TupleExtended, _state: State) -> None:
        self.values, self.satisfied, self.extends = event.values, True, event.extends
        self.tried += 1

    def tuple_dropped(self, event: e.TupleDropped | e.TupleOutdated, _state: State) -> None:
        self.tuples[event.constraint] -= 1
        self.changed[event.constraint] = self.number
        if event.constraint in self.listed:
            self.gone[event.constraint] = self.gone.get(event.constraint, frozenset()) | {event.values}

    def consistent(self, _event: e.Consistent | e.PairsConsistent, state: State) -> None:
        self.leave_constraint()
        state.outcome = "complete"


ConsistencyState.folds = {
    e.PassStarted: ConsistencyState.pass_started, e.ConstraintTaken: ConsistencyState.constraint_taken,
    e.VariableTaken: ConsistencyState.variable_taken, e.TupleTried: ConsistencyState.tuple_tried,
    e.SupportFound: ConsistencyState.support_found, e.NoSupport: ConsistencyState.no_support,
    e.SumTested: ConsistencyState.sum_tested, e.Pruned: ConsistencyState.pruned,
    e.WipedOut: ConsistencyState.wiped_out, e.Consistent: ConsistencyState.consistent,
    e.RelationListed: ConsistencyState.relation_listed, e.PairTaken: ConsistencyState.pair_taken,
    e.TupleExtended: ConsistencyState.tuple_extended, e.TupleDropped: ConsistencyState.tuple_dropped,
    e.TupleOutdated: ConsistencyState.tuple_dropped, e.PairsConsistent: ConsistencyState.consistent,
}


NO_CONSTRAINT = ConsistencyState()
"""What other families look at: no constraint. Never changed."""


def looked_at(state: State) -> ConsistencyState:
    """What is looked at in a state."""
    return state.of(ConsistencyState) or NO_CONSTRAINT
