"""What the pseudocode's variables stand for, in the colours of literals."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.families.satisfiability.state import SatState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_NAMED = 5  # literals that are named


def values(view: View) -> Values:
    """What is assigned, the clause in question, the literal that joined last, and what analysis has come to."""
    now = view.state.of(SatState)
    if now is None or not now.begun:
        return {}
    trail = [entry.literal for entry in now.trail]
    assigned = Value(f"M = {{{', '.join(trail)}}}" if len(trail) <= _NAMED else f"|M| = {len(trail)}")
    found = {"DPLL(F, M)": assigned, "with M = ∅": assigned, "if no decision is left": Value(f"level {now.level}")}
    if now.conflict is not None:
        found |= dict.fromkeys(("M is an inconsistent set of literals", "a clause is false"),
                               Value(f"clause {now.conflict}", "mine"))
    elif now.clause is not None:
        found |= dict.fromkeys(("unit-ary clause", "a clause is unit"), Value(f"clause {now.clause}", "known"))
    if now.trail and not now.trail[-1].decided and now.conflict is None:
        found["l is a unit literal"] = Value(f"l = {trail[-1]}", "no_mine")
    if decided := [entry.literal for entry in now.trail if entry.decided]:
        found |= dict.fromkeys(("l ← a literal", "a variable is open"), Value(f"l = {decided[-1]}", "constraint"))
    if now.resolvent is not None:
        found["until the clause is asserting"] = Value(clause(now.resolvent), "mine")
    return found


def clause(literals: Sequence[str]) -> str:
    """A clause as it is written, or how long it is."""
    return " ∨ ".join(literals) or "⊥" if len(literals) <= _NAMED else f"{len(literals)} literals"
