"""The numbers of the panel of an exact cover: what is covered, at which level, and the solutions found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from algorithms import events as e
from visualizer.families.covering.state import CoverState
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.numbers import (
    decided_at,
    false_of,
    group_of,
    headline_numbers,
    highest,
    level_of,
    true_of,
)
from visualizer.runs.numbers import Number, Worth, events_since, on_branch, said, standing

_TAKES, _GIVES_BACK = (e.OptionTaken, e.OptionExcluded), (e.OptionReturned, e.OptionReadmitted)


@level_of.register
def _(state: CoverState) -> Number:
    """The options that were taken, or left out, each a level deeper than the one before."""
    return Number("level", highest(state), "level of the option that was taken or left out last, of those that still "
                  "are", standing(_TAKES, _GIVES_BACK), rule=said("level"))


def size_of(item: str, options: Collection[str], value: int) -> Number:
    """How many options of an item are linked."""

    def rule(events: Sequence[Any]) -> Worth:
        gone = {option.lstrip("¬") for event in events
                for option in (event.options if isinstance(event, e.ItemCovered) else (event.option,))}
        return sum(option not in gone for option in options)

    return Number(f"size of {item}", value, "options of the item that are linked in the matrix: all but those that "
                  "these events have taken out", standing((*_TAKES, e.ItemCovered), (*_GIVES_BACK, e.ItemUncovered)),
                  rule=rule)


def covered_of(state: CoverState) -> Number:
    """The items that are covered."""
    return Number("covered", len(state.covered), "items that are covered now: those that were, without those that "
                  "were uncovered again", standing((e.ItemCovered,), (e.ItemUncovered,)))


@decided_at.register
def _(_state: CoverState, literal: str, level: int) -> Number:
    """The level of an option that was taken, or left out."""
    named = literal.lstrip("¬")
    return Number(f"level of {literal}", level, "level of this option: the event that took it, or left it out",
                  lambda timeline, upto: on_branch(_TAKES, _TAKES, _GIVES_BACK, lambda event: event.option == named)(
                      timeline, upto)[-1:], rule=said("level"))


@headline_numbers.register
def _(state: CoverState) -> Sequence[Number]:
    """In the order in which the headline has them."""
    if state.starved is not None or state.refuted:
        return ()
    found = Number("solutions", state.found, "solutions that the search has come to so far",
                   events_since((e.CoverFound,)))
    if state.ended and state.found:
        return (found,)
    if not state.underway:
        return ()
    return covered_of(state), level_of(state), *((found,) if state.found else ())


@true_of.register
def _(_state: CoverState, item: str, literals: Sequence[str], value: int) -> Number:
    """Those that were taken."""
    taken = on_branch((e.OptionTaken,), _TAKES, _GIVES_BACK, lambda event: event.option in literals)
    return Number(f"true of {item}", value, "options of the item that are taken now", taken)


@false_of.register
def _(_state: CoverState, _clause: int, _value: int) -> Sequence[Number]:
    """What an option taken has excluded is named by no event."""
    return ()


@group_of.register
def _(state: CoverState, entries: Sequence[Entry], name: str) -> Number:
    """What was taken and left out at these levels; with an option taken, the others of its item are out."""
    first, last = entries[0].level, entries[-1].level
    before = sum(entry.level == first for entry in state.trail[:state.trail.index(entries[0])])

    def rule(events: Sequence[Any]) -> Worth:
        level, found, options = 0, 0, dict[str, tuple[str, ...]]()
        for event in events:
            if isinstance(event, e.ItemCovered):
                options[event.item] = event.options
                more = 0 if event.choosing else len(event.options)
            else:
                level = event.level
                more = len(options.get(event.item or "", (event.option,))) if isinstance(event, e.OptionTaken) else 1
            found += more if first <= level <= last else 0
        return found - before

    return Number(name, len(entries), "literals of the trail that stand here as one: options taken, and others that "
                  "are out by that", standing((*_TAKES, e.ItemCovered), (*_GIVES_BACK, e.ItemUncovered)), rule=rule)
