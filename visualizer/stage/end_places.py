"""Where the numbers of curves stand at their ends, and beside them what each has there, so that it lies on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, inf
from typing import NamedTuple

import numpy as np

from visualizer.canvas.places import Array, Flags, clear
from visualizer.canvas.primitives import Point, Rect, point_on

_NEAR = 18, 22, 26, 30  # points: so far above or below a curve's end it is said what the run has
_FAR = 44, 60, 76, 92, 108, 124  # the same, where a line leads there
_OVER = 12  # points: so far words may go beyond the room of the curves, at the right
_OFF_AXES = 0.6  # of a number: how far its middle is from the axes at least
_MESH = 24, 12  # points: from place to place, across and down, where each is tried
_CLEAR = 2  # points: between words and what lies above or below them, as curves have signs
_NEARER = 6  # points: so much nearer than other ends its own one is then, where no line leads there
_LINE, _CROSSED = 30, 100  # points: a line costs as much as so much more distance, and a number on it
_MOST, _TRIES = 60, 300  # places of a curve, and how often they are tried with those of others: within a frame


@lru_cache(maxsize=32)
def end_places(plot: Rect, lines: tuple[tuple[Point, ...], ...], widths: tuple[float, ...], unit: float,
               ) -> tuple[tuple[Point | None, Rect | None], ...]:
    """For each curve the place of its number, and that of what it has there, if that lies on nothing. Where some find
    no room as their turn comes, places are searched for all of them together."""
    r = 9 * unit
    taken = [Rect(x - unit, y - unit, 2 * unit, 2 * unit) for line in lines for x, y in _dense(line, 8 * unit)]
    ends = _spread([line[-1] if line else None for line in lines], plot, 2 * r)
    taken += [Rect(x - r, y - r, 2 * r, 2 * r) for x, y in filter(None, ends)]
    said = [index for index, wide in enumerate(widths) if wide and ends[index] is not None]
    high = [line[-1][1] if line else 0.0 for line in lines]
    turns = [(index, far) for far in (False, True) for index in said]
    found = _said_places(plot, high, ends, widths, taken, turns, unit)
    if any(found[index] is None for index in said):
        choices = {index: _free_spots(plot, index, ends, widths[index], taken, unit) for index in said}
        together = _together(choices, high, len(lines))
        found = together if any(together) else found
    return tuple(zip(ends, found, strict=True))


def _said_places(plot: Rect, high: Sequence[float], ends: Sequence[Point | None], widths: Sequence[float],
                 lying: Sequence[Rect], turns: Sequence[tuple[int, bool]], unit: float) -> list[Rect | None]:
    """Where words of these widths lie on nothing, as their turn comes: of which curve, and whether far from its end;
    ``high`` is where the curves end."""
    taken = [*lying]
    found: list[Rect | None] = [None] * len(ends)
    labels: list[tuple[Rect, float]] = []  # each with the height of its curve's end
    for index, far in turns:  # those that have room beside their ends come first
        end = ends[index]
        if end is None or found[index] is not None:
            continue
        about = _about(end, widths[index], plot, unit, far=far)
        free_ones = (Rect(*spot) for spot in about[clear(about, taken)].tolist())
        good = (spot for spot in free_ones if _belongs(spot, end, ends, unit) and _in_order(spot, high[index], labels)
                and not any(other.contains(*at) for at in leader(end, spot, unit) for other, _ in labels))
        found[index] = free = _least_crossed(end, good, ends, unit)
        if free is not None:
            labels.append((free, high[index]))
            taken += [free, *(Rect(x - unit, y - unit, 2 * unit, 2 * unit) for x, y in leader(end, free, unit))]
    return found


class _Spot(NamedTuple):
    """A place for words, with the line that leads there from the end of their curve, if that is far; and what that
    costs: how far it is, and more for a line, and for each number that lies on it."""

    box: Rect
    line: tuple[Point, ...]
    cost: float

    def apart(self, other: _Spot) -> bool:
        """Does neither lie on the other one, nor on the line to it?"""
        return not (self.box.meets(other.box) or any(self.box.contains(*at) for at in other.line)
                    or any(other.box.contains(*at) for at in self.line))


def _free_spots(plot: Rect, index: int, ends: Sequence[Point | None], wide: float, lying: Sequence[Rect],
                unit: float) -> list[_Spot]:
    """Places all over the room where words of that width, about that end, would lie on nothing that is there already,
    the best ones first."""
    end, size = ends[index], 13 * unit
    assert end is not None
    spots = np.concatenate([_about(end, wide, plot, unit, far=False), _mesh(plot, end, (wide, 1.2 * size), unit)])
    far = _gaps(end, spots)
    nearest = np.minimum.reduce([np.full(len(spots), inf), *(_gaps(at, spots) for at in ends if at not in (None, end))])
    free = clear(spots, lying, _CLEAR * unit) & (far <= _FAR[-1] * unit)
    free &= (far > _NEAR[-1] * unit) | (nearest > far + _NEARER * unit)
    found = list[_Spot]()
    for at in np.flatnonzero(free)[np.argsort(far[free], kind="stable")[:_MOST]].tolist():
        box = Rect(*spots[at].tolist())
        line = tuple(leader(end, box, unit))
        cost = far[at] / unit + _LINE * bool(line) + _CROSSED * _crossed(end, box, ends, unit)
        found.append(_Spot(box, line, float(cost)))
    return sorted(found, key=lambda spot: spot.cost)


def _gaps(at: Point | None, spots: Array) -> Array:
    """How far a point is from each of them."""
    assert at is not None
    across, down = (np.maximum(0, np.maximum(spots[:, way] - at[way], at[way] - spots[:, way] - spots[:, way + 2]))
                    for way in (0, 1))
    found: Array = np.hypot(across, down)
    return found


def _mesh(plot: Rect, end: Point, size: Point, unit: float) -> Array:
    """Places for words of that size in the room of the curves, as near to the end as words about it are."""
    (wide, high), (across, down), reach = size, _MESH, _FAR[-1] * unit
    xs = np.arange(max(plot.x, end[0] - reach - wide), min(plot.right + _OVER * unit - wide, end[0] + reach),
                   across * unit)
    ys = np.arange(max(plot.y - 6 * unit, end[1] - reach - high), min(plot.bottom - high, end[1] + reach), down * unit)
    left, top = np.meshgrid(xs, ys, indexing="ij")
    return _sized(left, top, size)


def _sized(left: Array, top: Array, size: Point) -> Array:
    """Places of one size, from where each begins on."""
    return np.column_stack((left.ravel(), top.ravel(), np.broadcast_to(size, (left.size, 2))))


def _together(choices: Mapping[int, Sequence[_Spot]], high: Sequence[float], count: int) -> list[Rect | None]:
    """A place for each of these, at the least cost that is found in a number of tries: the words that have fewest
    places to choose from are placed first. None for all where none is found for one."""
    order = sorted(choices, key=lambda index: len(choices[index]))
    least = [sum(choices[index][0].cost for index in order[at:] if choices[index]) for at in range(len(order) + 1)]
    placed, best, lowest, tries = dict[int, _Spot](), dict[int, _Spot](), inf, 0

    def place(at: int, cost: float) -> None:
        nonlocal best, lowest, tries
        if at == len(order):
            best, lowest = dict(placed), cost
            return
        index = order[at]
        for spot in choices[index]:
            tries += 1
            if tries > _TRIES or cost + spot.cost + least[at + 1] >= lowest:
                return
            if all(spot.apart(other) and _in_order(spot.box, high[index], [(other.box, high[one])])
                   for one, other in placed.items()):
                placed[index] = spot
                place(at + 1, cost + spot.cost)
                del placed[index]

    place(0, 0.0)
    return [best[index].box if index in best else None for index in range(count)]


def _about(end: Point, wide: float, plot: Rect, unit: float, *, far: bool) -> Array:
    """Places for words of that width about an end: beside it, above and below; or ``far`` from it, where a line leads
    there, the nearest first."""
    size, aside = 13 * unit, 14 * unit
    across = [end[0] + aside, end[0] - aside - wide, end[0] - wide / 2, end[0] + aside - 5 * unit - wide,
              plot.right + _OVER * unit - wide, plot.x + size]
    across += [x + to * unit for x in across[:2] for to in _both(_FAR)] if far else []
    down = np.array((0, *_both((*_NEAR, *_FAR) if far else _NEAR))) * unit
    left, top = np.meshgrid(across, end[1] + down - size * 0.6)
    spots = _sized(left, top, (wide, size * 1.2))
    inside = spots[_within(spots, plot, unit)]
    return inside[np.argsort(_gaps(end, inside), kind="stable")] if far else inside


def _belongs(said: Rect, end: Point, ends: Sequence[Point | None], unit: float) -> bool:
    """Is it plain which end it is about? No other one is nearer, or a line that is not long leads to its own."""
    own = _gap(end, said)
    return own <= _FAR[-1] * unit if own > _NEAR[-1] * unit else own <= min(_gap(at, said) for at in filter(None, ends))


def _least_crossed(end: Point, spots: Iterable[Rect], ends: Sequence[Point | None], unit: float) -> Rect | None:
    """The first one of those whose lines cross fewest numbers: no further one is looked at once a line crosses none."""
    best: tuple[int, Rect] | None = None
    for spot in spots:
        count = _crossed(end, spot, ends, unit)
        if best is None or count < best[0]:
            best = count, spot
        if not count:
            break
    return best and best[1]


def _crossed(end: Point, said: Rect, ends: Sequence[Point | None], unit: float) -> int:
    """How many numbers of other ends lie on the line to what is said."""
    line = leader(end, said, unit)
    return sum(any(dist(at, on) < 9 * unit for on in line) for at in ends if at is not None and at != end)


def _nearest(at: Point, said: Rect) -> Point:
    """The point of a rectangle that is nearest to another one."""
    return min(max(at[0], said.x), said.right), min(max(at[1], said.y), said.bottom)


def _gap(at: Point, said: Rect) -> float:
    """How far a point is from a rectangle."""
    return dist(at, _nearest(at, said))


def _in_order(said: Rect, high: float, labels: Sequence[tuple[Rect, float]]) -> bool:
    """Does it stand above all labels of lower ends in its column, and below those of higher ones?"""
    return not any((said.y - other.y) * (high - y) < 0 for other, y in labels
                   if said.x < other.right and other.x < said.right)


def _both(ways: Sequence[int]) -> tuple[int, ...]:
    """Above and below."""
    return tuple(to for far in ways for to in (-far, far))


def _within(spots: Array, plot: Rect, unit: float) -> Flags:
    """Which of these lie in the room of the curves, or hardly beyond?"""
    left, top, wide, high = spots.T
    inside: Flags = ((plot.x <= left) & (left + wide <= plot.right + _OVER * unit)
                     & (plot.y - 6 * unit <= top) & (top + high <= plot.bottom))
    return inside


def leader(end: Point, said: Rect, unit: float) -> list[Point]:
    """Points of a line from the end of a curve to what is said of it, where that is not beside it."""
    near = _nearest(end, said)
    if dist(end, near) <= _NEAR[-1] * unit:
        return []
    return [point_on(end, near, part / 8) for part in range(9)]


def _spread(ends: Sequence[Point | None], plot: Rect, side: float) -> list[Point | None]:
    """The ends, those that would lie on another one moved aside: up, to the right, to the left or down, or between
    these ways, so that those of one point stand in a block, and in no way that leads onto the end of another curve. The
    lowest ones keep their places, so that what is moved up is more; what is more stays above it. None lies on the
    axes, so that one sees where they begin."""
    def apart(a: Point, b: Point) -> bool:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) > side * 0.98

    inner = {index: (max(end[0], plot.x + side * _OFF_AXES), min(end[1], plot.bottom - side * _OFF_AXES))
             for index, end in enumerate(ends) if end is not None}
    placed = dict[int, Point]()
    for index, end in sorted(((index, end) for index, end in enumerate(ends) if end is not None),
                             key=lambda one: -one[1][1]):
        top = min((placed[other][1] for other in placed if (lower := ends[other]) is not None and lower[1] > end[1]
                   and abs(lower[0] - end[0]) < 2 * side), default=inf)
        at = inner[index][0], min(inner[index][1], top)
        spots = [(at[0] + x * side, at[1] + y * side) for far in range(5)
                 for x, y in ((0, -far), (far, 0), (-far, 0), (0, far), (far, -far), (-far, -far))]
        free = [spot for spot in spots if plot.x + side / 2 <= spot[0] <= plot.right + side / 2
                and plot.y <= spot[1] <= min(top, plot.bottom - side / 2)
                and all(apart(spot, other) for other in placed.values())]
        shared = any(ends[other] == end for other in placed)
        later = [inner[other] for other in inner if shared and other not in placed and apart(inner[other], at)]
        placed[index] = next((spot for spot in free if all(apart(spot, other) for other in later)),
                             free[0] if free else at)
    return [placed.get(index) for index in range(len(ends))]


def _dense(line: Sequence[Point], most: float) -> Iterator[Point]:
    """Points of a line that lie no further from each other than that."""
    for (x, y), (x2, y2) in pairwise(line):
        count = max(1, ceil(max(abs(x2 - x), abs(y2 - y)) / most))
        yield from ((x + (x2 - x) * part / count, y + (y2 - y) * part / count) for part in range(count))
