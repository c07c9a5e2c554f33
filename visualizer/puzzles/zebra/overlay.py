"""What is asked before a new Sherlock begins: how hard it is to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from algorithms.problems.zebra.deal import Difficulty
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.words import counted
from scenarios.loader import Scenario, kept, load
from visualizer.canvas.primitives import Canvas, fit_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle

KEPT = "zebra.yaml"  # the game that is played last, in the user's folder
LEVELS: Mapping[Difficulty, str] = {
    "easy": "each step needs one clue, or one row",
    "medium": "somewhere two or more names of a row must be seen together",
    "hard": "somewhere something must be supposed, until a contradiction shows",
}


def sherlock_text(houses: int, attributes: int, difficulty: Difficulty, seed: int) -> str:
    """A lesson for a puzzle to be solved by hand, with MRV+ to ask."""
    return (f"title: A new Sherlock, {difficulty}\nalgorithm: mrv-plus\n"
            f"puzzle: {{kind: zebra, random: {{houses: {houses}, attributes: {attributes}, difficulty: {difficulty}, "
            f"seed: {seed}}}}}\n")


@dataclass
class NewSherlock:
    """The size that is being asked for; ``kept`` is the last game played, ``seed`` makes each another one."""

    houses: int = 5
    attributes: int = 5
    seed: int = 0
    kept: Scenario | None = None

    def asked(self, seed: int) -> None:
        """It is opened."""
        self.seed, self.kept = seed, kept(KEPT)

    def game(self, difficulty: Difficulty) -> Scenario:
        """A new one."""
        return load(Path("a new game"), sherlock_text(self.houses, self.attributes, difficulty, self.seed))

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             start: Callable[[str, Callable[[], Scenario]], None], close: Callable[[], None]) -> None:
        """Houses, attributes, a button for each difficulty with what it means, and one to go on with the last game."""
        inner = ui.modal("sherlock-panel", middle(size, 760 * unit, 400 * unit), "A new Sherlock", close)
        for name in ("houses", "attributes"):
            row, inner = inner.split_top(40 * unit, 10 * unit)

            def change(value: float, name: str = name) -> None:
                setattr(self, name, int(value))

            ui.slider(f"sherlock-{name}", row, name.capitalize(), 4, 6, getattr(self, name), change, step=1,
                      text=str(getattr(self, name)))
        for difficulty, meaning in LEVELS.items():
            row, inner = inner.split_top(40 * unit, 10 * unit)
            place, note = row.split_left(130 * unit, 14 * unit)
            ui.button(f"sherlock-{difficulty}", place, difficulty.capitalize(),
                      partial(start, "a new game", partial(self.game, difficulty)), icon="play",
                      main=difficulty == next(iter(LEVELS)))
            canvas.text((note.x, note.center[1]), fit_text(canvas, meaning, note.w, 14 * unit), 14 * unit, theme.muted)
        last = self.kept
        if last is not None and isinstance(last.puzzle, Zebra):
            row = inner.split_top(40 * unit)[0]
            known = sum(len(left) == 1 for left in last.puzzle.domains().values())
            ui.button("sherlock-go-on", row.split_left(340 * unit)[0],
                      f"Last game: {counted(known, 'name')} of {len(last.puzzle.names)} known",
                      lambda: start(last.title, lambda: last), icon="next-rung",
                      tip="go on with the game that was kept last; a first move in a new game takes its place")
