"""What the pseudocode's variables stand for, in the colour that the step's literal has everywhere."""

from __future__ import annotations

from visualizer.families.satisfiability.hero import DECIDED, FLIPPED, PIVOT, UNIT, hero_of
from visualizer.families.satisfiability.numbers import level_of, long_of, trail_of
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_NAMED = 5  # literals that are named
_LINES = {UNIT: ("l is a unit literal", "its last literal joins"), DECIDED: ("l ← a literal", "a variable is open"),
          FLIPPED: ("take the other branch",), PIVOT: ("the reason of its last literal",)}


def values(view: View) -> Values:
    """What is assigned, the clause in question, the literal that joined last, and what analysis has come to."""
    now = view.state.of(SatState)
    if now is None or not now.begun:
        return {}
    hero = hero_of(now)
    trail = [entry.literal for entry in now.trail]
    assigned = Value(f"M = {{{', '.join(trail)}}}")
    if len(trail) > _NAMED:
        assigned = Value(f"|M| = {len(trail)}", numbers=(trail_of(now),))
    level = level_of(now)
    at = Value(f"level {now.level}", numbers=(level,) if level.value == now.level else ())
    found = {"DPLL(F, M)": assigned, "with M = ∅": assigned, "if no decision is left": at}
    if now.conflict is not None:
        found |= dict.fromkeys(("M is an inconsistent set of literals", "a clause is false"),
                               Value(f"clause {now.conflict}", "mine"))
    elif now.clause is not None and (left := _left(now, now.clause)) is not None:
        lines = ("unit-ary clause", "a clause is unit") if left == now.minimum(now.clause) else ("unit-ary clause",)
        truths = [now.truth(literal) for literal in now.literals_of(now.clause)]
        unit = truths.count(None) == 1 and True not in truths  # as boards have it; else it has made its literal true
        found |= dict.fromkeys(lines, Value(f"clause {now.clause}", "test" if unit else "known"))
    if hero is not None:
        found |= dict.fromkeys(_LINES[hero.role], Value(f"l = {hero.literal}", hero.role))
    if hero is not None and hero.role == FLIPPED:  # there, l is what was decided
        found["DPLL(F, M ∪ {¬l})"] = Value(f"¬l = {hero.literal}", FLIPPED)
    if now.resolvent is not None:
        found["until the clause is asserting"] = resolvent_of(now)
    return found


def resolvent_of(now: SatState) -> Value:
    """What analysis has come to, as it is written, or how long it is."""
    literals = now.resolvent or ()
    if len(literals) <= _NAMED:
        return Value(" ∨ ".join(literals) or "⊥", "mine")
    return Value(f"{len(literals)} literals", "mine", (long_of(literals),))


def _left(now: SatState, clause: int) -> int | None:
    """How many literals of a unit clause are open, or the one that it has just made true: none where all are false, and
    M may become inconsistent. None if it is not unit, as a false clause that is left, or one that was just added."""
    last = now.at_hand
    literals = {x for x in now.literals_of(clause) if last is None or last.because != clause or x != last.literal}
    if any(now.truth(literal) for literal in literals):
        return None
    left = sum(now.truth(literal) is None for literal in literals) + (last is not None and last.because == clause)
    return left if left <= now.minimum(clause) else None
