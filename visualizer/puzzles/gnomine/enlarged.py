"""The fields around the number that is tested, large over the rest of a board whose fields are small."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from algorithms.problems.gnomine.position import name
from algorithms.problems.gnomine.position import place as coordinates
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme

_MOST_COLUMNS = 16  # on broader boards, or with smaller fields, the number that is tested is enlarged
_ROOMY = 34.0  # pixels: in smaller fields an assignment cannot be read


def too_small(puzzle: Gnomine, side: float) -> bool:
    """Can an assignment not be read on the board? A board of few fields is all around the number anyway."""
    return (side < _ROOMY or puzzle.columns > _MOST_COLUMNS) and max(puzzle.rows, puzzle.columns) > 5


def fields_near(number: str, fields: Container[str]) -> list[str]:
    """Those at most two away from a number."""
    row, column = coordinates(number)
    return [field for i in range(-2, 3) for j in range(-2, 3) if (field := name(row + i, column + j)) in fields]


def draw_enlarged(canvas: Canvas, box: Rect, grid: Rect, near: Sequence[str], small: Callable[[str], Rect],
                  theme: Theme) -> Callable[[str], Rect]:
    """The frame for these fields on the side where they hide nothing of themselves, and where they are on the board;
    returns where each is drawn."""
    spots = [coordinates(field) for field in near]
    top, left = min(i for i, _ in spots), min(j for _, j in spots)
    rows, columns = max(i for i, _ in spots) - top + 1, max(j for _, j in spots) - left + 1
    corner = small(name(top, left))
    around = Rect(corner.x, corner.y, corner.w * columns, corner.w * rows)
    side = float(int(min(box.h * 0.8 / rows, grid.w * 0.44 / columns, 84.0)))
    x = grid.x + side * 0.3 if around.center[0] > grid.center[0] else grid.right - side * (columns + 0.3)
    y = max(box.y + 6, min(around.center[1] - side * rows / 2, box.bottom - side * rows - 6))
    large = Rect(x, y, side * columns, side * rows)
    for a, b in ((around.y, large.y), (around.bottom, large.bottom)):
        canvas.line((around.x, a), (large.x, b), theme.accent)
    canvas.rect(around, None, theme.accent, 2)
    canvas.rect(large.inset(-5), theme.panel, theme.accent, 2, 6)

    def place(field: str) -> Rect:
        i, j = coordinates(field)
        return Rect(large.x + (j - left) * side, large.y + (i - top) * side, side - 1, side - 1)

    return place
