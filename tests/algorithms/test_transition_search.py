"""Searches along transition graphs: whatever the strategy, their answers are those of python-sat and clingo."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import AlgorithmError, Event, choose, find_algorithm, run, trace
from algorithms.events import Blocked, Refuted
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.formula import Formula
from algorithms.problems.program.puzzle import Program
from algorithms.satisfiability.dpll import TooLongError
from algorithms.transitions import events as t
from algorithms.transitions.rules import aset, dp
from algorithms.transitions.search import start_of
from algorithms.transitions.strategy import DPLL, SMODELS, strategy_of
from kit.answer_sets import answer_sets_by_clingo
from kit.sat_runs import models_of, read_cnf
from kit.small_systems import formulas, programs, random_program

FORMULA_3 = "~p | q, ~p | r, q | r, ~q | ~r"
STRATEGIES = (DPLL, "any", "Decide >> Unit Propagate", "Backtrack >> Decide, Unit Propagate", "Unit Propagate")
ORDERS = ("first atom, true first", "first atom, false first", "most occurrences", "random")
OPTIONS = st.fixed_dictionaries({"strategy": st.sampled_from(STRATEGIES), "order": st.sampled_from(ORDERS),
                                 "all": st.booleans()})

REFUSES = {"dpll-graph", "cdcl-graph"}


@settings(max_examples=100, deadline=None)
@given(formulas(5), OPTIONS, st.integers(0, 100))
def test_dpll_graph_finds_what_there_is(cnf: CNF, options: dict[str, Any], seed: int) -> None:
    models = models_of(cnf)
    answer = run(find_algorithm("dpll-graph").start(cnf, options, seed))
    assert answer.satisfiable == bool(models)
    assert answer.count == (len(models) if options["all"] else bool(models))
    assert answer.model is None or answer.model in models


@settings(max_examples=150, deadline=None)
@given(programs(6), OPTIONS, st.integers(0, 100))
def test_aset_graph_finds_what_there_is(program: LogicProgram, options: dict[str, Any], seed: int) -> None:
    wanted = answer_sets_by_clingo(program)
    if options["strategy"] == DPLL:
        options = {**options, "strategy": SMODELS}
    found = list(map(frozenset, run(find_algorithm("aset-graph").start(program, options, seed)).found))
    assert len(set(found)) == len(found)
    assert set(found) == wanted if options["all"] else set(found) <= wanted and bool(found) == bool(wanted)


@settings(max_examples=40, deadline=None)
@given(formulas(4), OPTIONS, st.integers(0, 100))
def test_each_event_tells_the_state_that_the_next_one_begins_with(cnf: CNF, options: dict[str, Any],
                                                                  seed: int) -> None:
    """And which edges there are, and whether the strategy allows the one that is taken, is as the rules have it."""
    system, strategy = dp(cnf), strategy_of(dp(cnf), options["strategy"])
    events, _ = trace(find_algorithm("dpll-graph").start(cnf, options, seed))
    for checked, taken in pairwise(events):
        if isinstance(checked, Blocked):
            system = system.with_clause(tuple(system.by_word[word] for word in checked.literals))
        if not isinstance(checked, t.RulesChecked):
            continue
        edges = system.transitions(system.read(checked.state))
        assert sum(checked.edges) == len(edges)
        assert list(checked.applicable) == list(dict.fromkeys(edge.rule for edge in edges))
        assert {*checked.applicable, *dict(checked.refused)} == set(system.rules)
        assert sorted(map(system.name, edges)) == sorted({system.name(edge) for edge in edges})
        if isinstance(taken, t.RuleApplied):
            assert taken.before == checked.state
            assert taken.name in map(system.name, edges) and taken.preferred
            assert taken.rule in {edge.rule for edge in strategy.allowed(edges)}


def test_a_path_may_be_given_and_leave_the_strategy() -> None:
    """Path (5) of the handout; then the strategy goes on."""
    cnf = read_cnf("p | q, ~p | r")
    events, answer = trace(find_algorithm("dpll-graph")(cnf, path=("decide p", "Decide  r")))
    taken = [event for event in events if isinstance(event, t.RuleApplied)]
    assert [(event.name, event.preferred) for event in taken] == [
        ("Decide p", True), ("Decide r", False), ("Decide q", True)]
    assert answer.model == {"p": True, "q": True, "r": True}


def test_a_choice_overrules_path_and_strategy() -> None:
    wishes = iter(["Decide q", "Unit Propagate ¬r"])

    def chosen(kind: str, candidates: Any, preferred: Any) -> Any:
        return choose(kind, candidates, next(wishes, preferred))

    events, _ = trace(find_algorithm("dpll-graph")(read_cnf(FORMULA_3), path=("Decide p", "Decide r"), choose=chosen))
    names = [event.name for event in events if isinstance(event, t.RuleApplied)]
    assert names == ["Decide q", "Unit Propagate ¬r", "Unit Propagate ¬p"]


@pytest.mark.parametrize(("options", "key"), [
    ({"strategy": "Backtrack >> Unfounded"}, "strategy"), ({"strategy": "Decide >> Fail, decide"}, "strategy"),
    ({"path": ("Decide p", "Decide p")}, "path.1"), ({"path": ("Backtrack",)}, "path.0"),
    ({"start": ("x",)}, "start.0"), ({"start": ("p", "~p", "q")}, "start.2"), ({"start": ("pΔ", "~pΔ")}, "start.1"),
    ({"start": ("p",), "all": True}, "start")])
def test_what_cannot_be_is_refused_before_anything_runs(options: dict[str, Any], key: str) -> None:
    with pytest.raises(AlgorithmError) as error:
        find_algorithm("dpll-graph")(read_cnf(FORMULA_3), **options)
    assert error.value.key == key


def test_a_path_from_elsewhere_claims_no_more_than_it_shows() -> None:
    """p has no model, yet the formula has one: FailState is reached from p, and says nothing of the formula."""
    cnf = read_cnf(FORMULA_3)
    events, answer = trace(find_algorithm("dpll-graph")(cnf, start=("p",)))
    last: list[Event] = [events[-1]]
    assert last == [Refuted(("p",), 0)]
    assert (answer.outcome, answer.as_json(frozenset())["satisfiable"]) == ("complete", None)
    assert start_of(dp(cnf), ("p^", "q", "rΔ", "~q")) == dp(cnf).read(
        (("p", True), ("q", False), ("r", True), ("¬q", False)))


@pytest.mark.parametrize(("name", "instead"), [("dpll-graph", "use cdcl"), ("cdcl-graph", "use cdcl"),
                                               ("aset-graph", "use answer-sets"), ("clasp-graph", "use loop-formulas")])
def test_a_path_that_is_too_long_says_what_to_use_instead(name: str, instead: str,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("search", "learning"):
        monkeypatch.setattr(f"algorithms.transitions.{module}.MOST_TRANSITIONS", 2)
    puzzle: object = read_cnf(FORMULA_3) if name in ("dpll-graph", "cdcl-graph") else random_program(Random(1), 8, 14)
    with pytest.raises(TooLongError, match=instead):
        run(find_algorithm(name)(puzzle))


@pytest.mark.parametrize(("name", "form", "instead"), [
    ("dpll-graph", "as_cnf", "use cdcl"), ("cdcl-graph", "as_cnf", "use cdcl"),
    ("aset-graph", "as_program", "use answer-sets"), ("clasp-graph", "as_program", "use loop-formulas")])
def test_states_of_too_many_literals_are_not_listed(name: str, form: str, instead: str) -> None:
    names = [f"a{number}" for number in range(1, 1_002)]
    puzzle: Any = (Formula.read(formula=", ".join(names)) if form == "as_cnf"
                   else Program.read(rules=" ".join(f"{name}." for name in names)))
    with pytest.raises(TooLongError, match=f"1,001 literals.*{instead}"):
        run(find_algorithm(name)(getattr(puzzle, form)()))


def test_the_graph_is_said_to_be_as_large_as_it_is() -> None:
    events, _ = trace(find_algorithm("aset-graph")(random_program(Random(1), 8, 14)))
    assert not any(isinstance(event, t.GraphUnfolded) for event in events)
    events, _ = trace(find_algorithm("dpll-graph")(read_cnf(FORMULA_3)))
    assert [event for event in events if isinstance(event, t.GraphUnfolded)] == [
        t.GraphUnfolded(396, 590, 48, 212, 16, False)]
    assert aset(random_program(Random(1), 8, 14)).rules == (
        "Backtrack", "Fail", "Unit Propagate", "Unfounded", "Decide")


def test_a_path_tells_small_letters_from_capitals_where_it_must() -> None:
    cnf = read_cnf("p | P")
    events, _ = trace(find_algorithm("dpll-graph")(cnf, path=("decide P", "DECIDE ~p")))
    assert [event.name for event in events if isinstance(event, t.RuleApplied)] == ["Decide P", "Decide ¬p"]


@pytest.mark.parametrize(("path", "says"), [
    (("Decide p", "Decide q"), "'Decide q' leaves no state here; nothing does: remove it"),
    (("Decide p(1",), "leaves no state here; put a name with a comma in quotes, or write one of Unit Propagate p"),
])
def test_what_may_stand_in_a_path_is_said(path: tuple[str, ...], says: str) -> None:
    with pytest.raises(AlgorithmError) as error:
        find_algorithm("dpll-graph")(read_cnf("p"), path=path)
    assert says in str(error.value)
