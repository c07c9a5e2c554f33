"""The numbers of the panel of a search for models: what is assigned, the levels, the models found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from algorithms.core import Event
from algorithms.events import (
    Assumed,
    Blocked,
    ClauseAdded,
    Complemented,
    Conflicted,
    Decided,
    Forgotten,
    Implied,
    Learned,
    Modelled,
    Resolved,
    TooManyFalse,
    Watched,
)
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.numbers import Number, events_since, last_of, last_of_each, size
from visualizer.runs.states import State

_ASSIGN = Decided, Assumed, Complemented, Implied


def _variable(event: Event) -> str:
    return str(getattr(event, "literal", "")).lstrip("¬")


def highest(state: SatState) -> int:
    """The level of the trail: a jump back takes the entries away one event after the level."""
    return max((entry.level for entry in state.trail), default=0)


@singledispatch
def headline_numbers(state: SatState) -> Sequence[Number]:
    """Those in the headline: how many variables are assigned, or how many models were found."""
    if state.refuted or state.news or state.progress() or state.clashing or state.conflict is not None:
        return ()
    if not state.seen_as_model:
        return (assigned_of(state),)
    return (Number("models found", state.found, "models that the search has come to so far",
                   events_since((Modelled,))),) if state.answered else ()


@singledispatch
def assigned_of(state: SatState) -> Number:
    """What is on the trail."""
    return Number("assigned", len(state.values), "variables on the trail now: for each one the event that put it "
                  "there last", last_of_each(state.values, _ASSIGN, _variable))


def trail_of(state: SatState) -> Number:
    """The literals of the trail; of a clash it has both."""

    def literal(event: Event) -> str:
        return str(getattr(event, "literal", ""))

    return Number("literals of M", len(state.trail), "literals on the trail now: for each one the event that put it "
                  "there last", last_of_each([entry.literal for entry in state.trail], _ASSIGN, literal))


def long_of(literals: Sequence[str]) -> Number:
    """How long the clause is that analysis has come to."""
    return Number("literals", len(literals), "literals of the clause that conflict analysis has come to",
                  last_of((Resolved, Learned)), rule=size("literals"))


@singledispatch
def level_of(state: SatState) -> Number:
    """The level: what has begun each of those that are on the trail."""
    begin = {entry.level: entry.literal.lstrip("¬") for entry in reversed(state.trail) if entry.level}
    return Number("level", highest(state), "levels of the trail: for each one the event that has begun it",
                  last_of_each(begin.values(), _ASSIGN, _variable))


@singledispatch
def decided_at(state: SatState, literal: str, level: int) -> Number:
    """The level that a literal has begun."""
    begin = {entry.level: entry.literal.lstrip("¬") for entry in reversed(state.trail) if 0 < entry.level <= level}
    return Number(f"level of {literal}", level, f"levels of the trail up to that of {literal}: for each one the event "
                  "that has begun it", last_of_each(begin.values(), _ASSIGN, _variable))


@singledispatch
def group_of(state: SatState, entries: Sequence[Entry], name: str) -> Number:
    """Literals of the trail that stand as one chip."""
    return Number(name, len(entries), "literals of the trail that stand here as one: for each the event that put it "
                  "there last", last_of_each([entry.literal.lstrip("¬") for entry in entries], _ASSIGN, _variable))


def of_level(literals: Sequence[str], level: int, value: int, cut: int) -> Number:
    """The literals of a clause under analysis that are of the level of the conflict."""
    before = last_of_each([literal.lstrip("¬") for literal in literals], _ASSIGN, _variable)

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        conflict = max(timeline.before(kind, upto) or 0 for kind in (Conflicted, TooManyFalse))
        return before(timeline, conflict)

    return Number(f"of level {level} in cut {cut}", value, f"literals of the clause that the trail has made false at "
                  f"level {level}; for each of its literals the event that put the complement there", counted,
                  rule=lambda events: sum(event.level == level for event in events))


def visited_of(value: int) -> Number:
    """The clauses that were looked at."""
    return Number("clauses visited", value, "clauses looked at since the literal became false",
                  last_of((Watched,)), rule=size("clauses"))


def open_of(state: SatState, clause: int, value: int) -> Number:
    """The literals of a clause that are open."""
    literals = {*state.literals_of(clause)}
    taken = [literal.lstrip("¬") for literal in literals if state.truth(literal) is not None]
    return Number(f"open in {clause}", value, "literals of the clause without those that the trail has, for each of "
                  "which this lists the event that put it there", last_of_each(taken, _ASSIGN, _variable),
                  rule=lambda events: len(literals) - len(events))


def besides_of(state: SatState) -> Sequence[Number]:
    """Of the clauses besides those given how many follow from them, and how many were added to exclude models, or to
    say what was found; each by what it is called."""
    if not state.added:
        return (derived_of(state),)
    added = Number("added", len(state.added), "clauses that exclude what was found, or say what was found of all "
                   "models", events_since((Blocked, ClauseAdded)))
    derived = derived_of(state)
    return (derived, added) if derived.value else (added,)


@singledispatch
def derived_of(state: SatState) -> Number:
    """Those that were learned from conflicts."""
    return Number("learned", len(state.learned) - len(state.added), "clauses that follow from the formula and were "
                  "learned from conflicts, without those forgotten", events_since((Learned, Forgotten)), forgets)


def forgets(event: Any) -> int:
    """What an event adds to the clauses that were learned."""
    return 1 if not isinstance(event, Forgotten) else -len(event.clauses)


@singledispatch
def false_of(state: SatState, clause: int, value: int) -> Sequence[Number]:
    """How many literals of an at-least constraint are false; none where the trail is not of events that say so."""
    false = [literal.lstrip("¬") for literal in state.literals_of(clause) if state.truth(literal) is False]
    return [Number(f"false in {clause}", value, "literals of the constraint that the trail makes false",
                   last_of_each(false, _ASSIGN, _variable))]


@singledispatch
def true_of(_state: SatState, item: str, literals: Sequence[str], value: int) -> Number:
    """How many literals of an item are true."""
    true = [literal.lstrip("¬") for literal in literals]
    return Number(f"true of {item}", value, "options of the item that the trail makes true",
                  last_of_each(true, _ASSIGN, _variable))
