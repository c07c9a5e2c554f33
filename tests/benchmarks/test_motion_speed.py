"""Frames in the middle of a transition, of the lessons that have most to draw. Nothing is asserted about time:
``report.py`` compares with the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import figures
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

WORST = (("33-three-eyes-on-one-board", 1), ("43-mrv-against-mrv-plus", 3), ("63-a-sudoku-by-dancing-links", 2),
         ("93-one-dead-end-three-ways-back", 3), ("96-thrashing-on-a-map", 3),
         ("57-rivals", 3), ("99-evolution-against-logic", 3), ("107-what-nothing-holds-up", 3),
         ("123-four-guesses", 1))
"""Lessons, and how many cues to go on by."""
FRAME, FRAMES = 0.016, 12  # seconds from frame to frame; so many from one move to the next


@contextmanager
def in_motion(lesson: str, cues: int) -> Iterator[Callable[[], None]]:
    """Draws a frame of the window, on a clock of its own: a move and a little rest; then back."""
    path, shown = figures.ROOT / "scenarios/lessons" / f"{lesson}.yaml", list[Any]()

    def prepare(screen: Any) -> None:
        figures.at_a_cue(shown, cues, screen)

    with figures.stage(path.read_text("utf-8"), path=path, prepare=prepare) as (_, draw):
        playback, moment, now = shown[0], cycle(range(2 * FRAMES)), [0.0]
        playback.clock = lambda: now[0]

        def frame() -> None:
            at = next(moment)
            if at % FRAMES == 0:
                (playback.back if at == 0 else playback.forward)(playback.grain)
            now[0] += FRAME
            draw()

        yield frame


@pytest.mark.parametrize(("lesson", "cues"), WORST)
def test_a_frame_in_motion(benchmark: BenchmarkFixture, lesson: str, cues: int) -> None:
    with in_motion(lesson, cues) as frame:
        rounds, warm = (2, 0) if benchmark.disabled else (400, 2 * FRAMES)
        benchmark.pedantic(frame, rounds=rounds, warmup_rounds=warm)  # type: ignore[no-untyped-call]
