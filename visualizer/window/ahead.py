"""What comes in while the window is busy: it is meant for what is there afterwards, and waits for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
_OF_THE_PANEL = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB)  # that says what it is busy with
_SWITCHES = (pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_F5, pygame.K_F9, pygame.K_F10, pygame.K_F12)
_REPEATS = 0.7  # seconds: within these a key that is held does, on any system
_MOST = 256  # nobody knows any more what was meant by more


class Ahead:
    """Events that wait."""

    def __init__(self) -> None:
        self.waiting: list[pygame.event.Event] = []
        self._down = set[int]()
        self._since: dict[int, float] = {}  # when a key went down last, or repeated itself

    def look(self, events: Sequence[pygame.event.Event], pressed: Callable[[int], bool], now: float) -> None:
        """Before these come in, at that time: keys that are up, by what the system says, without a release among them.
        It has got lost, as with a focus that moved on, and what goes down next is no repeat. A window that has just
        got the focus may not know of a key that is held, and repeats itself there."""
        told = {event.key for event in events if event.type == pygame.KEYUP}
        self._down = {key for key in self._down
                      if key in told or pressed(key) or now - self._since.get(key, now) < _REPEATS}
        self._since |= {event.key: now for event in events if event.type == pygame.KEYDOWN}

    def before(self, events: Sequence[pygame.event.Event], busy: bool) -> list[pygame.event.Event]:
        """What is to be handled now: unless the window is ``busy``, those first that have waited. Meanwhile, a key
        that is held and repeats itself is not meant for later; and one that switches something does so once: a window
        that comes with it may even have its release. Repeats that have gathered in a slow frame are one; where the
        release came with them, none: they have gone on for as long as it was not looked for."""
        fresh, over = [], {event.key for event in events if event.type == pygame.KEYUP}
        for event in events:
            if self._repeats(event):
                if busy or event.key in _SWITCHES or event.key in over:
                    continue
                over.add(event.key)
            fresh.append(event)
        if busy:
            return fresh
        due, self.waiting = [*self.waiting, *fresh], []
        return due

    def keeps(self, event: pygame.event.Event, panel: bool) -> bool:
        """Shall it wait, now that the window is busy? With the ``panel`` on show, that takes the mouse and some
        keys."""
        if event.type == pygame.KEYDOWN:
            waits = not panel or event.key not in _OF_THE_PANEL
        else:
            waits = event.type in _MOUSE and not panel
        if waits and len(self.waiting) < _MOST:
            self.waiting.append(event)
        return waits

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Goes a key down that is down?"""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        repeats = event.key in self._down
        self._down.add(event.key)
        return repeats

    def drop(self) -> None:
        """What the window was busy with was stopped: what was meant for its end is meant for nothing."""
        self.waiting.clear()
