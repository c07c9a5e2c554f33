"""A monkey at the window finds nothing that ends it: some events on every screen, and on a lesson
of each look. As many as you like, on every lesson:
``python3 main.py test tests/desktop/test_monkey.py --monkey-events 100000 --monkey-seed 7``, and a failure says
how to repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kit.monkey import EVENTS, OPENINGS, episode, opening_of, unlike


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """An episode for each seed: as many as have so many events together, by default one for each opening that looks
    like no other."""
    first: int = metafunc.config.getoption("--monkey-seed")
    events: int | None = metafunc.config.getoption("--monkey-events")
    seeds: Sequence[int] = range(first, first + (len(OPENINGS) if events is None else -(-events // EVENTS)))
    if events is None:
        seeds = unlike(seeds)
    metafunc.parametrize("seed", seeds, ids=[f"{seed}, {opening_of(seed)}" for seed in seeds])


def test_a_monkey(seed: int, tmp_path: Path) -> None:
    episode(seed, EVENTS, tmp_path)
