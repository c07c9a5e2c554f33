"""A zoom: which part of something large is seen."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.canvas.primitives import Point, Rect

MOST = 12.0


@dataclass
class Zoom:
    """How many times as large as it fits something is drawn, and what of it is in the middle, as shares of its size."""

    scale: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def key(self) -> tuple[float, float, float]:
        """Which part is seen, to be compared with later."""
        return self.scale, self.x, self.y

    @property
    def whole(self) -> bool:
        """Is all of it seen?"""
        return self.scale <= 1

    def of(self, box: Rect) -> Rect:
        """Where all of it lies when ``box`` shows a part."""
        w, h = box.w * self.scale, box.h * self.scale
        return Rect(box.x + box.w / 2 - w * self.x, box.y + box.h / 2 - h * self.y, w, h)

    def seen(self, whole: Rect) -> Rect:
        """The part of all of it, as :meth:`of` tells where that lies, that is seen."""
        w, h = whole.w / self.scale, whole.h / self.scale
        return Rect(whole.x + whole.w * self.x - w / 2, whole.y + whole.h * self.y - h / 2, w, h)

    def magnify(self, box: Rect, at: Point, factor: float) -> None:
        """Larger or smaller; what is at that point stays there, unless an edge would leave the box's."""
        if box.w <= 0 or box.h <= 0:
            return
        before = self.of(box)
        share = (at[0] - before.x) / before.w, (at[1] - before.y) / before.h
        self.scale = max(1.0, min(MOST, self.scale * factor))
        w, h = box.w * self.scale, box.h * self.scale
        self.look(share[0] - (at[0] - box.center[0]) / w, share[1] - (at[1] - box.center[1]) / h)

    def drag(self, box: Rect, dx: float, dy: float) -> None:
        """Moves it so many pixels."""
        if box.w > 0 and box.h > 0:
            self.look(self.x - dx / (box.w * self.scale), self.y - dy / (box.h * self.scale))

    def look(self, x: float, y: float) -> None:
        """That is in the middle, or as near as it can be."""
        half = 0.5 / self.scale
        self.x, self.y = max(half, min(1 - half, x)), max(half, min(1 - half, y))

    def reveal(self, box: Rect, place: Rect) -> None:
        """Moves it where a place of the drawing has left the box."""
        seen = box.contains(place.x, place.y) and box.contains(place.right - 1, place.bottom - 1)
        if box.w > 0 and box.h > 0 and not seen:
            whole = self.of(box)
            self.look((place.center[0] - whole.x) / whole.w, (place.center[1] - whole.y) / whole.h)
