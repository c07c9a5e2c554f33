"""A line around some of the places on a board, and around no other: the hull of a set.

The places of the set are joined by bands along a shortest tree that keeps clear of the others, and each other place is
cut out. The line is where a distance, taken on a grid, is 0; between two sets it moves as the distances do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_GRID = 60  # columns of the grid
_NEAR = 3.2  # heights: places that nothing joins have a band between them up to this distance
_FAR = 1e3  # the distance from an empty set, in units of the width of its bands


def draw_hull(canvas: Canvas, lines: Sequence[Sequence[Point]], fill: Color | None, ground: Color, stroke: Color,
              width: float, *, moves: bool = False) -> None:
    """The largest parts first; what lies inside another one is a hole in it. The line is dashed, but while it moves:
    then each part is one shape, unless it has holes."""
    if moves and all(_area(line) < 0 for line in lines):
        for line in lines:
            canvas.polygon(line[:-1], fill, stroke, width)
        return
    for line in sorted(lines, key=lambda line: -abs(_area(line))):
        if fill is not None:
            canvas.polygon(line[:-1], fill if _area(line) < 0 else ground)
    for line in lines:
        if moves:
            canvas.polygon(line[:-1], None, stroke, width)
            continue
        draw_path(canvas, line, stroke, width, width * 6, width * 3.5)


@lru_cache(maxsize=64)
def hull(box: Rect, inside: tuple[Rect, ...], outside: tuple[Rect, ...], reach: float,
         before: tuple[Rect, ...] = (), t: float = 1.0,
         joined: tuple[tuple[Rect, Rect], ...] = ()) -> tuple[tuple[Point, ...], ...]:
    """Closed lines around the places ``inside``, none of those ``outside``; ``t`` of the way from a hull around those
    that were inside ``before``. Bands run between places near each other, and along those that are ``joined``."""
    import numpy as np  # takes a moment to load

    now, xs, ys = _distance(box, inside, outside, reach, joined)
    if t < 1:
        others = tuple(place for place in (*inside, *outside) if place not in before)
        then, _, _ = _distance(box, before, others, reach, joined)
        now = np.minimum(3 * reach, now) * t + np.minimum(3 * reach, then) * (1 - t)
    return tuple(_lines(now, xs, ys))


@lru_cache(maxsize=16)  # the same for all frames of a transition
def _distance(box: Rect, inside: tuple[Rect, ...], outside: tuple[Rect, ...], reach: float,
              joined: tuple[tuple[Rect, Rect], ...]) -> tuple[Array, Array, Array]:
    """Of each point of a grid in the box from the hull, below 0 inside; and where its columns and rows are."""
    import numpy as np

    rows = max(8, round(_GRID * box.h / max(1.0, box.w)))
    xs, ys = np.linspace(box.x, box.right, _GRID), np.linspace(box.y, box.bottom, rows)
    grid = xs[np.newaxis, :], ys[:, np.newaxis]  # most of what follows needs only the one or the other
    within = [_from_box(*grid, place) for place in inside]
    found: Array = np.full((rows, _GRID), _FAR)
    for away in within:
        found = _join(found, away - reach, reach)
    for a, b in _bands(inside, outside, joined):
        found = _join(found, _from_line(*grid, a.center, b.center) - reach * 0.8, reach)
    for place in outside:
        found = np.maximum(found, reach * 0.45 - _from_box(*grid, place))
    for away in within:  # after all, each is in it
        found = np.minimum(found, away - reach * 0.3)
    found[0, :] = found[-1, :] = found[:, 0] = found[:, -1] = 1.0  # the line stays in the box
    return found, xs, ys


def _join(a: Array, b: Array, soft: float) -> Array:
    """The smaller distance, with round corners where the two are alike."""
    import numpy as np

    near = np.maximum(soft - np.abs(a - b), 0) / soft
    joined: Array = np.minimum(a, b) - near * near * soft / 4
    return joined


def _from_box(xs: Array, ys: Array, place: Rect) -> Array:
    import numpy as np

    x, y = place.center
    radius = min(place.w, place.h) / 2
    dx = np.maximum(np.abs(xs - x) - place.w / 2 + radius, 0)
    dy = np.maximum(np.abs(ys - y) - place.h / 2 + radius, 0)
    found: Array = np.hypot(dx, dy) - radius
    return found


def _from_line(xs: Array, ys: Array, a: Point, b: Point) -> Array:
    import numpy as np

    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    part = np.clip(((xs - ax) * dx + (ys - ay) * dy) / max(1e-9, dx * dx + dy * dy), 0, 1)
    found: Array = np.hypot(xs - ax - part * dx, ys - ay - part * dy)
    return found


def _bands(inside: Sequence[Rect], outside: tuple[Rect, ...],
           joined: Sequence[tuple[Rect, Rect]]) -> list[tuple[Rect, Rect]]:
    """A shortest tree through the places, along those that are joined where it can be (Prim 1957); without what would
    lead over another place, or far through the empty."""
    if not inside:
        return []
    pairs = {*joined, *((b, a) for a, b in joined)}

    def cost(pair: tuple[Rect, Rect]) -> tuple[bool, bool, float]:
        a, b = pair
        length = hypot(a.center[0] - b.center[0], a.center[1] - b.center[1])
        far = pair not in pairs and length > _NEAR * min(a.h, b.h)
        return _passes(a, b, outside) or far, pair not in pairs, length

    reached, left, found = [inside[0]], list(inside[1:]), []
    while left:
        pair = min(((a, b) for a in reached for b in left), key=cost)
        reached.append(pair[1])
        left.remove(pair[1])
        if not cost(pair)[0]:
            found.append(pair)
    return found


@lru_cache(maxsize=4096)
def _passes(a: Rect, b: Rect, outside: tuple[Rect, ...]) -> bool:
    """Does the way between two places lead over another one?"""
    ax, ay = a.center
    dx, dy = b.center[0] - ax, b.center[1] - ay
    for place in outside:
        x, y = place.center
        part = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / max(1e-9, dx * dx + dy * dy)))
        if hypot(x - ax - part * dx, y - ay - part * dy) < max(place.w, place.h) * 0.6:
            return True
    return False


_EDGES = (0, 0, 0), (1, 0, 1), (0, 1, 0), (1, 0, 0)  # of a cell: whether it goes down, its row, its column


def _ways(kind: int) -> tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]:
    """By which edges the line goes into a cell and out again; the kind has a bit for each corner that is inside."""
    corners = [bool(kind >> k & 1) for k in range(4)]
    into = [_EDGES[k] for k in range(4) if not corners[k] and corners[(k + 1) % 4]]
    out = [_EDGES[k] for k in range(4) if corners[k] and not corners[(k + 1) % 4]]
    if len(into) == 2 and corners[0]:  # opposite corners are kept apart
        into.reverse()
    return tuple(zip(into, out, strict=True))


_WAYS = tuple(map(_ways, range(16)))


def _lines(values: Array, xs: Array, ys: Array) -> list[tuple[Point, ...]]:
    """The closed lines on which the values are 0 (marching squares); those around a hole run the other way."""
    ends: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    below = values < 0
    kinds = below[:-1, :-1] + 2 * below[:-1, 1:] + 4 * below[1:, 1:] + 8 * below[1:, :-1]
    cells = (kinds % 15).nonzero()  # neither all outside nor all inside
    for row, column, kind in zip(*(some.tolist() for some in (*cells, kinds[cells])), strict=True):
        for (down, y, x), (other, v, u) in _WAYS[kind]:
            ends[down, row + y, column + x] = other, row + v, column + u
    found, grid = [], (values.tolist(), xs.tolist(), ys.tolist())
    while ends:
        start, at = ends.popitem()
        keys = [start]
        while at != start:
            keys.append(at)
            at = ends.pop(at)
        line = [_between(*grid, key) for key in (*keys[::2], start)]  # every other point will do
        if len(line) > 3:
            found.append(tuple(line))
    return found


def _between(values: list[list[float]], xs: list[float], ys: list[float], key: tuple[int, int, int]) -> Point:
    """Where the line crosses an edge of the grid."""
    down, row, column = key
    a, b = values[row][column], values[row + down][column + 1 - down]
    part = a / (a - b)
    return xs[column] + part * (1 - down) * (xs[1] - xs[0]), ys[row] + part * down * (ys[1] - ys[0])


def _area(line: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(line)) / 2
