"""Where the constraints of a network are written: near the middle of their variables, on no card and no other one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from visualizer.canvas.primitives import Canvas, Color, Point, Rect, wrap_text
from visualizer.canvas.theme import Theme

_SIZES = (0.12, 0.1, 0.085, 0.07)  # of the letters, in cells; smaller ones are tried where larger ones have no room
_LARGEST = 36.0  # pixels
_WIDTHS = (1.5, 1.0, 0.64)  # of a label, in cells: narrow ones fit between two cards
_ROWS = (2, 5)  # of a label at most: the second only where the first has no room
_STEP, _REACH = 0.1, 17  # how far from the middle places are tried, and in what steps, in cells
_NEAR = 64  # of these places are tried first: often one of them is free
_OFFSETS = sorted(((i * _STEP, j * _STEP) for i in range(-_REACH, _REACH + 1) for j in range(-_REACH, _REACH + 1)),
                  key=lambda offset: (round(offset[0] ** 2 + offset[1] ** 2, 6), abs(offset[0]), offset))


@dataclass(frozen=True)
class Label:
    """A constraint as it is written, on a box of its own."""

    box: Rect
    rows: tuple[str, ...]
    size: float


@dataclass(frozen=True)
class Written:
    """What is to be written, and where its middle would best be."""

    name: str
    text: str
    middle: Point


def place_labels(canvas: Canvas, box: Rect, cards: Sequence[Rect], wanted: Sequence[Written],
                 unit: float) -> Mapping[str, Label]:
    """The labels by name, with the largest letters with which all have room; where none fits, in the middle as they
    are."""
    placed: dict[str, Label] = {}
    for rows, share in product(_ROWS, _SIZES):
        placed, size = {}, min(unit * share, _LARGEST)
        for one in wanted:
            taken = [*cards, *(label.box for label in placed.values())]
            shapes = [_shape(canvas, one, size, unit, width) for width in _WIDTHS]
            free = _free(box, taken, one.middle, [shape for shape in shapes if len(shape.rows) <= rows], unit)
            found = min(free, key=lambda label: _away(label, one.middle), default=None)
            if found is None:
                break
            placed[one.name] = found
        if len(placed) == len(wanted):
            return placed
    size = min(unit * _SIZES[-1], _LARGEST)
    return placed | {one.name: _inside(box, _shape(canvas, one, size, unit, _WIDTHS[0]), one.middle)
                     for one in wanted if one.name not in placed}


def _free(box: Rect, taken: Sequence[Rect], middle: Point, shapes: Iterable[Label], unit: float) -> Iterator[Label]:
    """Of each shape the nearest place that is free."""
    import numpy as np  # takes a moment to load

    edges = np.array([(other.x, other.y, other.right, other.bottom) for other in taken] or np.empty((0, 4)))
    starts, ends = edges[:, :2], edges[:, 2:]
    rings = np.split(np.array(_OFFSETS) * unit + middle, [_NEAR])
    for shape in shapes:
        size = np.array((shape.box.w, shape.box.h))
        for middles in rings:
            near = np.maximum((box.x, box.y), np.minimum(middles - size / 2, (box.right, box.bottom) - size))
            covered = (near[:, None] < ends) & (starts < (near + size)[:, None])  # in width, in height
            free = ~covered.all(axis=2).any(axis=1)
            if free.any():
                yield _at(shape, tuple(near[free.argmax()].tolist()))
                break


def _shape(canvas: Canvas, one: Written, size: float, unit: float, width: float) -> Label:
    """The label with lines of that width at most, anywhere."""
    rows = _rows(canvas, f"{one.name}: {one.text}", unit * width - size, size)
    wide = max(canvas.measure(row, size, "bold") for row in rows) + size
    return Label(Rect(0, 0, wide, size * (1.3 * len(rows) + 0.7)), tuple(rows), size)


def _rows(canvas: Canvas, text: str, width: float, size: float) -> list[str]:
    """The text in lines that break between words, and not inside brackets if that can be."""
    rows: list[str] = []
    for piece in re.findall(r"(?:\([^()]*\)|\S)+", text):
        longer = f"{rows[-1]} {piece}" if rows else piece
        if rows and canvas.measure(longer, size, "bold") <= width:
            rows[-1] = longer
        else:
            rows.append(piece)
    fits = all(canvas.measure(row, size, "bold") <= width for row in rows)
    return rows if fits else wrap_text(canvas, text, width, size, "bold")


def _inside(box: Rect, label: Label, middle: Point) -> Label:
    """The label with its middle there, or as near as it can without leaving the box."""
    return _at(label, _corner(box, label, middle))


def _corner(box: Rect, label: Label, middle: Point) -> Point:
    """Where its left upper corner is then."""
    _, _, w, h = label.box
    return (max(box.x, min(middle[0] - w / 2, box.right - w)),
            max(box.y, min(middle[1] - h / 2, box.bottom - h)))


def _at(label: Label, corner: Point) -> Label:
    return Label(Rect(*corner, label.box.w, label.box.h), label.rows, label.size)


def _away(label: Label, middle: Point) -> float:
    """How far a label is from where it would best be; on several lines it is a little farther."""
    x, y = label.box.center
    return (x - middle[0]) ** 2 + (y - middle[1]) ** 2 + label.size ** 2 * len(label.rows)


def draw_label(canvas: Canvas, label: Label, inks: tuple[Color, Color], sign: str, theme: Theme) -> None:
    """A label; ``sign`` says in a corner what its colour says."""
    box, size = label.box, label.size
    canvas.rect(box, inks[0], theme.edge, 1, size * 0.5)
    for index, row in enumerate(label.rows):
        y = box.y + size * (0.35 + 1.3 * (index + 0.5))
        canvas.text((box.center[0], y), row, size, inks[1], "center", "bold")
    if sign:
        badge = Rect(box.right - size * 0.9, box.y - size * 0.6, size * 1.5, size * 1.5)
        canvas.rect(badge, inks[0], theme.edge, 1, size * 0.75)
        canvas.text(badge.center, sign, size * 0.9, inks[1], "center", "bold")
