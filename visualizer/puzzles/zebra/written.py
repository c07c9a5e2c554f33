"""Where names are written in the cells, for arrows to go around."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from algorithms.problems.zebra.puzzle import Zebra
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.puzzles.zebra.cell import text_size
from visualizer.puzzles.zebra.frame import Frame, slot
from visualizer.runs.states import State

_LARGE, _WIDE = 0.36, 0.8  # of a cell: the height of a name that is alone there, and its width


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
                yield cell.inset(cell.w * (1 - _WIDE) / 2, cell.h * (1 - _LARGE) / 2)
                continue
            yield from (_middle(slot(cell, puzzle, names.index(name)), wide[name], size) for name in here)


def _middle(place: Rect, wide: float, high: float) -> Rect:
    wide, high = min(wide, place.w), min(high, place.h)
    return Rect(place.center[0] - wide / 2, place.center[1] - high / 2, wide, high)
