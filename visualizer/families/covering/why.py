"""Why an option is taken, or out, in dancing links."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import counted, listed
from scenarios.timeline import Timeline
from visualizer.families.covering.state import cover_of
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.why import entries_of, of_trail, of_values, value_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, last
from visualizer.stage.literal_reasons import places_of


def why(timeline: Timeline[State], board: Board, place: str) -> Explanation | None:
    """What is known of a place."""
    found = _of_option(timeline, place) or of_values(timeline, place, _of_option)
    if found is None or found.position is None or not cover_of(timeline.state).marks:
        return found
    return replace(found, reason=_drawn(timeline, board, place, found.position))


def _drawn(timeline: Timeline[State], board: Board, place: str, position: int) -> Reason:
    """The other options of the item that decided it, outlined: from the one that is taken to those that are so out, or
    from those that are out to the only one left."""
    event: Any = timeline.events[position - 1]
    item = getattr(event, "item", None)
    if item is None or isinstance(event, e.OptionExcluded):
        return ()
    then, form = cover_of(timeline.at(position)), cover_of(timeline.state).items[item]
    words = [then.form.word(literal) for literal in form.literals]
    target, end = places_of(board, (place,)), Spot(place)
    if isinstance(event, e.OptionTaken) and event.option not in words:
        return ()
    true = [word for word in words if cover_of(timeline.at(position)).truth(word) is True]
    taken = tuple(Spot(x) for x in places_of(board, true) if x not in target)
    if taken:
        return (Link(places_of(board, words), taken, struck=(end,), rays=all_rays(taken, (end,))),)
    return (Link(places_of(board, words), (end,)),)


def _of_option(timeline: Timeline[State], x: str) -> Explanation | None:
    entries = entries_of(timeline, x)
    if entries and cover_of(timeline.state).marks:
        return of_cover(timeline, x, entries[0])
    return of_trail(timeline, x)


def of_cover(timeline: Timeline[State], x: str, entry: Entry) -> Explanation:
    """Why an option is taken, or out, in dancing links."""
    here, literal, out = timeline.position, entry.literal, negation(entry.literal)
    cover = cover_of(timeline.state)
    taken = last(timeline, e.OptionTaken, lambda event: event.option == literal, here) or 0
    beside = last(timeline, e.OptionTaken, lambda event: event.option != out and event.item in cover.choosing
                  and out in cover.covered[event.item], here) or 0
    full = last(timeline, e.ItemCovered, lambda event: not event.choosing and out in event.options, here) or 0
    excluded = last(timeline, e.OptionExcluded, lambda event: event.option == out, here) or 0
    found = max(taken, beside, full, excluded)
    event: Any = timeline.events[found - 1]
    if found == excluded:
        why_so = f"left out, because all that goes with {out} has been tried"
    elif found == full:
        may = counted(most, "true literal") if (most := cover.items[event.item].most) else "no true literal"
        why_so = f"item {event.item} may have {may}" + (f", and has {'it' if most == 1 else 'them'}" if most else "")
    elif found == beside:
        why_so = f"item {event.item} gets one option only, now {event.option}"
    else:
        why_so = _why_taken(timeline, found)
    return Explanation(x, f"{value_of(literal)} on the trail (event {found:,}): {why_so}.", (x,), found)


def _why_taken(timeline: Timeline[State], position: int) -> str:
    """How free the choice of an option was: forced, or which one of how many."""
    taken: Any = timeline.events[position - 1]
    level = f"taken at level {taken.level}"
    if taken.item is None:
        return f"{level}: no item needs it, and it may be taken or not"
    cover = cover_of(timeline.at(position - 1))
    needed, left = cover.needs(taken.item)
    if needed == left:
        had = "no other option left" if left == 1 else f"just {left} options left, and needed {_all_of(left)}"
        return f"{level}: item {taken.item} had {had}"
    options = cover.covered.get(taken.item, ())
    before = options[:options.index(taken.option)] if options else ()
    return f"{level}: a choice, one of {left} options of item {taken.item}" + (
        f", after {listed(before)}" if before else "")


def _all_of(number: int) -> str:
    return "both" if number == 2 else "all of them"
