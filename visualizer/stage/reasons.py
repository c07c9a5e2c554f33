"""A reason, drawn over a board: outlines around what a constraint is about, lines from each cause to what it takes away
or brings about, crosses, dashed rims around what follows, and the numbers of the steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from algorithms.reasons import Link, Ray, Reason, Spot
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, readable
from visualizer.canvas.strokes import draw_cross, draw_dashed_frame, draw_head, draw_pill
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.states import State

_MOST_LINKS, _MOST_SPOTS = 6, 60  # drawn at once: of a longer reason the last steps, of a wider one the first places
_NEAR = 0.6  # pixels: closer edges are one


def draw_reason(canvas: Canvas, box: Rect, board: Board, state: State, reason: Reason, theme: Theme) -> None:
    """The steps one after the other, each above those before it."""
    links = [_bounded(board.of_reason(link)) for link in reason[-_MOST_LINKS:]]
    pen = _Pen(canvas, box, board, state, theme)
    for number, link in enumerate(links, 1):
        pen.draw(link, number if len(links) > 1 else 0)


def _bounded(link: Link) -> Link:
    """As much of it as is drawn."""
    most = _MOST_SPOTS
    return Link(link.through[:most], link.causes[:most], link.shared[:most], link.struck[:most], link.follows[:most],
                link.rays[:most])


class _Pen:
    """Draws links on one board."""

    def __init__(self, canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
        self.canvas, self.box, self.board, self.state, self.theme = canvas, box, board, state, theme
        self.ink, self.halo = theme.mark, theme.background

    def draw(self, link: Link, number: int) -> None:
        """A link, with its number where there are several."""
        through = [self.board.place(self.box, place) for place in link.through]
        wide = self._wide(link)
        for place in link.shared:
            self._hatch(self.board.place(self.box, place))
        self._outline(through, wide)
        for ray in link.rays:
            self._ray(ray, wide * 0.7)
        for spot in link.causes:
            self._cause(spot, wide)
        taken = [self._spot(spot)[0] for spot in link.causes]
        for spot in link.struck:
            if not any(rect.contains(*self._spot(spot)[0].center) for rect in taken):  # who is there, is seen there
                self._strike(spot, wide)
        for spot in link.follows:
            self._follow(spot, wide)
        first = through or [self.board.place(self.box, spot.place) for spot in link.causes]
        if number and first:
            self._number(min(first, key=lambda rect: (rect.y, rect.x)), number)

    def _wide(self, link: Link) -> float:
        """The width of its lines."""
        sides = [min(rect.w, rect.h) for rect in (self.board.place(self.box, place) for place in link.places)]
        return max(2.0, min(6.0, min(sides, default=40.0) * 0.07))

    def _spot(self, spot: Spot) -> tuple[Rect, bool]:
        """Where it is drawn, and is that a small place of the value within the variable's?"""
        whole = self.board.place(self.box, spot.place)
        if spot.value is None:
            return whole, False
        part = self.board.value_place(self.box, self.state, spot.place, spot.value)
        return part, part.w * part.h < whole.w * whole.h * 0.7 and whole.inset(-2).contains(*part.center)

    def _line(self, a: Point, b: Point, wide: float) -> None:
        """On any ground: with a rim."""
        self.canvas.line(a, b, self.halo, wide + max(2.0, wide * 0.8))
        self.canvas.line(a, b, self.ink, wide)

    def _outline(self, rects: Sequence[Rect], wide: float) -> None:
        """Around places that touch, once."""
        edges = list(outline(rects))
        for a, b in edges:
            self.canvas.line(a, b, self.halo, wide + 3)
        for a, b in edges:
            self.canvas.line(a, b, self.ink, wide)

    def _hatch(self, rect: Rect) -> None:
        with self.canvas.clip(rect):
            step = max(8.0, rect.w / 4)
            for index in range(int((rect.w + rect.h) / step) + 1):
                x = rect.x + index * step
                self.canvas.line((x, rect.y), (x - rect.h, rect.bottom), self.ink, max(1.0, step * 0.12))

    def _cause(self, spot: Spot, wide: float) -> None:
        rect, own = self._spot(spot)
        if own:
            self._disc(rect, str(spot.value))
            return
        inner = rect.inset(min(rect.w, rect.h) * 0.03)
        self.canvas.rect(inner.inset(-1), None, self.halo, 1, inner.h * 0.2)
        self.canvas.rect(inner, None, self.ink, wide, inner.h * 0.2)

    def _disc(self, rect: Rect, text: str) -> None:
        """A value that counts, on a disc, which a word makes longer; also where the board shows no values."""
        radius = min(rect.w, rect.h) * 0.5
        text, size = readable(self.canvas, text, max(1.5 * radius, rect.w - radius), radius * 1.5)
        half = max(radius, min(rect.w, self.canvas.measure(text, size, "bold") + radius) / 2)
        draw_pill(self.canvas, rect.center, half + 1 if half > radius else half, radius + 1, self.halo)
        draw_pill(self.canvas, rect.center, half, radius, self.ink)
        if size >= SMALLEST:
            self.canvas.text(rect.center, text, size, self.halo, "center", "bold")

    def _strike(self, spot: Spot, wide: float) -> None:
        rect, own = self._spot(spot)
        if own and min(rect.w, rect.h) >= SMALLEST:
            size = min(rect.w, rect.h)
            self.canvas.rect(rect, self.halo, radius=size * 0.2)
            self.canvas.text(rect.center, str(spot.value), size * 0.85, self.ink, "center")
            self._line((rect.x, rect.bottom), (rect.right, rect.y), max(1.5, wide * 0.5))
            return
        reach = min(rect.w, rect.h) * (0.42 if own else 0.24)
        draw_cross(self.canvas, rect.center, reach, self.halo, wide + 3)
        draw_cross(self.canvas, rect.center, reach, self.ink, wide)

    def _follow(self, spot: Spot, wide: float) -> None:
        """A dashed rim, and the value at the top, where the board shows none so far."""
        rect = self.board.place(self.box, spot.place).inset(wide)
        dash = max(4.0, min(rect.w, rect.h) * 0.1)
        draw_dashed_frame(self.canvas, rect.inset(-(wide + 1) / 2), self.ink, wide + 1, dash, self.halo)
        if spot.value is not None:
            self.board.draw_next(self.canvas, rect, self.state, spot.place, spot.value, self.theme)

    def _ray(self, ray: Ray, wide: float) -> None:
        (start, from_value), (end, _) = self._spot(ray.cause), self._spot(ray.to)
        start, end = past(start, end)
        a = toward(start.inset(0 if from_value else start.w * 0.1), end.center)
        b = toward(end.inset(end.w * 0.22, end.h * 0.22), start.center)
        if hypot(b[0] - a[0], b[1] - a[1]) < 4:
            return
        side = max(8.0, wide * 4)
        self._line(a, b, wide)
        draw_head(self.canvas, a, b, self.ink, side, self.halo)

    def _number(self, rect: Rect, number: int) -> None:
        radius = max(SMALLEST * 0.75, min(16.0, min(rect.w, rect.h) * 0.2))
        at = rect.x + radius * 0.6, rect.y + radius * 0.6
        self.canvas.circle(at, radius + 2, self.halo)
        self.canvas.circle(at, radius, self.ink)
        self.canvas.text(at, str(number), radius * 1.35, self.halo, "center", "bold")


