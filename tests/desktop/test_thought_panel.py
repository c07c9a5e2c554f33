"""The panel of a thought under the pointer and the keyboard: a step lights its places on the board; steps unfold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase
from unittest.mock import patch

import pytest

from kit.session_desk import scenario
from kit.window_desk import Desk, window
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.stage import thought
from visualizer.stage.spots import Look, offer
from visualizer.stage.stage import draw_stage
from visualizer.stage.thought import MOST_STEPS, Step, fold_of, told_in

DARK, BOX = theme("dark"), Rect(0, 0, 1280, 740)
CHAIN = ascii_uppercase[:11]
LESSON = f"""
title: T
algorithm: gac
puzzle:
  kind: csp
  domains: {{{", ".join(f"{x}: [1, 2]" for x in CHAIN)}}}
  constraints: [{", ".join(f'{{scope: [{x}, {y}], relation: "{x} != {y}"}}' for x, y in pairwise(CHAIN))}]
script:
  - say: Suppose.
    suppose: {{A: 1}}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, scenario(LESSON)) as opened:
        opened.key("page down")
        opened.settle()
        assert opened.stage._view().thought is not None
        yield opened


def look(desk: Desk) -> Look:
    found = desk.stage.own.look
    assert isinstance(found, Look)
    return found


def spots(desk: Desk) -> dict[object, Rect]:
    """What can be pressed in the panel, by what it stands for."""
    view, canvas = desk.stage._view(), RecordingCanvas()
    view.look = mine = Look(unfolded=look(desk).unfolded)
    draw_stage(canvas, BOX, view, DARK, 1)
    return {spot.target: spot.box for _, every in mine.offered for spot in every()}


def lit(desk: Desk, number: int) -> set[str]:
    """The variables with a rim on the board, while that step is pointed at."""
    view, canvas = desk.stage._view(), RecordingCanvas()
    view.look = Look(pointed=Step(number), unfolded=look(desk).unfolded)
    draw_stage(canvas, BOX, view, DARK, 1)
    board = next(Rect(*[float(str(value)) for value in op.args]) for op in canvas.ops if op.name == "clip")
    rims = [Rect(*[float(str(value)) for value in op.args[:4]]).center for op in canvas.ops
            if op.name == "rect" and op.args[4] is None and op.args[5] == DARK.accent]
    places = {x: view.board.place(view.board.magnified(board), x) for x in CHAIN}
    return {x for x, place in places.items() if any(place.contains(*rim) for rim in rims)}


def test_a_step_lights_what_it_comes_from_and_what_follows(desk: Desk) -> None:
    assert lit(desk, 1) == {"A"}
    assert lit(desk, 2) == {"A", "B"}
    assert lit(desk, 4) == {"C", "D"}
    assert lit(desk, 9) == set()  # it is not told: a look may be of the thought before


def test_a_click_unfolds_the_steps_and_folds_them(desk: Desk) -> None:
    view = desk.stage._view()
    assert view.thought is not None
    fold = fold_of(view.thought)
    steps = [Step(number) for number in range(1, 12)]
    assert {*spots(desk)} == {fold, *steps[:MOST_STEPS]}
    assert told_in(view)[1] == 6
    for shown in (steps, steps[:MOST_STEPS]):
        press(desk, fold)
        assert {*spots(desk)} == {fold, *shown}
    assert lit(desk, 9) == set()
    press(desk, fold)
    assert lit(desk, 9) == {"H", "I"}


def press(desk: Desk, target: object) -> None:
    """A click on it, where the window has drawn it."""
    with patch.object(thought, "offer", wraps=offer) as offered:
        desk.frame()
    desk.click(*next(spot.box.center for spot in offered.call_args.args[2]() if spot.target == target))


def test_the_keys_go_from_step_to_step_and_return_unfolds(desk: Desk) -> None:
    view = desk.stage._view()
    assert view.thought is not None
    fold = fold_of(view.thought)
    desk.app.ui.focus_on("spots-focus")
    desk.frame()
    desk.key("return")
    assert look(desk).unfolded == {fold}
    desk.key("up")
    assert look(desk).pointed == Step(11)
    desk.key("up")
    assert look(desk).pointed == Step(10)
    desk.key("return")
    assert look(desk).unfolded == {fold}  # a step has nothing to press
    desk.key("down")
    desk.key("down")
    desk.key("return")
    assert look(desk).unfolded == set()
