"""What the window adds to the caption: how long it still rests there, and at the end of a lesson the next one."""

from __future__ import annotations

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.stage.band import Words, parts
from visualizer.widgets.inputs import ACTIVATE
from visualizer.widgets.ui import Ui
from visualizer.window.transport import Following, Transport

_WIDE = 236.0  # of the button for the next lesson, at unit 1
_HIGH = 40.0  # a lower caption has no room for it
_PITCH, _LEAST_PITCH = 1.35, 1.15  # of the button: from line to line, in sizes


def room_aside(transport: Transport) -> float:
    """How much of the caption's width the window keeps for itself, at unit 1."""
    return _WIDE + 8.0 if transport.offered is not None else 0.0


def draw_band(ui: Ui, canvas: Canvas, caption: Rect, words: Words, transport: Transport, theme: Theme,
              unit: float) -> None:
    """Over the caption that was just drawn, with its words."""
    if caption.h <= 0:
        return
    if transport.presentation.rests:
        _draw_wait(canvas, caption, transport.presentation.waited, theme, unit)
    if transport.offered is not None and caption.h > _HIGH * unit:
        draw_next(ui, canvas, parts(caption, words, unit).aside, transport.offered, theme, 14 * unit)


def _draw_wait(canvas: Canvas, caption: Rect, waited: float | None, theme: Theme, unit: float) -> None:
    """A thin bar that fills; full, it waits for ▶."""
    bar = Rect(caption.x + 10 * unit, caption.bottom - 6 * unit, caption.w - 20 * unit, max(2.0, 3 * unit))
    canvas.rect(bar, mix(theme.panel, theme.muted, 0.35), radius=bar.h / 2)
    share = 1.0 if waited is None else waited
    canvas.rect(Rect(bar.x, bar.y, bar.w * share, bar.h), theme.accent, radius=min(bar.h, bar.w * share) / 2)


def draw_next(ui: Ui, canvas: Canvas, box: Rect, following: Following, theme: Theme, size: float) -> None:
    """The lesson that is offered, to be opened by a click, Return or N."""
    def key(name: str, _shift: bool, ctrl: bool) -> bool:
        if name not in ACTIVATE or ctrl:
            return False
        following.open()
        return True

    title = following.title()
    fill = mix(theme.accent, theme.text, 0.15) if ui.hovered("next-lesson") else theme.accent
    canvas.rect(box, fill, radius=size * 0.5)
    inner = box.inset(size * 0.7, size * 0.3)
    rows = _said(canvas, inner, f"{following.heading}: N", title, size)
    pitch = min(rows[-1][1] * _PITCH, inner.h / len(rows))
    y = inner.center[1] - (len(rows) - 1) * pitch / 2
    for index, (row, high, style) in enumerate(rows):
        canvas.text((inner.x, y + index * pitch), row, high, theme.on_accent, "left", style)
    ui.area("next-lesson", box, release=lambda x, y: following.open() if box.contains(x, y) else None, key=key,
            focusable=True, tip=f"N: {title}")


def _said(canvas: Canvas, room: Rect, heading: str, title: str, size: float) -> list[tuple[str, float, Style]]:
    """The heading and below it the title, in lines that do not touch, each with its size and style: smaller where all
    has room so; in a button too low for that the title alone, behind the key."""
    for part in (1.0, 0.93, 0.86):
        now = max(SMALLEST, size * part)
        rows = wrap_text(canvas, title, room.w, now, "bold")[:2]
        if (len(rows) + 1) * now * _LEAST_PITCH <= room.h:
            return [(heading, max(SMALLEST, now * 0.9), "sans"), *((row, now, "bold") for row in rows)]
    return [(row, now, "bold") for row in wrap_text(canvas, f"N: {title}", room.w, now, "bold")[:2]]
