"""Three of four answers that could tell, from one misconception, name it and its lesson: whoever has asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from algorithms.core import Grain
from kit.known_lessons import known, recorded
from kit.refusals import calls as called
from kit.refusals import text
from kit.session_desk import Clock, settle
from kit.user_folder import CONFIG
from scenarios.loader import Scenario, find
from visualizer.runs.asking import Answered, Asking
from visualizer.runs.beliefs import Beliefs
from visualizer.runs.calling import calls_of
from visualizer.runs.calling import question as question_of
from visualizer.runs.posing import pose
from visualizer.runs.question import Option, Question
from visualizer.runs.questions import questions_of
from visualizer.runs.session import Session

LESSON = "learning-from-a-conflict"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    yield


def a_question() -> Question:
    """One of the lesson."""
    scenario, timeline = known(find(LESSON)), recorded(find(LESSON))[0]
    askable, index = next((askable, at) for at, event in enumerate(timeline.events)
                          for askable in questions_of(scenario.algorithm).askables if isinstance(event, askable.events))
    return pose(scenario.runs[0], timeline, askable, index).question


def believing(points: str, other: bool = False) -> list[str]:
    """What is said of answers to a question that can tell a belief: x goes with one, . does not."""
    beliefs, belief = Beliefs(known(find(LESSON)).runs), "a conflict takes back one level"
    options = Option("1", "1") if other else Option("1", "1", "No.", belief), Option("0", "0")
    question = replace(a_question(), options=options)
    return [beliefs.answered(question, Answered(("1",), 0.0, 2, belief=belief if point == "x" else ""))
            for point in points]


@pytest.mark.parametrize(("points", "named"), [("xxx.", True), ("x.xx", True), ("..xx", False), ("xxx", False),
                                               ("..xxx", True)])
def test_three_of_four_answers_from_one_belief_name_it_and_its_lesson(points: str, named: bool) -> None:
    said = believing(points)
    assert not any(said[:-1])
    assert said[-1] == ("Your answers go with a belief: a conflict takes back one level. "
                        "The lesson learning-from-a-conflict shows it." if named else "")
    assert not any(believing(points, other=True))


# --- whoever has asked ------------------------------------------------------------------------------------------------


def wrongly(asking: Asking, belief: str) -> bool:
    """Answers as somebody would who believes that, and then rightly. Was there such an answer?"""
    found = next((option.text for option in asking.question.options if option.belief == belief), None)
    if found is not None and asking.typing:
        for character in found:
            asking.type(character)
        asking.submit()
    elif found is not None:
        asking.choose(found)
    while not asking.over:
        asking.hint()
    return found is not None


def test_a_lesson_s_own_questions_tell_of_a_belief_too() -> None:
    """Lesson 14 asks back to which level the search jumps; three such answers before are of predict mode."""
    session, belief = Session(known(find(LESSON)), Clock()), "a conflict takes back one level"
    session.quiz.on = True
    for _ in range(3):
        assert not session.quiz.beliefs.answered(replace(a_question(), options=(Option("1", "1", "No.", belief),)),
                                                 Answered(("1",), 0.0, 2, belief=belief))
    for _ in range(40):
        session.forward("cue")
        settle(session)
        asking = session.quiz.open
        if asking is None:
            continue
        told = wrongly(asking, belief)
        session.quiz.close()
        if told:
            break
        session.quiz.beliefs._last.extend([belief] * 3)
    assert f"belief: {belief}" in session.notice and session.offers == LESSON


def test_calls_tell_of_a_belief_too() -> None:
    """A run whose moves are the learner's: each time what was covered first is to come back first."""
    scenario, belief = known(find("exact-cover")), "first covered, first back"
    session, told = Session(scenario, Clock()), 0
    session.quiz.on = True
    session.choosing.toggle()
    for _ in range(400):
        session.forward(Grain.MICRO)
        settle(session)
        while (asking := session.quiz.open) is not None:
            told += wrongly(asking, belief)
            session.quiz.close()
        if "belief" in session.notice or session.at_end:
            break
    assert told >= 3 and f"Your answers go with a belief: {belief}." in session.notice
    assert session.offers == "exact-cover" and "The algorithm: Uncover" in session.notice


FORMULA = 'puzzle: {kind: cnf, formula: "a | b, a | ~b, b | c, ~b | d, ~c | ~d | e"}\n'


@pytest.mark.parametrize(("scenario", "kind", "belief"), [
    (text("backbone-iterative", FORMULA), "fate", "a model proves its literals"),
    (text("backbone-iterative", FORMULA), "fate", "no model, no backbone"),
    (known(find(LESSON)), "pivot", "the decision is at fault"),
    (known(find("counting-deals")), "count", "any hand is legal"),
    (known(find("counting-deals")), "count", "hands can be multiplied"),
    (known(find("what-holds-itself-up")), "rule", "loops hold themselves up"),
])
def test_what_is_refused_is_what_somebody_believes(scenario: Scenario, kind: str, belief: str) -> None:
    """And is offered, whatever else is refused there."""
    named, call = set[str](), calls_of(scenario.runs[0].algorithm)[kind]
    for one in called(scenario, kind):
        posed = question_of(one.before, call, kind, one.event, len(one.past), len(one.past))
        assert posed is not None
        for option in posed.options:
            if option.belief:
                assert (option.text,) not in posed.right and option.why
                named.add(option.belief)
    assert belief in named
