"""What families declare of questions is true: on the runs of all lessons, at events that are drawn anew each day."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from algorithms.core import Event, event_types
from algorithms.problems.forms.csp import csp_of
from kit.by_hand import BY_HAND
from kit.known_lessons import LESSONS, every_lesson, known, recorded
from scenarios.loader import Scenario, find, load
from scenarios.script.asking import Answer
from scenarios.timeline import Timeline
from visualizer.runs.posing import pose, same_question, stop_before
from visualizer.runs.question import Option, Question, degenerate, label_of, read, written
from visualizer.runs.question_faults import names_alone, no_answers
from visualizer.runs.questions import Askable, Before, questions_of
from visualizer.runs.states import State

_MOST_EVENTS = 20_000  # of a run: longer ones say nothing more
_PER_SKILL = 6  # events of a run that are asked about


def asking() -> list[Scenario]:
    """The lessons with an algorithm whose family declares questions."""
    return [scenario for scenario in every_lesson() if questions_of(scenario.algorithm).askables]


def asked(scenario: Scenario) -> Iterator[tuple[Askable, Timeline[State], int]]:
    """Some events of each askable, spread over the run."""
    timeline = recorded(scenario.path)[0]
    if len(timeline.events) > _MOST_EVENTS:
        return
    for askable in questions_of(scenario.algorithm).askables:
        found = [at for at, event in enumerate(timeline.events) if isinstance(event, askable.events)]
        yield from ((askable, timeline, at) for at in islice(found, 0, None, max(1, len(found) // _PER_SKILL)))


@pytest.mark.parametrize("scenario", asking(), ids=lambda scenario: scenario.name)
def test_the_answer_is_a_candidate_and_no_mistake_is_right(scenario: Scenario) -> None:
    run, questions = scenario.runs[0], questions_of(scenario.algorithm)
    for askable, timeline, index in asked(scenario):
        event = timeline.events[index]
        posed = pose(run, timeline, askable, index)
        question = posed.question
        if not posed.candidates or degenerate(question):
            continue  # nothing is asked there
        named = {part for text in posed.candidates for part in text.split(", ")}
        said = f"{scenario.name}, event {index}: {askable.skill}"
        assert not BY_HAND.search(question.prompt), said
        assert all(part in posed.candidates or part in named for given in question.right for part in given), said
        before = Before(timeline.at(question.stop), run)
        names = list(no_answers(question, before.network))
        assert not any(names_alone(question, hint, names) for hint in question.hints[:2]), said
        for belief in questions.misconceptions:
            expected = belief.deviate(before, event)
            if expected is not None and same_question(askable, event, expected):
                assert read(written(askable.value(expected))) in {option.text for option in question.options} | {
                    text for given in question.right for text in given} or question.many, said


@pytest.mark.parametrize("scenario", asking(), ids=lambda scenario: scenario.name)
def test_the_stop_is_before_every_spoiler(scenario: Scenario) -> None:
    for askable, timeline, index in asked(scenario):
        stop = stop_before(timeline.events, askable, 0, index)
        opening = (*askable.events, *askable.after)
        began = next((at + 1 for at in range(index - 1, -1, -1) if isinstance(timeline.events[at], opening)
                      and not isinstance(timeline.events[at], askable.spoilers)), 0)
        assert began <= stop <= index
        assert not any(isinstance(event, askable.spoilers) for event in timeline.events[began:stop])


def test_names_of_constraints_are_left_out_only_where_they_are_words() -> None:
    options = Option("d", "d"), Option("f", "f")
    question = Question("Which?", "choice", options, frozenset({("d",)}), ("", "", ""), 0, 1, "skill", "d")
    assert not names_alone(question, "See what is covered.", ["c", "e", "r"])
    assert names_alone(question, "It is d, by clue 3.", ["clue 3"])
    assert not names_alone(question, "See clue d.", ["clue d"])


def test_where_a_number_is_asked_for_a_node_of_that_name_is_no_answer() -> None:
    csp = csp_of(load(find("a-graph-of-your-own")).puzzle)
    cases: list[tuple[Answer, bool]] = [("number", False), ("place", True)]
    for answer, given_away in cases:
        question = Question("Which?", answer, (Option("5", "5"),), frozenset({("3",)}), ("", "", ""), 0, 1, "", "3")
        assert names_alone(question, "Look at the peers of 3.", no_answers(question, csp)) == given_away
        assert not names_alone(question, "Look at the peers of 4.", no_answers(question, csp))


def test_misconceptions_name_a_lesson_that_there_is() -> None:
    for scenario in asking():
        for belief in questions_of(scenario.algorithm).misconceptions:
            assert not belief.lesson or find(belief.lesson) in LESSONS


def test_no_kind_is_a_spoiler_and_an_opening_at_once() -> None:
    for scenario in asking():
        for askable in questions_of(scenario.algorithm).askables:
            assert not set(askable.spoilers) & {*askable.events, *askable.after}, askable.skill


def test_events_asked_about_have_the_field() -> None:
    kinds: set[type[Event]] = set(event_types().values())
    for scenario in asking():
        for askable in questions_of(scenario.algorithm).askables:
            assert set(askable.events) <= kinds
            assert known(scenario.path) is not None


def test_events_that_are_answers_have_words_of_their_own() -> None:
    kinds = event_types()
    asked = [(askable.skill, askable.events) for scenario in every_lesson() for run in scenario.runs
             for askable in questions_of(run.algorithm).askables]
    asked += [(f"{scenario.name}: {cue.ask.prompt}", tuple(kinds[kind] for kind in cue.ask.about.events))
              for scenario in every_lesson() for cue in scenario.script if cue.ask is not None]
    several = [(said, events) for said, events in asked if len(events) > 1]
    assert len(several) > 40
    for said, events in several:
        labels = [label_of(kind) for kind in events]
        assert all(kind.as_answer for kind in events), said
        assert len({*labels}) == len(labels), said
