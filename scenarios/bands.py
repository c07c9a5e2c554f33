"""A run stands for itself alone: what the same run is with the seeds 1 to N, as a band around it.

    chart: {seeds: 20}        the chart of the runs' family, with a band for each run

A band goes from the 10% to the 90% quantile of the seeds, interpolated linearly between neighbours, with the median in
it. A run that has ended stays where it is. What is computed here takes long: it tells how far it is, may be stopped at
any checkpoint, and goes on at the seed that it was stopped in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import quantiles
from typing import NamedTuple

from algorithms.core import AlgorithmError
from algorithms.long_work import checkpoint
from scenarios.charts import Chart
from scenarios.runs import AlgorithmRun
from scenarios.timeline import MOST_EVENTS
from scenarios.trajectories import Begin, Trace, Trajectory, trajectory_of

_PIECE = 4  # events between two checkpoints: in a large formula, one may take milliseconds
_MOST_POINTS = 320  # of a band
_KEPT = 8  # lessons whose bands are


class Quantiles(NamedTuple):
    """Of all seeds at one place: 10% are not higher than ``low``, half not than ``median``, 90% not than ``high``."""

    low: float
    median: float
    high: float


class Bands:
    """The bands of ``runs`` over the seeds 1 to ``seeds``: of as many of these as are ``done`` for all runs.
    ``resting``: somebody has stopped it."""

    def __init__(self, runs: Sequence[AlgorithmRun], trajectories: Sequence[Trajectory], seeds: int) -> None:
        self.runs = tuple(runs)
        self.trajectories = tuple(trajectories)
        self.seeds = seeds
        self.fault = ""  # why there are no more, in a sentence
        self.resting = False
        self._traces: list[list[Trace]] = [[] for _ in runs]
        self._begin: dict[int, Begin] = {}
        self._kept: dict[tuple[int, int], list[tuple[int, Quantiles]]] = {}

    @property
    def done(self) -> int:
        """How many seeds are."""
        return min(len(traces) for traces in self._traces)

    @property
    def complete(self) -> bool:
        """Is there nothing left to compute?"""
        return self.done == self.seeds or bool(self.fault)

    @property
    def named(self) -> str:
        """The seeds that the bands are of."""
        return f"seeds 1–{self.done}"

    def compute(self) -> None:
        """Runs what is left, seed by seed."""
        while not self.complete:
            seed = self.done + 1
            news = f"seed {seed} of {self.seeds}"
            for index, traces in enumerate(self._traces):
                if len(traces) < seed:
                    checkpoint(news)
                    try:
                        traces.append(self._traced(index, seed, news))
                    except AlgorithmError as error:
                        self.fault = f"{self.runs[index].label}, seed {seed}: {error}"
                        return

    def _traced(self, index: int, seed: int, news: str) -> Trace:
        """A run with a seed, from its start to its end."""
        run, trajectory, trace = self.runs[index], self.trajectories[index], Trace()
        if index not in self._begin:
            self._begin[index] = trajectory.of(run)
        read = self._begin[index]()
        for number, event in enumerate(replace(run, seed=seed).steps(drained=True), 1):
            found = read(event)
            if found is not None:
                trace.add(*found)
            if number % _PIECE == 0:
                checkpoint(news)
            if number == MOST_EVENTS:
                raise AlgorithmError(f"takes more than {MOST_EVENTS:,} events; give it a smaller limit")
        if not trace.xs:
            raise AlgorithmError(f"comes to no {trajectory.name} at all; choose another chart")
        return trace

    def of(self, run: int) -> Band:
        """The band of the run of that index."""
        return Band(self, run)

    def traces(self, run: int) -> list[Trace]:
        """Of the seeds that are done for all runs."""
        return self._traces[run][: self.done]

    def points(self, run: int) -> list[tuple[int, Quantiles]]:
        """The band of a run, at as many places as it needs to be drawn; nothing for less than two seeds."""
        key = run, self.done
        if key not in self._kept:
            self._kept = {old: points for old, points in self._kept.items() if old[1] == self.done}
            self._kept[key] = list(_banded(self.traces(run), self.trajectories[run].jumps))
        return self._kept[key]


@dataclass(frozen=True)
class Band:
    """The band of one run."""

    bands: Bands
    run: int

    @property
    def points(self) -> Sequence[tuple[int, Quantiles]]:
        """Where it is, and what it is there."""
        return self.bands.points(self.run)

    def upto(self, x: int | None) -> list[tuple[int, Quantiles]]:
        """As far as the run on show has come; None: it has ended."""
        if x is None:
            return list(self.points)
        found = [point for point in self.points if point[0] <= x]
        return [*found, (x, self.at(x))] if found and found[-1][0] < x else found

    def at(self, x: int | None = None) -> Quantiles:
        """At one place; None: where the last seed ends."""
        traces = self.bands.traces(self.run)
        here = max(trace.end for trace in traces) if x is None else x
        return quantiles_of([trace.at(here) for trace in traces])


def quantiles_of(numbers: Sequence[float]) -> Quantiles:
    """Of two numbers or more."""
    cut = quantiles(numbers, n=10, method="inclusive")
    return Quantiles(cut[0], cut[4], cut[8])


def _banded(traces: Sequence[Trace], jumps: bool) -> Iterator[tuple[int, Quantiles]]:
    """From where all have a number to where the last one ends."""
    if len(traces) < 2:
        return
    start = max(trace.xs[0] for trace in traces)
    places = {x for trace in traces for x in (*trace.xs, trace.end)}
    places.update([x - 1 for x in places] if jumps else ())
    chosen = sorted(x for x in places if x >= start)
    step = -(-len(chosen) // _MOST_POINTS)
    for x in dict.fromkeys((*chosen[::step], chosen[-1])):
        yield x, quantiles_of([trace.at(x) for trace in traces])


# --- as lessons have them ----------------------------------------------------------------------------------------


_made: list[tuple[Chart, Bands]] = []  # the last ones: what is opened again has what was computed


def bands_of(chart: Chart | None, runs: Sequence[AlgorithmRun]) -> Bands | None:
    """Those of a lesson that has a chart over seeds; the same for the same runs."""
    if chart is None or chart.seeds is None:
        return None
    for old, bands in _made:
        if old == chart and bands.runs == tuple(runs):
            return bands
    found = [trajectory_of(run, chart) for run in runs]
    bands = Bands(runs, [trajectory for trajectory in found if trajectory is not None], chart.seeds)
    _made[:] = [(chart, bands), *_made[: _KEPT - 1]]
    return bands


def seeds_faults(chart: Chart | None, runs: Sequence[AlgorithmRun]) -> Iterator[tuple[str, str]]:
    """What is wrong with ``seeds``: the key, and a message."""
    if chart is None or chart.seeds is None:
        return
    without = next((run for run in runs if trajectory_of(run, chart) is None), None)
    if without is not None:
        yield "seeds", (f"are for curves, and {without.name} has none here; remove it, or draw a counter of the runs "
                        "against another one, or against events")
    elif any(run.apply for run in runs):
        yield "seeds", "are for runs on one puzzle, and apply plays on; remove one of the two"
