"""Legends: what is drawn with a colour is what the words beside it say."""

from __future__ import annotations

import pytest

from algorithms.core import find_algorithm
from algorithms.events import ProbabilityFound
from algorithms.vocabulary import events_named
from kit.known_lessons import every_lesson, recorded
from kit.session_desk import scenario
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.advice.family import LEGEND as PLAYING
from visualizer.families.backjumping.record import record_of
from visualizer.families.counting.placements import LEGEND as COUNTING
from visualizer.families.satisfiability.state import sat_in
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.legends import legend_of
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LESSONS = {"how-likely-is-a-mine": COUNTING, "no-placement-fits": COUNTING, "the-total-decides": COUNTING,
           "a-player-that-explains": PLAYING, "fifty-fifty": PLAYING}


@pytest.mark.parametrize("name", LESSONS)
def test_who_counts_or_plays_has_a_legend_of_its_own(name: str) -> None:
    scenario = load(find(name))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    canvas = RecordingCanvas()
    view = View(scenario.algorithm, board, timeline, timeline.state)
    draw_stage(canvas, Rect(0, 0, 1280, 700), view, theme("dark"), 1)
    written = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    assert [text for _, text in LESSONS[name] if text not in written] == []
    assert all(hasattr(theme(look), role) for look in NAMES for role, _ in LESSONS[name])
    assert legend_of(board, find_algorithm("gac")) == board.legend
    assert "the variable under test" not in written


@pytest.mark.parametrize("name", ["bt", "bm", "bj", "cbj", "bmj", "bm-cbj", "bm-cbj2", "fc", "fc-cbj"])
def test_who_looks_back_has_in_its_legend_what_it_can_do(name: str) -> None:
    """Who does not jump blames nobody; who has no word for what CBJ does not visit visits no such node."""
    algorithm = find_algorithm(name)
    said = " ".join(text for _, text in legend_of(board_for(load(find("thrashing-on-a-map")).puzzle), algorithm))
    assert ("jump" in said) == ("JumpedBack" in events_named(algorithm))
    assert ("saved" in said) == ("Saved" in events_named(algorithm))
    shown = [(scenario.path, at) for scenario in every_lesson() for at, run in enumerate(scenario.runs)
             if run.algorithm is algorithm]
    for path, at in shown:
        timeline = recorded(path)[at]
        assert "CBJ" in said or not record_of(timeline).wasted(len(timeline.events))


def test_the_risk_is_written_as_the_legend_says() -> None:
    scenario = load(find("how-likely-is-a-mine"))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 600, 600), timeline.state, timeline.state, 1, theme("dark"))
    found = {f"{(200 * event.mines + event.total) // (2 * event.total)}" for event in timeline.events
             if isinstance(event, ProbabilityFound) and 0 < event.mines < event.total}
    assert "7" in found
    assert found <= {str(op.args[2]) for op in canvas.ops if op.name == "text"}


FOUR = """\
title: Four eyes
puzzle: {kind: gnomine, random: {rows: 8, columns: 8, mines: 12, seed: 4, reveal: 3}}
compare: [{algorithm: gac}, {algorithm: path-consistency}, {algorithm: backbone-core}, {algorithm: backbone-simple}]
"""


@pytest.mark.parametrize("text", ["three-eyes-on-one-board", FOUR])
@pytest.mark.parametrize("size", [(1260, 666), (1900, 950), (780, 500)])
def test_a_comparison_says_what_the_square_of_no_backbone_means_where_there_is_one(
        text: str, size: tuple[float, float]) -> None:
    lesson = scenario(text) if text == FOUR else load(find(text))
    boards, timelines = [board_for(run.puzzle) for run in lesson.runs], open_timelines(lesson)
    told = set()
    for part in (0.0, 0.4, 1.0):
        for timeline in timelines:
            timeline.pull_all()
            timeline.seek(int(part * len(timeline.events)))
        states = [timeline.state for timeline in timelines]
        fates = [(literal.lstrip("¬"), fate) for state in states if (sat := sat_in(state)) for literal, fate
                 in sat.fates.items()]
        out = any(field in boards[0].layout.places and fate in ("dropped", "free") for field, fate in fates)
        canvas = RecordingCanvas()
        draw_comparison(canvas, Rect(10, 10, *size), CompareView(lesson, boards, timelines, states, say="Said."),
                        theme("light"), min(size[0] / 1260, size[1] / 666))
        written = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        assert any(words.startswith("no backbone") for words in written) == out
        assert any(words.startswith(("ringed", "a ring", "all have")) for words in written)
        told.add(out)
    assert told == {False, True}
@pytest.mark.parametrize(("name", "said"), [
    ("the-fog-of-search", ("dashed: supposed for now; its depth", "the variable under test; = tied")),
    ("sixteen-by-sixteen", ("dots: values left, each in its place",)),
])
def test_what_a_search_draws_has_a_key_before_it_begins(name: str, said: tuple[str, ...]) -> None:
    scenario = load(find(name))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    canvas = RecordingCanvas()
    view = View(scenario.algorithm, board, timeline, timeline.state)
    draw_stage(canvas, Rect(0, 0, 1280, 800), view, theme("light"), 1)
    written = " ".join(str(op.args[2]) for op in canvas.ops if op.name == "text")
    assert all(text in written for text in said)
