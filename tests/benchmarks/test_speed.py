"""The figures that Unfog promises: ``main.py test tests/benchmarks --benchmark-enable`` measures them.

Without that option each runs once, to see that it works. Time is measured here and never asserted: how fast a machine
is, and what else it does, is no fault of the program. ``tests/benchmarks/report.py`` compares with the limits.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from typing import Any

import figures
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import trace


def full(benchmark: BenchmarkFixture, count: int) -> int:
    """So many, or a few where nothing is measured."""
    return count // 50 if benchmark.disabled else count


def measure(benchmark: BenchmarkFixture, function: Callable[..., Any], **how: Any) -> Any:
    """Each round once: what is measured takes long enough, or changes something."""
    return benchmark.pedantic(function, **how)  # type: ignore[no-untyped-call]


def test_a_frame_of_the_stage(benchmark: BenchmarkFixture) -> None:
    with figures.stage() as (step, draw):
        rounds = full(benchmark, 500)
        measure(benchmark, draw, setup=step, rounds=rounds, warmup_rounds=0 if benchmark.disabled else 50)


def test_a_frame_of_two_boards_side_by_side(benchmark: BenchmarkFixture) -> None:
    with figures.stage(figures.TWO) as (step, draw):
        rounds = full(benchmark, 500)
        measure(benchmark, draw, setup=step, rounds=rounds, warmup_rounds=0 if benchmark.disabled else 50)


def test_a_frame_of_two_sudokus(benchmark: BenchmarkFixture) -> None:
    with figures.stage(figures.SUDOKUS) as (step, draw):
        rounds = full(benchmark, 500)
        measure(benchmark, draw, setup=step, rounds=rounds, warmup_rounds=0 if benchmark.disabled else 50)


def test_recording_a_million_events(benchmark: BenchmarkFixture) -> None:
    count = full(benchmark, 1_000_000)
    timeline = measure(benchmark, figures.recorded, args=(count,), rounds=1)
    assert len(timeline.events) == count


def test_a_seek_among_a_million_events(benchmark: BenchmarkFixture) -> None:
    timeline, rng = figures.recorded(full(benchmark, 1_000_000)), random.Random(1)

    def somewhere() -> tuple[tuple[int], dict[str, object]]:
        return (rng.randrange(len(timeline.events) + 1),), {}

    measure(benchmark, timeline.seek, setup=somewhere, rounds=full(benchmark, 2000))


def test_the_algorithm_with_nobody_watching(benchmark: BenchmarkFixture) -> None:
    csp = figures.expert().as_csp()
    answer = benchmark(figures.drain, csp)
    assert answer == trace(figures.drain_steps(csp))[1]


def test_importing_the_algorithms_alone(benchmark: BenchmarkFixture) -> None:
    measure(benchmark, figures.import_algorithms, rounds=full(benchmark, 500) // 50 or 1)  # fails if pygame comes along


@pytest.mark.e2e
def test_the_window_opens(benchmark: BenchmarkFixture) -> None:
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb, which is not installed; on Debian: apt-get install xvfb")
    measure(benchmark, figures.start_of_the_window, rounds=1 if benchmark.disabled else 5)


def test_memory_of_a_long_run(benchmark: BenchmarkFixture) -> None:
    code = f"long_run({full(benchmark, 1_000_000)})"
    found: dict[str, Any] = measure(benchmark, figures.fresh, args=(code,), rounds=1)
    assert found["memory"][0] < 150
