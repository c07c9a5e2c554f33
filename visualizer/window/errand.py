"""Work in the window that takes longer than a frame: it goes on a little in each, says how far it is, can be stopped.

It has a thread of its own, but never runs beside the window: :meth:`Errand.work` lets it go on to its first checkpoint
after the budget, and waits for that. So it may use what the window uses, and a frame has the processor to itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Semaphore, Thread
from typing import TypeVar

from algorithms.long_work import Stopped, listening
from visualizer.canvas.primitives import Canvas, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui
from visualizer.window.overlays import middle

AT_ONCE = 0.08  # seconds: what takes less is done before the next frame, and nothing is said of it
A_FRAME = 0.012  # seconds of a frame that are left to work

T = TypeVar("T")


class Errand:
    """Does ``do``. ``news``: how far it is, as it told at its last checkpoints; ``done``: it has ended."""

    def __init__(self, title: str, do: Callable[[], object]) -> None:
        self.title = title
        self.news = ""
        self.done = False
        self._do = do
        self._error: BaseException | None = None
        self._until = 0.0
        self._stopping = False
        self._go, self._paused = Semaphore(0), Semaphore(0)
        self._thread = Thread(target=self._run, daemon=True)  # nobody need go on with it, not even at the end of Python

    def work(self, budget: float) -> bool:
        """Goes on for about ``budget`` seconds; has it ended? Raises what the work has raised."""
        self._until = time.perf_counter() + budget
        self._resume()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        return self.done

    def stop(self) -> None:
        """Ends it where it is."""
        self._stopping = True
        self._resume()

    def _resume(self) -> None:
        """Lets the thread run until it has paused or ended."""
        if self.done:
            return
        if self._thread.ident is None:
            self._thread.start()
        else:
            self._go.release()
        self._paused.acquire()

    def _run(self) -> None:
        try:
            with listening(self._checkpoint):
                self._checkpoint("")
                self._do()
        except Stopped:
            pass
        except BaseException as error:
            self._error = error  # for whoever waits
        finally:
            self.done = True
            self._paused.release()

    def _checkpoint(self, news: str) -> None:
        self.news = news or self.news
        if not self._stopping and time.perf_counter() >= self._until:
            self._paused.release()
            self._go.acquire()
        if self._stopping:
            raise Stopped


class Errands:
    """What the window is busy with, one thing at a time; meanwhile the screen below rests."""

    def __init__(self) -> None:
        self.current: Errand | None = None
        self._then: Callable[[], None] = lambda: None

    def start(self, title: str, do: Callable[[], T], then: Callable[[T], None] = lambda result: None) -> None:
        """Does something, at once if that is quick; otherwise in the frames to come. ``then`` takes what it returns,
        in the window's own thread, where alone a system lets its window be changed."""
        self.stop()
        results: list[T] = []
        self.current = Errand(title, lambda: results.append(do()))
        self._then = lambda: then(results[0])
        self.go_on(AT_ONCE)

    def go_on(self, budget: float = A_FRAME) -> None:
        """A frame passes."""
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
