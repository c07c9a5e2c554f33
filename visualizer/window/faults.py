"""What to do about an exception in a frame: it is said in the window and written down, and the window goes on."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path

from scenarios.loader import user_folder
from visualizer.canvas.primitives import Canvas, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle

_FILE = "errors.log"
_MOST_BYTES = 500_000  # then a new log begins, and one old one stays
_MOST_TOLD = 100  # different faults that a session writes down
_MOST_TEXT = 20_000  # characters of one of them
_SHOWN = 160  # characters of an exception's own words


class Faults:
    """The faults of a session. ``said`` is what the last one was, in a line, and where it is written down.

    ``undrawn``: the screen cannot be drawn; until the user goes on or elsewhere, nothing tries.
    """

    def __init__(self) -> None:
        self.said: tuple[str, ...] = ()
        self.undrawn = False
        self._told: set[str] = set()

    def note(self, fault: Exception, doing: str, where: str) -> None:
        """Takes down a fault while ``doing`` something on a screen; the same one only once."""
        text = "".join(traceback.format_exception(fault))
        if len(text) > _MOST_TEXT:
            text = f"{text[: _MOST_TEXT // 2]}\n…\n{text[-_MOST_TEXT // 2 :]}"
        if text not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(text)
            _log(f"{time.strftime('%Y-%m-%d %H:%M:%S')}, {doing}, {where}\n{text}\n")
        words = " ".join(str(fault).split())[:_SHOWN]
        self.said = (f"A fault in Unfog, {doing}: {type(fault).__name__}{f': {words}' if words else ''}.",
                     "What you have done is kept. Return goes on; if the same comes again, go to the gallery.",
                     f"The details are in {log_file() or 'no file, as none can be written'}.")


def log_file() -> Path | None:
    """Where faults are written down; None where there is no such place."""
    try:
        file = user_folder() / _FILE
        return file if file.is_file() else None
    except (OSError, RuntimeError):
        return None


def _log(text: str) -> None:
    """Appends to the log, if that can be written."""
    try:
        file = user_folder() / _FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            return
        if file.exists() and file.stat().st_size > _MOST_BYTES:
            file.replace(file.with_suffix(".old.log"))
        with file.open("a", encoding="utf-8", errors="backslashreplace") as out:
            out.write(text)
    except (OSError, RuntimeError):
        return


def draw_fault(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float, faults: Faults,
               go_on: Callable[[], None], leave: Callable[[], None]) -> None:
    """What went wrong, what to do about it, and where it is written down."""
    inner = ui.modal("fault-panel", middle(size, 720 * unit, 300 * unit), "Something went wrong", go_on)
    text, buttons = inner.split_bottom(42 * unit, 12 * unit)
    place, buttons = buttons.split_left(160 * unit, 12 * unit)
    ui.button("fault-go-on", place, "Go on", go_on, icon="play", tip="Return")
    ui.button("fault-gallery", buttons.split_left(160 * unit)[0], "Gallery", leave, icon="gallery")
    letters, y = 16 * unit, text.y + 12 * unit
    for index, line in enumerate(faults.said):
        for row in wrap_text(canvas, line, text.w, letters)[:4]:
            if y < text.bottom:
                canvas.text((text.x, y), row, letters, theme.text if index else theme.bad)
            y += letters * 1.35
        y += letters * 0.4
