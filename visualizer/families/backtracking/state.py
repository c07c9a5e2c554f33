"""The state of a search for solutions: labels, the tie being broken, what forward checking struck, the tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from algorithms import events as e
from algorithms.problems.forms.csp import Domain, Value
from visualizer.runs.network_state import NetworkState
from visualizer.runs.states import How, State, Supposed


class Label(NamedTuple):
    """A label of the current branch: ``mark`` is the length of the trail before it."""

    variable: str
    value: Value
    size: int
    mark: int


class Change(NamedTuple):
    """What a step back on the branch restores: a variable's domain, and whether it was unassigned."""

    variable: str
    domain: Domain
    assigned: bool


class Weight(NamedTuple):
    """What a constraint weighs since its last conflict, and its variables."""

    scope: tuple[str, ...]
    weight: int


@dataclass(slots=True)
class SearchState(NetworkState):
    """What a backtracking search knows, beside the domains.

    assigned:  how each variable that has its value for good on this branch got it: by a label, as a single, or as one
               of the rest of a neutralised puzzle
    branch:    the labels from the root to here; ``trail`` all changes since the beginning, the last one last
    tied:      the variables that MRV cannot tell apart; ``scores`` what breaks the tie, as far as they are found, in
               order; ``measure`` what they are called; ``best`` those that still are tied
    broken:    after a label, until it is checked: the tie that it was chosen from
    selected:  the variable that is labelled next; ``value_scores`` of its values, where these are ranked
    source:    the variable whose value is being checked forward: that of the last label, or a single since
    struck:    what forward checking took since the last label or single, by variable; ``emptied`` the one with nothing
               left
    by_label:  how many values the last label itself took, before the first single
    because:   the label, single or constraint that struck last, and the variable that it ``hit`` (None: it is violated)
    unit:      where a hidden single was found last, or a value has no place
    conflict:  why the last label does not stand, in words
    found:     how many solutions; ``solved``: this is one; ``last`` the values of the one found last, and how each
               variable got its own
    weights:   of the constraints that have made a conflict, by name; all others weigh 1. No step back lowers them
    undone:    the label that was taken back just now
    passed:    of the tied variables none was taken, as no score is good enough
    open_again: where the last solution is shown: the variables that have several values left again
    """

    assigned: dict[str, How] = field(default_factory=dict)
    branch: tuple[Label, ...] = ()
    trail: list[Change] = field(default_factory=list)
    tied: tuple[str, ...] = ()
    scores: dict[str, e.Score] = field(default_factory=dict)
    measure: str = ""
    best: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    selected: str | None = None
    value_scores: dict[Value, int] = field(default_factory=dict)
    source: str | None = None
    struck: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    by_label: int = 0
    emptied: str | None = None
    because: str | None = None
    hit: str | None = None
    unit: str | None = None
    conflict: str = ""
    found: int = 0
    solved: bool = False
    last: tuple[Mapping[str, Domain], Mapping[str, How]] = field(default_factory=lambda: ({}, {}))
    ended: bool = False
    weights: dict[str, Weight] = field(default_factory=dict)
    undone: Label | None = None
    passed: bool = False
    open_again: tuple[str, ...] = ()

    def copy(self) -> Self:
        return replace(self, assigned=dict(self.assigned), trail=list(self.trail), scores=dict(self.scores),
                       value_scores=dict(self.value_scores), struck=dict(self.struck),
                       weights=dict(self.weights), tree=self.tree.copy())

    @property
    def supposed(self) -> Supposed:
        return Supposed(self.assigned, self.selected, self.source, self.solved)

    @property
    def choices(self) -> tuple[Label, ...]:
        """The labels of the branch that had another value left: those with a single one follow from what was before."""
        return tuple(label for label in self.branch if label.size > 1)

    @property
    def tentative(self) -> Mapping[str, bool]:
        """What was chosen, and what got its value since the first choice; nothing once that is a solution."""
        choices = self.choices
        if not choices or self.solved:
            return {}
        since = {change.variable for change in self.trail[choices[0].mark:]}
        chosen = {label.variable for label in choices}
        return {x: x in chosen for x, how in self.assigned.items() if x in since or how == "rest"}

    @property
    def scored(self) -> str | None:
        """The variable that was scored last, while a tie is being broken; none where the best ones tie again, or
        none is taken."""
        if self.selected is None and (self.best or self.passed):
            return None
        return next(reversed(self.scores), None) if self.selected is None else self.selected

    @property
    def tie(self) -> tuple[str, ...]:
        """The variables that tie, from when that is found until the label of one of them is checked: those that MRV
        cannot tell apart, or else those whose scores are equal."""
        return self.tied or self.best or self.broken

    @property
    def label_spreads(self) -> bool:
        """Does forward checking go on from the last label itself, not from a single behind it?"""
        return bool(self.branch) and self.source == self.branch[-1].variable

    @property
    def gone_on(self) -> bool:
        """Has the search gone on after its last solution, and undone all?"""
        return self.ended and self.found > 0 and not self.solved

    def keep_solution(self, number: int, state: State) -> None:
        """One was found just now: its values, how they came about, and a leaf of the tree, or all of that."""
        self.found, self.solved, state.outcome = number, True, "solved"
        self.last = dict(state.domains), dict(self.assigned)
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.solved()

    def leave_selection(self) -> None:
        self.tied, self.scores, self.best, self.selected, self.value_scores = (), {}, (), None, {}
        self.passed = False

    def leave_label(self) -> None:
        self.source, self.struck, self.by_label, self.emptied, self.unit = None, {}, 0, None, None
        self.because, self.hit = None, None
        self.conflict, self.solved, self.broken, self.undone = "", False, (), None

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains, without what follows from the choices of the branch: one solution is not what all have in
        common."""
        choices = self.choices
        if not choices:
            return domains
        found = dict(domains)
        for change in reversed(self.trail[choices[0].mark:]):
            found[change.variable] = change.domain
        return found

    def _change(self, state: State, variable: str, domain: Domain, how: How | None = None) -> None:
        """A new domain, and with ``how`` the value for good."""
        self.trail.append(Change(variable, state.domains[variable], variable in self.assigned))
        state.know(variable, domain)
        if how is not None:
            self.assigned[variable] = how

    def _restore(self, state: State, mark: int) -> None:
        """Undoes all changes since the trail was so long."""
        while len(self.trail) > mark:
            variable, domain, was_assigned = self.trail.pop()
            state.know(variable, domain)
            if not was_assigned:
                self.assigned.pop(variable, None)

    # Folds, one for each kind of event.

    def on_tied(self, event: e.Tied, _state: State) -> None:
        self.leave_selection()
        self.leave_label()
        self.tied = event.candidates

    def on_scored(self, event: e.Scored, _state: State) -> None:
        if not self.scores:
            self.leave_label()
        self.scores[event.variable] = event.score
        self.measure = event.measure

    def on_still_tied(self, event: e.StillTied, _state: State) -> None:
        self.best = event.candidates

    def on_none_scored(self, event: e.NoneScored, _state: State) -> None:
        self.conflict, self.passed = event.sentence(), True

    def on_selected(self, event: e.VariableSelected, _state: State) -> None:
        self.leave_label()
        self.selected = event.variable

    def on_value_scored(self, event: e.ValueScored, _state: State) -> None:
        self.value_scores[event.value] = event.score

    def on_labelled(self, event: e.Labelled, state: State) -> None:
        tied = self.tied or self.best  # a score that all variables have breaks no tie before it
        self.leave_selection()
        self.leave_label()
        self.broken = tied
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.grow(f"{event.variable}={event.value}", len(self.branch) + 1, len(tied))
        self.branch = (*self.branch, Label(event.variable, event.value, event.size, len(self.trail)))
        self.source = event.variable
        self._change(state, event.variable, (event.value,), "label")

    def on_struck(self, event: e.Struck, state: State) -> None:
        self._change(state, event.variable, event.left)
        self.broken = ()
        self.because, self.hit = event.because, event.variable
        self.struck[event.variable] = (*self.struck.get(event.variable, ()), *event.removed)
        self.by_label += len(event.removed) * self.label_spreads

    def on_emptied(self, event: e.Emptied, _state: State) -> None:
        self.emptied, self.conflict, self.broken = event.variable, event.sentence(), ()
        self.because, self.hit = event.because, event.variable

    def on_homeless(self, event: e.Homeless, _state: State) -> None:
        self.conflict, self.unit, self.broken = event.sentence(), event.unit, ()
        self.because, self.hit = None, None

    def on_weight_raised(self, event: e.WeightRaised, _state: State) -> None:
        self.weights[event.constraint] = Weight(event.scope, event.weight)

    def on_single_found(self, event: e.SingleFound, state: State) -> None:
        self.source, self.unit, self.broken = event.variable, event.unit, ()
        self.because, self.hit, self.struck = None, None, {}
        self._change(state, event.variable, (event.value,), "single")

    def on_backed_up(self, _event: e.BackedUp, state: State) -> None:
        self.leave_selection()
        self.leave_label()
        self.undone, self.branch = self.branch[-1], self.branch[:-1]
        self.assigned = {x: how for x, how in self.assigned.items() if how != "rest"}
        self._restore(state, self.undone.mark)
        self.tree.back(failed=True)

    def on_exhausted(self, _event: e.Exhausted, _state: State) -> None:
        self.leave_selection()

    def on_neutralised(self, event: e.Neutralised, _state: State) -> None:
        self.leave_selection()
        self.leave_label()
        for variable, _ in event.rest:
            self.assigned[variable] = "rest"

    def on_solved(self, event: e.Solved, state: State) -> None:
        self.leave_selection()
        self.leave_label()
        self.keep_solution(event.number, state)

    def on_search_ended(self, event: e.SearchEnded, state: State) -> None:
        self.ended, self.undone = True, None
        state.outcome = "solved" if event.solutions else "unsatisfiable"


SearchState.folds = {
    e.Tied: SearchState.on_tied, e.Scored: SearchState.on_scored, e.StillTied: SearchState.on_still_tied,
    e.NoneScored: SearchState.on_none_scored, e.VariableSelected: SearchState.on_selected,
    e.ValueScored: SearchState.on_value_scored, e.Labelled: SearchState.on_labelled, e.Struck: SearchState.on_struck,
    e.Emptied: SearchState.on_emptied, e.Homeless: SearchState.on_homeless,
    e.WeightRaised: SearchState.on_weight_raised,
    e.SingleFound: SearchState.on_single_found, e.BackedUp: SearchState.on_backed_up,
    e.Exhausted: SearchState.on_exhausted, e.Neutralised: SearchState.on_neutralised, e.Solved: SearchState.on_solved,
    e.SearchEnded: SearchState.on_search_ended,
}


NO_SEARCH = SearchState()
"""What other families search: nothing. Never changed."""


def search_of(state: State) -> SearchState:
    """The search in a state."""
    return state.of(SearchState) or NO_SEARCH
