"""The numbers of the pictures of a transition graph: what is open of a clause or rule, and how large the graph is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from algorithms.transitions import events as t
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.numbers import assigned_of, derived_of
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.numbers import Number, Worth, events_since, last_of, said, size
from visualizer.runs.states import State

_RECORDS = (t.PathBegun, t.UnitPropagateApplied, t.DecideApplied, t.FailApplied, t.BacktrackApplied, t.UnfoundedApplied,
            t.BackjumpApplied, t.LearnApplied, t.LoopLearnApplied, t.ForgetApplied, t.RestartApplied)


def _record(events: Sequence[Any]) -> set[str]:
    """M after the last of them."""
    if not events:
        return set()
    last = events[-1]
    after = last.state if isinstance(last, t.PathBegun) else last.after
    return {literal for literal, _ in after or ()}


def open_of(label: str, literals: Sequence[str], value: int, *, rule: bool) -> Number:
    """How many literals of a clause, or of the body of a rule, M leaves open."""

    def count(events: Sequence[Any]) -> Worth:
        m = _record(events)
        return sum(literal not in m if rule else negation(literal) not in m for literal in literals)

    what = "literals of the body that are not in M" if rule else "literals of the clause whose complement is not in M"
    return Number(f"open in {label}", value, f"{what}, after the last step of the path", last_of(_RECORDS), rule=count)


def graph_of(timeline: Timeline[State], state: TransitionState) -> dict[str, Number]:
    """How large the graph is, where the run has said so; solutions that were excluded since have changed it."""
    if state.whole is None or state.excluded or not timeline.count(t.GraphUnfolded):
        return {}
    verdict = state.whole.verdict
    of = {"states": (verdict.states, "records that can be reached from where the path began"),
          "edges": (verdict.edges, "steps that lead from one of them to another"),
          "terminal": (len(verdict.terminal), "records that no edge leaves, without FailState"),
          "inconsistent": (verdict.inconsistent, "records with a literal beside its complement")}
    return {name: Number(f"{name} of the graph", value, definition, last_of((t.GraphUnfolded,)), rule=said(name))
            for name, (value, definition) in of.items()}


def excluded_of(state: TransitionState) -> Number:
    """The solutions that the path leads to no more."""
    return Number("excluded", state.excluded, "solutions that were excluded, so that the path goes on to others",
                  events_since((e.Blocked, e.ClauseAdded)))


def forgotten_of(count: int) -> Number:
    """The clauses that a Forget on the path took away."""
    return Number("forgotten", count, "clauses that the last Forget has taken from Γ", last_of((t.ForgetApplied,)),
                  rule=size("clauses"))


@assigned_of.register
def _(state: TransitionState) -> Number:
    """What M has."""
    return Number("assigned", len(state.values), "variables with a literal in M, after the last step of the path",
                  last_of(_RECORDS), rule=lambda events: len({literal.lstrip("¬") for literal in _record(events)}))


@derived_of.register
def _(state: TransitionState) -> Number:
    """Those that Learn has added."""
    return Number("learned", len(state.learned) - len(state.added), "clauses that Learn has added, without those "
                  "forgotten", events_since((t.LearnApplied, t.LoopLearnApplied, t.ForgetApplied)), _adds)


def _adds(event: object) -> int:
    """How many clauses an event adds."""
    return -len(event.clauses) if isinstance(event, t.ForgetApplied) else 1
