"""Recorded runs of CDCL with loop formulas are paths in the graph of M ‖ Γ, step by step."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets import events as a
from algorithms.answer_sets.loop_formulas import LoopSolver
from algorithms.core import Event, find_algorithm, trace
from algorithms.events import Decided
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.transitions import events as t
from algorithms.transitions.clasp import LoopFollower
from algorithms.transitions.learning import PathError
from algorithms.transitions.records import FAIL, members
from algorithms.transitions.rules import System, aset, learning
from kit.answer_sets import Sets, answer_sets_by_clingo
from kit.programs import read
from kit.sat_runs import pigeonhole
from kit.small_systems import programs, random_program
from kit.transition_paths import CheckedPath

A_WAY_IN = "{a}. {b}. c :- b. c :- d. d :- c. e :- not d. :- e, not c."


def non_tight(rng: Random, atoms: int = 8) -> LogicProgram:
    """Some choices, many rules of one or two literals, most of them atoms, and two constraints."""
    def literals(most: int) -> list[int]:
        found = rng.sample(range(1, atoms + 1), rng.randint(1, most))
        return [atom if rng.random() < 0.75 else -atom for atom in found]

    made = [(rng.randint(1, atoms), literals(2)) for _ in range(2 * atoms)] + [(0, literals(3)) for _ in range(2)]
    rules = [Rule(atom, choice=True) for atom in range(1, 1 + atoms // 3)]
    rules += [Rule(head, tuple(x for x in body if x > 0), tuple(-x for x in body if x < 0)) for head, body in made]
    return LogicProgram(tuple("abcdefghijklmnop"[:atoms]), tuple(rules), ("",) * len(rules), atoms)


def pigeons_in_loops(holes: int) -> LogicProgram:
    """One pigeon more than holes: what says that x sits in y is in a loop with another atom, and a choice leads in."""
    cnf = pigeonhole(holes)
    n = len(cnf.names)
    rules = [rule for x in range(1, n + 1) for rule in (
        Rule(x, choice=True), Rule(n + x, (x,)), Rule(n + x, (2 * n + x,)), Rule(2 * n + x, (n + x,)))]
    rules += [Rule(0, tuple(n - x for x in clause if x < 0), tuple(n + x for x in clause if x > 0))
              for clause in cnf.clauses]
    names = (*(f"into {name}" for name in cnf.names), *cnf.names, *(f"with {name}" for name in cnf.names))
    return LogicProgram(names, tuple(rules), ("",) * len(rules), len(names))


def whole(program: LogicProgram, system: System, atoms: frozenset[str]) -> frozenset[int]:
    """An answer set as its literals, those of bodies among them."""
    m = {number if name in atoms else -number for number, name in enumerate(program.names, 1)}
    return frozenset(m.union(body if set(program.rules[number - 1].body) <= m else -body
                             for number, body in system.bodies.items()))


def run_of(program: LogicProgram, every: bool = False) -> tuple[list[Event], Sets]:
    """A run, and the answer sets that it has found."""
    events, answer = trace(find_algorithm("clasp-graph").start(program, {"all": every}, 0))
    return events, frozenset(map(frozenset, answer.found))


def check(program: LogicProgram, every: bool = False) -> tuple[CheckedPath, list[Event]]:
    """A run is a path, each state that is said to be an answer set is one, and FailState is reached if there is none,
    or none other."""
    system, known = learning(aset(program)), answer_sets_by_clingo(program)
    path = CheckedPath(system, [whole(program, system, atoms) for atoms in known])
    events, found = run_of(program, every)
    for event in events:
        path.take(event)
        if isinstance(event, a.AnswerSetFound):
            assert path.state != FAIL and members(path.state) in path.known
            assert not any(literal > 0 for literal in path.system.unfounded(members(path.state)) & members(path.state))
            assert {edge.rule for edge in path.system.transitions(path.state)} <= {"Restart"}
    assert (path.state == FAIL) is (every or not known)
    assert found == known if every else found <= known and len(found) == min(1, len(known))
    return path, events


@settings(max_examples=70, deadline=None)
@given(programs(6), st.booleans())
def test_runs_on_any_program_are_paths(program: LogicProgram, every: bool) -> None:
    check(program, every)


def test_runs_on_programs_with_loops_are_paths() -> None:
    """Some learn clauses of loops that all clauses before do not entail, and some programs have no answer set."""
    runs = [check(non_tight(Random(seed)), seed % 2 == 0)[0] for seed in range(120)]
    assert sum(path.by_loop for path in runs) >= 25
    assert 20 <= sum(not path.known for path in runs) <= 100


def test_a_run_with_loops_restarts_and_forgetting_is_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that restarts and forgets as soon as others would on a longer way."""
    begin = LoopSolver.__init__

    def begin_hastily(solver: LoopSolver, *given: Any) -> None:
        begin(solver, *given)
        solver.most_learned = 8

    monkeypatch.setattr(LoopSolver, "restart_unit", 4)
    monkeypatch.setattr(LoopSolver, "__init__", begin_hastily)
    path, events = check(pigeons_in_loops(4))
    kinds = {type(event) for event in events}
    assert {t.LoopLearnApplied, t.LearnApplied, t.BackjumpApplied, t.RestartApplied, t.ForgetApplied} <= kinds
    assert path.state == FAIL


