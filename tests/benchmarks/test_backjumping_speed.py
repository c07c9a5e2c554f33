"""How fast searches that look back check, and how fast their jumps are drawn; ``--benchmark-enable`` measures.

The limits: over 300,000 consistency checks a second, drained, with every event yielded; BM-CBJ2 on the classic Zebra
over 20 random orders after AC-3 in under 1 s in all; a tree of 5,000 nodes with jumps at 60 frames a second.
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.backjumping import events as b
from algorithms.core import find_algorithm, run
from algorithms.events import JumpedBack
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.csp import CSP, csp_of
from algorithms.totals import Totals
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.families.backjumping.lanes import draw_jumps
from visualizer.families.backjumping.record import record_of
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.view import View

NODES = 5_000


def zebra() -> CSP:
    return csp_of(load(find("who-owns-the-zebra")).puzzle)


@pytest.mark.parametrize("name", ["bm", "bj", "cbj", "bmj", "bm-cbj", "bm-cbj2", "fc", "fc-cbj"])
def test_checks_a_second(benchmark: BenchmarkFixture, name: str) -> None:
    csp, algorithm = zebra(), find_algorithm(name)
    seeds = range(1, 2 if benchmark.disabled or name == "bm" else 11)

    def checks() -> tuple[int, float]:
        found, began = 0, time.process_time()
        for seed in seeds:
            run(algorithm.start(csp, {"order": "random"}, seed))
        spent = time.process_time() - began
        for seed in seeds:
            totals = Totals(algorithm.counters)
            for event in algorithm.start(csp, {"order": "random"}, seed):
                totals.add(event)
            found += totals.numbers["checks"]
        return found, found / spent

    count, speed = benchmark(checks)
    benchmark.extra_info["checks_per_second"] = round(speed)
    assert count > 1_000


def test_twenty_orders_of_the_zebra_after_ac3(benchmark: BenchmarkFixture) -> None:
    csp, algorithm = zebra(), find_algorithm("bm-cbj2")
    seeds = range(1, 2 if benchmark.disabled else 21)

    def orders() -> int:
        return sum(run(algorithm.start(csp, {"order": "random", "ac3": True}, seed)).count for seed in seeds)

    assert benchmark(orders) == len(seeds)


@pytest.mark.parametrize("shadowed", [True, False])
def test_a_frame_of_a_tree_of_5000_nodes(benchmark: BenchmarkFixture, shadowed: bool) -> None:
    """On pygame, at 1920 × 1080 in the place of the board; with the tree of BT behind it, and of a search whose BT
    nobody could wait for."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from visualizer.canvas.on_pygame import PygameCanvas

    timeline, puzzle = _long_run(shadowed, 60 if benchmark.disabled else NODES)
    canvas, look = PygameCanvas(pygame.Surface((1920, 1080))), theme("dark")
    view = View(find_algorithm("bj"), board_for(puzzle), timeline, timeline.state)

    def frame() -> None:
        timeline.seek(timeline.position - 1)
        draw_jumps(canvas, Rect(0, 0, 1280, 900), view, look, 1.35)

    frame()
    benchmark(frame)
    assert (record_of(timeline).shadow is not None) == shadowed


def _long_run(shadowed: bool, nodes: int) -> tuple[Timeline[State], Colouring]:
    """Some run of BJ with that many nodes, jumps among them, shortly after the last of these."""
    algorithm = find_algorithm("bj")
    for seed in range(200):
        rng = Random(seed)
        names = [f"n{index}" for index in range(14 if shadowed else 30)]
        edges = tuple((x, y) for x in names for y in names if x < y and rng.random() < (0.24 if shadowed else 0.14))
        puzzle = Colouring.read(colours=3, nodes=tuple(names), edges=edges)
        options: dict[str, object] = {"all": True, "order": "random"}
        timeline = Timeline(algorithm.start(puzzle.as_csp(), options, seed), start_state(puzzle, algorithm))
        timeline.pull(40 * nodes)
        visited = timeline.positions(b.Instantiated)
        fits = (record_of(timeline).shadow is not None) == shadowed
        if len(visited) >= nodes and timeline.positions(JumpedBack) and fits:
            timeline.seek(visited[nodes - 1] + 1)
            return timeline, puzzle
    raise AssertionError("no such run")
