"""The gallery: a card with a picture for each lesson, and one for each size of a game to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from algorithms.problems.gnomine_game import LEVELS
from scenarios.loader import Scenario, lessons, load
from scenarios.reading import ScenarioError
from visualizer.boards import board_for
from visualizer.boards.gnomine import GnomineBoard
from visualizer.canvas import Canvas, Rect, fit_text, wrap_text
from visualizer.compare_stage import panes
from visualizer.comparison import open_timelines
from visualizer.theme import Theme
from visualizer.widgets import Ui

_ABOUT = "Watch inference algorithms think, one step at a time. Choose a lesson, or drop a file here."
_PICTURED = 3000  # events played for a lesson's picture


@dataclass
class Card:
    """A lesson or a game in the gallery. ``scenario`` is None until it is read; ``fault`` says why it cannot be."""

    title: str
    path: Path
    text: str | None = None  # of a game, which has no file
    playing: bool = False
    scenario: Scenario | None = None
    fault: str = ""

    def read(self) -> None:
        """Reads the lesson."""
        try:
            self.scenario = load(self.path, self.text)
            self.title = self.scenario.title
        except ScenarioError as error:
            self.fault = str(error)


def game_text(rows: int, columns: int, mines: int, seed: int) -> str:
    """A scenario for a new game: all covered, to be played, with consistency to ask."""
    return (f"title: Gnomine, {rows} × {columns} with {mines} mines\nalgorithm: gac\n"
            f"puzzle: {{kind: gnomine, random: {{rows: {rows}, columns: {columns}, mines: {mines}, seed: {seed}, "
            f"reveal: 0}}}}\nseed: {seed}\n")


class Gallery:
    """Shows the cards; ``choose`` opens one, ``ask_custom`` asks for the size of a game."""

    title = "Unfog"
    legend = GnomineBoard.legend

    def __init__(self, choose: Callable[[Card], None], seed: int) -> None:
        self.choose = choose
        self.cards = [Card(path.stem, path) for path in lessons()]
        self.games = [Card(f"{level.capitalize()}, {rows} × {columns}", Path("a new game"),
                           game_text(rows, columns, mines, seed), playing=True)
                      for level, (rows, columns, mines) in LEVELS.items()]
        self.message = ""
        self._scroll = 0.0
        self._seen: dict[str, Rect] = {}

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    ask_custom: Callable[[], None]

    @property
    def busy(self) -> bool:
        """Whether lessons are still to be read, one a frame."""
        return any(card.scenario is None and not card.fault for card in self.cards)

    def tick(self, seconds: float) -> None:
        """Reads one lesson, so that the first frame need not wait for all."""
        waiting = next((card for card in self.cards if card.scenario is None and not card.fault), None)
        if waiting is not None:
            waiting.read()

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        window = Rect(0, 0, *size).inset(28 * unit, 18 * unit)
        head, rest = window.split_top(62 * unit, 12 * unit)
        self._head(ui, canvas, head, theme, unit)
        cards, games = rest.split_bottom(78 * unit, 14 * unit)
        self._cards(ui, canvas, cards, theme, unit)
        self._games(ui, canvas, games, theme, unit)

    def _head(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        for name, label, icon, action, tip in (("help", "Help", "help", self.ask_help, "?"),
                                               ("settings", "Settings", "gear", self.ask_settings, "F2")):
            box, place = box.split_right(44 * unit, 8 * unit)
            ui.button(name, Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), label, action, icon=icon, tip=tip)
        canvas.text((box.x, box.y + 20 * unit), "Unfog", 34 * unit, theme.text, "left", "bold")
        about = self.message or _ABOUT
        color = theme.bad if self.message else theme.muted
        canvas.text((box.x, box.y + 50 * unit), fit_text(canvas, about, box.w, 16 * unit), 16 * unit, color)

    def _cards(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """As many columns as fit; the wheel and the focus scroll."""
        gap = 18 * unit
        columns = max(1, min(len(self.cards), int((box.w + gap) / (270 * unit))))
        width = (box.w - gap * (columns - 1)) / columns
        rows = -(-len(self.cards) // columns)
        height = max(250 * unit, min((box.h - gap * (rows - 1)) / max(1, rows), width * 1.05))
        total = rows * (height + gap) - gap
        self._keep_focus_in_view(ui, box, total)
        self._scroll = max(0.0, min(self._scroll, total - box.h))

        def wheel(_x: float, _y: float, dy: float) -> None:
            self._scroll -= dy * 60 * unit

        ui.area("cards", box, wheel=wheel)
        with canvas.clip(box):
            for index, card in enumerate(self.cards):
                row, column = divmod(index, columns)
                place = Rect(box.x + column * (width + gap), box.y + row * (height + gap) - self._scroll, width, height)
                self._seen[f"card{index}"] = Rect(place.x, place.y - box.y + self._scroll, place.w, place.h)
                self._card(ui, canvas, place, box, index, card, theme, unit)

    def _keep_focus_in_view(self, ui: Ui, box: Rect, total: float) -> None:
        place = self._seen.get(ui.focus or "") if ui.focus_shows else None
        if place is not None and total > box.h:
            self._scroll = max(place.bottom - box.h, min(self._scroll, place.y))

    def _card(self, ui: Ui, canvas: Canvas, place: Rect, window: Rect, index: int, card: Card, theme: Theme,
              unit: float) -> None:
        """A picture above the title and what the lesson is about."""
        visible = place.y < window.bottom and place.bottom > window.y
        name = f"card{index}"
        shown = Rect(place.x, max(place.y, window.y), place.w,
                     max(0.0, min(place.bottom, window.bottom) - max(place.y, window.y)))
        ui.area(name, shown, press=lambda _x, _y, _b: self.choose(card),
                key=lambda key, _s, _c: key in ("return", "space") and _done(lambda: self.choose(card)), focusable=True)
        if not visible:
            return
        lit = ui.hovered(name)
        canvas.rect(place, theme.panel, theme.accent if lit else theme.edge, 2 * unit if lit else 1, 10 * unit)
        picture, text = place.inset(12 * unit).split_top(place.h - 92 * unit, 8 * unit)
        if card.scenario is not None:
            scenario = card.scenario
            canvas.picture((card.path, theme.name), picture, lambda on, box: draw_picture(on, box, scenario, theme))
        color = theme.bad if card.fault else theme.text
        canvas.text((text.x, text.y + 9 * unit), fit_text(canvas, card.title, text.w, 16 * unit, "bold"), 16 * unit,
                    color, "left", "bold")
        about = card.fault or (card.scenario.about if card.scenario is not None else "")
        rows = wrap_text(canvas, about, text.w, 13 * unit)
        if len(rows) > 2:
            rows[1:] = [fit_text(canvas, f"{rows[1]} {rows[2]}", text.w, 13 * unit)]
        for line, row in enumerate(rows):
            canvas.text((text.x, text.y + (32 + 18 * line) * unit), row, 13 * unit, theme.muted)

    def _games(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        canvas.text((box.x, box.y + 10 * unit), "Play Gnomine, and ask the algorithm when you are stuck", 16 * unit,
                    theme.text, "left", "bold")
        gap = 12 * unit
        row = box.split_top(28 * unit)[1]
        width = min(290 * unit, (row.w - gap * len(self.games)) / (len(self.games) + 1))
        for index, card in enumerate(self.games):
            place, row = row.split_left(width, gap)
            ui.button(f"game{index}", place, card.title, partial(self.choose, card), icon="mine")
        ui.button("custom", row.split_left(width)[0], "Custom…", self.ask_custom, icon="gear")

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used: digits open lessons."""
        if name.isdecimal() and 1 <= int(name) <= len(self.cards) and not ctrl:
            self.choose(self.cards[int(name) - 1])
            return True
        return False


def _done(action: Callable[[], None]) -> bool:
    action()
    return True


def draw_picture(canvas: Canvas, box: Rect, scenario: Scenario, theme: Theme) -> None:
    """The board in the middle of the lesson's run; of a comparison, all boards."""
    canvas.rect(box, theme.panel)
    timelines = open_timelines(scenario)
    for timeline, pane in zip(timelines, panes(box, len(timelines), box.w * 0.03), strict=True):
        timeline.pull(_PICTURED // len(timelines))
        timeline.seek(len(timeline.events) * 2 // 3)
        board_for(scenario.puzzle).draw(canvas, pane, timeline.state, timeline.state, 1.0, theme)
