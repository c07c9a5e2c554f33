"""How fast all answer sets are found; ``--benchmark-enable`` measures.

The limit: random programs with 30 atoms and 60 rules, drained, in under 2 s in the median.
"""

from __future__ import annotations

import time
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kit.answer_sets import answer_sets_by_clingo
from kit.programs import answers, dealt


@pytest.mark.parametrize("name", ["answer-sets", "loop-formulas"])
@pytest.mark.parametrize("shape", [
    {"atoms": 30, "rules": 60}, {"atoms": 30, "rules": 60, "constraints": 0.1, "choices": 0.3},
    {"atoms": 60, "rules": 150}], ids=["plain", "choices", "larger"])
def test_all_answer_sets(benchmark: BenchmarkFixture, name: str, shape: dict[str, float]) -> None:
    """Of 100 programs, each found by clingo, too."""
    programs = [dealt(seed, **shape) for seed in range(2 if benchmark.disabled else 100)]

    def spent() -> list[float]:
        found = []
        for program in programs:
            began = time.process_time()
            answers(name, program, all=True)
            found.append(time.process_time() - began)
        return found

    seconds = benchmark(spent)
    benchmark.extra_info["median"], benchmark.extra_info["most"] = median(seconds), max(seconds)
    for program in programs[:10]:
        assert set(map(frozenset, answers(name, program, all=True))) == answer_sets_by_clingo(program)
