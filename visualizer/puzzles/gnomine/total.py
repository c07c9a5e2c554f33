"""The mine total on the board: a constraint that has no field of its own, as it speaks of all that are covered."""

from __future__ import annotations

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme
from visualizer.puzzles.roles import Role

_LARGEST = 44.0  # pixels: the side of its number


def draw_total(canvas: Canvas, grid: Rect, margin: float, mines: str, role: Role, theme: Theme) -> None:
    """A rim around the whole field, and at its corner, where there is a margin, how many mines are in it: the number
    of the constraint."""
    fill: Color = getattr(theme, role.fill)
    ink: Color = getattr(theme, role.text)
    wide = max(2.5, min(5.0, grid.w * 0.008))
    canvas.rect(grid.inset(-wide / 2), None, fill, wide)
    if margin == 0:
        return
    side = min(_LARGEST, margin)
    usual = side * 0.62
    size = max(SMALLEST, usual * min(1.0, (side - 4) / max(1.0, canvas.measure(mines, usual, "bold"))))
    across = max(side, canvas.measure(mines, size, "bold") + 4)
    plate = Rect(grid.x - across, grid.y - side, across, side)
    canvas.rect(plate, fill, theme.background, 1, side * 0.15)
    canvas.text(plate.center, mines, size, ink, "center", "bold")
