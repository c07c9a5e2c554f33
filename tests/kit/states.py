"""States of tests: of puzzles before anything runs, and of formulas that belong to no puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from algorithms.core import find_algorithm
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.puzzle import Puzzle, form_of
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.families import start_state
from visualizer.runs.lazy_form import Form, LazyForm
from visualizer.runs.states import State


def before(puzzle: Puzzle, algorithm: str = "gac", form: Any = None) -> State:
    """The state before the first event of an algorithm; ``form`` is given where it is not the puzzle's usual one."""
    return start_state(puzzle, find_algorithm(algorithm), None if form is None else lambda _: form)


def of_form(form: Form, kind: type[SatState] = SatState) -> State:
    """The state before a search for models of a formula that belongs to no puzzle."""
    return State({}, kind(LazyForm(lambda: form, counts=isinstance(form, AtLeastForm))))


def timeline_on(puzzle: Puzzle, name: str, options: Mapping[str, object], seed: int = 0) -> Timeline[Any]:
    """The beginning of a run on a puzzle that belongs to no lesson, with its board."""
    algorithm = find_algorithm(name)

    def form(position: Puzzle) -> Any:
        return form_of(position, algorithm.solves)

    return Timeline(algorithm.start(form(puzzle), options, seed), start_state(puzzle, algorithm, form))


def moments(timeline: Timeline[State], count: int) -> Iterator[int]:
    """Positions of a run, back and forth."""
    end = len(timeline.events)
    for index in range(count + 1):
        yield timeline.seek(end * index // count if index % 2 else end - end * index // count)
