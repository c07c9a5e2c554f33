"""All figures that Unfog promises, with their limits, in one table: ``.venv/bin/python tests/benchmarks/report.py``."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]  # the program, and the helpers of its tests

import figures  # noqa: E402
from test_backbone_speed import FIELDS, drain, half_open, scan  # noqa: E402
from test_motion_speed import WORST, in_motion  # noqa: E402
from test_page_speed import opened, seconds_to_open, seeks  # noqa: E402
from test_sudoku_speed import SETS, labels_a_second, norvigs, ours, puzzles_a_second  # noqa: E402

from algorithms.core import Grain, trace  # noqa: E402

PICTURES = (("a trial, with its chips", "02-testing-for-support.yaml", 4),
            ("a large formula's tiles", "17-a-hard-formula.yaml", 3),
            ("an implication graph", "14-learning-from-a-conflict.yaml", 3),
            ("two runs compared", "20-order-does-not-matter.yaml", 5))

PAGES = (("04-where-gac-must-stop", 62.8), ("74-counting-deals", 64.6), ("91-ac-3-against-gac", 408))
"""Lessons whose pages have grown most, and half as much again as they had before they had tabs to choose."""

Row = tuple[str, str, str, str, bool]  # what, its limit, the median, the 99th percentile, was the limit kept


def row(what: str, unit: str, values: list[float], limit: float, p99: float | None = None, *,
        least: bool = False) -> Row:
    """A figure: its limit is for the median, or for the 99th percentile too where there is another for that."""
    middle = median(values)
    high = quantiles(values, n=100)[98] if len(values) > 1 else middle
    sign = ">" if least else "<"
    kept = (middle > limit if least else middle < limit) and (p99 is None or high < p99)
    wanted = f"{sign} {limit:,g}" + (f", p99 < {p99:g}" if p99 is not None else "")
    return f"{what} ({unit})", wanted, f"{middle:,.4g}", f"{high:,.4g}" if len(values) > 1 else "", kept


def told(what: str, unit: str, values: list[float]) -> Row:
    """A figure without a limit, to compare with."""
    return f"{what} ({unit})", "", f"{median(values):,.4g}", f"{quantiles(values, n=100)[98]:,.4g}", True


def seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def frames(text: str = figures.ONE, **options: Any) -> list[float]:
    """Milliseconds of 500 frames, each after a step."""
    found = []
    with figures.stage(text, **options) as (step, draw):
        for index in range(550):
            step()
            taken = 1000 * seconds(draw)
            if index >= 50:  # fonts and shapes are kept by now
                found.append(taken)
    return found


def tree_frames(**options: Any) -> list[float]:
    """The same on a search tree of 2,000 nodes; almost every step is another node."""
    return frames(figures.SEARCH, grain=Grain.LANDMARK, prepare=partial(figures.late_in_the_search, **options))


def picture_frames(lesson: str, cues: int) -> list[float]:
    """Milliseconds of frames of a lesson's picture at its cue of that number, between one step back and one forth."""
    path, found, shown = figures.ROOT / "scenarios/lessons" / lesson, [], list[Any]()
    go = partial(figures.at_a_cue, shown, cues)
    with figures.stage(path.read_text("utf-8"), path=path, prepare=go) as (step, draw):
        for index in range(250):
            if index % 4 == 0:
                shown[0].back(Grain.MICRO)
            elif index % 4 == 2:
                step()
            taken = 1000 * seconds(draw)
            if index >= 50:
                found.append(taken)
    return found


def moving_frames(lesson: str, cues: int) -> list[float]:
    """Milliseconds, of this process alone, of frames of a lesson in motion."""
    with in_motion(lesson, cues) as frame:
        return [cpu(frame) for _ in range(450)][50:]


def rates() -> list[float]:
    """Events a second of the algorithm with nobody watching."""
    csp = figures.expert().as_csp()
    events = len(trace(figures.drain_steps(csp))[0])
    return [events / seconds(lambda: figures.drain(csp)) for _ in range(100)]


def cpu(action: Callable[[], object]) -> float:
    """Milliseconds of this process alone: what else the machine does meanwhile does not count."""
    began = time.process_time()
    action()
    return 1000 * (time.process_time() - began)


