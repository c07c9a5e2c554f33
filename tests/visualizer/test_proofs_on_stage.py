"""Why and why not, as a user asks: each run's claims are proven where they can be, what is proposed is refuted or shown
as a whole solution, and keys and clicks lead through the steps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from algorithms.problems.forms.theory import Theory
from kit.known_lessons import known, plain_lessons
from kit.session_desk import THESIS, finish, game, open_session, scenario
from kit.window_desk import Desk
from scenarios.loader import Scenario, find
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.chains import Chain
from visualizer.runs.families import family_of
from visualizer.runs.proving import prover_in, values_of
from visualizer.runs.session import Session
from visualizer.runs.thoughts import thought_in

_EVENTS = 400
_ALGORITHMS = {one.algorithm.name: one for one in reversed(plain_lessons())}  # a lesson of each


def far(lesson: Scenario) -> Session:
    """Some way into its run."""
    session = Session(lesson)
    session.timeline.pull(_EVENTS)
    session.show(len(session.timeline.events) * 2 // 3)
    return session


@pytest.mark.parametrize("name", sorted(_ALGORITHMS))
def test_each_run_can_be_asked_why_and_why_not(name: str) -> None:
    session = far(_ALGORITHMS[name])
    prover, places = prover_in(session, whole=True), list(session.board.layout.places)
    assert prover is not None
    random.Random(7).shuffle(places)
    for place in places[:3]:
        session.dismiss()
        session.why(place)
        before = session.timeline.position
        if session.claim is not None:
            session.why(place)
            assert session.answered
            assert session.chain is None or session.chain.back
        session.why_not(place)
        assert session.answered.startswith("Why not")
        proposed(session, prover.theory, place)
        assert session.timeline.position == before


def proposed(session: Session, theory: Theory, place: str) -> None:
    """What is answered is true: a refutation ends in a contradiction, and what is drawn is a solution."""
    if session.chain is not None:
        assert session.chain.rows[-1].breaks
        assert session.chain.at == 0
    elif session.lens is not None:
        thought = thought_in(session.lens)
        x, values = values_of(session, theory, place)
        known = thought.thought.domains() if thought is not None else {}
        if known:
            assert known[x][0] in values
            assert all(law.allows([known[y][0] for y in law.scope]) for law in theory.laws)
    else:
        assert any(word in session.notice for word in ("given", "no value", "Nobody", "no refutation"))


def test_a_chain_goes_back_and_returns() -> None:
    session = finish(open_session(game(9, 9, 10, seed=5, reveal=3)))
    found = {}
    for place in session.state.inferred:
        session.dismiss()
        session.why(place)
        assert "W proves it" in session.notice
        session.why(place)
        assert session.chain is not None
        found[place] = len(session.chain.rows)
        steps = [session.chain.at]
        for _ in range(found[place] - 1):
            session.why(place)
            assert session.chain is not None
            steps.append(session.chain.at)
            assert f"Step {session.chain.at + 1} of {found[place]}" in session.answered
            assert session.notice == session.chain.row.sentence
            assert session.reason == session.chain.row.reason
        assert steps == [*range(found[place])][::-1]
        assert session.step_proof(forward=False)
    assert max(found.values()) > 1


def test_shift_goes_past_what_is_supposed_within() -> None:
    """From the first step on, all that is seen is as deep; at a supposition it goes to what that has shown."""
    session = Session(known(find("a-hard-formula")))
    session.why_not("5", 1)
    assert session.chain is not None and len(session.chain.rows) > 99
    rows = session.chain.rows
    assert "Shift" in session.answered
    while session.chain.at < len(rows) - 1:
        before = session.chain.at
        assert session.step_proof(forward=True, over=True)
        assert session.chain.row.deep == 0
        assert all(row.deep for row in rows[before + 1:session.chain.at])
    deep = next(at for at in range(1, len(rows)) if rows[at].deep > rows[at - 1].deep > 0)
    session.chain = replace(session.chain, at=deep)
    session.step_proof(forward=True, over=True)
    assert session.chain.row.deep == rows[deep].deep - 1
    assert session.chain.row.says.startswith("So ")
    session.step_proof(forward=False, over=True)
    assert session.chain.at < deep


def test_a_clause_that_a_step_uses_is_shown_where_it_stands() -> None:
    session = Session(known(find("learning-from-a-conflict")))
    session.why_not("b", 1)
    assert session.chain is not None
    board = session.board
    assert isinstance(board, FormulaBoard)
    for row in session.chain.rows:
        places = [place for link in row.reason for place in link.through]
        assert (" ∨ ".join(board._clauses[int(places[0].split()[1]) - 1]) == row.by) if places else not row.by


def test_what_rests_on_a_choice_says_so() -> None:
    session = open_session("title: T\nalgorithm: dpll\npuzzle: {kind: cnf, formula: 'p | q, ~p | r, ~r | s'}\n")
    session.timeline.pull(100)
    for position in range(len(session.timeline.events)):
        session.show(position)
        for place in session.board.layout.places:
            session.dismiss()
            session.why(place)
            if session.claim is not None and session.claim[1].supposed:
                session.why(place)
                if session.chain is not None and len(session.chain.rows) > 1:
                    assert session.chain.rows[0].says.startswith("Chosen:")
                    return
    raise AssertionError("nothing rested on a choice")


def on_show(session: Session) -> Chain | None:
    return session.chain


def test_keys_step_and_leave(desk: Desk) -> None:
    desk.app.open(scenario(THESIS))
    desk.key("end")
    session = desk.stage.session
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    desk.stage.board.pointed = next(iter(session.state.inferred))
    end = session.timeline.position
    desk.key("w", "w")
    chain = on_show(session)
    assert chain is not None
    desk.key("right")
    assert session.timeline.position == end
    assert on_show(session) == chain.moved(forward=True)
    desk.key("escape", "escape")
    assert on_show(session) is None
    desk.stage.board.pointed = "(0,2)"
    desk.key("shift w")
    assert session.answered.startswith("Why not a mine at (0,2)?")
    first = on_show(session)
    assert first is not None
    desk.key("right")
    assert on_show(session) == first.moved(forward=True)
    desk.key("left")
    assert on_show(session) == first
    assert session.timeline.position == end


def test_a_click_tells_which_place_is_meant(desk: Desk) -> None:
    desk.app.open(scenario(THESIS))
    desk.key("end")
    desk.app.ui.mouse_move(0, 0)
    desk.frame()
    desk.key("shift w")
    assert desk.stage.board.asking
    desk.click(*desk.over("(2,0)"))
    assert desk.stage.session.answered.startswith("Why not")
    assert not desk.stage.board.asking


def test_every_family_says_what_it_claims() -> None:
    for lesson in plain_lessons()[:3]:
        assert callable(family_of(lesson.algorithm).claim)


def test_a_solution_has_all_the_mines() -> None:
    """Also where the run does not count them."""
    session = finish(Session(next(lesson for lesson in plain_lessons() if lesson.path.stem.startswith("06-"))))
    session.why_not("(2,6)")
    assert session.lens is not None
    thought = thought_in(session.lens)
    assert thought is not None
    total = session.state.position().mines
    assert sum(left == (1,) for left in thought.thought.domains().values()) == total


def test_in_a_whole_solution_what_is_known_stays_known() -> None:
    """Only what is proposed, and what the run does not know, is supposed."""
    session = finish(open_session(THESIS))
    assert session.state.inferred and "(0,2)" in session.state.inferred
    place = next(x for x, left in session.state.domains.items() if len(left) > 1)
    session.why_not(place)
    assert session.lens is not None
    supposed = session.lens.family.tentative
    assert supposed[place]
    assert not supposed.keys() & session.state.inferred.keys()
    assert all(len(session.lens.domains[x]) == 1 for x in session.state.domains)
    assert all(session.lens.domains[x] == session.state.domains[x] for x in session.state.inferred)
