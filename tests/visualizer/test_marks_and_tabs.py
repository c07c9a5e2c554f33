"""Brackets of what the lesson points at leave the tabs of labels to be read, and stand where the frames of differences
do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from algorithms import events as e
from kit.known_lessons import known, replayed
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.marks import inside_mark
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.state import search_of
from visualizer.puzzles.colouring.board import ColouringBoard
from visualizer.puzzles.colouring.node import tab_of
from visualizer.puzzles.search_marks import depth_tab
from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.runs.boards import Board, board_for
from visualizer.runs.states import State
from visualizer.stage.compare_gains import unlike
from visualizer.stage.compare_stage import draw_run
from visualizer.stage.view import View

BOX, LOOK = Rect(0, 0, 640, 560), theme("light")


def lesson(number: int) -> tuple[Timeline[State], Board]:
    path = find(str(number))
    return replayed(path)[0], board_for(known(path).puzzle)


def drawn(board: Board, state: State, *marks: str) -> list[Any]:
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, state, state, 1.0, LOOK, marks)
    return canvas.ops


def brackets(ops: list[Any]) -> tuple[list[int], Rect]:
    """Where they are among all that is drawn, and what they stand around."""
    found = [index for index, op in enumerate(ops) if op.name == "rect" and op.args[4] == LOOK.mark]
    boxes = [Rect(*ops[index].args[:4]) for index in found]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return found, Rect(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


@pytest.mark.parametrize("kind", [e.Labelled, e.BackedUp])
def test_brackets_of_a_node_are_around_its_tab_and_where_the_frame_of_a_difference_is(kind: type[Any]) -> None:
    timeline, board = lesson(60)
    assert isinstance(board, ColouringBoard)
    seen = 0
    for position in timeline.positions(kind)[:12]:
        state = timeline.at(position + 1)
        looks = board.looks(state, LOOK, None)
        for x in (x for x, look in looks.items() if look.depth or look.undone):
            ops, number = drawn(board, state, x), str(looks[x].depth or looks[x].undone)
            around = board.marked(BOX, state, x, LOOK)
            assert tuple(brackets(ops)[1]) == pytest.approx(tuple(around), abs=0.1)  # drawn in tenths of a pixel
            tab = depth_tab(RecordingCanvas(), tab_of(board.place(BOX, x)), int(number))[0]
            assert number in {op.args[2] for op in ops if op.name == "text"}
            assert around.y <= tab.y and tab.right <= around.right
            seen += kind is e.Labelled or bool(looks[x].undone)
    assert seen > 3


def test_brackets_stand_once_around_a_label_that_another_run_has_not() -> None:
    timeline, board = lesson(60)
    timeline.seek(timeline.positions(e.Labelled)[0] + 1)
    state = timeline.state
    (x,) = (label.variable for label in search_of(state).branch)
    view: Any = SimpleNamespace(pointed=None)
    canvas, color = RecordingCanvas(), unlike(LOOK)
    single = View(known(find("60")).algorithm, board, timeline, state, marks=(x,))
    draw_run(canvas, BOX, single, [x], view, LOOK, 1.0)
    arms, around = brackets(canvas.ops)
    assert len({canvas.ops[index].args[:4] for index in arms}) == 8
    rings = [Rect(*op.args[:4]) for op in cast(list[Any], canvas.ops) if op.name == "rect" and op.args[5] == color]
    assert [tuple(around)] == [pytest.approx(tuple(ring), abs=4) for ring in rings]


@pytest.mark.parametrize(("number", "kind"), [(51, e.Labelled), (55, e.Implied)])
def test_the_tab_of_a_cell_stands_inside_the_brackets_around_it(number: int, kind: type[Any]) -> None:
    timeline, board = lesson(number)
    assert isinstance(board, SudokuBoard)
    position = next(p for p in timeline.positions(kind) if any(
        look.denied or look.depth for look in board.looks(timeline.at(p + 1), LOOK).values()))
    state = timeline.at(position + 1)
    x, look = next((x, look) for x, look in board.looks(state, LOOK).items() if look.tabbed)
    ops = drawn(board, state, x)
    last, around = brackets(ops)
    text = f"≠{look.denied}" if look.denied else str(look.depth)
    tab, (at, said) = next((Rect(*ops[i - 1].args[:4]), (op.args[:2], op.args[2])) for i, op in enumerate(ops)
                           if i > max(last) and op.name == "text" and around.contains(*op.args[:2]))
    assert said == text and tab.contains(*at)
    assert tab.right <= inside_mark(around).right + 1.5 and tab.y >= inside_mark(around).y - 0.5
