"""From a YAML file to an Experiment: a task, its cases, what is measured, and what the source published.

    title: …    about: …    source: the paper      task: auto-player-games
    cases: {level: [beginner, expert]}             # a grid; or a list of mappings with the same keys
    repetitions: {default: 300, full: 3000}        seed: 7
    paired: [algorithm]                            # cases that differ only in these get the same seeds
    metrics: {win rate: {statistic: rate, of: won, confidence: 0.95}}
    published: [{metric: win rate, place: Table 1, tolerance: 5%, figures: [{case: {level: expert}, value: 0.4}]}]
    comparisons: [{claim: …, of: moves, ascending: [{level: beginner}, {level: expert}]}]
    plots: {win-rate: {kind: bar, x: level, y: win rate}}

Cases are read in :mod:`scenarios.laboratory.cases`, what the source says in :mod:`scenarios.laboratory.claims`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from scenarios.inside import inside
from scenarios.laboratory.cases import chosen, known_parameter, read_cases
from scenarios.laboratory.claims import (
    Comparison,
    ComparisonSheet,
    OneRun,
    Published,
    TableSheet,
    read_comparisons,
    read_published,
    read_runs,
)
from scenarios.loader import SUFFIXES, yaml_in
from scenarios.reading import Document, ScenarioError, keywords, meant
from scenarios.tasks import Case, Task, Value, tasks

EXPERIMENTS = Path(__file__).parent.parent / "experiments"
MOST_REPETITIONS = 10_000_000
Statistic = Literal["mean", "median", "sd", "quantile", "rate", "min", "max", "rmsd"]
OF_ROWS = ("scatter", "curve")
"""Kinds of plots whose places on the x axis are a column of the rows."""
WITH_INTERVAL = ("mean", "median", "quantile", "rate", "rmsd")

_Count = Annotated[int, Field(ge=1, le=MOST_REPETITIONS)]
_Share = Annotated[float, Field(gt=0, lt=1)]


@dataclass(frozen=True)
class Metric:
    """A figure for each case: a statistic of a column of its rows.

    q:          which quantile, 0 to 1
    against:    rmsd only: the column that ``of`` should equal; without it, ``of`` holds the deviations themselves
    confidence: the level of an interval around the figure, such as 0.95
    """

    statistic: Statistic
    of: str
    q: _Share | None = None
    against: str | None = None
    confidence: _Share | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.of,) if self.against is None else (self.of, self.against)


@dataclass(frozen=True)
class Plot:
    """A picture. ``x`` is a parameter and ``y`` a metric, or for boxes a column; ``only`` names values of parameters,
    one or a list. A scatter has a dot for each row, ``x`` and ``y`` its columns, and a curve fitted to them; curves
    are the same without dots."""

    kind: Literal["line", "bar", "box", "scatter", "curve"]
    x: str
    y: str
    title: str = ""
    series: str | None = None
    log: Literal["x", "y", "both"] | None = None
    only: dict[str, Value | tuple[Value, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Repetitions:
    default: _Count
    full: _Count


@dataclass(frozen=True)
class _Sheet:
    """The keys of the file."""

    title: str
    about: str
    source: str
    task: str
    cases: dict[str, JsonValue] | list[JsonValue]
    repetitions: _Repetitions
    metrics: dict[str, Metric]
    seed: int = 0
    paired: tuple[str, ...] = ()
    published: tuple[TableSheet, ...] = ()
    comparisons: tuple[ComparisonSheet, ...] = ()
    plots: dict[str, Plot] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """An experiment, read and checked. ``published`` is by index of the case and by metric; ``runs`` are tables that
    are judged as a whole."""

    name: str
    title: str
    about: str
    source: str
    task: Task
    cases: tuple[Case, ...]
    default: int
    full: int
    seed: int
    paired: tuple[str, ...]
    metrics: Mapping[str, Metric]
    published: Mapping[tuple[int, str], Published]
    runs: tuple[OneRun, ...]
    comparisons: tuple[Comparison, ...]
    plots: Mapping[str, Plot]
    document: Document = field(repr=False, compare=False)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of a case's parameters."""
        return tuple(self.cases[0])

    def given(self, case: int) -> Case:
        """What the task is called with: the case, with the path of its ``file``, where it has one."""
        found = self.cases[case]
        return {**found, "file": str(inside(self.document, ("cases",), found["file"]))} if "file" in found else found


