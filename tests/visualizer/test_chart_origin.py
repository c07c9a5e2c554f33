"""Where curves begin is seen: the numbers of the runs lie beside the axes, and on no other one."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.comparison import open_timelines
from visualizer.stage.compare_chart import _draw_curves, draw_ends


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


@pytest.mark.parametrize("runs", [2, 3, 4])
@pytest.mark.parametrize("at", [(0.0, 130.0), (150.0, 60.0), (300.0, 130.0), (300.0, 0.0)], ids=str)
def test_numbers_of_curves_that_end_in_one_point_stand_in_a_block_beside_it(runs: int, at: tuple[float, float]) -> None:
    """Of four none stands alone, further up, where it would be read as more."""
    canvas, plot = RecordingCanvas(), Rect(0, 0, 300, 130)
    draw_ends(canvas, plot, [[at]] * runs, [""] * runs, theme("dark"), 1.0)
    discs: list[Any] = [op.args for op in canvas.ops if op.name == "circle"]
    wide, high = (max(disc[axis] for disc in discs) - min(disc[axis] for disc in discs) for axis in (0, 1))
    assert len(discs) == runs
    assert max(wide, high) <= 4.1 * discs[0][2] and (runs < 4 or min(wide, high) > 0)
    assert all(max(abs(x - at[0]), abs(y - at[1])) <= 4.1 * radius for x, y, radius, *_ in discs)


def test_numbers_of_one_point_leave_the_end_of_another_curve_to_its_own_number() -> None:
    """Three runs have not begun; a fourth has pruned a value before its first assignment."""
    canvas, plot = RecordingCanvas(), Rect(0, 0, 280, 120)
    draw_ends(canvas, plot, [[(0.0, 120.0)]] * 3 + [[(0.0, 120.0), (0.0, 80.0)]], [""] * 4, theme("dark"), 1.0)
    discs: list[Any] = [op.args for op in canvas.ops if op.name == "circle"]
    assert discs[3][1] == 80
    assert all(y > 80 for _, y, *_ in discs[:3])
