"""Recorded runs of DPLL and CDCL are paths in their graphs, step by step."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event, find_algorithm, trace
from algorithms.events import Decided, Learned, Modelled, Refuted, Restarted
from algorithms.problems.forms.cnf import CNF
from algorithms.transitions import events as t
from algorithms.transitions.learning import Follower, PathError
from algorithms.transitions.records import FAIL, last_decision
from algorithms.transitions.rules import System, dp, learning
from algorithms.transitions.strategy import DPLL, strategy_of
from kit.sat_runs import FoldedTrail, models_of, numbers_of, pigeonhole, random_3sat, read_cnf, satisfiable
from kit.small_systems import formulas
from kit.transition_paths import check

CDCL = [{"learning": kind, "heuristic": heuristic, "restarts": restarts, "propagation": propagation}
        for kind, heuristic, restarts, propagation in product(("first-UIP", "decision"), ("vsids", "first"),
                                                              (True, False), ("watches", "counters"))]


def followed(system: System, cnf: CNF, algorithm: str, options: dict[str, Any]) -> list[Event]:
    """The path of a recorded run. Where the search stands after each of its events, the path stands as well."""
    follower, trail, path = Follower(system), FoldedTrail(), list[Event]()
    for event in find_algorithm(algorithm).start(cnf, options, 0):
        trail.apply(event)
        path.extend(follower.follow(event))
        if isinstance(event, Decided) and follower.m != FAIL:
            assert [system.words[member.literal] for member in follower.m] == trail.literals
    return path


@settings(max_examples=120, deadline=None)
@given(formulas(6))
def test_dpll_runs_are_paths_that_respect_its_priorities(cnf: CNF) -> None:
    system = dp(cnf)
    path = followed(system, cnf, "dpll", {})
    end = check(system, path).state
    assert (end == FAIL) is (not satisfiable(cnf.clauses))
    assert not system.transitions(end)
    strategy = strategy_of(system, DPLL)
    for event in path:
        if isinstance(event, t.RuleApplied):
            allowed = strategy.allowed(system.transitions(system.read(event.before)))
            assert event.rule in {edge.rule for edge in allowed}


@settings(max_examples=120, deadline=None)
@given(formulas(7), st.sampled_from(CDCL))
def test_cdcl_runs_are_paths(cnf: CNF, options: dict[str, Any]) -> None:
    path = check(learning(dp(cnf)), followed(learning(dp(cnf)), cnf, "cdcl", options))
    assert (path.state == FAIL) is (not satisfiable(cnf.clauses))
    assert {edge.rule for edge in path.system.transitions(path.state)} <= {"Restart"}


@pytest.mark.parametrize("cnf", [random_3sat(50, 4, 4.3), pigeonhole(5)])
def test_long_cdcl_runs_with_restarts_and_forgetting_are_paths(cnf: CNF) -> None:
    path = followed(learning(dp(cnf)), cnf, "cdcl", {})
    kinds = {type(event) for event in path}
    assert {t.LearnApplied, t.BackjumpApplied, t.RestartApplied, t.ForgetApplied} <= kinds
    assert check(learning(dp(cnf)), path).state == FAIL


@settings(max_examples=60, deadline=None)
@given(formulas(5), st.booleans())
def test_the_path_of_cdcl_ends_as_cdcl_does(cnf: CNF, every: bool) -> None:
    events, answer = trace(find_algorithm("cdcl-graph").start(cnf, {"all": every}, 0))
    beside, same = trace(find_algorithm("cdcl").start(cnf, {"all": every}, 0))
    assert answer == same
    assert answer.count == (len(models_of(cnf)) if every else int(satisfiable(cnf.clauses)))
    for kind, other in ((t.DecideApplied, Decided), (t.LearnApplied, Learned), (t.RestartApplied, Restarted),
                        (Modelled, Modelled), (Refuted, Refuted)):
        assert [type(event) for event in events].count(kind) == [type(event) for event in beside].count(other)
    if every:
        assert isinstance(events[-2], t.FailApplied)


def test_what_is_no_edge_is_refused() -> None:
    cnf = read_cnf("p | q, ~p | r")
    follower = Follower(dp(cnf))
    list(follower.follow(Decided("p", 1)))
    for literal, number in (("q", 1), ("r", 1), ("¬r", 2)):
        with pytest.raises(PathError):
            follower.propagate(follower.literal(literal), number)
    with pytest.raises(PathError):
        follower.decide(follower.literal("¬p"))
    with pytest.raises(PathError):
        follower.backtrack()
    assert last_decision(follower.record) == 0
    assert numbers_of(cnf, ["p"]) == (1,)


def test_with_an_empty_clause_nobody_says_that_the_empty_record_is_inconsistent() -> None:
    for algorithm in ("dpll-graph", "cdcl-graph"):
        events, _ = trace(find_algorithm(algorithm).start(CNF((), ((),), ("",), 0), {}, 0))
        assert [event.sentence() for event in events if isinstance(event, t.FailApplied)] == [
            "Fail: a conflict, and M has no decision to undo: FailState."]
