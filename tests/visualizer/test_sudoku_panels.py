"""What stands beside a Sudoku, and what a window shows of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_sudoku_board import COLORS, FIGURE_3, drawn, network, run_of, runs, somewhere, words

from algorithms.events import BackedUp, Emptied, Labelled, Neutralised, Scored, SingleFound, Solved, Struck, Tied
from kit.drawn_texts import outside, overlaps
from kit.known_lessons import recorded
from kit.session_desk import open_session
from kit.window_desk import window
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.families.backtracking.contribution import peers_of
from visualizer.families.backtracking.panels import (
    draw_branch,
    draw_search_focus,
    headline,
    pieces,
    search_facts,
    shown_scores,
)
from visualizer.families.backtracking.plot import CURVES, draw_plot, scale, totals
from visualizer.families.backtracking.state import Label, search_of
from visualizer.puzzles.lights import Lights
from visualizer.puzzles.search_marks import Spotlight, draw_depth, draw_sign
from visualizer.runs.boards import Board
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

SUDOKU = f'title: A Sudoku\npuzzle: {{kind: sudoku, grid: "{FIGURE_3}"}}\nalgorithm: mrv-plus\n'


# --- the panels ------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(runs, st.floats(0, 1), st.sampled_from([(406, 236), (562, 236), (760, 320)]), st.booleans())
def test_the_panel_of_a_search_has_every_text_in_a_place_of_its_own(
    run: tuple[Timeline[Any], Any], part: float, size: tuple[int, int], point: bool
) -> None:
    timeline, board = run
    state = somewhere(timeline, part)
    canvas = RecordingCanvas()
    pointed = (search_of(state).tied or tuple(state.domains))[0] if point else None
    draw_search_focus(canvas, Rect(0, 0, *size), state, timeline.event, board.peers(state), COLORS, size[1] / 236,
                      pointed)
    assert not outside(canvas, size)
    assert not overlaps(canvas)
    assert headline(state, timeline.event)


def test_a_single_is_said_to_have_struck_what_followed_it_alone() -> None:
    timeline, struck = recorded(find("hidden-singles"))[0], list[str]()
    for position, event in enumerate(timeline.events, 1):
        if isinstance(event, SingleFound):
            struck = []
        elif isinstance(event, Struck):
            struck.append(event.variable)
        timeline.seek(position)
        assert [*search_of(timeline.state).struck] == ([] if search_of(timeline.state).solved else struck)


def test_the_panel_says_what_is_going_on() -> None:
    timeline, _ = run_of("mrv-plus", 0, "figure")

    def said(kind: Any, index: int = 0) -> tuple[str, str]:
        timeline.seek(timeline.positions(kind)[index] + 1)
        lines = search_facts(timeline.state, timeline.event)
        return headline(timeline.state, timeline.event), "; ".join(f"{line.label}: {line.text}" for line in lines)

    assert said(Tied)[0] == "Fog of search: 3 variables have 2 values left"
    label, what = said(Struck, 1)
    assert label == "Label 1: D1 = 6; forward checking"
    assert "Label: D1 = 6, of {6, 9}" in what
    assert "Struck: 6 from C1, D2" in what
    conflict, why = said(Emptied)
    assert conflict.endswith("a conflict.")
    assert "Conflict: " in why
    timeline.pull_all()
    assert said(Neutralised)[0].startswith("Neutralised")
    assert said(Solved)[0] == "Solution 1: every variable has a value"


def test_where_no_label_was_needed_nothing_is_said_of_choices() -> None:
    for name, chose in (("hidden-singles", False), ("extremely-easy", True)):
        timeline = recorded(find(name))[0]
        timeline.seek(len(timeline.events))
        said = {fact.label for fact in search_facts(timeline.state, timeline.event)}
        assert ("Choices" in said) is chose


def test_of_many_candidates_the_panel_shows_those_that_matter() -> None:
    timeline, _ = run_of("dom-wdeg", 0, "figure")
    first = timeline.positions(Scored)
    timeline.seek(first[20] + 1)
    assert shown_scores(search_of(timeline.state), 5) == list(search_of(timeline.state).scores)[-5:]
    timeline.seek(timeline.positions(Labelled)[0])
    search = search_of(timeline.state)
    assert search.selected is not None
    chosen = shown_scores(search, 5)
    assert search.selected in chosen[:1]
    assert max(search.scores[x] for x in chosen) <= min(score for x, score in search.scores.items() if x not in chosen)


@pytest.mark.parametrize("depth", [0, 1, 7, 60, 200])
@pytest.mark.parametrize("choices", [0, 3, 60])
def test_a_deep_branch_can_be_read(depth: int, choices: int) -> None:
    sizes = [2] * choices + [1] * max(0, depth - choices)
    random.Random(depth).shuffle(sizes)
    branch = [Label(f"A{i}", 5, size, i) for i, size in enumerate(sizes[:depth])]
    canvas, box = RecordingCanvas(), Rect(0, 0, 406, 66)
    draw_branch(canvas, box, branch, COLORS, 1.0)
    shown = words(canvas.ops)
    assert not outside(canvas, (406, 66))
    assert not overlaps(canvas)
    assert shown[-1] == f"A{depth - 1}=5" if branch else shown == ["Branch: no label"]  # yet, or any more
    forced = sum(int(word) for word, choice in pieces(branch) if word.startswith("+") and not choice)
    assert forced + sum("=" in word for word, _ in pieces(branch)) == len(branch)


def test_labels_without_a_choice_are_named_where_they_all_fit() -> None:
    def shown(labels: int) -> list[str]:
        canvas, branch = RecordingCanvas(), [Label(f"A{i}", 5, 1, i) for i in range(labels)]
        draw_branch(canvas, Rect(0, 0, 406, 66), branch, COLORS, 1.0)
        return words(canvas.ops)

    assert shown(13)[-13:] == [f"A{i}=5" for i in range(13)]
    assert shown(30)[-2:] == ["+29", "A29=5"]


@given(runs, st.floats(0, 1))
def test_the_plot_counts_labels_and_steps_back(run: tuple[Timeline[Any], Board], part: float) -> None:
    timeline, _ = run
    somewhere(timeline, part)
    for curve in CURVES:
        points = totals(timeline, curve.kind)
        assert points[0] == (0, 0)
        assert points[-1][0] == len(timeline.events)
        assert len(points) <= 101
        for position, count in points:
            assert count == sum(type(event) is curve.kind for event in timeline.events[:position])
    canvas = RecordingCanvas()
    draw_plot(canvas, Rect(0, 0, 400, 210), timeline, COLORS, 1.0)
    assert not outside(canvas, (400, 210))
    assert not overlaps(canvas)
    assert len({curve.dashed for curve in CURVES}) == 2


@given(st.integers(0, 3_000_000))
def test_an_axis_has_few_round_numbers(most: int) -> None:
    marks = scale(most)
    assert marks[0] == 0
    assert marks[-1] >= most
    assert 2 <= len(marks) <= 6
    assert str(marks[1]).rstrip("0") in ("1", "2", "5")


# --- in the window ---------------------------------------------------------------------------------------------------


def test_a_search_has_the_tabs_tree_and_plot() -> None:
    session = open_session(SUDOKU)
    screen = StageScreen(session.scenario, Settings(), lambda: None)
    assert screen.session.scenario.algorithm.panels[-2:] == ("tree", "plot")


def test_what_a_counter_counts_can_be_read_with_the_keyboard_alone(tmp_path: Path) -> None:
    with window(tmp_path, open_session(SUDOKU).scenario) as desk:
        desk.stage.session.timeline.pull(500)
        for _ in range(60):
            desk.key("tab")
            if desk.app.ui.focus == "counter-backtracks":
                break
        area = next(area for area in desk.app.ui._areas if area.ident == desk.app.ui.focus)
        assert "labels undone, those of naked singles too" in area.tip
        desk.key("return")
        assert desk.stage.transport.kind is BackedUp


def test_pointing_at_a_tied_cell_shows_what_its_peers_share(tmp_path: Path) -> None:
    with window(tmp_path, open_session(SUDOKU).scenario) as desk:
        desk.key("right")
        assert isinstance(desk.stage.session.timeline.event, Tied)
        desk.move(*desk.over("I2"))
        state = desk.stage.session.state
        lights = Lights(desk.stage.session.board.peers(state), state, desk.stage.board.pointed)
        assert lights.spot.score.variable == "I2"
        assert lights.spot.score.total == 14


def test_cards_of_any_network_show_the_search() -> None:
    timeline, board = run_of("mrv-plus", 0, "network")
    timeline.pull_all()
    seen: set[str] = set()
    for position in range(len(timeline.events) + 1):
        timeline.seek(position)
        state = timeline.state
        spot = Spotlight(board.peers(state), state, None)
        shown = words(drawn(board, state, state))
        for x, score in search_of(state).scores.items():
            assert str(score) in shown
            assert spot.has_strip(x)
        assert ("∅" in shown) == (search_of(state).emptied is not None)
        for depth, _ in enumerate(search_of(state).branch, 1):
            assert str(depth) in shown
        seen |= set(search_of(state).assigned.values())
    assert seen == {"label", "rest"}
    assert peers_of(network().as_csp())["E"] == ("H", "G")


def test_a_depth_is_a_number_and_a_sign_is_not() -> None:
    canvas = RecordingCanvas()
    draw_depth(canvas, Rect(0, 0, 60, 60), 12, COLORS)
    draw_sign(canvas, Rect(0, 0, 60, 60), "rest", COLORS.text)
    assert words(canvas.ops) == ["12"]
