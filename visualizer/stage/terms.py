"""Terms of the glossary in what the band says: where they stand, and the dotted lines below them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scenarios.emphasis import unmarked
from scenarios.glossary import Term, terms_in
from visualizer.canvas.emphasis import reach
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.stage.band import Line, Words, lines, parts

_DOT, _GAP = 2.0, 3.0  # of a dotted line


class Spot(NamedTuple):
    """A term where it stands: in which line, from which letter on."""

    place: Rect
    term: Term
    line: int
    start: int


def spots_in(canvas: Canvas, rows: list[Line]) -> Iterator[Spot]:
    """The terms in lines of text."""
    for row, line in enumerate(rows):
        for start, end, term in terms_in(unmarked(line.text)):
            x, right = (reach(canvas, line.text, line.size, at) for at in (start, end))
            yield Spot(Rect(line.x + x, line.y - line.size * 0.65, right - x, line.size * 1.3), term, row, start)


def spots_of(canvas: Canvas, band: Rect, words: Words, unit: float, earlier: str = "") -> list[Spot]:
    """The terms of what a band says."""
    if band.h <= 0:
        return []
    return list(spots_in(canvas, lines(canvas, parts(band, words, unit).text, words, unit, earlier)))


def draw_dots(canvas: Canvas, place: Rect, color: Color, unit: float) -> None:
    """A dotted line below a term: it can be pointed at."""
    dot, step = max(1.0, _DOT * unit), max(2.0, (_DOT + _GAP) * unit)
    canvas.dots((place.x, place.bottom - dot), int(place.w / step) + 1, step, dot, color)
