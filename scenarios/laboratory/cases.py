"""The cases of an experiment, a grid or a list of a task's parameters; and of which of them a part of a spec speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import make_dataclass
from itertools import product
from math import prod
from types import GenericAlias
from typing import Any

from scenarios.inside import inside
from scenarios.reading import Document, Loc, meant
from scenarios.tasks import Case, Task, Value

MOST_CASES = 1000
Wanted = Mapping[str, Value | tuple[Value, ...]]
"""Parameters with the value that a case must have, or one of several."""


def read_cases(document: Document, given: object, task: Task) -> Iterator[Case]:
    """The cases of a grid, the last parameter changing fastest, or of a list. Types are those of the task. Parameters
    with a default are there only if the spec names them; in a list, any of its cases."""
    grid = isinstance(given, dict)
    types: Any = [(name, GenericAlias(tuple, (kind, ...)) if grid else kind)
                  for name, kind in task.parameters.items() if name not in task.defaults]
    types += [(name, GenericAlias(tuple, (kind, ...)) if grid else kind, task.defaults[name])
              for name, kind in task.parameters.items() if name in task.defaults]
    shape: Any = make_dataclass("Cases", types)
    checked = document.check((), {"cases": given}, {"cases": (shape if grid else tuple[shape, ...], True)})["cases"]
    if grid:
        values = {name: getattr(checked, name) for name in document.at(("cases",))}
        size = prod(map(len, values.values()))
    else:
        size = len(checked)
    if not 1 <= size <= MOST_CASES:
        raise document.error(("cases",), f"are {size:,}; give 1 to {MOST_CASES}")
    seen = []
    cases = ((dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())) if grid
             else _listed(document, task, checked))
    for index, case in enumerate(cases):
        if case in seen:
            raise document.error(("cases",) if grid else ("cases", index), f"{shown_case(case)} stands here twice; "
                                 "remove one")
        seen.append(case)
        if "file" in case:
            inside(document, ("cases",) if grid else ("cases", index, "file"), case["file"])
        yield case


def _listed(document: Document, task: Task, checked: Sequence[object]) -> Iterator[dict[str, Value]]:
    """The cases of a list, without parameters that none of them names."""
    named = {name for case in document.at(("cases",)) for name in case} | (task.parameters.keys() - task.defaults)
    for case in checked:
        yield {name: value for name, value in vars(case).items() if name in named}


def shown_case(case: Mapping[str, object]) -> str:
    """The parameters in words."""
    return ", ".join(f"{name}: {value}" for name, value in case.items()) or "the case without parameters"


def known_parameter(document: Document, loc: Loc, name: str, case: Case) -> None:
    """Refuses a name at ``loc`` that is no parameter."""
    if name not in case:
        raise document.error(loc, f"there is no parameter {name!r}; {meant(name, case)}")


def matching(cases: Sequence[Case], wanted: Wanted) -> list[int]:
    """The indices of the cases that have all these values, or one of several."""
    return [index for index, case in enumerate(cases)
            if all(case[name] in _several(value) for name, value in wanted.items())]


def _several(value: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def chosen(document: Document, loc: Loc, wanted: Wanted, cases: Sequence[Case]) -> list[int]:
    """The indices of the cases that ``wanted``, at ``loc``, speaks of: at least one."""
    for name, given in wanted.items():
        known_parameter(document, (*loc, name), name, cases[0])
        values = list(dict.fromkeys(case[name] for case in cases))
        for value in _several(given):
            if value not in values:
                raise document.error((*loc, name), f"no case has {value!r}; {meant(str(value), map(str, values))}")
    found = matching(cases, wanted)
    if not found:
        raise document.error(loc, f"no case has {shown_case(wanted)} together; change it")
    return found
