"""Genetic algorithms that are compared: the best fitness of each, over its generations."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.plot import generations
from visualizer.stage.family import OwnChart
from visualizer.stage.progress_chart import Course, draw_progress
from visualizer.stage.seeds import ended
from visualizer.stage.view import View


def course(view: View) -> Course:
    """The best fitness after each generation; of many, of some."""
    points = [(index, (event.number, event.best)) for index, event in generations(view.timeline)]
    here = [point for index, point in points if index < view.timeline.position]
    return Course(here, [point for _, point in points], view.band, ended(view.timeline))


def _draw(canvas: Canvas, box: Rect, views: Sequence[View], theme: Theme, unit: float) -> None:
    draw_progress(canvas, box, "Best fitness, over generations", [course(view) for view in views],
                  theme, unit)


FITNESS = OwnChart(_draw)
