"""How many constraints were violated after each step: a fall, a plateau, a new try."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from algorithms.local_search.events import AssignmentMade, Repaired
from algorithms.words import counted
from scenarios.bands import Band
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.strokes import draw_dashed
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.plot import scale
from visualizer.families.local_search.numbers import curve_of
from visualizer.runs.followed import following
from visualizer.runs.states import State
from visualizer.stage.compare_totals import ended
from visualizer.stage.links import Links
from visualizer.stage.seeds import draw_strip, draw_words, strip_of


@dataclass
class Record:
    """What a timeline says up to an index: at each point the position, the steps so far, the constraints violated.
    ``begins``: the points at which a try begins."""

    upto: int = 0
    positions: array[int] = field(default_factory=lambda: array("I"))
    steps: array[int] = field(default_factory=lambda: array("I"))
    violated: array[int] = field(default_factory=lambda: array("I"))
    begins: array[int] = field(default_factory=lambda: array("I"))

    def follow(self, timeline: Timeline[State]) -> None:
        """Reads what has been recorded since."""
        indexes: list[int] = []
        for kind in (AssignmentMade, Repaired):
            positions = timeline.positions(kind)
            indexes += positions[bisect_left(positions, self.upto):]
        for index in sorted(indexes):
            event = timeline.events[index]
            if isinstance(event, AssignmentMade):
                self.begins.append(len(self.positions))
            assert isinstance(event, AssignmentMade | Repaired)
            self.positions.append(index + 1)
            self.steps.append(timeline.count(Repaired, index + 1))
            self.violated.append(event.violated)
        self.upto = len(timeline.events)


record_of = following(Record)


class _Axes(NamedTuple):
    """Where the points of a record lie: in ``box``, over so many steps, up to so many violated constraints."""

    box: Rect
    record: Record
    end: int
    most: int

    def place(self, step: int, violated: float) -> tuple[float, float]:
        box = self.box
        return box.x + box.w * step / self.end, box.bottom - box.h * violated / self.most

    def spot(self, point: int) -> tuple[float, float]:
        return self.place(self.record.steps[point], self.record.violated[point])


def draw_plot(canvas: Canvas, box: Rect, timeline: Timeline[State], theme: Theme, unit: float,
              links: Links, band: Band | None = None, *, ahead: bool = True) -> None:
    """The violated constraints over the steps, a dashed line where a try begins, a bar where we are; what was recorded
    ``ahead`` of it too, or not."""
    record, size = record_of(timeline), 12 * unit
    if band is not None:
        box = draw_words(canvas, box, band, theme, unit)
    here = bisect_right(record.positions, timeline.position) - 1
    head, rest = box.split_top(20 * unit, 10 * unit)
    _draw_head(canvas, head, record, here, theme, unit, links)
    around = () if band is None else band.points
    marks = scale(max([*record.violated, *(ceil(found.high) for _, found in around)], default=1))
    margin = canvas.measure(f"{marks[-1]:,}", size) + 12 * unit
    rest, foot = rest.split_bottom(22 * unit)
    plot = Rect(rest.x + margin, rest.y, max(1.0, rest.w - margin - 10 * unit), rest.h)
    for mark in marks:
        y = plot.bottom - plot.h * mark / marks[-1]
        canvas.line((plot.x, y), (plot.right, y), theme.edge if mark else theme.muted, 1)
        canvas.text((plot.x - 6 * unit, y), f"{mark:,}", size, theme.muted, "right")
    if not record.positions:
        canvas.text(plot.center, "no assignment so far", 13 * unit, theme.muted, "center")
        return
    end = max(1, record.steps[-1], *(step for step, _ in around[-1:]))
    more = "" if timeline.done else " recorded so far"
    canvas.text((plot.x, foot.center[1] + 2 * unit), "0", size, theme.muted, "center")
    canvas.text((plot.right, foot.center[1] + 2 * unit), f"{counted(end, 'step')}{more}", size, theme.muted, "right")
    axes = _Axes(plot, record, end, marks[-1])
    if band is not None and here >= 0:
        shown = band.upto(None if ended(timeline) else record.steps[here])
        draw_strip(canvas, strip_of(shown, axes.place), theme.run_1, theme, unit)
    _draw_curve(canvas, axes, here, len(record.positions) if ahead else here, theme, unit)


def _draw_curve(canvas: Canvas, axes: _Axes, here: int, last: int, theme: Theme, unit: float) -> None:
    """Up to the point ``last``, with where tries begin; and the bar at ``here``."""
    plot, record = axes.box, axes.record
    for point in record.begins[1:bisect_right(record.begins, last)]:
        x = axes.spot(point)[0]
        draw_dashed(canvas, (x, plot.y), (x, plot.bottom), theme.muted, unit, 4 * unit)
    for a, b in pairwise(point for point in _thinned(record, int(plot.w)) if point <= last):
        canvas.line(axes.spot(a), axes.spot(b), theme.text, 2 * unit)
    if here >= 0:
        x, y = axes.spot(here)
        canvas.rect(Rect(x - unit, plot.y - 6 * unit, 2 * unit, plot.h + 6 * unit), theme.accent)
        canvas.circle((x, y), 4.5 * unit, theme.panel, theme.text, 2 * unit)


def _draw_head(canvas: Canvas, head: Rect, record: Record, here: int, theme: Theme, unit: float, links: Links) -> None:
    """The numbers at the point ``here``; below 0 there is none yet."""
    said = "violated constraints" if here < 0 else (
        f"{counted(record.violated[here], 'constraint')} violated after {counted(record.steps[here], 'step')}")
    links.write(canvas, (head.x, head.center[1]), fit_text(canvas, said, head.w, 13 * unit, "bold"), 13 * unit,
                theme.text, "left", "bold",
                numbers=() if here < 0 else curve_of(record.violated[here], record.steps[here]))


def _thinned(record: Record, pixels: int) -> list[int]:
    """The points to be drawn: all, or where they are more than pixels, of each pixel the lowest and the highest."""
    count, room = len(record.positions), max(1, pixels)
    if count <= 2 * room:
        return list(range(count))
    found = []
    for pixel in range(room):
        part = range(pixel * count // room, (pixel + 1) * count // room)
        ends = {min(part, key=record.violated.__getitem__), max(part, key=record.violated.__getitem__)}
        found += sorted(ends)
    return found
