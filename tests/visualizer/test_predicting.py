"""Predict mode: it goes to larger steps and back, comes back to what was missed, and tells the score with the time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from algorithms.core import algorithms
from algorithms.vocabulary import events_named
from kit.known_lessons import known, plain_lessons, recorded
from kit.session_desk import Clock, settle
from kit.user_folder import CONFIG
from scenarios.loader import find, user_folder
from scenarios.practice import Practised, practise, practised, put_aside
from visualizer.runs.asking import Answered, Asking
from visualizer.runs.posing import pose
from visualizer.runs.predicting import ONE_IN, PAUSE, Predicting
from visualizer.runs.question import Question, degenerate
from visualizer.runs.questions import questions_of
from visualizer.runs.session import Session

LESSON = "learning-from-a-conflict"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    yield


def begun() -> tuple[Predicting, Question, Clock]:
    """The mode, switched on in a run, with a question of it."""
    scenario, clock = known(find(LESSON)), Clock()
    timeline = recorded(find(LESSON))[0]
    predicting = Predicting(scenario.runs, clock)
    predicting.toggle()
    predicting.due([timeline], [0], [0])
    askable, index = next((askable, at) for at, event in enumerate(timeline.events)
                          for askable in questions_of(scenario.algorithm).askables if isinstance(event, askable.events))
    return predicting, pose(scenario.runs[0], timeline, askable, index).question, clock


def test_three_right_go_to_larger_steps_and_two_wrong_back() -> None:
    predicting, question, _ = begun()
    least = predicting.grain
    said = [predicting.answered(question, Answered(("x",), 1.0, 1)) for _ in range(3)]
    larger = predicting.grain
    assert larger > least and "larger steps" in said[2] and not any("larger" in text for text in said[:2])
    predicting.answered(question, Answered(("x",), 0.5, 2))
    assert predicting.grain is larger
    assert "smaller steps" in predicting.answered(question, Answered(("x",), 0.0, 2))
    assert predicting.grain < larger


def test_what_was_missed_comes_back_in_the_next_session_until_it_was_right_twice() -> None:
    predicting, question, _ = begun()
    predicting.answered(question, Answered((), 0.0, 1, seconds=4))
    family = known(find(LESSON)).algorithm.family.name
    assert practised(family) == {question.skill: Practised(1, 0.0, 4.0, 2)}
    for needs in (1, 0):
        later, _, _ = begun()
        assert later._missed == {question.skill: 0}
        later.answered(question, Answered(("x",), 1.0, 1))
        assert practised(family)[question.skill].needs == needs
    assert not begun()[0]._missed


def test_the_score_of_each_kind_is_told_with_the_time() -> None:
    predicting, question, _ = begun()
    assert predicting.summary == ""
    predicting.answered(question, Answered(("x",), 1.0, 1, seconds=4))
    predicting.answered(question, Answered(("x",), 0.5, 2, seconds=8))
    assert predicting.summary.startswith("Predicted: ") and predicting.summary.endswith("1.5 of 2, 6 s each.")
    askables = questions_of(predicting.runs[0].algorithm).askables
    other = replace(question, skill=next(askable.skill for askable in askables if askable.skill != question.skill))
    predicting.answered(other, Answered((), 0.0, 0, seconds=1))
    assert "; " in predicting.summary and predicting.summary.endswith("0 of 1, 1 s each.")


def test_the_score_is_told_in_the_words_of_the_questions() -> None:
    """No name of a class, nor of a field: whatever a run may ask; what is asked in the same words is added up."""
    for name, algorithm in algorithms().items():
        lesson = next((one for one in plain_lessons() if one.algorithm is algorithm), None)
        askables = questions_of(algorithm).askables
        if lesson is None or not askables:
            continue
        predicting = Predicting(lesson.runs, Clock())
        question = begun()[1]
        predicting._timelines = [recorded(lesson.path)[0]]
        for askable in askables:
            predicting.answered(replace(question, skill=askable.skill), Answered(("x",), 1.0, 1, seconds=2))
        words = {re.sub(r"{.*?}", "…", askable.prompt) for askable in askables}
        told = predicting.summary.removeprefix("Predicted: ").removesuffix(".").split("; ")
        assert {one.split("” ")[0].removeprefix("“") for one in told} == words, name
        scores = [re.search(r"” (\d+) of (\d+), 2 s each$", one) for one in told]
        assert sum(int(score[1]) for score in scores if score) == len(askables), name


def test_what_is_asked_for_in_the_same_words_is_one_score() -> None:
    question, predicting = begun()[1], Predicting(known(find("dpll")).runs, Clock())
    predicting.answered(replace(question, skill="Implied.literal"), Answered(("x",), 1.0, 1, seconds=4))
    predicting.answered(replace(question, skill="Complemented.literal"), Answered((), 0.0, 1, seconds=2))
    assert predicting.summary == "Predicted: “Which literal joins the trail next?” 1 of 2, 3 s each."


def test_at_the_end_of_a_run_the_score_is_on_show() -> None:
    clock = Clock()
    session = Session(known(find(LESSON)), clock)
    session.quiz.on, session.quiz._asks = True, {}
    session.quiz.predicting.toggle()
    for _ in range(400):
        session.forward(session.grain)
        settle(session)
        asking = session.quiz.open
        if asking is not None:
            clock.now += 5
            for _ in range(3):
                asking.hint()
            session.quiz.close()
            settle(session)
            clock.now += PAUSE
        if session.at_end:
            break
    assert session.at_end and session.quiz.predicting.asked
    assert "Predicted: " in session.notice and "5 s each" in session.notice


def test_nonsense_in_the_file_is_left_out() -> None:
    practise("f", "A.b", 1.0, 2.0)
    file = user_folder() / "practice.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept["f"] |= {"no": 3, "bad": {"asked": "1", "points": 0, "seconds": 0, "needs": 0},
                  "worse": {"asked": 1, "points": -1, "seconds": 0, "needs": 0}}
    file.write_text(json.dumps({**kept, "g": []}), encoding="utf-8")
    assert practised("f") == {"A.b": Practised(1, 1.0, 2.0, 0)} and practised("g") == {}


def walked(name: str, points: float) -> Iterator[tuple[float, Question]]:
    """What is asked of a run, a second a step, and when; each answer is worth so many points."""
    clock, timeline = Clock(), recorded(find(name))[0]
    predicting = Predicting(known(find(name)).runs, clock)
    predicting.toggle()
    for at in range(len(timeline.events)):
        clock.now += 1
        due = predicting.due([timeline], [at], [at + 1])
        if due is not None:
            yield clock.now, due[1]
            predicting.answered(due[1], Answered(("x",), points, 1))


@pytest.mark.parametrize("name", ["a-hard-formula", "a-beginner-board", "the-fog-of-search"])
def test_the_first_of_a_kind_is_worked_and_then_one_in_three_is_asked_about_and_not_at_once(name: str) -> None:
    scenario, timeline = known(find(name)), recorded(find(name))[0]
    asked = list(walked(name, 1.0))
    assert asked
    assert all(later - sooner >= PAUSE for (sooner, _), (later, _) in pairwise(asked))
    numbers: dict[str, list[int]] = {}
    for _, question in asked:
        askable = next(a for a in questions_of(scenario.algorithm).askables if a.skill == question.skill)
        numbers.setdefault(question.skill, []).append(
            sum(isinstance(event, askable.events) for event in timeline.events[:question.shown - 1]))
        assert not degenerate(question)
    for found in numbers.values():
        assert found[0] > 0 and all(later - sooner >= ONE_IN for sooner, later in pairwise(found))


def test_after_two_wrong_answers_the_next_is_worked_also_where_it_comes_back_then() -> None:
    name = "a-hard-formula"
    questions = [question for _, question in walked(name, 1.0)]
    skill = questions[0].skill
    scenario, timeline, clock = known(find(name)), recorded(find(name))[0], Clock()
    predicting = Predicting(scenario.runs, clock)
    predicting.toggle()
    predicting.due([timeline], [0], [0])
    for _ in range(2):
        predicting.answered(questions[0], Answered(("x",), 0.0, 2))
    other = next(a.skill for a in questions_of(scenario.algorithm).askables if a.skill != skill)
    for _ in range(3):  # by now what was missed is due again
        predicting.answered(replace(questions[0], skill=other), Answered(("x",), 1.0, 1))
    askable = next(a for a in questions_of(scenario.algorithm).askables if a.skill == skill)
    start = questions[0].stop
    later = [at for at in range(start, len(timeline.events)) if isinstance(timeline.events[at], askable.events)]
    asked = None
    for at in range(start, len(timeline.events)):
        clock.now += PAUSE
        due = predicting.due([timeline], [at], [at + 1])
        if due is not None and due[1].skill == skill:
            asked = due[1].shown - 1
            break
    assert later[0] == questions[0].shown - 1  # it could be asked about, as it was above
    assert asked is not None and asked > later[0]


def posed_of(field: str) -> Question:
    """The last question of the lesson about that field."""
    scenario, timeline = known(find(LESSON)), recorded(find(LESSON))[0]
    found = [(askable, at) for at, event in enumerate(timeline.events)
             for askable in questions_of(scenario.algorithm).askables
             if askable.field == field and isinstance(event, askable.events)]
    return pose(scenario.runs[0], timeline, *found[-1]).question


def test_an_answer_of_several_parts_tells_a_belief_as_a_whole() -> None:
    question = posed_of("literals")
    assert question.many and question.tells
    (decisions,) = [option for option in question.whole if option.belief == "the decisions are learned"]
    asking = Asking(question)
    for part in decisions.text.split(", "):
        asking.choose(part)
    asking.submit()
    assert (asking.result.belief, asking.tone) == ("the decisions are learned", "bad")
    assert not question.belief(decisions.text.split(", ")[:1]) and not any(map(question.belief, question.right))


def test_a_number_tells_a_belief_however_it_is_written() -> None:
    question = posed_of("level")
    wrong = next(option for option in question.options if option.belief)
    assert question.belief((f"0{wrong.text}",)) == question.belief((wrong.text,)) == wrong.belief
    assert not question.belief(("-",)) and not any(map(question.belief, question.right))


def skills_asked(predicting: Predicting, clock: Clock) -> set[str]:
    """What a whole run is asked about, where no answer is right."""
    timeline, found = recorded(find(LESSON))[0], set[str]()
    for start in range(len(timeline.events)):
        clock.now += PAUSE
        if (due := predicting.due([timeline], [start], [start + 1])) is not None:
            found.add(due[1].skill)
    return found


def test_the_kinds_of_questions_are_chosen_and_kept() -> None:
    predicting, _, clock = begun()
    first, *others = predicting.kinds
    assert len(predicting.kinds) == len(set(predicting.kinds.values())) > 2
    for name in others:
        predicting.choose(name)
    only = predicting.kinds[first]
    assert set(predicting.aside) == set(predicting.kinds.values()) - {only}
    assert skills_asked(predicting, clock) <= {only}
    predicting.choose(first)
    assert only not in predicting.aside  # the last one stays
    later, question, clock = begun()
    assert later.aside == predicting.aside
    later.answered(question, Answered((), 0.0, 1))
    assert set(begun()[0].aside) == set(predicting.aside)  # answers do not ask for it again
    later.choose(None)
    assert not later.aside and not begun()[0].aside
    assert len(skills_asked(begun()[0], clock)) > 1


def test_what_two_families_ask_for_is_chosen_for_both() -> None:
    """Of runs that are compared: what is left of a variable, by arcs or by whole constraints."""
    runs, skill = known(find("ac-3-against-gac")).runs, "Pruned.left"
    families = [run.algorithm.family.name for run in runs]
    assert len({*families}) == 2
    for aside in (True, False):
        put_aside(families[-1], {skill: True})
        predicting = Predicting(runs, Clock())
        predicting.toggle()
        if (skill in predicting.aside) is not aside:
            predicting.choose(next(name for name, kind in predicting.kinds.items() if kind == skill))
        assert {practised(family)[skill].aside for family in families if skill in practised(family)} == {aside}


def test_three_right_do_not_lead_to_larger_steps_that_nobody_wants_to_be_asked_about() -> None:
    predicting, question, _ = begun()
    name = next(name for name, skill in predicting.kinds.items() if skill == question.skill)
    for other in predicting.kinds:
        if other != name:
            predicting.choose(other)
    for _ in range(3):
        assert "larger steps" not in predicting.answered(question, Answered(("x",), 1.0, 1))


def test_each_kind_has_a_name_of_its_own_and_a_prompt_without_gaps() -> None:
    for algorithm in algorithms().values():
        run = replace(known(find(LESSON)).runs[0], algorithm=algorithm)
        predicting = Predicting([run], Clock())
        events = tuple(events_named(algorithm).values())
        assert len(predicting.kinds) == sum(any(issubclass(kind, askable.events) for kind in events)
                                            for askable in questions_of(algorithm).askables), algorithm.name
        assert all("{" not in predicting.prompt(skill) for skill in predicting.kinds.values())