def outline(rects: Sequence[Rect]) -> Iterable[tuple[Point, Point]]:
    """The edges of these rectangles that lie at no other one."""
    for rect in rects:
        gap = max(_NEAR, min(rect.w, rect.h) * 0.14)
        sides = {"left": ((rect.x, rect.y), (rect.x, rect.bottom)), "top": ((rect.x, rect.y), (rect.right, rect.y)),
                 "right": ((rect.right, rect.y), (rect.right, rect.bottom)),
                 "bottom": ((rect.x, rect.bottom), (rect.right, rect.bottom))}
        for other in rects:
            if other is rect:
                continue
            beside = abs(other.y - rect.y) < gap
            above = abs(other.x - rect.x) < gap
            if beside and abs(other.right - rect.x) < gap:
                sides.pop("left", None)
            if beside and abs(other.x - rect.right) < gap:
                sides.pop("right", None)
            if above and abs(other.bottom - rect.y) < gap:
                sides.pop("top", None)
            if above and abs(other.y - rect.bottom) < gap:
                sides.pop("bottom", None)
        yield from sides.values()


def past(start: Rect, end: Rect) -> tuple[Rect, Rect]:
    """Where a line in a row or a column begins and ends: beside what is written there, not through it."""
    (x, y), (to_x, to_y) = start.center, end.center
    right = 0.3 * min(start.w, end.w) if abs(to_x - x) < start.w * 0.25 else 0.0
    down = 0.3 * min(start.h, end.h) if abs(to_y - y) < start.h * 0.25 else 0.0
    return start._replace(x=start.x + right, y=start.y + down), end._replace(x=end.x + right, y=end.y + down)


def toward(rect: Rect, to: Point) -> Point:
    """Where the line from the middle of a box to a point leaves it."""
    x, y = rect.center
    dx, dy = to[0] - x, to[1] - y
    shares = [half / abs(d) for half, d in ((rect.w / 2, dx), (rect.h / 2, dy)) if d]
    share = min((*shares, 1.0))
    return x + dx * share, y + dy * share
