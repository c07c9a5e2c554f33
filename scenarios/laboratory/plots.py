"""Pictures of an experiment, the published figures beside ours. The only file that needs matplotlib, without a screen.

Colours are Okabe and Ito's, which colour-blind people can tell apart; a hatch or a marker goes with each. What is
published is hollow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import IO, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import NullLocator, PercentFormatter, StrMethodFormatter

from scenarios.laboratory.cases import matching
from scenarios.laboratory.report import Finding, figure
from scenarios.laboratory.rows import Rows
from scenarios.laboratory.spec import OF_ROWS, Experiment, Plot
from scenarios.laboratory.statistics import local_regression
from scenarios.tasks import Value

_COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "---", "+++", "ooo")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_INK, _MUTED, _EDGE = "#1a1d22", "#50565f", "#b5bac2"
_ROOM = 0.8  # of the room between two places on the x axis, what bars and boxes fill
_PUBLISHED = "published"
_TICKS = 12  # as many numbers as have room below the x axis
_DOTS = 150  # dots per inch
_CURVE = 60  # pieces of a fitted curve


@dataclass(frozen=True)
class _Style:
    """How a series looks; series beyond the eighth have a colour again, but with another hatch and marker."""

    color: str
    hatch: str
    marker: str


def _style(index: int) -> _Style:
    other = (index + index // len(_COLORS)) % len(_COLORS)
    return _Style(_COLORS[index % len(_COLORS)], _HATCHES[other], _MARKERS[other])


def save_plot(experiment: Experiment, plot: Plot, found: Sequence[Finding], rows: Rows, repetitions: int,
              file: IO[bytes]) -> None:
    """The plot as PNG. ``found`` are all findings of the experiment; every row must be there."""
    picture = Figure(figsize=(8, 5), dpi=_DOTS, layout="constrained", facecolor="white")
    axes = picture.subplots()
    cases = matching(experiment.cases, plot.only)
    of_rows = plot.kind in OF_ROWS
    xs = [] if of_rows else list(dict.fromkeys(experiment.cases[case][plot.x] for case in cases))
    series = list(dict.fromkeys(experiment.cases[case][plot.series] for case in cases)) if plot.series else [None]
    drawing = _Drawing(experiment, plot, found, axes, xs, series)
    if of_rows:
        drawing.dots(rows, repetitions)
    elif plot.kind == "box":
        drawing.boxes(rows, repetitions)
    elif plot.kind == "bar":
        drawing.bars()
    else:
        drawing.lines()
    drawing.finish(repetitions)
    picture.savefig(file, format="png")


class _Drawing:
    """A plot that is being drawn. Places on the x axis are 0, 1, … for bars, boxes and words, else the numbers."""

    def __init__(self, experiment: Experiment, plot: Plot, found: Sequence[Finding], axes: Axes,
                 xs: Sequence[Value], series: Sequence[Value | None]) -> None:
        self.experiment, self.plot, self.axes, self.xs, self.series = experiment, plot, axes, xs, series
        self.found = found
        self.metric = experiment.metrics.get(plot.y) if plot.kind not in ("box", *OF_ROWS) else None
        numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in xs)
        self.numeric = plot.kind in OF_ROWS or (numbers and plot.kind == "line")
        self.legend: dict[str, Any] = {}

    def wanted(self, series: Value | None) -> dict[str, Value | tuple[Value, ...]]:
        """What the cases of a series have in common."""
        return {**self.plot.only, **({self.plot.series: series} if self.plot.series and series is not None else {})}

    def case(self, x: Value, series: Value | None) -> int | None:
        """The case at that place of that series, if there is one."""
        return next(iter(matching(self.experiment.cases, {**self.wanted(series), self.plot.x: x})), None)

    def at(self, index: int) -> float:
        x = self.xs[index]
        return float(x) if self.numeric else index

    def points(self, series: Value | None) -> list[tuple[float, Finding]]:
        """The findings of a series that have a value, with their places."""
        found = []
        for index, x in enumerate(self.xs):
            case = self.case(x, series)
            found += [(self.at(index), one) for one in self.found
                      if one.case == case and one.name == self.plot.y and one.ours.value is not None]
        return found

    def name(self, series: Value | None) -> str:
        return "ours" if series is None else f"{self.plot.series} {series}"

    # --- the kinds -------------------------------------------------------------------------------------------------

    def bars(self) -> None:
        """A bar for each case, and where there is a published figure, a hollow one on its right."""
        printed = any(one.published for series in self.series for _, one in self.points(series))
        width = _ROOM / len(self.series) / (2 if printed else 1)
        for index, series in enumerate(self.series):
            style, points = _style(index), self.points(series)
            left = [x - _ROOM / 2 + (index * (2 if printed else 1) + 0.5) * width for x, _ in points]
            ours = [one for _, one in points]
            drawn = self.axes.bar(left, [one.ours.value or 0 for one in ours], width * 0.94, color=style.color,
                                  hatch=style.hatch, edgecolor="white", linewidth=0, yerr=_errors(ours), ecolor=_INK,
                                  capsize=4)
            self._label(drawn, [figure(one.metric, one.ours.value) for one in ours])
            self.legend[self.name(series)] = Patch(facecolor=style.color, hatch=style.hatch, edgecolor="white")
            beside = [(x + width, one) for x, one in zip(left, ours, strict=True) if one.published]
            if beside:
                values = [one.published.value for _, one in beside if one.published]
                drawn = self.axes.bar([x for x, _ in beside], values, width * 0.94, color="white", hatch=style.hatch,
                                      edgecolor=style.color, linewidth=2)
                self._label(drawn, [figure(one.metric, value)
                                    for (_, one), value in zip(beside, values, strict=True)])
        if printed:
            self.legend[_PUBLISHED] = Patch(facecolor="white", edgecolor=_INK, linewidth=2)

    def _label(self, drawn: Any, texts: list[str]) -> None:
        size = 10 if len(self.xs) * len(self.series) <= 6 else 7
        self.axes.bar_label(drawn, texts, padding=3, fontsize=size, color=_INK)

    def lines(self) -> None:
        """A line for each series, and a dashed one with hollow markers for what is published."""
        for index, series in enumerate(self.series):
            style, points = _style(index), self.points(series)
            ours = [one for _, one in points]
            self.axes.errorbar([x for x, _ in points], [one.ours.value or 0 for one in ours], yerr=_errors(ours),
                               color=style.color, marker=style.marker, markersize=7, linewidth=2, capsize=4)
            self.legend[self.name(series)] = Line2D([], [], color=style.color, marker=style.marker, linewidth=2)
            beside = [(x, one.published.value) for x, one in points if one.published]
            if beside:
                look = {"color": style.color, "marker": style.marker, "linestyle": "--", "fillstyle": "none"}
                self.axes.plot([x for x, _ in beside], [y for _, y in beside], markersize=10, linewidth=1.5,
                               markeredgewidth=1.5, **look)  # type: ignore[arg-type]
                self.legend[_PUBLISHED] = Line2D([], [], **{**look, "color": _INK})  # type: ignore[arg-type]

    def boxes(self, rows: Rows, repetitions: int) -> None:
        """A box for each case, its mean as a white diamond, published means and medians as hollow markers."""
        width = _ROOM / len(self.series)
        for index, series in enumerate(self.series):
            style = _style(index)
            for place, x in enumerate(self.xs):
                case = self.case(x, series)
                if case is None:
                    continue
                middle = place - _ROOM / 2 + (index + 0.5) * width
                values = rows.numbers(case, [self.plot.y], repetitions)[self.plot.y]
                self.axes.boxplot(
                    [values], positions=[middle], widths=width * 0.8, patch_artist=True, showmeans=True,
                    boxprops={"facecolor": (style.color, 0.6), "hatch": style.hatch, "edgecolor": _INK},
                    medianprops={"color": _INK, "linewidth": 2.5},
                    meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": _INK},
                    flierprops={"marker": ".", "markersize": 4, "markeredgecolor": _MUTED})
                self._printed(case, middle)
            if series is not None:
                self.legend[self.name(series)] = Patch(facecolor=(style.color, 0.6), hatch=style.hatch, edgecolor=_INK)
        self.legend["mean"] = _mark("D", "white")
        self.legend["median"] = Line2D([], [], color=_INK, linewidth=2.5)

    def dots(self, rows: Rows, repetitions: int) -> None:
        """A dot for each row, unless only curves are wanted, and a curve fitted to them that is never below 0."""
        for index, series in enumerate(self.series):
            style, xs, ys = _style(index), list[float](), list[float]()
            for case in matching(self.experiment.cases, self.wanted(series)):
                columns = rows.numbers(case, [self.plot.x, self.plot.y], repetitions)
                xs += columns[self.plot.x]
                ys += columns[self.plot.y]
            if self.plot.kind == "scatter":
                self.axes.plot(xs, ys, linestyle="none", marker=style.marker, color=style.color, markersize=4,
                               alpha=0.5)
            at = [min(xs) + (max(xs) - min(xs)) * step / _CURVE for step in range(_CURVE + 1)]
            if at[0] < at[-1]:
                fitted = [max(0.0, y) for y in local_regression(xs, ys, at)]
                self.axes.plot(at, fitted, color=style.color, linewidth=2, marker=style.marker, markevery=_CURVE // 6,
                               markersize=7)
            self.legend[self.name(series)] = Line2D([], [], color=style.color, marker=style.marker, linewidth=2)

    def _printed(self, case: int, middle: float) -> None:
        """The published figures of this column, beside its box."""
        for one in self.found:
            marker = {"mean": "D", "median": "s"}.get(one.metric.statistic)
            if one.case == case and one.metric.of == self.plot.y and one.published and marker:
                self.axes.plot([middle], [one.published.value], marker=marker, markersize=13, fillstyle="none",
                               markeredgewidth=2, color=_INK, linestyle="none", zorder=5)
                self.legend[f"{_PUBLISHED} {one.metric.statistic}"] = _mark(marker, "none", 11)

    # --- what goes around ------------------------------------------------------------------------------------------

    def finish(self, repetitions: int) -> None:
        """Axes, title, legend, and what the figures come from."""
        axes, plot = self.axes, self.plot
        axes.set_title(plot.title or plot.y, loc="left", fontweight="bold", color=_INK)
        axes.set_xlabel(plot.x)
        axes.set_ylabel(plot.y)
        if not self.numeric:
            axes.set_xticks(range(len(self.xs)), [str(x) for x in self.xs],
                            rotation=30 if sum(len(str(x)) for x in self.xs) > 70 else 0)
            axes.set_xlim(-0.6, len(self.xs) - 0.4)
        if plot.log in ("x", "both"):
            axes.set_xscale("log")
        if self.numeric and 0 < len(self.xs) <= _TICKS:
            axes.set_xticks([self.at(index) for index in range(len(self.xs))], [str(x) for x in self.xs])
            axes.xaxis.set_minor_locator(NullLocator())
        if plot.log in ("y", "both"):
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.10g}"))  # in full: millions have no factor above
        elif plot.kind == "bar":
            axes.margins(y=0.12)
        if self.metric is not None and self.metric.statistic == "rate":
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=None))
            if plot.kind == "bar" and plot.log is None:
                axes.set_ylim(0, 1.08)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color=_EDGE, linewidth=0.6)
        axes.set_axisbelow(True)
        if list(self.legend) != ["ours"]:
            names = sorted(self.legend, key=lambda name: name.startswith(_PUBLISHED))  # what is published comes last
            axes.legend([self.legend[name] for name in names], names, loc="upper left", bbox_to_anchor=(1.01, 1),
                        frameon=False, handlelength=2.4, handleheight=1.4)
        axes.figure.supxlabel(fill(self._caption(repetitions), 110), fontsize=8, color=_MUTED, x=0.01, ha="left")

    def _caption(self, repetitions: int) -> str:
        parts = [f"{self.experiment.title}: {repetitions:,} repetitions of each case, seed {self.experiment.seed}"]
        if self.plot.kind in OF_ROWS:
            parts.append("curves: local regression (LOESS)")
        elif self.plot.kind == "box":
            parts.append("boxes are quartiles, whiskers reach to the last value within 1.5 boxes")
        elif self.metric is not None and self.metric.confidence is not None:
            parts.append(f"whiskers: {self.metric.confidence * 100:.4g}% confidence")
        if any(name.startswith(_PUBLISHED) for name in self.legend):
            parts.append(f"published: {self.experiment.source}")
        return "; ".join(parts)


def _errors(found: Sequence[Finding]) -> list[list[float]] | None:
    """How far the intervals reach below and above the values; None if there are none."""
    if all(one.metric.confidence is None for one in found):
        return None
    ends = [(one.ours.value or 0, one.ours.low, one.ours.high) for one in found]
    return [[value - (value if low is None else low) for value, low, _ in ends],
            [(value if high is None else high) - value for value, _, high in ends]]


def _mark(marker: str, face: str, size: float = 7) -> Line2D:
    return Line2D([], [], linestyle="none", marker=marker, markerfacecolor=face, markeredgecolor=_INK, color=_INK,
                  markersize=size)
