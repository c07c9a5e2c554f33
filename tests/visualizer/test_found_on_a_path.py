"""Where a path in a transition graph finds a model or an answer set, this is what the pictures are about: nothing of
the step before is lit any more, and nothing is said to come next that waits for the clause that excludes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from algorithms.answer_sets.events import AnswerSetFound, LoopFormulaAdded, UnfoundedFound
from algorithms.core import Event
from algorithms.events import Modelled
from algorithms.transitions.events import AnswerSetReached, ForgetApplied
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.families.satisfiability.hero import hero_of
from visualizer.families.transitions.following import next_edge
from visualizer.families.transitions.panels import cause_of
from visualizer.families.transitions.rules import cards_of, remark
from visualizer.families.transitions.state import transition_of
from visualizer.runs.session import Session
from visualizer.stage.view import View

FOUND = Modelled | AnswerSetReached | AnswerSetFound
LESSONS = ("one-path-through-all-models", "what-no-clause-says", "two-paths-to-one-answer-set", "cdcl-is-a-path-too",
           "a-way-into-the-loop")


def steps(name: str) -> Iterator[tuple[Session, Event]]:
    """A lesson behind each of its events."""
    session = Session(load(find(name)))
    session.timeline.pull_all()
    for position, event in enumerate(session.timeline.events, 1):
        session.timeline.seek(position)
        yield session, event


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_found_is_all_that_its_step_is_about(name: str) -> None:
    found = 0
    for session, event in steps(name):
        if isinstance(event, FOUND):
            state, found = transition_of(session.state), found + 1
            assert state.seen_as_model and hero_of(state) is None and cause_of(state) is None
            assert not state.tentative
    assert found


@pytest.mark.parametrize("name, kinds", [
    ("a-way-into-the-loop", (UnfoundedFound, LoopFormulaAdded)),
    ("what-clasp-keeps", (UnfoundedFound, LoopFormulaAdded)), ("restart-and-forget", (ForgetApplied,))])
def test_a_loop_that_is_met_and_clauses_that_go_are_all_that_is_lit(name: str, kinds: tuple[type, ...]) -> None:
    session = Session(load(find(name)))
    session.timeline.pull_all()
    places = [place for place, event in enumerate(session.timeline.events, 1) if isinstance(event, kinds)]
    for place in places[:40]:
        session.timeline.seek(place)
        state = transition_of(session.state)
        assert hero_of(state) is None and cause_of(state) is None
        event = session.timeline.events[place - 1]
        assert state.news == (event.sentence() if not isinstance(event, ForgetApplied) else
                              f"{len(event.clauses)} learned clauses forgotten, {len(state.learned)} kept")
        session.timeline.seek(place + len(kinds))
        assert not transition_of(session.state).news
    assert places


@pytest.mark.parametrize("name", LESSONS)
def test_what_comes_next_can_be_done_now(name: str) -> None:
    for session, _ in steps(name):
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code="rules")
        edge, ways = next_edge(view), {option.name for option in transition_of(session.state).options}
        assert edge is None or edge.rule in ("Learn", "Forget") or edge.name in ways


@pytest.mark.parametrize("name", LESSONS)
def test_no_path_is_said_to_end_where_it_goes_on(name: str) -> None:
    canvas, room, told = RecordingCanvas(), Rect(0, 0, 600, 600), 0
    for session, event in steps(name):
        state = transition_of(session.state)
        said = {remark(state, card) for card in cards_of(canvas, room, session.state, 1.0) if card.buttons}
        if isinstance(event, FOUND):
            assert all("is found here" in words for words in said)
            told += bool(said)
        if session.timeline.position < len(session.timeline.events):
            assert not any("ends here" in words for words in said)
    assert bool(told) == (name in ("cdcl-is-a-path-too", "a-way-into-the-loop"))  # from others no edge leads on
