"""The command `experiment`: runs one, tells how far it is, prints what came out, and writes it to a folder."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, TextIO

from algorithms.words import counted
from scenarios.laboratory.report import (
    Finding,
    figure,
    findings,
    write_comparisons,
    write_results,
    write_runs,
    write_seconds,
    write_summary,
)
from scenarios.laboratory.rows import Rows, open_rows
from scenarios.laboratory.run import Engine, ExperimentError, check_entries, collect
from scenarios.laboratory.spec import Experiment, experiments, find_experiment, load_experiment
from scenarios.laboratory.verdicts import (
    Compared,
    RunJudged,
    compared,
    comparison_lines,
    judge_run,
    run_lines,
)
from scenarios.reading import one_line
from scenarios.tasks import Value
from scenarios.writing import written
from visualizer.terminal.tables import table

_BAR = 30  # characters
_BLINK = 0.2  # seconds between two states of the bar
_SELDOM = 30.0  # and between two lines, where nobody watches


def experiment_lines(indent: int = 0) -> list[str]:
    """The experiments that come with Unfog, a line or more each, to stand behind so many spaces."""
    return table((_described(load_experiment(path)) for path in experiments()), indent)


def _described(experiment: Experiment) -> list[str]:
    return [experiment.name, f"{experiment.title}; {counted(len(experiment.cases), 'case')} × "
            f"{experiment.default:,} repetitions, {experiment.full:,} with --full"]


def experiment(name: str | None, engine: Engine, *, full: bool = False, repetitions: int | None = None,
               seed: int | None = None, out: Path | None = None, fresh: bool = False) -> int:
    """Runs the experiment of that name, or goes on with it; without a name, lists those that there are.

    Raises ScenarioError, and OutputError where the files cannot be written.
    """
    if name is None:
        print("\n".join(experiment_lines()))
        return 0
    wanted = load_experiment(find_experiment(name))
    if seed is not None:
        wanted = replace(wanted, seed=seed)
    count = repetitions or (wanted.full if full else wanted.default)
    for file, entries in check_entries(wanted).items():
        if count > entries:
            _say(f"{file} has {entries:,} entries; {count:,} repetitions take them more than once, "
                 "and intervals are too narrow")
    folder = out or Path("experiments") / wanted.name
    with open_rows(wanted, folder, fresh) as rows:
        _warn(rows)
        progress = Progress(rows.count(count), count * len(wanted.cases), sys.stderr)
        try:
            with progress:
                collect(wanted, rows, count, engine, progress.tell)
        except ExperimentError as error:
            _say(str(error))
            return 2
        except KeyboardInterrupt:
            _say(f"{rows.count(count):,} of {progress.total:,} rows are kept in {folder}; start it again to go on")
            raise
        _finish(wanted, rows, count, folder)
    return 0


def _warn(rows: Rows) -> None:
    """Says what is odd about the rows that are there already."""
    if rows.others:
        _say(f"{rows.others:,} rows in {rows.path} are of other cases, and left out")
    if rows.outdated:
        _say(f"the code has changed since the first rows in {rows.path}; to make all of them anew, use --fresh")


def _warn_unsolved(rows: Rows, count: int) -> None:
    """Where rows say whether something was solved: how many say no, as their figures count all the same."""
    if "solved" not in rows.row(0, 0)[0]:
        return
    cases = range(len(rows.experiment.cases))
    unsolved = sum(int(count - sum(rows.numbers(case, ["solved"], count)["solved"])) for case in cases)
    if unsolved:
        _say(f"{unsolved:,} of {count * len(cases):,} rows were not solved, and count in the figures all the same; "
             "the column solved in results.csv says which")


def _finish(wanted: Experiment, rows: Rows, count: int, folder: Path) -> None:
    """Writes all files, and prints the figures."""
    found = findings(wanted, rows, count)
    runs = [judge_run(table, rows, count) for table in wanted.runs]
    comparisons = [compared(comparison, rows, count) for comparison in wanted.comparisons]
    _warn_unsolved(rows, count)
    read = wanted.document.files
    files: dict[str, Callable[[IO[str]], None]] = {
        "results.csv": lambda file: write_results(wanted, rows, count, file),
        "seconds.csv": lambda file: write_seconds(wanted, rows, count, file),
        "summary.csv": lambda file: write_summary(wanted, found, file)}
    if runs:
        files["tables.csv"] = lambda file: write_runs(runs, file)
    if comparisons:
        files["comparisons.csv"] = lambda file: write_comparisons(wanted, comparisons, file)
    for name, write in files.items():
        with written(folder / name, inputs=read) as file:
            write(file)
    names = list(files)
    for name, plot in wanted.plots.items():
        from scenarios.laboratory.plots import save_plot  # matplotlib takes a second to import

        names.append(f"{name}.png")
        with written(folder / names[-1], "wb", read) as file:
            save_plot(wanted, plot, found, rows, count, file)
    title = one_line(f"{wanted.title} ({wanted.name}): {count:,} repetitions of each case, seed {wanted.seed}")
    print("\n".join([title, "", *_figures(wanted, found), *_runs(runs), *_comparisons(wanted, comparisons), "",
                     *_counted(found, runs, comparisons), one_line(f"in {folder}: {', '.join(names)}")]))


def _figures(wanted: Experiment, found: Sequence[Finding]) -> list[str]:
    """Our figures in a table, and beside them what the source has."""
    printed = [finding for finding in found if finding.published is not None]
    heads = [*wanted.parameters, "metric", "ours", *(["published", "verdict"] if printed else [])]
    lines = [heads]
    for finding in found:
        source = finding.published
        beside = ["", ""] if source is None else [f"{figure(finding.metric, source.value)} ({source.place})",
                                                  finding.verdict]
        ours = finding.ours.said(partial(figure, finding.metric))
        case = map(_word, wanted.cases[finding.case].values())
        lines.append([*case, finding.name, ours, *(beside if printed else [])])
    return table(lines)


def _runs(found: Sequence[RunJudged]) -> list[str]:
    """The tables that are judged as a whole, with a blank line before."""
    lines = [line for one in found for line in run_lines(one)]
    return ["", *table([["as one run", "ours", "published", "verdict"], *lines])] if lines else []


def _comparisons(wanted: Experiment, found: Sequence[Compared]) -> list[str]:
    """The comparisons, with a blank line before."""
    lines = [line for one in found for line in comparison_lines(one, wanted.cases)]
    return ["", *table([["comparison", "ours", "published" if any(one.comparison.place for one in found) else "claimed",
                         "verdict"], *lines])] if lines else []


def _counted(found: Sequence[Finding], runs: Sequence[RunJudged], comparisons: Sequence[Compared]) -> list[str]:
    """How many of each kind came out right, and how many nobody can tell, with a blank line after."""
    lines = []
    for what, judged in (
            ("published figures reproduced", [finding.reproduced for finding in found if finding.compared]),
            ("figures of published runs reproduced", [one.judged for run in runs for one in run.measures]),
            ("published comparisons reproduced", [one.judged for one in comparisons if one.comparison.place]),
            ("comparisons hold", [one.judged for one in comparisons if not one.comparison.place])):
        if judged:
            lines.append(f"{judged.count(True)} of {len(judged)} {what}"
                         + (f", {judged.count(None)} undecided" if None in judged else ""))
    return [*lines, ""] if lines else []


def _word(value: Value) -> str:
    """A parameter as its file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _say(line: str) -> None:
    print(f"unfog: {one_line(line)}", file=sys.stderr, flush=True)


