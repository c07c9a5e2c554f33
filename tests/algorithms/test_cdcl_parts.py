"""The parts of CDCL: assumptions, and what cannot go on with them; heuristics, restarts, watched literals."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cdcl import Options, cdcl, hard, switches

from algorithms.core import find_algorithm, run, trace
from algorithms.events import (
    Assumed,
    Attached,
    Conflicted,
    Implied,
    Modelled,
    Refuted,
    Watched,
)
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.cdcl import Solver
from algorithms.satisfiability.cdcl_parts import Vsids, luby
from algorithms.satisfiability.dpll import TooLongError
from kit.sat_runs import (
    cnf_of,
    cnfs,
    models_of,
    occurring,
    pigeonhole,
    random_3sat,
    read_cnf,
    satisfiable,
)

pytestmark = pytest.mark.usefixtures("impatient")


# --- assumptions ---------------------------------------------------------------------------------------------------


@given(cnfs(), switches, st.data())
def test_assumptions_and_cores_call_after_call(cnf: CNF, options: Options, data: st.DataObject) -> None:
    solver, clauses = Solver(cnf, **options), list(cnf.clauses)
    literal = st.integers(1, len(cnf.names)).flatmap(lambda variable: st.sampled_from([variable, -variable]))
    for _ in range(4):
        if data.draw(st.integers(0, 3)) == 0:
            clauses.append(tuple(data.draw(st.lists(literal, max_size=3))))
            assert solver.add_clause(clauses[-1]) == len(solver.clauses) - 1
        assumptions = data.draw(st.lists(literal, max_size=4))
        events, found = trace(solver.solve(assumptions))
        assert found == satisfiable(clauses, assumptions)
        if found:
            assert {*assumptions} <= {*solver.model()}
            assert all({*clause} & {*solver.model()} for clause in clauses)
            continue
        assert [literal for literal in assumptions if literal in solver.core()][: len(solver.core())] == solver.core()
        assert not satisfiable(clauses, solver.core())
        assert events[-1] == Refuted(tuple(cnf.word(literal) for literal in solver.core()))


def test_assumptions_on_harder_formulas() -> None:
    rng = random.Random(1)
    for seed in range(10):
        cnf = random_3sat(30, seed, 3.8)
        solver = Solver(cnf)
        for _ in range(30):
            assumptions = [rng.choice((-1, 1)) * variable for variable in rng.sample(range(1, 31), rng.randrange(6))]
            found = run(solver.solve(assumptions))
            assert found == satisfiable(cnf.clauses, assumptions)
            if not found:
                assert {*solver.core()} <= {*assumptions}
                assert not satisfiable(cnf.clauses, solver.core())


def test_an_assumption_begins_a_level_and_leaves_no_trace() -> None:
    cnf = read_cnf("~p | q, ~q | r")
    solver = Solver(cnf)
    events, found = trace(solver.solve([1]))
    assert found
    assert [event for event in events if not isinstance(event, Attached | Watched)] == [
        Assumed("p", 1), Implied("q", 1, 1), Implied("r", 2, 1), Modelled(("p", "q", "r"))]
    events, found = trace(solver.solve([1, -3]))
    assert not found
    assert events[-1] == Refuted(("p", "¬r"))
    assert events[-1].sentence() == "There is no model with p, ¬r."
    assert solver.core() == [1, -3]
    assert run(solver.solve([-3]))
    assert solver.model() == [-1, -2, -3]
    assert solver.clauses[1:] == [[-1, 2], [-2, 3]]


def test_a_clause_added_later_heeds_the_facts() -> None:
    cnf = read_cnf("p, q | r | s")
    solver = Solver(cnf)
    assert run(solver.solve())
    solver.add_clause([-1, 2])
    solver.add_clause([-1, 3, 4])
    events, found = trace(solver.solve([-3]))
    assert found
    assert [event for event in events if isinstance(event, Implied)] == [Implied("q", 3, 0), Implied("s", 4, 1)]
    solver.add_clause([-1])
    events, found = trace(solver.solve())
    assert not found
    assert events[-2:] == [Conflicted(5, 0), Refuted()]
    assert trace(solver.solve([2])) == ([Refuted()], False)  # for good
    assert solver.core() == []


def test_contradictory_assumptions_are_their_own_core() -> None:
    solver = Solver(read_cnf("p | q"))
    assert not run(solver.solve([2, 1, -1]))
    assert solver.core() == [1, -1]


@given(cnfs(), switches, st.data())
def test_another_model_under_assumptions(cnf: CNF, options: Options, data: st.DataObject) -> None:
    variables = occurring(cnf) or [1]
    assumed = data.draw(st.sampled_from([sign * variable for variable in variables for sign in (1, -1)]))
    solver, found = Solver(cnf, **options), []
    more = run(solver.solve([assumed]))
    while more:
        found.append(tuple(solver.model()))
        more = run(solver.another())
    name = cnf.names[abs(assumed) - 1]
    wanted = [model for model in models_of(cnf) if model.get(name, assumed > 0) is (assumed > 0)]
    assert len(set(found)) == len(found) == len(wanted)


# --- parts ---------------------------------------------------------------------------------------------------------


def test_luby() -> None:
    assert [luby(index) for index in range(15)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


@given(st.lists(st.tuples(st.lists(st.integers(1, 5), unique=True, max_size=5), st.integers(0, 5)), max_size=60))
def test_vsids_takes_the_most_active_open_variable(conflicts: list[tuple[list[int], int]]) -> None:
    value: list[bool | None] = [None] * 11
    order, scores, step = Vsids(value), [0.0] * 6, 1.0
    order.most = 10.0  # so that activities are scaled down again and again
    for variable in range(1, 6):
        order.add(variable)
    for bumped, open_again in conflicts:
        value[1:6] = [True] * 5
        order.bump(bumped)
        scores = [score + step * (variable in bumped) for variable, score in enumerate(scores)]
        step /= order.decay
        value[1 : open_again + 1] = [None] * open_again
        order.release(range(1, open_again + 1))
        best = max(range(1, open_again + 1), key=lambda variable: scores[variable], default=0)
        chosen = order.best()
        assert chosen == best or scores[chosen] == pytest.approx(scores[best])


def test_pseudocode_and_events_match() -> None:
    algorithm = find_algorithm("cdcl")
    yielded = set()
    for cnf, options in ((pigeonhole(4), {}), (hard(1, 14), {"learning": "none"}), (read_cnf("p | q"), {"all": True})):
        for event in cdcl(cnf, **options)[0]:
            assert algorithm.line_of(event) is not None, event
            assert not re.search(r"[{}]", event.sentence())
            yielded.add(type(event).__name__)
    assert yielded == {tag for line in algorithm.pseudocode for tag in line.tags}


def test_models_are_not_counted_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    cnf = cnf_of([[1, 2], [3, 4]])
    monkeypatch.setattr("algorithms.satisfiability.cdcl.MOST_MODELS", 10)
    assert cdcl(cnf, all=True)[1].count == 9
    monkeypatch.setattr("algorithms.satisfiability.cdcl.MOST_MODELS", 9)
    with pytest.raises(TooLongError, match="9 models are found, and there may be many more; leave all out"):
        cdcl(cnf, all=True)
