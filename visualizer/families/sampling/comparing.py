"""Samplers that are compared: the error of each over its iterations, and beside it where each of them is off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from algorithms.events import Estimated
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.families.sampling.errors import Errors, curve_of, draw_log_plot
from visualizer.families.sampling.progress import progress
from visualizer.stage.compare_chart import draw_ends, draw_sign
from visualizer.stage.compare_totals import draw_number, draw_title, ended, run_color
from visualizer.stage.family import OwnChart
from visualizer.stage.seeds import draw_seeded
from visualizer.stage.view import View

_HIGH = 40.0  # points: a row of cells at most
_FULL = 0.15  # a deviation that fills its half of a cell


def draw_errors(canvas: Canvas, box: Rect, views: Sequence[View], theme: Theme, unit: float) -> None:
    """A curve for each run, up to where it is, with its sign along it and its number and error at the end."""
    runs = []
    for number, view in enumerate(views, 1):
        recorded = progress(view.timeline, view.board.exact(view.state)).points
        here = [point for point in recorded if point.position <= view.timeline.position]
        runs.append(Errors(here, recorded, run_color(theme, number), view.band, ended(view.timeline)))
    rest = draw_seeded(canvas, box, "How far from the truth", _legend(runs), runs[0].band, theme, unit)
    plot = draw_log_plot(canvas, rest.split_right(64 * unit)[0], runs, theme, unit)
    if plot is None:
        return
    lines = [curve_of(plot, run.points) for run in runs]
    for number, line in enumerate(lines, 1):
        for index in range(1, 5):
            if len(line) > 10:
                draw_sign(canvas, line[(len(line) - 1) * index // 5], number, run_color(theme, number), theme, unit)
    said = [f"{run.points[-1].together:.3f}" if run.points else "" for run in runs]
    draw_ends(canvas, Rect(plot.box.x, plot.box.y, rest.right - plot.box.x - 12 * unit, plot.box.h), lines, said, theme,
              unit)


def _legend(runs: Sequence[Errors]) -> str:
    """What the curves are, and what is hatched: the chains of this one run, and nothing over seeds."""
    if any(len(point.each) > 1 for run in runs for point in run.recorded):
        return "RMSD, one seed; log axes; hatched: best to worst chain"
    return "RMSD, one seed each; both axes logarithmic"


def draw_deviations(canvas: Canvas, box: Rect, views: Sequence[View], theme: Theme, unit: float) -> None:
    """For each run and each cell that is not certain, how much its estimate is too low (a bar to the left) or too high
    (to the right)."""
    rest = draw_title(canvas, box, "Where each run is off", "", theme, unit)
    rest, foot = rest.split_bottom(18 * unit, 2 * unit)
    said = f"line: exact; bar right: too high; full: {_FULL:g} or more"
    size = min(13 * unit, 13 * unit * foot.w / canvas.measure(said, 13 * unit))
    canvas.text((foot.x, foot.center[1]), said, size, theme.muted)
    columns = 2 if len(views) > 1 else 1
    lines, gap = -(-len(views) // columns), 14 * unit
    wide, high = (rest.w - gap * (columns - 1)) / columns, (rest.h - gap * (lines - 1)) / lines
    for index, view in enumerate(views):
        row, column = divmod(index, columns)
        place = Rect(rest.x + column * (wide + gap), rest.y + row * (high + gap), wide, high)
        exact = view.board.exact(view.state).shares
        _draw_cells(canvas, place, index + 1, deviations(view, exact), theme, unit)


def deviations(view: View, exact: Mapping[str, float]) -> dict[str, float]:
    """By how much the last estimate before the position is higher than the exact share, of all that is not certain;
    nothing before the first sample."""
    found = view.timeline.before(Estimated, view.timeline.position)
    if found is None:
        return dict.fromkeys(exact, 0.0)
    event = view.timeline.events[found]
    assert isinstance(event, Estimated)
    if not event.samples:
        return dict.fromkeys(exact, 0.0)
    estimates = dict(zip(event.variables, event.estimates, strict=True))
    return {name: estimates.get(name, 0.0) - share for name, share in exact.items()}


def _draw_cells(canvas: Canvas, box: Rect, number: int, found: Mapping[str, float], theme: Theme, unit: float) -> None:
    """A cell for each variable ``row=column``, under the number of the run."""
    names = [name.rpartition("=")[::2] for name in found]
    rows, columns = list(dict.fromkeys(row for row, _ in names)), list(dict.fromkeys(column for _, column in names))
    if not rows:
        return
    size = 12 * unit
    left = max(canvas.measure(row, size) for row in rows) + 8 * unit
    head, rest = box.split_top(20 * unit)
    draw_number(canvas, (head.x + 9 * unit, head.center[1]), number, theme, unit)
    wide, high = (rest.w - left) / len(columns), min(rest.h / len(rows), _HIGH * unit)
    if canvas.measure(max(columns, key=len), size) < wide:
        for index, column in enumerate(columns):
            canvas.text((rest.x + left + (index + 0.5) * wide, head.center[1]), column, size, theme.muted, "center")
    if high >= SMALLEST:
        for index, row in enumerate(rows):
            canvas.text((rest.x, rest.y + (index + 0.5) * high), row, size, theme.muted)
    color = run_color(theme, number)
    for (row, column), off in zip(names, found.values(), strict=True):
        cell = Rect(rest.x + left + columns.index(column) * wide, rest.y + rows.index(row) * high, wide - 2 * unit,
                    high - 2 * unit)
        canvas.rect(cell, theme.raised)
        middle, reach = cell.center[0], min(1.0, abs(off) / _FULL) * cell.w / 2
        if reach >= 0.5:
            canvas.rect(Rect(middle - (reach if off < 0 else 0), cell.y + cell.h * 0.2, reach, cell.h * 0.6), color)
        canvas.line((middle, cell.y), (middle, cell.bottom), theme.text, unit)


def _since(view: View) -> object:
    """Between two estimates nothing changes."""
    estimates = view.timeline.positions(Estimated)
    return view.timeline.count(Estimated), len(estimates), ended(view.timeline), Same(view.timeline.events)


ERRORS = OwnChart(draw_errors, draw_deviations, _since)
