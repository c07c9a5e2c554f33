"""The literals of a clause in the panel: those that are shown can be read."""

from __future__ import annotations

import pytest

from kit.known_lessons import replayed
from scenarios.loader import find
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.panels import draw_clause
from visualizer.families.satisfiability.state import sat_of
from visualizer.stage.links import Links


@pytest.mark.parametrize("wide", [300.0, 400.0, 500.0])
def test_where_some_literals_are_only_counted_the_others_have_room(wide: float) -> None:
    timeline = replayed(find("before-the-first-turn"))[0]
    timeline.seek(len(timeline.events))
    state, canvas = sat_of(timeline.state), RecordingCanvas()
    assert len(state.literals_of(52)) == 21
    draw_clause(canvas, Rect(0, 0, wide, 62), state, 52, theme("dark"), 1.0, Links())
    assert any(str(op.args[2]).startswith("… +") for op in canvas.ops if op.name == "text")
    chips = [Rect(*op.args[:4]) for op in canvas.ops if op.name == "rect"]  # type: ignore[arg-type]
    chips = [box for box in chips if box.h > 5]
    assert chips
    assert all(box.h >= 1.4 * SMALLEST for box in chips)
