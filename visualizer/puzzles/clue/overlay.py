"""What is asked before a game of Clue begins: who plays, who one is, and the cards in one's hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from algorithms.problems.clue.deck import CATEGORIES
from algorithms.problems.clue.new import game_text, new_game
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted
from scenarios.loader import Scenario, kept, load
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle

KEPT = "clue.yaml"  # the game that is played last, in the user's folder
_FIELDS = (("players", "Players", "sc mu wh: as cards are dealt"), ("me", "You are", "mu"),
           ("hand", "Your cards", "pl ro li: all of your hand"))


@dataclass
class NewClue:
    """What has been typed, by the names of the fields, and what is wrong with it; ``kept`` is the last game played."""

    players: str = "sc mu wh gr pe pl"
    me: str = ""
    hand: str = ""
    fault: str = ""
    kept: Scenario | None = None

    def type(self, name: str, text: str) -> None:
        """Another text in a field."""
        setattr(self, name, text)
        self.fault = ""

    def scenario(self) -> Scenario | None:
        """The game; None where it cannot be, and ``fault`` says why. What was typed stays."""
        try:
            return load(Path("a game of Clue"), game_text(new_game(self.players, self.me, self.hand)))
        except PuzzleError as error:
            names = {name: label for name, label, _ in _FIELDS}
            self.fault = f"{names.get(error.key.partition('.')[0], 'This game')}: {error}"
            return None

    def asked(self, _seed: int) -> None:
        """It is opened."""
        self.kept = kept(KEPT)

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             start: Callable[[str, Callable[[], Scenario]], None], close: Callable[[], None]) -> None:
        """Three fields, the codes of all cards, and what is wrong; a button to go on with the last game."""
        last = self.kept

        def begin() -> None:
            scenario = self.scenario()
            if scenario is not None:
                start(scenario.title, lambda: scenario)

        def go_on() -> None:
            if last is not None:
                start(last.title, lambda: last)

        inner = ui.modal("clue-panel", middle(size, 720 * unit, 480 * unit), "A game of Clue", close)
        for name, label, hint in _FIELDS:
            row, inner = inner.split_top(38 * unit, 10 * unit)
            title, place = row.split_left(110 * unit, 8 * unit)
            canvas.text((title.x, title.center[1]), label, 15 * unit, theme.text)
            ui.field(f"clue-{name}", place, getattr(self, name), partial(self.type, name), hint=hint,
                     keys={"return": begin})
        buttons, inner = inner.split_top(40 * unit, 12 * unit)
        place, note = buttons.split_left(140 * unit, 12 * unit)
        ui.button("clue-start", place, "Start", begin, icon="play")
        if self.kept is not None and isinstance(self.kept.puzzle, Clue):
            lines = len(self.kept.puzzle.events)
            place, note = note.split_left(230 * unit, 12 * unit)
            ui.button("clue-go-on", place, f"Last game: {counted(lines, 'line')}", go_on, icon="next-rung",
                      tip="go on with the game that was kept last; a first line in a new game takes its place")
        text, color = (self.fault, theme.bad) if self.fault else (
            "Two letters each; Tab goes from field to field, Return starts.", theme.muted)
        rows = wrap_text(canvas, text, note.w, 14 * unit)[:2]
        for index, line in enumerate(rows):
            canvas.text((note.x, note.center[1] + (index - (len(rows) - 1) / 2) * 18 * unit), line, 14 * unit, color)
        _draw_codes(canvas, inner, theme, unit)


def _draw_codes(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
    """The two letters of each card, by category."""
    wide = box.w / len(CATEGORIES)
    longest = max(map(len, CATEGORIES.values()))
    step = min(22 * unit, box.h / (longest + 1))
    for column, (title, cards) in enumerate(CATEGORIES.items()):
        x = box.x + column * wide
        canvas.text((x, box.y + step / 2), title.capitalize(), step * 0.66, theme.muted, "left", "bold")
        for row, (code, name) in enumerate(cards.items(), 1):
            y = box.y + (row + 0.5) * step
            canvas.text((x, y), code, step * 0.66, theme.text, "left", "mono")
            shown = fit_text(canvas, name, wide - 36 * unit, step * 0.66)
            canvas.text((x + 32 * unit, y), shown, step * 0.66, theme.text)
