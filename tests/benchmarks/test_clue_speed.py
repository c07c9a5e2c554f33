"""How fast Clue is counted and sampled; ``--benchmark-enable`` measures, as in test_speed.py.

The limits: exact marginals of any state of six players, drained, in a median under 5 ms and never over
60 ms; more than 300,000 flips a second of Algorithm 2 with each of them yielded, and 1,000,000 in all on two cores
without events, which is 500,000 in one process. A stage has the plain walk, which is to be read, not to be fast.
"""

from __future__ import annotations

from itertools import cycle
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import run
from algorithms.counting.clue import ClueMarginals, clue_exact
from algorithms.problems.clue.deal import simulate
from algorithms.problems.clue.deals import Deals
from algorithms.problems.clue.puzzle import Clue
from algorithms.sampling.fast import searched
from algorithms.sampling.local_search import certain_literals, reduce
from algorithms.sampling.samplers import VARIANTS, sample_2
from kit.clue_games import table_1

FLIPS = 100_000


def states(games: int) -> list[Deals]:
    """Every state of some games of six, from the view of the first seat."""
    found = [simulate(6, Random(seed)) for seed in range(games)]
    return [Clue.of(game, game.players[0], events).as_deals() for game in found for events in range(len(game.log))]


def test_exact_marginals_of_every_state(benchmark: BenchmarkFixture) -> None:
    forms = states(1 if benchmark.disabled else 60)
    turns = cycle(forms)
    answers: list[ClueMarginals] = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda form: answers.append(run(clue_exact(form))), setup=lambda: ((next(turns),), {}), rounds=len(forms))
    assert all(sum(sum(row.values()) for row in answer.shares.values()) == 21 for answer in answers)


def test_algorithm_2_with_every_flip(benchmark: BenchmarkFixture) -> None:
    form, flips = table_1().as_at_least(), 1000 if benchmark.disabled else FLIPS
    answer = benchmark(lambda: run(sample_2(form, iterations=flips, rng=Random(1), drained=True)))
    assert answer.samples


def test_algorithm_2_without_events(benchmark: BenchmarkFixture) -> None:
    form, flips = table_1().as_at_least(), 1000 if benchmark.disabled else FLIPS
    certain = certain_literals(form)
    assert certain is not None
    reduced, (variant, tenure) = reduce(form, certain), VARIANTS["clue-sample-2"]
    last = benchmark(lambda: searched(reduced, variant, flips, tenure, 1, Random(1)))
    assert last.samples
