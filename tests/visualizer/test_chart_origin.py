"""Where curves begin is seen: the numbers of the runs lie beside the axes, and on no other one."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.comparison import open_timelines
from visualizer.stage.compare_chart import _draw_curves


@pytest.mark.parametrize("box", [Rect(0, 0, 640, 140), Rect(20, 40, 260, 130), Rect(0, 0, 1200, 300)], ids=str)
def test_before_the_start_no_number_lies_on_an_axis(box: Rect) -> None:
    scenario = load(find("two-watched-literals"))
    rows = list(zip(scenario.runs, open_timelines(scenario), strict=True))
    canvas = RecordingCanvas()
    _draw_curves(canvas, box, "visited", "propagated", rows, theme("dark"), 1.0)
    discs: list[Any] = [op.args for op in canvas.ops if op.name == "circle"]
    lines: list[Any] = [op.args for op in canvas.ops if op.name == "line"]
    left = next(x for x, y, x2, y2, *_ in lines if x == x2)
    bottom = max(y for x, y, x2, y2, *_ in lines if y == y2)
    assert len(discs) == len(rows)
    for x, y, radius, *_ in discs:
        assert x - radius >= left and y + radius <= bottom
    for (x, y, radius, *_), (x2, y2, *_) in combinations(discs, 2):
        assert max(abs(x - x2), abs(y - y2)) >= 1.9 * radius
    assert not [op for op in canvas.ops if op.name == "text" and "0 after 0" in op.args]
