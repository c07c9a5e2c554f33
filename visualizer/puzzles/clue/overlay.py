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
from visualizer.canvas.primitives import Canvas, Rect, wrap_text
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
    field: str = "hand"  # that clicks on cards are for
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

        inner = ui.modal("clue-panel", middle(size, 720 * unit, 590 * unit), "A game of Clue", close)
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
            "Two letters each, or click the cards; Tab goes from field to field, Return starts.", theme.muted)
        rows = wrap_text(canvas, text, note.w, 14 * unit)[:2]
        for index, line in enumerate(rows):
            canvas.text((note.x, note.center[1] + (index - (len(rows) - 1) / 2) * 18 * unit), line, 14 * unit, color)
        self.field = next((name for name, _, _ in _FIELDS if ui.focus == f"clue-{name}"), self.field)
        self._draw_codes(ui, canvas, inner, theme, unit)

    def click(self, code: str) -> None:
        """Puts a card, or a player, into the field that was typed into last, or takes it out."""
        words = getattr(self, self.field).split()
        one = [code] if self.field == "me" else [*words, code]
        self.type(self.field, " ".join([word for word in words if word != code] if code in words else one))

    def _draw_codes(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """A button for each card, by category, with its two letters; those are switched on that the field has."""
        wide, chosen = box.w / len(CATEGORIES), getattr(self, self.field).split()
        longest = max(map(len, CATEGORIES.values()))
        step = min(31 * unit, box.h / (longest + 1))
        for column, (title, cards) in enumerate(CATEGORIES.items()):
            x = box.x + column * wide
            size = min(15 * unit, step * 0.66)
            canvas.text((x, box.y + step / 2), title.capitalize(), size, theme.muted, "left", "bold")
            usable = title == "suspects" or self.field == "hand"  # players are suspects
            for row, (code, name) in enumerate(cards.items(), 1):
                place = Rect(x, box.y + row * step, wide - 8 * unit, step - 3 * unit)
                ui.button(f"clue-card-{code}", place, f"{code}  {name}", partial(self.click, code), on=code in chosen,
                          enabled=usable)
