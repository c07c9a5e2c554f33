"""How fast backbones are found, drained: forty expert's fields in the middle of a game, local constraints only.

``main.py test tests/benchmarks/test_backbone_speed.py --benchmark-enable`` measures. The limit: the best of our
algorithms on our own solver has a median under 50 ms, and no field takes 300 ms. ``bbscan`` is python-sat's own program
for backbones, on its MiniSat. Enumeration is left out: such a field has far too many models.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import cycle
from typing import Any

import pytest
from pysat.examples.bbscan import BBScan  # type: ignore[import-untyped]
from pysat.formula import CNF as Clauses  # type: ignore[import-untyped]  # noqa: N811  a class, not a constant
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.backbones.backbones import Backbone
from algorithms.core import find_algorithm, run
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine

ROWS, COLUMNS, MINES = 16, 30, 99
FIELDS = 40
NAMES = ("backbone-simple", "backbone-iterative", "backbone-core")


@lru_cache
def half_open(seed: int) -> CNF:
    """A game of that seed as far as it needs to go for half of the fields to be open, as a formula."""
    low, high = 1, ROWS * COLUMNS - MINES
    while low < high:  # the fewest clicks
        middle = (low + high) // 2
        position = Gnomine.read(random=RandomPosition(ROWS, COLUMNS, MINES, seed, middle))
        if sum(seen >= 0 for seen in position.seen.values()) * 2 >= ROWS * COLUMNS:
            high = middle
        else:
            low = middle + 1
    return Gnomine.read(random=RandomPosition(ROWS, COLUMNS, MINES, seed, low)).as_cnf()


def drain(name: str, solver: str, cnf: CNF) -> Backbone:
    """The backbone, with nobody watching."""
    answer: Backbone = run(find_algorithm(name).start(cnf, {"solver": solver}, 0))
    return answer


def scan(algorithm: str, cnf: CNF) -> list[int]:
    """The same by bbscan."""
    with BBScan(Clauses(from_clauses=[list(clause) for clause in cnf.clauses]), solver="m22") as scanner:
        found: list[int] = scanner.compute(algorithm=algorithm)
        return found


def measure(benchmark: BenchmarkFixture, function: Any) -> Any:
    """Each field once."""
    fields = 1 if benchmark.disabled else FIELDS
    waiting = cycle([half_open(seed) for seed in range(fields)])
    return benchmark.pedantic(  # type: ignore[no-untyped-call]
        function, setup=lambda: ((next(waiting),), {}), rounds=fields)


@pytest.mark.parametrize("solver", ["own", "minisat"])
@pytest.mark.parametrize("name", NAMES)
def test_backbones_of_an_experts_field(benchmark: BenchmarkFixture, name: str, solver: str) -> None:
    assert measure(benchmark, partial(drain, name, solver)).satisfiable


@pytest.mark.parametrize("algorithm", ["iter", "compl", "core"])
def test_the_same_by_bbscan(benchmark: BenchmarkFixture, algorithm: str) -> None:
    assert measure(benchmark, partial(scan, algorithm))
