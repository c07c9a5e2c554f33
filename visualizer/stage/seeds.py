"""A band over seeds, hatched around the curve of the run on show, with its median dashed; and the words for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np

from scenarios.bands import Band, Bands, Quantiles
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_lines, draw_path, thinned
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.states import State
from visualizer.stage.compare_totals import draw_title, run_color

_LEAN = 0.45  # of the hatching: to the side, for each pixel upwards
_CLOSE = 2.0  # pixels: points that are closer are left out, but for the last one
_STRIDE = 4.0  # points: to find where such a line leaves its band
_NEAR = 1.0  # pixels that do not count
_LINE = 18.0  # points of these words in a tab
_ROOM, _APART = 28.0, 6.0  # points beside the words that the window has for a button, until all seeds are done


class Strip(NamedTuple):
    """A band in pixels: its lower edge, its median and its upper one."""

    low: Sequence[Point]
    median: Sequence[Point]
    high: Sequence[Point]


def seeds_of(scenario: Scenario, index: int, timeline: Timeline[State]) -> Band | None:
    """The band of the run of that index: none once moves have changed the puzzle, of which it is."""
    bands, moves = scenario.bands, timeline.state.moves
    if bands is None or (moves is not None and moves.key() != _start_of(timeline)):
        return None
    return bands.of(index)


def _start_of(timeline: Timeline[State]) -> object:
    moves = next(timeline.kept())[1].moves
    return None if moves is None else moves.key()


def progress_of(bands: Bands | None) -> object:
    """How far bands are: all that their picture depends on, beside the run."""
    return None if bands is None else (bands.done, bands.fault, bands.resting)


def strip_of(points: Sequence[tuple[int, Quantiles]], place: Callable[[int, float], Point]) -> Strip:
    """A band where ``place`` says that a number lies."""
    lower = [place(x, found[0]) for x, found in points]
    xs, chosen = [x for x, _ in lower], list[int]()
    for at, x in enumerate(xs):
        if not chosen or x - xs[chosen[-1]] >= _CLOSE or at == len(xs) - 1:
            chosen.append(at)
    median, high = ([place(points[at][0], points[at][1][edge]) for at in chosen] for edge in (1, 2))
    return Strip([lower[at] for at in chosen], median, high)


def draw_strip(canvas: Canvas, strip: Strip, color: Color, theme: Theme, unit: float) -> None:
    """A single one."""
    _fill(canvas, strip, color, theme)
    _line(canvas, strip, color, 0, theme, unit)


def _fill(canvas: Canvas, strip: Strip, color: Color, theme: Theme) -> None:
    if len(strip.low) > 1:
        canvas.polygon([*strip.low, *reversed(strip.high)], mix(theme.panel, color, 0.16))


def _line(canvas: Canvas, strip: Strip, color: Color, index: int, theme: Theme, unit: float) -> None:
    if len(strip.low) < 2:
        return
    draw_hatched(canvas, strip.low, strip.high, mix(theme.panel, color, 0.55), index, unit)
    for edge in (strip.low, strip.high):
        draw_path(canvas, thinned(edge), mix(theme.panel, color, 0.8), unit)
    draw_path(canvas, thinned(strip.median), color, 2.2 * unit, 7 * unit, 5 * unit)


def shown_of(band: Band | None, x: int | None, ended: bool) -> Sequence[tuple[int, Quantiles]]:
    """A band as far as its run has come, which is ``x``; to its own end where the run has ``ended``."""
    return () if band is None or x is None else band.upto(None if ended else x)


def draw_strips(canvas: Canvas, bands: Sequence[Sequence[tuple[int, Quantiles]]], place: Callable[[int, float], Point],
                theme: Theme, unit: float) -> None:
    """The bands of runs that are compared, each in the colour of its run; where they lie on each other, the lines of
    all are seen."""
    strips = [strip_of(points, place) for points in bands]
    for index, strip in enumerate(strips):
        _fill(canvas, strip, run_color(theme, index + 1), theme)
    for index, strip in enumerate(strips):
        _line(canvas, strip, run_color(theme, index + 1), index, theme, unit)


def draw_hatched(canvas: Canvas, low: Sequence[Point], high: Sequence[Point], color: Color, index: int,
                 unit: float) -> None:
    """Between two lines: each run leans another way, and the second two have more between their lines."""
    lines = _hatches(tuple(low), tuple(high), _LEAN if index % 2 else -_LEAN, (9 + 5 * (index // 2)) * unit,
                     _STRIDE * unit)
    draw_lines(canvas, lines, color, unit)


@lru_cache(maxsize=16)  # a band is drawn again and again
def _hatches(low: tuple[Point, ...], high: tuple[Point, ...], lean: float, gap: float, stride: float,
             ) -> tuple[tuple[Point, Point], ...]:
    """Leaning lines from the lower edge on, as far as they are in the band. They begin on whole pixels: those of one
    length are alike then, and drawn once."""
    start, end = low[0][0], low[-1][0]
    (lower, below), (upper, above) = (np.array(edge, float).T for edge in (low, high))
    feet = np.round(np.arange(start, end, gap))
    floor = np.round(np.interp(feet, lower, below))
    highest = max(0.0, float(floor.max(initial=0.0)) - above.min())
    up = np.arange(ceil(highest / stride) + 2) * stride
    across, y = feet[:, np.newaxis] + lean * up, floor[:, np.newaxis] - up
    within = (across >= start) & (across <= end) & (y <= np.interp(across, lower, below) + _NEAR)
    within &= y >= np.interp(across, upper, above)
    lengths = up[np.maximum(0, np.logical_and.accumulate(within, axis=1).sum(axis=1) - 1)]
    return tuple([((x, foot), (x + lean * far, foot - far))
                  for x, foot, far in zip(feet.tolist(), floor.tolist(), lengths.tolist(), strict=True) if far > _NEAR])


def said_of(canvas: Canvas, band: Band, width: float, size: float) -> str:
    """What is hatched, in as many words as there is room for; while seeds are left, how far it is."""
    bands = band.bands
    if bands.fault:
        ways = [bands.fault, f"no band: seed {bands.done + 1} fails"]
    elif not bands.complete:
        far = f"seed {bands.done + 1} of {bands.seeds}"
        ways = [f"stopped at {far}" if bands.resting else f"{far} …", far]
    else:
        named = bands.named
        own = {run.seed for run in bands.runs}
        thick = f"thick: seed {own.pop()}" if len(own) == 1 else "thick: one seed each"
        hatched = f"hatched: 10–90% of {named}"
        ways = [f"{thick}; {hatched}; dashed: their median", f"{thick}; {hatched}; dashed: median",
                f"{hatched}; dashed: median", hatched, named]
    return next((way for way in ways if canvas.measure(way, size) <= width), ways[-1])


def legend_room(band: Band | None, head: Rect, unit: float) -> Rect:
    """The room for these words: without that of the window's button, where there is one."""
    return head if band is None or band.bands.complete else head.split_right(_ROOM * unit, _APART * unit)[0]


