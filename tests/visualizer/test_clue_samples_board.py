"""A sampler on the notepad: the constraints that are not satisfied have a sign each, where they stand, and so many are
told of; the marks below an estimate are explained."""

from __future__ import annotations

import pytest

from algorithms.events import Flipped, RandomlyAssigned, RandomlyRestarted
from kit.drawn_lessons import drawn as whole
from kit.drawn_texts import common
from kit.drawn_texts import texts as letters
from kit.known_lessons import known, recorded, timeline_of
from kit.widget_stage import texts
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.sampling.family import sampling_in
from visualizer.families.sampling.panels import headline, totals
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


@pytest.mark.parametrize(("beside", "size"), [(False, (816, 688)), (False, (560, 470)), (True, (440, 700)),
                                              (True, (300, 460))])
def test_the_sign_of_a_broken_constraint_covers_no_letter_of_a_card(beside: bool, size: tuple[int, int]) -> None:
    name = "sampled-against-exact"
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    assert isinstance(board, ClueBoard)
    timeline.seek(6)  # where many are broken
    board.beside, canvas, box = beside, RecordingCanvas(), Rect(0, 0, *size)
    board.draw(canvas, box, timeline.state, timeline.state, 1.0, THEME)
    names = board.frame(box).names
    codes = [place for text, place in letters(canvas) if text in known(find(name)).puzzle.layout().places
             and place.x < names.right and place.y > names.y]
    grounds = [place for op in canvas.ops if op.name == "rect" and op.args[4] == THEME.mine
               and (place := Rect(*op.args[:4])).x < names.right]  # type: ignore[arg-type]
    crosses = [(float(str(x)), float(str(y))) for op in canvas.ops if op.name == "line" and op.args[4] == THEME.on_mine
               for x, y in [op.args[:2], op.args[2:4]] if float(str(x)) < names.right]
    assert len(codes) > 20 and len(grounds) > 3 and len(crosses) >= 4 * len(grounds)
    assert not any(code.contains(*end) for code in codes for end in crosses)
    if names.w < board.frame(box).row * 3:  # the letters are not on the sign's own ground
        assert not any(common(code, ground).w > 1 for code in codes for ground in grounds)


def test_the_visits_are_told_whole_in_a_narrow_panel() -> None:
    name = "sampled-against-exact"
    timeline = timeline_of(name)
    timeline.seek(len(timeline.events))
    said = texts(whole(name, (1180, 780), "light", "plot"))
    assert any("949 of 6,798 deals" in one for one in said) and any(one.endswith("about 1,028") for one in said)


def test_before_a_chain_has_started_there_is_none() -> None:
    timeline = recorded(find("sampled-against-exact"))[0]
    for position, chains in ((1, "none yet"), (6, "4, now chain 1")):
        timeline.seek(position)
        sampling = sampling_in(timeline.state)
        assert sampling is not None
        assert [str(fact.text) for fact in totals(sampling) if fact.label == "Chains"] == [chains]
