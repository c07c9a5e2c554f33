"""How fast SAT algorithms run, drained: random 3-SAT at ratio 4.26, twenty instances, each once.

``main.py test tests/benchmarks/test_sat_speed.py --benchmark-enable`` measures. The limits: DPLL at 50 variables under
a second; CDCL at 100 variables with a median under a second.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import find_algorithm, run
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.dpll import SatAnswer
from kit.sat_runs import holds, random_3sat

RUNS: list[tuple[str, int, dict[str, Any]]] = [
    ("dpll", 50, {}),
    ("dpll", 50, {"order": "most occurrences"}),
    ("cdcl", 100, {}),
    ("cdcl", 100, {"propagation": "counters"}),
    ("cdcl", 100, {"learning": "decision"}),
    ("cdcl", 100, {"restarts": False}),
    ("cdcl", 100, {"phase_saving": False}),
]


@pytest.mark.parametrize(("name", "variables", "options"), RUNS, ids=str)
def test_random_3sat(benchmark: BenchmarkFixture, name: str, variables: int, options: dict[str, Any]) -> None:
    instances = 1 if benchmark.disabled else 20
    waiting = cycle(random_3sat(variables, seed) for seed in range(instances))

    def one() -> tuple[tuple[CNF], dict[str, object]]:
        return (next(waiting),), {}

    def solved(cnf: CNF) -> bool:
        answer: SatAnswer = run(find_algorithm(name).start(cnf, options, 0))
        return answer.model is None or holds(cnf, answer.model)

    assert benchmark.pedantic(solved, setup=one, rounds=instances)  # type: ignore[no-untyped-call]
