"""What the window shows: the gallery, a lesson, several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui

_DIMMED = 0.65  # what lies behind a dialog fades so far into the background


class Screen(Protocol):
    """What the window shows. ``recover`` is asked, after a fault of time or drawing, for what was drawn before."""

    message: str
    said: str  # by the lesson, just now

    @property
    def hides_cursor(self) -> bool: ...

    @property
    def title(self) -> str: ...

    @property
    def legend(self) -> Sequence[tuple[str, str]]: ...

    @property
    def busy(self) -> bool: ...

    def recover(self) -> None: ...

    def tick(self, seconds: float) -> None: ...

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None: ...

    def key(self, name: str, shift: bool, ctrl: bool) -> bool: ...


def fade_behind(canvas: Canvas, theme: Theme) -> None:
    """What is drawn so far lies behind a dialog: it fades."""
    if isinstance(canvas, PygameCanvas):
        canvas.dim(theme.background, _DIMMED)


def draw_title(canvas: Canvas, box: Rect, title: str, beside: str, theme: Theme, unit: float, note: str = "") -> None:
    """A lesson's title, smaller if it would be cut otherwise, and what has room ``beside`` it; or a ``note``, which so
    covers nothing that somebody is reading."""
    if note:
        _draw_note(canvas, box, note, theme, unit)
        return
    size = unit * max(14.0, min(19.0, 19.0 * box.w / max(1.0, canvas.measure(title, 19 * unit, "bold"))))
    canvas.text((box.x, box.center[1]), fit_text(canvas, title, box.w, size, "bold"), size, theme.text, "left", "bold")
    used = canvas.measure(title, size, "bold") + 16 * unit
    if canvas.measure(beside, 14 * unit) <= box.w - used:
        canvas.text((box.x + used, box.center[1]), beside, 14 * unit, theme.muted)


def _draw_note(canvas: Canvas, box: Rect, note: str, theme: Theme, unit: float) -> None:
    """What could not be done, or was asked for: in one line, or in smaller ones. Three have room between the window's
    rim and the stage; more, in a very narrow window, go on below."""
    pad = 12 * unit
    for size, most in ((15 * unit, 1), (13 * unit, 2), (12 * unit, 8)):
        rows = wrap_text(canvas, note, box.w - 2 * pad, size, "bold")
        if len(rows) <= most:
            break
    rows, pitch = rows[:most], 1.2 * size
    wide = max(canvas.measure(row, size, "bold") for row in rows) + 2 * pad
    high = max(box.h, len(rows) * pitch + 2 * unit)
    place = Rect(box.x, max(box.y - 5 * unit, box.center[1] - high / 2), wide, high)
    canvas.rect(place, theme.accent, radius=6 * unit)
    for index, row in enumerate(rows):
        y = place.center[1] + (index - (len(rows) - 1) / 2) * pitch
        canvas.text((place.x + pad, y), row, size, theme.on_accent, "left", "bold")
