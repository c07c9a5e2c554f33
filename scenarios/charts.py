"""What a lesson that compares is about, as its author writes it under ``chart``, and what may stand there.

    chart: {counter: inferred, against: events}     curves: what was inferred, over the events that it took
    chart: {counter: conflicts}                     bars: one number for each run
    chart: {show: tree}                             the search trees of all runs, to one scale
    chart: {seeds: 20}                              the runs' own curves, with bands over the seeds 1 to 20
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from algorithms.words import listed
from scenarios.runs import AlgorithmRun

EVENTS, INFERRED = "events", "inferred"  # numbers that every run has
TREE, NOTHING = "tree", "nothing"  # pictures that no family declares


@dataclass(frozen=True)
class Chart:
    """The picture of a comparison.

    counter: a number that all runs have: one of their counters, ``events`` or ``inferred``
    against: the number under it, which makes a curve; without it, there are bars
    show:    a picture of another kind: ``tree``, ``nothing``, or the chart of the runs' own family
    large:   the chart has the boards' place from the start, and L brings the boards
    seeds:   with so many, each curve has a band (scenarios/bands.py); also for a lesson with one run, which has its
             chart in a tab
    """

    counter: str | None = None
    against: str | None = None
    show: str | None = None
    large: bool = False
    seeds: Annotated[int, Ge(2), Le(200)] | None = None


def shared_counters(runs: Sequence[AlgorithmRun]) -> list[str]:
    """The names of the counters that all runs have."""
    names = [[counter.name for counter in run.algorithm.counters] for run in runs]
    return [name for name in names[0] if all(name in other for other in names)]


def own_chart(runs: Sequence[AlgorithmRun]) -> str:
    """The chart that the families of all these runs name; empty if they name none, or several."""
    named = {run.algorithm.family.chart for run in runs}
    return named.pop() if len(named) == 1 else ""


def pictures(runs: Sequence[AlgorithmRun]) -> list[str]:
    """What ``show`` may be for these runs."""
    trees = all(TREE in run.algorithm.family.panels for run in runs)
    return list(dict.fromkeys(filter(None, (own_chart(runs), TREE if trees else "", NOTHING))))


def chart_faults(chart: Chart | None, runs: Sequence[AlgorithmRun]) -> Iterator[tuple[str, str]]:
    """What is wrong with a chart: the key, and a message."""
    if chart is None:
        return
    if len(runs) < 2:
        for key in ("counter", "against", "show", "large"):
            if getattr(chart, key):
                yield key, "is for lessons that compare; remove it, or give seeds alone"
        if chart.seeds is None:
            yield "", "is for lessons that compare; remove it, or give seeds"
        return
    if (chart.counter is None) == (chart.show is None) and not (chart.counter is None and chart.seeds is not None):
        yield "", "needs either counter or show; give one of them"
    if chart.against is not None and chart.counter is None:
        yield "against", "is what counter is drawn against; add counter, or remove it"
    if chart.show == NOTHING and chart.large:
        yield "large", "is for a chart, and there is none; remove it, or show one"
    known = [EVENTS, INFERRED, *shared_counters(runs)]
    for key, name, may in (("counter", chart.counter, known), ("against", chart.against, known[:1] + known[2:]),
                           ("show", chart.show, pictures(runs))):
        if name is not None and name not in may:
            yield key, f"is {name!r}, which not all runs have; here it may be {listed(may, 'or')}"
