"""A node that is looked at stands out on any ground: dark blue is no ring on a dark one."""

from __future__ import annotations

import pytest

from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, contrast, theme
from visualizer.puzzles.colouring.node import Look, draw_node


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("role", ["constraint", "known", "unknown", "test", "mine", "no_mine"])
def test_a_ring_has_an_edge_that_is_seen(name: str, role: str) -> None:
    colors, canvas = theme(name), RecordingCanvas()
    look = Look(colors.fog, colors.on_fog, ring=getattr(colors, role))
    draw_node(canvas, Rect(0, 0, 100, 100), "PA", look, colors)
    circles = [op.args for op in canvas.ops if op.name == "circle"]
    widest = max(float(str(args[2])) for args in circles)
    edges = [args[4] for args in circles if float(str(args[2])) == widest and args[4] is not None]
    assert edges
    assert all(contrast(edge, colors.background) > 3 for edge in edges)  # type: ignore[arg-type]
