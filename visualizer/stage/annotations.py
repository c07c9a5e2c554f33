"""What a lesson draws on any board: soft marks, regions with a name, arrows from place to place, labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenarios.script.drawn import Drawn
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, point_on
from visualizer.canvas.strokes import draw_dashed_frame, draw_head
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.stage.reasons import outline, past, toward

_TEXT = 0.26  # size of what is written, in sides of the places …
_LARGEST = 20.0  # … and at most so many pixels at first; it becomes smaller where it has no room


def draw_annotations(canvas: Canvas, box: Rect, board: Board, drawn: Drawn, theme: Theme) -> None:
    """All of it, over the board in ``box``. What is written keeps off what is written already."""
    if drawn:
        _Pen(canvas, box, board, theme).draw(drawn)


class _Pen:
    """Draws on one board. ``taken``: where something is written."""

    def __init__(self, canvas: Canvas, box: Rect, board: Board, theme: Theme) -> None:
        self.canvas, self.box, self.board = canvas, box, board
        self.ink, self.halo, self.theme = theme.mark, theme.background, theme
        self.places, self.taken = frozenset(board.layout.places), list[Rect]()

    def draw(self, drawn: Drawn) -> None:
        side = min((min(rect.w, rect.h) for rect in self._rects(drawn.places)), default=40.0)
        wide = max(2.0, min(6.0, side * 0.06))
        size = max(SMALLEST, min(_LARGEST, side * _TEXT))
        for rect in self._rects(drawn.soft):
            self._soft(rect, wide)
        regions = [(text, rects) for text, places in drawn.regions if (rects := self._rects(places))]
        for _, rects in regions:
            self._region(rects, wide)
        arrows = [("".join(arrow[2:]), rects) for arrow in drawn.arrows if len(rects := self._rects(arrow[:2])) == 2]
        for _, (start, end) in arrows:
            self._arrow(start, end, wide)
        for text, (start, end) in arrows:
            a, b = start.center, end.center
            middle = Rect((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0, 0)
            self._write(text, middle.inset(-size), size)
        for text, rects in regions:
            self._write(text, _around(rects), size)
        for name, text in drawn.labels:
            for rect in self._rects([name]):
                self._write(text, rect, size, within=rect.h > 4 * size)

    def _rects(self, names: Sequence[str]) -> list[Rect]:
        """Where these places are, as far as this board has them."""
        return [self.board.place(self.box, name) for name in names if name in self.places]

    def _soft(self, rect: Rect, wide: float) -> None:
        """A thin dashed frame inside the place: less than the brackets of a mark."""
        dash = max(3.0, min(rect.w, rect.h) * 0.07)
        draw_dashed_frame(self.canvas, rect.inset(wide * 0.85), self.ink, wide * 0.7, dash, self.halo)

    def _region(self, rects: Sequence[Rect], wide: float) -> None:
        """One outline around places that touch."""
        edges = list(outline(rects))
        for width, color in ((wide + 3, self.halo), (wide, self.ink)):
            for a, b in edges:
                self.canvas.line(a, b, color, width)
                for at in (a, b):
                    self.canvas.circle(at, width / 2, color)

    def _arrow(self, start: Rect, end: Rect, wide: float) -> None:
        start, end = past(start, end)
        a = toward(start.inset(start.w * 0.2, start.h * 0.2), end.center)
        b = toward(end.inset(end.w * 0.2, end.h * 0.2), start.center)
        side = max(10.0, wide * 4)
        self.canvas.line(a, b, self.halo, wide + 3)
        draw_head(self.canvas, a, b, self.halo, side + 4, self.halo)
        self.canvas.line(a, _short(a, b, side * 0.8), self.ink, wide)
        draw_head(self.canvas, a, b, self.ink, side)

    def _write(self, text: str, about: Rect, size: float, *, within: bool = False) -> None:
        """A tag beside what it is about, or at its lower end ``within`` it; inside the board."""
        if not text:
            return
        while size > SMALLEST and self.canvas.measure(text, size, "bold") + size > self.box.w:
            size = max(SMALLEST, size - 1)
        wide, high = self.canvas.measure(text, size, "bold") + size * 0.9, size * 1.5
        low = [Rect(about.center[0] - wide / 2, about.bottom - 1.3 * high, wide, high)] if within else []
        seats = [self._inside(seat) for seat in (*low, *_seats(about, wide, high))]
        tag = next((seat for seat in seats if not any(seat.meets(other) for other in self.taken)), seats[0])
        self.taken.append(tag)
        self.canvas.rect(tag.inset(-1.5), self.halo, radius=size * 0.4)
        self.canvas.rect(tag, self.ink, radius=size * 0.35)
        self.canvas.text(tag.center, text, size, self.halo, "center", "bold")

    def _inside(self, seat: Rect) -> Rect:
        """As near as it can be within the board."""
        x = max(self.box.x, min(seat.x, self.box.right - seat.w))
        return seat._replace(x=x, y=max(self.box.y, min(seat.y, self.box.bottom - seat.h)))


def _seats(about: Rect, wide: float, high: float) -> Iterator[Rect]:
    """Where a tag may stand: over the upper edge, the lower one, at the right, at the left, and further off."""
    middle, over = about.center[0] - wide / 2, high * 0.4
    for far in range(3):
        off = far * high * 1.1
        yield Rect(middle, about.y - high + over - off, wide, high)
        yield Rect(middle, about.bottom - over + off, wide, high)
        yield Rect(about.right - over, about.center[1] - high / 2 + off, wide, high)
        yield Rect(about.x - wide + over, about.center[1] - high / 2 + off, wide, high)


def _around(rects: Sequence[Rect]) -> Rect:
    """The places of the topmost row, as one box: there the name of a region stands."""
    top = min(rects, key=lambda rect: (rect.y, rect.x))
    row = [rect for rect in rects if abs(rect.y - top.y) < top.h / 2]
    left, right = min(rect.x for rect in row), max(rect.right for rect in row)
    return Rect(left, top.y, right - left, max(rect.bottom for rect in rects) - top.y)


def _short(a: Point, b: Point, by: float) -> Point:
    """The end of a line that is so much shorter."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 or 1.0
    part = max(0.0, 1 - by / length)
    return point_on(a, b, part)
