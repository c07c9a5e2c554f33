"""How fast a generation is: selection, crossing, mutation, prices and order, with every event yielded.

``main.py test tests/benchmarks/test_genetic_speed.py --benchmark-enable`` measures. The limit: a generation of 1,000
individuals, 500 of them new, takes less than 5 ms on the Zebra.
"""

from __future__ import annotations

from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import find_algorithm, run
from algorithms.genetic.evolution import Evolved
from algorithms.problems.forms.csp import csp_of
from scenarios.loader import find, load

GENERATIONS = 100


def evolved(name: str, rows: str, generations: int) -> Evolved:
    """A run on the Zebra that finds no solution in so many generations."""
    csp = csp_of(load(find("who-owns-the-zebra")).puzzle)
    options = {"population": 1000, "children": 500, "dying": 500, "rows": rows, "generations": generations}
    answer: Evolved = run(find_algorithm(name).start(csp, options, 1))
    return answer


def milliseconds(name: str, rows: str, generations: int = GENERATIONS) -> float:
    """Of one generation, in CPU time, without the first population."""
    evolved(name, rows, 0)  # loads what takes a moment
    began = process_time()
    evolved(name, rows, 0)
    first, began = process_time() - began, process_time()
    made = evolved(name, rows, generations).generations
    return (process_time() - began - first) * 1000 / made


@pytest.mark.parametrize("rows", ["values", "permutations"])
@pytest.mark.parametrize("name", ["mutate", "xover", "doublex"])
def test_generations(benchmark: BenchmarkFixture, name: str, rows: str) -> None:
    """All of them, of 1,000 individuals."""
    wanted = 2 if benchmark.disabled else GENERATIONS
    answer: Evolved = benchmark(evolved, name, rows, wanted)
    assert answer.generations <= wanted
