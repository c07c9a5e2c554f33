"""Work in the window that takes longer than a frame: it goes on a little in each, says how far it is, can be stopped.

It runs in a greenlet, a stack of its own in the same thread: :meth:`Errand.work` lets it go on to its first checkpoint
after the budget. So it never runs beside the window, may use all that the window uses, and takes nothing from a frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pygame
from greenlet import getcurrent, greenlet

from algorithms.long_work import Stopped, listening
from visualizer.canvas.primitives import Canvas, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle
from visualizer.window.ahead import Ahead

AT_ONCE = 0.05  # seconds: what takes less is done before the next frame, and nothing is said of it
A_FRAME = 0.012  # seconds of a frame that are left to work
_QUIET = 12  # frames, before it is said: a panel that comes and goes at once is only a flash

T = TypeVar("T")


class Errand:
    """Does ``do``. ``news``: how far it is, as it told at its last checkpoints; ``done``: it has ended."""

    def __init__(self, title: str, do: Callable[[], object]) -> None:
        self.title = title
        self.news = ""
        self.done = False
        self._do = do
        self._until = 0.0
        self._stack = greenlet(self._run)

    def work(self, budget: float) -> bool:
        """Goes on for about ``budget`` seconds; has it ended? Raises what the work raises."""
        if not self.done:
            self._until = time.perf_counter() + budget
            self._stack.parent = getcurrent()
            self._stack.switch()
        return self.done

    def stop(self) -> None:
        """Ends it where it is."""
        if self._stack and not self.done:  # it has begun
            self._stack.parent = getcurrent()
            self._stack.throw(Stopped())
        self.done = True

    def _run(self) -> None:
        try:
            with listening(self._checkpoint):
                self._checkpoint("")
                self._do()
        except Stopped:
            pass
        finally:
            self.done = True

    def _checkpoint(self, news: str) -> None:
        self.news = news or self.news
        if time.perf_counter() >= self._until and self._stack.parent is not None:
            self._stack.parent.switch()


class Errands:
    """What the window is busy with, one thing at a time; meanwhile the screen below rests."""

    def __init__(self) -> None:
        self.current: Errand | None = None
        self.ahead = Ahead()
        self._frames = 0
        self._then: Callable[[], None] = lambda: None

    def start(self, title: str, do: Callable[[], T], then: Callable[[T], None] = lambda result: None) -> None:
        """Does something, at once if that is quick; otherwise in the frames to come. ``then`` takes what it returns."""
        self.stop()
        results: list[T] = []
        self._frames = 0
        self.current = Errand(title, lambda: results.append(do()))
        self._then = lambda: then(results[0])
        self.go_on(AT_ONCE)

    @property
    def quiet(self) -> bool:
        """Is there work, of which the window need not say anything yet?"""
        return self.current is not None and self._frames <= _QUIET

    @property
    def due(self) -> bool:
        """Is there what has waited for the end of the work, which has come?"""
        return self.current is None and bool(self.ahead.waiting)

    def keeps(self, event: pygame.event.Event) -> bool:
        """Does what came in wait for the end of the work?"""
        return self.current is not None and self.ahead.keeps(event, not self.quiet)

    def give_up(self) -> None:
        """The user stops what is under way."""
        self.stop()
        self.ahead.drop()

    def go_on(self, budget: float = A_FRAME) -> None:
        """A frame passes."""
        self._frames += 1
        errand = self.current
        try:
            ended = errand is not None and errand.work(budget)
        except BaseException:
            self.current = None
            raise
        if ended:
            self.current = None
            self._then()

    def stop(self) -> None:
        """Ends what is under way; nothing comes of it."""
        if self.current is not None:
            self.current.stop()
            self.current = None


def draw_errand(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float, errand: Errand,
                stop: Callable[[], None]) -> None:
    """What the window is busy with, how far that is, and a way to stop it."""
    inner = ui.modal("errand-panel", middle(size, 640 * unit, 200 * unit), errand.title, stop)
    text, buttons = inner.split_bottom(42 * unit, 8 * unit)
    ui.button("errand-stop", buttons.split_left(160 * unit)[0], "Stop", stop, icon="close", tip="Escape")
    letters = 16 * unit
    for index, row in enumerate(wrap_text(canvas, errand.news or "This takes a moment.", text.w, letters)[:3]):
        canvas.text((text.x, text.y + (12 + 22 * index) * unit), row, letters, theme.text)
