"""The state of a repair: the assignment as it is now, its conflicts, and the choice that is being made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms import events as e
from algorithms.local_search import events as r
from algorithms.problems.forms.csp import Domain, Value
from visualizer.runs.network_state import NetworkState
from visualizer.runs.states import How, State, Supposed


@dataclass(slots=True)
class RepairState(NetworkState):
    """What a repair does, beside the values.

    domains:   of all variables that have a value, before they had one; ``assigned`` are those whose value is not given
    number:    of the try; 0 before the first
    complete:  have all variables a value?
    conflicts: of each variable that has some; ``violated`` are the names of the constraints
    variable:  the one that was chosen last, and ``before`` its value then; ``among``: of so many in conflict
    tried:     for its values the conflicts that they would have, as far as they are counted
    taken:     the value that it took, once it has; ``noisy``: drawn by the noise
    steps:     how many there were, of all tries
    solved:    nothing is violated; ``gave_up``: the search has ended without a solution, and why, in words
    """

    domains: dict[str, Domain] = field(default_factory=dict)
    assigned: dict[str, How] = field(default_factory=dict)
    number: int = 0
    complete: bool = False
    conflicts: dict[str, int] = field(default_factory=dict)
    violated: dict[str, None] = field(default_factory=dict)
    variable: str | None = None
    before: Value | None = None
    among: int = 0
    tried: dict[Value, int] = field(default_factory=dict)
    taken: Value | None = None
    noisy: bool = False
    steps: int = 0
    solved: bool = False
    gave_up: str = ""

    def values(self, state: State) -> dict[str, Value]:
        """The value of each variable that has one."""
        return {x: state.domains[x][0] for x in self.domains}

    def copy(self) -> Self:
        return replace(self, domains=dict(self.domains), assigned=dict(self.assigned), conflicts=dict(self.conflicts),
                       violated=dict(self.violated), tried=dict(self.tried))

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains as they were: a value that a variable has for now excludes nothing."""
        return {**domains, **self.domains}

    @property
    def supposed(self) -> Supposed:
        chosen, taken = (self.variable, None) if self.taken is None else (None, self.variable)
        return Supposed(self.assigned, chosen, taken, self.solved)

    def looks_at(self) -> Sequence[str]:
        return () if self.variable is None else (self.variable,)

    def _look_at(self, variable: str | None) -> None:
        self.variable, self.before, self.taken = variable, None, None
        self.tried, self.noisy = {}, False

    def _follow(self, event: r.ValueGiven | r.Repaired) -> None:
        """The conflicts after a new value."""
        for name, conflicts in event.changed:
            self.conflicts[name] = conflicts
            if not conflicts:
                del self.conflicts[name]
        self.violated.update(dict.fromkeys(event.broken))

    # Folds, one for each kind of event.

    def on_try(self, event: r.TryBegun, state: State) -> None:
        self._look_at(None)
        for x, domain in self.domains.items():
            state.know(x, domain)
        self.number, self.complete = event.number, False
        self.domains, self.assigned, self.conflicts, self.violated = {}, {}, {}, {}

    def on_given(self, event: r.ValueGiven, state: State) -> None:
        if event.variable != self.variable:
            self._look_at(event.variable)
        self.domains[event.variable] = state.domains.get(event.variable, ())
        if event.how != "given":
            self.assigned[event.variable] = "label"
        self.taken = event.value
        state.know(event.variable, (event.value,))
        self._follow(event)

    def on_made(self, _event: r.AssignmentMade, _state: State) -> None:
        self._look_at(None)
        self.complete = True

    def on_chosen(self, event: r.ConflictedChosen, state: State) -> None:
        self._look_at(event.variable)
        self.before, self.among = state.domains[event.variable][0], event.among

    def on_tried(self, event: r.ValueTried, _state: State) -> None:
        if event.variable != self.variable:
            self._look_at(event.variable)
        self.tried[event.value] = event.conflicts

    def on_noise(self, _event: r.NoiseTaken, _state: State) -> None:
        self.noisy = True

    def on_repaired(self, event: r.Repaired, state: State) -> None:
        self.taken = event.value
        self.steps += 1
        state.know(event.variable, (event.value,))
        self._follow(event)
        for name in event.mended:
            del self.violated[name]

    def on_solved(self, _event: e.Solved, state: State) -> None:
        self._look_at(None)
        self.solved, state.outcome = True, "solved"

    def on_gave_up(self, event: r.GaveUp, state: State) -> None:
        self._look_at(None)
        self.gave_up, state.outcome = event.sentence(), "stopped"


RepairState.folds = {
    r.TryBegun: RepairState.on_try, r.ValueGiven: RepairState.on_given, r.AssignmentMade: RepairState.on_made,
    r.ConflictedChosen: RepairState.on_chosen, r.ValueTried: RepairState.on_tried, r.NoiseTaken: RepairState.on_noise,
    r.Repaired: RepairState.on_repaired, e.Solved: RepairState.on_solved, r.GaveUp: RepairState.on_gave_up,
}


def repair_of(state: State) -> RepairState:
    """The repair in a state of this family."""
    assert isinstance(state.family, RepairState)
    return state.family
