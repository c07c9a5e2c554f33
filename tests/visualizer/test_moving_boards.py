"""What boards show on the way from one state to another: only what one of the two has, and at its ends these."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from algorithms.core import Event
from algorithms.events import JumpedBack, TupleTried
from algorithms.local_search.events import Repaired
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Point, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.canvas.trial import draw_flying, trial_box
from visualizer.canvas.turning import standing, turned
from visualizer.families.backjumping.state import backjump_of
from visualizer.families.consistency.state import looked_at
from visualizer.puzzles.clue.look import CellLook
from visualizer.puzzles.clue.look import between as clue_between
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.sudoku.cell import Look, Mark, between
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State
from visualizer.stage.stage import draw_on_board

COLORS = theme("dark")
BOX = Rect(0, 0, 700, 640)
LESSONS = (("a-number-is-a-constraint", 0), ("testing-for-support", 0), ("an-expert-board", 0), ("beyond-sums", 0),
           ("mrv-against-mrv-plus", 0), ("a-map-three-ways", 0), ("hidden-singles", 0), ("before-the-first-turn", 0),
           ("stuck-in-a-sudoku", 0), ("a-map-repaired", 0), ("who-owns-the-zebra", 0), ("ac-3-against-gac", 0),
           ("one-dead-end-three-ways-back", 1), ("thrashing-on-a-map", 1), ("stuck-one-step-from-the-goal", 0))


@cache
def run(name: str, which: int = 0) -> tuple[Any, Board, Timeline[State]]:
    """The algorithm of a lesson's run, its board, and the beginning of its timeline."""
    scenario = load(find(name))
    timeline = open_timelines(scenario)[which]
    while not timeline.done and len(timeline.events) < 400:
        timeline.pull(100)
    return scenario.runs[which].algorithm, board_for(scenario.puzzle), timeline


def moments(timeline: Timeline[State], most: int = 400) -> list[int]:
    """The positions before the first event of each kind."""
    seen: dict[type[Event], int] = {}
    for position, event in enumerate(timeline.events[:most]):
        seen.setdefault(type(event), position)
    return list(seen.values())


def states(timeline: Timeline[State], position: int) -> tuple[State, State]:
    timeline.seek(position)
    before = timeline.state.copy()
    timeline.seek(position + 1)
    return before, timeline.state.copy()


def drawn(name: str, which: int, ends: tuple[State, State], t: float) -> RecordingCanvas:
    algorithm, board, _ = run(name, which)
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, *ends, t, COLORS)
    draw_on_board(canvas, BOX, algorithm, board, ends, t, COLORS)
    return canvas


def said(canvas: RecordingCanvas) -> Counter[object]:
    return Counter(op.args[2] for op in canvas.ops if op.name == "text")


@pytest.mark.parametrize(("name", "which"), LESSONS)
def test_on_the_way_nothing_is_said_that_neither_state_says(name: str, which: int) -> None:
    timeline = run(name, which)[2]
    for position in moments(timeline):
        before, after = states(timeline, position)
        first, last = said(drawn(name, which, (before, before), 1.0)), said(drawn(name, which, (after, after), 1.0))
        for t in (0.3, 0.5, 0.8):
            assert set(said(drawn(name, which, (before, after), t))) <= set(first) | set(last), (position, t)
        assert said(drawn(name, which, (before, after), 1.0)) == last
        assert set(said(drawn(name, which, (before, after), 0.0))) <= set(first), position


# --- values that are tried fly from the constraint -------------------------------------------------------------------


def test_bits_fly_from_the_number_to_their_fields() -> None:
    cell = Rect(300, 200, 80, 80)
    ends = [(30.0, 40.0), *(_flown((30.0, 40.0), cell, t) for t in (0.2, 0.6)), trial_box(cell).center]
    assert ends == sorted(ends)
    assert len(set(ends)) == 4
    assert _flown((30.0, 40.0), cell, 1.0) == pytest.approx(trial_box(cell).center, abs=0.1)
    _, _, timeline = run("testing-for-support")
    before, after = states(timeline, timeline.positions(TupleTried)[0])
    name, look = "testing-for-support", looked_at(after)
    there = said(drawn(name, 0, (before, after), 0.3)) - said(drawn(name, 0, (before, before), 1.0))
    assert there == Counter(map(str, look.values))


CLUE = """
title: T
algorithm: gac
puzzle: {kind: clue, suspects: [mu, pl, gr], weapons: [kn, ro], rooms: [ha, lo, di], players: [mu, pl, gr], me: mu,
         hand: [kn, di], events: [{suggest: pl, cards: [pl, kn, ha], refute: gr}]}
"""
STREET = "title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n"


