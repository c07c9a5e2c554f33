"""A board under the wheel: it grows around the pointer, a drag moves it, a click means the place that is seen there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.window_desk import Desk, window
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.canvas.zoom import Zoom
from visualizer.puzzles.gnomine.tile import draw_count
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines

LARGE = """\
title: Forty by forty
puzzle: {kind: gnomine, random: {rows: 40, columns: 40, mines: 250, seed: 3, reveal: 4}}
algorithm: gac
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, load(Path("large.yaml"), LARGE)) as opened:
        opened.frame()
        yield opened


def test_the_place_under_the_pointer_stays_there(desk: Desk) -> None:
    box, stage = desk.boxes()["board"], desk.stage
    board = stage.session.board
    at = box.x + box.w * 0.31, box.y + box.h * 0.62
    place = board.at(board.magnified(box), *at)
    for _ in range(6):
        desk.app.ui.wheel(*at, 1)
        desk.frame()
    assert board.zoom.scale > 2
    assert board.at(board.magnified(box), *at) == place
    assert place is not None
    desk.app.ui.mouse_move(*at)
    assert stage.board.pointed == place
    for _ in range(9):
        desk.app.ui.wheel(*at, -1)
    assert board.zoom.whole
    assert board.magnified(box) == box


def test_a_drag_moves_a_magnified_board_and_is_no_click(desk: Desk) -> None:
    box, stage = desk.boxes()["board"], desk.stage
    board, position = stage.session.board, stage.session.timeline.position
    x, y = box.center
    for _ in range(5):
        desk.app.ui.wheel(x, y, 1)
    desk.frame()
    there = board.at(board.magnified(box), x, y)
    desk.app.ui.mouse_move(x, y)
    desk.app.ui.mouse_down(x, y, 1)
    desk.app.ui.mouse_move(x + 90, y - 40)
    desk.app.ui.mouse_up(x + 90, y - 40, 1)
    desk.frame()
    assert board.at(board.magnified(box), x + 90, y - 40) == there
    assert stage.session.timeline.position == position


@pytest.mark.parametrize("number", range(1, 9))
def test_a_number_is_a_digit_or_as_many_pips(number: int) -> None:
    for side in (9.0, 13.0, 14.0, 40.0):
        canvas = RecordingCanvas()
        draw_count(canvas, Rect(0, 0, side, side), number, theme("dark").text)
        said = [op.args[2] for op in canvas.ops if op.name == "text"]
        assert said == ([str(number)] if side >= 14 else [])
        assert sum(op.name == "circle" for op in canvas.ops) == (0 if said else number)


@pytest.mark.parametrize("box", [Rect(x, 0, w, h) for x in (0, 3.5) for w in (0, 1, 9) for h in (0, 1, 40)], ids=str)
def test_a_board_without_room_is_drawn_all_the_same(box: Rect) -> None:
    """In a tiny window there may be no column of a large board in view."""
    scenario = load(find("an-expert-board"))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    board.draw(RecordingCanvas(), box, timeline.state, timeline.state, 1.0, theme("dark"))


def test_what_has_no_room_is_not_moved() -> None:
    zoom = Zoom()
    for box in (Rect(0, 0, 0, 10), Rect(0, 0, 10, 0)):
        zoom.magnify(box, (0, 0), 2)
        zoom.drag(box, 1, 1)
        zoom.reveal(box, Rect(5, 5, 1, 1))
    assert zoom.whole