def button_room(head: Rect, unit: float) -> Rect:
    """Where the window has it."""
    return head.split_right(_ROOM * unit)[1].inset(3 * unit, -3 * unit)


def draw_seeded(canvas: Canvas, box: Rect, title: str, otherwise: str, band: Band | None, theme: Theme,
                unit: float) -> Rect:
    """The title of a chart, and beside it what is hatched, or other words where there is no band; the room below."""
    if band is None:
        return draw_title(canvas, box, title, otherwise, theme, unit)
    rest = draw_title(canvas, box, title, "", theme, unit)
    head = legend_room(band, box.split_top(20 * unit)[0], unit)
    size = 13 * unit
    said = said_of(canvas, band, head.w - canvas.measure(title, 14 * unit, "bold") - 14 * unit, size)
    canvas.text((head.right, head.center[1]), said, size, theme.muted, "right")
    return rest


def words_room(box: Rect, unit: float) -> Rect:
    """Where the words are in a tab."""
    return box.split_top(_LINE * unit)[0]


def draw_words(canvas: Canvas, box: Rect, band: Band, theme: Theme, unit: float, before: str = "") -> Rect:
    """The same words in the first line of a tab; the room below."""
    size, line = 12 * unit, words_room(box, unit)
    room, before = legend_room(band, line, unit), before * (band.bands.complete and not band.bands.fault)
    said = said_of(canvas, band, room.w - canvas.measure(before, size), size)
    canvas.text((line.x, line.center[1]), before + said, size, theme.muted)
    return box.split_top(_LINE * unit, 2 * unit)[1]
