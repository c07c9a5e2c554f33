"""The timeline: how far the run has come, where its events of one kind and the lesson's cues lie; scrubbed by mouse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from algorithms.core import Event, Grain
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State


def position_at(box: Rect, x: float, timeline: Timeline[State]) -> int:
    """The position that lies at ``x``."""
    share = (x - box.x) / box.w if box.w > 0 else 0.0
    return round(min(1.0, max(0.0, share)) * len(timeline.events))


def pixels_with_events(positions: Sequence[int], total: int, width: int) -> list[int]:
    """The pixel columns, of ``width`` for ``total`` events, in which an event of ``positions`` lies."""
    if not total or not len(positions) or width <= 0:
        return []
    columns = np.asarray(positions, dtype=np.int64) * width // total
    columns[columns >= width] = width - 1
    found: list[int] = np.flatnonzero(np.bincount(columns, minlength=width)).tolist()
    return found


def marker_at(box: Rect, x: float, y: float, cues: Sequence[float], unit: float) -> int | None:
    """The index of the cue whose triangle lies there, the last one where several do; ``cues`` are shares (0–1)."""
    if y > box.y + 8 * unit:
        return None
    near = [(abs(box.x + box.w * cue - x), -index) for index, cue in enumerate(cues)]
    distance, index = min(near, default=(6 * unit, 0))
    return -index if distance < 6 * unit else None


def draw_timeline(canvas: Canvas, box: Rect, timeline: Timeline[State], kind: type[Event] | None, cues: Sequence[int],
                  theme: Theme, unit: float, bookmarks: Sequence[int] = ()) -> None:
    """A track with the events of ``kind`` as ticks, passes as tall lines, cues as triangles above, bookmarks as flags
    below, and the playhead."""
    key = (Same(timeline.events), len(timeline.events), timeline.position, kind, tuple(cues), tuple(bookmarks), theme,
           unit)
    canvas.still("timeline", key, box.inset(-8 * unit, -2 * unit),
                 lambda: _draw_timeline(canvas, box, timeline, kind, cues, theme, unit, bookmarks))


def _draw_timeline(canvas: Canvas, box: Rect, timeline: Timeline[State], kind: type[Event] | None, cues: Sequence[int],
                   theme: Theme, unit: float, bookmarks: Sequence[int]) -> None:
    total = max(1, len(timeline.events))
    track = _draw_track(canvas, box, timeline.position / total, theme, unit)
    width = max(1, round(box.w))
    for column in pixels_with_events(timeline.positions(Grain.PHASE), total, width):
        canvas.rect(Rect(box.x + column, track.y - 3 * unit, 1, track.h + 6 * unit), theme.muted)
    if kind is not None:
        for column in pixels_with_events(timeline.positions(kind), total, width):
            canvas.rect(Rect(box.x + column, track.y + 2 * unit, max(1.0, unit), track.h - 4 * unit), theme.accent)
    _draw_flags(canvas, box, [mark / total for mark in bookmarks], theme, unit)
    _draw_head(canvas, box, timeline.position / total, [cue / total for cue in cues], theme, unit)


def _draw_flags(canvas: Canvas, box: Rect, shares: Sequence[float], theme: Theme, unit: float) -> None:
    for share in shares:
        x = box.x + box.w * min(1.0, share)
        canvas.polygon([(x, box.bottom - 10 * unit), (x + 8 * unit, box.bottom - 7 * unit),
                        (x, box.bottom - 4 * unit)], theme.accent)
        canvas.rect(Rect(x - unit, box.bottom - 10 * unit, 2 * unit, 10 * unit), theme.accent)


def draw_share(canvas: Canvas, box: Rect, share: float, cues: Sequence[float], theme: Theme, unit: float,
               bookmarks: Sequence[float] = ()) -> None:
    """A track without events, for several runs at once: how far they are, where cues are, and bookmarks, as shares
    (0–1)."""
    _draw_track(canvas, box, share, theme, unit)
    _draw_flags(canvas, box, bookmarks, theme, unit)
    _draw_head(canvas, box, share, cues, theme, unit)


def _draw_track(canvas: Canvas, box: Rect, share: float, theme: Theme, unit: float) -> Rect:
    track = Rect(box.x, box.center[1] - 5 * unit, box.w, 10 * unit)
    canvas.rect(track, theme.raised, theme.edge, 1, 4 * unit)
    done = Rect(track.x, track.y, track.w * share, track.h)
    canvas.rect(done, theme.current, None, 1, min(4 * unit, done.w / 2))
    return track


def _draw_head(canvas: Canvas, box: Rect, share: float, cues: Sequence[float], theme: Theme, unit: float) -> None:
    for cue in cues:
        x = box.x + box.w * cue
        canvas.polygon([(x - 4 * unit, box.y), (x + 4 * unit, box.y), (x, box.y + 6 * unit)], theme.mark)
    x = box.x + box.w * share
    canvas.rect(Rect(x - 1.5 * unit, box.y + 2 * unit, 3 * unit, box.h - 4 * unit), theme.text, radius=1.5 * unit)
    canvas.circle((x, box.center[1]), 6 * unit, theme.text)