@pytest.mark.parametrize(("text", "start"), [(CLUE, "line 1"), (STREET, "clue 5")])
def test_on_notepad_and_street_they_fly_from_the_fact_that_tries_them(text: str, start: str, tmp_path: Path) -> None:
    """And the fact has the verdict, of what was tried before until they have come half of the way."""
    path = tmp_path / "lesson.yaml"
    path.write_text(text, encoding="utf-8")
    scenario = load(path)
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    timeline.pull_all()
    tried = [at for at in timeline.positions(TupleTried)
             if looked_at(timeline.at(at)).constraint == start and looked_at(timeline.at(at)).satisfied is False][:3]
    assert tried
    for position in tried:
        before, after = states(timeline, position)
        ways = {t: RecordingCanvas() for t in (0.0, 0.3, 0.5, 0.8, 1.0)}
        for t, canvas in ways.items():
            board.draw(canvas, BOX, before, after, t, COLORS)
        values = {str(value) for x, value in zip(looked_at(after).unknown, looked_at(after).values, strict=True)
                  if value != assigned(before, x)}
        for t in (0.3, 0.5, 0.8):
            assert {text for text, count in said(ways[t]).items() if count > said(ways[1.0])[text]} >= values, position
        badges = [_badge(ways[t]) for t in ways]
        assert badges[:2] == [badges[0]] * 2 and badges[2:] == [getattr(COLORS, _fill(after))] * 3, position
        assert badges[0] == getattr(COLORS, _fill(before))


def _fill(state: State) -> str:
    return "no_mine" if looked_at(state).satisfied else "mine"


def _badge(canvas: RecordingCanvas) -> object:
    """The colour of the last disc that is drawn: the verdict's."""
    return [op.args[3] for op in canvas.ops if op.name == "circle" and op.args[3] is not None][-1]


def _flown(start: Point, cell: Rect, t: float) -> tuple[Any, ...]:
    canvas = RecordingCanvas()
    draw_flying(canvas, start, trial_box(cell), "1", (COLORS.on_unknown, COLORS.unknown), t)
    return next(op.args[:2] for op in canvas.ops if op.name == "text")


# --- flips turn ------------------------------------------------------------------------------------------------------


def test_what_turns_stands_on_edge_in_the_middle() -> None:
    assert (turned(0.0), turned(1.0)) == (1.0, 1.0)
    assert turned(0.5) < 0.1 < turned(0.4) < turned(0.2)
    assert standing(Rect(10, 10, 40, 20), 0.5) == Rect(20, 10, 20, 20)


def test_a_digit_turns_over_to_another_one() -> None:
    one, two = (Look(COLORS.uncovered, COLORS.on_uncovered, digit) for digit in "47")
    assert [between(one, two, t).digit for t in (0.0, 0.4, 0.6, 1.0)] == ["4", "4", "7", "7"]
    assert between(one, two, 0.45).turn < 0.3
    assert between(one, two, 1.0) == two


def test_a_value_grows_out_of_its_candidate_and_goes_back() -> None:
    marks = tuple(Mark(value) for value in (2, 5, 8))
    some, five = Look(COLORS.fog, COLORS.on_fog, marks=marks), Look(COLORS.uncovered, COLORS.on_uncovered, "5")
    there, back = between(some, five, 0.25), between(five, some, 0.75)
    assert (there.digit, there.grown) == (back.digit, back.grown) == ("5", 0.25)
    assert [mark.value for mark in there.marks] == [mark.value for mark in back.marks] == [2, 8]


def test_a_repair_turns_one_cell_only() -> None:
    _, _, timeline = run("stuck-in-a-sudoku")
    before, after = states(timeline, timeline.positions(Repaired)[0])
    changed = [x for x in after.domains if after.domains[x] != before.domains[x]]
    assert len(changed) == 1
    assert said(drawn("stuck-in-a-sudoku", 0, (before, after), 0.5)) < said(
        drawn("stuck-in-a-sudoku", 0, (after, after), 1.0)) + said(drawn("stuck-in-a-sudoku", 0, (before, before), 1.0))


def test_a_card_that_is_known_turns_up() -> None:
    hidden = CellLook(COLORS.uncovered, COLORS.on_uncovered, ".33")
    known, struck = hidden._replace(text="O"), hidden._replace(text="X")
    assert [clue_between(hidden, known, t).text for t in (0.4, 0.6)] == [".33", "O"]
    assert clue_between(hidden, known, 0.5).flip < 0.1
    assert clue_between(known, hidden, 0.4).text == "O"
    assert (clue_between(hidden, struck, 0.5).grown, clue_between(hidden, struck, 1.0)) == (0.5, struck)


# --- a jump ----------------------------------------------------------------------------------------------------------


def test_a_jump_has_left_out_what_lies_between() -> None:
    _, _, timeline = run("one-dead-end-three-ways-back", 1)
    for position in timeline.positions(JumpedBack):
        before, after = (backjump_of(state) for state in states(timeline, position))
        back = after.returned
        assert back is not None
        assert [*after.branch, *back.passed] == [*before.branch[:back.level - 1], *before.branch[back.level:]]
        assert len(back.passed) == len(before.branch) - back.level
