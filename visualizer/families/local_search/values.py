"""What the pseudocode's variables stand for."""

from __future__ import annotations

from algorithms.words import counted
from visualizer.families.local_search.numbers import tried_of, tries_of, violated_of
from visualizer.families.local_search.state import RepairState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The try, how many constraints are violated, the variable that gets its first value or another one, and that."""
    now = view.state.of(RepairState)
    if now is None or not now.number:
        return {}
    found = {"for try": Value(f"try = {now.number}", numbers=(tries_of(now),))}
    if now.complete:
        violated = len(now.violated)
        found["no constraint is violated"] = Value(f"{violated} violated", "mine" if violated else "no_mine",
                                                   (violated_of(now)[0],))
    x, v = ("x ← any variable in conflict", "x ← v") if now.complete else ("each variable x", "x ← any value")
    if now.variable is not None:
        found[x] = Value(f"x = {now.variable}", "test")
    if now.tried:
        value, conflicts = list(now.tried.items())[-1]
        found["each value of x"] = Value(f"{value}: {counted(conflicts, 'conflict')}", "unknown",
                                         (tried_of(now, value),), len(f"{value}:"))
    if now.taken is not None:
        found[v] = Value(f"v = {now.taken}" if now.complete else f"{now.taken}", "constraint")
    return found
