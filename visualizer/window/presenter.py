"""The presenter's window, a second one: notes and answers for whoever teaches; and the class's picture frozen, while
something is tried here. Where no second window can be made, the notes are a panel in the only one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Protocol

import pygame

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix, theme
from visualizer.runs.briefing import Briefing, brief
from visualizer.runs.playback import Playback
from visualizer.runs.quiz import Asks
from visualizer.widgets.ui import Ui
from visualizer.window.keys import give_mouse
from visualizer.window.presenter_page import Hour, Knob, draw_page
from visualizer.window.screen import Screen
from visualizer.window.settings import Settings

_SIZE = (1000, 640)
_LEAST = (64, 48)
_LEAST_UNIT = 0.78  # below it, letters on buttons would be too small to read
_NO_LESSON = "No lesson is open: the class sees the gallery."
_STRIP = 34.0  # the height of the sign that says the class's picture is frozen, at unit 1
_NONE = "No second window can be made here ({}), so the notes are a panel; F9 closes it."
_ONLY_WITH = "Freezing needs the presenter's window; F9 opens it."


class Shown(Protocol):
    """The window of which this is the second."""

    settings: Settings
    screen: Screen
    ui: Ui

    @property
    def _playback(self) -> Playback | None: ...

    def _show(self, screen: Screen) -> None: ...

    def key(self, name: str, shift: bool, ctrl: bool) -> None: ...

    def ask(self, game: str) -> None: ...


class Presenter:
    """What the presenter sees of an ``app``. ``settings.presenter`` says whether it is wanted.

    window: the second one; None: there is none, or it cannot be made, as ``fault`` says
    frozen: the picture that the class sees meanwhile; None: it sees all
    """

    def __init__(self, app: Shown, now: Callable[[], float] = time.monotonic,
                 clock: Callable[[], datetime] = datetime.now) -> None:
        self.app, self.now, self.clock = app, now, clock
        self.window: pygame.Window | None = None
        self.fault = ""
        self.ui = Ui()
        self.canvas: PygameCanvas | None = None
        self.frozen: pygame.Surface | None = None
        self._below: PygameCanvas | None = None  # the part of the window below the sign
        self._kept: Callable[[], None] | None = None  # back to what the class sees: its screen, branch and place
        self._of: Playback | None = None
        self._began = now()
        self._last: object = None  # what the picture was made of
        self._stirred = True

    # --- the window ------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """The window comes and goes with the setting; the minutes are those of the lesson on show."""
        wanted = self.app.settings.presenter
        if wanted and self.window is None and not self.fault:
            self._open()
        elif not wanted:
            self.fault = ""
            self.close()
        playback = self.app._playback
        if playback is not self._of:
            self._of, self._began = playback, self.now()

    def _open(self) -> None:
        try:
            self.window = pygame.Window("Unfog: presenter", _SIZE, resizable=True)
            self.canvas = PygameCanvas(self.window.get_surface())
        except (pygame.error, AttributeError) as error:
            self.window, self.fault = None, str(error) or "the display has one only"
            self.app.screen.message = _NONE.format(self.fault)
        self._last, self.ui = None, Ui()

    def close(self) -> None:
        """The window goes; the class sees what there is."""
        self.frozen = self._kept = self.canvas = self._below = None
        if self.window is not None:
            with suppress(pygame.error):
                self.window.destroy()
            self.window = None

    def toggle(self) -> None:
        """F9."""
        self.app.settings.presenter = not self.app.settings.presenter

    # --- freezing --------------------------------------------------------------------------------------------------

    def freeze(self, *, back: bool = False) -> None:
        """F12: the class's picture stays, or goes on; ``back``: the run goes back to what the class has seen, first."""
        surface = pygame.display.get_surface()
        if self.window is None or surface is None:
            self.app.screen.message = _ONLY_WITH
        elif self.frozen is None:
            self.frozen = surface.copy()
            self._kept = self._way_back()
        else:
            if back and self._kept is not None:
                self._kept()
            self.frozen = self._kept = None
        self._last = self._below = None

    def _way_back(self) -> Callable[[], None]:
        """What takes back all that is tried from here on: other steps, branches, other screens."""
        screen, playback = self.app.screen, self.app._playback
        if playback is not None:
            playback.stop()
        way = playback.way_back() if isinstance(playback, Asks) else None

        def back() -> None:
            if self.app.screen is not screen:
                self.app._show(screen)
            if way is not None:
                way()

        return back

    # --- input -----------------------------------------------------------------------------------------------------

    def key(self, name: str, shift: bool) -> bool:
        """A key of the presenter's, whichever window has the keyboard."""
        if name == "f9" and shift:
            self.app.ask("record")
        elif name == "f9":
            self.toggle()
        elif name == "f12":
            self.freeze(back=shift)
        else:
            return False
        return True

    def takes(self, event: pygame.event.Event) -> bool:
        """Is it for the presenter's window, or kept from the class's? Keys are for the lesson in either."""
        of = getattr(event, "window", None)
        if self.window is None:
            return False
        if of is not self.window:
            return self.frozen is not None and event.type in _OF_MOUSE
        self._stirred = True
        if event.type == pygame.WINDOWCLOSE:
            self.app.settings.presenter = False
        elif self.frozen is not None:
            return give_mouse(self.app.ui, event, self._strip) or event.type != pygame.KEYDOWN
        elif not give_mouse(self.ui, event):
            return event.type not in (pygame.KEYDOWN, pygame.DROPFILE)
        return True

    # --- drawing ---------------------------------------------------------------------------------------------------

    def target(self, canvas: PygameCanvas) -> PygameCanvas:
        """Where the lesson is drawn: on the class's canvas, or here while that is frozen."""
        if self.frozen is None or self.canvas is None or self.window is None:
            return canvas
        whole = canvas.surface.get_rect()
        canvas.surface.fill((0, 0, 0))
        canvas.surface.blit(self.frozen, self.frozen.get_rect(center=whole.center))
        own = self._fresh().surface
        w, h = own.get_size()
        strip = min(h - 1, int(self._strip))
        if self._below is None or self._below.surface.get_parent() is not own:
            self._below = PygameCanvas(own.subsurface((0, strip, w, h - strip)))
        return self._below

    @property
    def _strip(self) -> float:
        """The height of the sign above the lesson."""
        return _STRIP * self._unit

    @property
    def _unit(self) -> float:
        assert self.canvas is not None
        w, h = self.canvas.surface.get_size()
        return max(_LEAST_UNIT, min(w / _SIZE[0], h / _SIZE[1]) * self.app.settings.scale)

    def _fresh(self) -> PygameCanvas:
        """The canvas, which is another one after a change of the window's size."""
        assert self.window is not None
        surface = self.window.get_surface()
        if self.canvas is None or self.canvas.surface is not surface:
            self.canvas, self._last = PygameCanvas(surface), None
        return self.canvas

    def draw(self, canvas: PygameCanvas) -> None:
        """The second window, or the panel in its place, on the first one's ``canvas``."""
        if self.window is None:
            if self.fault and self.app.settings.presenter:
                self._draw_panel(canvas)
            return
        own, settings = self._fresh(), self.app.settings
        size = own.surface.get_size()
        unit, colors = self._unit, theme(settings.theme)
        if self.frozen is not None:
            self._draw_sign(own, float(size[0]), colors)
            self.window.flip()
            return
        told, hour = self._told(), self._hour()
        made_of = told, hour, size, unit, settings.theme, settings.more
        if made_of == self._last and not self._stirred and not self.ui.wants_frame:
            return
        self._last, self._stirred = made_of, False
        whole = Rect(0, 0, float(max(size[0], _LEAST[0])), float(max(size[1], _LEAST[1])))
        self.ui.begin(own, colors, unit, (whole.w, whole.h), self.now())
        draw_page(self.ui, own, whole, told, hour, self._knobs(), colors, unit)
        self.ui.end()
        self.window.flip()

    def _draw_sign(self, canvas: Canvas, width: float, colors: Theme) -> None:
        """That the class sees another picture."""
        strip, unit = Rect(0, 0, width, self._strip), self._unit
        canvas.rect(strip, mix(colors.panel, colors.bad, 0.55))
        canvas.text((12 * unit, strip.center[1]), "Frozen: the class sees the picture from before. F12 shows it this; "
                    "Shift + F12 goes back to it.", 15 * unit, colors.text, "left", "bold")

    def _draw_panel(self, canvas: PygameCanvas) -> None:
        """The notes at the right of the only window."""
        w, h = map(float, canvas.surface.get_size())
        wide = min(w, max(w * 0.42, 300.0))
        unit = max(_LEAST_UNIT, min(wide / 520, h / 800) * self.app.settings.scale)
        box = Rect(w - wide, 0, wide, h)
        draw_page(None, canvas, box, self._told(), self._hour(), (), theme(self.app.settings.theme), unit)

    def _told(self) -> Briefing:
        playback = self.app._playback
        if playback is None:
            return Briefing(self.app.screen.title, "Gallery", cueless=_NO_LESSON)
        return brief(playback)

    def _hour(self) -> Hour:
        return Hour(f"{self.clock():%H:%M}", int(self.now() - self._began) // 60)

    def _knobs(self) -> list[Knob]:
        """Buttons that do what keys do."""
        there = self.app._playback is not None

        def press(name: str) -> Callable[[], None]:
            return lambda: self.app.key(name, False, False)

        return [Knob("back", "◀ Cue", press("page up"), "Page Up", enabled=there),
                Knob("next", "Next cue ▶", press("page down"), "Page Down", enabled=there),
                Knob("more", "More", press("v"), "V: the lesson says more", self.app.settings.more, there),
                Knob("freeze", "Freeze", press("f12"), "F12: the class's picture stays", enabled=there)]


_OF_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
