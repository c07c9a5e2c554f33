"""How far a command without a window is, once it has taken a few seconds: what it tells, or its events so far."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from algorithms.long_work import listening
from algorithms.wording import counted

_PATIENCE = 3.0  # seconds without a word
_BLINK = 0.5  # seconds between two states of the line on a terminal
_SELDOM = 30.0  # and between two lines, where nobody watches
_MANY = 32  # events between two looks at the clock
LONG = 100_000  # events: then a run is told what would be quicker


class RunProgress:
    """A line on standard error that a terminal overwrites, elsewhere a line now and then."""

    def __init__(self) -> None:
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

    def tell(self, events: int, quicker: str = "") -> None:
        """So many events until now: called for each. ``quicker``: what else would find the same sooner."""
        if events % _MANY == 0:
            self._news(f"{counted(events, 'event')} so far", quicker if events >= LONG else "")

    def _news(self, news: str, quicker: str = "") -> None:
        if not news or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (_BLINK if self._watched else _SELDOM)
        self._shown = True
        text = f"unfog: {news}; Ctrl+C stops{f'; {quicker}' if quicker else ''}"
        print(f"\r\033[K{text}" if self._watched else text, end="" if self._watched else "\n", file=sys.stderr,
              flush=True)

    def end(self) -> None:
        """The line on the terminal goes."""
        if self._watched and self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False
