"""What the window shows: the gallery, a lesson, several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from visualizer.canvas.primitives import Canvas
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui


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
