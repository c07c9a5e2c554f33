"""What the window shows: the gallery, a lesson, several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas
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
