"""How something was drawn with pygame, to be done again without asking what each stroke looks like, and where it lies:
most of a small drawing's time goes there."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from visualizer.canvas.primitives import Point

_Blit = tuple[pygame.Surface, Point]
_Call = tuple[Callable[..., object], tuple[object, ...]]  # one of pygame's functions, and what follows the surface


class Tape:
    """Notes what is drawn. ``lost``: there was something that cannot be noted."""

    __slots__ = ("_calls", "_runs", "lost")

    def __init__(self) -> None:
        self.lost = False
        self._runs: list[list[_Blit]] = [[]]  # one more than there are calls: before, between and behind them
        self._calls: list[_Call] = []

    def blit(self, surface: pygame.Surface, picture: pygame.Surface, at: Point) -> None:
        """Draws a picture that stays as it is."""
        surface.blit(picture, at)
        self._runs[-1].append((picture, at))

    def note(self, draw: Callable[..., object], args: tuple[object, ...]) -> None:
        """That function has drawn."""
        self._calls.append((draw, args))
        self._runs.append([])

    def extend(self, other: Tape) -> None:
        """What the other one noted was drawn here, too."""
        self.lost = self.lost or other.lost
        self._runs[-1] += other._runs[0]
        self._runs += map(list, other._runs[1:])
        self._calls += other._calls

    def play(self, surface: pygame.Surface) -> None:
        """Draws the same again."""
        surface.fblits(self._runs[0])
        for (draw, args), run in zip(self._calls, self._runs[1:], strict=True):
            draw(surface, *args)
            if run:  # of hundreds of lines none has a picture between
                surface.fblits(run)
