"""Why no assignment of a constraint has a value any more: those that had it went, as another constraint has none that
fits, or as a value that they need was gone."""

from __future__ import annotations

from typing import Any, NamedTuple

from algorithms import events as e
from algorithms.problems.forms.csp import Domain, Value
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.families.consistency.state import looked_at
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import last

Given = tuple[tuple[str, Value], ...]


class Gone(NamedTuple):
    """An assignment that has gone: the position after that, what is ``missing``, and in which constraint; without one,
    what is missing has left the variable's domain. ``value`` is the one that it had of the variable in question."""

    position: int
    values: Domain
    value: Value
    missing: Given
    partner: str | None


def gone_with(timeline: Timeline[State], pruned: int, began: int) -> list[Gone]:
    """The assignments that went before the event at ``pruned``, and had a value that it removes."""
    event: Any = timeline.events[pruned - 1]
    scope = looked_at(timeline.at(pruned)).scopes.get(event.because, ())
    found = []
    for kind in (e.TupleDropped, e.TupleOutdated):
        for index in timeline.positions(kind):
            one: Any = timeline.events[index]
            if not began <= index < pruned or one.constraint != event.because:
                continue
            given = dict(zip(scope, one.values, strict=True))
            if given[event.variable] in event.removed:
                shared, partner = _missing(timeline, index)
                missing = tuple((y, given[y]) for y in shared)
                found.append(Gone(index + 1, one.values, given[event.variable], missing, partner))
    return sorted(found, key=lambda gone: gone.position)


def _missing(timeline: Timeline[State], index: int) -> tuple[tuple[str, ...], str | None]:
    """On which variables nothing fits the assignment that goes there, and in which constraint."""
    event: Any = timeline.events[index]
    if isinstance(event, e.TupleOutdated):
        return (event.variable,), None
    pair = timeline.before(e.PairTaken, index)
    assert pair is not None
    taken: Any = timeline.events[pair]
    return taken.shared, event.because


def drawn(timeline: Timeline[State], board: Board, pruned: int, found: list[Gone], began: int) -> Reason:
    """A step for each thing that is missing: around both constraints, with what they share hatched, from what the
    assignment has there to the value that went with it. First what was out before the assignments were listed."""
    event: Any = timeline.events[pruned - 1]
    x, state = event.variable, timeline.at(pruned - 1)
    links = list[Link]()
    if before := tuple(Spot(y) for y in _narrowed(timeline, event.because, pruned, began) if y != x):
        struck = tuple(Spot(x, value) for value in event.removed)
        links.append(Link(_around(board, state, event.because), before, struck=struck, rays=all_rays(before, struck)))
    for gone in found:
        around = dict.fromkeys((*_around(board, state, event.because), *_around(board, state, gone.partner)))
        causes = tuple(Spot(y, value) for y, value in gone.missing if y != x)
        struck = (Spot(x, gone.value),)
        shared = tuple(y for y, _ in gone.missing) if gone.partner else ()
        link = Link(tuple(around), causes, shared, struck, rays=all_rays(causes, struck))
        if link not in links:
            links.append(link)
    return tuple(links)


def _narrowed(timeline: Timeline[State], constraint: str, pruned: int, began: int) -> tuple[str, ...]:
    """The constraint's variables that had lost values before its assignments were listed: these have none of them."""
    listed_at = last(timeline, e.RelationListed, lambda event: event.constraint == constraint, pruned)
    if listed_at is None:
        return ()
    start, then = timeline.at(began).domains, timeline.at(listed_at).domains
    return tuple(y for y in looked_at(timeline.at(pruned)).scopes[constraint] if then[y] != start[y])


def _around(board: Board, state: State, name: str | None) -> tuple[str, ...]:
    """Where a constraint is: its own place, or its variables."""
    if name is None:
        return ()
    seat, constraint = board.seat(name), board.constraint(state, name)
    return (seat,) if seat is not None else () if constraint is None else constraint.scope


def ending(found: list[Gone], constraint: str) -> str:
    """The last one that went, in words."""
    gone = found[-1]
    having = listed([f"{y} = {value}" for y, value in gone.missing])
    assignment = f"{constraint}'s assignment {', '.join(map(str, gone.values))} (event {gone.position:,})"
    if gone.partner is None:
        return f"The last to go, {assignment}, needs {having}, which is out"
    return f"The last to go, {assignment}, fits none of {gone.partner}: it has none with {having}"