def backbones() -> Iterator[Row]:
    """On half-open expert's fields, with nobody watching."""
    fields = [half_open(seed) for seed in range(FIELDS)]
    scanned = [cpu(partial(scan, "iter", field)) for field in fields]
    for name, solver in (("core", "own"), ("iterative", "own"), ("iterative", "minisat"), ("core", "minisat")):
        taken = [cpu(partial(drain, f"backbone-{name}", solver, field)) for field in fields]
        what = f"backbone-{name}, {solver}, half-open expert board"
        if (name, solver) == ("core", "own"):
            yield row(what, "ms of CPU", taken, 50, 300)
        else:
            yield told(what, "ms of CPU", taken)
        yield told("the same, to bbscan on MiniSat", "times", [a / b for a, b in zip(taken, scanned, strict=True)])


def sudokus() -> Iterator[Row]:
    """Searches of a Sudoku, in CPU time; Norvig's program beside them."""
    yield row("labels of MRV+, 9×9", "1/s", [labels_a_second(40) for _ in range(5)], 20_000, least=True)
    for name in SETS:
        theirs = [puzzles_a_second(norvigs, name, 100) for _ in range(5)]
        yield told(f"Norvig's program, {name}", "puzzles/s", theirs)
        mine = [puzzles_a_second(ours, name, 100) for _ in range(5)]
        yield row("MRV+ with singles on the same", "puzzles/s", mine, median(theirs), least=True)


def pages() -> Iterator[Row]:
    """In Chromium, a lesson of 5,000 events."""
    with opened() as (page, address):
        yield row("opening a page of 5,000 events", "s", [seconds_to_open(page, address) for _ in range(10)], 1)
        yield row("seeking in it, best of 5", "ms", seeks(page, address, 500), 16, 16)


def rows() -> Iterator[Row]:
    yield row("frame of the stage, 16×30 at 1920×1080", "ms", frames(), 8, 16)
    yield row("the same with two boards side by side", "ms", frames(figures.TWO), 16)
    yield row("search tree of 2,000 nodes, large", "ms", tree_frames(large=True), 8, 16)
    yield row("the same unfolded", "ms", tree_frames(large=True, rule="unfold"), 8, 16)
    yield row("the same, all of it at once", "ms", tree_frames(large=True, rule="unfold", scale=0.0), 8, 16)
    yield row("folded in its tab, beside 256 clauses", "ms", tree_frames(large=False), 16)
    yield row("frame of a Sudoku, 729 candidates, 1920×1080", "ms", frames(figures.SUDOKU), 16)
    yield row("the same with two boards side by side", "ms", frames(figures.SUDOKUS), 16)
    for what, lesson, cues in PICTURES:
        yield row(f"frame of {what}", "ms", picture_frames(lesson, cues), 8, 16)
    for lesson, cues in WORST:
        yield row(f"frame of {lesson[:24]} in motion", "ms CPU", moving_frames(lesson, cues), 8, 16)
    run = figures.fresh("long_run(1_000_000)")
    yield row("recording 1,000,000 events, 480 fields", "s", run["record"], 5)
    yield row("a seek among them", "ms", [1000 * value for value in run["seek"]], 5, 5)
    yield row("memory of them all", "MB", run["memory"], 150)
    yield from backbones()
    yield from sudokus()
    yield row("GAC drained, expert board", "events/s", rates(), 300_000, least=True)
    yield row("importing algorithms", "s", [figures.import_algorithms() for _ in range(10)], 0.2)
    if shutil.which("Xvfb"):
        yield row("window with the gallery", "s", [figures.start_of_the_window() for _ in range(5)], 1.5)
    else:
        print("the window was not opened: that needs Xvfb", file=sys.stderr)
    if shutil.which("chromium"):
        yield from pages()
    else:
        print("no page was opened: that needs Chromium", file=sys.stderr)
    yield row("HTML of 300 events, expert board", "kB", [figures.html_bytes() / 1000], 500)
    for lesson, most in PAGES:
        yield row(f"HTML of {lesson[:30]}", "kB", [figures.html_bytes(f"{lesson}.yaml") / 1000], most)


def main() -> int:
    """Prints the table; 1 if a limit was not kept."""
    form = "{:58} {:>20} {:>12} {:>10}  {}"
    print(form.format("figure", "limit", "median", "p99", ""))
    kept = True
    for what, limit, middle, high, good in rows():
        print(form.format(what, limit, middle, high, "ok" if good else "TOO MUCH"), flush=True)
        kept = kept and good
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
