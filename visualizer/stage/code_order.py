"""Pseudocode whose lines are being put in order: those that are placed, and gaps for the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from algorithms.pseudocode import Part
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect
from visualizer.canvas.strokes import draw_cross
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.asking import Asking
from visualizer.runs.line_order import first_wrong
from visualizer.stage.code import around, fitted

_GUTTER = 30.0  # points: for the numbers of the places
_GAP = 24  # columns of a gap


class _Line(NamedTuple):
    """What stands in a line: ``place`` is that of a line to be placed, from 0, or None of one that is given."""

    text: str
    place: int | None
    first: bool


class Row(NamedTuple):
    """What is written where: ``place`` as in a line, ``number`` where that is written before it; ``chosen`` is the line
    that stands there, or nothing of a gap."""

    text: str
    box: Rect
    place: int | None
    number: bool
    chosen: str


class Laid(NamedTuple):
    """All rows, the size of their letters, the gap that is filled next, and the place of the first wrong line."""

    rows: tuple[Row, ...]
    size: float
    waiting: int
    wrong: int | None


def _lines(part: Part, chosen: Sequence[str]) -> list[_Line]:
    """The pseudocode as it stands by now."""
    found: list[_Line] = []
    places = count()
    for given in part.whole:
        if given is not None:
            found += [_Line(text, None, False) for text in given]
            continue
        place = next(places)
        there = chosen[place] if place < len(chosen) else ""
        found += [_Line(text, place, index == 0) for index, text in enumerate(part.texts(there) if there else [""])]
    return found


def lay_out_order(canvas: Canvas, box: Rect, asking: Asking, unit: float) -> Laid:
    """Where all of it lies; where not all fits, that around the gap that is filled next, or the line that is wrong."""
    part, chosen, gutter = asking.question.lines, asking.chosen, _GUTTER * unit
    assert part is not None  # who draws this has looked
    lines = _lines(part, chosen)
    size, step, rows = fitted(canvas, box, tuple(line.text or "·" for line in lines), gutter, unit)
    waiting = next((at for at, text in enumerate(chosen) if not text), len(chosen))
    wrong = first_wrong(part, chosen) if tuple(chosen) in asking.tried else None
    seen = waiting if wrong is None else wrong
    current = next((index for index, line in enumerate(lines) if line.place == seen), None)
    found = []
    for number, row in enumerate(around(rows, current, max(1, int(box.h / step)))):
        line = lines[row.line]
        place = Rect(box.x, float(round(box.y)) + number * step, box.w, step).inset(0, 0.06 * step)
        there = chosen[line.place] if line.place is not None and line.place < len(chosen) else ""
        found.append(Row(row.text if line.text else "", place, line.place, row.first and line.first, there))
    return Laid(tuple(found), size, waiting, wrong)


def draw_order(canvas: Canvas, box: Rect, asking: Asking, theme: Theme, unit: float) -> None:
    """Lines that are placed stand on a colour, with the numbers of their places; the gap that is filled next is lit."""
    laid, gutter = lay_out_order(canvas, box, asking, unit), _GUTTER * unit
    for row in laid.rows:
        y = row.box.center[1]
        if row.place is not None:
            waiting, wrong = row.place == laid.waiting, row.place == laid.wrong
            _draw_ground(canvas, row.box.split_left(gutter)[1], row, waiting, wrong, theme, laid.size)
            if row.number:
                _draw_sign(canvas, (row.box.x + gutter / 2, y), row.place, wrong, theme, laid.size)
        canvas.text((row.box.x + gutter, y), row.text, laid.size, theme.muted if row.place is None else theme.text,
                    "left", "mono")


def _draw_ground(canvas: Canvas, box: Rect, row: Row, waiting: bool, wrong: bool, theme: Theme, size: float) -> None:
    """Behind a line that is placed a colour; the frame of a gap."""
    if row.text:
        canvas.rect(box, mix(theme.panel, theme.bad if wrong else theme.accent, 0.25), radius=0.2 * size)
        return
    gap = box.split_left(min(box.w, _GAP * 0.6 * size))[0]
    canvas.rect(gap, theme.current if waiting else None, theme.accent if waiting else theme.edge, 1, 0.2 * size)


def _draw_sign(canvas: Canvas, at: Point, place: int, wrong: bool, theme: Theme, size: float) -> None:
    """The number of a place, or that the line there is wrong."""
    if wrong:
        draw_cross(canvas, at, 0.45 * size, theme.bad, 0.2 * size)
    else:
        canvas.text(at, str(place + 1), min(size, max(SMALLEST, 0.85 * size)), theme.accent, "center", "bold")
