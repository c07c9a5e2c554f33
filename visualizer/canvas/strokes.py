"""Lines that say something: dashed ones, arrows, crosses, bows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import hypot

from visualizer.canvas.below import seen
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, point_on

_SEGMENTS = 14  # of a curve
_ALIKE = 24  # lines that are kept together
_PITCH, _MOST_DASHES = 16, 7  # of a frame: pixels from dash to dash, and dashes on a side


def draw_dashed(canvas: Canvas, a: Point, b: Point, color: Color, width: float, dash: float) -> None:
    """Dashes and gaps of that length, from end to end."""
    canvas.alike(("dashed", a, b, color, width, dash), lambda on: _draw_dashes(on, a, b, color, width, dash))


def _draw_dashes(canvas: Canvas, a: Point, b: Point, color: Color, width: float, dash: float) -> None:
    length = hypot(b[0] - a[0], b[1] - a[1])
    count = max(1, round(length / (2 * dash)))
    for index in range(count):
        start, end = (2 * index) / (2 * count), (2 * index + 1) / (2 * count)
        canvas.line(point_on(a, b, start), point_on(a, b, end), color, width)


def draw_dashed_frame(canvas: Canvas, box: Rect, color: Color, width: float, dash: float = 0,
                      halo: Color | None = None) -> None:
    """A frame within the box: dashes and gaps of about that length, with a dash on each corner; where none is given, of
    8 pixels or more, a few on each side. A ``halo`` around each dash keeps it apart from what it lies on."""
    parts = _frame_dashes(box, width, dash)
    for part in parts if halo is not None else ():
        canvas.rect(part.inset(-1), halo)
    for part in parts:
        canvas.rect(part, color)


@lru_cache(maxsize=1024)
def _frame_dashes(box: Rect, width: float, dash: float) -> tuple[Rect, ...]:
    found = list[Rect]()
    for length, upright in ((box.w, False), (box.h, True)):
        count = max(2, round(length / (2 * dash)) if dash else min(_MOST_DASHES, round(length / _PITCH)))
        part = length / (2 * count - 1)
        for index in range(count):
            start = 2 * index * part
            found += [Rect(box.x + far, box.y + start, width, part) if upright else
                      Rect(box.x + start, box.y + far, part, width)
                      for far in (0.0, (box.w if upright else box.h) - width)]
    return tuple(found)


def draw_path(canvas: Canvas, points: Sequence[Point], color: Color, width: float, dash: float = 0,
              space: float = 0) -> None:
    """A line through the points, whole, or with a space after each dash, of the same lengths however it turns."""
    if not space:
        draw_lines(canvas, [*pairwise(points)], color, width)
        return
    canvas.alike(("path", tuple(points), color, width, dash, space),
                 lambda on: _draw_dashed_path(on, points, color, width, dash, space))


def thinned(line: Sequence[Point]) -> list[Point]:
    """A line without the points in the middle of its level parts."""
    turns = [here for before, here, after in zip(line, line[1:], line[2:], strict=False)
             if not before[1] == here[1] == after[1]]
    return [*line[:1], *turns, *line[1:][-1:]]


def draw_lines(canvas: Canvas, lines: Sequence[tuple[Point, Point]], color: Color, width: float) -> None:
    """Many straight lines, from the first one on: a curve that grows begins as it did before."""
    for start in range(0, len(lines), _ALIKE):
        some = tuple(lines[start:start + _ALIKE])
        canvas.alike(("lines", some, color, width), partial(_draw_lines, lines=some, color=color, width=width))


def _draw_lines(canvas: Canvas, lines: Sequence[tuple[Point, Point]], color: Color, width: float) -> None:
    for a, b in lines:
        canvas.line(a, b, color, width)


def _draw_dashed_path(canvas: Canvas, points: Sequence[Point], color: Color, width: float, dash: float,
                      space: float) -> None:
    for a, *way, b in _dashes(points, dash, space):
        if way:
            canvas.polygon(_band((a, *way, b), width), color)
        else:
            canvas.line(a, b, color, width)


def _dashes(points: Sequence[Point], dash: float, space: float) -> list[list[Point]]:
    """The ways of the dashes along a line."""
    found = [[*points[:1]]]
    on, left = True, dash
    for a, b in pairwise(points):
        length, gone = hypot(b[0] - a[0], b[1] - a[1]), 0.0
        while length - gone > 1e-9:
            step = min(left, length - gone)
            gone, left = gone + step, left - step
            at = point_on(a, b, gone / length)
            if on:
                found[-1].append(at)
            if left <= 1e-9:
                on = not on
                left = dash if on else space
                if on:
                    found.append([at])
    return [way for way in found if len(way) > 1]


def _band(points: Sequence[Point], width: float) -> tuple[Point, ...]:
    """The outline of a line that turns a little at each point."""
    normals = [_normal(a, b) for a, b in pairwise(points)]
    aside = [(normals[0][0] * width / 2, normals[0][1] * width / 2)]
    for first, second in pairwise(normals):
        reach = width / 2 / max(0.5, 1 + first[0] * second[0] + first[1] * second[1])
        aside.append(((first[0] + second[0]) * reach, (first[1] + second[1]) * reach))
    aside.append((normals[-1][0] * width / 2, normals[-1][1] * width / 2))
    sides = list(zip(points, aside, strict=True))
    return (*[(x + dx, y + dy) for (x, y), (dx, dy) in sides],
            *[(x - dx, y - dy) for (x, y), (dx, dy) in reversed(sides)])


def draw_new_path(canvas: Canvas, points: Sequence[Point], color: Color, width: float) -> None:
    """A line through points that lie elsewhere in the next picture: whole polygons, which no canvas keeps, cost less
    than lines the first time."""
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        if length:
            dx, dy = (v - y) / length * width / 2, (x - u) / length * width / 2
            canvas.polygon(((x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)), color)


def draw_cross(canvas: Canvas, at: Point, reach: float, color: Color, width: float) -> None:
    """A ✗ of lines, which is seen where a letter would be too small."""
    x, y = at
    canvas.line((x - reach, y - reach), (x + reach, y + reach), color, width)
    canvas.line((x - reach, y + reach), (x + reach, y - reach), color, width)


def draw_unequal(canvas: Canvas, at: Point, reach: float, color: Color, width: float) -> None:
    """A ≠ of lines, which is seen where a letter would be too small."""
    x, y = at
    for aside in (-0.4, 0.4):
        canvas.line((x - reach, y + reach * aside), (x + reach, y + reach * aside), color, width)
    canvas.line((x - reach * 0.55, y + reach), (x + reach * 0.55, y - reach), color, width)


def draw_tick(canvas: Canvas, at: Point, radius: float, color: Color) -> None:
    """A ✓ of lines, which is seen where a letter would be too small."""
    x, y = at
    low = (x - radius * 0.15, y + radius * 0.5)
    _draw_bent(canvas, (x - radius * 0.6, y), low, (x + radius * 0.65, y - radius * 0.5), color, max(1.4, radius * 0.3))


def _draw_bent(canvas: Canvas, a: Point, corner: Point, b: Point, color: Color, width: float) -> None:
    """A line with one corner, which is pointed; two lines would leave a notch there."""
    first, second = _normal(a, corner), _normal(corner, b)
    reach = width / 2 / (1 + first[0] * second[0] + first[1] * second[1])
    wide = (first[0] + second[0]) * reach, (first[1] + second[1]) * reach
    sides = ((a, (first[0] * width / 2, first[1] * width / 2)), (corner, wide),
             (b, (second[0] * width / 2, second[1] * width / 2)))
    canvas.polygon([*((x + dx, y + dy) for (x, y), (dx, dy) in sides),
                    *((x - dx, y - dy) for (x, y), (dx, dy) in reversed(sides))], color)


def _normal(a: Point, b: Point) -> Point:
    """One long, across the way from one point to the other."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length


