"""Why a search has this value, or these values left: clues, labels, singles, strikes, and on a puzzle that is searched
as a formula what the literals ``A1=5`` say.

What was undone on the way back says nothing any more. So only the events of the current branch are read: after each
of its labels those up to the next label or the next step back, and before all labels those from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.csp import Domain, Value
from algorithms.reasons import Link, Ray, Reason, Spot, all_rays
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.families.backtracking.state import search_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began, last

Found = tuple[int, Event]
"""An event and its position."""


def why(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
    """What is known of a variable of the puzzle; None if nothing is."""
    if x not in timeline.state.domains:
        return None
    how = search_of(timeline.state).assigned.get(x)
    if how == "label":
        return _of_label(timeline, x)
    if how == "single":
        return _of_single(timeline, board, x)
    return _of_rest(timeline, x) if how == "rest" else _of_open(timeline, x)


# --- labels and singles ----------------------------------------------------------------------------------------------


def _of_label(timeline: Timeline[State], x: str) -> Explanation | None:
    """The label: which one it is, and how free the choice was."""
    branch = search_of(timeline.state).branch
    number = next((index for index, label in enumerate(branch, 1) if label.variable == x), None)
    if number is None:
        return None
    position = _starts(timeline)[number] + 1
    label = branch[number - 1]
    tried = _tried(timeline, position - 1)
    if label.size == 1:
        how = "the only value that it had left"
    elif len(tried) == label.size - 1:
        how = f"the last of the {label.size} values that it had left, after {listed(tried)}"
    else:
        after = f", after {listed(tried)}" if tried else ""
        how = f"a guess, one of the {label.size} values that it had left{after}"
    return _with_strikes(timeline, x, f"{x} = {label.value} is label {number} of this branch (event {position:,}): "
                         f"{how}.", position)


def _tried(timeline: Timeline[State], labelled: int) -> list[Value]:
    """The values that the variable of a label, by its index, had there before: each was undone just before the next."""
    events: Sequence[Any] = timeline.events
    variable = events[labelled].variable
    positions, found = timeline.positions(e.Labelled), list[Value]()
    index = timeline.count(e.Labelled, labelled)
    while labelled:
        undone = events[labelled - 1]
        if not isinstance(undone, e.BackedUp) or undone.variable != variable:
            break
        found.append(undone.value)
        index -= 1
        while events[positions[index]].variable != variable:
            index -= 1
        labelled = positions[index]
    return found[::-1]


def _of_single(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
    """A naked or a hidden single."""
    found = _last_single(timeline, x)
    if found is None:
        return None
    position, event = found
    assert isinstance(event, e.SingleFound)
    head = f"{x} = {event.value} (event {position:,})"
    if event.unit is None:
        return _with_strikes(timeline, x, f"{head} is a naked single: it had no other value left.", position)
    return Explanation(x, f"{head} is a hidden single: no other place in {event.unit} can take {event.value}.",
                       tuple(dict.fromkeys((x, *board.members(event.unit)))), position,
                       reason=_only_place(timeline.at(position - 1), board, x, event))


def _of_rest(timeline: Timeline[State], x: str) -> Explanation:
    """A value left over, where the puzzle was neutralised."""
    position = last(timeline, e.Neutralised, lambda _: True, timeline.position)
    return _with_strikes(timeline, x, f"{x} = {timeline.state.domains[x][0]} is left over: neutralised (event "
                         f"{position:,}), all that was open has one value, and these agree.", position)


def _of_open(timeline: Timeline[State], x: str) -> Explanation | None:
    """What was struck from an unassigned variable; where it has lost its last value, that."""
    state = timeline.state
    values: Domain = state.domains[x]
    if search_of(state).emptied == x:
        position = last(timeline, e.Emptied, lambda event: event.variable == x, timeline.position)
        assert position is not None  # that is what emptied it
        because = getattr(timeline.events[position - 1], "because", "")
        return _with_strikes(timeline, x, f"{x} has no value left (event {position:,}): {because} excludes "
                             f"{listed(values)}, a conflict.", position, because)
    struck = _struck(timeline, x)
    if not struck:
        return None
    position = struck[-1][0]
    return _with_strikes(timeline, x, f"{x} can still be {listed(values, 'or')} (event {position:,}).", position)


# --- the events of the current branch --------------------------------------------------------------------------------


def _starts(timeline: Timeline[State]) -> list[int]:
    """Where the current branch begins, and the indices of its labels.

    The last label of a variable that is labelled now is the one that stands: it could get no other in between.
    """
    positions, index = timeline.positions(e.Labelled), timeline.count(e.Labelled)
    found = []
    events: Sequence[Any] = timeline.events
    for label in reversed(search_of(timeline.state).branch):
        index -= 1
        while events[positions[index]].variable != label.variable:
            index -= 1
        found.append(positions[index])
    return [began(timeline), *reversed(found)]


def _in_force(timeline: Timeline[State]) -> Iterator[Found]:
    """The events of the current branch that no step back has undone, each with its position."""
    starts = _starts(timeline)
    for depth, start in enumerate(starts):
        after = start + (depth > 0)
        ends = (timeline.after(kind, after) for kind in (e.Labelled, e.BackedUp))
        end = min([timeline.position, *(end for end in ends if end is not None)])
        for index in range(after, end):
            yield index + 1, timeline.events[index]


def _struck(timeline: Timeline[State], x: str) -> list[tuple[int, e.Struck]]:
    """What forward checking took from x and has not come back."""
    return [(position, event) for position, event in _in_force(timeline)
            if isinstance(event, e.Struck) and event.variable == x]


def _last_single(timeline: Timeline[State], x: str) -> Found | None:
    found = None
    for position, event in _in_force(timeline):
        if isinstance(event, e.SingleFound) and event.variable == x:
            found = position, event
    return found


def _with_strikes(timeline: Timeline[State], x: str, sentence: str, position: int | None,
                  *because: str) -> Explanation:
    """The sentence, and what was struck from x: ``Struck: 6 by D1, 7 by E4.`` Marked are those that did it, where these
    are no constraints, and ``because``."""
    struck = [event for _, event in _struck(timeline, x)]
    said = ", ".join(f"{listed(event.removed)} by {event.because}" for event in struck)
    names = dict.fromkeys((x, *because, *(event.because for event in struck)))
    return Explanation(x, f"{sentence} Struck: {said}." if struck else sentence,
                       tuple(name for name in names if name in timeline.state.domains), position,
                       reason=_struck_by(timeline, x, struck))


def _struck_by(timeline: Timeline[State], x: str, struck: Sequence[e.Struck]) -> Reason:
    """A line from each variable whose label struck values of x."""
    values = timeline.state.domains
    causes = tuple(dict.fromkeys(Spot(event.because) for event in struck if event.because in values))
    gone = tuple(Spot(x, value) for event in struck for value in event.removed)
    return (Link(causes=causes, struck=gone, follows=(Spot(x),), rays=all_rays(causes, (Spot(x),))),) if causes else ()


def _only_place(state: State, board: Board, x: str, event: e.SingleFound) -> Reason:
    """The unit; in each other place a cross, and a line to it from a variable that has the value and shares a
    constraint with it."""
    unit, peers, rays = board.members(event.unit or ""), board.peers(state), list[Ray]()
    others = [y for y in unit if y != x and state.domains.get(y) != (event.value,)]
    for y in others:
        causes = [z for z in peers.get(y, ()) if z != x and state.domains.get(z) == (event.value,)]
        rays += [Ray(Spot(z), Spot(y)) for z in causes[:1]]
    return (Link(tuple(unit), tuple(dict.fromkeys(ray.cause for ray in rays)),
                 struck=tuple(dict.fromkeys(ray.to for ray in rays)), follows=(Spot(x),), rays=tuple(rays)),)