def test_the_path_goes_as_the_search_goes() -> None:
    for seed in range(30):
        program = non_tight(Random(seed))
        events, found = run_of(program, True)
        beside, answer = trace(find_algorithm("loop-formulas").start(program, {"all": True}, 0))
        assert found == frozenset(map(frozenset, answer.found))
        for kind, other in ((t.DecideApplied, Decided), (a.LoopFormulaAdded, a.LoopFormulaAdded)):
            assert [type(event) for event in events].count(kind) == [type(event) for event in beside].count(other)


def test_a_clause_of_a_loop_says_which_and_how_it_is_entered() -> None:
    events, _ = run_of(read(A_WAY_IN))
    first, second = (event for event in events if isinstance(event, t.LoopLearnApplied))
    assert (first.name, first.loop, first.rules) == ("Learn ¬c ∨ b", ("c", "d"), (3,))
    assert first.sentence() == "Learn clause 9, ¬c ∨ b: the loop {c, d} needs a way in, by rule 3."
    assert second.name == "Learn ¬d ∨ b"
    (alone,) = (event for event in run_of(read("p :- p. q :- not p."))[0] if isinstance(event, t.LoopLearnApplied))
    assert alone.sentence() == "Learn clause 5, ¬p: the loop {p} needs a way in, and there is none."


@pytest.mark.parametrize("wrong", [{"rules": ()}, {"rules": (3, 4)}, {"loop": ("c",)}, {"loop": ("b", "c", "d")}])
def test_what_is_no_formula_of_a_loop_is_not_learned(wrong: dict[str, Any]) -> None:
    program = read(A_WAY_IN)
    follower = LoopFollower(learning(aset(program)))
    with pytest.raises(PathError):
        for event in find_algorithm("loop-formulas").start(program, {}, 0):
            list(follower.follow(replace(event, **wrong) if isinstance(event, a.LoopFormulaAdded) else event))


def test_a_wrong_clause_of_a_loop_is_found_by_the_check() -> None:
    """That the test can fail: a clause that an answer set does not satisfy."""
    program = read(A_WAY_IN)
    system = learning(aset(program))
    path = CheckedPath(system, [whole(program, system, atoms) for atoms in answer_sets_by_clingo(program)])
    for event in run_of(program)[0]:
        if isinstance(event, t.LoopLearnApplied):
            with pytest.raises(AssertionError):
                path.take(replace(event, literals=("¬c", "a")))
            return
        path.take(event)


def test_tight_programs_have_no_loop_to_learn() -> None:
    for seed in range(40):
        program = random_program(Random(seed), 5)
        tight = not any(isinstance(event, a.LoopFound) for event in find_algorithm("completion").start(program, {}, 0))
        assert not (tight and any(isinstance(event, t.LoopLearnApplied) for event in run_of(program, True)[0]))
