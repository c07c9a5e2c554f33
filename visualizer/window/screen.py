"""What the window shows: the gallery, a lesson, several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Rect, fit_text
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


def draw_title(canvas: Canvas, box: Rect, title: str, beside: str, theme: Theme, unit: float) -> None:
    """A lesson's title, smaller if it would be cut otherwise, and what has room ``beside`` it."""
    size = unit * max(14.0, min(19.0, 19.0 * box.w / max(1.0, canvas.measure(title, 19 * unit, "bold"))))
    canvas.text((box.x, box.center[1]), fit_text(canvas, title, box.w, size, "bold"), size, theme.text, "left", "bold")
    used = canvas.measure(title, size, "bold") + 16 * unit
    if canvas.measure(beside, 14 * unit) <= box.w - used:
        canvas.text((box.x + used, box.center[1]), beside, 14 * unit, theme.muted)
