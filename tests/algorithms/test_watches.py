"""Watch lists on the stage: what the state folds is what the solver has, at every step; and the counter of visits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import Event, Steps, find_algorithm, trace
from algorithms.events import Assumed, ClauseAdded, Decided, Forgotten, Modelled, Probed, Undone, Watched
from algorithms.problems.forms.cnf import CNF, negation
from algorithms.satisfiability.cdcl import Solver
from algorithms.satisfiability.cdcl_parts import CountedLiterals, WatchedLiterals
from kit.sat_runs import cnfs, occurring, random_3sat, read_cnf
from kit.states import of_form
from scenarios.timeline import Timeline
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.panels import headline
from visualizer.families.satisfiability.state import SatState, sat_of

pytestmark = pytest.mark.usefixtures("impatient")

SWITCHES = st.fixed_dictionaries({
    "learning": st.sampled_from(["first-UIP", "decision", "none"]), "heuristic": st.sampled_from(["vsids", "first"]),
    "restarts": st.booleans(), "phase_saving": st.booleans()})
CALM = (Decided, Assumed, Modelled)  # yielded only when everything is propagated


def lists(solver: Solver) -> dict[str, tuple[int, ...]]:
    """The solver's own lists, by literal, in its order."""
    way = solver.propagation
    assert isinstance(way, WatchedLiterals | CountedLiterals)
    own = way.watches if isinstance(way, WatchedLiterals) else way.occurrences
    variables = range(1, len(own) // 2 + 1)
    return {solver.words[literal]: tuple(own[literal]) for v in variables for literal in (v, -v) if own[literal]}


def folded(state: SatState) -> dict[str, tuple[int, ...]]:
    return {literal: clauses for literal, clauses in state.watches.items() if clauses}


def calls(solver: Solver, count: int) -> Iterator[Steps[bool]]:
    """The formula solved, its next models, and then again with a clause more."""
    yield solver.solve()
    for _ in range(count):
        if solver.models and not solver.contradictory and solver.learning != "none":
            yield solver.another()
    if solver.variables:
        yield added(solver, sorted(solver.variables)[:3])
        yield solver.solve([-min(solver.variables)])


def added(solver: Solver, clause: list[int]) -> Steps[bool]:
    """A clause more, as backbone algorithms tell of it."""
    yield ClauseAdded(solver.add_clause(clause), solver.words.said(clause))
    return True


def check_watches(state: SatState, calm: bool) -> None:
    """Two watches a clause; where all is propagated, a false one only beside a true one."""
    watching: dict[int, list[str]] = {}
    for literal, clauses in folded(state).items():
        for clause in clauses:
            watching.setdefault(clause, []).append(literal)
    for clause, pair in watching.items():
        assert len(pair) == len(set(pair)) == 2
        assert sorted(state.watched_in(clause)) == sorted(pair)
        truths = [state.truth(literal) for literal in pair]
        assert not calm or False not in truths or True in truths


@given(cnfs(), SWITCHES)
def test_the_folded_watches_are_the_solvers_at_every_step(cnf: CNF, options: dict[str, Any]) -> None:
    solver, whole = Solver(cnf, **options), of_form(cnf)
    state = sat_of(whole)
    for steps in calls(solver, 3):
        for event in steps:
            check_watches(state, isinstance(event, CALM))
            if isinstance(event, Watched):
                waiting = state.watches.get(negation(event.literal), ())
                assert event.clauses == waiting[: len(event.clauses)]  # all of them, unless one was false
            whole.apply(event)
            assert folded(state) == lists(solver)


@pytest.mark.parametrize("learning", ["first-UIP", "decision"])
def test_the_same_where_much_is_learned_and_forgotten(learning: Any) -> None:
    cnf = random_3sat(30, 2, 4.6)
    solver, whole = Solver(cnf, learning=learning), of_form(cnf)
    state = sat_of(whole)
    solver.most_learned = 3
    forgotten = 0
    for event in solver.solve():
        check_watches(state, isinstance(event, CALM))
        whole.apply(event)
        assert folded(state) == lists(solver)
        forgotten += isinstance(event, Forgotten)
    assert forgotten
    own = {number for number, clause in enumerate(solver.clauses) if len(clause) > 1}
    assert {clause for clauses in state.watches.values() for clause in clauses} == own


@given(cnfs(), SWITCHES)
def test_without_watches_the_lists_are_of_all_clauses_with_a_literal(cnf: CNF, options: dict[str, Any]) -> None:
    solver, whole = Solver(cnf, propagation="counters", **options), of_form(cnf)
    state = sat_of(whole)
    for event in solver.solve():
        if isinstance(event, CALM):
            attached = {number for number, clause in enumerate(solver.clauses)
                        if len({*map(abs, clause)}) == len(clause) > 1}
            for literal, clauses in lists(solver).items():
                assert sorted(clauses) == sorted(clause for clause in state.clauses_for(literal) if clause in attached)
        whole.apply(event)
        assert not state.watching
    for variable in occurring(cnf):
        for sign in (variable, -variable):
            have = {number for number, clause in enumerate(solver.clauses) if sign in clause}
            assert set(state.clauses_with(cnf.word(sign))) == have


@given(st.integers(0, 10_000), st.lists(st.integers(0, 400), max_size=8))
def test_going_back_restores_the_watches(seed: int, positions: list[int]) -> None:
    cnf = random_3sat(20, seed, 4.6)
    timeline = Timeline(find_algorithm("cdcl").start(cnf, {}, 0), of_form(cnf))
    timeline.pull_all()
    for position in positions:
        here = timeline.seek(position)
        expected = of_form(cnf)
        for event in timeline.events[:here]:
            expected.apply(event)
        found, wanted = sat_of(timeline.state), sat_of(expected)
        assert (found.watches, found.watching, found.propagated, found.moved, found.visited) == (
            wanted.watches, wanted.watching, wanted.propagated, wanted.moved, wanted.visited)


def test_a_copy_does_not_change_with_the_original() -> None:
    cnf = read_cnf("a | b | c, ~a | b | c, ~b | c")
    whole = of_form(cnf)
    state = sat_of(whole)
    events, _ = trace(find_algorithm("cdcl").start(cnf, {}, 0))
    copies = []
    for event in events:
        copies.append((state.copy(), folded(state)))
        whole.apply(event)
    assert all(folded(copy) == then for copy, then in copies)
    assert len({tuple(sorted(then.items())) for _, then in copies}) > 1


def test_what_is_undone_is_looked_at_no_more() -> None:
    cnf = random_3sat(20, 1, 4.6)
    whole = of_form(cnf)
    state = sat_of(whole)
    for event in find_algorithm("cdcl").start(cnf, {}, 0):
        whole.apply(event)
        if isinstance(event, Undone):
            assert (state.propagated, state.visited, state.moved) == (None, (), ())
        if isinstance(event, Watched):
            assert (state.propagated, state.visited, state.moved) == (event.literal, event.clauses, event.moved)
            assert all(clause in state.watches[literal] for clause, literal in event.moved)


# --- the counter ---------------------------------------------------------------------------------------------------


@given(cnfs(), SWITCHES, st.sampled_from(["watches", "counters"]))
def test_visited_is_how_many_clauses_were_looked_at(cnf: CNF, options: dict[str, Any], propagation: str) -> None:
    algorithm = find_algorithm("cdcl")
    counter = next(counter for counter in algorithm.counters if counter.name == "visited")
    timeline = Timeline(algorithm.start(cnf, {**options, "propagation": propagation}, 0), of_form(cnf))
    timeline.pull_all()
    visits = 0
    for position, event in enumerate(timeline.events):
        assert timeline.total(counter, position) == visits
        visits += len(event.clauses) if isinstance(event, Watched) else 0
    assert timeline.total(counter, len(timeline.events)) == visits


# --- what is asked -------------------------------------------------------------------------------------------------


def test_the_headline_of_a_chunk_says_or() -> None:
    whole = of_form(read_cnf("a | b, ~a | c"), BackboneState)
    state = sat_of(whole)
    asked: list[tuple[Event, str]] = [
        (Probed(("¬a", "b"), chunk=True), "with ¬a ∨ b: "), (Probed(("¬a", "b")), "with ¬a ∧ b: "),
        (Probed(("¬a",)), "with ¬a: ")]
    for event, start in asked:
        whole.apply(event)
        assert headline(state).startswith(start)
