"""The chart of a comparison: what its lesson is about, as curves, as bars, as search trees, or as a family draws it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, pairwise
from math import ceil, hypot

from scenarios.bands import Band
from scenarios.charts import EVENTS, INFERRED, NOTHING, TREE, Chart, own_chart
from scenarios.loader import Scenario
from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_path, thinned
from visualizer.canvas.theme import Theme
from visualizer.stage.compare_totals import Rows, draw_number, draw_title, ended, inferred, run_color
from visualizer.stage.compare_trees import draw_lanes
from visualizer.stage.end_places import end_places, leader
from visualizer.stage.family import view_of
from visualizer.stage.seeds import draw_seeded, draw_strips, shown_of
from visualizer.stage.series import Point as Measured
from visualizer.stage.series import curve, measure

_MARKS = 4  # signs along a curve, beside its colour
_HIDDEN = 13  # points: a number that is no further from the end of its curve covers it


def chart_of(scenario: Scenario) -> Chart:
    """What the lesson says; else the chart of the runs' family, if it is one that names one; else what was inferred.
    Where something is drawn below each board, that is the picture."""
    given = Chart() if scenario.chart is None else scenario.chart
    if given.counter is not None or given.show is not None:
        return given
    if any(view_of(run.algorithm).below for run in scenario.runs):
        return replace(given, show=NOTHING)
    own = own_chart(scenario.runs)
    return replace(given, show=own) if own else replace(given, counter=INFERRED, against=EVENTS)


def about(chart: Chart) -> list[str]:
    """The numbers that a chart is about."""
    return [name for name in (chart.counter, chart.against) if name is not None]


def draw_chart(canvas: Canvas, box: Rect, chart: Chart, rows: Rows, theme: Theme, unit: float,
               bands: Sequence[Band | None] = ()) -> None:
    """Any chart but a family's own."""
    if chart.show == TREE:
        draw_lanes(canvas, box, rows, theme, unit)
    elif chart.counter is not None and chart.against is not None:
        _draw_curves(canvas, box, chart.counter, chart.against, rows, theme, unit, bands)
    elif chart.counter is not None:
        _draw_bars(canvas, box, chart.counter, rows, theme, unit)


def _word(name: str) -> str:
    return "variables inferred" if name == INFERRED else name


# --- curves ----------------------------------------------------------------------------------------------------------


def round_step(span: float, most: int) -> int:
    """1, 2 or 5 times a power of ten, of which at most so many make the span."""
    return next(step for power in count() for times in (1, 2, 5) if (step := times * int(10 ** power)) * most >= span)


def ticks(top: float, most: int) -> list[int]:
    """Round numbers from 0 to at least ``top``, in at most so many steps."""
    step = round_step(top, most)
    return [step * index for index in range(ceil(max(top, 1.0) / step - 1e-9) + 1)]


def draw_axes(canvas: Canvas, box: Rect, across: Sequence[float], up: Sequence[float], theme: Theme,
              unit: float) -> Rect:
    """Lines and numbers of both axes; the room of the curves. Where there is little height, every second number."""
    size = 12 * unit
    left = max(canvas.measure(f"{tick:,.0f}", size) for tick in up) + 8 * unit
    rest, foot = box.split_bottom(22 * unit)
    plot = Rect(rest.x + left, rest.y + 8 * unit, rest.w - left - 14 * unit, rest.h - 8 * unit)
    every = 1 if plot.h / len(up) > 15 * unit else 2
    for index, tick in enumerate(up):
        y = plot.bottom - plot.h * tick / up[-1]
        canvas.line((plot.x, y), (plot.right, y), theme.edge if index else theme.muted, 1)
        if index % every == 0:
            canvas.text((plot.x - 6 * unit, y), f"{tick:,.0f}", size, theme.muted, "right")
    canvas.line((plot.x, plot.y), (plot.x, plot.bottom), theme.muted, 1)
    for tick in across:
        text, x = f"{tick:,.0f}", plot.x + plot.w * tick / across[-1]
        half = canvas.measure(text, size) / 2
        canvas.text((min(max(x, box.x + half), box.right - half), foot.center[1] + 4 * unit), text, size, theme.muted,
                    "center")
    return plot


def spots_of(plot: Rect, right: float, top: float) -> Callable[[float, float], Point]:
    """Where a point lies whose numbers go from 0 to these: a chart has thousands of them."""
    (left, _, wide, high), low = plot, plot.bottom

    def spot(x: float, y: float) -> Point:
        return left + wide * x / right, low - high * y / top

    return spot


def _draw_curves(canvas: Canvas, box: Rect, y: str, x: str, rows: Rows, theme: Theme, unit: float,
                 bands: Sequence[Band | None] = ()) -> None:
    """A curve for each run, up to where it is; its number at the end, with what it has there. The scale is that of all
    that is recorded, so that it does not move with the curves."""
    rest = draw_seeded(canvas, box, f"{_word(y)}, against {x}".capitalize(), "", next(iter(bands), None), theme, unit)
    found = [curve(run, timeline, y, x) for run, timeline in rows]
    far = [measure(run, timeline, x) for run, timeline in rows]
    around = [point for band in bands if band is not None for point in band.points]
    right = max([*(across(len(timeline.events)) for across, (_, timeline) in zip(far, rows, strict=True) if across),
                 *(x for x, _ in around)])
    top = max([1, *(point.y for points in found for point in points), *_tops(rows, y), *(of.high for _, of in around)])
    across, up = ticks(right, 5), ticks(top, 4 if rest.h > 90 * unit else 2)
    plot = draw_axes(canvas, rest, across, up, theme, unit)

    spot = spots_of(plot, across[-1], up[-1])
    draw_strips(canvas, [shown_of(band, points[-1].x if points else None, ended(timeline))
                         for band, points, (_, timeline) in zip(bands, found, rows, strict=False)], spot, theme, unit)
    lines = [[spot(point.x, point.y) for point in points] for points in found]
    for number, line in enumerate(lines, 1):
        draw_curve_of(canvas, line, number, theme, unit)
    said = [f"{points[-1].y:,} after {points[-1].x:,}" if points and points[-1].x else "" for points in found]
    draw_ends(canvas, plot, lines, said, theme, unit, _briefly([points[-1:] for points in found]))