def load_experiment(path: Path, text: str | None = None) -> Experiment:
    """The experiment in a file, or in ``text``. Raises ScenarioError for the first thing in it that cannot be."""
    document = Document(path, text)
    sheet = _Sheet(**document.check((), document.data, keywords(_Sheet)))
    for key in ("title", "about", "source"):
        if not getattr(sheet, key).strip():
            raise document.error((key,), "is empty; fill it in")
    task = tasks().get(sheet.task)
    if task is None:
        raise document.error(("task",), f"there is no task {sheet.task!r}; {meant(sheet.task, tasks())}")
    if sheet.repetitions.full < sheet.repetitions.default:
        raise document.error(("repetitions", "full"), f"is less than default ({sheet.repetitions.default}); give more")
    cases = tuple(read_cases(document, sheet.cases, task))
    for index, name in enumerate(sheet.paired):
        known_parameter(document, ("paired", index), name, cases[0])
    _check_metrics(document, sheet.metrics)
    published = dict(read_published(document, sheet.published, sheet.metrics, cases))
    means = {name: metric.of for name, metric in sheet.metrics.items() if metric.statistic == "mean"}
    runs = tuple(read_runs(document, sheet.published, means, cases, sheet.paired))
    comparisons = tuple(read_comparisons(document, sheet.comparisons, cases, sheet.paired))
    for name, plot in sheet.plots.items():
        _check_plot(document, name, plot, sheet.metrics, cases)
    return Experiment(path.stem, sheet.title.strip(), sheet.about.strip(), sheet.source.strip(), task, cases,
                      sheet.repetitions.default, sheet.repetitions.full, sheet.seed, sheet.paired, sheet.metrics,
                      published, runs, comparisons, sheet.plots, document)


# --- metrics ------------------------------------------------------------------------------------------------------


def _check_metrics(document: Document, metrics: Mapping[str, Metric]) -> None:
    if not metrics:
        raise document.error(("metrics",), "is empty; name at least one metric")
    for name, metric in metrics.items():
        loc = ("metrics", name)
        if not name.strip():
            raise document.error(loc, "is a metric without a name; name it")
        if metric.statistic == "quantile" and metric.q is None:
            raise document.error(loc, "is a quantile, but which? Add q, between 0 and 1")
        if metric.statistic != "quantile" and metric.q is not None:
            raise document.error((*loc, "q"), "is for the statistic quantile; remove it")
        if metric.against is not None and metric.statistic != "rmsd":
            raise document.error((*loc, "against"), "is for the statistic rmsd; remove it")
        if metric.confidence is not None and metric.statistic not in WITH_INTERVAL:
            raise document.error((*loc, "confidence"), f"there is no interval for {metric.statistic}, only for "
                                 f"{', '.join(WITH_INTERVAL)}; remove it")


# --- plots -------------------------------------------------------------------------------------------------------


def _check_plot(document: Document, name: str, plot: Plot, metrics: Mapping[str, Metric],
                cases: Sequence[Case]) -> None:
    loc = ("plots", name)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,60}", name):
        raise document.error(loc, "becomes the name of a file; use small letters, digits and hyphens")
    for key in ("series",) if plot.kind in OF_ROWS else ("x", "series"):
        if getattr(plot, key) is not None:
            known_parameter(document, (*loc, key), getattr(plot, key), cases[0])
    if plot.series == plot.x:
        raise document.error((*loc, "series"), "is x already; name another parameter, or remove it")
    if plot.kind not in ("box", *OF_ROWS) and plot.y not in metrics:
        raise document.error((*loc, "y"), f"there is no metric {plot.y!r}; {meant(plot.y, metrics)}")
    drawn = [cases[index] for index in chosen(document, (*loc, "only"), plot.only, cases)]
    if plot.kind in OF_ROWS:
        if plot.log in ("x", "both"):
            raise document.error((*loc, "log"), "a scatter's x is a column; let the task take its logarithm")
        return
    places = [(case[plot.x], case[plot.series] if plot.series else None) for case in drawn]
    if len(set(places)) < len(places):
        more = [key for key in cases[0] if key not in (plot.x, plot.series) and len({case[key] for case in drawn}) > 1]
        raise document.error(loc, f"draws cases at one place that differ in {', '.join(more)}; name one of these under "
                             "series, or its value under only")
    if plot.log in ("x", "both") and (plot.kind != "line" or not all(_positive(case[plot.x]) for case in drawn)):
        raise document.error((*loc, "log"), "a logarithmic x needs a line over numbers above 0; change it")


def _positive(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


# --- files -------------------------------------------------------------------------------------------------------


def experiments() -> list[Path]:
    """The experiments that come with Unfog, by name."""
    return yaml_in(EXPERIMENTS)


def find_experiment(name_or_path: str) -> Path:
    """The file of an experiment: its name, or a path."""
    path = Path(name_or_path)
    if path.suffix in SUFFIXES or path.parent != Path():
        return path
    known = {found.stem: found for found in experiments()}
    if name_or_path not in known:
        raise ScenarioError(path, f"there is no such experiment; {meant(name_or_path, known)}")
    return known[name_or_path]
