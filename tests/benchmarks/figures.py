"""How the figures that Unfog promises are measured, for the benchmarks and for the table of the report."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import Grain, Steps, find_algorithm, run
from algorithms.events import Called
from algorithms.problems.forms.csp import CSP
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.recordings import EXPERT
from kit.sat_runs import lesson_of, random_3sat
from kit.user_folder import CONFIG
from kit.x_display import screen, wait
from scenarios.loader import load
from scenarios.timeline import Timeline
from visualizer.runs.families import start_state
from visualizer.tree.layout import Rule

ROOT = Path(__file__).parent.parent.parent


def expert() -> Gnomine:
    """A position on an expert's field, 16×30 with 99 mines, a good part of it open."""
    return Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=12))


# --- what is measured ----------------------------------------------------------------------------------------------


ONE = EXPERT
SUDOKU = f"""\
title: An empty Sudoku, with 729 candidates
puzzle: {{kind: sudoku, grid: "{'.' * 81}"}}
algorithm: mrv-plus
options: {{singles: true}}
"""
SUDOKUS = SUDOKU.replace("algorithm: mrv-plus\noptions: {singles: true}\n", """\
compare: [{algorithm: mrv-plus, options: {singles: true}}, {algorithm: mrv-random, options: {singles: true}}]
""")
TWO = EXPERT.replace("algorithm: gac\n", "compare: [{algorithm: gac}, {algorithm: gac, options: {order: random}}]\n")


SEARCH = lesson_of(random_3sat(60, 9))  # 256 clauses, no model: 2,859 calls of DPLL


def late_in_the_search(shown: Any, *, large: bool, rule: Rule = "fit", scale: float | None = None) -> None:
    """Goes to where the search tree has 1,900 nodes, and shows it in its tab, or large."""
    session = shown.session
    session.show(session.timeline.positions(Called)[1900])
    view = shown.tree.view
    view.folds.rule, view.scale = rule, scale
    shown.hero, shown.code = ("tree", "pseudocode") if large else (None, "tree")


def at_a_cue(playbacks: list[Any], cues: int, shown: Any) -> None:
    """Goes on by so many cues; what plays the lesson is put into the list."""
    playback = shown.transport.playback
    for _ in range(cues):
        playback.forward("cue")
        while playback.goal is not None:
            playback.work(1.0)
    playbacks.append(playback)


@contextmanager
def stage(text: str = ONE, size: tuple[int, int] = (1920, 1080), *, path: Path = Path("expert.yaml"),
          grain: Grain = Grain.MICRO, prepare: Callable[[Any], None] = lambda shown: None,
          ) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """The window on a lesson, by default an expert's field: a function that takes the next step of that grain, and one
    that draws a whole frame. ``prepare`` gets the screen once its run is recorded."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, {"SDL_VIDEODRIVER": "dummy", CONFIG: folder}):
        import pygame  # the import of the algorithms is measured without

        from visualizer.canvas.on_pygame import PygameCanvas
        from visualizer.window.app import App, draw_frame
        from visualizer.window.compare_screen import CompareScreen
        from visualizer.window.stage_screen import StageScreen

        window = App(load(path, text))
        try:
            canvas = PygameCanvas(pygame.display.set_mode(size), smooth=True)
            while window.errands.current is not None:  # what takes long to open goes on frame by frame
                window.errands.go_on()
            shown = window.screen
            assert isinstance(shown, StageScreen | CompareScreen)
            timelines = shown.comparison.timelines if isinstance(shown, CompareScreen) else [shown.session.timeline]
            for timeline in timelines:
                timeline.pull_all()
            prepare(shown)
            yield lambda: shown.transport.playback.forward(grain), lambda: draw_frame(window, canvas)
        finally:
            pygame.display.quit()


def many_events() -> Steps[Consistency]:
    """The algorithm on an expert's field again and again, each time in another order."""
    csp, seed = expert().as_csp(), 0
    while True:
        yield from find_algorithm("gac").start(csp, {"order": "random"}, seed)
        seed += 1


def recorded(count: int) -> Timeline[Any]:
    """A timeline of so many events."""
    timeline: Timeline[Any] = Timeline(many_events(), start_state(expert(), find_algorithm("gac")))
    timeline.pull(count)
    return timeline


def seeks(timeline: Timeline[Any], count: int) -> list[float]:
    """The seconds that random seeks take."""
    rng, found = random.Random(1), []
    for _ in range(count):
        position = rng.randrange(len(timeline.events) + 1)
        began = time.perf_counter()
        timeline.seek(position)
        found.append(time.perf_counter() - began)
    return found


def resident() -> float:
    """Megabytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def long_run(count: int) -> dict[str, Any]:
    """Seconds to record so many events, megabytes that they take, and seconds of random seeks; in this process."""
    recorded(1000)  # what is made once and kept is not the timeline's
    before, began = resident(), time.perf_counter()
    timeline = recorded(count)
    seconds = time.perf_counter() - began
    times = seeks(timeline, 2000)
    return {"record": [seconds], "seek": times, "memory": [resident() - before]}


def fresh(code: str) -> Any:
    """What an expression of this module is in a Python of its own."""
    script = f"import json, figures; print(json.dumps(figures.{code}))"
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "benchmarks")))
    return json.loads(subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": path}, check=True,
                                     capture_output=True, text=True).stdout)


def drain_steps(csp: CSP) -> Steps[Consistency]:
    """The algorithm, about to start."""
    return find_algorithm("gac").start(csp, {}, 0)


def drain(csp: CSP) -> Consistency:
    """The algorithm with nobody watching."""
    return run(drain_steps(csp))


def import_algorithms() -> float:
    """Seconds to import ``algorithms`` and every algorithm in it, in a Python of its own that keeps what it compiles,
    as Python does by default; pygame must stay out."""
    script = ("import sys, time; began = time.perf_counter(); from algorithms.core import algorithms; algorithms(); "
              "print(time.perf_counter() - began); sys.exit('pygame' in sys.modules)")
    return float(subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True,
                                env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""}).stdout)


def start_of_the_window() -> float:
    """Seconds from ``python3 main.py`` until the gallery is painted on a screen."""
    with screen() as display, TemporaryDirectory() as folder:
        began = time.perf_counter()
        window = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT,
                                  env={**display.environment, CONFIG: folder})
        try:
            wait(display.lit, "no window was painted")
            return time.perf_counter() - began
        finally:
            window.terminate()
            window.wait()


def html_bytes(lesson: str = "") -> int:
    """The size of a recording: of 300 events on an expert's field, or of a lesson."""
    from visualizer.recording.export import record

    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        record(load(ROOT / "scenarios/lessons" / lesson) if lesson else load(Path("expert.yaml"), EXPERT), page)
        return page.stat().st_size
