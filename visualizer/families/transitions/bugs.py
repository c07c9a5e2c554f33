"""What may go wrong on a path in a graph: a rule is applied where its condition does not hold."""

from __future__ import annotations

from algorithms.core import Event
from algorithms.problems.forms.cnf import negation, text_of
from algorithms.transitions import TRANSITIONS
from algorithms.transitions import events as t
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def failed(_before: Before, event: t.FailApplied) -> Wrong | None:
    """M has a decision, or no conflict."""
    if decisions := [literal for literal, decided in event.before or () if decided]:
        return Wrong(f"M has the decision {decisions[-1]}: that is undone first. Fail needs a conflict without any.")
    return None


def decided(before: Before, event: t.DecideApplied) -> Wrong | None:
    """The literal, or its complement, is in M."""
    for literal, _ in event.before or ():
        if literal in (event.literal, negation(event.literal)):
            return Wrong(f"{literal} is in M: {event.literal} is not open.", on_board(before, literal))
    return None


def propagated(before: Before, event: t.UnitPropagateApplied) -> Wrong | None:
    """The clause is not unit."""
    m = {literal for literal, _ in event.before or ()}
    for clause in event.because:
        literals = before.of(TransitionState).literals_of(clause)
        left = [literal for literal in literals if literal != event.literal and negation(literal) not in m]
        if left:
            return Wrong(f"Clause {clause} is {text_of(literals)}, and {left[0]} is not false in M: it is not unit.",
                         on_board(before, *left))
    return None


def fails_at_any_conflict(_before: Before, event: Event) -> Event | None:
    """A conflict is the end, whatever was decided."""
    if not isinstance(event, t.BacktrackApplied | t.BackjumpApplied) or event.before is None:
        return None
    return t.FailApplied("", event.before, None, event.preferred)


def propagates_what_is_true(before: Before, event: Event) -> Event | None:
    """A clause that is true already forces what is left of it."""
    family = before.of(TransitionState)
    if not isinstance(event, t.UnitPropagateApplied | t.DecideApplied) or event.before is None:
        return None
    m = {literal for literal, _ in event.before}
    for clause in range(1, min(family.form.count, 200) + 1):
        literals = family.literals_of(clause)
        open_ = [literal for literal in literals if literal not in m and negation(literal) not in m]
        if len(open_) == 1 and m & set(literals):
            after = (*event.before, (open_[0], False))
            return t.UnitPropagateApplied(open_[0], event.before, after, event.preferred, (clause,))
    return None


declare_bugs(TRANSITIONS, {t.FailApplied: failed, t.DecideApplied: decided, t.UnitPropagateApplied: propagated}, [
    Bug(name="any conflict is the end", deviate=fails_at_any_conflict),
    Bug(name="a true clause forces", deviate=propagates_what_is_true),
])
