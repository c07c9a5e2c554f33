"""Why a variable has its value on this branch, or none: who refused the others, and whom that blames."""

from __future__ import annotations

from algorithms.backjumping import events as b
from algorithms.problems.forms.csp import Value
from algorithms.reasons import Link, Ray, Reason, Spot
from algorithms.words import counted, few, listed
from scenarios.timeline import Timeline
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, last

_MOST_NAMED = 6


def why(timeline: Timeline[State], _board: Board, x: str) -> Explanation | None:
    """None for a variable that the search has not reached, and of which it so knows nothing."""
    search = backjump_of(timeline.state)
    label = next((label for label in search.branch if label.variable == x), None)
    if label is None and x not in search.refused:
        return _narrowed(timeline, search, x)
    level = next(level for level, name in search.at.items() if name == x)
    position = last(timeline, b.Instantiated, lambda event: event.variable == x, timeline.position)
    others = _others(search, x, None if label is None else label.value)
    named = tuple(dict.fromkeys((x, *(y for by in search.refused.get(x, {}).values() for y in by))))
    blame = _blame(search, x)
    if label is None:
        return Explanation(x, f"{x}, level {level}, has no value now. {others}{blame}", named, position,
                           reason=_drawn(search, x))
    value = f"{x} = {label.value}"
    if search.trying == label.value and search.current == x and search.verdict is None:
        head = f"{value} is tried at level {level} (event {position:,}); whether it can stay is not known yet."
    else:
        head = f"{value} stands at level {level} since event {position:,}: no variable before it refuses it."
    return Explanation(x, f"{head} {others}{blame}".rstrip(), named, position, reason=_drawn(search, x))


def _drawn(search: BackjumpState, x: str) -> Reason:
    """A line from each variable to the values that it refused."""
    rays = tuple(Ray(Spot(y), Spot(x, value)) for value, by in search.refused.get(x, {}).items() for y in by)
    causes, struck = (tuple(dict.fromkeys(spots)) for spots in ([ray.cause for ray in rays], [ray.to for ray in rays]))
    return (Link(causes=causes, struck=struck, rays=rays),) if rays else ()


def _others(search: BackjumpState, x: str, value: Value | None) -> str:
    """What became of its other values here."""
    told = []
    for other, by in search.refused.get(x, {}).items():
        if other != value:
            told.append(f"{other} was refused by {listed(by)}" if by else f"{other} {search.lost(x, other)}")
    if not told:
        return ""
    return f"{few(told, _MOST_NAMED)}. "


def _blame(search: BackjumpState, x: str) -> str:
    names = search.conf_sets.get(x, ())
    if not names or search.blames != "conflicts":
        return ""
    return f"Its conflict set: {few(names, _MOST_NAMED)}."


def _narrowed(timeline: Timeline[State], search: BackjumpState, x: str) -> Explanation | None:
    """A variable that is still open, from which forward checking has taken values."""
    domains = timeline.state.domains
    if x not in search.values or x not in domains:
        return None
    every, left = search.values[x], domains[x]
    gone = [value for value in every if value not in left]
    if not gone:
        return Explanation(x, f"{x} was not reached on this branch: all its {counted(len(every), 'value')} are open.",
                           (x,)) if len(every) > 1 else None
    return Explanation(x, f"{x} was not reached on this branch; forward checking has taken {listed(gone)}, and left "
                       f"{listed(left)}.", (x,))
