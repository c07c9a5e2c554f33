"""How fast a what-if branch opens late in a long run: what was before it is run again.

``main.py test tests/benchmarks/test_branch_speed.py --benchmark-enable`` measures. The limit: at event 100,000 under a
second.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scenarios.loader import load
from visualizer.runs import what_if
from visualizer.runs.session import Session

LATE = 100_000  # events
RUNS = {
    "cdcl": "algorithm: cdcl\npuzzle: {kind: cnf, random: {variables: 200, clauses: 860, seed: 3}}\n",
    "dpll": "algorithm: dpll\npuzzle: {kind: cnf, random: {variables: 70, clauses: 300, seed: 3}}\n",
}


@pytest.mark.parametrize("name", RUNS)
def test_a_late_branch(benchmark: BenchmarkFixture, name: str) -> None:
    session = Session(load(Path("t.yaml"), f"title: T\n{RUNS[name]}"))
    late = LATE // 100 if benchmark.disabled else LATE
    session.timeline.pull(late + 2000)
    session.show(late)
    offer = what_if.offer_at(session)
    assert offer is not None
    assert offer.at >= late
    other = next(one for one in offer.names if one != offer.taken)
    first = session.lanes.first

    def back() -> tuple[tuple[Any, ...], dict[str, Any]]:
        session.visit(first)
        return (session, offer, other), {}

    benchmark.pedantic(what_if.otherwise, setup=back,  # type: ignore[no-untyped-call]
                       rounds=1 if benchmark.disabled else 5)
    assert session.lanes.current.at == offer.at
