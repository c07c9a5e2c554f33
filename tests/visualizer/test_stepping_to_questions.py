"""Who steps through a run is asked what a lesson asks, where it asks it; no question is made long before."""

from __future__ import annotations

import pytest

from algorithms.core import Grain
from kit.session_desk import Clock, settle
from scenarios.loader import find, load
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.quiz import Asks
from visualizer.runs.session import Session


def opened(name: str) -> Asks:
    scenario = load(find(name))
    session = (AskedComparison if scenario.compares else Session)(scenario, Clock())
    session.quiz.on = True
    return session


def step(session: Asks) -> None:
    session.forward(Grain.MICRO)
    settle(session)


@pytest.mark.parametrize(("name", "cues"), [("medium", [2, 3]), ("no-way-out", [1, 2])])
def test_what_a_run_comes_to_is_asked_where_its_cue_begins(name: str, cues: list[int]) -> None:
    """There the whole run must be recorded, though the question is posed no sooner."""
    session, asked = opened(name), list[int]()
    while len(asked) < len(cues) and session.places[0] < 40:
        step(session)
        if session.asks:
            asked.append(session.quiz.cue)
            lead, place = session.quiz.lead, session.places
            session.quiz.close()
            settle(session)
    assert asked == cues
    assert place[lead] == session.director.end_of(cues[0])[lead]


def test_a_question_is_posed_when_its_cue_is_near() -> None:
    session = opened("medium")
    while not session.asks:
        step(session)
    assert session.quiz.cue == 2 and [*session.quiz._stands] == [2]
    assert len(session.timelines[0].events) > 256  # of which the answer to the next one is a part
