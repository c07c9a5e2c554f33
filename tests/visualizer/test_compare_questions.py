"""What a comparison asks in a recording: when, on which board, and by what name."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.events import Pruned
from kit.two_ways import written
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.recording.compare_film import ComparisonFilm, plan_comparison
from visualizer.recording.locked import LIGHT, asked_in, questions_for_page
from visualizer.runs.asked_comparison import AskedComparison


@pytest.fixture
def film(tmp_path: Path) -> ComparisonFilm:
    return plan_comparison(load(written(tmp_path)))


def test_a_film_asks_before_the_event_and_shows_the_answer_then(film: ComparisonFilm) -> None:
    first, second = asked_in(film)
    timelines = film.comparison.timelines
    before, after = (film.trail.at(film.frames[index].position)[0] for index in (first.after, first.shown))
    assert not any(isinstance(event, Pruned) for event in timelines[0].events[:before])
    assert isinstance(timelines[0].events[after - 1], Pruned)
    assert second.after > first.shown and second.shown == len(film.frames) - 1


def test_answers_are_places_of_the_board_that_is_asked_about(film: ComparisonFilm) -> None:
    first = asked_in(film)[0]
    canvas, frame = RecordingCanvas(), film.frames[first.after]
    places = film.options(canvas, frame, first.question)
    _, left, right, *_ = film.parts(canvas, frame)
    assert len(places) == len(first.question.options)
    assert all(left.contains(*place.center) and not right.contains(*place.center) for place in places)


def test_a_page_names_the_run(film: ComparisonFilm) -> None:
    asked = questions_for_page(RecordingCanvas(), film, LIGHT)
    assert [one["tiers"][0]["prompt"] for one in asked] == [
        "1, constraints: Which field loses a value first?", "2, models: How many models will it need?"]


def test_a_question_waits_until_its_answer_is_recorded() -> None:
    """How many different samples there will be in the end is known when the run is at its end."""
    comparison = AskedComparison(load(find("a-sampler-without-tabu")))
    comparison.quiz.on = True
    comparison.forward("cue")
    assert not comparison.asks  # it goes on looking, frame by frame
    frames = 0
    while comparison.goal is not None:
        comparison.work(0.1)
        frames += 1
    assert frames
    asking = comparison.quiz.open
    assert asking is not None and asking.later and comparison.here == (0, 0)
    assert comparison.timelines[1].done
