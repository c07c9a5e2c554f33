"""Arc consistency with a queue."""

from __future__ import annotations

from algorithms.arcs import ARCS
from algorithms.arcs.events import ArcQueued
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.arcs.controls import QueueControls
from visualizer.families.arcs.notes import notes
from visualizer.families.arcs.on_board import draw_threads
from visualizer.families.arcs.panels import LEGEND, draw_focus
from visualizer.families.arcs.queue import draw_flight, draw_queue
from visualizer.families.arcs.state import ArcState
from visualizer.families.arcs.values import values
from visualizer.families.arcs.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, Tab
from visualizer.stage.spots import offer
from visualizer.stage.view import View

_ROOM = 188.0  # points: the panel of the arc, beside which all of the pseudocode has room


def _draw_queue(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    spots = draw_queue(canvas, box, view, theme, unit)
    offer(view.look, box, lambda: spots)


declare(FamilyView(of=ARCS, start=ArcState.begin, focus=draw_focus, legend=LEGEND, why=why, on_board=draw_threads,
                   tabs=(Tab("queue", "Queue", _draw_queue),), controls=QueueControls, room=lambda _view: _ROOM,
                   values=values, above=draw_flight, spans={ArcQueued: 0.3}, notes=notes))
