"""What the pseudocode's variables stand for, in the colours that they have on the board."""

from __future__ import annotations

from visualizer.families.arcs.numbers import lost_of, waiting_of
from visualizer.families.arcs.state import ArcState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """How long the queue is, the arc that is revised, the value under test and the partner's."""
    now = view.state.of(ArcState)
    if now is None or not now.filled:
        return {}
    found = {"while Q is not empty": Value(f"|Q| = {len(now.queue):,}", numbers=(waiting_of(now),))}
    if now.arc is None:
        return found
    x, y = now.arc
    found["any (Vk, Vm) of Q"] = Value(f"{x} → {y}", "test")
    if now.lost:
        found["DELETE ← true"] = Value(f"{len(now.lost)} deleted", "mine", (lost_of(now),))
    if now.under_test is not None:
        found["each x ∈ Di"] = Value(f"x = {now.under_test}", "test")
        if now.against is not None:
            found["each y ∈ Dj"] = Value(f"y = {now.against}", "known")
    return found