def _briefly(ends: Sequence[Sequence[Measured]]) -> list[str]:
    """How far each end is across, where all are as high: that tells them apart."""
    if len({point.y for end in ends for point in end}) != 1:
        return []
    return [f"{end[0].x:,}" if end and end[0].x else "" for end in ends]


def _tops(rows: Rows, name: str) -> list[int]:
    """The last numbers that are recorded, as far as that costs nothing."""
    if name == INFERRED:
        return [inferred(timeline) for _, timeline in rows]
    found = [(measure(run, timeline, name), len(timeline.events)) for run, timeline in rows]
    return [number(end) for number, end in found if number is not None]


def draw_curve_of(canvas: Canvas, line: Sequence[Point], number: int, theme: Theme, unit: float) -> None:
    """The curve of a run: thick, in its colour, with its sign along it."""
    color = run_color(theme, number)
    draw_path(canvas, thinned(line), color, 3 * unit)
    for index in range(1, _MARKS):
        if len(line) > 2 * _MARKS:
            draw_sign(canvas, line[len(line) * index // _MARKS], number, color, theme, unit)


def draw_sign(canvas: Canvas, at: Point, number: int, color: Color, theme: Theme, unit: float) -> None:
    """The sign of a run, for eyes that cannot tell colours: a disc, a square, a triangle, a diamond."""
    x, y = at
    r = 4.5 * unit
    if number == 1:
        canvas.circle(at, r, color, theme.panel, unit)
    elif number == 2:
        canvas.rect(Rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8), color, theme.panel, unit)
    elif number == 3:
        canvas.polygon([(x, y - r * 1.2), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8)], color, theme.panel)
    else:
        canvas.polygon([(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)], color, theme.panel)


def draw_ends(canvas: Canvas, plot: Rect, lines: Sequence[Sequence[Point]], said: Sequence[str], theme: Theme,
              unit: float, brief: Sequence[str] = ()) -> None:
    """The number of each run at the end of its curve, or on a thin line from there, and beside it what it has there,
    where that lies on nothing; in ``brief`` where more have room then."""
    size, known = 13 * unit, tuple(map(tuple, lines))

    def places_for(words: Sequence[str]) -> tuple[tuple[Point | None, Rect | None], ...]:
        return end_places(plot, known, tuple([canvas.measure(text, size, "bold") for text in words]), unit)

    places = places_for(said)
    if brief and _placed(places) < sum(map(bool, said)) and _placed(shorter := places_for(brief)) > _placed(places):
        said, places = brief, shorter
    for number, (line, (at, _)) in enumerate(zip(lines, places, strict=True), 1):
        if at is not None and hypot(at[0] - line[-1][0], at[1] - line[-1][1]) > _HIDDEN * unit:
            canvas.line(line[-1], at, run_color(theme, number), unit)
    for number, (end, free) in enumerate(places, 1):
        if end is not None and free is not None and said[number - 1]:
            for a, b in pairwise(leader(end, free, unit)):
                canvas.line(a, b, run_color(theme, number), unit)
    for number, (end, free) in enumerate(places, 1):
        if end is None:
            continue
        draw_number(canvas, end, number, theme, unit)
        if free is not None and said[number - 1]:
            canvas.rect(free.inset(-2 * unit, 0), theme.panel)  # no line of the grid strikes it out
            canvas.text((free.x, free.center[1]), said[number - 1], size, run_color(theme, number), "left", "bold")


def _placed(places: Sequence[tuple[Point | None, Rect | None]]) -> int:
    """How many ends have room for what they have there."""
    return sum(free is not None for _, free in places)


# --- bars ------------------------------------------------------------------------------------------------------------


def _draw_bars(canvas: Canvas, box: Rect, name: str, rows: Rows, theme: Theme, unit: float) -> None:
    """A bar for each run, with its number; the scale is that of all that is recorded."""
    rest = draw_title(canvas, box, _word(name).capitalize(), "", theme, unit)
    numbers = []
    for run, timeline in rows:
        number = measure(run, timeline, name)
        here = inferred(timeline) if number is None else number(timeline.position)
        numbers.append((here, here if number is None else number(len(timeline.events))))
    top = max([1, *(end for _, end in numbers)])
    step, size = min(rest.h / len(numbers), 44 * unit), 15 * unit
    right = max(canvas.measure(f"{top:,}", size, "bold"), 20 * unit) + 12 * unit
    for index, (here, _) in enumerate(numbers):
        y = rest.y + (index + 0.5) * step
        draw_number(canvas, (rest.x + 10 * unit, y), index + 1, theme, unit)
        bar = Rect(rest.x + 28 * unit, y - step * 0.3, (rest.w - 28 * unit - right) * here / top, step * 0.6)
        canvas.rect(bar, run_color(theme, index + 1), radius=2 * unit)
        canvas.text((bar.right + 8 * unit, y), f"{here:,}", size, theme.text, "left", "bold")
