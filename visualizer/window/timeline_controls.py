"""The timeline below the stage, with what the mouse does to it: drags, and clicks on the marks of cues."""

from __future__ import annotations

from algorithms.words import counted, kind_name
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.session import Session
from visualizer.widgets.ui import Ui
from visualizer.window.stop_controls import StopControls
from visualizer.window.timeline_bar import draw_timeline, marker_at, position_at
from visualizer.window.transport import Transport


class TimelineControls:
    """The track of a session."""

    def __init__(self, session: Session, transport: Transport, stops: StopControls) -> None:
        self.session, self.transport, self.stops = session, transport, stops

    def draw(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The track, and how far along it we are."""
        session = self.session
        timeline = session.timeline
        more = "" if timeline.done else " so far"
        text = f"{timeline.position:,} / {counted(len(timeline.events), 'event')}{more}"
        track, place = box.split_right(230 * unit, 14 * unit)
        canvas.text((place.x, place.center[1]), fit_text(canvas, text, place.w, 14 * unit), 14 * unit, theme.muted)
        track = track.inset(8 * unit, 0)
        draw_timeline(canvas, track, timeline, self.transport.kind, list(session.cue_ends.values()), theme, unit,
                      self.stops.marks)
        self.take_scrubs(ui, track, unit)

    def take_scrubs(self, ui: Ui, track: Rect, unit: float) -> None:
        """Drags on the track, and clicks on the marks of cues above it."""
        session, timeline, cues = self.session, self.session.timeline, self.session.cue_ends

        def scrub(x: float, y: float, _button: int = 1) -> None:
            total = max(1, len(timeline.events))
            marked = marker_at(track, x, y, [end / total for end in cues.values()], unit)
            if marked is not None:
                session.to_cue(list(cues)[marked])
                return
            session.stop()
            position = position_at(track, x, timeline)
            if position != timeline.position:
                session.show(position)
                session.complete()

        ui.area("timeline", track.inset(-8 * unit, 0), press=scrub, drag=scrub,
                tip=f"drag to move through the run; triangles: cues; ticks: {kind_name(self.transport.kind)}")
