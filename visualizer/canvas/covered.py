"""A canvas some places of which are covered later: what is written there is left out, as text in a file can be copied
from below whatever is drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from scenarios.images import Image
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Canvas, Color, Point, Rect


class Covered(Canvas):
    """Draws on another canvas all but texts whose middle is in one of the places."""

    def __init__(self, canvas: Canvas, places: Sequence[Rect]) -> None:
        self._canvas, self._places = canvas, places

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None:
        self._canvas.rect(box, fill, stroke, width, radius)

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        self._canvas.line(a, b, color, width)

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        self._canvas.polygon(points, fill, stroke, width)

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None:
        self._canvas.circle(center, radius, fill, stroke, width)

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        x = at[0] + {"left": 0.5, "center": 0.0, "right": -0.5}[align] * self.measure(text, size, style)
        if not any(place.contains(x, at[1]) for place in self._places):
            self._canvas.text(at, text, size, color, align, style)

    def image(self, box: Rect, image: Image) -> None:
        self._canvas.image(box, image)

    def clip(self, box: Rect) -> AbstractContextManager[None]:
        return self._canvas.clip(box)

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return self._canvas.measure(text, size, style)
