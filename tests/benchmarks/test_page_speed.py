"""How fast the page of a recording opens, and goes to any of its frames, in Chromium: for a lesson of 5,000 events.

A frame counts from the slider's event until the picture can be read; the machine's other work is part of that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from test_speed import measure

from kit.chromium import READY, Page, chromium
from kit.recordings import lesson
from visualizer.recording.export import record

LONG = """\
title: 5,000 events
puzzle: {kind: gnomine, random: {rows: 16, columns: 30, mines: 99, seed: 4, reveal: 12}}
algorithm: gac
script:
  - say: "Each number is a constraint on its neighbours."
  - step: {grain: micro, count: 5000}
    say: "That is all."
"""

_SEEKS = """(async ([count, rounds]) => {
  const slider = document.querySelector('input'), pen = document.querySelector('canvas').getContext('2d');
  const found = Array(count).fill(Infinity);
  for (let round = 0; round < rounds; round++) {
    let at = 1;
    for (let seek = 0; seek < count; seek++) {
      at = at * 16807 % 2147483647;
      slider.value = at % (Number(slider.max) + 1);
      const began = performance.now();
      slider.dispatchEvent(new Event('input'));
      pen.getImageData(0, 0, 1, 1);
      found[seek] = Math.min(found[seek], performance.now() - began);
      if (seek % 8 === 0) await new Promise(done => setTimeout(done));
    }
  }
  return found;
})"""


@contextmanager
def opened(text: str = LONG) -> Iterator[tuple[Page, str]]:
    """A browser, and the address of the recording of a lesson."""
    with TemporaryDirectory() as folder, chromium() as page:
        source = lesson(Path(folder), text)
        record(source, source.with_suffix(".html"))
        page.size(1920, 1080)
        yield page, source.with_suffix(".html").as_uri()


def seconds_to_open(page: Page, address: str) -> float:
    """From the order until its first frame is there."""
    page.open("about:blank", "true")
    page.open(address, READY)
    return float(page.value("new Promise(done => requestAnimationFrame(() => done(performance.now())))")) / 1000


def seeks(page: Page, address: str, count: int, rounds: int = 5) -> list[float]:
    """Milliseconds of so many, to anywhere; each is the best of some rounds, so that other work on the machine does not
    count."""
    page.open(address, READY)
    found: list[float] = page.value(f"{_SEEKS}([{count}, {rounds}])")
    return found


SHORT = LONG.replace("rows: 16, columns: 30, mines: 99", "rows: 5, columns: 5, mines: 5").replace("5000", "50")


@pytest.mark.e2e
def test_seeking_in_a_page(benchmark: BenchmarkFixture) -> None:
    with opened(SHORT if benchmark.disabled else LONG) as (page, address):
        found = measure(benchmark, seeks, args=(page, address, 20 if benchmark.disabled else 500))
        benchmark.extra_info["p99"] = quantiles(found, n=100)[98]
        assert page.errors == []


@pytest.mark.e2e
def test_opening_a_page(benchmark: BenchmarkFixture) -> None:
    with opened(SHORT if benchmark.disabled else LONG) as (page, address):
        benchmark.extra_info["opened"] = measure(benchmark, seconds_to_open, args=(page, address))
        assert page.errors == []
