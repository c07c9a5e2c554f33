"""The work of a search so far, as running totals over its events: labels given and labels undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from algorithms.core import Event
from algorithms.events import BackedUp, Labelled
from algorithms.words import counted
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Point, Rect
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme
from visualizer.runs.numbers import Number, every
from visualizer.runs.states import State
from visualizer.stage.links import Links

_SAMPLES = 100  # positions at which the totals are looked up
_DASH, _SPACE = 7.0, 5.0  # points


class Curve(NamedTuple):
    """One of the totals: of which events, what one is called, what that means, and whether its line is dashed."""

    kind: type[Event]
    one: str
    meaning: str
    dashed: bool


CURVES = (Curve(Labelled, "label", "all that were given", False), Curve(BackedUp, "backtrack", "labels undone", True))


def totals(timeline: Timeline[State], kind: type[Event]) -> list[tuple[int, int]]:
    """How many such events there were before each of some 100 positions, from 0 to the last one recorded."""
    end = len(timeline.events)
    positions = sorted({end * index // _SAMPLES for index in range(_SAMPLES + 1)})
    return [(position, timeline.count(kind, position)) for position in positions]


def scale(most: int) -> list[int]:
    """Round numbers from 0 to at least ``most``, for an axis."""
    step = 1
    while step * 4 < most:
        step *= 2 if str(step)[0] in "15" else 5
        step = int(f"{str(step)[0]}{'0' * (len(str(step)) - 1)}")
    return [index * step for index in range(-(-max(1, most) // step) + 1)]


def draw_plot(canvas: Canvas, box: Rect, timeline: Timeline[State], theme: Theme, unit: float,
              links: Links | None = None) -> None:
    """Both totals over the events recorded so far; a bar stands where we are, with the numbers there."""
    curves = [(curve, totals(timeline, curve.kind)) for curve in CURVES]
    size = 12 * unit
    head, rest = box.split_top(22 * unit, 6 * unit)
    _draw_key(canvas, head, timeline, theme, unit, links or Links())
    marks = scale(max(points[-1][1] for _, points in curves))
    margin = canvas.measure(f"{marks[-1]:,}", size) + 12 * unit
    rest, foot = rest.split_bottom(34 * unit)
    top = 22 * unit
    plot = Rect(rest.x + margin, rest.y + top, max(1.0, rest.w - margin - 10 * unit), max(1.0, rest.h - top))
    canvas.text((rest.x, rest.y + 4 * unit), "labels so far", size, theme.muted)
    end = max(1, len(timeline.events))
    for mark in marks:
        y = plot.bottom - plot.h * mark / marks[-1]
        canvas.line((plot.x, y), (plot.right, y), theme.edge if mark else theme.muted, 1)
        canvas.text((plot.x - 6 * unit, y), f"{mark:,}", size, theme.muted, "right")
    canvas.text((plot.x, foot.y + 10 * unit), "0", size, theme.muted, "center")
    canvas.text((plot.right, foot.y + 10 * unit), f"{len(timeline.events):,}", size, theme.muted, "right")
    more = "" if timeline.done else " recorded so far"
    canvas.text((plot.center[0], foot.y + 22 * unit), f"events{more}", size, theme.muted, "center")
    here = plot.x + plot.w * timeline.position / end
    canvas.rect(Rect(here - unit, plot.y, 2 * unit, plot.h), theme.accent)
    y, half = plot.y - 5 * unit, 5 * unit
    canvas.polygon([(here - half, y), (here + half, y), (here, plot.y + 2 * unit)], theme.accent)
    for curve, points in curves:
        spots = [(plot.x + plot.w * x / end, plot.bottom - plot.h * y / marks[-1]) for x, y in points]
        _draw_total(canvas, spots, curve.dashed, theme, unit)
        at = here, plot.bottom - plot.h * timeline.count(curve.kind) / marks[-1]
        canvas.circle(at, 4.5 * unit, theme.panel, theme.text, 2 * unit)


def _draw_key(canvas: Canvas, head: Rect, timeline: Timeline[State], theme: Theme, unit: float, links: Links) -> None:
    """Which line is which, the numbers at the current position and, where there is room, what they mean."""
    y, size = head.center[1], 13 * unit
    numbers = [Number(f"{one}s", timeline.count(kind), meaning, every(kind)) for kind, one, meaning, _ in CURVES]
    words = [(counted(timeline.count(curve.kind), curve.one), f"({curve.meaning})", curve.dashed) for curve in CURVES]
    wide = sum(canvas.measure(name, size, "bold") + canvas.measure(meaning, size) + 66 * unit
               for name, meaning, _ in words)
    x = head.x
    for number, (name, meaning, dashed) in zip(numbers, words, strict=True):
        _draw_total(canvas, [(x, y), (x + 30 * unit, y)], dashed, theme, unit)
        x += 38 * unit
        links.write(canvas, (x, y), name, size, theme.text, "left", "bold", numbers=[number])
        x += canvas.measure(name, size, "bold") + 6 * unit
        if wide <= head.w + 22 * unit:
            canvas.text((x, y), meaning, size, theme.muted)
            x += canvas.measure(meaning, size)
        x += 22 * unit


def _draw_total(canvas: Canvas, spots: Sequence[Point], dashed: bool, theme: Theme, unit: float) -> None:
    """A line through the spots."""
    if dashed:
        draw_path(canvas, spots, theme.text, 2 * unit, _DASH * unit, _SPACE * unit)
    else:
        draw_path(canvas, spots, theme.text, 2.5 * unit)
