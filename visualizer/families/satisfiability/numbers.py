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
    Decided,
    Forgotten,
    Implied,
    Learned,
    Modelled,
)
from visualizer.families.satisfiability.state import Entry, SatState
from visualizer.runs.numbers import Number, events_since, last_of_each

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
        return (Number("assigned", len(state.values), "variables on the trail now: for each one the event that put it "
                       "there last", last_of_each(state.values, _ASSIGN, _variable)),)
    return (Number("models found", state.found, "models that the search has come to so far",
                   events_since((Modelled,))),) if state.answered else ()


@singledispatch
def level_of(state: SatState) -> Number:
    """The level: what has begun each of those that are on the trail."""
    begin = {entry.level: entry.literal.lstrip("¬") for entry in reversed(state.trail) if entry.level}
    return Number("level", highest(state), "levels of the trail: for each one the event that has begun it",
                  last_of_each(begin.values(), _ASSIGN, _variable))


@singledispatch
def group_of(state: SatState, entries: Sequence[Entry], name: str) -> Number:
    """Literals of the trail that stand as one chip."""
    return Number(name, len(entries), "literals of the trail that stand here as one: for each the event that put it "
                  "there last", last_of_each([entry.literal.lstrip("¬") for entry in entries], _ASSIGN, _variable))


@singledispatch
def learned_of(state: SatState) -> Number:
    """The clauses that were added."""
    return Number("learned clauses", len(state.learned), "clauses that were added, without those forgotten",
                  events_since((Learned, Blocked, ClauseAdded, Forgotten)), forgets)


def forgets(event: Any) -> int:
    """What an event adds to the clauses that were learned."""
    return 1 if not isinstance(event, Forgotten) else -len(event.clauses)


def false_of(state: SatState, clause: int, value: int) -> Number:
    """How many literals of an at-least constraint are false."""
    false = [literal.lstrip("¬") for literal in state.literals_of(clause) if state.truth(literal) is False]
    return Number(f"false in {clause}", value, "literals of the constraint that the trail makes false",
                  last_of_each(false, _ASSIGN, _variable))


@singledispatch
def true_of(_state: SatState, item: str, literals: Sequence[str], value: int) -> Number:
    """How many literals of an item are true."""
    true = [literal.lstrip("¬") for literal in literals]
    return Number(f"true of {item}", value, "options of the item that the trail makes true",
                  last_of_each(true, _ASSIGN, _variable))
