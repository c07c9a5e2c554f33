"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.backbones.numbers import left_of, sure_of
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.values import resolvent_of
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The literal that is tested, and how many are candidates and in the backbone."""
    now = view.state.of(BackboneState)
    if now is None or not now.fates:
        return {}
    fates = list(now.fates.values())
    left = Value(f"{fates.count('candidate')} left", "unknown", (left_of(now),))
    sure = Value(f"{fates.count('backbone')}", "no_mine", (sure_of(now),))
    found = dict.fromkeys(("Λ ← {l | ¬l ∈ ν}", "the literals of ν"), left)
    found |= dict.fromkeys(("ν_R ← the literals of unit clauses", "those of unit clauses are backbones"), sure)
    if len(now.probe) == 1:
        found |= dict.fromkeys(("foreach l ∈ Λ", "each literal l"), Value(f"l = {now.probe[0]}", "suppose"))
    if now.resolvent is not None:
        found["resolve it with reasons"] = resolvent_of(now)
    return found
