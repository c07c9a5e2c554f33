"""The dropdown: a field that shows a value, and while it is open a list of choices above everything."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from visualizer.canvas.icons import draw_icon
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import mix
from visualizer.widgets.inputs import ACTIVATE, Area
from visualizer.widgets.look import Look, Scroll

_ROW = 1.9  # the height of an entry, in text sizes
_WHEEL = 2


@dataclass
class Picking:
    """Which entry of an open list is picked, and how far the list is scrolled."""

    entry: int = 0
    scroll: Scroll = field(default_factory=Scroll)
    reveal: bool = True  # the entry is to be in view: keys moved it


class Dropdown:
    """One frame of one dropdown; its list is open while the popup is its own."""

    def __init__(self, look: Look, ident: str, choices: Sequence[str], value: str, change: Callable[[str], None],
                 picking: Picking, notes: Mapping[str, str], face: str = "", ticked: Collection[str] | None = None,
                 ) -> None:
        self.look, self.ident, self.choices, self.value, self.change = look, ident, choices, value, change
        self.picking, self.notes, self.face = picking, notes, face
        self.ticked = (value,) if ticked is None else ticked
        picking.entry = max(0, min(picking.entry, len(choices) - 1))
        self.place = Rect(0, 0, 0, 0)

    def draw_field(self, box: Rect, label: str, tip: str) -> None:
        """The closed part. Where label and value have no room side by side, the label is the first word of the tip."""
        look, theme = self.look, self.look.theme
        pad, arrow = look.px(10), look.text_size * 0.9
        name, place = look.columns(box, label)
        if label and not look.fits(self.value, place.w - 2 * pad - arrow - look.px(6)):
            name, place, tip = Rect(box.x, box.y, 0, box.h), box, ": ".join(filter(None, (label, tip)))

        def draw() -> None:
            look.label(name, label, theme.text)
            look.face(self.ident, place)
            text, mark = place.inset(pad, 0).split_right(arrow, look.px(6))
            look.label(text, self.face or self.value, theme.text)
            draw_icon(look.canvas, "down", Rect(mark.x, mark.center[1] - arrow / 2, mark.w, arrow), theme.muted)

        shown = label, self.face or self.value, look.pressed(self.ident), look.hovered(self.ident), look.unit, theme
        look.canvas.still(("dropdown", self.ident), (*shown, place), box, draw)
        look.register(Area(ident=self.ident, box=place, release=self._release, key=self._key, focusable=True, tip=tip))
        self.place = place

    def draw_list(self) -> None:
        """The open part, below the field or above it, wherever there is more room; a press outside closes it."""
        look, theme, picking, scroll = self.look, self.look.theme, self.picking, self.picking.scroll
        row, pad = float(round(look.text_size * _ROW)), look.px(4)
        box = self._list_box(row, pad)
        scroll.total, scroll.visible = len(self.choices), max(1.0, (box.h - 2 * pad) / row)
        scroll.to(scroll.offset)
        if picking.reveal:
            scroll.reveal(picking.entry)
            picking.reveal = False
        look.register(Area(ident=self.ident + "/outside", box=Rect(0, 0, *look.size), any_button=True,
                           press=lambda x, y, button: self._close(), wheel=lambda x, y, dy: None))
        rows, track = box.inset(look.px(1), pad).split_right(look.px(12) if scroll.limit > 0 else 0.0)

        def at(y: float) -> int:
            return min(len(self.choices) - 1, max(0, int((y - rows.y) / row + scroll.offset)))

        def pick(_: float, y: float) -> None:
            picking.entry = at(y)

        def choose(x: float, y: float) -> None:
            if rows.contains(x, y):
                self._choose(at(y))

        look.register(Area(ident=self.ident + "/list", box=box, move=pick, drag=pick, release=choose,
                           wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * _WHEEL)))
        look.canvas.rect(box.inset(-look.px(2)), theme.background, radius=look.px(7))
        look.canvas.rect(box, theme.panel, theme.muted, look.px(1), look.px(5))
        with look.canvas.clip(rows):
            for i in range(int(scroll.offset), min(len(self.choices), ceil(scroll.offset + scroll.visible))):
                self._draw_entry(i, Rect(rows.x, round(rows.y + (i - scroll.offset) * row), rows.w, row),
                                 i == picking.entry)
        look.scrollbar(self.ident + "/bar", track, scroll, scroll.to)

    def _draw_entry(self, index: int, row: Rect, picked: bool) -> None:
        look, theme, choice = self.look, self.look.theme, self.choices[index]
        if picked:
            look.canvas.rect(row.inset(look.px(3), 0), theme.current, radius=look.px(4))
            look.canvas.rect(Rect(row.x + look.px(3), row.y, look.px(3), row.h), theme.accent)
        check, text = row.inset(look.px(12), 0).split_left(look.text_size, look.px(6))
        if choice in self.ticked:
            draw_icon(look.canvas, "apply", check.inset(look.px(1)), theme.accent)
        name, note = text.split_left(self._widest() if self.notes else text.w, look.px(16))
        look.label(name, choice, theme.text if picked else mix(theme.text, theme.muted, 0.3))
        look.label(note, self.notes.get(choice, ""), theme.text if picked else theme.muted)

    def _widest(self) -> float:
        """The width of the widest name, and a little for what a canvas rounds."""
        return 1 + max(self.look.canvas.measure(choice, self.look.text_size) for choice in self.choices)

    def _list_box(self, row: float, pad: float) -> Rect:
        """As wide as the widest entry and as high as there is room, in whole rows."""
        look, place, gap = self.look, self.place, self.look.px(4)
        widest = self._widest()
        if self.notes:
            widest += look.px(16) + max(look.canvas.measure(note, look.text_size) for note in self.notes.values())
        around = look.text_size + look.px(6) + 2 * look.px(12) + look.px(14)
        w = min(max(place.w, widest + around), look.size[0])
        below, above = look.size[1] - place.bottom - gap, place.y - gap
        needed = len(self.choices) * row + 2 * pad
        room = below if needed <= below or below >= above else above
        h = min(needed, max(1, int((room - 2 * pad) / row)) * row + 2 * pad)
        y = place.bottom + gap if room == below else place.y - gap - h
        return Rect(max(0.0, min(place.x, look.size[0] - w)), y, w, h)

    def open(self) -> None:
        """Opens the list, at the value."""
        if self.choices:
            self.picking.entry = self.choices.index(self.value) if self.value in self.choices else 0
            self.picking.reveal = True
            self.look.popup = self.ident

    def _close(self) -> None:
        self.look.popup = None

    def _choose(self, index: int) -> None:
        self._close()
        if self.face or self.choices[index] != self.value:
            self.change(self.choices[index])

    def _release(self, x: float, y: float) -> None:
        if self.place.contains(x, y):
            self.open()

    def _key(self, name: str, _shift: bool, ctrl: bool) -> bool:
        if ctrl:
            return False
        if self.look.popup == self.ident:
            self._list_key(name)
        elif name in ACTIVATE | {"up", "down"}:
            self.open()
        else:
            return False
        return True

    def _list_key(self, name: str) -> None:
        picking, last = self.picking, len(self.choices) - 1
        page = max(1, int(picking.scroll.visible) - 1)
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page, "home": -last, "end": last}
        if name in ("escape", "tab"):
            self._close()
        elif name in ACTIVATE:
            self._choose(picking.entry)
        elif name in steps:
            picking.entry = max(0, min(last, picking.entry + steps[name]))
            picking.reveal = True
        elif len(name) == 1:
            order = [(picking.entry + k) % (last + 1) for k in range(1, last + 2)]
            picking.entry = next((i for i in order if self.choices[i].casefold().startswith(name.casefold())),
                                 picking.entry)
            picking.reveal = True
