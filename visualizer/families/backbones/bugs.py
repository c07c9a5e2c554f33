"""What may go wrong in a search for the backbone: in the search for models, and in what a model is taken to say."""

from __future__ import annotations

from algorithms import events as e
from algorithms.backbones import BACKBONES
from algorithms.problems.forms.cnf import negation
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.checking import SEARCH, learns_too_early, true_clause_forces
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def fixed(before: Before, event: e.FixedBackbone) -> Wrong | None:
    """A model has its complement."""
    other = negation(event.literal)
    if any(other in model for model in before.of(BackboneState).models):
        return Wrong(f"A model that was found has {other}: {event.literal} is not true in all models.",
                     on_board(before, event.literal))
    return None


def dropped(before: Before, event: e.Dropped) -> Wrong | None:
    """None of the models that were found last has it the other way."""
    models, other = before.of(BackboneState).models, negation(event.literal)
    if models and not any(other in model for model in models):
        return Wrong(f"A model with {other} would rule {event.literal} out, and none was found.",
                     on_board(before, event.literal))
    return None


declare_bugs(BACKBONES, {**SEARCH, e.FixedBackbone: fixed, e.Dropped: dropped}, [
    Bug(name="a true clause forces", deviate=true_clause_forces),
    Bug(name="any resolvent can be learned", deviate=learns_too_early),
])
