"""Genetic algorithms that are compared: the best fitness of each, over its generations."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.genetic.events import GenerationEnded
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.plot import generations
from visualizer.stage.compare_totals import ended
from visualizer.stage.family import OwnChart
from visualizer.stage.progress_chart import Course, draw_progress
from visualizer.stage.view import View


def course(view: View) -> Course:
    """The best fitness after each generation; of many, of some."""
    points = [(index, (event.number, event.best)) for index, event in generations(view.timeline)]
    here = [point for index, point in points if index < view.timeline.position]
    return Course(here, [point for _, point in points], view.band, ended(view.timeline))


def _draw(canvas: Canvas, box: Rect, views: Sequence[View], theme: Theme, unit: float) -> None:
    draw_progress(canvas, box, "Best fitness, over generations", [course(view) for view in views],
                  theme, unit)


def _since(view: View) -> object:
    """Within a generation nothing changes."""
    recorded = view.timeline.positions(GenerationEnded)
    return view.timeline.count(GenerationEnded), len(recorded), ended(view.timeline), Same(view.timeline.events)


FITNESS = OwnChart(_draw, since=_since)
