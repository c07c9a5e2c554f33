"""The arrow of a jump back along the trail."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest

from algorithms import events as e
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.state import SatState
from visualizer.families.satisfiability.trail import draw_trail
from visualizer.runs.comparison import open_timelines
from visualizer.stage.links import Links


@pytest.mark.parametrize("wide", [600, 260, 150])
def test_the_arrow_goes_back_to_the_first_literal_that_leaves_row_by_row(wide: int) -> None:
    timeline = open_timelines(load(find("learning-from-a-conflict")))[0]
    timeline.pull_all()
    jump = next(at for at, event in enumerate(timeline.events, 1) if isinstance(event, e.JumpedBack))
    timeline.seek(jump)
    state, canvas, look = timeline.state.family, RecordingCanvas(), theme("dark")
    assert isinstance(state, SatState) and state.jump is not None
    draw_trail(canvas, Rect(0, 0, wide, 300), state, look, 1.0, Links())
    chips = [Rect(*cast(tuple[float, float, float, float], op.args[:4])) for op in canvas.ops if op.name == "rect"]
    first = chips[state.jump.kept]
    lines = [cast(tuple[float, float, float, float], op.args[:4]) for op in canvas.ops
             if op.name == "line" and op.args[4] == look.accent]
    strokes = [(line[:2], line[2:]) for line in lines]
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in strokes)  # along the rows, never across the literals
    rows = {chip.y for chip in chips[state.jump.kept:]}
    assert len({a[1] for a, b in strokes if a[1] == b[1]}) == len(rows)
    assert sum(a != d for (_, a), (d, _) in pairwise(strokes)) == len(rows) - 1
    end = strokes[-1][1]
    assert abs(end[0] - first.x) < 8 and abs(end[1] - first.bottom) < 8
