"""What the pseudocode's variables stand for: the record, and what the rule that was applied has put in it."""

from __future__ import annotations

from algorithms.transitions.events import RuleApplied
from algorithms.transitions.records import FAIL
from visualizer.families.satisfiability.hero import DECIDED, FLIPPED, UNIT
from visualizer.families.transitions.state import transition_of
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_NAMED = 5  # literals that are named, the last ones
_JOINS = {"Unit Propagate": ("l", UNIT), "Decide": ("l", DECIDED), "Backtrack": ("¬l", FLIPPED),
          "Backjump": ("l'", FLIPPED), "Unfounded": ("¬a", UNIT)}
"""Of a rule what joins the record, as the pseudocode calls it, and its colour."""


def values(view: View) -> Values:
    """M beside the line that it begins with, or that goes on; beside the rule its literal, and its clause."""
    now, event = transition_of(view.state), view.timeline.event
    if now.priorities is None:
        return {}
    found = dict[str, Value]()
    if now.node != FAIL:
        words = now.record.split()
        record = "… " * (len(words) > _NAMED) + " ".join(words[-_NAMED:])
        found |= dict.fromkeys(("while a rule leads to a record or FailState", "M ← ∅, Γ ← ∅"), Value(f"M = {record}"))
    if isinstance(event, RuleApplied) and event.rule in _JOINS and event.literal:
        name, color = _JOINS[event.rule]
        found[event.rule] = Value(f"{name} = {event.literal}", color)
        if now.clause is not None:
            found["C ∨ l'" if event.rule == "Backjump" else "C ∨ l"] = Value(f"clause {now.clause}", "known")
    return found
