"""How fast dancing links lists models; ``--benchmark-enable`` measures, as in test_speed.py.

The limits: the 6,798 deals of Table 1 in under 1 s, and over 10,000 models a second on larger states, drained. The
second figure is in CPU time, and stands in the report as ``models_per_second``.
"""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import run
from algorithms.covering.dancing_links import dancing_links
from kit.clue_table import table_1


@pytest.mark.parametrize(("rows", "deals"), [(10, 6_798), (9, 11_118), (8, 94_758)])
def test_deals_after_so_many_rows_of_table_1(benchmark: BenchmarkFixture, rows: int, deals: int) -> None:
    form = table_1(10 if benchmark.disabled else rows)

    def models() -> tuple[int, float]:
        began = time.process_time()
        count = run(dancing_links(form, all=True)).count
        return count, count / (time.process_time() - began)

    count, speed = benchmark(models)
    benchmark.extra_info["models_per_second"] = round(speed)
    assert count == (6_798 if benchmark.disabled else deals)
