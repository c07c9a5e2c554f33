"""The numbers of the panel of a search for models: what is assigned, the levels, the models found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from algorithms.core import Event
from algorithms.events import Assumed, Complemented, Decided, Implied, Modelled
from visualizer.families.satisfiability.state import SatState
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
