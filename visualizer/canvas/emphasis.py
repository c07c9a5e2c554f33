"""Emphasis in running text: *bold*, one or more words between stars that stand close to them. Other stars stay.

A line keeps its stars, around each bold word of its own, so that lines can be laid out before they are drawn.
"""

from __future__ import annotations

from functools import lru_cache

from scenarios.emphasis import EMPHASIS
from visualizer.canvas.breaking import broken
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, Color, Point, fit_text, wrap_text


@lru_cache(maxsize=4096)
def parts(line: str) -> tuple[tuple[str, Style], ...]:
    """What of a line is in which style."""
    found: list[tuple[str, Style]] = []
    end = 0
    for bold in EMPHASIS.finditer(line):
        found += [(line[end:bold.start()], "sans"), (bold[1], "bold")]
        end = bold.end()
    return tuple(part for part in (*found, (line[end:], "sans")) if part[0])


def measure(canvas: Canvas, line: str, size: float) -> float:
    """The width of a line."""
    return sum(canvas.measure(text, size, style) for text, style in parts(line))


def draw_line(canvas: Canvas, at: Point, line: str, size: float, color: Color) -> None:
    """A line, from the left on; ``at`` is in the middle of its height."""
    x, y = at
    for text, style in parts(line):
        canvas.text((x, y), text, size, color, "left", style)
        x += canvas.measure(text, size, style)


_wrapped: dict[tuple[type[Canvas], str, float, float], tuple[str, ...]] = {}
_MOST = 1024


def wrap(canvas: Canvas, text: str, width: float, size: float) -> list[str]:
    """Text in lines no wider than that, as :func:`wrap_text` breaks them where nothing is bold."""
    if "*" not in text or EMPHASIS.search(text) is None:
        return wrap_text(canvas, text, width, size)
    key = type(canvas), text, width, size
    if key not in _wrapped:
        if len(_wrapped) >= _MOST:
            _wrapped.clear()
        _wrapped[key] = tuple(_broken(canvas, text, width, size))
    return list(_wrapped[key])


def _broken(canvas: Canvas, text: str, width: float, size: float) -> list[str]:
    each = EMPHASIS.sub(lambda bold: " ".join(f"*{word}*" for word in bold[1].split()), text)
    lines = broken(each, lambda line: measure(canvas, line, size) <= width)
    return [line if measure(canvas, line, size) <= width else fit_text(canvas, line, width, size) for line in lines]


def reach(canvas: Canvas, line: str, size: float, end: int) -> float:
    """How far the first ``end`` letters of a line reach, its stars not counted."""
    x = 0.0
    for text, style in parts(line):
        x += canvas.measure(text[:end], size, style)
        end -= len(text)
        if end <= 0:
            break
    return x
