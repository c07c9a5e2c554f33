"""What-if branches of searches for models: the literal that is clicked is decided next, and Ctrl+Z comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.events import Called, Decided, Implied, Modelled
from algorithms.problems.forms.cnf import negation
from algorithms.problems.gnomine.position import COVERED
from kit.session_desk import finish, game, open_session, settle
from kit.window_desk import Desk
from scenarios.loader import load
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.session import Session

EXAMPLE = 'title: T\nalgorithm: {}\npuzzle: {{kind: cnf, formula: "~p | q, ~p | r, q | r, ~q | ~r"}}\n'
DECIDING = ("dpll", "cdcl", "at-least-dpll", "backbone-enumerate")


def chip(desk: Desk, literal: str) -> tuple[float, float]:
    """The middle of the first such literal on the clause board."""
    board = desk.stage.session.board
    assert isinstance(board, FormulaBoard)
    spots = [place.center for row in board._placed for place in row[1:]]
    return next(spot for spot in spots if board.literal_at(*spot) == literal)


def to(session: Session, kind: type[Any], count: int = 1) -> None:
    for _ in range(count):
        session.forward(kind)
        settle(session)


@pytest.mark.parametrize("algorithm", DECIDING)
@pytest.mark.parametrize("literal", ["p", "¬p", "q", "¬q", "r", "¬r"])
def test_a_click_on_an_open_literal_decides_it_next(desk: Desk, algorithm: str, literal: str) -> None:
    desk.app.open(load(Path("t.yaml"), EXAMPLE.format(algorithm)))
    desk.frame()
    session = desk.stage.session
    if literal in ("p", "¬r"):  # p stands nowhere as such
        desk.click(*chip(desk, negation(literal)), button=3)
    else:
        desk.click(*chip(desk, literal))
    assert [event.literal for event in session.timeline.events if isinstance(event, Decided)][:1] == [literal]
    assert session.timeline.event == Decided(literal, 1)
    assert session.notice == f"You chose {literal}. Ctrl+Z returns to the order of the algorithm."
    desk.key("end")
    assert session.timeline.answer.satisfiable
    desk.key("ctrl z")
    assert session.timeline.position == 0
    desk.key("end")
    first = next(event for event in session.timeline.events if isinstance(event, Decided))
    assert not session.past and first.literal.lstrip("¬") == "p"


def test_problem_2_of_the_handout(desk: Desk) -> None:
    """Selecting ¬q as l in Call 3: r follows, and the model is ¬p, ¬q, r."""
    stage = desk.open("dpll")
    desk.key(*["page down"] * 7)
    session = stage.session
    session.show(next(at for at, event in enumerate(session.timeline.events, 1)
                      if isinstance(event, Called) and event.call == 3))
    desk.frame()
    desk.click(*chip(desk, "¬q"))
    assert [session.timeline.event] == [Decided("¬q", 1)]
    for kind, event in ((Implied, Implied("r", 3, 1)), (Modelled, Modelled(("¬p", "¬q", "r")))):
        to(session, kind)
        assert [session.timeline.event] == [event]


def test_where_no_decision_is_due_the_literal_waits_for_the_next_one() -> None:
    session = open_session(EXAMPLE.format("dpll"))
    to(session, Decided)
    session.jump("p", "p")  # decided already: it is explained
    assert session.notice.startswith("p = 1 on the trail")
    session.jump("q", "¬q")  # p forces q, and fails; after ¬p there is a choice
    assert session.timeline.event == Decided("¬q", 1)
    assert "You chose ¬q" in session.notice


def test_a_literal_that_is_given_a_value_before() -> None:
    session = open_session('title: T\nalgorithm: cdcl\npuzzle: {kind: cnf, formula: "p, ~p | q, r | s"}\n')
    session.jump("q", "¬q")
    assert session.notice.startswith("¬q is not decided next")
    assert (session.past, session.timeline.position) == ([], 0)


@pytest.mark.parametrize("more", ["backbone-enumerate\noptions: {solver: minisat}", "backbone-simple"])
def test_where_nobody_chooses_decisions_a_click_only_explains(desk: Desk, more: str) -> None:
    desk.app.open(load(Path("t.yaml"), EXAMPLE.format(more)))
    desk.frame()
    assert "decides it next" not in desk.stage.board.tip
    desk.click(*chip(desk, "q"))
    assert desk.stage.session.past == [] and "decide" not in desk.stage.session.notice


def test_with_the_keys(desk: Desk) -> None:
    for key, literal in (("return", "p"), ("f", "¬p")):
        desk.app.open(load(Path("t.yaml"), EXAMPLE.format("cdcl")))
        desk.frame()
        desk.app.ui.mouse_move(0, 0)
        while desk.app.ui.focus != "board":
            desk.key("tab")
        while desk.stage.board.place != "p":
            desk.key("right" if desk.stage.board.place is None else "left")
        desk.key(key)
        assert desk.stage.session.timeline.event == Decided(literal, 1)


@settings(deadline=None)
@given(st.integers(0, 40), st.booleans())
def test_on_a_field_the_second_question_decides(seed: int, mine: bool) -> None:
    session = open_session(game(5, 5, 4, seed).replace("gac", "cdcl"))
    answer = finish(open_session(game(5, 5, 4, seed).replace("gac", "cdcl"))).timeline.answer
    place = next(x for x, seen in field_of(session.state).seen.items() if seen == COVERED)
    literal = place if mine else f"¬{place}"
    session.jump(place, literal)
    said = session.notice
    assert session.timeline.position == 0
    session.jump(place, literal)
    assert place not in sat_of(session.state).form.names or (
        f"Ask again to decide ¬{place} next" in said
        and (session.timeline.event == Decided(literal, 1)) != ("is not decided next" in session.notice))
    finish(session)
    assert session.timeline.answer.satisfiable == answer.satisfiable
