"""Where the atoms of a program lie, and the arrows between them: a → b says that a rule for a needs b.

What is needed lies below what needs it, as far as the graph allows: what holds up is the ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import dist, hypot
from typing import TYPE_CHECKING

from algorithms.problems.graph_layout import arrange
from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Point, Rect
from visualizer.puzzles.program.folding import Graph, Need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NODE, _TALLEST, _LEAST = 0.46, 56.0, 25.0  # the height of a node, in distances to the next; in units at most, at least
_LETTERS, _NAME = 0.46, 96.0  # the size of a name, in heights; in units, as wide as one may be to be as large as that
_WIDEST = 0.86  # its width
_TALL = 0.9  # the width for the height that suits the box of the graph
_MOST_STRETCHED = 6.0
_HANDLE = 12.5  # units: the size of the words on what folds a component
_SPARSE = 1.25  # from one atom to the next, where they are spread evenly
_ROUNDS, _APART, _CLEAR = 80, 1.15, 0.62  # rounds of pushing, and how far atoms are to be from others and from arrows
_MOST_SKEWED = 2.2  # how much wider than high the graph may be drawn, or the other way
_STEPS = 28  # points of an arrow
_BOWS = (0.0, 0.14, -0.14, 0.26, -0.26, 0.4, -0.4)  # how far an arrow may bow, in parts of its length, best first
_BOTH_WAYS = (0.17, 0.28, 0.4)  # where there is one the other way


def lay_out(graph: Graph) -> Layout:
    """A place for each node; the same each time. The graph is turned and stretched to the shape of its box, and nodes
    make room for each other and for the arrows that pass them."""
    arrows = graph.arrows
    edges = sorted({(min(a, b) - 1, max(a, b) - 1) for a, b, *_ in arrows if a != b})
    places = arrange(len(graph.names), edges)
    if len(places) > 1:
        places = _spread(_stretched(places), edges)
    if sum(places[b - 1][1] - places[a - 1][1] for a, b, *_ in arrows) < 0:
        places = [(x, -y) for x, y in places]
    left, top = (min((place[side] for place in places), default=0.0) for side in (0, 1))
    places = [(x - left, y - top) for x, y in places]
    across, down = (max((place[side] for place in places), default=0.0) + 1 for side in (0, 1))
    return Layout(across, down, dict(zip(graph.names, places, strict=True)))


def _stretched(places: Sequence[Point]) -> list[Point]:
    """The longer side is laid along that of the box, the shorter one stretched as far as the box is wide."""
    wide, high = (max(place[side] for place in places) - min(place[side] for place in places) for side in (0, 1))
    if wide > high:
        places, wide, high = [(y, x) for x, y in places], high, wide
    by = min(_MOST_STRETCHED, _TALL * high / max(wide, 1e-9)) if wide > 1e-6 else 1.0
    return [(x * max(1.0, by), y) for x, y in places]


def _spread(places: Sequence[Point], edges: Sequence[tuple[int, int]]) -> list[Point]:
    """Pushes atoms apart that are nearer than 1, and from arrows of others; the nearest two are 1 apart then. What is
    pushed out of the shape of the box is pushed back."""
    import numpy as np  # takes a moment to load

    x = np.array(places)
    a, b = (np.array([edge[side] for edge in edges], dtype=int) for side in (0, 1))
    own = np.zeros((len(x), len(edges)), dtype=bool)
    own[a, np.arange(len(edges))] = own[b, np.arange(len(edges))] = True
    x *= (len(x) / _TALL) ** 0.5 * _SPARSE / max(1e-9, float(np.ptp(x[:, 1])))
    for _ in range(_ROUNDS):
        gaps = x[:, None] - x
        lengths = np.hypot(gaps[..., 0], gaps[..., 1])
        np.fill_diagonal(lengths, np.inf)
        push = gaps * (np.maximum(0, _APART - lengths) / np.maximum(lengths, 1e-9) * 0.2)[..., None]
        x = x + push.sum(axis=1)
        if not edges:
            continue
        along = x[b] - x[a]
        length = np.maximum(np.sum(along ** 2, axis=1), 1e-9)
        share = np.clip(np.sum((x[:, None] - x[a]) * along, axis=2) / length, 0, 1)
        away = x[:, None] - (x[a] + share[..., None] * along)
        lengths = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-9)
        lengths[own] = np.inf
        x = x + (away * (np.maximum(0, _CLEAR - lengths) / lengths * 0.15)[..., None]).sum(axis=1)
    return [(float(across), float(down)) for across, down in x.round(6)]  # the same on each processor


class Geometry:
    """The graph in a box, at a size of a unit: nodes, and arrows as points from the edge of one to that of another."""

    def __init__(self, layout: Layout, graph: Graph, box: Rect, unit: float, widths: Mapping[str, float]) -> None:
        self.graph, self.names, self.arrows, self.box, self.unit = graph, graph.names, graph.arrows, box, unit
        names = graph.names
        columns, rows = max(1e-6, layout.columns - 1), max(1e-6, layout.rows - 1)
        longest = max((widths[name] for name in names), default=1.0)
        self._most = max(12.0, min(_TALLEST * _LETTERS * unit, _NAME * unit / longest))  # the size of names
        margin = (min(max(_TALLEST * unit, longest * self._most * 0.5 + 24 * unit), box.w * 0.25),
                  min(_TALLEST * unit * 0.9, box.h * 0.2))
        across, down = (box.w - 2 * margin[0]) / columns, (box.h - 2 * margin[1]) / rows
        across, down = min(across, down * _MOST_SKEWED), min(down, across * _MOST_SKEWED)
        left, top = box.center[0] - across * (layout.columns - 1) / 2, box.center[1] - down * (layout.rows - 1) / 2
        self.centers = {name: (left + x * across, top + y * down) for name, (x, y) in layout.places.items()}
        self.near = self._nearest()
        self.height = max(_LEAST * unit, min(self.near * _NODE, _TALLEST * unit))
        self.nodes = {name: self._node(name, widths[name]) for name in names}
        self.widths = widths

    @cached_property
    def handles(self) -> dict[str, Rect]:
        """What folds a component: beside one of its atoms, clear of all nodes, on as few arrows as possible."""
        found, points = dict[str, Rect](), [point for path in self.paths for point in path]
        for name, part in self.graph.open.items():
            wide, high, gap = self.widths[name] * _HANDLE * self.unit + 12 * self.unit, 20 * self.unit, 5 * self.unit
            spots = [Rect(x, y, wide, high) for atom in part
                     for x, y in _beside(self.nodes[self.graph.program.names[atom - 1]], wide, high, gap)]
            taken = [*self.nodes.values(), *found.values()]
            free = [spot for spot in spots if self.box.contains(spot.x, spot.y)
                    and self.box.contains(spot.right, spot.bottom) and not any(spot.meets(at) for at in taken)]
            if free:
                found[name] = min(free, key=lambda spot: sum([spot.contains(x, y) for x, y in points]))
        return found

    @cached_property
    def places(self) -> dict[str, Rect]:
        """Where each atom is, be it in a component that is folded, each node, and what folds one."""
        atoms = self.graph.program.names
        return {**{atoms[atom - 1]: self.nodes[name] for name, part in zip(self.names, self.graph.atoms, strict=True)
                   for atom in part}, **self.nodes, **self.handles}

    @cached_property
    def all_names(self) -> list[frozenset[str]]:
        """The names of each node: its own, and of all its atoms."""
        atoms = self.graph.program.names
        return [frozenset((name, *(atoms[atom - 1] for atom in part)))
                for name, part in zip(self.names, self.graph.atoms, strict=True)]

    def _nearest(self) -> float:
        """How far the nearest two atoms are apart."""
        found = list(self.centers.values())
        return min((dist(a, b) for index, a in enumerate(found) for b in found[:index]),
                   default=max(self.box.w, self.box.h))

    def _node(self, name: str, width: float) -> Rect:
        """A disc, wider where its name is long and there is room; ``width`` of the name at a size of 1."""
        x, y = self.centers[name]
        beside = [abs(x - other) for key, (other, row) in self.centers.items()
                  if key != name and abs(row - y) < self.height * 1.1]
        room = min([*(2 * (x - self.box.x), 2 * (self.box.right - x)), *(_WIDEST * gap for gap in beside)])
        wide = max(self.height, min(room, width * self.text + self.height * 0.5))
        return Rect(x - wide / 2, y - self.height / 2, wide, self.height)

    @property
    def text(self) -> float:
        """The size of the names."""
        return max(12.0, min(self._most, self.height * _LETTERS))

    @cached_property
    def paths(self) -> list[list[Point]]:
        """The points of each arrow."""
        import numpy as np  # takes a moment to load

        both = {(need.of, need.what) for need in self.arrows}
        found = [self.nodes[name] for name in self.names]
        boxes = np.array([(*node.center, (node.w - node.h) / 2) for node in found]).reshape(-1, 3)
        return [self._loop(found[need.of - 1]) if need.of == need.what
                else self._path(need, boxes, both=(need.what, need.of) in both) for need in self.arrows]

    def _path(self, need: Need, boxes: NDArray[np.float64], *, both: bool) -> list[Point]:
        """The first bow that passes no other node, or the one that passes the fewest."""
        import numpy as np

        a, b = (self.nodes[self.names[atom - 1]] for atom in (need.of, need.what))
        others = np.ones(len(boxes), dtype=bool)
        others[[need.of - 1, need.what - 1]] = False
        left, tried = boxes[others], list[tuple[int, list[Point]]]()
        for part in _BOTH_WAYS if both else _BOWS:
            points = trimmed(bowed(a.center, b.center, part), a, b)
            gaps = np.abs(np.array(points)[:, None] - left[:, :2])
            away = np.hypot(np.maximum(0, gaps[..., 0] - left[:, 2]), gaps[..., 1])
            hits = int((away < self.height * 0.66).any(axis=0).sum())
            outside = not all(self.box.contains(*point) for point in points)
            tried.append((hits + outside, points))
            if not tried[-1][0]:
                break
        return min(tried, key=lambda found: found[0])[1]

    def _loop(self, node: Rect) -> list[Point]:
        """From a node to itself, round its upper right."""
        x, y, r = node.right - self.height * 0.2, node.y + self.height * 0.1, self.height * 0.42
        to_left, to_right = (x - r * 0.5, y - r * 0.2), (x + r * 0.5, y + r * 0.9)
        return [cubic(to_left, (x - r * 0.3, y - 2 * r), (x + 2.2 * r, y + r * 0.2), to_right, step / _STEPS)
                for step in range(_STEPS + 1)]


def _beside(node: Rect, wide: float, high: float, gap: float) -> tuple[Point, ...]:
    x, y = node.center[0] - wide / 2, node.center[1] - high / 2
    return (x, node.bottom + gap), (x, node.y - gap - high), (node.right + gap, y), (node.x - gap - wide, y)


def bowed(a: Point, b: Point, part: float) -> list[Point]:
    """Points of an arrow whose middle lies ``part`` of its length beside the straight line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = (a[0] + b[0]) / 2 - dy * 2 * part, (a[1] + b[1]) / 2 + dx * 2 * part
    return [((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * middle[0] + t * t * b[0],
             (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * middle[1] + t * t * b[1])
            for t in (step / _STEPS for step in range(_STEPS + 1))]


def cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """A point of a curve."""
    one, two, three, four = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
    return (one * a[0] + two * b[0] + three * c[0] + four * d[0], one * a[1] + two * b[1] + three * c[1] + four * d[1])


def trimmed(points: Sequence[Point], a: Rect, b: Rect) -> list[Point]:
    """What of a line lies outside both of its ends, to their very edges."""
    first = next((index for index, point in enumerate(points) if not in_node(a, point)), 1)
    last = next((index for index in range(len(points) - 1, -1, -1) if not in_node(b, points[index])), len(points) - 2)
    if last <= first:
        return [points[0], points[-1]]
    start, end = _edge(a, points[first - 1], points[first]), _edge(b, points[last + 1], points[last])
    return [start, *points[first:last + 1], end]


def in_node(node: Rect, point: Point) -> bool:
    """Is a point inside a node with round ends?"""
    radius = node.h / 2
    dx = max(0.0, abs(point[0] - node.center[0]) - node.w / 2 + radius)
    return hypot(dx, point[1] - node.center[1]) <= radius


def _edge(node: Rect, inside: Point, outside: Point) -> Point:
    for _ in range(8):
        middle = (inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2
        if in_node(node, middle):
            inside = middle
        else:
            outside = middle
    return outside
