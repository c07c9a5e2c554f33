"""What the window has of the system: the displays, the clipboard, and memory."""

from __future__ import annotations

import gc
from contextlib import suppress

import pygame

from visualizer.widgets.field import Clipboard


class FullScreen:
    """Fills the screen; then back to the window's size and place, which pygame's own toggle forgets where there is a
    window manager."""

    def __init__(self) -> None:
        self._windowed: tuple[tuple[int, int], tuple[int, int]] | None = None  # size and place; None: not full screen

    def toggle(self) -> None:
        """There, or back. Raises pygame.error: not every display has a full screen."""
        if self._windowed is None:
            windowed = pygame.display.get_window_size(), pygame.display.get_window_position()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            self._windowed = windowed
        else:
            (size, place), self._windowed = self._windowed, None
            pygame.display.set_mode(size, pygame.RESIZABLE)
            pygame.display.set_window_position(place)


def display_size(index: int = 0) -> tuple[int, int]:
    """The size of a display; that of the first, where there is none of that number."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[index if 0 <= index < len(sizes) else 0]


def collect_when_idle() -> None:
    """What start-up made stays: later collections of garbage need not look at it again. Those of all that there is take
    as long as ten frames once a run has a million events, so they do not come by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)


class SystemClipboard(Clipboard):
    """The clipboard that all programs share; its own, where there is none."""

    def text(self) -> str:
        """What was copied, here or elsewhere."""
        with suppress(pygame.error):
            return pygame.scrap.get_text()
        return super().text()

    def put(self, text: str) -> None:
        """Copies it, for other programs too."""
        super().put(text)
        with suppress(pygame.error):
            pygame.scrap.put_text(text)


CLIPBOARD = SystemClipboard()
