"""What is asked before a game of Gnomine of one's own size begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from algorithms.words import counted
from scenarios.loader import Scenario, load
from visualizer.canvas.primitives import Canvas
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle


def game_text(rows: int, columns: int, mines: int, seed: int) -> str:
    """A lesson for a new game: all covered, to be played, with consistency to ask."""
    return (f"title: Gnomine, {rows} × {columns} with {counted(mines, 'mine')}\nalgorithm: gac\n"
            f"puzzle: {{kind: gnomine, random: {{rows: {rows}, columns: {columns}, mines: {mines}, seed: {seed}, "
            f"reveal: 0}}}}\nseed: {seed}\n")


@dataclass
class CustomGame:
    """The size of a game that is being asked for; ``seed`` makes each another one."""

    rows: int = 12
    columns: int = 20
    mines: int = 45
    seed: int = 0

    def asked(self, seed: int) -> None:
        """It is opened."""
        self.seed = seed

    def game(self) -> Scenario:
        """The game."""
        return load(Path("a new game"), game_text(self.rows, self.columns, self.mines, self.seed))

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             start: Callable[[str, Callable[[], Scenario]], None], close: Callable[[], None]) -> None:
        """Rows, columns, mines."""
        inner = ui.modal("custom-panel", middle(size, 520 * unit, 320 * unit), "A game of your own size", close)
        most = {"rows": 40, "columns": 60, "mines": self.rows * self.columns - 1}
        self.mines = min(self.mines, most["mines"])
        for name, limit in most.items():
            row, inner = inner.split_top(40 * unit, 14 * unit)

            def change(value: float, name: str = name) -> None:
                setattr(self, name, int(value))

            least = 2 if name != "mines" else 1
            ui.slider(f"custom-{name}", row, name.capitalize(), least, limit, getattr(self, name), change, step=1,
                      text=str(getattr(self, name)))
        ui.button("custom-start", inner.split_top(42 * unit)[0].split_left(160 * unit)[0], "Start",
                  lambda: start("a new game", self.game), icon="play", main=True)
