"""The numbers beside the pseudocode of a search for the backbone: the candidates that are left, and what is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms import events as e
from visualizer.families.backbones.state import BackboneState
from visualizer.runs.numbers import Number, events_since

_FATES = e.Listed, e.FactsListed, e.Freed, e.Dropped, e.FixedBackbone


def _fates(events: Sequence[Any]) -> list[str]:
    """Of each literal that was a candidate what has become of it."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, e.Listed):
            found = dict.fromkeys(event.candidates, "candidate")
        elif isinstance(event, e.FactsListed):
            found.update(dict.fromkeys(event.literals, "backbone"))
        else:
            found[event.literal] = "backbone" if isinstance(event, e.FixedBackbone) else "out"
    return list(found.values())


def left_of(state: BackboneState) -> Number:
    """The candidates."""
    return Number("candidates", list(state.fates.values()).count("candidate"), "literals that may be in the backbone: "
                  "those listed, without those that are settled", events_since(_FATES),
                  rule=lambda events: _fates(events).count("candidate"))


def out_of(variables: int, out: int) -> Number:
    """The variables, of so many, that are not in it."""

    def rule(events: Sequence[Any]) -> int:
        fates = _fates(events)
        return variables - fates.count("candidate") - fates.count("backbone")

    return Number("out", out, "variables that cannot be in the backbone any more: all but those in it and the "
                  "candidates that these events leave", events_since(_FATES), rule=rule)


def facts_of(state: BackboneState) -> Number:
    """What is in without a test."""
    return Number("facts", state.facts, "literals of unit clauses of the formula: in the backbone without a test",
                  events_since((e.Listed, e.FactsListed)), rule=_facts)


def _facts(events: Sequence[Any]) -> int:
    """The candidates are listed first; then those of them that are facts."""
    return len(events[-1].literals) if events and isinstance(events[-1], e.FactsListed) else 0


def found_of(state: BackboneState) -> Number:
    """What is in, besides the facts."""
    return Number("found to be in the backbone", list(state.fates.values()).count("backbone") - state.facts,
                  "literals that are the same in all models, without those of unit clauses",
                  events_since((e.Listed, e.FixedBackbone)), rule=_found)


def _found(events: Sequence[Any]) -> int:
    """Since candidates were last listed."""
    listed = max((at for at, event in enumerate(events) if isinstance(event, e.Listed)), default=-1)
    return len(events) - listed - 1


def sure_of(state: BackboneState) -> Number:
    """What is in."""
    return Number("in the backbone", list(state.fates.values()).count("backbone"), "literals that are the same in all "
                  "models, as far as that is known", events_since(_FATES),
                  rule=lambda events: _fates(events).count("backbone"))
