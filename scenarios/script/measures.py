"""Figures of a run that no counter has, such as the error of what it estimates. Files in ``scenarios/tasks`` register
theirs; claims may name them like counters."""

from __future__ import annotations

from collections.abc import Callable, Collection

from algorithms.discovery import import_all
from scenarios.runs import AlgorithmRun

Measure = Callable[[AlgorithmRun], float]
_registry: dict[str, dict[str, tuple[type, Measure]]] = {}


def measure(name: str, algorithms: Collection[str], puzzle: type) -> Callable[[Measure], Measure]:
    """Registers the function below it for runs of these algorithms, by their names, on that kind of puzzle."""

    def register(function: Measure) -> Measure:
        for algorithm in algorithms:
            _registry.setdefault(algorithm, {})[name] = puzzle, function
        return function

    return register


def measures_of(run: AlgorithmRun) -> dict[str, Measure]:
    """What can be measured of a run, by name."""
    import_all("scenarios.tasks")
    known = _registry.get(run.algorithm.name, {})
    return {name: function for name, (puzzle, function) in known.items() if isinstance(run.puzzle, puzzle)}
