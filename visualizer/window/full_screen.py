"""The window on its display: full screen and back, and which display that is."""

from __future__ import annotations

import pygame


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
