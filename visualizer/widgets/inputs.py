"""Who gets the input: the areas that the widgets registered while the last frame was drawn.

A later area lies above an earlier one. A modal cuts off all that was registered before it. The focus shows only when
the keyboard moved it or a modal opened, and only then do keys reach a widget: the window keeps Space and the arrows for
the lesson.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from visualizer.canvas.primitives import Point, Rect

TIP_DELAY = 0.6  # seconds that the pointer or the focus rests before the tooltip shows
_NOWHERE = (-1.0, -1.0)
_BUTTONS = 3  # pygame reports the wheel as buttons 4 and up as well, which would count twice
_WIDGET_KEYS = frozenset(("return", "enter", "space", "left", "right", "up", "down", "page up", "page down", "home",
                          "end"))
_RETURN = frozenset(("return", "enter"))
ACTIVATE = _RETURN | {"space"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A place that takes input. ``key`` tells whether it used the key; ``tracks`` if it is drawn after the pointer;
    ``ring`` is where the focus shows, if not around the box; ``writes``: text is typed there; ``main``: Return in a
    modal goes there, where the widget with the focus has no use for it."""

    ident: str
    box: Rect
    press: Callable[[float, float, int], None] | None = None
    drag: Callable[[float, float], None] | None = None
    release: Callable[[float, float], None] | None = None
    move: Callable[[float, float], None] | None = None
    wheel: Callable[[float, float, float], None] | None = None
    key: Callable[[str, bool, bool], bool] | None = None
    any_button: bool = False
    tracks: bool = False
    focusable: bool = False
    tip: str = ""
    ring: Rect | None = None
    writes: bool = False
    main: bool = False


@dataclass(frozen=True, slots=True)
class _Trap:
    """An open modal, and the focus to return to when it closes."""

    ident: str
    focus: str | None
    focus_shows: bool


