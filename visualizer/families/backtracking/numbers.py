"""The numbers of the panel of a search for solutions: ties and scores, labels and singles, weights, what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from algorithms import events as e
from algorithms.problems.forms.csp import Domain, Value
from scenarios.timeline import Timeline
from visualizer.families.backtracking.contribution import CONTRIBUTION, QUOTIENT, Explained, Share
from visualizer.families.backtracking.state import Label, SearchState
from visualizer.runs.boards import Peers
from visualizer.runs.numbers import Number, Worth, events_since, last_of, on_branch, said, size, standing
from visualizer.runs.states import State

_LABELS, _BACK = (e.Labelled,), (e.BackedUp,)
_CHANGES = e.Labelled, e.SingleFound, e.Struck, e.Neutralised
_STRIKES_ANEW = (e.Tied, e.Scored, e.VariableSelected, e.Labelled, e.SingleFound, e.BackedUp, e.Neutralised,
                 e.Solved)
_STAND = "those since undone are not counted"
Domains = Mapping[str, Domain]


def bracketed(number: Worth) -> str:
    """As it stands behind a value."""
    return f"({number:,})"


# --- the tie and its scores ------------------------------------------------------------------------------------------


def tied_of(search: SearchState) -> Number:
    """How many variables tie."""
    return Number("tied", len(search.tied), "variables that MRV cannot tell apart: all have as few values left",
                  last_of((e.Tied,)), rule=size("candidates"))


def left_of(values: int) -> Number:
    """How many values each of them has."""
    return Number("values left", values, "values that each of the variables has left that tie",
                  last_of((e.Tied,)), rule=said("size"))


def score_of(search: SearchState, x: str) -> Number:
    """What breaks the tie."""
    return Number(f"score of {x}", search.scores[x], f"{search.measure} of {x}, by which the tie is broken",
                  last_of((e.Scored,), when=lambda event: event.variable == x), rule=said("score"), form=str)


def struck_of(search: SearchState) -> Number:
    """The values that the last label, or single, has struck."""
    return Number("struck", sum(map(len, search.struck.values())), "values that forward checking has struck since the "
                  "last label, or single", events_since((e.Struck,), _STRIKES_ANEW), lambda event: len(event.removed))


def shared_of(search: SearchState, value: Value) -> Number:
    """Which rank a value has."""
    return Number(f"peers that share {value}", search.value_scores[value], "unassigned peers that could take this "
                  "value, too", last_of((e.ValueScored,), when=lambda event: event.value == value), rule=said("score"),
                  form=bracketed)


def explained_of(state: State, search: SearchState, peers: Peers, score: Explained) -> list[Number]:
    """Those in the head of a score that is taken apart: of how many peers, and what they make."""
    x, start = score.variable, _start(state, search)
    if score.measure == QUOTIENT:
        values = Number(f"values of {x}", len(state.domains[x]), f"values that {x} has left",
                        on_branch(_CHANGES, _LABELS, _BACK, lambda event: _is_about(event, (x,))),
                        rule=lambda events: len(_after(start, events)[0][x]))
        return [values, _weight_of(search, peers, score)]
    everybody = x, *peers.get(x, ())
    about = on_branch(_CHANGES, _LABELS, _BACK, lambda event: _is_about(event, everybody))

    def worths(events: Sequence[Any]) -> list[int]:
        domains, done = _after(start, events)
        return [len({*domains[x]} & {*domains[y]}) for y in peers.get(x, ()) if y not in done]

    if score.measure == CONTRIBUTION:
        return [Number(f"sharing peers of {x}", len(score.shares), f"unassigned peers of {x} that share a value with "
                       "it", about, rule=lambda events: sum(worth > 0 for worth in worths(events))),
                Number(f"contribution of {x}", score.total, f"values that {x} shares with its unassigned peers, "
                       "added up", about, rule=lambda events: sum(worths(events)))]
    return [Number(f"unassigned peers of {x}", len(score.shares), f"peers of {x} that have no value so far", about,
                   rule=lambda events: len(worths(events)))]


def share_of(state: State, search: SearchState, score: Explained, share: Share) -> list[Number]:
    """What a peer adds: of a degree always 1."""
    x, y = score.variable, share.peer
    if score.measure == CONTRIBUTION:
        start = _start(state, search)

        def common(events: Sequence[Any]) -> Worth:
            domains, _ = _after(start, events)
            return len({*domains[x]} & {*domains[y]})

        return [Number(f"shared with {y}", share.worth, f"values that {x} and {y} have both", on_branch(
            _CHANGES, _LABELS, _BACK, lambda event: _is_about(event, (x, y))), rule=common)]
    if score.measure == QUOTIENT:
        return [Number(f"weight with {y}", share.worth, f"weight of the constraint between {x} and {y}: 1, and 1 more "
                       "for each conflict that it has made",
                       last_of((e.WeightRaised,), when=lambda event: {*event.scope} == {x, y}), rule=said("weight", 1))]
    return []


def _weight_of(search: SearchState, peers: Peers, score: Explained) -> Number:
    """The weight of a variable: of its constraints with unassigned peers."""
    x = score.variable
    near = peers.get(x, ())

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        raised = events_since((e.WeightRaised,), when=lambda event: x in event.scope)(timeline, upto)
        given = on_branch(_CHANGES, _LABELS, _BACK, lambda event: not isinstance(event, e.Struck)
                          and _is_about(event, near))(timeline, upto)
        return sorted({*raised, *given})

    def rule(events: Sequence[Any]) -> Worth:
        done = _after({}, [event for event in events if not isinstance(event, e.WeightRaised)])[1]
        weights = {frozenset(event.scope): event.weight for event in events if isinstance(event, e.WeightRaised)}
        return sum(weights.get(frozenset((x, y)), 1) for y in near if y not in done)

    return Number(f"weight of {x}", score.total, "weights of its constraints with unassigned peers, added up", counted,
                  rule=rule)


# --- the branch ------------------------------------------------------------------------------------------------------


def labels_of(branch: Sequence[Label]) -> Number:
    """How many labels there are."""
    return Number("labels", len(branch), f"labels of the current branch: {_STAND}", standing(_LABELS, _BACK))


@singledispatch
def depth_of(_search: SearchState, x: str, depth: int) -> Number:
    """Which of them a variable's is."""
    return Number(f"depth of {x}", depth, f"which label of the current branch {x} has: that one and those before it",
                  lambda timeline, upto: standing(_LABELS, _BACK)(timeline, upto)[:depth])


