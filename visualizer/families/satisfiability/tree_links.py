"""The search tree and the trail are linked: a node that is pointed at brings its partial assignment back, and what is
pointed at on the trail has its node."""

from __future__ import annotations

from functools import lru_cache

from algorithms import events as e
from algorithms.core import Event
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.states import State
from visualizer.stage.view import View

_ENDS: tuple[type[Event], ...] = (e.Returned, e.Decided, e.Assumed, e.Complemented, e.Undone, e.Modelled,
                                  e.Refuted)
"""With them a node's own part of the run is over."""


def lens(view: View) -> State | None:
    """What was assigned at the node that is pointed at, for the board and the trail to show; None where there is none,
    or where the search is there now."""
    node, tree = view.tree.pointed, view.state.tree
    if node is None or node >= tree.count or node in tree.branch[-1:]:
        return None
    return state_at(view.timeline, tree.number, node, view.timeline.position)


@lru_cache(maxsize=1)
def state_at(timeline: Timeline[State], number: int, node: int, end: int) -> State | None:
    """The state in which the search went on from a node, of the tree of that number, at the latest at position ``end``;
    None if it has not been there."""
    start, _ = max(((position, state) for position, state in timeline.kept()
                    if position <= end and (state.tree.number, state.tree.grown) <= (number, node)),
                   key=lambda kept: kept[0])
    state, there = timeline.at(start), False
    for position, event in enumerate(timeline.events[start:end], start):
        if there and isinstance(event, _ENDS):
            break
        state.apply(event)
        if not there and state.tree.number == number and state.tree.grown > node:
            if state.tree.branch[-1] != node:  # the root of a search that has begun with its first decision
                return timeline.at(position)
            there = True
    return state if there else None


def node_of(view: View) -> int | None:
    """The node of the current branch at which the literal that is pointed at joined the trail; None where none is."""
    sat = sat_of(view.state)
    pointed = next((index for index, entry in enumerate(sat.trail) if view.links.lit(entry.literal)), None)
    if pointed is None:
        return None
    begins = beginnings(sat)
    return next((node for node, index in reversed(begins.items()) if index <= pointed), None)


def beginnings(state: SatState) -> dict[int, int]:
    """By node of the current branch: where its own part of the trail begins."""
    where = {entry.literal: index for index, entry in enumerate(state.trail)}
    found: dict[int, int] = {}
    for node in state.tree.branch:
        begin = where.get(state.tree.node(node).label, 0 if not found else None)
        if begin is not None:
            found[node] = begin
    return found


def own_part(state: SatState) -> int:
    """Where the part of the trail begins that belongs to the end of the current branch."""
    return max(beginnings(state).values(), default=0)
