"""On a street of houses arrows run below the names that are in their way: these can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kit.known_lessons import known, recorded
from scenarios.loader import find
from scenarios.script.suppose import thought_of
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Point, RecordingCanvas, Rect, point_on
from visualizer.canvas.theme import theme
from visualizer.families.arcs import on_board
from visualizer.families.arcs.on_board import draw_threads
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.puzzles.zebra.over import draw_over, implied_in
from visualizer.runs.boards import board_for
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_state
from visualizer.stage.thought import draw_on_board
from visualizer.stage.view import View

BOXES = [Rect(0, 0, 820, 570), Rect(0, 0, 420, 360), Rect(0, 0, 1240, 860)]
LIGHT = theme("light")


def street(name: str, run: int = 0) -> tuple[ZebraBoard, Timeline[State]]:
    """The board of a lesson, and a run of it from end to end."""
    board, timeline = board_for(known(find(name)).runs[run].puzzle), recorded(find(name))[run]
    assert isinstance(board, ZebraBoard)
    timeline.pull_all()
    return board, timeline


def points_on(canvas: RecordingCanvas) -> Iterator[Point]:
    """Points of all lines that were drawn, close to each other."""
    for op in canvas.ops:
        if op.name == "line":
            x, y, u, v = (float(str(number)) for number in op.args[:4])
            yield from (point_on((x, y), (u, v), part / 20) for part in range(21))


def seen(board: ZebraBoard, box: Rect, state: State) -> list[Rect]:
    """The letters of all names that are written in the cells."""
    canvas = RecordingCanvas()
    board.draw(canvas, box, state, state, 1.0, LIGHT)
    return [word.inset(0.5) for word in board.written(canvas, box, state)]


@pytest.mark.parametrize("box", BOXES)
def test_what_is_written_is_where_the_board_writes_it(box: Rect) -> None:
    board, timeline = street("a-sherlock-by-hand")
    for position in (0, 20, 60, len(timeline.events)):
        timeline.seek(position)
        canvas = RecordingCanvas()
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, LIGHT)
        written = board.written(canvas, box, timeline.state)
        assert len(written) == sum(map(len, timeline.state.domains.values()))
        middles = [(float(str(op.args[0])), float(str(op.args[1]))) for op in canvas.ops
                   if op.name in ("text", "circle")]
        assert all(any(word.contains(*middle) for middle in middles) for word in written)


@pytest.mark.parametrize("box", BOXES)
def test_arrows_to_what_follows_run_below_names(box: Rect) -> None:
    arrows = 0
    for name, run in (("a-sherlock-by-hand", 0), ("what-a-row-knows", 1)):
        board, timeline = street(name, run)
        for position in range(0, len(timeline.events), 7):
            timeline.seek(position)
            state = timeline.state
            if implied_in(state) is None:
                continue
            words, canvas = seen(board, box, state), RecordingCanvas()
            draw_over(canvas, box, board, {}, (state, state), 1.0, LIGHT)
            assert not [at for at in points_on(canvas) if any(word.contains(*at) for word in words)]
            arrows += any(op.name == "line" for op in canvas.ops)
    assert arrows > 10


@pytest.mark.parametrize("box", BOXES)
def test_threads_of_arcs_run_below_names(box: Rect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_board, "_frame", lambda *_, **__: None)  # around values, dashed where they are gone
    board, timeline = street("the-zebra-as-far-as-logic-goes")
    threads = 0
    for position in range(700, len(timeline.events), 41):
        timeline.seek(position)
        words, canvas = seen(board, box, timeline.state), RecordingCanvas()
        draw_threads(canvas, box, board, timeline.state, LIGHT)
        canvas.ops = [op for op in canvas.ops if op.name != "line" or op.args[4] != LIGHT.on_mine]  # ✗ on a disc
        assert not [at for at in points_on(canvas) if any(word.contains(*at) for word in words)]
        threads += sum(op.name == "line" for op in canvas.ops)
    assert threads > 100


def test_arrows_of_a_thought_run_below_names() -> None:
    lesson = known(find("the-zebra-as-far-as-logic-goes"))
    board, timeline = street("the-zebra-as-far-as-logic-goes")
    timeline.seek(len(timeline.events))
    cue = next(cue for cue in lesson.script if cue.suppose)
    thought = thought_of(lesson.puzzle, timeline.state, cue.suppose)
    state = thought_state(timeline.state, thought, len(thought.steps))
    words, canvas = seen(board, BOXES[0], state), RecordingCanvas()
    view = View(lesson.algorithm, board, timeline, timeline.state, thought=thought)
    draw_on_board(canvas, BOXES[0], view, LIGHT)
    crack = {LIGHT.on_mine, LIGHT.bad}
    canvas.ops = [op for op in canvas.ops if op.name != "line" or op.args[4] not in crack]
    assert len([*points_on(canvas)]) > 100
    assert not [at for at in points_on(canvas) if any(word.contains(*at) for word in words)]
