"""Find the bug, in the window: what the band says while somebody looks for it, and the buttons beside."""

from __future__ import annotations

from visualizer.canvas.primitives import Rect
from visualizer.runs.session import Session
from visualizer.stage.band import Words
from visualizer.widgets.ui import Ui


def words_of(session: Session) -> Words | None:
    """What the band says while a bug is looked for, or where the lesson sends somebody to find one."""
    hunt = session.hunt
    if hunt.on:
        return Words(hunt.text, hunt.heading, rows=1)
    return Words(session.say, rows=1) if hunt.offered else None


def register_hunt(ui: Ui, row: Rect, session: Session, unit: float) -> None:
    """Begin; or: this one, and leave."""
    hunt, gap = session.hunt, 8 * unit
    wide = min(170 * unit, (row.w - gap) / 2)
    label = "Find the bug" if not hunt.on else "Another bug" if hunt.over else "It is this one"
    place, row = row.split_left(wide, gap)
    ui.button("hunt", place, label, hunt.press, tip="Y")
    if hunt.on:
        ui.button("hunt-leave", row.split_left(wide)[0], "Leave", session.undo, icon="undo", tip="Ctrl+Z")
