"""How fast transition graphs are unfolded, laid out and drawn; ``--benchmark-enable`` measures.

The limits: 2,000 states laid out in under 2 s, and drawn at 60 frames a second on pygame at 1920 × 1080.
"""

from __future__ import annotations

import os

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import find_algorithm
from algorithms.problems.formula import Formula
from algorithms.transitions.graph import unfold
from algorithms.transitions.records import Member
from algorithms.transitions.rules import dp
from kit.sat_runs import read_cnf
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.families.transitions.drawn import Drawn, drawn
from visualizer.families.transitions.hero import draw_hero
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.state import transition_of
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.stage.view import View

SMALL, LARGE = "p | q, ~p | r", "a | b | c, ~b | d"  # 213 and 1,625 states


def test_unfolding(benchmark: BenchmarkFixture) -> None:
    """States and edges, longest paths and what the propositions say of them."""
    system = dp(read_cnf(SMALL if benchmark.disabled else "a | b, c | d"))  # 2,021 states
    verdict = benchmark(lambda: unfold(system).verdict)
    benchmark.extra_info["states"] = verdict.states
    assert verdict.acyclic and not verdict.wrong


def test_layout(benchmark: BenchmarkFixture) -> None:
    """Of more states than are ever drawn."""
    text = SMALL if benchmark.disabled else "a | b, c | d"  # 2,021 states
    graph = unfold(dp(read_cnf(text)), [(Member(1, True),) if benchmark.disabled else ()])
    depth = benchmark(lambda: Drawn(graph).placement.depth)
    benchmark.extra_info["states"] = len(graph.states)
    assert depth > 3


@pytest.mark.parametrize("moving", [False, True])
def test_a_frame_of_the_whole_graph(benchmark: BenchmarkFixture, moving: bool) -> None:
    """With the run a step further in each frame; and while it is dragged, when nothing can be kept."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from visualizer.canvas.on_pygame import PygameCanvas

    puzzle, algorithm = Formula.read(formula=SMALL if benchmark.disabled else LARGE), find_algorithm("dpll-graph")
    timeline = Timeline(algorithm.start(puzzle.as_cnf(), {}, 1), start_state(puzzle, algorithm))
    timeline.pull_all()
    canvas, look = PygameCanvas(pygame.Surface((1920, 1080))), Look(zoom=1.5 if moving else 1.0)
    view = View(algorithm, board_for(puzzle), timeline, timeline.state, look=look)

    def frame() -> None:
        timeline.seek(timeline.position % len(timeline.events) + 1)
        if moving:
            look.move_to((0.4 + timeline.position % 7 / 50, 0.5))
        draw_hero(canvas, Rect(0, 0, 1250, 780), view, theme("dark"), 1.35)

    frame()
    benchmark(frame)
    whole = drawn(transition_of(timeline.state))
    assert whole is not None
    benchmark.extra_info["states"] = len(whole.graph.states)
