"""Where names are written in the cells, for arrows to go around."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from algorithms.problems.zebra.puzzle import Zebra
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.puzzles.zebra.cell import text_size
from visualizer.puzzles.zebra.frame import Frame, slot
from visualizer.runs.states import State

_LARGE, _LARGEST, _RIM = 0.34, 0.26, 0.04  # of a cell: the size of a name that is alone there, by its height and by
                                           # its width, and what is left free beside it


def names_in(canvas: Canvas, frame: Frame, puzzle: Zebra, rows: Mapping[tuple[str, ...], Mapping[str, str]],
             state: State) -> Iterator[Rect]:
    """The rectangles of all names that can still live somewhere; ``rows`` has, for each row, how they are written."""
    for row, (names, short) in enumerate(rows.items()):
        size = text_size(frame.cell(row, 1), puzzle)
        wide = {name: canvas.measure(short[name], max(SMALLEST, size)) for name in names}
        for house in puzzle.every:
            cell = frame.cell(row, house)
            here = [name for name in names if house in state.domains.get(name, ())]
            if len(here) == 1 and state.domains[here[0]] == (house,):
                large = min(cell.h * _LARGE, cell.w * _LARGEST)
                yield _middle(cell.inset(cell.w * _RIM, 0), canvas.measure(here[0], large, "bold"), large)
                continue
            yield from (_middle(slot(cell, puzzle, names.index(name)), wide[name], size) for name in here)


def _middle(place: Rect, wide: float, high: float) -> Rect:
    wide, high = min(wide, place.w), min(high, place.h)
    return Rect(place.center[0] - wide / 2, place.center[1] - high / 2, wide, high)
