"""The row below the cards: what can be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.play import offers
from visualizer.widgets.ui import Ui
from visualizer.window.lesson_cards import Card
from visualizer.window.transport import Button


def new_games(seed: int) -> dict[str, Card]:
    """The games that need not be asked for, by their names."""
    return {game.name: Card(game.label, Path(game.label), game.text(seed), playing=True)
            for game in offers() if game.text is not None}


def draw_games(ui: Ui, canvas: Canvas, box: Rect, play: Callable[[str], None], theme: Theme, unit: float) -> None:
    """A button for each game: in words as long as there is room for, each as wide as its words need."""
    gap, pads = 10 * unit, 44 * unit

    def needs(games: Sequence[Button]) -> list[float]:
        return [canvas.measure(game.label, ui.text_size) + ui.text_size * 1.1 * bool(game.icon) + pads
                for game in games]

    games = next((games for games in (_playable(play, True), _playable(play, False))
                  if sum(needs(games)) + gap * len(games) < box.w * 0.8), _playable(play, False))
    widths = needs(games)
    spare = box.w - sum(widths) - gap * (len(games) - 1)
    for text in ("Play, and ask when you are stuck", "Play"):
        width = canvas.measure(text, 16 * unit, "bold") + 2 * gap
        if width < spare:
            canvas.text((box.x, box.center[1]), text, 16 * unit, theme.text, "left", "bold")
            box, spare = box.split_left(width)[1], spare - width
            break
    narrow = 1 + spare / sum(widths)  # where not all words have room
    for game, width in zip(games, widths, strict=True):
        wide = width + spare / len(games) if spare > 0 else width * narrow
        place, box = Rect(box.x, box.y, wide, box.h), Rect(box.x + wide + gap, box.y, box.w, box.h)
        ui.button(game.name, place, game.label, game.action, icon=game.icon, tip=game.tip)


def _playable(play: Callable[[str], None], long: bool) -> list[Button]:
    """The games, in ``long`` words or short ones."""
    return [Button(game.name, game.label if long else game.short, game.icon, partial(play, game.name), game.tip)
            for game in offers()]
