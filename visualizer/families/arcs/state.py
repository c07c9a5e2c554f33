"""The state of AC-3: the arcs that wait, the arc that is revised, and which values have found a support.

It is the state of a consistency algorithm, so that every board lights the constraint of the arc and its variables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from algorithms import events as e
from algorithms.arcs import events as r
from algorithms.problems.forms.binary import BinaryCSP, BinaryForm, Pair, to_binary
from algorithms.problems.forms.csp import Domain, Value
from algorithms.problems.puzzle import Puzzle
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.states import State, ToForm


@dataclass(slots=True)
class ArcState(ConsistencyState):
    """What AC-3 looks at.

    arc:     that is being revised; ``times``: how often each was taken so far
    queue:   the arcs that wait, the next one first; ``back`` are those that came back since the arc was taken
    against: the value of the partner that was tried last, with the value under test
    support: of each value that was tested, the value that supports it; None if there is none
    hidden:  what is left of the variables that are no part of the puzzle
    lost:    the values that the revision has cost
    filled:  there has been a queue; ``binary``: the form of the network whose arcs these are
    """

    arc: Pair | None = None
    times: dict[Pair, int] = field(default_factory=dict)
    queue: dict[Pair, None] = field(default_factory=dict)
    back: dict[Pair, None] = field(default_factory=dict)
    under_test: Value | None = None
    against: Value | None = None
    support: dict[Value, Value | None] = field(default_factory=dict)
    hidden: dict[str, dict[Value, None]] = field(default_factory=dict)
    lost: tuple[Value, ...] = ()
    filled: bool = False
    binary: BinaryForm = "hidden"
    network_in: Callable[[BinaryForm], BinaryCSP] | None = field(default=None, compare=False)
    to_form: ToForm | None = field(default=None, compare=False)

    @classmethod
    def begin(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The state before the first event."""
        return cls(network_in=cache(lambda form: to_binary(to_form(puzzle), form)), to_form=to_form)

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.to_form is not None
        return self.begin(position, self.to_form)

    @property
    def network(self) -> BinaryCSP:
        """The network whose arcs are revised, made when it is first asked for."""
        assert self.network_in is not None
        return self.network_in(self.binary)

    def left_to(self, state: State, x: str) -> Domain:
        """What is left of a variable, be it of the puzzle or not."""
        return tuple(self.hidden[x]) if x in self.hidden else state.domains.get(x, ())

    def copy(self) -> Self:
        state = ConsistencyState.copy(self)
        state.times, state.queue, state.back = dict(self.times), dict(self.queue), dict(self.back)
        state.support = dict(self.support)
        state.hidden = {h: dict(tuples) for h, tuples in self.hidden.items()}
        return state

    def _leave_arc(self) -> None:
        self.leave_constraint()
        self.arc, self.lost, self.back = None, (), {}
        self.under_test, self.against, self.support = None, None, {}

    def _light(self, arc: Pair, constraint: str) -> None:
        """Boards light what stands between its ends."""
        self._leave_arc()
        self.arc = arc
        standing = [c.name for h in arc if (c := self.network.stands_for.get(h)) is not None]
        self.constraint, self.pair = (standing[0], standing[1]) if len(standing) == 2 else (constraint, None)

    def preview(self, arc: Pair) -> None:
        """As if an arc that waits had just been taken, for a state that nothing follows."""
        self._light(arc, self.network.between(*arc)[0].name)
        if arc[0] not in self.hidden:
            self.variable, self.unknown = arc[0], (arc[0],)
            self.supports[arc[0]] = {}

    # Folds, one for each kind of event.

    def restricted(self, event: r.Restricted | r.Projected, state: State) -> None:
        state.know(event.variable, event.left, event.because)

    def queue_filled(self, event: r.QueueFilled, _state: State) -> None:
        self.binary, self.filled, self.queue = event.form, True, dict.fromkeys(event.arcs)
        if event.made:
            self.hidden = {h: dict.fromkeys(tuples) for h, tuples in self.network.tuples.items()}

    def arc_taken(self, event: r.ArcTaken, _state: State) -> None:
        self._light((event.variable, event.partner), event.constraints[0])
        assert self.arc is not None
        self.times[self.arc] = self.times.get(self.arc, 0) + 1
        del self.queue[self.arc]
        if event.variable not in self.hidden:
            self.variable, self.unknown = event.variable, (event.variable,)
            self.supports[event.variable] = {}

    def tuple_tried(self, event: e.TupleTried, _state: State) -> None:
        """Boards light the value that a variable of the puzzle has in the pair just tried."""
        self.under_test, self.against = event.values
        self.values, self.satisfied = event.values[:len(self.unknown)], event.satisfied

    def support_found(self, event: e.SupportFound, _state: State) -> None:
        self.support[event.value] = self.against
        self.values, self.satisfied = (), None
        if event.variable in self.supports:
            self.supports[event.variable][event.value] = True

    def no_support(self, event: e.NoSupport, _state: State) -> None:
        self.support[event.value], self.against = None, None
        self.values, self.satisfied = (), None
        if event.variable in self.supports:
            self.supports[event.variable][event.value] = False

    def pruned(self, event: e.Pruned, state: State) -> None:
        state.know(event.variable, event.left, event.because)
        self.lost = (*self.lost, *event.removed)

    def tuple_removed(self, event: r.TupleRemoved, _state: State) -> None:
        del self.hidden[event.constraint][event.value]
        self.lost = (*self.lost, event.value)

    def wiped_out(self, event: e.WipedOut, state: State) -> None:
        """The board knows only variables of the puzzle. The value that went last is told by no other event."""
        if self.arc is not None and self.under_test is not None:
            self.lost = (*self.lost, self.under_test)
        if event.variable in self.hidden:
            self.hidden[event.variable] = {}
        state.fail(event.variable if event.variable in state.domains else None, event.because, event.reason)

    def arc_queued(self, event: r.ArcQueued, _state: State) -> None:
        arc = event.variable, event.partner
        self.queue[arc] = self.back[arc] = None

    def queue_emptied(self, _event: r.QueueEmptied, state: State) -> None:
        self._leave_arc()
        state.outcome = "complete"


ArcState.folds = {
    r.Restricted: ArcState.restricted, r.QueueFilled: ArcState.queue_filled, r.Projected: ArcState.restricted,
    r.ArcTaken: ArcState.arc_taken, e.TupleTried: ArcState.tuple_tried, e.SupportFound: ArcState.support_found,
    e.NoSupport: ArcState.no_support, e.Pruned: ArcState.pruned, r.TupleRemoved: ArcState.tuple_removed,
    e.WipedOut: ArcState.wiped_out, r.ArcQueued: ArcState.arc_queued, r.QueueEmptied: ArcState.queue_emptied,
}


def arcs_of(state: State) -> ArcState:
    """The arcs in a state of this family."""
    assert isinstance(state.family, ArcState)
    return state.family


def has_arrows(state: State) -> bool:
    """Is an arc looked at, whose values are joined by arrows?"""
    arcs = state.of(ArcState)
    return arcs is not None and arcs.arc is not None
