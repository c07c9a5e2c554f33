"""A proof that is stepped through, beside the board: its steps, one below the other, and the current one marked."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect, wrap_text
from visualizer.canvas.suppose import draw_step
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.chains import Chain, Row
from visualizer.stage.view import View

_ROW, _HEAD, _MOST = 44.0, 34.0, 9  # points of a row and of the heading; rows that are asked for room
LEAST_TEXT = 13.0  # points
_IN = 16.0  # points that a supposition is indented by


def room_for(chain: Chain) -> float:
    """How high the panel wants to be, in points."""
    return _HEAD + _ROW * min(len(chain.rows), _MOST) + 30.0


def draw_chain(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The steps around the current one, as many as there is room for."""
    chain = view.chain
    assert chain is not None
    head, body = box.split_top(26 * unit, 4 * unit)
    canvas.text((head.x, head.center[1]), "The proof", 16 * unit, theme.text, "left", "bold")
    said = "from what is given to the claim" if chain.back else "to a contradiction"
    if canvas.measure(said, LEAST_TEXT * unit) < head.w - 100 * unit:
        canvas.text((head.right, head.center[1]), said, LEAST_TEXT * unit, theme.muted, "right")
    count = max(1, min(len(chain.rows), int(body.h / (_ROW * unit))))
    if count < len(chain.rows):
        count = max(1, int((body.h - 20 * unit) / (_ROW * unit)))
    first = max(0, min(chain.at - count // 2, len(chain.rows) - count))
    for place, index in enumerate(range(first, first + count)):
        row = Rect(body.x, body.y + place * _ROW * unit, body.w, _ROW * unit)
        _draw_row(canvas, row, chain.rows[index], index, index == chain.at, theme, unit)
    if rest := len(chain.rows) - count:
        foot = body.split_bottom(18 * unit)[1]
        said = f"{first} before these, {rest - first} after"
        canvas.text(foot.center, said, LEAST_TEXT * unit, theme.muted, "center")


def _draw_row(canvas: Canvas, box: Rect, row: Row, index: int, here: bool, theme: Theme, unit: float) -> None:
    room = box.inset(0, 2 * unit)
    if here:
        canvas.rect(room, mix(theme.panel, theme.accent, 0.22), theme.accent, 2 * unit, 6 * unit)
    room = room.split_left(min(row.deep, 4) * _IN * unit)[1]
    draw_step(canvas, (room.x + 18 * unit, room.center[1]), index + 1, 12 * unit, theme, breaks=row.breaks)
    text = room.split_left((38 if index < 99 else 44) * unit)[1].inset(2 * unit, 0)
    ink = theme.bad if row.breaks else theme.suppose if row.thought is not None else theme.text
    by = f"by {row.by}" if row.by else ""
    fits = canvas.measure(row.says, 15 * unit, "bold") <= text.w
    said = [row.says] if fits else wrap_text(canvas, row.says, text.w, LEAST_TEXT * unit, "bold")[:2]
    more = [by] if len(said) == 1 and by and canvas.measure(by, LEAST_TEXT * unit) <= text.w else []
    y = text.center[1] - (len(said) + len(more) - 1) * 9 * unit
    for place, line in enumerate(said):
        canvas.text((text.x, y + place * 18 * unit), line, (15 if fits else LEAST_TEXT) * unit, ink, "left", "bold")
    for line in more:
        canvas.text((text.x, y + 18 * unit), line, LEAST_TEXT * unit, theme.muted)
