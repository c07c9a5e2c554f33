"""What speaks against answers about a path in a graph, in terms of M, the clauses and the rules."""

from __future__ import annotations

from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.semantics import support_said
from algorithms.transitions import events as t
from algorithms.transitions.records import FAIL, members
from visualizer.families.satisfiability.against import of_level
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.questions import Before


def _path(before: Before) -> TransitionState:
    return before.of(TransitionState)


def _m(path: TransitionState) -> frozenset[int]:
    return frozenset(() if path.node == FAIL else members(path.node))


def no_rule(before: Before, _event: Event, rule: str) -> str:
    """The side condition that does not hold."""
    why = next((why for refused, why in _path(before).refused.items() if refused == rule), "")
    return f"{why[:1].upper()}{why[1:]}." if why else ""


def not_taken(before: Before, event: Event, kind: type[t.RuleApplied]) -> str:
    """That a rule does not apply, or that one before it does."""
    return no_rule(before, event, kind.rule) or f"{kind.rule} applies, but so does a rule that comes before it."


def no_decision(before: Before, _event: t.BacktrackApplied, literal: str) -> str:
    """That the complement is no decision, or not the last one."""
    taken = next((entry for entry in _path(before).trail if entry.literal == negation(literal)), None)
    if taken is None:
        return ""
    if not taken.decided:
        return f"{taken.literal} is no decision: it has no Δ in M."
    return f"{taken.literal} is a decision, but another one comes after it."


def not_unit(before: Before, event: t.UnitPropagateApplied, literal: str) -> str:
    """What else of the clauses with a literal is not false in M."""
    path = _path(before)
    words, m, wanted = path.system.words, _m(path), path.system.by_word[literal]
    if wanted in m:
        return f"{literal} is in M already."
    if literal == negation(event.literal):
        return f"With {literal}, all literals of clause {event.because[0]} would be false."
    told = ""
    for number, clause in enumerate(path.system.clauses, 1):
        others = [other for other in clause if other != wanted and -other not in m]
        if number in path.system.gone or wanted not in clause or not others:
            continue
        true = next((other for other in others if other in m), None)
        if true is None:
            return f"Clause {number} has {literal}, but {words[others[0]]} is not false in M, either."
        told = told or f"Clause {number} has {literal}, but {words[true]} makes it true."
    return told or f"No clause has {literal}."


def held_up(before: Before, _event: t.UnfoundedApplied, literal: str) -> str:
    """The rule that may hold an atom up."""
    path = _path(before)
    atom, m = -path.system.by_word[literal], _m(path)
    return "" if path.program is None else support_said(path.program, m, path.system.unfounded(m), atom)


def other_level(before: Before, event: t.BackjumpApplied, level: int) -> str:
    """What the clause that was learned has open on another level."""
    path = _path(before)
    return of_level(path.trail, path.learned.get(event.because, ()), level)
