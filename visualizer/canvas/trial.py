"""What is only tried, on every board: a digit in a dark box in the corner of its cell, hollow signs; and what a
constraint needs, as sockets, which what it has fills."""

from __future__ import annotations

from math import cos, pi, sin

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_dashed_frame

_BOX = 0.32  # the side of the dark box, in sides of the cell
_LEAST, _MOST = 15.0, 44.0  # pixels
_MOST_SOCKETS = 12


def trial_box(cell: Rect) -> Rect:
    """Where the dark box is in a cell; nothing where its digit could not be read."""
    side = min(cell.w, cell.h)
    box = min(_MOST, max(_LEAST, side * _BOX))
    inset = max(1.0, side * 0.035)
    if box >= side * 0.62:
        return cell.split_top(0)[0]
    return Rect(cell.right - box - inset, cell.bottom - box - inset, box, box)


def draw_trial(canvas: Canvas, cell: Rect, text: str, fill: Color, ink: Color) -> None:
    """A value in its box."""
    _draw_box(canvas, trial_box(cell), text, fill, ink)


def draw_flying(canvas: Canvas, start: Point, box: Rect, text: str, colors: tuple[Color, Color], t: float) -> None:
    """The same ``t`` of the way (0–1) from the constraint that it is tried for to its own box."""
    part = t * (2 - t)  # fast at first: it is there for a moment before the next one
    x, y = (a + (b - a) * part for a, b in zip(start, box.center, strict=True))
    _draw_box(canvas, Rect(x - box.w / 2, y - box.h / 2, box.w, box.h), text, *colors)


def _draw_box(canvas: Canvas, box: Rect, text: str, fill: Color, ink: Color) -> None:
    if box.h <= 0:
        return
    canvas.rect(box, fill, radius=box.w * 0.18)
    size = box.h * 0.78
    size *= min(1.0, box.w * 0.86 / max(1.0, canvas.measure(text, size, "bold")))
    size = max(size, SMALLEST) if size >= SMALLEST * 0.9 else size
    if size >= SMALLEST:
        canvas.text(box.center, text, size, ink, "center", "bold")


def draw_tried_frame(canvas: Canvas, cell: Rect, color: Color) -> None:
    """The dashes inside a cell whose value is tried."""
    side = min(cell.w, cell.h)
    if side >= 28:
        draw_dashed_frame(canvas, cell.inset(side * 0.03), color, max(1.0, min(3.0, side * 0.022)))


def draw_sockets(canvas: Canvas, box: Rect, have: int, need: int, ink: Color) -> None:
    """A socket for each that is needed, filled as far as there are some; those that are too many are crossed out. More
    than twelve are not drawn: a number says it."""
    count = max(have, need)
    if not 0 < count <= _MOST_SOCKETS:
        return
    pitch = min(box.w / count, box.h * 1.25)
    radius = min(pitch * 0.4, box.h * 0.42)
    if radius < 1.5:
        return
    left, y = box.center[0] - pitch * (count - 1) / 2, box.center[1]
    for index in range(count):
        _socket(canvas, (left + index * pitch, y), radius, ink, filled=index < have, over=index >= need)


def _socket(canvas: Canvas, at: tuple[float, float], radius: float, ink: Color, *, filled: bool, over: bool) -> None:
    x, y = at
    if radius < 8 and not over:  # small ones are discs and rings: recordings have thousands of them
        canvas.circle(at, radius * 0.75, ink if filled else None, ink, max(1.0, radius * 0.2))
        return
    if not filled:
        for index in range(4):
            a, b = ((index + end) * pi / 2 for end in (0.12, 0.88))
            r = radius * 0.78
            canvas.line((x + r * cos(a), y + r * sin(a)), (x + r * cos(b), y + r * sin(b)), ink, max(1.0, radius * 0.2))
        return
    for spike in range(4):
        dx, dy = cos(spike * pi / 4) * radius, sin(spike * pi / 4) * radius
        canvas.line((x - dx, y - dy), (x + dx, y + dy), ink, max(1.0, radius * 0.24))
    canvas.circle(at, radius * 0.62, ink)
    if over:
        canvas.line((x - radius * 1.1, y + radius * 1.1), (x + radius * 1.1, y - radius * 1.1), ink,
                    max(1.5, radius * 0.36))


def draw_dot(canvas: Canvas, cell: Rect, color: Color) -> None:
    """That a cell has nothing, as it is tried."""
    canvas.circle(cell.center, max(1.5, min(cell.w, cell.h) * 0.09), color)
