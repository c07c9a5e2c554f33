"""What may go wrong in AC-3: a support is overlooked, or an arc comes back that asks nothing new."""

from __future__ import annotations

from algorithms import events as e
from algorithms.arcs import ARCS
from algorithms.arcs import events as r
from algorithms.core import Event
from visualizer.families.arcs.questions import supports
from visualizer.families.arcs.state import ArcState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def no_support(before: Before, event: e.NoSupport) -> Wrong | None:
    """A value of the partner goes with it."""
    arc = before.of(ArcState).arc
    if arc is None or arc[0] != event.variable or event.value not in before.of(ArcState).left_to(before.state, arc[0]):
        return None
    found = supports(before, arc, event.value)
    if not found:
        return None
    return Wrong(f"{arc[0]} = {event.value} goes with {arc[1]} = {found[0]}, which is left to {arc[1]}.",
                 on_board(before, *arc))


def pruned(before: Before, event: e.Pruned) -> Wrong | None:
    """What goes has a support, or is another variable's."""
    arc = before.of(ArcState).arc
    if arc is None or event.variable in before.of(ArcState).hidden:
        return None
    if event.variable != arc[0]:
        return Wrong(f"The arc {arc[0]} → {arc[1]} asks for the values of {arc[0]}: it takes none from "
                     f"{event.variable}.", on_board(before, *arc))
    for value in event.removed:
        if found := supports(before, arc, value):
            return Wrong(f"{arc[0]} = {value} goes with {arc[1]} = {found[0]}, which is left to {arc[1]}.",
                         on_board(before, *arc))
    return None


def queued(before: Before, event: r.ArcQueued) -> Wrong | None:
    """It asks nothing new."""
    arcs = before.of(ArcState)
    if arcs.arc is None:
        return None
    lost, partner = arcs.arc
    if event.partner != lost:
        return Wrong(f"The arc {event.arc} leans on the values of {event.partner}; it was {lost} that lost one.",
                     on_board(before, event.variable, event.partner))
    if event.variable == partner:
        return Wrong(f"What {lost} lost had no partner in {partner}: no value of {partner} has leaned on it.",
                     on_board(before, lost, partner))
    return None


def prunes_the_other_end(before: Before, event: Event) -> Event | None:
    """The value goes from the partner."""
    arcs = before.of(ArcState)
    if not isinstance(event, e.Pruned) or arcs.arc is None or arcs.arc[1] in arcs.hidden:
        return None
    left = arcs.left_to(before.state, arcs.arc[1])
    gone = tuple(value for value in left if value in event.removed)
    if not gone or len(gone) == len(left):
        return None
    return e.Pruned(arcs.arc[1], gone, tuple(value for value in left if value not in gone), event.because)


declare_bugs(ARCS, {e.NoSupport: no_support, e.Pruned: pruned, r.ArcQueued: queued}, [
    Bug(name="an arc takes values from its other end", deviate=prunes_the_other_end),
])
