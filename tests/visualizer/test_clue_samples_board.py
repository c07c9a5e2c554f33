"""A sampler on the notepad: the constraints that are not satisfied have a sign each, where they stand, and so many are
told of; the marks below an estimate are explained."""

from __future__ import annotations

import pytest

from algorithms.events import Flipped, RandomlyAssigned, RandomlyRestarted
from kit.known_lessons import known, recorded
from kit.widget_stage import texts
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.sampling.family import sampling_in
from visualizer.families.sampling.panels import headline
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.look import CellLook, draw_cell, tab_of
from visualizer.puzzles.clue.samples import broken_origins
from visualizer.runs.boards import board_for

THEME = theme("light")
LESSONS = ["a-sampler-without-tabu", "sampled-against-exact"]


def drawn(board: ClueBoard, state: object) -> RecordingCanvas:
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 730, 580), state, state, 1.0, THEME)  # type: ignore[arg-type]
    return canvas


@pytest.mark.parametrize("name", LESSONS)
def test_each_constraint_that_is_not_satisfied_has_a_sign(name: str) -> None:
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    assert isinstance(board, ClueBoard)
    counts = set()
    for position in range(2, min(400, len(timeline.events)), 7):
        timeline.seek(position)
        sampling = sampling_in(timeline.state)
        assert sampling is not None
        last = next((event for event in reversed(timeline.events[:position])
                     if isinstance(event, Flipped | RandomlyAssigned | RandomlyRestarted)
                     and event.chain == sampling.chain), None)
        if last is None or sampling.sample:
            continue
        broken = broken_origins(sampling)
        signs = [op for op in drawn(board, timeline.state).ops if op.name == "rect" and op.args[4] == THEME.mine
                 and float(str(op.args[2])) > 7]
        assert len(broken) == len(set(broken)) == sampling.unsatisfied == last.unsatisfied == len(signs)
        assert not broken or headline(sampling).startswith(f"{len(broken)} constraint")
        counts.add(len(broken))
    assert 0 in counts and max(counts) > 8


def test_the_marks_of_estimates_are_explained_once_there_are_some() -> None:
    name = "sampled-against-exact"
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    assert isinstance(board, ClueBoard)
    for position, shown in ((6, 0), (238, 3), (1211, 4)):
        timeline.seek(position)
        said = texts(drawn(board, timeline.state))
        lines = ["where the chain has it", "the estimate as a bar", "the exact share", "confidence interval"]
        assert [line for line in lines if line in said] == lines[:shown]


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("wide", [30, 34, 43, 56])
def test_what_a_flip_would_break_is_no_digit_of_the_share_before_it(wide: int, held: bool) -> None:
    canvas, cell = RecordingCanvas(), Rect(0, 0, wide, 22)
    look = CellLook(THEME.test, THEME.on_test, "0.00", tab="1", held=held, bar=0.0)
    draw_cell(canvas, cell, look, THEME)
    shares = [op.args for op in canvas.ops if op.name == "text" and "." in str(op.args[2])]
    tab, written = tab_of(canvas, cell, "1")
    assert written
    assert shares or wide - 10 * held < 34
    for x, _, text, size, *_ in shares:
        half = canvas.measure(str(text), float(str(size))) / 2
        assert float(str(x)) + half <= tab.x - 2
        assert float(str(x)) - half >= cell.x
