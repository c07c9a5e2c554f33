"""Repairs that are compared: the violated constraints of each, over its steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.plot import record_of
from visualizer.stage.compare_totals import ended
from visualizer.stage.family import OwnChart
from visualizer.stage.progress_chart import Course, draw_progress
from visualizer.stage.view import View


def course(view: View) -> Course:
    """The violated constraints after each step."""
    record = record_of(view.timeline)
    points = list(zip(record.steps, record.violated, strict=True))
    here = points[: bisect_right(record.positions, view.timeline.position)]
    return Course(here, points, view.band, ended(view.timeline))


def _draw(canvas: Canvas, box: Rect, views: Sequence[View], theme: Theme, unit: float) -> None:
    draw_progress(canvas, box, "Violated constraints, over steps", [course(view) for view in views], theme, unit)


def _since(view: View) -> object:
    """Within a step nothing changes."""
    positions = record_of(view.timeline).positions
    here = bisect_right(positions, view.timeline.position)
    return here, len(positions), ended(view.timeline), Same(view.timeline.events)


CONFLICTS = OwnChart(_draw, since=_since)