def choices_of(branch: Sequence[Label]) -> Number:
    """How many of them were choices."""
    return Number("choices", sum(label.size > 1 for label in branch), "labels of the current branch that had more than "
                  "one value to choose from", on_branch(_LABELS, _LABELS, _BACK, lambda event: event.size > 1))


def forced_of(start: int, end: int) -> Number:
    """Labels one after the other that were none."""
    return Number(f"labels {start + 1}–{end}", end - start, "labels one after the other that had one value left",
                  lambda timeline, upto: standing(_LABELS, _BACK)(timeline, upto)[start:end],
                  form=lambda number: f"+{number}")


def values_of(search: SearchState) -> list[Number]:
    """By what the variables of a solution have their values, as far as any have."""
    ways = list(search.assigned.values())
    found = [
        Number("by labels", ways.count("label"), f"values that were chosen as labels: {_STAND}",
               standing(_LABELS, _BACK)),
        Number("as singles", ways.count("single"), f"values that were found as singles: {_STAND}",
               on_branch((e.SingleFound,), _LABELS, _BACK)),
        Number("left over", ways.count("rest"), "values of the variables that were left and agreed",
               on_branch((e.Neutralised,), _LABELS, _BACK), lambda event: len(event.rest))]
    return [number for number in found if number.value]


def open_of(state: State, search: SearchState, domains: Sequence[Domain]) -> list[Number]:
    """The variables that are open, and their values."""
    start, about = _start(state, search), on_branch(_CHANGES, _LABELS, _BACK)

    def left(events: Sequence[Any]) -> list[int]:
        now, done = _after(start, events)
        return [len(domain) for x, domain in now.items() if x not in done and len(domain) > 1]

    return [Number("open variables", len(domains), "variables without a value that have more than one left: all that "
                   "had, after these events", about, rule=lambda events: len(left(events))),
            Number("open values", sum(map(len, domains)), "values that these variables have left", about,
                   rule=lambda events: sum(left(events)))]


def weight_of(search: SearchState, constraint: str) -> Number:
    """What a constraint weighs."""
    raised = last_of((e.WeightRaised,), when=lambda event: event.constraint == constraint)
    return Number(f"weight of {constraint}", search.weights[constraint].weight, "1, and 1 more for each conflict that "
                  "the constraint has made", raised,
                  rule=said("weight"))


def found_of(search: SearchState) -> Number:
    """The solutions."""
    return Number("solutions", search.found, "solutions that the search has come to so far", events_since((e.Solved,)))


# --- domains, from the events of a branch ----------------------------------------------------------------------------


def _start(state: State, search: SearchState) -> Domains:
    """The domains before all of them."""
    return {x: search.csp.domains[x] for x in state.domains}


def _is_about(event: Any, names: Sequence[str]) -> bool:
    return isinstance(event, e.Neutralised) or event.variable in names


def _after(start: Domains, events: Sequence[Any]) -> tuple[dict[str, Domain], set[str]]:
    """The domains after them, and the variables that have their value."""
    domains, done = dict(start), set[str]()
    for event in events:
        if isinstance(event, e.Neutralised):
            done.update(x for x, _ in event.rest)
        elif isinstance(event, e.Struck):
            domains[event.variable] = event.left
        else:
            domains[event.variable] = (event.value,)
            done.add(event.variable)
    return domains, done
