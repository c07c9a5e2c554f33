"""How long exact mine probabilities take on an expert's field; ``--benchmark-enable`` measures, as in test_speed.py.

The limits, with the mine total, drained: median under 100 ms, none over 1 s.
"""

from __future__ import annotations

from itertools import cycle

from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import run
from algorithms.counting.mines import MineProbabilities, mine_probabilities
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine

REVEALED = (1, 2, 4, 8, 12, 20, 30, 50, 100, 200, 300, 370)  # from just after the first click to almost finished


def positions(count: int) -> list[Gnomine]:
    return [Gnomine.read(random=RandomPosition(16, 30, 99, seed, REVEALED[seed % len(REVEALED)]))
            for seed in range(count)]


def probabilities(puzzle: Gnomine) -> MineProbabilities:
    return run(mine_probabilities(puzzle.as_mine_count()))


def test_probabilities_on_an_experts_field(benchmark: BenchmarkFixture) -> None:
    puzzles = positions(12 if benchmark.disabled else 60)
    turns = cycle(puzzles)
    answers: list[MineProbabilities] = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda puzzle: answers.append(probabilities(puzzle)), setup=lambda: ((next(turns),), {}), rounds=len(puzzles))
    assert all(sum(answer.probability.values()) == 99 for answer in answers)
