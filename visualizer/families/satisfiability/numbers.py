"""The numbers of the panel of a search for models: what is assigned, the levels, the models found."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Event
from algorithms.events import Assumed, Complemented, Decided, Implied, Modelled
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.runs.numbers import Number, events_since, last_of_each
from visualizer.runs.states import State

_ASSIGN = Decided, Assumed, Complemented, Implied


def _variable(event: Event) -> str:
    return str(getattr(event, "literal", "")).lstrip("¬")


def highest(state: SatState) -> int:
    """The level of the trail: a jump back takes the entries away one event after the level."""
    return max((entry.level for entry in state.trail), default=0)


def headline_number(state: SatState) -> Number | None:
    """The one in the headline: how many variables are assigned, or how many models were found."""
    if state.refuted or state.news or state.progress() or state.clashing or state.conflict is not None:
        return None
    if not state.seen_as_model:
        return Number("assigned", len(state.values), "variables on the trail now: for each one the event that put it "
                      "there last", last_of_each(state.values, _ASSIGN, _variable))
    return Number("models found", state.found, "models that the search has come to so far",
                  events_since((Modelled,))) if state.answered else None


def level_of(state: SatState) -> Number:
    """The level: what has begun each of those that are on the trail."""
    begin = {entry.level: entry.literal.lstrip("¬") for entry in reversed(state.trail) if entry.level}
    return Number("level", highest(state), "levels of the trail: for each one the event that has begun it",
                  last_of_each(begin.values(), _ASSIGN, _variable))


def numbers(state: State) -> Sequence[Number]:
    """Those on show."""
    sat = sat_in(state)
    if sat is None or not sat.begun:
        return ()
    first = headline_number(sat)
    return [level_of(sat), *([] if first is None else [first])]
