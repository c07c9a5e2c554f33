"""The matrix that is drawn is the one in the algorithm: the same links at every event; and it can be read."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from test_exact_cover import KNUTH

from algorithms.core import Event, run
from algorithms.covering.dancing_links import CoverSearch
from algorithms.events import CoverFound, ItemCovered, ItemUncovered
from algorithms.problems.exact_cover import ExactCover
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cover import items_of
from kit.at_least_runs import forms
from kit.drawn_texts import outside, overlaps
from kit.known_lessons import known, recorded
from kit.lesson_files import error_of, lesson
from kit.states import of_form
from kit.widget_stage import texts
from scenarios.loader import Scenario, find, load
from scenarios.timeline import Timeline
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.covering.heads import draw_head, heads_of
from visualizer.families.covering.matrix import Matrix, draw_matrix, matrix_of
from visualizer.families.covering.state import CoverState, cover_of
from visualizer.families.satisfiability.hero import hero_of
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.stage.links import Links
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LARGE = (10_000, 10_000)
EXAMPLE = ExactCover.read(items=tuple("abcdefg"), options=KNUTH)


def shown(state: CoverState, most: tuple[int, int] = LARGE) -> Matrix:
    return matrix_of(state, state.form.word, state.truth, most, state.tentative)


def linked(search: CoverSearch, i: int) -> list[str]:
    """What is linked below an item in the algorithm, as options."""
    m, found = search.m, []
    node = m.down[i]
    while node != i:
        found.append(search.words[abs(m.literal[node])])
        node = m.down[node]
    return found


@settings(deadline=None)
@given(forms())
def test_the_links_on_show_are_the_algorithms_own(form: AtLeastForm) -> None:
    search, whole = CoverSearch(form, items_of(form), every=True), of_form(form, CoverState)
    state = cover_of(whole)
    for event in search.search():
        whole.apply(event)
        matrix = shown(state)
        told, item = getattr(event, "item", None), state.item()
        if told is not None:  # the panel shows the item that the board rings, and of which the event tells
            assert item is not None and item.name == state.looked_at == told
        if isinstance(event, CoverFound):
            assert item is None
        if isinstance(event, ItemUncovered):
            assert not state.seen_as_model, "the search goes on behind a solution"
            assert state.progress().startswith(f"{len(state.covered)} of ")
        hero = hero_of(state)
        assert hero is None or hero.literal in state.told, "what joined the trail before is not lit"
        assert [entry.literal for entry in state.trail][: len(search.m.trail)] == [
            search.words[literal] for literal in search.m.trail]
        if len(state.trail) != len(search.m.trail):
            continue  # the event says what the algorithm is about to count
        for i, column in enumerate(matrix.columns, 1):
            assert column.name == search.m.names[i]
            if column.status != "covered":
                assert matrix.links(column) == linked(search, i)
                assert column.size == search.m.size[i]
                assert (column.need, column.room) == (max(0, search.m.need[i]), search.m.room[i])
    assert state.trail == []
    assert (state.covered, state.marks, state.choosing) == ({}, [], frozenset())


def timeline_of(scenario: Scenario, position: int) -> Timeline[Any]:
    start = start_state(scenario.puzzle, scenario.algorithm, scenario.form)
    timeline = Timeline(scenario.steps(), start)
    timeline.pull_all()
    timeline.seek(position)
    return timeline


def drawn(scenario: Scenario, position: int, code: str, size: tuple[int, int] = (1280, 720)) -> RecordingCanvas:
    timeline, canvas = timeline_of(scenario, position), RecordingCanvas()
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.at(max(0, position - 1)), code=code)
    assert code in view.algorithm.panels
    draw_stage(canvas, Rect(0, 0, *size), view, theme("light"), min(size[0] / 1280, size[1] / 720))
    return canvas


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1000), (900, 600)])
@pytest.mark.parametrize(("name", "code"), [
    ("exact-cover", "pseudocode"), ("queens-as-an-exact-cover", "pseudocode"), ("a-sudoku-by-dancing-links", "matrix"),
    ("dancing-on-at-least", "matrix"), ("at-least-propagation", "clauses"), ("one-too-many", "clauses")])
def test_the_stage_can_be_read(name: str, code: str, size: tuple[int, int]) -> None:
    scenario = known(find(name))
    last = len(timeline_of(scenario, 0).events)
    for position in (0, 1, 3, 7, last // 2, last):
        canvas = drawn(scenario, min(position, last), code, size)
        assert outside(canvas, size) == []
        assert overlaps(canvas) == []


def test_a_solution_has_a_frame_and_nothing_in_question_and_at_the_end_no_link_is_new() -> None:
    timeline, board, look = recorded(find("exact-cover"))[0], board_for(EXAMPLE), theme("dark")
    found = 0
    for position in range(1, len(timeline.events) + 1):
        timeline.seek(position - 1)
        before = timeline.state.copy()
        timeline.seek(position)
        canvas, state = RecordingCanvas(), timeline.state
        board.draw(canvas, Rect(0, 0, 690, 580), before, state, 1.0, look)
        taken = [name for name in EXAMPLE.options if cover_of(state).truth(name)]
        solution = sorted(item for name in taken for item in KNUTH[name]) == [*"abcdefg"]
        told = isinstance(timeline.event, CoverFound)
        frames = [op for op in canvas.ops if op.name == "rect" and op.args[4] is None and op.args[5] == look.no_mine]
        assert solution >= bool(frames) >= told
        assert not (told and any(op.name == "rect" and op.args[4] == look.constraint for op in canvas.ops))
        found += told
    assert found == 1
    assert not [op for op in canvas.ops if op.name == "line" and op.args[4] == look.accent]


def test_before_anything_is_covered_all_ones_are_linked() -> None:
    matrix = shown(cover_of(of_form(EXAMPLE.as_at_least(), CoverState)))
    assert {column.name: (matrix.links(column), column.size) for column in matrix.columns} == {
        item: (list(options), len(options)) for item, options in EXAMPLE.options_of.items()}
    assert (matrix.plain, matrix.whole) == (True, True)


def test_of_a_large_matrix_a_part_is_shown() -> None:
    matrix = shown(cover_of(of_form(EXAMPLE.as_at_least(), CoverState)), (4, 3))
    assert (list(matrix.rows), [column.name for column in matrix.columns], matrix.whole) == (
        ["B", "D"], ["a", "d", "f", "g"], False)


def test_any_algorithm_shows_what_it_knows_of_the_options(tmp_path: Path) -> None:
    text = ("title: t\npuzzle: {kind: exact-cover, items: [a, b], options: {A: [a, b], B: [a], C: [b]}}\n"
            "algorithm: NAME\n")
    for name in ("dpll", "at-least-dpll", "mrv-plus", "gac", "backbone-core"):
        scenario = load(lesson(tmp_path, text.replace("NAME", name)))
        run(scenario.steps())
        end = len(timeline_of(scenario, 0).events)
        for position, foot in ((0, {"size"}), (end, set[str]())):  # at the end all are covered
            assert {"A", "B", "C", "a", "b", *foot} <= set(texts(drawn(scenario, position, "pseudocode")))


def test_a_matrix_is_for_algorithms_that_cover(tmp_path: Path) -> None:
    text = ("title: t\npuzzle: {kind: sudoku, grid: '1...............'}\nalgorithm: at-least-dpll\n"
            "script: [{show: matrix, say: x}]\n")
    assert "script.0.show: at-least-dpll has no panel matrix; choose pseudocode or" in str(error_of(tmp_path, text))


def test_the_heading_says_constraints_where_there_are_such() -> None:
    assert "Constraints" in texts(drawn(known(find("at-least-propagation")), 5, "clauses"))
    assert "Clauses" in texts(drawn(known(find("dpll")), 5, "clauses"))
    assert "≥6" in texts(drawn(known(find("at-least-propagation")), 5, "clauses"))
    assert "false 2 of at most 2" in texts(drawn(known(find("at-least-propagation")), 5, "clauses"))


@pytest.mark.parametrize("kind", [ItemCovered, ItemUncovered])
def test_heads_leave_their_list_and_come_back(kind: type[Event]) -> None:
    """Up, and down again, as far as the way is; all others stay, and at its ends each is where the state has it."""
    timeline = timeline_of(load(find("exact-cover")), 10 ** 6)
    timeline.pull_all()
    for position in timeline.positions(kind)[:6]:
        event = timeline.events[position]
        assert isinstance(event, (ItemCovered, ItemUncovered))
        before, after = (shown(cover_of(timeline.at(at)), LARGE) for at in (position, position + 1))
        heads = [_heads(before, before, 1.0), *(_heads(after, before, t) for t in (0.0, 0.3, 0.5, 0.8, 1.0)),
                 _heads(after, after, 1.0)]
        assert heads[0] == heads[1] and heads[-2] == heads[-1]
        way = [where.pop(event.item) for where in heads][1:-1]
        assert way == sorted(way, reverse=kind is ItemCovered) and len(set(way)) == 5
        assert all(where == heads[1] for where in heads[1:-1])


def test_below_columns_that_are_all_covered_no_size_is_named() -> None:
    scenario, seen = known(find("exact-cover")), set[bool]()
    timeline = timeline_of(scenario, 0)
    for position in range(len(timeline.events) + 1):
        matrix, canvas = shown(cover_of(timeline.at(position))), RecordingCanvas()
        draw_matrix(canvas, Rect(0, 0, 600, 500), matrix, matrix, 1.0, theme("dark"), 1.0, Links())
        is_open = any(column.status != "covered" for column in matrix.columns)
        assert ("size" in texts(canvas)) == is_open
        seen.add(is_open)
    assert seen == {True, False}


def _heads(matrix: Matrix, before: Matrix, t: float) -> dict[str, float]:
    """How far down the heads of the columns are written."""
    canvas, names = RecordingCanvas(), {column.name for column in matrix.columns}
    draw_matrix(canvas, Rect(0, 0, 600, 500), matrix, before, t, theme("dark"), 1.0, Links())
    rows = [(str(op.args[2]), op.args[1]) for op in canvas.ops if op.name == "text" and op.args[2] in names]
    return {name: float(str(y)) for name, y in rows}


@pytest.mark.parametrize("name", ["exact-cover", "dancing-on-at-least"])
def test_what_a_canvas_keeps_of_a_matrix_is_what_is_drawn_on_a_new_one(name: str) -> None:
    """Whatever it has drawn before: other places of the run, parts of the way there, other sizes and colours."""
    scenario, kept, seen = known(find(name)), canvas(), set[bytes]()
    timeline = timeline_of(scenario, 0)
    last = len(timeline.events)
    for position in (1, 2, 3, 2, last // 2, last // 2 + 1, last):
        before, after = (shown(cover_of(timeline.at(min(last, at)))) for at in (position - 1, position))
        for t, look, wide in ((0.3, "dark", 700), (0.7, "dark", 700), (1.0, "dark", 700), (1.0, "light", 500)):
            pictures = []
            for on in (kept, canvas()):
                on.surface.fill((9, 9, 9))
                draw_matrix(on, Rect(10, 10, wide, 450), after, before, t, theme(look), 1.0, Links())
                pictures.append(pygame.image.tobytes(on.surface, "RGB"))
            assert pictures[0] == pictures[1]
            seen.add(pictures[0])
    assert len(seen) > 8


def canvas() -> PygameCanvas:
    return PygameCanvas(pygame.Surface((720, 470), depth=32))


@pytest.mark.parametrize("wide", [60.0, 84.0])
def test_heads_of_wide_columns_stand_apart_with_air_around_their_words(wide: float) -> None:
    names = ["A1", "5 in row A", "5 in column 1", "5 in box A1", "clue A1"]
    drawn = RecordingCanvas()
    heads = heads_of(drawn, names, wide, 17.0)
    for index, lines in enumerate(heads.own):
        draw_head(drawn, Rect(index * wide, 100.0, wide, 50.0), lines, heads.size, 0.0, ((0, 0, 0), (9, 9, 9), None))
    boxes = [Rect(*op.args[:4]) for op in drawn.ops if op.name == "rect"]  # type: ignore[arg-type]
    assert all(one.right + 4 <= other.x for one, other in pairwise(boxes))
    for index, lines in enumerate(heads.own):
        assert all(drawn.measure(line, heads.size, "bold") + 3.9 <= boxes[index].w for line in lines)


@pytest.mark.parametrize("box", [Rect(10, 20, 900, 500), Rect(0, 0, 600, 700), Rect(3, 5, 500, 460)], ids=str)
def test_a_square_of_the_chessboard_is_found_where_it_is_drawn(box: Rect) -> None:
    queens = ExactCover.read(queens=5)
    board = board_for(queens)
    assert [board.at(box, *board.place(box, name).center) for name in queens.options] == [*queens.options]
