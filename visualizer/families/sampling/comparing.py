"""Samplers that are compared: the error of each over its iterations, and beside it where each of them is off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from algorithms.events import Estimated
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.families.sampling.errors import Errors, curve_of, draw_log_plot
from visualizer.families.sampling.progress import progress
from visualizer.stage.compare_chart import draw_ends, draw_sign
from visualizer.stage.compare_totals import draw_number, draw_title, ended, run_color
from visualizer.stage.family import OwnChart
from visualizer.stage.seeds import draw_seeded
from visualizer.stage.view import View

_HIGH = 40.0  # points: a row of cells at most
_TEXT, _HEAD, _BESIDE = 12.0, 20.0, 5.0  # points: the size of names, the line above cells, what keeps rows' names off
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
    found = [deviations(view, view.board.exact(view.state).shares) for view in views]
    names = [name.rpartition("=")[::2] for name in found[0]]
    if not names:
        return
    columns, gap = 2 if len(views) > 1 else 1, 14 * unit
    lines = -(-len(views) // columns)
    cut = [Rect(rest.x + column * (rest.w + gap) / columns, rest.y + row * (rest.h + gap) / lines,
                (rest.w + gap) / columns - gap, (rest.h + gap) / lines - gap)
           for row in range(lines) for column in range(columns)]
    grids = [_grid(canvas, place.split_top(_HEAD * unit)[1], names, unit) for place in cut]
    if not grids[0].named and (beside := _beside(canvas, rest, names, len(views), unit))[0].headed:
        grids = beside
    for index, (grid, off) in enumerate(zip(grids, found, strict=False)):
        _draw_cells(canvas, grid, index + 1, off, theme, unit)


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


class _Grid(NamedTuple):
    """Where the cells of a run lie: all of them, its head with its number, their rows and columns, the names of which
    are beside and above them where they have room."""

    cells: Rect
    number: Point
    rows: list[str]
    columns: list[str]
    named: bool
    headed: bool

    @property
    def size(self) -> tuple[float, float]:
        """How wide and high a cell is."""
        return self.cells.w / len(self.columns), self.cells.h / len(self.rows)


def _grid(canvas: Canvas, rest: Rect, names: Sequence[tuple[str, str]], unit: float) -> _Grid:
    """With the names of its rows at the left, below the number of the run."""
    rows, columns = list(dict.fromkeys(row for row, _ in names)), list(dict.fromkeys(column for _, column in names))
    left = max(canvas.measure(row, _TEXT * unit) for row in rows) + _BESIDE * unit
    high = min(rest.h / len(rows), _HIGH * unit)
    cells = Rect(rest.x + left, rest.y, rest.w - left, high * len(rows))
    widest = max(canvas.measure(column, _TEXT * unit) for column in columns)
    number = rest.x + 9 * unit, rest.y - _HEAD * unit / 2
    return _Grid(cells, number, rows, columns, high >= max(SMALLEST, _TEXT * unit), widest < cells.w / len(columns))


def _beside(canvas: Canvas, rest: Rect, names: Sequence[tuple[str, str]], runs: int, unit: float) -> list[_Grid]:
    """All runs in a row, so that each name stands once, for all of them; their numbers above the columns."""
    first, gap = _grid(canvas, rest.split_top(2 * _HEAD * unit)[1], names, unit), 4 * unit
    wide = (first.cells.w - (runs - 1) * gap) / runs
    widest = max(canvas.measure(column, _TEXT * unit) for column in first.columns)
    cut = [first.cells._replace(x=first.cells.x + index * (wide + gap), w=wide) for index in range(runs)]
    headed, y = widest < wide / len(first.columns), rest.y + _HEAD * unit / 2
    return [first._replace(cells=cells, number=(cells.center[0], y), named=first.named and not index, headed=headed)
            for index, cells in enumerate(cut)]


def _draw_cells(canvas: Canvas, grid: _Grid, number: int, found: Mapping[str, float], theme: Theme,
                unit: float) -> None:
    """A cell for each variable ``row=column``, and the number of the run."""
    draw_number(canvas, grid.number, number, theme, unit)
    (wide, high), (left, top, *_), size = grid.size, grid.cells, _TEXT * unit
    if grid.headed:
        for index, column in enumerate(grid.columns):
            canvas.text((left + (index + 0.5) * wide, top - _HEAD * unit / 2), column, size, theme.muted, "center")
    if grid.named:
        beside = max(canvas.measure(row, size) for row in grid.rows) + _BESIDE * unit
        for index, row in enumerate(grid.rows):
            canvas.text((left - beside, top + (index + 0.5) * high), row, size, theme.muted)
    color = run_color(theme, number)
    for name, off in found.items():
        row, _, column = name.rpartition("=")
        cell = Rect(left + grid.columns.index(column) * wide, top + grid.rows.index(row) * high, wide - 2 * unit,
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
