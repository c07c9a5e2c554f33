"""Be the algorithm in one run of a comparison: its choices and calls are asked for where it is, the others go along,
and whatever is answered, all runs are what they are by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kit.known_lessons import comparisons, events, known
from kit.session_desk import Clock
from kit.two_ways import written
from kit.window_desk import window
from scenarios.choices import Chooser
from scenarios.loader import Scenario, find, load
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.asking import Asking
from visualizer.runs.choosing import choices_of


def playing(scenario: Scenario, index: int) -> AskedComparison:
    """A comparison in which the moves of that run are the learner's."""
    comparison = AskedComparison(scenario, Clock())
    comparison.quiz.on = True
    comparison.choosing.press(index)
    return comparison


def asked(comparison: AskedComparison, most: int = 300) -> Iterator[Asking]:
    """The questions on the way, each to be answered; who does not leaves it to the algorithm."""
    for _ in range(most):
        if comparison.quiz.open is None:
            if comparison.at_end:
                return
            comparison.forward(comparison.grain)
            while comparison.goal is not None:
                comparison.work(1.0)
        if (asking := comparison.quiz.open) is not None:
            yield asking
            if comparison.quiz.open is asking:
                comparison.quiz.close()


def answer(comparison: AskedComparison, asking: Asking, rng: Random | None = None) -> str:
    """Something right: any of that, or what the algorithm does. Tells its name."""
    question = asking.question
    right = sorted(question.right) if rng else [given for given in question.right
                                                if question.name(given) == question.value]
    given = rng.choice(right) if rng else right[0]
    for part in given:
        asking.choose(part)
    asking.submit()
    comparison.quiz.close()
    return question.name(given)


def short() -> list[tuple[Scenario, int]]:
    """A run of each algorithm that has choices, in the shortest comparison with it."""
    found: dict[str, tuple[Scenario, int]] = {}
    for scenario in sorted(comparisons(), key=events):
        for index, run in enumerate(scenario.runs):
            if choices_of(run.algorithm):
                found.setdefault(run.algorithm.name, (scenario, index))
    return list(found.values())


@pytest.mark.parametrize(("scenario", "index"), short(), ids=lambda one: getattr(one, "name", str(one)))
def test_whatever_is_answered_all_runs_are_what_they_are_by_themselves(scenario: Scenario, index: int) -> None:
    comparison, rng = playing(scenario, index), Random(index)
    alone = AskedComparison(scenario, Clock())
    before, kinds = comparison.places, set[str]()
    for number, asking in enumerate(asked(comparison)):
        question = asking.question
        kinds.add(question.skill)
        assert asking.of is not None and asking.of.number == index + 1
        assert comparison.places[index] == question.stop
        assert all(map(int.__le__, before, comparison.places))  # the others go along, or wait
        name = answer(comparison, asking, rng if number % 2 else None)
        assert comparison.places[index] in (question.stop, question.shown)
        other = name != question.value and question.skill.startswith("choice")
        assert ("Z opens it alone" in comparison.notice) == other
        before = comparison.places
        if number > 2:
            break
    assert kinds
    for mine, own in zip(comparison.timelines, alone.timelines, strict=True):
        own.pull(len(mine.events))
        assert mine.events == own.events[:len(mine.events)]


def test_it_knows_the_choices_of_a_run_as_if_it_had_been_there() -> None:
    scenario = known(find("ac-3-against-gac"))
    comparison, chooser = playing(scenario, 1), Chooser()
    steps, done = scenario.runs[1].steps(chooser), 0
    chooser.count(lambda: done)
    for found in (1, 2, 7, 7, 30, 12, 101):
        run = comparison.choosing.run(found)
        while done < found:
            next(steps)
            done += 1
        assert run is not None and run.chooser.made == chooser.made and run.chooser.kinds == chooser.kinds


def test_what_is_wrong_is_refused_and_marked_on_the_board_of_that_run(tmp_path: Path) -> None:
    with window(tmp_path, load(find("ac-3-against-gac")), asks=True) as desk:
        screen, comparison = desk.compared, desk.compared.comparison
        screen.boards.over = 1
        desk.key("shift y")
        assert comparison.notice.startswith("Your move in run 2, AC-3: it stops at each choice, the others go along.")
        desk.key("right")
        while (asking := comparison.quiz.open) is None or asking.question.skill != "call of a verdict":
            desk.key("right" if asking is None else "escape")
        here, wrong = comparison.places, next(option for option in asking.options if option.places)
        screen.questions.choose(wrong.text)
        desk.frame()
        views = screen._view().views()
        assert asking.said == wrong.why and {*wrong.places} <= {*views[1].marks}
        assert not {*wrong.places} & {*views[0].marks} and comparison.places == here
        screen.questions.choose(asking.question.value)
        desk.frame()
        assert "So does the algorithm. 1 of 1 as the algorithm chooses, 1 refused." in comparison.notice
        desk.key("shift y")
        assert comparison.notice.startswith("The algorithm chooses again. 1 of 1") and not comparison.choosing.on


def test_of_one_run_at_a_time() -> None:
    comparison = playing(known(find("three-eyes-on-one-board")), 0)
    answer(comparison, next(asked(comparison)))
    assert comparison.choosing.made == 1
    comparison.choosing.press(1)
    assert comparison.choosing.on and comparison.notice.startswith("Your move in run 2, two constraints")
    asking = next(asked(comparison))
    assert asking.of is not None and asking.of.number == 2 and comparison.choosing.made == 0
    comparison.choosing.press(1)
    assert not comparison.choosing.on


def test_a_run_that_leaves_nothing_to_choose_says_so() -> None:
    scenario = next(one for one in comparisons() if any(not choices_of(run.algorithm) for run in one.runs))
    index = next(index for index, run in enumerate(scenario.runs) if not choices_of(run.algorithm))
    comparison = playing(scenario, index)
    assert not comparison.choosing.on and comparison.notice


def test_when_it_begins_anew_so_does_what_is_asked(tmp_path: Path) -> None:
    comparison = playing(load(written(tmp_path)), 0)
    first = next(asked(comparison)).question
    comparison.restart()
    again = next(asked(comparison)).question
    assert (first.prompt, first.stop, first.right) == (again.prompt, again.stop, again.right)


def test_the_lessons_own_questions_come_back_when_it_is_over(tmp_path: Path) -> None:
    with window(tmp_path / "settings", load(written(tmp_path)), asks=True) as desk:
        comparison = desk.compared.comparison
        desk.key("shift y", "page down", "page down")
        assert comparison.quiz.cue < 0
        desk.key("escape")
        desk.key("shift y", "home", "page down", "page down")
        while comparison.running:
            desk.frame(0.2)
        assert comparison.quiz.open is not None and comparison.quiz.cue >= 0
