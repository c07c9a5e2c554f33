"""The state of a repair: the assignment as it is now, its conflicts, and the choice that is being made.

It is the state of a search, so that every board draws its values as values that were supposed, not inferred.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Self

from algorithms import events as e
from algorithms.local_search import events as r
from algorithms.problems.forms.csp import CSP, Domain, Value
from algorithms.problems.puzzle import Puzzle
from visualizer.families.backtracking.state import Change, SearchState
from visualizer.runs.states import State, ToForm


@dataclass(slots=True)
class RepairState(SearchState):
    """What a repair does, beside the values, which are ``assigned`` but where they are given; the ``trail`` has all
    variables that have a value, with the domains that these are of.

    number:    of the try; 0 before the first
    complete:  have all variables a value?
    conflicts: of each variable that has some; ``violated`` are the names of the constraints
    variable:  the one that was chosen last, and ``before`` its value then; ``among``: of so many in conflict
    tried:     for its values the conflicts that they would have, as far as they are counted
    taken:     the value that it took, once it has; ``noisy``: drawn by the noise
    steps:     how many there were, of all tries
    gave_up:   the search has ended without a solution, and why, in words
    network:   makes the network that is repaired, once; ``to_form`` that of other positions
    """

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
    gave_up: str = ""
    network: Callable[[], CSP] | None = field(default=None, compare=False)
    to_form: ToForm | None = field(default=None, compare=False)

    @classmethod
    def begin(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The state before the first event."""
        return cls(network=cache(partial(to_form, puzzle)), to_form=to_form)

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.to_form is not None
        return self.begin(position, self.to_form)

    def values(self, state: State) -> dict[str, Value]:
        """The value of each variable that has one."""
        return {change.variable: state.domains[change.variable][0] for change in self.trail}

    @property
    def csp(self) -> CSP:
        """The network, made when it is first asked for."""
        assert self.network is not None
        return self.network()

    def copy(self) -> Self:
        state = SearchState.copy(self)
        state.conflicts, state.violated, state.tried = dict(self.conflicts), dict(self.violated), dict(self.tried)
        return state

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains as they were: a value that a variable has for now excludes nothing."""
        return {**domains, **{change.variable: change.domain for change in self.trail}}

    def looks_at(self) -> Sequence[str]:
        return () if self.variable is None else (self.variable,)

    def _look_at(self, variable: str | None) -> None:
        self.variable, self.before, self.taken, self.source = variable, None, None, None
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
        for change in self.trail:
            state.know(change.variable, change.domain)
        self.number, self.complete = event.number, False
        self.trail, self.assigned, self.conflicts, self.violated = [], {}, {}, {}

    def on_given(self, event: r.ValueGiven, state: State) -> None:
        if event.variable != self.variable:
            self._look_at(event.variable)
        self.trail.append(Change(event.variable, state.domains.get(event.variable, ()), assigned=False))
        if event.how != "given":
            self.assigned[event.variable] = "label"
        self.source, self.taken = event.variable, event.value
        state.know(event.variable, (event.value,))
        self._follow(event)

    def on_made(self, _event: r.AssignmentMade, _state: State) -> None:
        self._look_at(None)
        self.complete = True

    def on_chosen(self, event: r.ConflictedChosen, state: State) -> None:
        self._look_at(event.variable)
        self.selected, self.before, self.among = event.variable, state.domains[event.variable][0], event.among

    def on_tried(self, event: r.ValueTried, _state: State) -> None:
        if event.variable != self.variable:
            self._look_at(event.variable)
        self.tried[event.value] = event.conflicts

    def on_noise(self, _event: r.NoiseTaken, _state: State) -> None:
        self.noisy = True

    def on_repaired(self, event: r.Repaired, state: State) -> None:
        self.selected, self.source, self.taken = None, event.variable, event.value
        self.steps += 1
        state.know(event.variable, (event.value,))
        self._follow(event)
        for name in event.mended:
            del self.violated[name]

    def on_solved(self, event: e.Solved, state: State) -> None:
        self._look_at(None)
        self.found, self.solved, state.outcome = event.number, True, "solved"

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
