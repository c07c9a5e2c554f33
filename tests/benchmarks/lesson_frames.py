"""The frames of every lesson in motion, at 1920×1080, in one table: the slowest lessons first.

    nice .venv/bin/python tests/benchmarks/lesson_frames.py [--theme dark] [--most 40] [NAME…]   how names begin
    nice .venv/bin/python tests/benchmarks/lesson_frames.py --field cdcl-graph dom-wdeg    algorithms on a large field

A lesson is stepped through forwards and backwards at places spread over its run, and at its cues; between two steps the
transition is drawn. A frame is all that the window does for it: the key, the time that passes, and the picture, in CPU
time of this process; the limits are 8 ms for the median and 16 ms for the 99th percentile. ``jump``: the slowest frame
behind a jump, as a drag of the timeline is one. ``first``: the first frame of the lesson. What else
the machine does is felt in CPU time, too, as memory is shared: a lesson beyond the limits is stepped through again in
the same way, with nothing kept, and the least time of each frame counts.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]  # the program, and the helpers of its tests
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as main.py does

from frames import EXPERT, lesson  # noqa: E402

from kit.user_folder import CONFIG  # noqa: E402
from scenarios.loader import lessons, load  # noqa: E402
from visualizer.canvas import emphasis, primitives  # noqa: E402
from visualizer.canvas.theme import NAMES  # noqa: E402
from visualizer.families.covering import heads  # noqa: E402
from visualizer.stage import question  # noqa: E402
from visualizer.window.system import collect_when_idle  # noqa: E402

SIZE = (1920, 1080)
SPOTS, CUES = 8, 12  # places of a run, and cues, that are looked at: with the steps there, some sixty events
FRAME, FRAMES = 0.025, 6  # seconds from frame to frame, and so many after each step: the longest transition takes 0.3
_EVENTS = 20_000  # that are recorded, as many as the window records ahead
MEDIAN, P99 = 8.0, 16.0  # the limits


class Taken(NamedTuple):
    """Milliseconds: of the first frame, of all in motion, of the slowest of those, of the slowest one behind a jump."""

    first: float
    middle: float
    p99: float
    worst: float
    jump: float

    @property
    def kept(self) -> bool:
        return self.middle < MEDIAN and self.p99 < P99


class Watched:
    """The window on a lesson, on a clock of its own."""

    def __init__(self, path: Path, theme: str) -> None:
        import pygame

        from visualizer.canvas.on_pygame import PygameCanvas
        from visualizer.window.app import App, draw_frame
        from visualizer.window.compare_screen import CompareScreen
        from visualizer.window.stage_screen import StageScreen

        self.app, self.now = App(load(path)), 0.0
        canvas = PygameCanvas(pygame.display.set_mode(SIZE), smooth=True)
        self.app.settings.theme = theme
        while self.app.errands.current is not None:  # what takes long to open goes on frame by frame
            self.app.errands.go_on()
        shown = self.app.screen
        assert isinstance(shown, StageScreen | CompareScreen)
        self.playback: Any = shown.comparison if isinstance(shown, CompareScreen) else shown.session
        for timeline in self.playback.timelines:
            timeline.pull(_EVENTS)
        self.playback.clock = lambda: self.now
        self.draw: Callable[[], None] = lambda: draw_frame(self.app, canvas)

    def frame(self, key: Callable[[], object] | None = None) -> float:
        """Milliseconds of a frame that begins with a key."""
        self.now += FRAME
        began = time.process_time()
        if key is not None:
            key()
        self.app.tick(FRAME)
        self.draw()
        return 1000 * (time.process_time() - began)

    def go(self, spot: int) -> None:
        """Jumps to one of the places that are spread over the run."""
        playback, share = self.playback, spot / max(1, SPOTS - 1)
        if len(playback.timelines) > 1:
            playback.seek(share)
        else:
            playback.show(round(share * len(playback.timeline.events)))

    def cue(self) -> None:
        """On to the next cue, at once; a question that is asked on the way is closed."""
        playback = self.playback
        playback.forward("cue")
        while playback.goal is not None:
            playback.work(1.0)
        if playback.run_to is not None:
            playback.forward("cue")

    def jumps(self) -> Iterator[tuple[Callable[[], None], int]]:
        """All places to be looked at: how to get there, and how many steps are taken on and back."""
        for spot in range(SPOTS):
            yield partial(self.go, spot), 2
        self.playback.back_to_start()
        for _ in range(min(CUES, len(self.playback.scenario.script))):
            yield self.cue, 1

    def measure(self) -> tuple[float, list[float], list[float]]:
        """Steps through the lesson: milliseconds of the first frame, of those in motion, of those behind a jump."""
        first, jumps, frames = self.frame(), list[float](), list[float]()
        playback = self.playback
        for jump, steps in self.jumps():
            jumps.append(self.frame(jump))
            self.now += 1.0  # it stands still
            self.frame()
            for move in (*[playback.forward] * steps, *[playback.back] * steps):
                frames.append(self.frame(partial(move, playback.grain)))
                frames += [self.frame() for _ in range(FRAMES)]
        return first, frames, jumps


@contextmanager
def watched(path: Path, theme: str) -> Iterator[Watched]:
    """A lesson in the window."""
    import pygame

    with TemporaryDirectory() as folder, patch.dict(os.environ, {CONFIG: folder}):
        try:
            yield Watched(path, theme)
        finally:
            pygame.display.quit()


def taken(path: Path, theme: str, most: int) -> Taken:
    """What the lesson takes; beyond the limits, of so many times the least for each frame."""
    runs: list[tuple[float, list[float], list[float]]] = []
    while True:
        forget()
        with watched(path, theme) as window:
            collect_when_idle()  # as the window does
            runs.append(window.measure())
        first, frames, jumps = zip(*runs, strict=True)
        least = list(map(min, zip(*frames, strict=True)))
        found = Taken(min(first), median(least), quantiles(least, n=100)[98], max(least),
                      max(map(min, zip(*jumps, strict=True))))
        if found.kept or len(runs) == most:
            return found


def forget() -> None:
    """Nothing that was drawn or laid out for another lesson is kept, nor what was made as it was opened: that lies
    where no garbage is looked for, and the more memory is in use, the longer frames take."""
    gc.unfreeze()
    for kept in (primitives._lines, emphasis._wrapped, heads._heads, question._most_said):
        kept.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("visualizer"):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper) and kept.__module__ == name:
                    kept.cache_clear()


def asked_for(names: Sequence[str], folder: Path, *, field: bool) -> Iterator[Path]:
    """The lessons whose names begin so, or of all; with ``field`` a lesson for each algorithm, on 16×30 fields."""
    for name in names if field else ():
        path = folder / f"{name}.yaml"
        path.write_text(lesson(name, EXPERT), encoding="utf-8")
        yield path
    for path in () if field else lessons():
        if not names or any(path.stem.startswith(name) for name in names):
            yield path


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="The frames of every lesson in motion.")
    parser.add_argument("names", nargs="*", help="how the names of lessons begin, or of algorithms")
    parser.add_argument("--field", action="store_true", help="algorithms, each on an expert's field")
    parser.add_argument("--theme", choices=NAMES, default="dark")
    parser.add_argument("--runs", type=int, default=3, help="so often, beyond the limits")
    parser.add_argument("--most", type=int, default=1000, help="so many rows of the table")
    asked = parser.parse_args()
    rows = dict[str, Taken]()
    with TemporaryDirectory() as folder:
        for path in asked_for(asked.names, Path(folder), field=asked.field):
            rows[path.stem] = taken(path, asked.theme, asked.runs)
            print(path.stem, *map(round, rows[path.stem]), file=sys.stderr, flush=True)
    print(f"{'':52} {'first':>7} {'median':>7} {'p99':>7} {'worst':>7} {'jump':>7}")
    worst = sorted(rows.items(), key=lambda row: -max(row[1].middle / MEDIAN, row[1].p99 / P99))
    for name, found in worst[:asked.most]:
        print(f"{name[:52]:52} " + " ".join(f"{value:7.1f}" for value in found), "" if found.kept else " TOO MUCH")
    print(f"{sum(found.kept for found in rows.values())} of {len(rows)} keep the limits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
