"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.backtracking.numbers import score_of, struck_of, tied_of
from visualizer.families.backtracking.state import SearchState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The variable that is labelled, or whose label is taken back just now, its value, what the tie is broken by, and
    what its label struck, until the search goes on behind it."""
    now = view.state.of(SearchState)
    if now is None:
        return {}
    last = now.undone or (now.branch[-1] if now.branch else None)
    chosen = now.selected or (None if last is None else last.variable)
    found: dict[str, Value] = {}
    if chosen is not None:
        found["x ← SelectNextState()"] = Value(f"x = {chosen}", "constraint" if now.selected is None else "test")
    if last is not None and now.selected is None:
        found["each value v"] = Value(f"v = {last.value}", "constraint")
    if last is not None and now.source is not None:
        found["strike v"] = Value(f"{now.by_label} struck", numbers=(struck_of(now),))
    if now.tied:
        found["the cells with the fewest values left"] = Value(f"{len(now.tied)} tied", numbers=(tied_of(now),))
    if now.scores:
        best = now.selected if now.selected in now.scores else next(iter(now.best), None)
        name = best or next(reversed(now.scores))  # the one that is scored now
        score = now.scores[name]
        scored = Value(f"{name}: {score}", "unknown", (score_of(now, name),), len(f"{name}:"))
        if now.passed:
            found["as printed"] = Value("no cell", "mine")
        else:
            found |= dict.fromkeys(("CtN", "for each unassigned x"), scored)
    return found
