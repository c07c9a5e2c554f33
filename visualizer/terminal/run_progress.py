"""How far a command without a window is, once it has taken a few seconds: what it tells, or its events so far."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from algorithms.long_work import listening
from algorithms.words import counted

_PATIENCE = 3.0  # seconds without a word
_BLINK = 0.5  # seconds between two states of the line on a terminal
_SELDOM = 30.0  # and between two lines, where nobody watches
_MANY = 32  # events between two looks at the clock


class RunProgress:
    """A line on standard error that a terminal overwrites, elsewhere a line now and then. ``quicker``: what would find
    the same sooner, told once before that."""

    def __init__(self, quicker: str = "") -> None:
        self.quicker = quicker
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE
        self._shown = False

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Work in here tells how far it is; then the line on the terminal goes."""
        try:
            with listening(self._news):
                yield
        finally:
            self.end()

    def tell(self, events: int) -> None:
        """So many events until now: called for each."""
        if events % _MANY == 0:
            self._news(f"{counted(events, 'event')} so far")

    def _news(self, news: str) -> None:
        if not news or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (_BLINK if self._watched else _SELDOM)
        clear = "\r\033[K" if self._watched else ""
        if self.quicker:
            print(f"{clear}unfog: {self.quicker}", file=sys.stderr)
            self.quicker = ""
        self._shown = True
        text = f"unfog: {news}; Ctrl+C stops"
        if self._watched:
            text = text[: shutil.get_terminal_size().columns - 1]  # a second row could not be taken back
        print(f"{clear}{text}", end="" if self._watched else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        """The line on the terminal goes."""
        if self._watched and self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False
