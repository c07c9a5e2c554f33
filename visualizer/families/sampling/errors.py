"""How far estimates are from the truth, over the iterations: both axes logarithmic, a curve for each run.

    error   root of the mean square deviation from the exact shares, of what is not certain
    band    of other seeds, or else between the best and the worst of a run's chains, hatched, where it has several
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from scenarios.bands import Band, Quantiles
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.primitives import Point as Spot
from visualizer.canvas.strokes import draw_dashed, draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.sampling.progress import Point
from visualizer.stage.seeds import draw_hatched, draw_strips

_CLOSE = 3.0  # pixels: points that are closer are left out
_DECADE = (1, 2, 5)
_ROOM = 1.15  # above the greatest error and below the least one
_LEAST_ERROR = 1e-4  # no curve goes lower: on a logarithmic axis there is no 0


@dataclass(frozen=True)
class Errors:
    """The errors of a run: ``points`` up to here, ``recorded`` all that there are, from which the scale is made;
    ``color`` of its curve; the ``band`` of other seeds around it, to its own end where the run has ``ended``."""

    points: Sequence[Point]
    recorded: Sequence[Point]
    color: Color
    band: Band | None = None
    ended: bool = False

    @property
    def shown(self) -> Sequence[tuple[int, Quantiles]]:
        """The band as far as the run has come."""
        if self.band is None or not self.points:
            return ()
        return self.band.upto(None if self.ended else self.points[-1].step)


@dataclass(frozen=True)
class LogPlot:
    """A plot with two logarithmic axes: where it is, and the least and the greatest number of each."""

    box: Rect
    across: tuple[float, float]
    up: tuple[float, float]

    def spot(self, step: float, error: float) -> Spot:
        """Where a number of iterations and an error are."""
        return (self.box.x + self.box.w * _share(step, self.across),
                self.box.bottom - self.box.h * _share(max(error, _LEAST_ERROR), self.up))


def _share(number: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return min(1.0, max(0.0, log(number / low) / log(high / low)))


def between(ends: tuple[float, float]) -> list[float]:
    """The numbers 1, 2 and 5 times a power of ten from end to end."""
    steps = (10.0**power * times for power in range(-5, 8) for times in _DECADE)
    return [step for step in steps if ends[0] * 0.9999 <= step <= ends[1] * 1.0001]


def scale_of(runs: Sequence[Errors]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """From where to where the axes go, of all that is recorded; None: nothing is estimated."""
    steps = [run.recorded[end].step for run in runs if run.recorded for end in (0, -1)]
    errors = [max(_LEAST_ERROR, error) for run in runs for point in run.recorded
              for error in (point.together, *(point.each if len(point.each) > 1 else ()))]
    for run in runs:
        around = () if run.band is None else run.band.points
        steps += [x for x, _ in around]
        errors += [max(_LEAST_ERROR, number) for _, found in around for number in found]
    if not steps:
        return None
    low, high = min(steps), max(steps)
    least, most = min(errors), max(errors)
    room = max(_ROOM, (2.5 * least / most) ** 0.5)  # so that two round numbers are between them
    return (float(max(1, low)), float(max(high, low + 1, 2))), (least / room, most * room)


def draw_log_plot(canvas: Canvas, box: Rect, runs: Sequence[Errors], theme: Theme, unit: float) -> LogPlot | None:
    """Axes, bands and curves; returns the plot, for what is drawn at the ends. None: nothing is estimated so far."""
    scale = scale_of(runs)
    if scale is None:
        canvas.text(box.center, "no estimate so far", 14 * unit, theme.muted, "center")
        return None
    plot = _draw_axes(canvas, box, *scale, theme, unit)
    _draw_guide(canvas, plot, theme, unit)
    with canvas.clip(plot.box.inset(-6 * unit)):
        draw_strips(canvas, [run.shown for run in runs], plot.spot, theme, unit)
        for index, run in enumerate(runs):
            _draw_band(canvas, plot, run, index, theme, unit)
        for run in runs:
            curve = curve_of(plot, run.points)
            if run.band is not None:  # apart from all that lies below it
                draw_path(canvas, curve, theme.panel, 6 * unit)
            draw_path(canvas, curve, run.color, 3.5 * unit)
    return plot


def curve_of(plot: LogPlot, points: Sequence[Point]) -> list[Spot]:
    """The curve in pixels, without points that lie too close to be told apart; the last one is always there."""
    found: list[Spot] = []
    for index, point in enumerate(points):
        x, y = plot.spot(point.step, point.together)
        if not found or x - found[-1][0] >= _CLOSE or index == len(points) - 1:
            found.append((x, y))
    return found


def _draw_axes(canvas: Canvas, box: Rect, across: tuple[float, float], up: tuple[float, float], theme: Theme,
               unit: float) -> LogPlot:
    size = 12 * unit
    left = max(canvas.measure(f"{tick:g}", size) for tick in between(up)) + 8 * unit
    rest, foot = box.split_bottom(20 * unit)
    plot = LogPlot(Rect(rest.x + left, rest.y + 8 * unit, rest.w - left - 12 * unit, rest.h - 8 * unit), across, up)
    inner, taken = plot.box, rest.bottom + size
    for tick in between(up):
        y = plot.spot(across[0], tick)[1]
        canvas.line((inner.x, y), (inner.right, y), theme.raised, 1)
        if taken - y > 1.2 * size:
            canvas.text((inner.x - 6 * unit, y), f"{tick:g}", size, theme.muted, "right")
            taken = y
    canvas.line((inner.x, inner.bottom), (inner.right, inner.bottom), theme.muted, 1)
    word, end = "iterations", inner.right
    canvas.text((end, foot.center[1] + 3 * unit), word, size, theme.muted, "right")
    end -= canvas.measure(word, size) + 8 * unit
    last = inner.x - 99 * unit
    for tick in between(across):
        x, text = plot.spot(tick, up[0])[0], f"{tick:,.0f}"
        half = canvas.measure(text, size) / 2
        canvas.line((x, inner.y), (x, inner.bottom), theme.raised, 1)
        if x - half > last + 8 * unit and x + half < end:
            canvas.text((x, foot.center[1] + 3 * unit), text, size, theme.muted, "center")
            last = x + half
    return plot


def _draw_guide(canvas: Canvas, plot: LogPlot, theme: Theme, unit: float) -> None:
    """How steep chance alone goes down: four times the iterations, half the error."""
    box = plot.box
    wide, high = (box.w * log(4) / log(plot.across[1] / plot.across[0]), box.h * log(2) / log(plot.up[1] / plot.up[0]))
    size = 12 * unit
    words, half = "4 times the iterations:", "half the error"
    right = box.right - 10 * unit
    if wide > box.w * 0.5 or wide < 40 * unit or high < 24 * unit or box.w < 420 * unit:
        return
    x, y = right - max(canvas.measure(half, size) + 10 * unit, 0) - wide, box.y + 30 * unit
    canvas.line((x, y), (x + wide, y), theme.muted, unit)
    canvas.line((x + wide, y), (x + wide, y + high), theme.muted, unit)
    draw_dashed(canvas, (x, y), (x + wide, y + high), theme.text, 2 * unit, 4 * unit)
    canvas.text((x + wide, y - 12 * unit), words, size, theme.muted, "right")
    canvas.text((x + wide + 8 * unit, y + high / 2), half, size, theme.muted)


def _draw_band(canvas: Canvas, plot: LogPlot, run: Errors, index: int, theme: Theme, unit: float) -> None:
    """Hatched from the best chain to the worst; where there is one of other seeds, the chains as thin lines."""
    points = [point for point in run.points if len(point.each) > 1]
    if run.band is not None:
        for chain in range(len(points[-1].each) if points else 0):
            line = [plot.spot(point.step, point.each[chain]) for point in points if len(point.each) > chain]
            draw_path(canvas, line, mix(theme.panel, theme.text, 0.6), unit)
        return
    if len(points) < 2:
        return
    low = [plot.spot(point.step, min(point.each)) for point in points]
    high = [plot.spot(point.step, max(point.each)) for point in points]
    canvas.polygon([*low, *reversed(high)], mix(theme.panel, run.color, 0.2))
    draw_hatched(canvas, low, high, mix(theme.panel, run.color, 0.6), index, unit)

