"""Why a variable has its value now: the step that gave it, what its values would have cost then, what it violates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from algorithms.local_search import events as r
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.families.local_search.state import repair_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, anything, last
from visualizer.stage.violations import clashes

_MOST_VALUES = 12  # whose conflicts are told one by one
_MOST_NAMED = 6  # constraints that are named


def why(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
    """None for a place that has no value in this try."""
    if x not in repair_of(timeline.state).assigned:
        return None
    tried = last(timeline, r.TryBegun, anything, timeline.position) or 0
    position = last(timeline, r.Repaired, lambda event: event.variable == x, timeline.position) or 0
    if position <= tried:
        position = last(timeline, r.ValueGiven, lambda event: event.variable == x, timeline.position) or 0
    violated, scopes = _violated(timeline.state, board, x)
    others = (y for scope in scopes.values() for y in scope)
    return Explanation(x, f"{_given(timeline, position)} {violated}", tuple(dict.fromkeys((x, *others))), position,
                       reason=clashes(board, x, scopes))


def _given(timeline: Timeline[State], position: int) -> str:
    """How the event before that position gave a variable its value."""
    event, where = timeline.events[position - 1], f"(event {position:,})"
    if isinstance(event, r.ValueGiven):
        head = f"{event.variable} has started with {event.value} {where}"
        if event.how == "fewest":
            return (f"{head}, which had the fewest conflicts with what had a value: "
                    f"{event.conflicts:,}{_costs(timeline, position)}.")
        return f"{head}, {event.reason}."
    assert isinstance(event, r.Repaired)
    did = f"kept {event.variable} at" if event.value == event.before else f"gave {event.variable} the value"
    head = f"Step {timeline.count(r.Repaired, position):,} {where} {did} {event.value}"
    if not event.ties:
        return f"{head}: the noise drew it, with {event.how_many} then."
    least = "the value" if event.ties == 1 else f"one of {event.ties} values"
    return f"{head}, {least} with the fewest conflicts then: {event.conflicts:,}{_costs(timeline, position)}."


def _costs(timeline: Timeline[State], position: int) -> str:
    """The conflicts that each value was found to have, just before a variable took one: `` (1 → 4, 2 → 0)``."""
    found: list[str] = []
    index = position - 2
    while index >= 0 and isinstance(event := timeline.events[index], r.ValueTried):
        found.append(f"{event.value} → {event.conflicts}")
        index -= 1
    return f" ({', '.join(reversed(found))})" if 1 < len(found) <= _MOST_VALUES else ""


def _violated(state: State, board: Board, x: str) -> tuple[str, Mapping[str, Sequence[str]]]:
    """What is violated on a variable now, in words, and the variables of these constraints."""
    scopes = {name: found.scope for name in repair_of(state).violated
              if (found := board.constraint(state, name)) is not None and x in found.scope}
    if not scopes:
        return "No constraint on it is violated now.", {}
    names, more = list(scopes)[:_MOST_NAMED], len(scopes) - _MOST_NAMED
    shown = listed([*names, f"{more} more"] if more > 0 else names)
    return f"Violated now: {shown}.", scopes
