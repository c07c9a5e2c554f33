"""Icons, as shapes: the fonts have no media symbols, and shapes stay crisp at any size.

Each icon is drawn in a square of side 1, by a pen that knows where the square lies on the canvas.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from visualizer.canvas.primitives import Canvas, Color, Point, Rect


class _Pen:
    """Draws in the largest square in the middle of ``box``, with its corners on whole pixels."""

    def __init__(self, canvas: Canvas, box: Rect, color: Color) -> None:
        self.canvas, self.color = canvas, color
        self.side = float(int(min(box.w, box.h)))
        self.x = float(round(box.x + (box.w - self.side) / 2))
        self.y = float(round(box.y + (box.h - self.side) / 2))

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.side, self.y + y * self.side

    def polygon(self, *points: Point) -> None:
        left, top, side = self.x, self.y, self.side
        self.canvas.polygon(tuple([(left + x * side, top + y * side) for x, y in points]), self.color)

    def bar(self, x: float, y: float, w: float, h: float) -> None:
        left, top = self.at(x, y)
        self.canvas.rect(Rect(left, top, max(1.0, w * self.side), max(1.0, h * self.side)), self.color)

    def disc(self, x: float, y: float, radius: float) -> None:
        self.canvas.circle(self.at(x, y), radius * self.side, self.color)

    def arc(self, x: float, y: float, radius: float, width: float, start: float, end: float) -> None:
        """A thick arc as a polygon (backends differ in where a stroke lies); degrees, clockwise from the right."""
        steps = max(6, min(36, round(abs(end - start) / 360 * (8 + radius * self.side))))
        self.polygon(*_arc(x, y, radius, width, start, end, steps))

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        self.arc(x, y, radius, width, 0, 360)

    def ray(self, angle: float, start: float, end: float, width: float) -> None:
        """A bar from the middle of the square outwards."""
        dx, dy = cos(radians(angle)), sin(radians(angle))
        px, py = -dy * width / 2, dx * width / 2
        self.polygon(*((0.5 + dx * far + px * side, 0.5 + dy * far + py * side)
                       for far, side in ((start, 1), (end, 1), (end, -1), (start, -1))))

    def triangle(self, x: float, width: float, forward: bool) -> None:
        """A triangle from ``x``, of full height, pointing to the right or left."""
        base, tip = (x, x + width) if forward else (x + width, x)
        self.polygon((base, 0.12), (tip, 0.5), (base, 0.88))


@lru_cache(maxsize=256)
def _arc(x: float, y: float, radius: float, width: float, start: float, end: float, steps: int) -> tuple[Point, ...]:
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    outer = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    inner = [(x + (radius - width) * cos(angle), y + (radius - width) * sin(angle)) for angle in reversed(angles)]
    return (*outer, *inner)


def _play(pen: _Pen) -> None:
    pen.triangle(0.18, 0.72, True)


def _pause(pen: _Pen) -> None:
    pen.bar(0.2, 0.14, 0.22, 0.72)
    pen.bar(0.58, 0.14, 0.22, 0.72)


def _step(pen: _Pen) -> None:
    pen.bar(0.12, 0.14, 0.14, 0.72)
    pen.triangle(0.34, 0.56, True)


def _back(pen: _Pen) -> None:
    pen.triangle(0.1, 0.56, False)
    pen.bar(0.74, 0.14, 0.14, 0.72)


def _next_rung(pen: _Pen) -> None:
    pen.triangle(0.06, 0.44, True)
    pen.triangle(0.5, 0.44, True)


def _previous_rung(pen: _Pen) -> None:
    pen.triangle(0.06, 0.44, False)
    pen.triangle(0.5, 0.44, False)


def _first(pen: _Pen) -> None:
    pen.bar(0.02, 0.14, 0.12, 0.72)
    pen.triangle(0.18, 0.4, False)
    pen.triangle(0.58, 0.4, False)


def _last(pen: _Pen) -> None:
    pen.triangle(0.02, 0.4, True)
    pen.triangle(0.42, 0.4, True)
    pen.bar(0.86, 0.14, 0.12, 0.72)


def _gear(pen: _Pen) -> None:
    pen.ring(0.5, 0.5, 0.34, 0.17)
    for turn in range(8):
        pen.ray(turn * 45, 0.28, 0.48, 0.17)


def _help(pen: _Pen) -> None:
    pen.ring(0.5, 0.5, 0.48, 0.09)
    pen.canvas.text(pen.at(0.5, 0.5), "?", pen.side * 0.7, pen.color, "center", "bold")


def _gallery(pen: _Pen) -> None:
    for x in (0.1, 0.55):
        for y in (0.1, 0.55):
            pen.bar(x, y, 0.35, 0.35)


def _flag(pen: _Pen) -> None:
    pen.bar(0.24, 0.08, 0.1, 0.84)
    pen.polygon((0.34, 0.1), (0.88, 0.32), (0.34, 0.54))
    pen.bar(0.1, 0.84, 0.38, 0.08)


def _mine(pen: _Pen) -> None:
    pen.disc(0.5, 0.5, 0.3)
    for turn in range(8):
        pen.ray(turn * 45, 0.2, 0.48, 0.1)


def _apply(pen: _Pen) -> None:
    pen.polygon((0.08, 0.54), (0.2, 0.42), (0.4, 0.62), (0.8, 0.16), (0.93, 0.28), (0.41, 0.87))


def _undo(pen: _Pen) -> None:
    pen.arc(0.55, 0.54, 0.38, 0.13, 185, 440)
    pen.polygon((0.02, 0.46), (0.46, 0.46), (0.24, 0.8))


def _magnifier(pen: _Pen) -> None:
    pen.ring(0.42, 0.42, 0.36, 0.11)
    pen.polygon((0.6, 0.7), (0.7, 0.6), (0.96, 0.86), (0.86, 0.96))


def _close(pen: _Pen) -> None:
    for angle in (45, 135):
        pen.ray(angle, -0.48, 0.48, 0.14)


def _theme(pen: _Pen) -> None:
    pen.ring(0.5, 0.5, 0.46, 0.09)
    pen.arc(0.5, 0.5, 0.46, 0.46, -90, 90)


def _differ(pen: _Pen) -> None:
    pen.bar(0.1, 0.28, 0.8, 0.13)
    pen.bar(0.1, 0.59, 0.8, 0.13)
    pen.ray(-60, -0.5, 0.5, 0.13)


def _down(pen: _Pen) -> None:
    pen.polygon((0.12, 0.42), (0.24, 0.3), (0.5, 0.56), (0.76, 0.3), (0.88, 0.42), (0.5, 0.8))


def _eye(pen: _Pen) -> None:
    pen.arc(0.5, 0.75, 0.55, 0.11, 207, 333)
    pen.arc(0.5, 0.25, 0.55, 0.11, 27, 153)
    pen.disc(0.5, 0.5, 0.16)


def _digit(pen: _Pen) -> None:
    for at in (0.06, 0.86):
        pen.bar(at, 0.06, 0.08, 0.88)
        pen.bar(0.06, at, 0.88, 0.08)
    pen.canvas.text(pen.at(0.5, 0.5), "5", pen.side * 0.78, pen.color, "center", "bold")


def _swap(pen: _Pen) -> None:
    """Two arrows, one each way."""
    for y, forward in ((0.32, True), (0.7, False)):
        pen.bar(0.12 if forward else 0.3, y - 0.05, 0.58, 0.1)
        tip, base = (0.94, 0.64) if forward else (0.06, 0.36)
        pen.polygon((base, y - 0.2), (tip, y), (base, y + 0.2))


def _order(pen: _Pen) -> None:
    """Lines, and an arrow up and down."""
    for y, left in ((0.2, 0.44), (0.5, 0.58), (0.8, 0.44)):
        pen.bar(left, y - 0.06, 0.94 - left, 0.12)
    pen.bar(0.17, 0.3, 0.1, 0.4)
    for tip, base in ((0.06, 0.34), (0.94, 0.66)):
        pen.polygon((0.02, base), (0.22, tip), (0.42, base))


ICONS: dict[str, Callable[[_Pen], None]] = {
    "play": _play, "pause": _pause, "step": _step, "back": _back, "next-rung": _next_rung,
    "previous-rung": _previous_rung, "first": _first, "last": _last, "gear": _gear, "help": _help,
    "gallery": _gallery, "flag": _flag, "mine": _mine, "apply": _apply, "undo": _undo, "magnifier": _magnifier,
    "close": _close, "theme": _theme, "down": _down, "differ": _differ, "eye": _eye, "digit": _digit,
    "swap": _swap, "order": _order,
}


def draw_icon(canvas: Canvas, name: str, box: Rect, color: Color) -> None:
    """The icon of that name in the middle of ``box``; KeyError if there is none."""
    paint = ICONS[name]
    if min(box.w, box.h) >= 1:
        paint(_Pen(canvas, box, color))
