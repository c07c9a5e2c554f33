"""What the widgets have in common to look at: sizes, faces, labels, the scrollbar, tooltips and the focus ring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme, contrast, mix
from visualizer.widgets.inputs import Area, Inputs

_TEXT, _SMALLEST_TEXT = 15, 12  # the size of text at unit 1, and pixels below which nobody reads it
_FAINTEST = 3.2  # contrast of what is disabled: less than text, yet more than the 3:1 of shapes


@lru_cache(maxsize=256)
def faint(ink: Color, ground: Color) -> Color:
    """``ink`` faded into ``ground`` as far as it can still be read."""
    return next(faded for faded in (mix(ink, ground, 1 - step / 20) for step in range(21))
                if contrast(faded, ground) >= _FAINTEST or faded == ink)


@dataclass
class Scroll:
    """How far something is scrolled, in lines, so that it holds when the text size changes."""

    offset: float = 0.0
    visible: float = 0.0  # lines in view, as last drawn
    total: int = 0
    grab: float = 0.0  # where on the thumb the pointer holds it

    @property
    def limit(self) -> float:
        return max(0.0, float(ceil(self.total - self.visible)))  # whole lines, so that none is cut at the top

    def to(self, offset: float) -> None:
        """Scrolls there, within limits."""
        self.offset = min(self.limit, max(0.0, offset))

    def reveal(self, line: int) -> None:
        """Scrolls no farther than needed to have ``line`` in view."""
        if line < self.offset:
            self.to(line)
        elif line + 1 > self.offset + self.visible:
            self.to(ceil(line + 1 - self.visible))


class Look(Inputs):
    """Draws the parts that widgets are made of. ``begin`` of its subclass says on what, and how large."""

    canvas: Canvas
    theme: Theme
    unit: float
    size: tuple[float, float]

    @property
    def text_size(self) -> float:
        return max(_SMALLEST_TEXT, round(_TEXT * self.unit))

    def px(self, length: float) -> float:
        """A length at unit 1, in whole pixels, and at least one."""
        return max(1.0, float(round(length * self.unit)))

    def label(self, box: Rect, text: str, color: Color, align: Align = "left", style: Style = "sans",
              size: float = 0) -> None:
        """One line in the middle of the height of ``box``, cut with an ellipsis, never outside of it."""
        size = size or self.text_size
        shown = fit_text(self.canvas, text, box.w, size, style) if box.w > 0 and box.h > 0 else ""
        if not shown:
            return
        x = box.x + box.w * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        if box.h < size:
            with self.canvas.clip(box):
                self.canvas.text((x, box.center[1]), shown, size, color, align, style)
        else:
            self.canvas.text((x, box.center[1]), shown, size, color, align, style)

    def fits(self, text: str, width: float) -> bool:
        """Whether a line of text is at most so wide."""
        return self.canvas.measure(text, self.text_size) <= width

    def columns(self, box: Rect, label: str) -> tuple[Rect, Rect]:
        """The label's part of a row and the control's. Rows of one width line up, unless a label needs more."""
        if not label:
            return Rect(box.x, box.y, 0, box.h), box
        gap = self.px(10)
        needed = self.canvas.measure(label, self.text_size) + 1
        return box.split_left(min(max(0.4 * box.w, needed), 0.6 * box.w), gap)

    def face(self, ident: str, box: Rect, enabled: bool = True, ground: Color | None = None) -> Color:
        """The body of a button; its colour tells hovering and pressing. Returns that colour."""
        theme = self.theme
        fill = theme.raised if ground is None else ground
        if not enabled:
            fill = mix(fill, theme.panel, 0.6)
        elif self.pressed(ident):
            fill = mix(fill, theme.text, 0.18)
        elif self.hovered(ident):
            fill = mix(fill, theme.text, 0.1)
        edge = mix(theme.edge, theme.panel, 0.5) if not enabled else theme.edge
        self.canvas.rect(box, fill, edge, self.px(1), self.px(5))
        return fill

    def scrollbar(self, ident: str, track: Rect, scroll: Scroll, moved: Callable[[float], None]) -> None:
        """A thumb to drag, if there is more than fits; ``moved`` gets the offset wanted."""
        if scroll.limit <= 0 or track.h <= 0:
            return
        length = min(track.h, max(self.px(24), track.h * scroll.visible / scroll.total))
        span = track.h - length
        top = track.y + span * min(1.0, scroll.offset / scroll.limit)

        def drag(_: float, y: float) -> None:
            if span > 0:
                moved(round((y - scroll.grab - track.y) / span * scroll.limit))

        def press(x: float, y: float, _: int) -> None:
            scroll.grab = y - top if top <= y < top + length else length / 2
            drag(x, y)

        self.register(Area(ident=ident, box=track, press=press, drag=drag))
        active = self.hovered(ident) or self._pressed == ident
        color = self.theme.text if active else mix(self.theme.muted, self.theme.panel, 0.25)
        thumb = Rect(track.x, top, track.w, length).inset(self.px(2), 0)
        self.canvas.rect(thumb, color, radius=thumb.w / 2)

    def _draw_focus(self) -> None:
        """The one focus ring, just outside of what has the focus."""
        area = self._find(self.focus)
        if area is None or not self.focus_shows:
            return
        out = self.px(3)
        ring = (area.ring or area.box).inset(-out)
        left, top = max(0.0, ring.x), max(0.0, ring.y)
        ring = Rect(left, top, min(self.size[0], ring.right) - left, min(self.size[1], ring.bottom) - top)
        self.canvas.rect(ring, None, self.theme.accent, self.px(2), self.px(7))

    def _draw_tip(self) -> None:
        area = self._due_tip()
        if area is None:
            return
        theme, size, pad, gap = self.theme, max(_SMALLEST_TEXT, self.text_size * 0.9), self.px(8), self.px(6)
        lines = wrap_text(self.canvas, area.tip, max(1.0, min(340 * self.unit, self.size[0] - 2 * pad)), size)
        w = max(self.canvas.measure(line, size) for line in lines) + 2 * pad
        h = len(lines) * size * 1.35 + 1.5 * pad
        x, above, below = area.box.center[0], area.box.y, area.box.bottom
        if max(area.box.h, area.box.w) > 300 * self.unit and self._hot == area.ident:  # a board: beside the pointer
            x, above, below = self.pointer[0], self.pointer[1], self.pointer[1] + self.px(18)
        y = below + gap if below + gap + h <= self.size[1] else above - gap - h
        box = Rect(round(max(0.0, min(x - w / 2, self.size[0] - w))), round(max(0.0, y)), w, h)
        self.canvas.rect(box, theme.text, theme.panel, self.px(1), self.px(4))
        for i, line in enumerate(lines):
            self.canvas.text((box.x + pad, box.y + 0.75 * pad + (i + 0.5) * size * 1.35), line, size, theme.panel)