class Inputs:
    """Dispatches input to areas; holds the focus, the pointer and what it presses."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pointer: Point = _NOWHERE
        self.focus: str | None = None
        self.focus_shows = False
        self.popup: str | None = None  # the widget whose list is open; all keys are its own
        self._areas: list[Area] = []
        self._names: set[str] = set()
        self._layer = 0  # areas before this one lie behind a modal
        self._modals: list[tuple[str, Callable[[], None]]] = []
        self._first: Callable[[str, bool, bool], bool] | None = None  # gets keys before the widget with the focus
        self._traps: list[_Trap] = []
        self._hot: str | None = None
        self._pressed: str | None = None
        self._button = 0
        self._by_key = False  # the latest input came from the keyboard
        self._changed = False  # input since the frame began
        self._tip_for: tuple[str, str] | None = None  # the widget, and what it says: a board says more
        self._tip_since = 0.0
        self._tip_muted: str | None = None  # used by now: its tooltip would only be in the way

    # What the widgets call

    def register(self, area: Area) -> None:
        """Takes input for the widget, from this frame's end to the next's; ValueError if its name is taken."""
        if area.ident in self._names:
            raise ValueError(f"two widgets are called {area.ident!r}")
        self._names.add(area.ident)
        self._areas.append(area)

    def keys_first(self, key: Callable[[str, bool, bool], bool]) -> None:
        """Has keys go there, to the next frame's end, before they go to the widget that shows the focus; not while a
        list is open, or a modal."""
        self._first = key

    def hovered(self, ident: str) -> bool:
        """Whether the pointer is over that widget and free, or pressing it."""
        return self._hot == ident and self._pressed in (None, ident)

    def pressed(self, ident: str) -> bool:
        """Whether that widget is held down with the pointer over it."""
        return self._hot == ident == self._pressed

    def has_keys(self, ident: str) -> bool:
        """Whether that widget has the focus and shows it."""
        return self.focus_shows and self.focus == ident

    @property
    def writes(self) -> bool:
        """Is text typed where the focus shows?"""
        return self.focus_shows and any(area.writes for area in self._areas if area.ident == self.focus)

    def focus_on(self, ident: str) -> None:
        """Moves the focus; it shows if the latest input came from the keyboard."""
        self.focus, self.focus_shows = ident, self._by_key
        self._tip_muted = None
        self._changed = True

    @property
    def wants_frame(self) -> bool:
        """Whether the widgets would look different by now: input came, or a tooltip is due."""
        due = self._tip_for is not None and self._tip_since <= self.now < self._tip_since + TIP_DELAY
        return self._changed or due

    # What the window calls

    def mouse_move(self, x: float, y: float) -> bool:
        """The pointer moved; drags what it holds."""
        self.pointer, self._by_key = (x, y), False
        self._look_under_pointer()
        if self._pressed is not None:
            held = self._find(self._pressed)
            if held and held.drag:
                held.drag(x, y)
            self._changed = True
            return True
        area = self._at(x, y)
        if area and area.move:
            area.move(x, y)
        if area and (area.move or area.tracks):
            self._changed = True
        return area is not None

    def mouse_down(self, x: float, y: float, button: int) -> bool:
        """A button went down: presses and focuses what is under the pointer."""
        if not 1 <= button <= _BUTTONS:
            return False
        self.pointer, self._by_key, self._changed = (x, y), False, True
        self._look_under_pointer()
        self._tip_muted = self._hot
        if self._pressed is not None:  # a second button, while the first is held
            return True
        self.focus_shows = False
        area = self._at(x, y)
        if area is None:
            return False
        if button == 1 or area.any_button:
            self.focus = area.ident if area.focusable else self.focus
            self._pressed, self._button = area.ident, button
            if area.press:
                area.press(x, y, button)
        return True

    def mouse_up(self, x: float, y: float, button: int) -> bool:
        """A button came up: releases what it pressed, wherever the pointer is by now."""
        self.pointer, self._changed = (x, y), True
        self._look_under_pointer()
        if self._pressed is None:
            return False
        if button == self._button:
            held = self._find(self._pressed)
            self._pressed = None
            if held and held.release:
                held.release(x, y)
        return True

    def wheel(self, x: float, y: float, dy: float) -> bool:
        """The wheel turned (up is positive): scrolls the topmost area under the pointer that can."""
        for area in reversed(self._areas[self._layer:]):
            if area.wheel and area.box.contains(x, y):
                area.wheel(x, y, dy)
                self._changed = True
                return True
        return False

    def key(self, name: str, shift: bool = False, ctrl: bool = False) -> bool:
        """A key, by pygame's name for it: moves the focus, or goes to the widget that shows the focus."""
        self._by_key = self._changed = True
        self._tip_muted = self.focus
        if self.popup is not None:
            owner = self._find(self.popup)
            if owner and owner.key:
                owner.key(name, shift, ctrl)
            if name == "tab":
                self._move_focus(-1 if shift else 1)
            return True
        if name == "tab" and not ctrl:
            return self._move_focus(-1 if shift else 1)
        if name == "escape" and self._modals:
            self._modals[-1][1]()
            return True
        if self._first is not None and self._first(name, shift, ctrl):
            return True
        area = self._find(self.focus)
        if self.focus_shows and area and area.key and area.key(name, shift, ctrl):
            return True
        if name == "escape" and self.focus_shows and area:  # gives Space and the arrows back to the window
            self.focus_shows = False
            return True
        main = next((area for area in self._areas if area.main), None) if self._modals and name in _RETURN else None
        if main and main.key and main.key(name, shift, ctrl):
            return True
        if self._modals and name in _WIDGET_KEYS and not ctrl:  # must not run the lesson behind the modal
            if not (self.focus_shows and area):
                self._show_focus()
            return True
        return False

    # Frames

    def _begin_areas(self, now: float) -> None:
        self.now, self._changed, self._layer = now, False, 0
        self._areas, self._names, self._modals, self._first = [], set(), [], None

    def _begin_modal(self, ident: str, close: Callable[[], None]) -> None:
        """Cuts off all areas registered so far."""
        self._layer, self._first = len(self._areas), None
        self._modals.append((ident, close))

    def _trap_focus(self) -> None:
        """Moves the focus into a modal that opened in this frame, and back from one that is gone."""
        open_now = [ident for ident, _ in self._modals]
        while self._traps and self._traps[-1].ident not in open_now:
            trap = self._traps.pop()
            self.focus, self.focus_shows = trap.focus, trap.focus_shows and self._by_key
        known = {trap.ident for trap in self._traps}
        for ident in open_now:
            if ident not in known:
                self._traps.append(_Trap(ident, self.focus, self.focus_shows or self._by_key))
                stops = [area.ident for area in self._areas[self._layer:] if area.focusable]
                if self.focus not in stops:  # or else the modal has asked for it; the first is its close button
                    self.focus = (stops[1:] or stops)[0]
                self.focus_shows = True  # however it was opened: nothing else has a use for keys now

    def _look_under_pointer(self) -> None:
        area = self._at(*self.pointer)
        hot = area.ident if area else None
        if hot != self._hot:
            self._hot, self._changed, self._tip_muted = hot, True, None

    def _due_tip(self) -> Area | None:
        """The area whose tooltip is to be shown by now."""
        ident = self.focus if self._by_key and self.focus_shows else self._hot
        area = self._find(ident)
        if area is None or not area.tip or self._pressed or self.popup or ident == self._tip_muted:
            self._tip_for = None
            return None
        if self._tip_for != (area.ident, area.tip):
            self._tip_for, self._tip_since = (area.ident, area.tip), self.now
        return area if self.now >= self._tip_since + TIP_DELAY else None

    def _find(self, ident: str | None) -> Area | None:
        return next((area for area in self._areas[self._layer:] if area.ident == ident), None)

    def _at(self, x: float, y: float) -> Area | None:
        return next((area for area in reversed(self._areas[self._layer:]) if area.box.contains(x, y)), None)

    def _move_focus(self, step: int) -> bool:
        """To the next or previous area that takes the focus, round and round; False if none does."""
        areas = self._areas[self._layer:]
        here = next((i for i, area in enumerate(areas) if area.ident == self.focus), -1 if step > 0 else 0)
        for k in range(1, len(areas) + 1):
            area = areas[(here + step * k) % len(areas)]
            if area.focusable:
                self.focus, self.focus_shows, self._tip_muted = area.ident, True, None
                return True
        return False

    def _show_focus(self) -> None:
        if self._find(self.focus):
            self.focus_shows = True
        else:
            self._move_focus(1)
