"""The side condition of a rule, drawn: which literals of M made its edge possible, and the set that is unfounded."""

from __future__ import annotations

from collections.abc import Iterator

from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.semantics import blocked
from algorithms.reasons import Reason
from algorithms.transitions import events as t
from algorithms.transitions.rules import System
from scenarios.timeline import Timeline
from visualizer.families.transitions.following import EDGES
from visualizer.families.transitions.state import transition_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import last
from visualizer.stage.literal_reasons import follows_from, places_of


def joined(timeline: Timeline[State], literal: str, before: int) -> int | None:
    """The position after the edge by which a literal joined M last, at ``before`` at the latest."""
    found = [position for kind in EDGES if (position := last(
        timeline, kind, lambda event: event.literal == literal, before)) is not None]
    return max(found, default=None)


def side_condition(timeline: Timeline[State], board: Board, position: int) -> Reason:
    """Of the edge before that position. What stands for the body of a rule, and has no place, gives way to what made
    it so."""
    event = timeline.events[position - 1]
    assert isinstance(event, t.RuleApplied)
    if isinstance(event, t.DecideApplied):
        return ()
    group = event.because if isinstance(event, t.UnfoundedApplied) else ()
    known = tuple(_placed(timeline, board, position))
    if None in known:
        return ()
    written = clause_of(transition_of(timeline.at(position)).system, event)
    return follows_from(board, event.literal, filter(None, known), group, written)


def clause_of(system: System, event: t.RuleApplied) -> str:
    """The clause that an edge rests on, as boards call it, or the rule that it is of; empty if it rests on none."""
    if not isinstance(event, t.UnitPropagateApplied | t.BackjumpApplied):
        return ""
    number = event.because if isinstance(event, t.BackjumpApplied) else event.because[0]
    rules = () if system.program is None else [
        index for index, rule in enumerate(system.program.rules, 1) if not rule.choice]
    return f"rule {rules[number - 1]}" if number <= len(rules) else f"clause {number}"


def _placed(timeline: Timeline[State], board: Board, position: int) -> Iterator[str | None]:
    """The literals that an edge rests on, as far as they have places; None where something is known of no edge."""
    event = timeline.events[position - 1]
    assert isinstance(event, t.RuleApplied)
    system = transition_of(timeline.at(position)).system
    for literal in _conditions(system, event):
        if places_of(board, (literal,)):
            yield literal
        elif (earlier := joined(timeline, literal, position - 1)) is None or isinstance(
                timeline.events[earlier - 1], t.DecideApplied):
            yield None
        else:
            yield from _placed(timeline, board, earlier)


def _conditions(system: System, event: t.RuleApplied) -> Iterator[str]:
    """The literals of M that an edge rests on: those that falsify the rest of the clause, that block the rules for the
    set, or the decisions under which another one has failed."""
    if isinstance(event, t.UnitPropagateApplied | t.BackjumpApplied):
        number = event.because if isinstance(event, t.BackjumpApplied) else event.because[0]
        words = (system.words[literal] for literal in system.clauses[number - 1])
        yield from (negation(word) for word in words if word != event.literal)
    elif isinstance(event, t.UnfoundedApplied):
        yield from _against(system, event)
    elif isinstance(event, t.BacktrackApplied):
        yield from (literal for literal, decision in event.after or () if decision)


def _against(system: System, event: t.UnfoundedApplied) -> Iterator[str]:
    """What blocks each rule for an atom of the set, but those that need an atom of it."""
    assert system.program is not None
    m = {system.by_word[literal] for literal, _ in event.before or ()}
    group = {system.by_word[atom] for atom in event.because}
    for rule in system.program.rules:
        if rule.head in group and group.isdisjoint(rule.positive):
            yield system.words[-blocked(rule, m)[0]]
