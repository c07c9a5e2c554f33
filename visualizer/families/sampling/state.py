"""The state of a search that collects samples: where each chain is, what it looks at, what its samples say so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from visualizer.runs.form_state import FormState
from visualizer.runs.states import State


@dataclass(slots=True)
class SamplingState(FormState):
    """What samplers have done.

    begun:      has anything happened?
    fixed:      the literals that are certain, and ``free``: how many other variables there are
    chain:      the one that moved last
    true:       for each chain the variables that are true where it is; ``steps`` that it has made
    flipped_at: for each chain and variable the step of its last flip
    unsatisfied: how many constraints are, where the last chain is; ``left`` where each one is
    constraint: the unsatisfied one that was chosen; ``candidates`` to satisfy it; ``flipped`` the variable flipped last
    drawn:      a variable that is flipped because all constraints are satisfied, or because of noise
    tally:      in how many recorded samples of all chains each variable is true; ``recorded`` are so many
    found:      how often all chains found a sample, recorded or not, and how many of these were ``new``
    sample:     the sample that was found last, while nothing has moved since
    last:       for each chain what it found last, with how often that was found by then
    estimate:   the last one
    """

    begun: bool = False
    fixed: tuple[str, ...] = ()
    free: int = 0
    chain: int = 0
    true: dict[int, set[str]] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)
    flipped_at: dict[tuple[int, str], int] = field(default_factory=dict)
    unsatisfied: int | None = None
    left: dict[int, int] = field(default_factory=dict)
    constraint: int | None = None
    candidates: e.CandidatesScored | None = None
    flipped: str | None = None
    drawn: str | None = None
    tally: dict[str, int] = field(default_factory=dict)
    recorded: int = 0
    found: int = 0
    new: int = 0
    sample: tuple[str, ...] = ()
    last: dict[int, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    estimate: e.Estimated | None = None

    def apply(self, event: Event, state: State) -> None:
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)
        if isinstance(event, e.VariablesFixed):
            self._tell(event.literals, state)

    def _tell(self, literals: tuple[str, ...], state: State) -> None:
        """What holds in all models is known of the puzzle."""
        for literal in literals:
            state.holds(literal, "all models")
            x, _, named = literal.lstrip("¬").partition("=")
            if x in state.domains and named:
                there = not literal.startswith("¬")
                left = tuple(value for value in state.domains[x] if (str(value) == named) == there)
                state.know(x, left, "all deals" if left != state.domains[x] else "")

    def copy(self) -> Self:
        return replace(self, true={chain: set(names) for chain, names in self.true.items()}, steps=dict(self.steps),
                       flipped_at=dict(self.flipped_at), left=dict(self.left), tally=dict(self.tally),
                       last=dict(self.last))

    def shares(self) -> dict[str, float]:
        """The estimates so far: for each variable its share of the samples. Zeros are left out."""
        return {name: count / self.recorded for name, count in self.tally.items()}

    def intervals(self) -> dict[str, tuple[float, float]]:
        """Those of the last estimate, for each variable."""
        last = self.estimate
        return {} if last is None else dict(zip(last.variables, zip(last.low, last.high, strict=True), strict=False))

    def violated(self) -> list[int]:
        """The numbers of the constraints that are not satisfied where the chain is."""
        form, true = self.form, self.true.get(self.chain)
        if form is None or true is None:
            return []
        minimums = [one.minimum for one in form.constraints] if isinstance(form, AtLeastForm) else repeat(1, form.count)
        true = true | {literal for literal in self.fixed if not literal.startswith("¬")}
        found = []
        for number, least in enumerate(minimums, 1):
            words = map(form.word, form.literals(number))
            if sum((word.lstrip("¬") in true) != word.startswith("¬") for word in words) < least:
                found.append(number)
        return found

    def since(self, name: str) -> int | None:
        """How many steps ago the chain that moved last has flipped the variable."""
        at = self.flipped_at.get((self.chain, name))
        return None if at is None else self.steps.get(self.chain, 0) - at

    # Folds, one for each kind of event.

    def variables_fixed(self, event: e.VariablesFixed) -> None:
        self.begun, self.fixed, self.free = True, event.literals, event.free

    def assigned(self, event: e.RandomlyAssigned | e.RandomlyRestarted) -> None:
        self._look_away(event.chain)
        if isinstance(event, e.RandomlyRestarted):
            self.steps[event.chain] += 1
        else:
            self.steps[event.chain] = 0
        self.true[event.chain] = set(event.true)
        self.unsatisfied = self.left[event.chain] = event.unsatisfied

    def _look_away(self, chain: int) -> None:
        self.chain, self.constraint, self.candidates, self.flipped, self.drawn = chain, None, None, None, None
        self.sample, self.unsatisfied = (), self.left.get(chain, self.unsatisfied)

    def variable_drawn(self, event: e.VariableDrawn) -> None:
        self._look_away(event.chain)
        self.drawn = event.variable

    def any_taken(self, event: e.AnyTaken) -> None:
        self.drawn = event.variable

    def chosen(self, event: e.UnsatisfiedChosen) -> None:
        self._look_away(event.chain)
        self.constraint = event.constraint

    def scored(self, event: e.CandidatesScored) -> None:
        self.candidates = event

    def flip(self, event: e.Flipped) -> None:
        chain, variable = event.chain, event.variable
        step = self.steps[chain] = self.steps[chain] + 1
        self.flipped_at[chain, variable] = step
        (self.true[chain].add if event.value else self.true[chain].discard)(variable)
        self.flipped, self.drawn = variable, None
        self.unsatisfied = self.left[chain] = event.unsatisfied

    def recorded_sample(self, event: e.SampleRecorded) -> None:
        self.recorded += 1
        for name in event.sample:
            self.tally[name] = self.tally.get(name, 0) + 1
        self._found(event)

    def dropped(self, event: e.DuplicateDropped) -> None:
        self._found(event)

    def _found(self, event: e.SampleRecorded | e.DuplicateDropped) -> None:
        self.found += 1
        self.new += event.visits == 1
        self.sample, self.chain = event.sample, event.chain
        self.last[event.chain] = event.sample, event.visits

    def hand_drawn(self, event: e.HandDrawn) -> None:
        if self.sample or not self.chain:
            self.true[1], self.sample = set(), ()
        self.chain = 1
        self.true[1].update(f"{card}={event.place}" for card in event.cards)

    def estimated(self, event: e.Estimated) -> None:
        """It is of all samples: no flip is looked at any more."""
        self.estimate = event
        self.constraint, self.candidates, self.flipped, self.drawn = None, None, None, None


SamplingState.folds = {
    e.VariablesFixed: SamplingState.variables_fixed, e.RandomlyAssigned: SamplingState.assigned,
    e.RandomlyRestarted: SamplingState.assigned, e.VariableDrawn: SamplingState.variable_drawn,
    e.AnyTaken: SamplingState.any_taken, e.UnsatisfiedChosen: SamplingState.chosen,
    e.CandidatesScored: SamplingState.scored, e.Flipped: SamplingState.flip,
    e.SampleRecorded: SamplingState.recorded_sample, e.DuplicateDropped: SamplingState.dropped,
    e.HandDrawn: SamplingState.hand_drawn, e.Estimated: SamplingState.estimated,
}
