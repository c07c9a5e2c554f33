"""How several runs get on, side by side: a curve for each from its timeline, and the band of other seeds around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scenarios.bands import Band
from visualizer.canvas.primitives import Canvas, Point, Rect
from visualizer.canvas.strokes import draw_path, thinned
from visualizer.canvas.theme import Theme
from visualizer.stage.compare_chart import draw_axes, draw_curve_of, draw_ends, ticks
from visualizer.stage.seeds import draw_seeded, draw_strips, shown_of

_MOST_POINTS = 256  # of a curve


class Course(NamedTuple):
    """A run: where it was, and the number there, ``here`` of what is on show, ``recorded`` of all; has it ``ended``?"""

    here: Sequence[tuple[int, float]]
    recorded: Sequence[tuple[int, float]]
    band: Band | None
    ended: bool


def draw_progress(canvas: Canvas, box: Rect, title: str, runs: Sequence[Course], theme: Theme, unit: float) -> None:
    """The scale is that of all that is recorded, so that it does not move with the curves."""
    rest = draw_seeded(canvas, box, title, "", runs[0].band, theme, unit)
    bands = [() if run.band is None else run.band.points for run in runs]
    right = max([1, *(x for run in runs for x, _ in run.recorded[-1:]), *(x for band in bands for x, _ in band[-1:])])
    top = max([1.0, *(y for run in runs for _, y in run.recorded), *(of.high for band in bands for _, of in band)])
    across, up = ticks(right, 5), ticks(top, 4 if rest.h > 90 * unit else 2)
    plot = draw_axes(canvas, rest, across, up, theme, unit)

    def spot(x: int, y: float) -> Point:
        return plot.x + plot.w * x / across[-1], plot.bottom - plot.h * y / up[-1]

    draw_strips(canvas, [shown_of(run.band, run.here[-1][0] if run.here else None, run.ended) for run in runs], spot,
                theme, unit)
    lines = [thinned([spot(*point) for point in _some(run.here)]) for run in runs]
    for number, line in enumerate(lines, 1):
        draw_path(canvas, line if runs[number - 1].band else (), theme.panel, 5.5 * unit)  # apart from what lies below
        draw_curve_of(canvas, line, number, theme, unit)
    said = [f"{run.here[-1][1]:,.0f} after {run.here[-1][0]:,}" if run.here else "" for run in runs]
    draw_ends(canvas, plot, lines, said, theme, unit)


def _some(points: Sequence[tuple[int, float]]) -> Sequence[tuple[int, float]]:
    step = -(-len(points) // _MOST_POINTS) or 1
    return [*points[::step], *(points[-1:] if (len(points) - 1) % step else ())]
