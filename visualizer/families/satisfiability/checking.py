"""What proves events of a search for models wrong: the trail, and the clauses. All families with such a search share
it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.cnf import text_of
from algorithms.words import counted
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.bugs import Check, Wrong, on_board
from visualizer.runs.questions import Before


def not_forced(before: Before, clause: int, literal: str) -> Wrong | None:
    """Another literal of the clause is not false, or the literal is none of it."""
    sat = sat_of(before.state)
    literals = sat.literals_of(clause)
    if not literals or sat.minimum(clause) != 1:
        return None
    if literal not in literals:
        return Wrong(f"{literal} is no literal of clause {clause}: {text_of(literals)}.", on_board(before, literal))
    for other in literals:
        if other != literal and sat.truth(other) is not False and not sat.both(other):
            what = "is true, so that it forces nothing" if sat.truth(other) else "is open, too"
            return Wrong(f"Clause {clause} is {text_of(literals)}, and {other} {what}.",
                         on_board(before, literal, other))
    return None


def unit(before: Before, event: e.ClauseUnit) -> Wrong | None:
    """The clause is not unit."""
    return not_forced(before, event.clause, event.literal)


def implied(before: Before, event: e.Implied) -> Wrong | None:
    """Nothing forces the literal."""
    if event.because is None:
        return None
    if event.kind == "clause":
        return not_forced(before, event.because, event.literal)
    return not_tight(before, event.because)


def not_tight(before: Before, constraint: int) -> Wrong | None:
    """More of its literals may be false."""
    sat = sat_of(before.state)
    falsified, most = sat.falsity(constraint)
    if falsified >= most:
        return None
    return Wrong(f"Constraint {constraint} may have {counted(most, 'false literal')} and has {falsified}: "
                 f"{most - falsified} more may be false, and none is forced.",
                 on_board(before, *sat.literals_of(constraint)))


def tight(before: Before, event: e.ConstraintTight) -> Wrong | None:
    """It is not."""
    return not_tight(before, event.constraint)


def too_many(before: Before, event: e.TooManyFalse) -> Wrong | None:
    """There are no more than may be."""
    sat = sat_of(before.state)
    falsified, most = sat.falsity(event.because)
    if falsified > most:
        return None
    return Wrong(f"Constraint {event.because} may have {counted(most, 'false literal')} and has {falsified}: no more "
                 "than that, so it is not violated.", on_board(before, *sat.literals_of(event.because)))


def conflicted(before: Before, event: e.Conflicted) -> Wrong | None:
    """A literal of the clause is not false."""
    sat = sat_of(before.state)
    literals = sat.literals_of(event.because)
    if event.literal is not None or sat.minimum(event.because) != 1:
        return None
    left = next((literal for literal in literals if sat.truth(literal) is not False), None)
    if left is None:
        return None
    return Wrong(f"Clause {event.because} is {text_of(literals)}, and {left} is not false.", on_board(before, left))


def level_of(sat: SatState, literal: str) -> int | None:
    """The level at which a literal became false."""
    entry = sat.reason_of(literal.lstrip("¬"))
    return None if entry is None or entry.literal == literal else entry.level


def learned(before: Before, event: e.Learned) -> Wrong | None:
    """After the jump back it would not be unit, as two of its literals are of the level of the conflict; or one of them
    is not false."""
    sat = sat_of(before.state)
    levels = {literal: level_of(sat, literal) for literal in event.literals}
    if (true := next((literal for literal, level in levels.items() if level is None), None)) is not None:
        return Wrong(f"{true} is not false here: a clause that is learned from a conflict is false where that came.",
                     on_board(before, true))
    last = [literal for literal, level in levels.items() if level == sat.level]
    if sat.level and len(last) > 1:
        return Wrong(f"Both {last[0]} and {last[1]} became false at level {sat.level}: after the jump back both are "
                     "open again, and the clause is not unit.", on_board(before, *last))
    return None


SEARCH: Mapping[type[Event], Check] = {
    e.ClauseUnit: unit, e.Implied: implied, e.ConstraintTight: tight, e.TooManyFalse: too_many,
    e.Conflicted: conflicted, e.Learned: learned,
}
"""The checks of any such search."""


# --- what goes wrong ------------------------------------------------------------------------------------------------


def true_clause_forces(before: Before, event: Event) -> Event | None:
    """A clause with a true literal is read as an equivalence: what is left of it becomes true, too."""
    if not isinstance(event, e.ClauseUnit | e.Implied) or (isinstance(event, e.Implied) and event.kind != "clause"):
        return None
    sat = sat_of(before.state)
    for clause in range(1, min(sat.form.count, 200) + 1):
        literals = sat.literals_of(clause)
        left = [literal for literal in literals if sat.truth(literal) is None]
        if len(left) == 1 and any(sat.truth(literal) for literal in literals):
            if isinstance(event, e.ClauseUnit):
                return e.ClauseUnit(clause, left[0])
            return e.Implied(left[0], clause, event.level)
    return None


def learns_too_early(before: Before, event: Event) -> Event | None:
    """The resolvent before the last one is learned: two of its literals are of the level of the conflict."""
    sat = sat_of(before.state)
    if not isinstance(event, e.Learned) or not sat.derivation:
        return None
    steps = [() if sat.analysed is None else sat.literals_of(sat.analysed), *(step[2] for step in sat.derivation)]
    return next((e.Learned(event.clause, tuple(earlier)) for earlier, last in reversed(list(pairwise(steps)))
                 if last == steps[-1] and len(earlier) > 1), None)


def tight_too_early(before: Before, event: Event) -> Event | None:
    """A constraint forces its literals though one more may be false."""
    if not isinstance(event, e.ConstraintTight):
        return None
    sat: Any = sat_of(before.state)
    for constraint in range(1, sat.form.count + 1):
        falsified, most = sat.falsity(constraint)
        open_ = tuple(literal for literal in sat.literals_of(constraint) if sat.truth(literal) is None)
        if open_ and falsified == most - 1 and constraint != event.constraint:
            return e.ConstraintTight(constraint, open_, falsified, most)
    return None
