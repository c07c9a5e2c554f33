"""A screen of widgets without a window, for the tests of the widgets."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.widgets.ui import Ui

SIZE = (400.0, 300.0)


class Stage:
    """A user interface with one screen, that keeps a log of what its widgets called back with."""

    def __init__(self, screen: Callable[[Stage], None]) -> None:
        self.ui, self.screen = Ui(), screen
        self.log: list[object] = []
        self.now = 0.0
        self.frame()

    def frame(self, seconds: float = 0.0) -> RecordingCanvas:
        self.now += seconds
        canvas = RecordingCanvas()
        self.ui.begin(canvas, theme("dark"), 1.0, SIZE, self.now)
        self.screen(self)
        self.ui.end()
        return canvas

    def say(self, what: object) -> Callable[[], None]:
        return lambda: self.log.append(what)

    def click(self, x: float, y: float) -> None:
        self.ui.mouse_move(x, y)
        self.ui.mouse_down(x, y, 1)
        self.ui.mouse_up(x, y, 1)
        self.frame()

    def keys(self, *names: str) -> list[bool]:
        used = []
        for name in names:
            used.append(self.ui.key(name.removeprefix("shift "), shift=name.startswith("shift ")))
            self.frame()
        return used


def texts(canvas: RecordingCanvas) -> list[str]:
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]
