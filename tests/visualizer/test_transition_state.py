"""The state of a path, without a window: what it folds, what it offers, and the edges that somebody chooses."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.cnf import CNF
from algorithms.transitions import events as t
from algorithms.transitions.graph import unfold
from algorithms.transitions.records import FAIL, members
from kit.sat_runs import lesson_of, models_of
from kit.session_desk import finish, open_session
from kit.small_systems import formulas
from visualizer.families.transitions.command import take
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.runs.session import Session

F1 = "p | q, ~p | r"
FORMULA_3 = "~p | q, ~p | r, q | r, ~q | ~r"
PROBLEM_4 = "r. p :- not q, r. q :- not p, r."


def session_of(formula: str, algorithm: str = "dpll-graph", options: str = "{}") -> Session:
    return open_session(f'title: T\nalgorithm: {algorithm}\noptions: {options}\n'
                        f'puzzle: {{kind: cnf, formula: "{formula}"}}\n')


def state_of(session: Session) -> TransitionState:
    return transition_of(session.state)


@settings(max_examples=40, deadline=None)
@given(formulas(4), st.sampled_from(["dpll-graph", "cdcl-graph"]), st.booleans(), st.randoms(use_true_random=False))
def test_back_and_forth_the_state_is_that_of_the_events(cnf: CNF, algorithm: str, every: bool, rng: Random) -> None:
    text = lesson_of(cnf, algorithm)
    session = finish(open_session(f"{text}options: {{all: {str(every).lower()}}}\n"))
    events = session.timeline.events
    for position in rng.sample(range(len(events) + 1), min(12, len(events))):
        session.show(position)
        state = state_of(session)
        said = [event for event in events[:position] if isinstance(event, t.RuleApplied)]
        node = said[-1].after if said else ()
        assert state.system.said(state.node) == node
        assert [step.name for step in state.path] == [event.name for event in said]
        for word, literal in state.system.by_word.items():
            held = state.node != FAIL and literal in members(state.node)
            assert held == (state.truth(word) is True or state.both(word))
        learned = [clause for clause in events[:position] if isinstance(clause, t.LearnApplied)]
        gone = [number for event in events[:position] if isinstance(event, t.ForgetApplied) for number in event.clauses]
        assert {event.clause for event in learned} - set(gone) <= set(state.learned)


@settings(max_examples=30, deadline=None)
@given(formulas(4), st.randoms(use_true_random=False))
def test_whoever_chooses_edges_walks_on_them(cnf: CNF, rng: Random) -> None:
    """Edge by edge, as a class would click; each is an edge, and at the end the state is terminal."""
    session = open_session(lesson_of(cnf, "dpll-graph"))
    session.show(1)
    walked = []
    while options := state_of(session).options:
        option = rng.choice(options)
        before = state_of(session).node
        take(session, option.name)
        state = state_of(session)
        assert state.node == option.transition.after and state.path[-1].name == option.name
        assert state.path[-1].preferred == option.preferred
        assert ("no run of the strategy takes it" in session.notice) != option.preferred
        walked.append(before)
    assert state_of(session).terminal
    assert [step.after for step in state_of(session).path][:-1] == walked[1:]
    for node in reversed(walked):
        session.undo()
        assert state_of(session).node == node


def test_an_edge_that_the_strategy_forbids() -> None:
    session = session_of(F1)
    session.forward(t.DecideApplied)
    session.work(60.0)
    forbidden = [option.name for option in state_of(session).options if not option.preferred]
    assert forbidden == ["Decide q", "Decide ¬q", "Decide r", "Decide ¬r"]
    take(session, "Decide r")
    assert session.notice == ("You chose Decide r: in the graph, but no run of the strategy takes it. "
                              "Ctrl+Z returns.")
    assert [step.preferred for step in state_of(session).path] == [True, False]
    take(session, "Unit Propagate r")
    assert session.notice == "Unit Propagate r does not apply here."


def test_a_click_on_a_literal_decides_it() -> None:
    session = session_of(FORMULA_3)
    session.jump("q", "¬q")
    assert state_of(session).path[-1].name == "Decide ¬q"
    assert session.notice == "You chose Decide ¬q. Ctrl+Z returns to the order of the algorithm."
    session = session_of(FORMULA_3, "cdcl-graph")
    session.jump("q", "q")
    assert state_of(session).path[-1].name == "Decide q"


def test_cdcl_lets_nothing_but_decisions_be_chosen() -> None:
    session = session_of(FORMULA_3, "cdcl-graph")
    session.show(1)
    take(session, "Decide q")
    assert state_of(session).path[-1].name == "Decide q"
    take(session, "Restart")
    assert session.notice == "Restart is an edge, but this search chooses nothing but decisions."
    take(session, "Unit Propagate ¬r")
    assert state_of(session).path[-1].name == "Unit Propagate ¬r"
    assert [option.name for option in state_of(session).options][:2] == ["Unit Propagate ¬p", "Decide p"]
    take(session, "Decide p")
    assert "nothing but decisions, when one is due" in session.notice


@pytest.mark.parametrize(("options", "states"), [("{}", 396), ("{start: [q]}", 53)])
def test_the_whole_graph_is_that_which_can_be_reached(options: str, states: int) -> None:
    session = session_of(FORMULA_3, options=options)
    session.show(1)
    graph = state_of(session).whole
    assert graph is not None and len(graph.states) == states
    assert graph.states == unfold(graph.system, [state_of(session).began]).states
    finish(session)
    assert state_of(session).whole is graph


def test_a_graph_that_is_too_large_or_changes_is_not_whole() -> None:
    assert state_of(session_of("p | q, r | s, t | u")).whole is None
    session = session_of(F1, "cdcl-graph")
    session.show(1)
    assert state_of(session).whole is None


def test_the_excluded_models_of_a_program() -> None:
    session = finish(open_session(f'title: T\nalgorithm: aset-graph\noptions: {{all: true}}\n'
                                  f'puzzle: {{kind: program, rules: "{PROBLEM_4}"}}\n'))
    state = state_of(session)
    assert (state.solutions, state.excluded, state.node) == ((("r", "p"), ("r", "q")), 2, FAIL)
    assert state.whole is not None and state.whole.verdict.fails
    session.show(1)
    assert (state_of(session).excluded, state_of(session).whole.verdict.fails) == (0, False)  # type: ignore[union-attr]


@settings(max_examples=30, deadline=None)
@given(formulas(4))
def test_what_is_certain_is_so_in_every_model(cnf: CNF) -> None:
    """What was found without a decision; nothing of a path that began elsewhere, or goes on after a model."""
    session = finish(open_session(lesson_of(cnf, "dpll-graph") + "options: {all: true}\n"))
    start = open_session(lesson_of(cnf, "dpll-graph")).state
    models = models_of(cnf)
    for position in range(len(session.timeline.events) + 1):
        session.show(position)
        known = session.state.known()
        for x, domain in start.domains.items():
            if known[x] != domain:
                assert all(int(model[x]) in known[x] for model in models)
                assert state_of(session).proves or x in session.state.inferred
    begun = session_of(FORMULA_3, options="{start: [p]}")
    assert finish(begun).state.inferred == {}


def test_on_other_boards_the_record_says_what_is_supposed() -> None:
    """A Sudoku as clauses: a variable A1=3 that is true is the cell's value."""
    session = finish(open_session('title: T\nalgorithm: dpll-graph\n'
                                  'puzzle: {kind: sudoku, boxes: [2, 2], grid: "1.........2....3"}\n'))
    state = state_of(session)
    assert all(len(domain) == 1 for domain in session.state.domains.values())
    assert all(state.truth(f"{cell}={domain[0]}") for cell, domain in session.state.domains.items())


@pytest.mark.parametrize("algorithm", ["dpll-graph", "cdcl-graph"])
def test_before_the_first_event_the_rules_are_those_of_the_algorithm(algorithm: str) -> None:
    session = session_of(FORMULA_3, algorithm)
    before = state_of(session).system.rules
    session.show(1)
    assert state_of(session).system.rules == before
    assert ("Learn" in before) == (algorithm == "cdcl-graph")
