"""Lines that run below what is written: they are seen beside it, and end before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from visualizer.canvas.primitives import Point, Rect


def seen(a: Point, b: Point, over: Iterable[Rect]) -> Iterator[tuple[Point, Point]]:
    """What is seen of a straight line that runs below those places."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    left, right, top, bottom = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    near = ((x, y, w, h) for x, y, w, h in over if x < right and left < x + w and y < bottom and top < y + h)  # few are

    def at(share: float) -> Point:
        return a[0] + dx * share, a[1] + dy * share

    begin = 0.0
    for first, last in sorted(filter(None, (inside(a, (dx, dy), place) for place in near))):
        if first > begin:
            yield at(begin), at(first)
        begin = max(begin, last)
    if begin < 1:
        yield at(begin), b


def inside(a: Point, way: Point, place: tuple[float, float, float, float]) -> tuple[float, float] | None:
    """From which part of its way on a line is in a place, and up to which; None where it is not."""
    first, last = 0.0, 1.0
    x, y, w, h = place
    for start, step, low, high in ((a[0], way[0], x, x + w), (a[1], way[1], y, y + h)):
        if not step:
            if not low < start < high:
                return None
            continue
        near, far = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, near), min(last, far)
    return (first, last) if first < last else None
