"""What lies above a screen: help and settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2

from visualizer.canvas.primitives import Canvas, fit_text
from visualizer.canvas.theme import NAMES, Theme
from visualizer.stage.panels import draw_legend
from visualizer.widgets.ui import Ui, middle
from visualizer.window.settings import LEAST_SCALE, LEAST_SPEED, MOST_SCALE, MOST_SPEED, Settings

KEYS: Sequence[tuple[str, str]] = (
    ("→  ←", "step on and back"),
    ("Shift + → ←", "a rung higher on the ladder"),
    ("Ctrl + → ←", "to the next or last event of a kind: see “Jump to”"),
    ("1 2 3 4", "the rung that → ← and Space take"),
    ("Space", "run and pause"),
    ("Home  End", "to the start; check the whole board"),
    ("+  −", "faster, slower"),
    ("Page Down / Up", "next and previous cue (a presenter's remote)"),
    ("D", "compared runs: on to where they differ"),
    ("Click a number", "jump to its constraint"),
    ("P", "play the game, enter digits; or analyse"),
    ("Arrows, 0 … 9", "entering: point at a cell; write into it, erase"),
    ("A", "apply what was inferred, or the hint"),
    ("H", "a hint, with the reason; again: more of it"),
    ("E", "Clue: enter a line of the log"),
    ("W", "why: what is known of the place pointed at"),
    ("Ctrl + Z", "take back a move, a jump, an application"),
    ("R", "start the lesson again"),
    ("S", "pseudocode or Python source"),
    ("L", "the tab on show (for code: tree, graph) and the board change places"),
    ("F  U", "search tree: fold what failed or was left; unfold all"),
    ("Arrows, Return", "focused picture: to another node, chip or line; fold it, or go there"),
    ("+  −  O  C", "focused tree or graph: zoom, all of it, back to the search"),
    ("Tab, Shift + Tab", "move the focus; Return presses"),
    ("Return, F, C", "focused board: uncover or ask, flag, chord"),
    ("Ctrl and + − 0", "larger, smaller, normal size"),
    ("/", "gallery: search; ↓ and Return choose"),
    ("T", "theme: dark, light, projector"),
    ("Ctrl + V", "open what was copied: a Sudoku, DIMACS"),
    ("F11", "full screen"),
    ("F2", "settings"),
    ("Esc", "stop; back to the gallery"),
    ("?", "this help"),
)


def draw_help(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
              legend: Sequence[tuple[str, str]], close: Callable[[], None]) -> None:
    """All keys, and what the colours mean."""
    inner = ui.modal("help-panel", middle(size, 1120 * unit, 590 * unit), "Keys and colours", close)
    keys, colors = inner.split_bottom(86 * unit, 8 * unit)
    half = -(-len(KEYS) // 2)
    step = min(34 * unit, keys.h / half)
    for index, (key, meaning) in enumerate(KEYS):
        column, row = divmod(index, half)
        x, y = keys.x + column * (keys.w / 2 + 6 * unit), keys.y + (row + 0.5) * step
        name = min(160 * unit, keys.w * 0.2)
        size_ = min(15 * unit, step * 0.6)
        canvas.text((x, y), fit_text(canvas, key, name, size_, "bold"), size_, theme.accent, "left", "bold")
        room = keys.w / 2 - name - 22 * unit
        canvas.text((x + name + 10 * unit, y), fit_text(canvas, meaning, room, size_), size_, theme.text)
    draw_legend(canvas, colors, legend, theme, unit)


def draw_settings(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float, settings: Settings,
                  close: Callable[[], None]) -> None:
    """Theme, scale and speed."""
    inner = ui.modal("settings-panel", middle(size, 520 * unit, 270 * unit), "Settings", close)

    def set_theme(name: str) -> None:
        settings.theme = name.lower()

    def set_scale(value: float) -> None:
        settings.scale = round(value, 2)

    def set_speed(octaves: float) -> None:
        settings.speed = LEAST_SPEED * 2 ** octaves

    row, inner = inner.split_top(40 * unit, 14 * unit)
    ui.dropdown("set-theme", row, "Theme", [name.capitalize() for name in NAMES], settings.theme.capitalize(),
                set_theme, tip="T")
    row, inner = inner.split_top(40 * unit, 14 * unit)
    ui.slider("set-scale", row, "Scale", LEAST_SCALE, MOST_SCALE, settings.scale, set_scale, step=0.1,
              text=f"{settings.scale:.0%}", tip="Ctrl and + or −")
    row, inner = inner.split_top(40 * unit, 14 * unit)
    ui.slider("set-speed", row, "Speed", 0, log2(MOST_SPEED / LEAST_SPEED), log2(settings.speed / LEAST_SPEED),
              set_speed, step=0.25, text=f"{settings.speed:.3g}/s",
              tip="steps a second when a lesson starts; + and − are for the one on show")
