"""The registry of what moves change, for puzzles that are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from algorithms.discovery import import_all
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.states import Moves

S = TypeVar("S", bound=Callable[[Any], Moves])
_registry: dict[type, Callable[[Any], Moves]] = {}


def moves(puzzle: type) -> Callable[[S], S]:
    """Registers the function below it: what there is of such a puzzle before the first move."""

    def register(start: S) -> S:
        _registry[puzzle] = start
        return start

    return register


def moves_of(puzzle: Puzzle) -> Moves | None:
    """What there is before the first move; None where the puzzle is not played."""
    import_all("visualizer.puzzles")
    start = _registry.get(type(puzzle))
    return None if start is None else start(puzzle)
