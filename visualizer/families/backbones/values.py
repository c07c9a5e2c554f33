"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.backbones.numbers import facts_of, left_of, sure_of
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.values import resolvent_of
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The literal that is tested, and how many are candidates, facts, and in the backbone."""
    now = view.state.of(BackboneState)
    if now is None or not now.fates:
        return {}
    fates = list(now.fates.values())
    left = Value(f"{fates.count('candidate')} left", "unknown", (left_of(now),))
    found = dict.fromkeys(("Λ ← {l | ¬l ∈ ν}", "ν: candidates", "while Λ is not empty", "while b has others"), left)
    found["ν_R ← ν_R ∪ {¬l}"] = Value(f"|ν_R| = {fates.count('backbone')}", "no_mine", (sure_of(now),))
    if now.facts:
        found["of unit clauses"] = Value(f"{now.facts}", "no_mine", (facts_of(now),))
    if len(now.probe) == 1:
        found |= dict.fromkeys(("foreach l ∈ Λ", "each literal l"), Value(f"l = {now.probe[0]}", "suppose"))
    if now.resolvent is not None:
        found["resolve it with reasons"] = resolvent_of(now)
    return found
