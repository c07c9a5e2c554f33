"""The counters of a run, in a row or, where they are many, in two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from algorithms.core import Algorithm, Counter
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State

_NUMBER, _NAME = 17.0, 12.0  # sizes, in points
_ROW, _BETWEEN = 34.0, 4.0  # points that a row of counters needs, and between two
_UP = 7.0  # points of a number above the middle
_LETTER, _GAP = 0.56, 8.0  # the width of a letter of a name, in sizes, and points between names


def counters_height(counters: Sequence[Counter], width: float, unit: float) -> float:
    """Of the room for them inside their panel, if it is so wide."""
    rows = len(_rows(counters, width, unit))
    return (rows * _ROW + (rows - 1) * _BETWEEN) * unit


def counter_places(box: Rect, counters: Sequence[Counter], unit: float) -> list[Rect]:
    """Where the counters lie, those with a longer name wider."""
    rows = _rows(counters, box.w, unit)
    high = (box.h - (len(rows) - 1) * _BETWEEN * unit) / max(1, len(rows))
    found: list[Rect] = []
    for place, row in enumerate(rows):
        ends = list(accumulate(map(_width, row), initial=0.0))
        part = box.w / ends[-1]
        found += [Rect(box.x + start * part, box.y + place * (high + _BETWEEN * unit), (end - start) * part, high)
                  for start, end in pairwise(ends)]
    return found


def draw_counters(canvas: Canvas, box: Rect, algorithm: Algorithm, timeline: Timeline[State], theme: Theme,
                  unit: float) -> None:
    """The number above its name."""
    places = counter_places(box, algorithm.counters, unit)
    numbers, size = _written(canvas, places, algorithm.counters, timeline, unit)
    for counter, number, place in zip(algorithm.counters, numbers, places, strict=True):
        x, y = place.center
        canvas.text((x, y - _UP * unit), number, size, theme.text, "center", "bold")
        canvas.text((x, y + 9 * unit), counter.name, _NAME * unit, theme.muted, "center")


def number_places(canvas: Canvas, box: Rect, counters: Sequence[Counter], timeline: Timeline[State],
                  unit: float) -> list[Rect]:
    """Where their numbers alone are, without the names."""
    places = counter_places(box, counters, unit)
    numbers, size = _written(canvas, places, counters, timeline, unit)
    found = []
    for number, place in zip(numbers, places, strict=True):
        (x, y), wide = place.center, canvas.measure(number, size, "bold")
        found.append(Rect(x - wide / 2, y - _UP * unit - size / 2, wide, size))
    return found


def _written(canvas: Canvas, places: Sequence[Rect], counters: Sequence[Counter], timeline: Timeline[State],
             unit: float) -> tuple[list[str], float]:
    """The numbers as they are written, and their size, the same for all of them."""
    numbers, size = [f"{timeline.total(counter):,}" for counter in counters], _NUMBER * unit
    size *= min((1.0, *(place.w * 0.9 / canvas.measure(number, size, "bold")
                        for number, place in zip(numbers, places, strict=True))))
    return numbers, max(size, _NAME * unit)


def _width(counter: Counter) -> float:
    """That a counter wants, in points: of its name, or of a number of six digits."""
    return max(len(counter.name), 7) * _LETTER * _NAME + _GAP


def _rows(counters: Sequence[Counter], width: float, unit: float) -> list[Sequence[Counter]]:
    """As few rows as they fit in; of two, the first is the longer one."""
    if sum(map(_width, counters)) * unit <= width or len(counters) < 2:
        return [counters] if counters else []
    half = -(-len(counters) // 2)
    return [counters[:half], counters[half:]]
