"""What experiments repeat: tasks, found in the files of this package.

A task is a pure function of a case and a seed, and gives a row: the values of its columns. It is called in other
processes, and on other machines, so it stands at the top of its file::

    @experiment_task("coin", bias=float)
    def coin(case: Case, seed: int) -> Row:
        return {"heads": Random(seed).random() < case["bias"]}

The decorator's keywords are the parameters that a case has, with their types; a spec that gives others is refused.

Cases of a task with ``entries`` name a ``file`` that is a list, such as of puzzles, one in each line. Each repetition
takes another entry: the case that the task is called with has its index under ``entry``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from algorithms.discovery import import_all

Value = bool | int | float | str
"""A parameter of a case, or an entry of a row. In a row, numbers are finite."""

Case = Mapping[str, Value]
Row = Mapping[str, Value]
Function = Callable[[Case, int], Row]
Entries = Callable[[Case], int]
"""How many entries the file of a case has. Called before any row is made: raises ScenarioError for a bad entry."""


@dataclass(frozen=True)
class Task:
    """A task: ``parameters`` are the types of what each of its cases must give, or may where there is a default."""

    name: str
    function: Function
    parameters: Mapping[str, Any]
    defaults: Mapping[str, Value] = field(default_factory=dict)
    entries: Entries | None = None


_registry: dict[str, Task] = {}


def experiment_task(name: str, *, defaults: Mapping[str, Value] | None = None, entries: Entries | None = None,
                    **parameters: Any) -> Callable[[Function], Function]:
    """Registers the function below it. Raises ValueError for a name that another file has taken."""

    def register(function: Function) -> Function:
        known = _registry.get(name)
        if known is not None and known.function.__module__ != function.__module__:
            raise ValueError(f"two tasks are named {name!r}: in {known.function.__module__} "
                             f"and {function.__module__}; rename one of them")
        _registry[name] = Task(name, function, parameters, defaults or {}, entries)
        return function

    return register


def tasks() -> Mapping[str, Task]:
    """All tasks by name, after importing every file of this package. An import error is raised, not swallowed."""
    import_all(__name__)
    return dict(sorted(_registry.items()))
