"""Why a search has this value, or these values left: clues, labels, singles, strikes, and on a puzzle that is searched
as a formula what the literals ``A1=5`` say.

What was undone on the way back says nothing any more. So only the events of the current branch are read: after each
of its labels those up to the next label or the next step back, and before all labels those from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.csp import Domain, Value
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.runs.states import ConstraintState, SudokuState
from visualizer.stage.explanations import Explanation, began, last, of_backbone, of_trail

Found = tuple[int, Event]
"""An event and its position."""


def of_search(timeline: Timeline[Any], x: str) -> Explanation | None:
    """What is known of a variable of the puzzle; None if nothing is."""
    state: ConstraintState = timeline.state
    if x not in state.domains:
        return None
    found = _of_clue(timeline, x) or _of_literals(timeline, x)
    if found is None and state.sat is None:
        how = state.search.assigned.get(x)
        found = (_of_label(timeline, x) if how == "label" else _of_single(timeline, x) if how == "single" else
                 _of_rest(timeline, x) if how == "rest" else _of_open(timeline, x))
    return found or _of_start(timeline, x)


# --- the puzzle ------------------------------------------------------------------------------------------------------


def _of_clue(timeline: Timeline[Any], x: str) -> Explanation | None:
    """A clue, or what the user wrote."""
    state = timeline.state
    if not isinstance(state, SudokuState) or state.puzzle is None:
        return None
    if x in state.entered:
        position = last(timeline, e.Entered, lambda event: event.cell == x, timeline.position)
        return Explanation(x, f"{x} = {state.entered[x]} was entered (event {position:,}).", (x,), position)
    if x in state.puzzle.clues:
        return Explanation(x, f"{x} = {state.puzzle.clues[x]} is a clue.", (x,))
    return None


def _of_start(timeline: Timeline[Any], x: str) -> Explanation | None:
    """What clues leave to a blank cell, or that there was only one value from the start."""
    state = timeline.state
    if isinstance(state, SudokuState) and state.puzzle is not None:
        left = state.position().domains()[x]
        out = [value for value in range(1, state.puzzle.side + 1) if value not in left]
        why = f"digits in its row, column and box exclude {listed(out)}" if out else "no digit there excludes anything"
        can_be = f"can be {listed(left, 'or')}" if left else "has no value left"
        return Explanation(x, f"{x} {can_be}: {why}.", (x,))
    values = timeline.at(0).domains[x]
    if len(values) == 1 and began(timeline) == 0:
        return Explanation(x, f"{x} = {values[0]} from the start: it has no other value.", (x,))
    return None


# --- labels and singles ----------------------------------------------------------------------------------------------


def _of_label(timeline: Timeline[Any], x: str) -> Explanation | None:
    """The label: which one it is, and how free the choice was."""
    branch = timeline.state.search.branch
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


def _tried(timeline: Timeline[Any], labelled: int) -> list[Value]:
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


def _of_single(timeline: Timeline[Any], x: str) -> Explanation | None:
    """A naked or a hidden single."""
    found = _last_of(timeline, e.SingleFound, x)
    if found is None:
        return None
    position, event = found
    assert isinstance(event, e.SingleFound)
    head = f"{x} = {event.value} (event {position:,})"
    if event.unit is None:
        return _with_strikes(timeline, x, f"{head} is a naked single: it had no other value left.", position)
    state = timeline.state
    unit: Sequence[str] = ()
    if isinstance(state, SudokuState) and state.puzzle is not None:
        unit = state.puzzle.geometry.units[event.unit]
    return Explanation(x, f"{head} is a hidden single: no other place in {event.unit} can take {event.value}.",
                       tuple(dict.fromkeys((x, *unit))), position)


def _of_rest(timeline: Timeline[Any], x: str) -> Explanation:
    """A value left over, where the puzzle was neutralised."""
    position = last(timeline, e.Neutralised, lambda _: True, timeline.position)
    return _with_strikes(timeline, x, f"{x} = {timeline.state.domains[x][0]} is left over: neutralised (event "
                         f"{position:,}), all that was open has one value, and these agree.", position)


def _of_open(timeline: Timeline[Any], x: str) -> Explanation | None:
    """What was struck from an unassigned variable; where it has lost its last value, that."""
    state = timeline.state
    values: Domain = state.domains[x]
    if state.search.emptied == x:
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


def _starts(timeline: Timeline[Any]) -> list[int]:
    """Where the current branch begins, and the indices of its labels.

    The last label of a variable that is labelled now is the one that stands: it could get no other in between.
    """
    positions, index = timeline.positions(e.Labelled), timeline.count(e.Labelled)
    found = []
    events: Sequence[Any] = timeline.events
    for label in reversed(timeline.state.search.branch):
        index -= 1
        while events[positions[index]].variable != label.variable:
            index -= 1
        found.append(positions[index])
    return [began(timeline), *reversed(found)]


def _in_force(timeline: Timeline[Any]) -> Iterator[Found]:
    """The events of the current branch that no step back has undone, each with its position."""
    starts = _starts(timeline)
    for depth, start in enumerate(starts):
        after = start + (depth > 0)
        ends = (timeline.after(kind, after) for kind in (e.Labelled, e.BackedUp))
        end = min([timeline.position, *(end for end in ends if end is not None)])
        for index in range(after, end):
            yield index + 1, timeline.events[index]


def _struck(timeline: Timeline[Any], x: str) -> list[tuple[int, e.Struck]]:
    """What forward checking took from x and has not come back."""
    return [(position, event) for position, event in _in_force(timeline)
            if isinstance(event, e.Struck) and event.variable == x]


def _last_of(timeline: Timeline[Any], kind: type[e.SingleFound], x: str) -> Found | None:
    found = None
    for position, event in _in_force(timeline):
        if isinstance(event, kind) and event.variable == x:
            found = position, event
    return found


def _with_strikes(timeline: Timeline[Any], x: str, sentence: str, position: int | None,
                  *because: str) -> Explanation:
    """The sentence, and what was struck from x: ``Struck: 6 by D1, 7 by E4.`` Marked are those that did it, where these
    are no constraints, and ``because``."""
    struck = [event for _, event in _struck(timeline, x)]
    said = ", ".join(f"{listed(event.removed)} by {event.because}" for event in struck)
    names = dict.fromkeys((x, *because, *(event.because for event in struck)))
    return Explanation(x, f"{sentence} Struck: {said}." if struck else sentence,
                       tuple(name for name in names if name in timeline.state.domains), position)


# --- literals --------------------------------------------------------------------------------------------------------


def _of_literals(timeline: Timeline[Any], x: str) -> Explanation | None:
    """Where the puzzle is searched as a formula: the fate of its literals, or what the trail says of them."""
    state: ConstraintState = timeline.state
    names = {name: value for name, (y, domain) in state.direct.items() if y == x
             for value in domain if name == f"{x}={value}"}
    if state.sat is None or not names:
        return None
    first = next((name for name in names if name in state.sat.fates), None)
    found = of_backbone(timeline, first) if first is not None else None
    true = state.sat.clash if state.sat.clash in names else next(filter(state.sat.truth, names), None)
    if found is None and true is not None:
        found = of_trail(timeline, true)
    if found is not None:
        return replace(found, place=x, marks=(x,))
    false = [entry.literal for entry in state.sat.trail if entry.literal.lstrip("¬") in names]
    found = of_trail(timeline, false[-1].lstrip("¬")) if false else None
    if found is None:
        return None
    left = [value for name, value in names.items() if state.sat.truth(name) is None]
    still = f"can still be {listed(left, 'or')}" if left else "has no value left"
    return replace(found, place=x, sentence=f"{x} {still}. The last that was excluded: {found.sentence}", marks=(x,))
