"""At-least propagation and DPLL over at-least constraints: by definition, against brute force, python-sat, and DPLL."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_dpll import ORDERS, Chosen

from algorithms.core import Event, find_algorithm, run, trace
from algorithms.events import (
    Called,
    Complemented,
    ConstraintTight,
    Decided,
    Implied,
    Modelled,
    Refuted,
    Returned,
    TooManyFalse,
    Undone,
)
from algorithms.problems.forms.at_least import AtLeastForm, clauses_as_at_least
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.satisfiability.dpll import Propagated, SatAnswer, TooDeepError
from kit.at_least_runs import form_of, forms, holds, models_by_sat, models_of, occurring
from kit.sat_runs import FoldedTrail, cnfs
from kit.sat_runs import models_of as cnf_models
from kit.states import of_form
from visualizer.families.satisfiability.state import sat_of

REFUSES = {"at-least-dpll"}
HANDS = form_of([((1, 2, 3), 2), ((-1, -2, -3), 1), ((-1, 4), 1)], "pqrs")


def propagate(form: AtLeastForm) -> tuple[list[Event], Propagated]:
    return trace(find_algorithm("at-least-propagation").start(form, {}, 0))


def dpll(form: AtLeastForm, *chosen: str, **options: object) -> tuple[list[Event], SatAnswer]:
    return trace(find_algorithm("at-least-dpll").start(form, options, 0, Chosen(*chosen)))


def true_of(literals: tuple[str, ...]) -> frozenset[str]:
    return frozenset(literal for literal in literals if literal[0] != "¬")


# --- small examples, event by event --------------------------------------------------------------------------------


def test_when_as_many_are_false_as_may_be_the_others_are_true() -> None:
    form = form_of([((1, 2, 3, 4), 2), ((-1,), 1), ((-2,), 1)], "abcd")
    assert propagate(form) == (
        [ConstraintTight(2, ("¬a",), 0, 0), Implied("¬a", 2, 0, "constraint"),
         ConstraintTight(3, ("¬b",), 0, 0), Implied("¬b", 3, 0, "constraint"),
         ConstraintTight(1, ("c", "d"), 2, 2), Implied("c", 1, 0, "constraint"), Implied("d", 1, 0, "constraint"),
         Modelled(("¬a", "¬b", "c", "d"))],
        Propagated((("a", False), ("b", False), ("c", True), ("d", True)), True))
    assert [event.sentence() for event in propagate(form)[0][4:6]] == [
        "Constraint 1 has 2 of at most 2 false: all others must be true.", "So c, because of constraint 1."]


def test_a_conflict_is_one_false_literal_too_many() -> None:
    form = form_of([((1, 2, 3), 2), ((-1,), 1), ((-2,), 1)], "abc")
    events, answer = propagate(form)
    assert events[-1] == TooManyFalse(3, 1, 0, 0)  # b was needed after ¬a
    assert answer.outcome == "unsatisfiable"
    assert propagate(form_of([((1,), 2)])) == ([TooManyFalse(1, 0, -1, 0)], Propagated((), False))
    assert propagate(form_of([((1, 2), 0)])) == ([Modelled(())], Propagated((), True))
    assert propagate(HANDS) == ([], Propagated((), None))


def test_the_search_of_a_small_form() -> None:
    assert dpll(HANDS)[0] == [
        Called(1, None, None), Decided("p", 1), Called(2, 1, "p"), ConstraintTight(3, ("s",), 1, 1),
        Implied("s", 3, 1, "constraint"), Decided("q", 2), Called(3, 2, "q"), ConstraintTight(2, ("¬r",), 2, 2),
        Implied("¬r", 2, 2, "constraint"), Modelled(("p", "s", "q", "¬r"))]
    events, answer = dpll(HANDS, "¬p", all=True)
    assert answer.count == 4
    assert events[-1] == Refuted(models=4)
    assert Returned(1, 4) in events
    assert {type(event) for event in events} >= {Undone, Complemented}


def test_what_may_be_chosen() -> None:
    chosen = Chosen("¬q")
    trace(find_algorithm("at-least-dpll").start(HANDS, {}, 0, chosen))
    assert chosen.candidates[0] == ("p", "¬p", "q", "¬q", "r", "¬r", "s", "¬s")


def test_too_deep_a_search_says_so() -> None:
    form = form_of([((variable, variable + 1), 1) for variable in range(1, 3 * sys.getrecursionlimit(), 2)])
    with pytest.raises(TooDeepError, match="use cdcl"):
        dpll(form)


# --- any form ------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(forms())
def test_propagation_by_definition(form: AtLeastForm) -> None:
    """M is what follows by counting alone, whatever the order, and nothing that brute force denies."""
    events, answer = propagate(form)
    m = {name if true else f"¬{name}" for name, true in answer.literals}
    known: set[int] = set()
    consistent = all(len(literals) >= minimum for literals, minimum in form.constraints)
    changed = True
    while consistent and changed:
        changed = False
        for literals, minimum in form.constraints:
            false = [literal for literal in literals if -literal in known]
            consistent = consistent and len(literals) - len(false) >= minimum
            if len(false) == len(literals) - minimum and not known.issuperset(set(literals) - set(false)):
                known |= set(literals) - set(false)
                changed = True
    if consistent:
        assert m == {form.word(literal) for literal in known}
        assert all(frozenset({word for word in m if word[0] != "¬"}) <= model
                   and not {word[1:] for word in m if word[0] == "¬"} & model for model in models_of(form))
    assert (answer.satisfiable is False) == (not consistent)
    if answer.satisfiable is not None:
        assert answer.satisfiable == bool(models_of(form))
    if answer.satisfiable:
        assert holds(form, true_of(tuple(m)))
    assert [event.literal for event in events if isinstance(event, Implied)] == [
        name if true else f"¬{name}" for name, true in answer.literals]


@settings(deadline=None)
@given(forms(), st.sampled_from(ORDERS))
def test_all_models_are_found_once(form: AtLeastForm, order: str) -> None:
    events, answer = dpll(form, order=order, all=True)
    found = [true_of(event.literals) for event in events if isinstance(event, Modelled)]
    assert len(found) == len(set(found)) == answer.count
    assert set(found) == models_of(form) == models_by_sat(form)
    first = dpll(form, order=order)[1]
    assert first.satisfiable == bool(found)
    assert first.model == answer.model
    if first.model is not None:
        assert list(first.model) == [form.names[variable - 1] for variable in occurring(form)]


@settings(deadline=None)
@given(forms())
def test_the_events_tell_what_is_false_and_the_state_folds_it(form: AtLeastForm) -> None:
    trail, whole = FoldedTrail(), of_form(form)
    state = sat_of(whole)
    for event in dpll(form, all=True)[0]:
        trail.apply(event)
        whole.apply(event)
        assert [entry.literal for entry in state.trail] == trail.literals
        if isinstance(event, ConstraintTight):
            assert state.falsity(event.constraint) == (event.falsified, event.most)
            assert event.falsified == event.most
            open_ones = [word for word in state.literals_of(event.constraint) if state.truth(word) is None]
            assert tuple(open_ones) == event.literals
        elif isinstance(event, TooManyFalse):
            assert state.falsity(event.because) == (event.falsified, event.most)
            assert event.falsified > event.most
            assert state.conflict == event.because
    assert (trail.literals, state.refuted) == ([], True)


@settings(deadline=None)
@given(cnfs())
def test_on_clauses_it_finds_what_dpll_finds(cnf: CNF) -> None:
    form = clauses_as_at_least(cnf)
    count = dpll(form, all=True)[1].count
    kept = {variable for literals, _ in form.constraints for variable in map(abs, literals)}
    names = [cnf.names[variable - 1] for variable in sorted(kept)]
    assert count == len({tuple(model[name] for name in names) for model in cnf_models(cnf)})


# --- puzzles -------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(0, 99))
def test_a_gnomine_field_has_as_many_models_as_its_formula(seed: int) -> None:
    puzzle = Gnomine.read(random=RandomPosition(3, 4, 3, seed, 2))
    counts = {name: run(find_algorithm(name).start(form, {"all": True}, 0)) for name, form in
              (("dpll", puzzle.as_cnf()), ("at-least-dpll", puzzle.as_at_least()))}
    assert counts["dpll"].count == counts["at-least-dpll"].count == len(models_by_sat(puzzle.as_at_least()))


def test_propagation_sees_more_than_in_the_truth_table() -> None:
    """Lesson 35's board: where no clause of the truth table is ever unit."""
    puzzle = Gnomine.read(board="3 . . .\n. . 2 .\n. . . .", mines=4)
    at_least = run(find_algorithm("at-least-propagation").start(puzzle.as_at_least(), {}, 0))
    table = run(find_algorithm("unit-propagation").start(puzzle.as_cnf(), {}, 0))
    assert {name for name, true in at_least.literals if true} == {"(0,1)", "(1,0)", "(1,1)"}
    assert table.literals == ()


def test_a_sudoku() -> None:
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    answer = run(find_algorithm("at-least-propagation").start(Sudoku.read(grid=grid).as_at_least(), {}, 0))
    assert answer.satisfiable
    assert "".join(name[-1] for name, true in sorted(answer.literals) if true).startswith("534678912672195348")
