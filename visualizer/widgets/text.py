"""Text that scrolls: pseudocode, source, the log, clauses. Only the lines in view are drawn, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Color, Rect
from visualizer.canvas.theme import mix
from visualizer.widgets.inputs import ACTIVATE, Area
from visualizer.widgets.look import Look, Scroll

_LINE = 1.5  # the height of a line, in text sizes
_WHEEL = 3  # lines for a notch of the wheel


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line to show. ``color`` names a role of the theme (default: text); ``indent`` counts levels of 1.5 ems."""

    text: str
    color: str | None = None
    style: Style = "sans"
    indent: int = 0


@dataclass
class TextView(Scroll):
    """A text's scroll position; ``free`` once the user scrolled the followed line out of view."""

    free: bool = False
    cursor: int | None = None  # the line that Return clicks


class ScrollText:
    """One frame of one scrolling text."""

    def __init__(self, look: Look, ident: str, box: Rect, lines: Sequence[TextLine], follow: int | None,
                 click: Callable[[int], None] | None, view: TextView) -> None:
        self.look, self.ident, self.box, self.lines, self.click, self.view = look, ident, box, lines, click, view
        self.follow = follow if follow is not None and 0 <= follow < len(lines) else None
        self.height = round(look.text_size * _LINE)
        view.total, view.visible = len(lines), box.h / self.height
        view.to(view.offset)
        if view.cursor is not None and view.cursor >= len(lines):
            view.cursor = None
        if self.follow is None:
            view.free = False
        elif not view.free:
            view.reveal(self.follow, margin=1)

    def run(self) -> None:
        """Draws the lines in view and takes input."""
        box, look, view = self.box, self.look, self.view
        if box.w <= 0 or box.h <= 0:
            return
        look.register(Area(
            ident=self.ident, box=box, release=self._release, wheel=self._wheel, key=self._key,
            tracks=self.click is not None, focusable=view.limit > 0 or self.click is not None))
        bar = look.px(12) if view.limit > 0 else 0.0
        page, track = box.split_right(bar)
        first = int(view.offset)
        with look.canvas.clip(page):
            for i in range(first, min(len(self.lines), ceil(view.offset + view.visible))):
                y = round(box.y + (i - view.offset) * self.height)
                self._draw_line(i, Rect(page.x, y, page.w, self.height))
        look.scrollbar(self.ident + "/bar", track, view, self._scroll)

    def _draw_line(self, index: int, row: Rect) -> None:
        look, theme, line = self.look, self.look.theme, self.lines[index]
        pad = look.px(8)
        if index == self.follow:
            look.canvas.rect(row, theme.current)
            look.canvas.rect(Rect(row.x, row.y, look.px(3), row.h), theme.accent)
        elif self.click and look.hovered(self.ident) and row.contains(*look.pointer):
            look.canvas.rect(row, mix(theme.raised, theme.panel, 0.3))
        if index == self.view.cursor and self.click and look.has_keys(self.ident):
            look.canvas.rect(row.inset(1), None, theme.accent, look.px(1.5), look.px(3))
        color: Color = getattr(theme, line.color) if line.color else theme.text
        indent = pad + line.indent * 1.5 * look.text_size
        look.label(Rect(row.x + indent, row.y, max(0.0, row.w - indent - pad / 2), row.h), line.text, color,
                   style=line.style)

    def _scroll(self, offset: float) -> None:
        """By the user: stops following while the followed line is out of view."""
        self.view.to(offset)
        self.view.free = self.follow is not None and not self.view.shows(self.follow)

    def _wheel(self, _x: float, _y: float, dy: float) -> None:
        self._scroll(self.view.offset - dy * _WHEEL)

    def _release(self, x: float, y: float) -> None:
        index = int((y - self.box.y) / self.height + self.view.offset)
        if self.click and self.box.contains(x, y) and index < len(self.lines):
            self.view.cursor = index
            self.click(index)

    def _key(self, name: str, _shift: bool, ctrl: bool) -> bool:
        view = self.view
        if ctrl:
            return False
        if self.click and name in ACTIVATE:
            if view.cursor is not None:
                self.click(view.cursor)
            return True
        page = max(1.0, view.visible - 1)
        steps = {"up": -1.0, "down": 1.0, "page up": -page, "page down": page, "home": -float(view.total),
                 "end": float(view.total)}
        if name not in steps:
            return False
        if self.click and self.lines:
            here = view.cursor if view.cursor is not None else self._before_first(steps[name])
            view.cursor = min(len(self.lines) - 1, max(0, here + int(steps[name])))
            view.reveal(view.cursor)
            self._scroll(view.offset)
        else:
            self._scroll(view.offset + steps[name])
        return True

    def _before_first(self, step: float) -> int:
        """Where the cursor comes from: so that its first step lands on the followed line, or the first in view."""
        start = self.follow if self.follow is not None and self.view.shows(self.follow) else ceil(self.view.offset)
        return start - int(step) if abs(step) == 1 else start
