"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.covering.numbers import covered_of
from visualizer.families.covering.state import CoverState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The item that the search branches on, the option taken last, and how many items are covered."""
    now = view.state.of(CoverState)
    if now is None or not now.begun:
        return {}
    found = {"COVER(i): i leaves": Value(f"{len(now.covered)} covered", numbers=(covered_of(now),))}
    if now.selected is not None:
        found["i ← an item"] = Value(f"i = {now.selected}", "constraint")
    if now.starved is not None:
        found["i cannot have"] = Value(now.starved, "mine")
    if taken := now.tree.branch[1:]:  # without its root; an option without a choice is no decision, but it is taken
        option = now.tree.node(taken[-1]).label
        found["take o"] = Value(f"o = {option}", "suppose_fill" if option in now.tentative else "no_mine")
    return found
