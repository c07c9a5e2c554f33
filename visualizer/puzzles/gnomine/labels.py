"""Where a field lies on a board, and the numbers of its rows and columns beside it."""

from __future__ import annotations

from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme

_LABELS = 0.75  # the margin for row and column numbers, in cells …
_MOST_LABELS = 26.0  # … and in pixels at the most, on a board of usual size
_LABEL = 0.42  # the size of these numbers, in cells …
_LEAST_LABEL = 17.0  # the margin in pixels at least, for numbers that can be read …
_LEAST_SIDE = 4.0  # … where fields are at least so large
_SPARSE = 5  # where fields are smaller than their numbers, every fifth has one


def margin_of(puzzle: Gnomine, box: Rect) -> float:
    """The room for labels above and at the left; none where they would be too small to read."""
    side = min(box.w / (puzzle.columns + _LABELS), box.h / (puzzle.rows + _LABELS))
    most = max(_MOST_LABELS, max(box.w, box.h) / 28)  # a large screen is looked at from afar
    return 0.0 if side < _LEAST_SIDE else min(most, max(_LEAST_LABEL, side * _LABELS))


def grid_in(puzzle: Gnomine, box: Rect) -> Rect:
    """The field without its labels, in whole pixels so that all cells are alike; in the middle where it can be."""
    columns, rows, margin = puzzle.columns, puzzle.rows, margin_of(puzzle, box)
    side = min((box.w - margin) / columns, (box.h - margin) / rows)
    side = float(int(side)) if side >= 4 else side
    width, height = side * columns, side * rows
    left, top = max(margin, (box.w - width) / 2), max(margin, (box.h - height) / 2)
    return Rect(round(box.x + left), round(box.y + top), width, height)


def draw_labels(canvas: Canvas, grid: Rect, puzzle: Gnomine, margin: float, theme: Theme) -> None:
    """The numbers of rows and columns, in the margin."""
    if margin == 0:
        return
    rows, columns, side = puzzle.rows, puzzle.columns, grid.w / puzzle.columns
    size, away = max(SMALLEST, min(margin * 0.62, side * _LABEL)), margin / 2
    step = 1 if canvas.measure(str(max(rows, columns) - 1), size) + 3 <= side else _SPARSE
    for j in range(0, columns, step):
        canvas.text((grid.x + (j + 0.5) * side, grid.y - away), str(j), size, theme.muted, "center")
    gap = max(2.0, min(away / 2, margin - canvas.measure(str(rows - 1), size)))
    for i in range(0, rows, step):
        canvas.text((grid.x - gap, grid.y + (i + 0.5) * side), str(i), size, theme.muted, "right")
