"""The widgets: a small immediate-mode set on the canvas, for mouse and keyboard alike.

The screen calls them while it draws a frame, between ``begin`` and ``end``. Each call draws the widget and registers
where it takes input; what comes in before the next frame goes there (:mod:`visualizer.widgets.inputs`). A widget shows
the value it is given and calls back with the value wanted: it keeps nothing of its own but scroll positions and carets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import floor

from visualizer.canvas.fonts import Style
from visualizer.canvas.icons import draw_icon
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.widgets.dropdown import Dropdown, Picking
from visualizer.widgets.field import Caret, Clipboard, Field
from visualizer.widgets.inputs import ACTIVATE, Area
from visualizer.widgets.look import Look, faint


class Ui(Look):
    """The widgets, and what of them lasts from frame to frame: focus, pointer, scroll positions, carets, the open list.
    ``clipboard`` is the window's; without one, it has its own."""

    def __init__(self, clipboard: Clipboard | None = None) -> None:
        super().__init__()
        self.clipboard = clipboard or Clipboard()
        self._carets: dict[str, Caret] = {}
        self._pickings: dict[str, Picking] = {}
        self._open_list: Dropdown | None = None
        self._opening = ""  # the dropdown whose list is asked for

    def begin(self, canvas: Canvas, theme: Theme, unit: float, size: tuple[float, float], now: float) -> None:
        """Starts a frame: lengths are multiplied by ``unit``, ``size`` is the canvas's, ``now`` is in seconds."""
        self.canvas, self.theme, self.unit, self.size = canvas, theme, unit, size
        self._open_list = None
        self._begin_areas(now)

    def end(self) -> None:
        """Finishes the frame with what lies above the rest: the focus ring, the open list, the tooltip."""
        self._trap_focus()
        self._draw_focus()
        if self._open_list and self._find(self.popup):
            self._open_list.draw_list()
        else:  # its dropdown is gone, or behind a modal
            self.popup = None
        self._look_under_pointer()
        self._draw_tip()

    def button(self, ident: str, box: Rect, label: str, action: Callable[[], None], *, icon: str = "",
               enabled: bool = True, on: bool = False, tip: str = "", main: bool = False) -> None:
        """A button. With an icon and no room for the label, the label is the tooltip; ``on``: it is switched on;
        ``main``: Return presses it, wherever in a modal one is."""
        look = label, icon, enabled, on, self.pressed(ident), self.hovered(ident), self.unit, self.theme.name
        self.canvas.alike(("button", box, *look), lambda _: self._draw_button(ident, box, label, icon, enabled=enabled,
                                                                              on=on))
        spoken = ": ".join(part for part in ("" if self._has_room(box, label, icon) else label, tip) if part)

        def release(x: float, y: float) -> None:
            if box.contains(x, y):
                action()

        def key(name: str, _shift: bool, ctrl: bool) -> bool:
            used = name in ACTIVATE and not ctrl
            if used and enabled:
                action()
            return used  # by a disabled button too: a Return too many must not start something else

        self.register(Area(ident=ident, box=box, release=release if enabled else None, key=key, focusable=enabled,
                           tip=spoken, main=main))

    def _draw_button(self, ident: str, box: Rect, label: str, icon: str, *, enabled: bool, on: bool) -> None:
        theme = self.theme
        fill = self.face(ident, box, enabled, mix(theme.raised, theme.accent, 0.22) if on and enabled else None)
        ink = theme.text if enabled else faint(theme.text, fill)
        self._button_content(box, label, icon, ink)
        if on:
            bar, side = self.px(3), self.px(6)
            self.canvas.rect(Rect(box.x + side, box.bottom - bar - self.px(2), max(0.0, box.w - 2 * side), bar),
                             theme.accent if enabled else ink, radius=bar / 2)

    def _has_room(self, box: Rect, label: str, icon: str) -> bool:
        """Can the label be shown whole?"""
        beside = self.text_size * 1.1 + self.px(7) if icon else 0.0
        room = max(0.0, box.w - 2 * self.px(8)) - beside
        return bool(label or not icon) and self.canvas.measure(label, self.text_size) <= room

    def _button_content(self, box: Rect, label: str, icon: str, ink: tuple[int, int, int]) -> None:
        """Icon and label side by side in the middle; where there is no room for both, the icon."""
        inner = box.inset(self.px(8), 0)
        side, gap = self.text_size * 1.1, self.px(7)
        if not icon:
            self.label(inner, label, ink, "center")
        elif self._has_room(box, label, icon):
            whole = side + gap + self.canvas.measure(label, self.text_size)
            left = Rect(inner.x + (inner.w - whole) / 2, box.y, whole, box.h)
            mark, text = left.split_left(side, gap)
            draw_icon(self.canvas, icon, mark, ink)
            self.label(Rect(text.x, text.y, text.w + 1, text.h), label, ink)
        else:
            draw_icon(self.canvas, icon,
                      box.inset(max(0.0, (box.w - side * 1.1) / 2), max(0.0, (box.h - side * 1.1) / 2)), ink)

    def slider(self, ident: str, box: Rect, label: str, low: float, high: float, value: float,
               change: Callable[[float], None], *, step: float, text: str, tip: str = "") -> None:
        """A slider from ``low`` to ``high`` in steps of ``step``, counted from ``low``; ``text`` says the value, and
        where it is empty the track takes its room."""
        theme = self.theme
        name, rest = self.columns(box, label)
        shown = max(self.canvas.measure(text, self.text_size), 3 * self.text_size)
        place, number = rest.split_right(min(shown, rest.w / 2), self.px(8)) if text else (rest, rest.split_left(0)[0])
        self.label(name, label, theme.text)
        self.label(number, text, theme.text, "right")
        radius = min(self.px(8), place.w / 2, place.h / 2)
        track = place.inset(radius, 0)
        share = min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0
        self._draw_slider(track, share, radius, self.hovered(ident) or self._pressed == ident)

        def want(wanted: float) -> None:
            snapped = low + floor((wanted - low) / step + 0.5) * step
            snapped = high if wanted >= high else min(high, max(low, snapped))  # high need not be a whole step
            if snapped != value:
                change(snapped)

        def drag(x: float, _: float) -> None:
            if track.w > 0:
                want(low + (x - track.x) / track.w * (high - low))

        def key(name: str, _shift: bool, ctrl: bool) -> bool:
            moves = {"left": value - step, "down": value - step, "right": value + step, "up": value + step,
                     "page down": value - 10 * step, "page up": value + 10 * step, "home": low, "end": high}
            if name not in moves or ctrl:
                return False
            want(moves[name])
            return True

        self.register(Area(ident=ident, box=place, press=lambda x, y, _: drag(x, y), drag=drag, key=key, focusable=True,
                           tip=tip, ring=box.inset(-self.px(4), 0)))

    def _draw_slider(self, track: Rect, share: float, radius: float, lit: bool) -> None:
        theme, middle = self.theme, round(track.center[1])
        thick = 2 * self.px(2)  # even, to have the knob in its middle
        groove = Rect(track.x, middle - thick / 2, track.w, thick)
        self.canvas.rect(groove, mix(theme.edge, theme.muted, 0.4), radius=thick / 2)
        self.canvas.rect(Rect(groove.x, groove.y, track.w * share, thick), theme.accent, radius=thick / 2)
        center = (float(round(track.x + track.w * share)), float(middle))
        self.canvas.circle(center, radius, theme.text if lit else theme.accent)
        self.canvas.circle(center, radius - self.px(3), theme.on_accent if not lit else theme.accent)

    def dropdown(self, ident: str, box: Rect, label: str, choices: Sequence[str], value: str,
                 change: Callable[[str], None], *, tip: str = "", notes: Mapping[str, str] | None = None,
                 face: str = "", ticked: Collection[str] | None = None) -> None:
        """A field that shows ``value`` and opens a list of choices, with the ``notes`` on some of them. With a
        ``face``, that is shown instead, and the value can be chosen again; ``ticked`` has those with a tick, where
        that is not the value alone."""
        picking = self._pickings.setdefault(ident, Picking())
        dropdown = Dropdown(self, ident, choices, value, change, picking, notes or {}, face, ticked)
        dropdown.draw_field(box, label, tip)
        if self._opening == ident:
            self._opening = ""
            dropdown.open()
        if self.popup == ident and choices:
            self._open_list = dropdown

    def open_list(self, ident: str) -> None:
        """Opens the list of that dropdown when it is drawn next."""
        self._opening = ident

    def field(self, ident: str, box: Rect, text: str, change: Callable[[str], None], *, hint: str, icon: str = "",
              tip: str = "", keys: Mapping[str, Callable[[], None]] | None = None) -> None:
        """A line to type into; ``hint`` stands there while it is empty. While the focus shows on it, characters and
        what moves the caret are its own, and what selects, copies and pastes; Escape empties it; ``keys`` are others
        that it has a use for: "delete" where nothing is selected, nor left behind the caret."""
        caret = self._carets.setdefault(ident, Caret())
        caret.follow(text)
        Field(self, ident, box, caret, change, keys or {}, self.clipboard).run(hint, icon, tip)

    def least_tabs(self, names: Sequence[str]) -> float:
        """The width that a row of tabs needs so that no name is cut."""
        letters = sum(self.canvas.measure(name, 0.8 * self.text_size, "bold") for name in names)
        return letters + 2 * len(names) * self.px(5)

    def tabs(self, ident: str, box: Rect, names: Sequence[str], current: str, change: Callable[[str], None]) -> None:
        """Tabs in a row, as wide as their names or equally narrow. One stop for the focus; arrows switch."""
        theme, bar = self.theme, self.px(3)
        size, widths = self._tab_widths(names, current, box.w - 2 * len(names) * self.px(5))
        pad = max(self.px(5), min(self.px(14), (box.w - sum(widths)) / max(1, 2 * len(names))))
        boxes = [width + 2 * pad for width in widths]
        scale = min(1.0, box.w / sum(boxes)) if names else 1.0
        self.canvas.rect(Rect(box.x, box.bottom - self.px(1), box.w, self.px(1)), theme.edge)
        places: dict[str, Rect] = {}
        x = box.x
        for name, width in zip(names, boxes, strict=True):
            place = places[name] = Rect(x, box.y, width * scale, box.h)
            x = place.right
            if name == current:
                self.canvas.rect(Rect(place.x, place.bottom - bar, place.w, bar), theme.accent)
            elif self.hovered(ident) and place.contains(*self.pointer):
                self.canvas.rect(place.inset(self.px(2)), theme.raised, radius=self.px(5))
            inner = place.inset(pad * scale, 0)
            self.label(Rect(inner.x - 1, inner.y, inner.w + 2, inner.h), name,
                       theme.text if name == current else theme.muted, "center",
                       "bold" if name == current else "sans", size)

        def press(x: float, y: float, _: int) -> None:
            hit = next((name for name, place in places.items() if place.contains(x, y)), current)
            if hit != current:
                change(hit)

        def key(name: str, _shift: bool, ctrl: bool) -> bool:
            here = names.index(current) if current in names else 0
            moves = {"left": here - 1, "right": here + 1, "home": 0, "end": len(names) - 1}
            if name not in moves or ctrl or not names:
                return False
            wanted = names[moves[name] % len(names)]
            if wanted != current:
                change(wanted)
            return True

        strip = Rect(box.x, box.y, x - box.x, box.h)
        self.register(Area(ident=ident, box=strip, press=press, tracks=True, key=key, focusable=bool(names),
                           ring=places.get(current, strip).inset(self.px(4))))

    def _tab_widths(self, names: Sequence[str], current: str, room: float) -> tuple[float, list[float]]:
        """The size of their letters, smaller before any are cut, and how wide each name is then."""
        styles: list[Style] = ["bold"] * len(names)
        size = self.text_size

        def wide() -> list[float]:
            return [self.canvas.measure(name, size, style) for name, style in zip(names, styles, strict=True)]

        if sum(wide()) > room:
            styles = ["bold" if name == current else "sans" for name in names]
        while sum(wide()) > room and size > 0.8 * self.text_size:
            size -= 1.0
        return size, wide()

    def area(self, ident: str, box: Rect, *, press: Callable[[float, float, int], None] | None = None,
             drag: Callable[[float, float], None] | None = None, release: Callable[[float, float], None] | None = None,
             move: Callable[[float, float], None] | None = None,
             wheel: Callable[[float, float, float], None] | None = None,
             key: Callable[[str, bool, bool], bool] | None = None, focusable: bool = False, tip: str = "") -> None:
        """Input for what the screen draws itself, such as a board. ``press`` gets x, y and which button, ``wheel``
        x, y and dy; ``key`` gets name, shift and ctrl while the focus shows, and tells whether it used the key."""
        self.register(Area(ident=ident, box=box, press=press, drag=drag, release=release, move=move, wheel=wheel,
                           key=key, any_button=True, focusable=focusable, tip=tip))

    def modal(self, ident: str, box: Rect, title: str, close: Callable[[], None]) -> Rect:
        """A panel above all drawn so far, which takes no more input. Escape closes. Returns the inside."""
        theme, pad, rim = self.theme, self.px(18), self.px(2)
        self._begin_modal(ident, close)
        self.register(Area(ident=ident, box=Rect(0, 0, *self.size), any_button=True, wheel=lambda x, y, dy: None))
        self.canvas.rect(box.inset(-self.px(6)), theme.background, radius=self.px(14))
        self.canvas.rect(box, theme.panel, mix(theme.edge, theme.text, 0.4), rim, self.px(9))
        head, inside = box.inset(pad, self.px(12)).split_top(self.px(32), self.px(12))
        name, cross = head.split_right(min(self.px(32), head.w), self.px(8))
        self.label(name, title, theme.text, "left", "bold", self.text_size * 1.25)
        self.button(ident + "/close", cross, "Close", close, icon="close", tip="Escape")
        self.canvas.rect(Rect(box.x + rim, head.bottom + self.px(5), max(0.0, box.w - 2 * rim), self.px(1)), theme.edge)
        return inside.split_bottom(self.px(6))[0]


def middle(size: tuple[float, float], width: float, height: float) -> Rect:
    """A box in the middle of the window, inside it."""
    w, h = min(width, size[0] * 0.96), min(height, size[1] * 0.96)
    return Rect((size[0] - w) / 2, (size[1] - h) / 2, w, h)