def draw_head(canvas: Canvas, before: Point, tip: Point, color: Color, side: float, edge: Color | None = None) -> None:
    """The head of an arrow that comes from there."""
    length = hypot(tip[0] - before[0], tip[1] - before[1]) or 1.0
    dx, dy = (tip[0] - before[0]) / length * side, (tip[1] - before[1]) / length * side
    base = tip[0] - dx, tip[1] - dy
    corners = (base[0] - dy * 0.6, base[1] + dx * 0.6), (base[0] + dy * 0.6, base[1] - dx * 0.6)
    canvas.polygon([tip, *corners], color, edge)


def draw_arrow(canvas: Canvas, a: Point, b: Point, color: Color, width: float, part: float = 1.0) -> None:
    """A straight arrow, of which a part is there already."""
    tip = point_on(a, b, part)
    side = width * 3.2
    length = hypot(tip[0] - a[0], tip[1] - a[1])
    if length > side:
        canvas.line(a, point_on(a, tip, 1 - side * 0.8 / length), color, width)
    draw_head(canvas, a, tip, color, side)


def curve(a: Point, b: Point, bulge: float) -> list[Point]:
    """Points of a bow from one point to another, which reaches that far to the right of both."""
    side = max(a[0], b[0]) + bulge
    points = []
    for index in range(_SEGMENTS + 1):
        t = index / _SEGMENTS
        one, two, three, four = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        points.append((one * a[0] + (two + three) * side + four * b[0],
                       one * a[1] + two * (0.75 * a[1] + 0.25 * b[1]) + three * (0.25 * a[1] + 0.75 * b[1])
                       + four * b[1]))
    return points


def bow(a: Point, b: Point, offset: float) -> list[Point]:
    """Points of a slight bow from one point to another, whose middle lies that far beside the straight line."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    aside = -(b[1] - a[1]) / length * 2 * offset, (b[0] - a[0]) / length * 2 * offset
    middle = (a[0] + b[0]) / 2 + aside[0], (a[1] + b[1]) / 2 + aside[1]
    return [point_on(point_on(a, middle, index / _SEGMENTS), point_on(middle, b, index / _SEGMENTS), index / _SEGMENTS)
            for index in range(_SEGMENTS + 1)]


def draw_curve(canvas: Canvas, points: Sequence[Point], color: Color, width: float, part: float = 1.0,
               over: Sequence[Rect] = ()) -> None:
    """An arrow along points, of which a part is there already; it runs below what lies ``over`` it."""
    canvas.alike(("curve", tuple(points), color, width, part, tuple(over)),
                 lambda on: _draw_curve(on, points, color, width, part, over))


def _draw_curve(canvas: Canvas, points: Sequence[Point], color: Color, width: float, part: float,
                over: Sequence[Rect]) -> None:
    shown = list(points[: max(2, round(part * (len(points) - 1)) + 1)])
    for a, b in pairwise(shown):
        for start, end in seen(a, b, over):
            canvas.line(start, end, color, width)
    draw_head(canvas, shown[-2], shown[-1], color, max(6.0, width * 3.2))


def draw_pill(canvas: Canvas, center: Point, half: float, radius: float, color: Color) -> None:
    """A disc, or where half its width is more than its radius, a long one."""
    if half <= radius:
        canvas.circle(center, radius, color)
        return
    x, y = center
    canvas.rect(Rect(x - half, y - radius, 2 * half, 2 * radius), color, radius=radius)
