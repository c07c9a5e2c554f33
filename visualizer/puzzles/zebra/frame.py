"""Where the parts of the board lie: houses are columns, attributes rows, and every name has a place of its own in each
cell, the same everywhere."""

from __future__ import annotations

from typing import NamedTuple

from algorithms.problems.zebra.street import Street
from visualizer.canvas.marks import sign_side
from visualizer.canvas.primitives import SMALLEST, Rect

# In parts of what is there, or in pixels:
_KEY, _LARGE_KEY, _LEAST_KEY = 0.18, 0.22, 46.0  # the column of names, of the grid; where it has two names a line
_NAMED_KEY, _NAMED = 85.0, 440.0  # in pixels, so that its names can be read; in a grid of at least so many, with it
_ROOF, _LEAST_ROOF = 0.085, 20.0  # the roofs, of the height
_CLUES, _LEAST_CLUES = 0.31, 190.0  # the clues, of the width
_READABLE_CLUES = 290.0  # pixels: in a narrower list, names are lower than 12
_LEAST_CELL = 34.0  # the width of a cell, with clues beside the grid
_SQUARE = 1.25  # a cell is at most so many times as high as wide
_TAB, _LOW = (340.0, 640.0), 0.85  # pixels: between a thumbnail and a board that has room for all; height for width
_GAP = 12.0
_NAME_HIGH, _NAME_WIDE = 0.8, 0.125  # of a line of the column of names, and of the column: the size of a name
_TIGHT = 0.85  # of a line: a name that could not be read else
_LINE = 1.33  # names stand one below the other where a line is at least so high, in the smallest texts …
_MARGIN, _LEAST_MARGIN = 0.03, 0.5  # of a cell, around the places; in pixels, at the sides of a single column
_STEEP = 0.2  # … and so high in widths of the cell: there they are as large as two side by side, and none is shortened


class Frame(NamedTuple):
    """The left edges of the houses, the top edges of the rows, the width and height of a cell, the column of names,
    the roofs, all of the grid with both, and the clues (nothing where they have no room); ``close``: there is little
    room for what has to be read, as beside others."""

    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    wide: float
    high: float
    key: Rect
    roofs: Rect
    grid: Rect
    clues: Rect
    close: bool

    def cell(self, row: int, house: int) -> Rect:
        """The cell of a row, from 0, in a house, from 1."""
        return Rect(self.lefts[house - 1], self.tops[row], self.wide, self.high)


def frame_of(street: Street, box: Rect, *, beside: bool = False) -> Frame:
    """The board as large as it fits; where room is little, clues are there only if their names can be read."""
    close = beside or (_TAB[0] <= box.w < _TAB[1] and box.h < _LOW * box.w)
    rows = len(street.attributes)
    clues = max(box.w * _CLUES, _LEAST_CLUES) if street.clues else 0.0
    if (box.w - clues - _GAP) * (1 - _KEY) / street.houses < _LEAST_CELL or (close and clues < _READABLE_CLUES):
        clues = 0.0
    wide = box.w - (clues + _GAP if clues else 0)
    least = _NAMED_KEY if wide >= _NAMED and not close else _LEAST_KEY
    key = max(wide * (_KEY if street.houses <= 6 else _LARGE_KEY), least)
    roof = max(box.h * _ROOF, _LEAST_ROOF)
    cell = float(int((wide - key) / street.houses))
    high = float(int(min((box.h - roof) / rows, cell * _SQUARE)))
    left, top = float(round(box.x)), float(round(box.y + (box.h - roof - high * rows) / 2))
    lefts = tuple(left + key + index * cell for index in range(street.houses))
    tops = tuple(top + roof + index * high for index in range(rows))
    grid = Rect(left, top, key + cell * street.houses, roof + high * rows)
    listed = Rect(box.right - clues, box.y, clues, box.h)
    return Frame(lefts, tops, cell, high, Rect(left, top + roof, key, high * rows),
                 Rect(left + key, top, cell * street.houses, roof), grid, listed, close)


def slot(cell: Rect, street: Street, index: int) -> Rect:
    """The place of a row's name, by its index, in a cell."""
    columns, rows = street.slots
    if cell.h >= max(_LINE * SMALLEST, _STEEP * cell.w) * street.houses:
        columns, rows = 1, street.houses
    down, across = divmod(index, columns)
    inner = cell.inset(cell.w * _MARGIN if columns > 1 else min(cell.w * _MARGIN, _LEAST_MARGIN), cell.h * _MARGIN)
    return Rect(inner.x + across * inner.w / columns, inner.y + down * inner.h / rows, inner.w / columns,
                inner.h / rows)


def key_size(frame: Frame, line: float, least: float = 0.0) -> float:
    """The size of the names in their column, in lines so high; not below ``least`` where that has room in a line."""
    return max(min(line * _NAME_HIGH, frame.key.w * _NAME_WIDE), least if line * _TIGHT >= least else 0.0)


def score_end(place: Rect) -> float:
    """Where the score of a name ends in the column of names: before the sign of a tie."""
    return place.right - 3 - sign_side(place)
