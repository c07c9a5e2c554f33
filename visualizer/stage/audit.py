"""The audit of a number, beside the board: what it means, and the events that it counted, one below the other."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.audit import Audit
from visualizer.stage.view import View

_HEAD, _LINE, _ROW, _ROWS = 28.0, 18.0, 36.0, 6  # points; rows that are asked for room
LEAST_SENTENCE = 13.0  # points: no text is smaller
_DEFINITION = 14.0


def room_for() -> float:
    """How high the panel wants to be, in points."""
    return _HEAD + 2 * _LINE + _ROWS * _ROW + 12.0


def _meaning(canvas: Canvas, audit: Audit, width: float, unit: float) -> list[str]:
    """The definition, in lines."""
    definition = f"{audit.counter.definition}."
    return wrap_text(canvas, definition[:1].upper() + definition[1:], width, _DEFINITION * unit)


def rows_of(canvas: Canvas, box: Rect, audit: Audit, unit: float) -> list[tuple[int, Rect]]:
    """The events that have room in the panel, each with its place."""
    lines = max(2, len(_meaning(canvas, audit, box.w, unit)))
    room = box.split_top((_HEAD + lines * _LINE + 6) * unit)[1]
    high = _ROW * unit
    shown = audit.around(int(room.h / high))
    return [(at, Rect(room.x, room.y + place * high, room.w, high)) for place, at in enumerate(shown)]


def draw_audit(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The number, its definition, and the events, the chosen one marked."""
    audit = view.audit
    assert audit is not None
    head, rest = box.split_top(_HEAD * unit)
    title = f"{audit.counter.name}{':' if '=' in audit.counter.name else ' ='} {audit.text}"
    canvas.text((head.x, head.center[1]), title, 16 * unit, theme.text, "left", "bold")
    said = f"at event {audit.upto:,}"
    if canvas.measure(title, 16 * unit, "bold") + canvas.measure(said, 13 * unit) < head.w - 20 * unit:
        canvas.text((head.right, head.center[1]), said, 13 * unit, theme.muted, "right")
    size, lines = _DEFINITION * unit, _meaning(canvas, audit, rest.w, unit)
    for number, line in enumerate(lines):
        canvas.text((rest.x, rest.y + (number + 0.5) * _LINE * unit), line, size, theme.text)
    for at, row in rows_of(canvas, box, audit, unit):
        _draw_row(canvas, row, audit, at, theme, unit)
    if audit.at < 0:
        none = "No event has made it so far." if audit.derived else "It has counted nothing so far."
        canvas.text((rest.x, rest.y + max(3, len(lines) + 1) * _LINE * unit), none, size, theme.muted)


def _draw_row(canvas: Canvas, box: Rect, audit: Audit, at: int, theme: Theme, unit: float) -> None:
    entry, room = audit.entry(at), box.inset(0, 1.5 * unit)
    if at == audit.at:
        canvas.rect(room, mix(theme.panel, theme.accent, 0.22), theme.accent, 2 * unit, 6 * unit)
    wide = canvas.measure(f"{audit.upto:,}", 13 * unit) + 4 * unit
    number, text = room.inset(8 * unit, 0).split_left(wide, 8 * unit)
    canvas.text((number.right, number.center[1]), f"{entry.index + 1:,}", 13 * unit, theme.muted, "right")
    if audit.weighted:
        text, worth = text.split_right(56 * unit, 6 * unit)
        worth_said = audit.worth_text(entry)
        size = min(13.0, 13 * worth.w / canvas.measure(worth_said, 13 * unit, "bold")) * unit
        canvas.text((worth.right, worth.center[1]), worth_said, size, theme.text, "right", "bold")
    size = LEAST_SENTENCE * unit
    lines = wrap_text(canvas, entry.sentence, text.w, size)
    if len(lines) > 2:
        lines = [lines[0], fit_text(canvas, f"{lines[1]} {lines[2]}", text.w, size)]
    y = text.center[1] - (len(lines) - 1) * 8 * unit
    for place, line in enumerate(lines):
        canvas.text((text.x, y + place * 16 * unit), line, size, theme.text)
