"""How far a run without a window is: how many events so far, once it has taken a few seconds."""

from __future__ import annotations

import sys
import time

from algorithms.wording import counted

_PATIENCE = 3.0  # seconds without a word
_BLINK = 0.5  # seconds between two states of the line on a terminal
_SELDOM = 30.0  # and between two lines, where nobody watches
_MANY = 32  # events between two looks at the clock


class RunProgress:
    """A line on standard error that a terminal overwrites, elsewhere a line now and then."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE
        self._shown = False

    def tell(self, events: int) -> None:
        """So many events until now: called for each."""
        if events % _MANY or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (_BLINK if self._watched else _SELDOM)
        self._shown = True
        text = f"unfog: {counted(events, 'event')} so far; Ctrl+C stops"
        print(f"\r\033[K{text}" if self._watched else text, end="" if self._watched else "\n", file=sys.stderr,
              flush=True)

    def end(self) -> None:
        """The line on the terminal goes."""
        if self._watched and self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
