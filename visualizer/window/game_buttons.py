"""The buttons beside the title for what can be done with a puzzle, and how its game stands."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.session import Session
from visualizer.widgets.ui import Ui


def game_buttons(ui: Ui, canvas: Canvas, box: Rect, session: Session, theme: Theme, unit: float) -> Rect:
    """What can be done where the puzzle is played, and how that stands; returns the room at the left."""
    play, gap = session.play, 8 * unit
    for action in play.actions(session.turn):
        box, place = box.split_right(action.wide * unit, gap)
        ui.button(action.name, place, action.label, action.do, icon=action.icon, tip=action.tip, on=action.on)
    if status := play.status():
        text = fit_text(canvas, status, box.w - gap, 15 * unit)
        box, place = box.split_right(canvas.measure(text, 15 * unit) + 8 * unit, gap)
        canvas.text((place.right, place.center[1]), text, 15 * unit, theme.text, "right")
    return box
