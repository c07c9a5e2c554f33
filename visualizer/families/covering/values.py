"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.covering.numbers import covered_of
from visualizer.families.covering.state import CoverState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The item that the search branches on, the option that was taken last, or put back or left out just now, and how
    many items are covered."""
    now = view.state.of(CoverState)
    if now is None or not now.begun:
        return {}
    found = {"COVER(i): i leaves": Value(f"{len(now.covered)} covered", numbers=(covered_of(now),))}
    if now.selected is not None:
        found["i ← an item"] = Value(f"i = {now.selected}", "constraint")
    if now.starved is not None:
        found["i cannot have"] = Value(now.starved, "mine")
    option = now.aside or next(reversed(now.taken), None)
    if option is not None:
        color = "raised" if option == now.aside else "suppose_fill" if option in now.tentative else "no_mine"
        found["take o"] = Value(f"o = {option}", color)
    return found
