"""The state of a search for solutions: labels, the tie being broken, what forward checking struck, the tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol, Self

from algorithms import events as e
from algorithms.core import Event, Outcome
from algorithms.problems.forms.csp import Domain, Value
from visualizer.tree.state import SearchTree

How = Literal["label", "single", "rest"]


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
class SearchState:
    """What a backtracking search knows, beside the domains.

    assigned:  how each variable that has its value for good on this branch got it: by a label, as a single, or as one
               of the rest of a neutralised puzzle
    branch:    the labels from the root to here; ``trail`` all changes since the beginning, the last one last
    tied:      the variables that MRV cannot tell apart; ``scores`` what breaks the tie, as far as they are found, in
               order; ``measure`` what they are called; ``best`` those that still are tied
    selected:  the variable that is labelled next; ``value_scores`` of its values, where these are ranked
    source:    the variable whose value is being checked forward: that of the last label, or a single since
    struck:    what forward checking took since the last label, by variable; ``emptied`` the one with nothing left
    because:   the label, single or constraint that struck last, and the variable that it ``hit`` (None: it is violated)
    unit:      where a hidden single was found last, or a value has no place
    conflict:  why the last label does not stand, in words
    found:     how many solutions; ``solved``: this is one
    weights:   of the constraints that have made a conflict, by name; all others weigh 1. No step back lowers them
    """

    assigned: dict[str, How] = field(default_factory=dict)
    branch: tuple[Label, ...] = ()
    trail: list[Change] = field(default_factory=list)
    tied: tuple[str, ...] = ()
    scores: dict[str, e.Score] = field(default_factory=dict)
    measure: str = ""
    best: tuple[str, ...] = ()
    selected: str | None = None
    value_scores: dict[Value, int] = field(default_factory=dict)
    source: str | None = None
    struck: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    emptied: str | None = None
    because: str | None = None
    hit: str | None = None
    unit: str | None = None
    conflict: str = ""
    found: int = 0
    solved: bool = False
    ended: bool = False
    weights: dict[str, Weight] = field(default_factory=dict)
    tree: SearchTree = field(default_factory=SearchTree, compare=False)  # equal runs share no nodes, only their look

    def copy(self) -> Self:
        return replace(self, assigned=dict(self.assigned), trail=list(self.trail), scores=dict(self.scores),
                       value_scores=dict(self.value_scores), struck=dict(self.struck),
                       weights=dict(self.weights), tree=self.tree.copy())

    @property
    def scored(self) -> str | None:
        """The variable that was scored last, while a tie is being broken."""
        return next(reversed(self.scores), None) if self.selected is None else self.selected

    def leave_selection(self) -> None:
        self.tied, self.scores, self.best, self.selected, self.value_scores = (), {}, (), None, {}

    def leave_label(self) -> None:
        self.source, self.struck, self.emptied, self.unit = None, {}, None, None
        self.because, self.hit = None, None
        self.conflict, self.solved = "", False


class Searched(Protocol):
    """A state with domains and a search: what the folds below change."""

    domains: dict[str, Domain]
    search: SearchState
    outcome: Outcome | None


def known(state: Searched) -> Mapping[str, Domain]:
    """The domains, without what follows from the labels of the branch: one solution is not what all have in common."""
    search = state.search
    if not search.branch:
        return state.domains
    domains = dict(state.domains)
    for change in reversed(search.trail[search.branch[0].mark:]):
        domains[change.variable] = change.domain
    return domains


def _change(state: Searched, variable: str, domain: Domain, how: How | None = None) -> None:
    """A new domain, and with ``how`` the value for good."""
    search = state.search
    search.trail.append(Change(variable, state.domains[variable], variable in search.assigned))
    state.domains[variable] = domain
    if how is not None:
        search.assigned[variable] = how


def _tied(state: Searched, event: e.Tied) -> None:
    state.search.leave_selection()
    state.search.leave_label()
    state.search.tied = event.candidates


def _scored(state: Searched, event: e.Scored) -> None:
    if not state.search.scores:
        state.search.leave_label()
    state.search.scores[event.variable] = event.score
    state.search.measure = event.measure


def _still_tied(state: Searched, event: e.StillTied) -> None:
    state.search.best = event.candidates


def _none_scored(state: Searched, event: e.NoneScored) -> None:
    state.search.conflict = event.sentence()


def _selected(state: Searched, event: e.VariableSelected) -> None:
    state.search.leave_label()
    state.search.selected = event.variable


def _value_scored(state: Searched, event: e.ValueScored) -> None:
    state.search.value_scores[event.value] = event.score


def _labelled(state: Searched, event: e.Labelled) -> None:
    search = state.search
    search.leave_selection()
    search.leave_label()
    if not search.tree.path:
        search.tree.grow("∅", 0)
    search.tree.grow(f"{event.variable}={event.value}", len(search.branch) + 1)
    search.branch = (*search.branch, Label(event.variable, event.value, event.size, len(search.trail)))
    search.source = event.variable
    _change(state, event.variable, (event.value,), "label")


def _struck(state: Searched, event: e.Struck) -> None:
    search = state.search
    _change(state, event.variable, event.left)
    search.because, search.hit = event.because, event.variable
    search.struck[event.variable] = (*search.struck.get(event.variable, ()), *event.removed)


def _emptied(state: Searched, event: e.Emptied) -> None:
    state.search.emptied, state.search.conflict = event.variable, event.sentence()
    state.search.because, state.search.hit = event.because, event.variable


def _homeless(state: Searched, event: e.Homeless) -> None:
    state.search.conflict, state.search.unit = event.sentence(), event.unit


def _weight_raised(state: Searched, event: e.WeightRaised) -> None:
    state.search.weights[event.constraint] = Weight(event.scope, event.weight)


def _single_found(state: Searched, event: e.SingleFound) -> None:
    state.search.source, state.search.unit = event.variable, event.unit
    state.search.because, state.search.hit = None, None
    _change(state, event.variable, (event.value,), "single")


def _backed_up(state: Searched, event: e.BackedUp) -> None:
    search = state.search
    search.leave_selection()
    search.leave_label()
    mark = search.branch[-1].mark
    search.branch = search.branch[:-1]
    search.assigned = {x: how for x, how in search.assigned.items() if how != "rest"}
    while len(search.trail) > mark:
        variable, state.domains[variable], was_assigned = search.trail.pop()
        if not was_assigned:
            search.assigned.pop(variable, None)
    search.tree.back(failed=True)


def _exhausted(state: Searched, event: e.Exhausted) -> None:
    state.search.leave_selection()


def _neutralised(state: Searched, event: e.Neutralised) -> None:
    state.search.leave_selection()
    state.search.leave_label()
    for variable, _ in event.rest:
        state.search.assigned[variable] = "rest"


def _solved(state: Searched, event: e.Solved) -> None:
    search = state.search
    search.leave_selection()
    search.leave_label()
    search.found, search.solved, state.outcome = event.number, True, "solved"
    if not search.tree.path:
        search.tree.grow("∅", 0)
    search.tree.solved()


def _search_ended(state: Searched, event: e.SearchEnded) -> None:
    state.search.ended = True
    state.outcome = "solved" if event.solutions else "unsatisfiable"


SEARCH_FOLDS: Mapping[type[Event], Callable[[Any, Any], None]] = {
    e.Tied: _tied, e.Scored: _scored, e.StillTied: _still_tied, e.NoneScored: _none_scored,
    e.VariableSelected: _selected, e.ValueScored: _value_scored, e.Labelled: _labelled, e.Struck: _struck,
    e.Emptied: _emptied, e.Homeless: _homeless, e.WeightRaised: _weight_raised,
    e.SingleFound: _single_found, e.BackedUp: _backed_up, e.Exhausted: _exhausted, e.Neutralised: _neutralised,
    e.Solved: _solved, e.SearchEnded: _search_ended,
}
