"""Whole stages of lessons, drawn without a window."""

from __future__ import annotations

from kit.known_lessons import known, timeline_of
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.boards import board_for
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View


def unit_of(size: tuple[int, int]) -> float:
    """What a point is in a window of that size."""
    return max(0.35, min(size[0] / 1280, size[1] / 800))


def draw_view(view: View, size: tuple[int, int], look: str) -> RecordingCanvas:
    """All that a window of that size would show."""
    canvas = RecordingCanvas()
    draw_stage(canvas, Rect(0, 0, *size), view, theme(look), unit_of(size))
    return canvas


def drawn(name: str, size: tuple[int, int], look: str, code: str) -> RecordingCanvas:
    """The stage of a lesson where its run stands, with a tab open."""
    scenario, timeline = known(find(name)), timeline_of(name)
    return draw_view(View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, say="Look.",
                          code=code), size, look)
