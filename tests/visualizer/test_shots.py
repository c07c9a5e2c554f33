"""Films that play by themselves ask what the lesson asks, and wait as long as it says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from kit.drawn_texts import TextCanvas
from kit.lesson_files import lesson
from scenarios.loader import load
from scenarios.script.cues import reading_time
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.export import record
from visualizer.recording.film import SIZE, Film, plan
from visualizer.recording.shots import Shot, shots

ASKING = """\
title: A flag
puzzle: {kind: gnomine, board: "1 1 .\\nF 1 .\\n1 1 ."}
script:
  - say: "A number, and a flag."
  - ask:
      prompt: "What is left?"
      about: {event: Pruned, field: left}
      wrong: {"1": "The flag is one mine already."}
      hints: [Look at the flag., Count the mines.]
    say: "{left} is left."
  - ask:
      prompt: "How many fields are decided in the end?"
      about: {counter: pruned, at: end}
      wrong: {7: "There are not so many."}
      hints: [Look at the numbers., Count.]
      time: 12.5
  - say: "That is all."
"""
ONE, TWO = "algorithm: gac\n", "compare: [{algorithm: gac}, {algorithm: ac3}]\n"


def made(folder: Path, algorithms: str = ONE) -> Path:
    return lesson(folder, ASKING + algorithms)


def filmed(folder: Path, algorithms: str) -> Film:
    scenario = load(made(folder, algorithms))
    return plan_comparison(scenario) if scenario.compares else plan(scenario)


@pytest.fixture(params=[ONE, TWO], ids=["one run", "two runs"])
def film(request: pytest.FixtureRequest, tmp_path: Path) -> Film:
    return filmed(tmp_path, request.param)


def texts(film: Film, shot: Shot) -> str:
    canvas = TextCanvas()
    film.draw(canvas, shot.frame, SIZE, theme("light"), shot.t, shot.question)
    return " ".join(canvas.texts)


def test_each_question_is_on_show_before_its_answer_for_its_time(film: Film) -> None:
    every = list(shots(film))
    asked = [shot for shot in every if shot.question is not None]
    first, second = asked
    assert second.seconds == 12.5
    assert first.seconds == reading_time(first.said) + 3.0 and "What is left?" in first.said
    for shot in asked:
        assert shot.question is not None
        after = every[every.index(shot) + 1]
        assert shot.frame.position <= after.frame.position
        drawn = texts(film, shot)
        assert all(word in drawn for word in shot.question.prompt.split()), drawn
        assert all(option.label in drawn for option in shot.question.options), drawn
    assert first.frame.position < next(frame.position for frame in film.frames if frame.cue == 1)


def test_nothing_is_said_of_answers_and_a_number_is_chosen(film: Film) -> None:
    first, second = (shot.question for shot in shots(film) if shot.question is not None)
    for question in (first, second):
        assert not question.rule and not any(question.hints) and not any(option.why for option in question.options)
    assert second.answer == "choice" and {"7", second.value} < {option.text for option in second.options}


def test_the_rest_is_the_frames_in_their_time(film: Film) -> None:
    every = [shot for shot in shots(film) if shot.question is None]
    assert sum(shot.seconds for shot in every) == pytest.approx(sum(frame.seconds for frame in film.frames))
    assert [shot.frame for shot in every if shot.t == 1.0] == list(film.frames)
    assert all(one.frame.position <= other.frame.position for one, other in pairwise(every))


def test_a_gif_waits_that_long(tmp_path: Path) -> None:
    record(made(tmp_path), tmp_path / "x.gif")
    film = filmed(tmp_path, ONE)
    with Image.open(tmp_path / "x.gif") as picture:
        durations = []
        for index in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(index)
            durations.append(picture.info["duration"])
    assert 12_500 in durations
    assert sum(durations) == pytest.approx(1000 * sum(shot.seconds for shot in shots(film)), abs=10 * len(durations))


@pytest.mark.parametrize("most", [1, 2, 4, 9])
def test_a_film_in_few_frames_keeps_what_it_asks(tmp_path: Path, most: int) -> None:
    scenario = load(made(tmp_path, ONE))
    whole, film = plan(scenario), plan(scenario, most)
    asked = {question.stop for question in film.questions.values()}
    shown = [frame.position for frame in film.frames]
    told = [frame.cue for frame in whole.frames if frame.cue is not None]
    assert asked and asked <= {*shown}
    assert [frame.cue for frame in film.frames if frame.cue is not None] == told
    assert len(shown) <= max(most, len(asked) + len(told) + 1) < len(whole.frames)