# --- progress ----------------------------------------------------------------------------------------------------


class Progress:
    """How far an experiment is: a bar on a terminal, elsewhere a line now and then.

    done:  how many rows there were at the start; ``total`` is how many there will be
    """

    def __init__(self, done: int, total: int, stream: TextIO) -> None:
        self.done, self.total = done, total
        self._stream = stream
        self._watched = stream.isatty()
        self._paced: tuple[float, int] | None = None  # when the first row came, and how many there were then
        self._shown = time.monotonic()
        if done:
            _say(f"{done:,} of {total:,} rows are there already")

    def tell(self) -> None:
        """One row more."""
        self.done += 1
        now = time.monotonic()
        self._paced = self._paced or (now, self.done)  # not from the start: workers take a while to come up
        if now - self._shown < (_BLINK if self._watched else _SELDOM):
            return
        self._shown = now
        text = f"{self.done:,} of {self.total:,}{self._left(now, *self._paced)}"
        if self._watched:
            full = _BAR * self.done // self.total
            print(f"\r\033[Kunfog: [{'#' * full}{'.' * (_BAR - full)}] {text}", end="", file=self._stream, flush=True)
        else:
            _say(text)

    def __enter__(self) -> None:
        """The bar comes with the first row, and goes at the end of the block."""

    def __exit__(self, *_: object) -> None:
        if self._watched:
            print("\r\033[K", end="", file=self._stream, flush=True)

    def _left(self, now: float, first: float, done: int) -> str:
        """The time left, at the pace until now: all cases take turns, so that it is even. Empty if there is no pace."""
        if self.done == done:
            return ""
        seconds = round((now - first) / (self.done - done) * (self.total - self.done))
        minutes = round(seconds / 60)
        if seconds < 60:
            return f", {seconds} s left"
        return f", {minutes} min left" if minutes < 60 else f", {minutes // 60} h {minutes % 60} min left"
