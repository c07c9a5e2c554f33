"""What changes places with the board is seen to go there: for a moment both are between their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Rect, rect_on
from visualizer.canvas.pygame_shapes import fill_box
from visualizer.canvas.theme import Theme
from visualizer.runs.playback import Playback

SPAN = 0.22
"""Seconds that it takes."""


class Swapping:
    """The way of what is shown to its place. The playback has the clock; ``moves``: as the settings have it."""

    def __init__(self, playback: Playback, moves: Callable[[], bool]) -> None:
        self._playback = playback
        self._moves = moves
        self._key: object = None
        self._shown: Mapping[str, Rect] = {}
        self._from: Mapping[str, Rect] = {}
        self._began = -SPAN
        self._copies: dict[str, pygame.Surface] = {}

    @property
    def part(self) -> float:
        """How far it is on the way, 0 to 1, slowing down."""
        gone = (self._playback.clock() - self._began) / SPAN
        return 1.0 if not 0 <= gone < 1 else 1 - (1 - gone) ** 3

    @property
    def busy(self) -> bool:
        """Is something on the way?"""
        return self.part < 1

    def complete(self) -> None:
        """All is in its place."""
        self._began = -SPAN

    def draw(self, canvas: Canvas, key: object, shown: Mapping[str, Rect], theme: Theme) -> None:
        """After all else of the stage: ``shown`` is where what lies, by names, the largest last; when ``key`` is
        another one, that has changed places."""
        shown = {name: box for name, box in shown.items() if box.w > 1 and box.h > 1}
        if self._key not in (None, key) and self._moves():
            self._from, self._began = self._shown, self._playback.clock()
        self._key, self._shown = key, shown
        if self.part < 1 and isinstance(canvas, PygameCanvas):
            self._draw(canvas.surface, theme)

    def _draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """From copies straight to where they are now: half of such a frame's pixels would go to get memory for them."""
        part, whole = self.part, surface.get_rect()
        on_the_way = {name: box for name, box in self._shown.items() if self._from.get(name, box) != box}
        places = {name: place for name, box in on_the_way.items() if (place := _pixels(box).clip(whole))}
        copies = {name: self._copy(name, surface, place) for name, place in places.items()}
        for place in places.values():
            fill_box(surface, theme.background, *place)
        for name in sorted(copies, key=lambda name: on_the_way[name].w * on_the_way[name].h):
            if box := _pixels(rect_on(self._from[name], on_the_way[name], part)).clip(whole):
                pygame.transform.scale(copies[name], box.size, surface.subsurface(box))

    def _copy(self, name: str, surface: pygame.Surface, place: pygame.Rect) -> pygame.Surface:
        """What is seen there, on a surface that is kept."""
        kept = self._copies.get(name)
        if kept is None or kept.get_size() != place.size:
            kept = self._copies[name] = pygame.Surface(place.size, 0, surface)
        kept.blit(surface, (0, 0), place)
        return kept


def _pixels(box: Rect) -> pygame.Rect:
    return pygame.Rect(round(box.x), round(box.y), round(box.w), round(box.h))
