"""What came out of an experiment: the figures beside those of the source, a verdict on each, and files of both."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO

from scenarios.laboratory.claims import Published
from scenarios.laboratory.rows import Rows
from scenarios.laboratory.run import seed_of
from scenarios.laboratory.spec import Experiment, Metric
from scenarios.laboratory.statistics import Estimate, estimate
from scenarios.laboratory.verdicts import Compared, RunJudged, comparison_cells

_ROUNDING = 1e-9  # a figure at the very edge of the tolerance is inside


@dataclass(frozen=True)
class Finding:
    """A metric of a case, by index: our figure, and what the source has for it."""

    case: int
    name: str
    metric: Metric
    ours: Estimate
    published: Published | None

    @property
    def compared(self) -> bool:
        """Has the source such a figure, which is judged on its own?"""
        return self.published is not None and self.published.tolerance is not None

    @property
    def reproduced(self) -> bool | None:
        """Is our figure within the tolerance, and all of its interval, if it has one? None if there is nothing to
        compare, or the figure is within and its interval is not."""
        if not self.compared or self.ours.value is None:
            return None
        ends = [self._within(end) for end in (self.ours.low, self.ours.high) if end is not None]
        return False if not self._within(self.ours.value) else True if all(ends) else None

    def _within(self, ours: float) -> bool:
        source = self.published
        return source is not None and abs(ours - source.value) <= source.allowed + _ROUNDING * abs(source.value)

    @property
    def inside(self) -> bool:
        """Is the published figure inside our interval?"""
        low, high = self.ours.low, self.ours.high
        return self.published is not None and low is not None and high is not None and (
            low <= self.published.value <= high)

    @property
    def verdict(self) -> str:
        """In words; empty if the source has no such figure, or it is judged with its table."""
        source = self.published
        if source is None or not self.compared:
            return ""
        if self.reproduced:
            return f"reproduced within {source.allowance}"
        if self.reproduced is None and self.ours.value is not None:
            return f"undecided: within {source.allowance}, but our interval reaches beyond"
        ours, published = figure(self.metric, self.ours.value), figure(self.metric, source.value)
        inside = f" within {source.allowance}, but inside our interval" if self.inside else ""
        # A note on all figures of a table says how they were read, which is no reason why this one differs.
        why = f"why: {source.note}" if source.own else f"note: {source.note}" if source.note else "why: not known yet"
        return f"not reproduced{inside} (ours {ours}, published {published}; {why})"


def figure(metric: Metric, value: float | None) -> str:
    """A figure for people: four digits, a rate in percent."""
    if value is None:
        return "—"
    if metric.statistic == "rate":
        return f"{value:.1%}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


def findings(experiment: Experiment, rows: Rows, repetitions: int) -> list[Finding]:
    """All metrics of all cases; every row must be there."""
    names = list(dict.fromkeys(name for metric in experiment.metrics.values() for name in metric.columns))
    found = []
    for case in range(len(experiment.cases)):
        columns = rows.numbers(case, names, repetitions)
        found += [Finding(case, name, metric, estimate(metric, columns), experiment.published.get((case, name)))
                  for name, metric in experiment.metrics.items()]
    return found


# --- files -------------------------------------------------------------------------------------------------------


def write_results(experiment: Experiment, rows: Rows, repetitions: int, file: IO[str]) -> None:
    """All rows as CSV, by case and repetition: the same bytes however the rows came about."""
    columns = list(rows.row(0, 0)[0])
    table = _table(file, [*experiment.parameters, "repetition", "seed", *columns])
    for case, parameters in enumerate(experiment.cases):
        for repetition in range(repetitions):
            row, _ = rows.row(case, repetition)
            table([*parameters.values(), repetition, seed_of(experiment, case, repetition),
                   *(row[name] for name in columns)])


def write_seconds(experiment: Experiment, rows: Rows, repetitions: int, file: IO[str]) -> None:
    """How long each row took, as CSV: apart from the results, because it is never the same."""
    table = _table(file, [*experiment.parameters, "repetition", "seconds"])
    for case, parameters in enumerate(experiment.cases):
        for repetition in range(repetitions):
            table([*parameters.values(), repetition, rows.row(case, repetition)[1]])


def write_summary(experiment: Experiment, found: Iterable[Finding], file: IO[str]) -> None:
    """Our figures beside the published ones, as CSV."""
    table = _table(file, [*experiment.parameters, "metric", "statistic", "rows", "ours", "low", "high", "confidence",
                          "published", "place", "tolerance", "verdict"])
    for finding in found:
        metric, ours, source = finding.metric, finding.ours, finding.published
        given = ("", "", "") if source is None else (
            source.value, source.place, source.allowance)
        table([*experiment.cases[finding.case].values(), finding.name, metric.statistic, ours.n, ours.value, ours.low,
               ours.high, metric.confidence, *given, finding.verdict])


def write_comparisons(experiment: Experiment, found: Iterable[Compared], file: IO[str]) -> None:
    """The comparisons, as CSV, a line for each pair of cases."""
    cells = [cells for one in found for cells in comparison_cells(one, experiment.cases)]
    table = _table(file, list(cells[0]))
    for line in cells:
        table(list(line.values()))


def write_runs(found: Iterable[RunJudged], file: IO[str]) -> None:
    """The tables that are judged as a whole, as CSV, a line for each measure."""
    table = _table(file, ["place", "measure", "runs", "ours", "low", "high", "confidence", "published", "verdict"])
    for one in found:
        for measure in one.measures:
            table([one.table.place, measure.name, one.runs, measure.ours, measure.low, measure.high,
                   one.table.confidence, measure.printed, measure.verdict(one.table.confidence)])


def _table(file: IO[str], head: Sequence[object]) -> Callable[[Sequence[object]], None]:
    """Begins a table in CSV; the function returned writes a line of it."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)

    def line(cells: Sequence[object]) -> None:
        writer.writerow([str(cell).lower() if isinstance(cell, bool) else cell for cell in cells])

    return line
