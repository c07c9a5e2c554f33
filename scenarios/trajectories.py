"""How a run gets on: a number of it over another one, such as the error of a sampler over its iterations.

Files in ``scenarios/tasks`` register those of their algorithms under the name of the chart that draws them; of two
counters there is one for any run that has both. With many seeds they are a band (scenarios/bands.py).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from algorithms.core import Counter, Event
from algorithms.discovery import import_all
from scenarios.charts import EVENTS, Chart, own_chart
from scenarios.runs import AlgorithmRun

Reading = Callable[[Event], tuple[int, float] | None]
"""Reads the events of one run, in their order: where it is after one, if that says so, and the number there."""

Begin = Callable[[], Reading]
"""Begins to read one more run."""


@dataclass(frozen=True)
class Trajectory:
    """``name`` is what is measured, ``against`` what it is measured over; ``of`` a run with any seed. ``jumps``:
    between two readings it is the former one; else it is somewhere between them, and a line joins them."""

    name: str
    against: str
    of: Callable[[AlgorithmRun], Begin]
    jumps: bool = True


_registry: dict[str, dict[str, tuple[type, Trajectory]]] = {}
_Of = Callable[[AlgorithmRun], Begin]


def trajectory(name: str, against: str, algorithms: Collection[str], puzzle: type, *,
               jumps: bool = True) -> Callable[[_Of], _Of]:
    """Registers the function below it for runs of these algorithms, by their names, on that kind of puzzle."""

    def register(function: _Of) -> _Of:
        for algorithm in algorithms:
            _registry.setdefault(algorithm, {})[name] = puzzle, Trajectory(name, against, function, jumps)
        return function

    return register


def trajectory_of(run: AlgorithmRun, chart: Chart) -> Trajectory | None:
    """What a chart draws of a run; None where it has no number that a run comes to step by step."""
    if chart.counter is not None:
        return None if chart.against is None else _counted(run, chart.counter, chart.against)
    import_all("scenarios.tasks")
    puzzle, found = _registry.get(run.algorithm.name, {}).get(chart.show or own_chart([run]), (None, None))
    return found if puzzle is not None and isinstance(run.puzzle, puzzle) else None


def _counted(run: AlgorithmRun, name: str, against: str) -> Trajectory | None:
    """One counter over another one, or over events."""
    counters = {counter.name: counter for counter in run.algorithm.counters}
    up, across = counters.get(name), counters.get(against)
    if up is None or (across is None and against != EVENTS):
        return None
    return Trajectory(name, against, lambda _run: lambda: _Counting(up, across).read)


@dataclass
class _Counting:
    up: Counter
    across: Counter | None
    x: int = 0
    y: int = 0

    def read(self, event: Event) -> tuple[int, float]:
        """Both numbers after one more event."""
        if self.across is None:
            self.x += 1
        elif isinstance(event, self.across.counts):
            self.x += self.across.worth(event)
        if isinstance(event, self.up.counts):
            self.y += self.up.worth(event)
        return self.x, self.y


@dataclass
class Trace:
    """What was read of a run: from each of ``xs`` on it was the one of ``ys``, up to ``end`` and after it."""

    xs: list[int] = field(default_factory=list)
    ys: list[float] = field(default_factory=list)
    end: int = 0

    def add(self, x: int, y: float) -> None:
        """A number that holds from there on."""
        self.end = x
        if self.xs and self.xs[-1] == x:
            self.ys[-1] = y
        elif not self.ys or self.ys[-1] != y:
            self.xs.append(x)
            self.ys.append(y)

    def at(self, x: int) -> float:
        """The number there, which is not before the first one."""
        return self.ys[bisect_right(self.xs, x) - 1]
