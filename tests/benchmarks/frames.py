"""The slowest frames of the window: every key on every lesson, the gallery, and puzzles larger than any lesson's.

    .venv/bin/python tests/benchmarks/frames.py [NAME…]     gallery, large, or how the names of lessons begin

Reading what was dropped, handling a key, a tick and a drawing are timed apart, in CPU time of this process; the slowest
of each kind are printed.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]  # the program, and the helpers of its tests

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as main.py does

from kit.window_desk import Desk, window  # noqa: E402
from scenarios.loader import lessons  # noqa: E402
from visualizer.puzzles.gnomine.custom import game_text  # noqa: E402
from visualizer.window.stage_screen import StageScreen  # noqa: E402
from visualizer.window.system import collect_when_idle  # noqa: E402

_PRINTED = 50
_KEYS = ("right", "2", "3", "page_down", "page_down", "h", "h", "h", "w", "w", "s", "s", "s", "s", "s", "l", "u", "f",
         "o", "l", "p", "h", "h", "h", "h", "a", "a", "p", "end", "h", "w", "left", "shift_left", "ctrl_left",
         "ctrl_right", "ctrl_z", "backspace", "home", "space", "space", "?", "?", "t", "f2", "f2", "e", "a",
         "ctrl_left", "escape")


def graph(nodes: int, edges: int) -> str:
    """A random graph in DIMACS."""
    rng = random.Random(1)
    pairs = {tuple(sorted(rng.sample(range(1, nodes + 1), 2))) for _ in range(edges)}
    return f"p edge {nodes} {len(pairs)}\n" + "".join(f"e {i} {j}\n" for i, j in sorted(pairs))


def formula(variables: int, clauses: int) -> str:
    """A random formula of three literals a clause, in DIMACS."""
    rng = random.Random(1)
    rows = [[x * rng.choice((1, -1)) for x in rng.sample(range(1, variables + 1), 3)] for _ in range(clauses)]
    return f"p cnf {variables} {clauses}\n" + "".join(f"{' '.join(map(str, row))} 0\n" for row in rows)


def lesson(algorithm: str, puzzle: str, more: str = "") -> str:
    return f"title: A large one\nalgorithm: {algorithm}\n{more}puzzle: {{{puzzle}}}\n"


EXPERT = "kind: gnomine, random: {rows: 16, columns: 30, mines: 99, seed: 4, reveal: 12}"
BLANK = "kind: sudoku, boxes: [5, 5], grid: \"" + "." * 625 + "\""
LARGE: Mapping[str, str] = {
    "graph-300.col": graph(300, 900),
    "graph-300-dense.col": graph(300, 6000),
    "graph-1000.col": graph(1000, 3000),
    "formula.cnf": formula(2_000, 6_000),
    "blank-25.txt": "." * 625,
    "blank-16.txt": "." * 256,
    "hardest.txt": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "sudoku-16.yaml": lesson("mrv-plus", "kind: sudoku, boxes: [4, 4], random: {clues: 95, seed: 0}"),
    "sudoku-16-cdcl.yaml": lesson("cdcl", "kind: sudoku, boxes: [4, 4], random: {clues: 95, seed: 0}"),
    "sudoku-16-links.yaml": lesson("dancing-links", "kind: sudoku, boxes: [4, 4], random: {clues: 95, seed: 0}"),
    "sudoku-25-cdcl.yaml": lesson("cdcl", BLANK),
    "sudoku-25-gac.yaml": lesson("gac", BLANK),
    "expert-core.yaml": lesson("backbone-core", EXPERT, "options: {mine_total: true}\n"),
    "expert-iterative.yaml": lesson("backbone-iterative", EXPERT, "options: {mine_total: true}\n"),
    "expert-probabilities.yaml": lesson("mine-probabilities", EXPERT),
    "expert-player.yaml": lesson("auto-player", EXPERT),
    "field-40x60.yaml": game_text(40, 60, 480, 1),
    "clue-6.yaml": lesson("clue-exact", "kind: clue, random: {players: 6, seed: 3, events: 1}"),
    "clue-6-dpll.yaml": lesson("at-least-dpll", "kind: clue, random: {players: 6, seed: 3, events: 12}"),
    "clue-3-sampled.yaml": lesson("clue-sample-2", "kind: clue, random: {players: 3, seed: 3, events: 8}"),
}


class Timed(Desk):
    """A desk that notes how long everything takes."""

    rows: dict[tuple[str, str], float]

    def note(self, where: str, what: str, action: Callable[[], object]) -> None:
        began = time.process_time()
        action()
        taken = 1000 * (time.process_time() - began)
        self.rows[where, what] = max(taken, self.rows.get((where, what), 0.0))

    def some_frames(self, where: str, what: str, most: int) -> None:
        """Frames pass until nothing moves any more."""
        for _ in range(most):
            self.note(where, f"{what}: tick", partial(self.app.tick, 1 / 60))
            self.note(where, f"{what}: draw", self.app.draw)
            if self.app.errands.current is None and not self.app.screen.busy:
                return

    def keys(self, where: str) -> None:
        """Every key of the stage, as long as the lesson is on show."""
        screen = self.app.screen
        for name in _KEYS:
            if self.app.screen is not screen:
                return
            if isinstance(screen, StageScreen):
                places = list(screen.session.board.layout.places)
                screen.board.pointed = places[len(places) // 2]
            key, shift, ctrl = name.split("_")[-1], "shift_" in name, "ctrl_" in name
            key = name.replace("_", " ") if name == "page_down" else key
            self.note(where, f"key {name}", partial(self.app.key, key, shift, ctrl))
            self.some_frames(where, f"after {name}", 300 if name in ("end", "p", "h", "a") else 4)


def measure(desk: Timed, names: list[str]) -> None:
    """All that the names ask for, or everything."""
    def asked(name: str) -> bool:
        return not names or any(name.startswith(prefix) for prefix in names)

    desk.some_frames("gallery", "first", 1)
    if asked("gallery"):
        desk.some_frames("gallery", "reading", 500)
        for key in ["page down"] * 12 + ["home"]:
            desk.note("gallery", f"key {key}", partial(desk.app.key, key, False, False))
            desk.some_frames("gallery", f"after {key}", 60)
    with TemporaryDirectory() as folder:
        for path in (*lessons(), *files(Path(folder))):
            large = path.name in LARGE
            if asked("large" if large else path.stem) or asked(path.name):
                where = path.name if large else path.stem
                desk.note(where, "open", partial(desk.app.open_file, path))
                desk.some_frames(where, "opened", 600)
                if desk.app.screen.message:
                    print(f"{where}: {desk.app.screen.message}")
                desk.keys(where)


def files(folder: Path) -> Iterator[Path]:
    """The large puzzles, in files."""
    for name, text in LARGE.items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        yield path


def main() -> int:
    """Measures and prints."""
    clock = time.perf_counter
    with (TemporaryDirectory() as folder, window(Path(folder)) as plain,
          patch.object(time, "perf_counter", clock)):  # tests have a clock of their own
        desk = Timed.__new__(Timed)
        desk.app, desk.rows = plain.app, {}
        collect_when_idle()  # as the window does
        measure(desk, sys.argv[1:])
    slowest = sorted(desk.rows.items(), key=lambda row: -row[1])
    for (where, what), taken in slowest[:_PRINTED]:
        print(f"{taken:8.0f} ms  {where:36} {what}")
    return 0


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sys.exit(main())
