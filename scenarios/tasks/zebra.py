"""Tasks on the classic Zebra: its 25 names in a random order, and what a search for the solution costs then."""

from __future__ import annotations

from functools import cache
from typing import Literal

from algorithms.core import find_algorithm
from algorithms.events import Solved
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.totals import Totals
from scenarios.tasks import Case, Row, experiment_task

MOST_CHECKS = 100_000_000
"""Where a run is cut off: some orders are so bad for chronological backtracking that one of them would take an hour."""

_COUNTED = ("checks", "calls", "nodes", "jumps")
"""The counters of the algorithms that are columns here; their words say what each counts."""

_Search = Literal["bt", "bm", "bj", "bmj", "cbj", "bm-cbj", "bm-cbj2", "fc", "fc-cbj"]


@cache
def classic() -> Zebra:
    """Milk and the Norwegian have their house; 61 pairs of names are constrained."""
    return Zebra.read(named="classic")


@experiment_task("zebra-order", defaults={"ac3": False}, algorithm=_Search, ac3=bool)
def zebra_order(case: Case, seed: int) -> Row:
    """One random order of the variables, the same for all searches with that seed; ``cut_off``: after MOST_CHECKS."""
    known = find_algorithm(str(case["algorithm"]))
    totals, solved = Totals(counter for counter in known.counters if counter.name in _COUNTED), False
    counted, add = totals.numbers, totals.add
    options = {"order": "random", "ac3": case.get("ac3", False)}
    for event in known.start(classic().as_csp(), options, seed, drained=True):
        add(event)
        if counted["checks"] >= MOST_CHECKS:
            break
        solved = solved or isinstance(event, Solved)
    return {**{name: counted[name] for name in _COUNTED}, "cut_off": counted["checks"] >= MOST_CHECKS, "solved": solved}
