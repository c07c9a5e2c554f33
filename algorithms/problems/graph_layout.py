"""Where to draw the nodes of a graph: neighbours near each other, no two nodes in one place.

Source: Gansner, Koren and North, *Graph Drawing by Stress Majorization*, GD 2004. Distances on the paper are to be
those in the graph, the short ones above all. Parts that no edge joins are drawn apart and laid side by side.

    d  distances in the graph, in edges      x  places, one row for each node      w = 1 / d², the weights
    stress = Σ w (|xᵢ − xⱼ| − d)²
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from algorithms.long_work import checkpoint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Point = tuple[float, float]

_ROUNDS = 120
_POWERS = 100  # of the matrix of distances, until its main eigenvectors stand out
_GOLDEN_ANGLE = 2.399963
_SPREAD = 1.4  # from a node to the nearest one, in cells, for half of all nodes
_CROWD = 2.5  # edges for each node: where there are more, they cross all over …
_ROOM = 1.9  # … and each node has so many cells to itself
_NEAREST = 1.1  # from a node to any other
_CLEAR = 0.65  # from a node to an edge that passes it
_ASPECT = 1.4  # width for height, of parts side by side


def arrange(nodes: int, edges: Sequence[tuple[int, int]]) -> list[Point]:
    """A place for each node, with coordinates from 0 on, at least 1 from all others."""
    neighbours: list[list[int]] = [[] for _ in range(nodes)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    parts = sorted(_parts(neighbours), key=len, reverse=True)
    found: dict[int, Point] = {}
    for part, places in zip(parts, _side_by_side([_part(part, neighbours) for part in parts]), strict=True):
        found.update(zip(part, places, strict=True))
    return [found[node] for node in range(nodes)]


def _parts(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The connected components."""
    left = dict.fromkeys(range(len(neighbours)))
    parts = []
    while left:
        part = sorted(_distances(next(iter(left)), neighbours))
        parts.append(part)
        for node in part:
            del left[node]
    return parts


def _distances(start: int, neighbours: Sequence[Sequence[int]]) -> dict[int, int]:
    """How many edges away each node is that can be reached."""
    found, wave, away = {start: 0}, [start], 0
    while wave:
        away += 1
        further = dict.fromkeys(other for node in wave for other in neighbours[node])
        wave = [other for other in further if other not in found]
        found.update(dict.fromkeys(wave, away))
    return found


def _part(part: Sequence[int], neighbours: Sequence[Sequence[int]]) -> Array:
    """The places of connected nodes, the longer side across, at least 1 apart, the least coordinates 0."""
    import numpy as np  # takes a moment to load, and maps do without

    if len(part) == 1:
        return np.zeros((1, 2))
    rows: list[dict[int, int]] = []
    for node in part:
        checkpoint(f"laying out a graph: distances from {len(rows)} of {len(part)} nodes")
        rows.append(_distances(node, neighbours))
    d = np.array([[row[node] for node in part] for row in rows], dtype=np.float64)
    x = _settled(_majorized(d))
    x = _laid_across(x - x.mean(axis=0))
    edges = np.argwhere(np.triu(d == 1))
    if len(edges) > _CROWD * len(part):
        x = _evened(x)
    else:
        x *= _SPREAD / float(np.median(_lengths(x).min(axis=1)))
    return _settled(_apart(_settled(x), edges))


def _settled(x: Array) -> Array:
    """Places without what differs from one processor to the next: each multiplies matrices in an order of its own."""
    return x.round(6)


def _majorized(d: Array) -> Array:
    """Places of little stress. Each round solves for the places that the last ones ask for. The first ones are those
    of classical scaling and a little of a circle, or nodes with the same neighbours would lie in one place."""
    import numpy as np

    size = len(d)
    circle = _circle(np.arange(size) * 2 * np.pi / size)
    if size < 4:
        return circle
    x = _settled(_scaled(d) + circle / 4)
    w = 1 / (d + np.eye(size)) ** 2
    np.fill_diagonal(w, 0)
    inverse = np.linalg.inv(np.diag(w.sum(axis=1)) - w + 1 / size)  # the pseudoinverse, on columns that add up to 0
    for number in range(_ROUNDS):
        checkpoint(f"laying out a graph: round {number} of {2 * _ROUNDS}")
        b = -w * d / _lengths(x)
        np.fill_diagonal(b, -b.sum(axis=1))
        x = inverse @ (b @ x)
    return x


def _evened(x: Array) -> Array:
    """The same directions from the middle, but the nodes are as dense everywhere: a crowd has no shape to lose."""
    import numpy as np

    away = np.hypot(x[:, 0], x[:, 1]).round(6)
    rank = np.empty(len(x))
    rank[np.argsort(away, kind="stable")] = np.arange(len(x)) + 0.5
    radius = np.sqrt(rank * _ROOM / np.pi)
    evened: Array = x * (radius / np.maximum(away, 1e-9))[:, None]
    return evened


def _lengths(x: Array) -> Array:
    """How far each two places are apart; a place from itself: infinitely."""
    import numpy as np

    found: Array = np.maximum(np.hypot(x[:, None, 0] - x[:, 0], x[:, None, 1] - x[:, 1]), 1e-9)
    np.fill_diagonal(found, np.inf)
    return found


def _circle(angles: Array) -> Array:
    """Places on a circle of radius 1, at angles in radians."""
    import numpy as np

    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def _scattered(size: int) -> Array:
    """Places on a circle in an order that no graph's symmetry shares."""
    import numpy as np

    angles: Array = np.arange(size, dtype=np.float64) ** 2 * _GOLDEN_ANGLE
    return _circle(angles)


def _scaled(d: Array) -> Array:
    """The places of classical scaling: along the two main eigenvectors of the centred squares of the distances.

    Of a graph that looks the same from several nodes, more than two are as good, and a library's solver takes any of
    them, others on another processor. Powers of the matrix take those that are nearest to a start."""
    import numpy as np

    size = len(d)
    centred = np.eye(size) - 1 / size
    product = centred @ d ** 2 @ centred / -2
    power = product / np.linalg.norm(product) + 0.01 * np.eye(size)  # what no distance tells of stays as it was
    axes = _scattered(size)
    for _ in range(_POWERS):
        axes = power @ axes
        axes[:, 0] /= np.linalg.norm(axes[:, 0])
        axes[:, 1] -= axes[:, 0] * (axes[:, 0] @ axes[:, 1])
        axes[:, 1] /= np.linalg.norm(axes[:, 1])
    found: Array = axes * np.sqrt(np.maximum(0, np.sum(axes * (product @ axes), axis=0)))
    return found


def _laid_across(x: Array) -> Array:
    """Turned, so that they are spread most from left to right; as they lie, if they are spread alike both ways."""
    import numpy as np

    (across, both), (_, down) = (x.T @ x).round(6)
    angle = np.arctan2(2 * both, across - down) / 2
    turned: Array = x @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turned


def _apart(x: Array, edges: NDArray[np.intp]) -> Array:
    """Pushes nodes away from each other, and where there are few edges, from edges that would run behind them. The
    nearest two then are _NEAREST apart, and coordinates begin with 0."""
    import numpy as np

    few = len(edges) <= _CROWD * len(x)
    for number in range(_ROUNDS, 2 * _ROUNDS):
        checkpoint(f"laying out a graph: round {number} of {2 * _ROUNDS}")
        lengths = _lengths(x)
        push = np.maximum(0, _NEAREST - lengths) / lengths * 0.25
        x = x * (1 + push.sum(axis=1)[:, None]) - push @ x
        if few:
            x = _clear(x, edges)
    scale = _NEAREST / float(_lengths(x).min())
    placed: Array = (x - x.min(axis=0)) * scale
    return placed


def _clear(x: Array, edges: NDArray[np.intp]) -> Array:
    """Pushes each node and each edge near it a little apart."""
    import numpy as np

    a, b = x[edges[:, 0]], x[edges[:, 1]]
    along = b - a
    share = np.clip(np.sum((x[:, None] - a) * along, axis=2) / np.sum(along ** 2, axis=1), 0, 1)
    away = x[:, None] - (a + share[..., None] * along)
    lengths = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-9)
    lengths[edges.T, np.arange(len(edges))] = np.inf  # its own ends
    push = away * (np.maximum(0, _CLEAR - lengths) / lengths * 0.1)[..., None]
    moved: Array = x + push.sum(axis=1)
    np.subtract.at(moved, edges[:, 0], (push * (1 - share)[..., None]).sum(axis=0))
    np.subtract.at(moved, edges[:, 1], (push * share[..., None]).sum(axis=0))
    return moved


def _side_by_side(parts: Sequence[Array]) -> list[list[Point]]:
    """The places of all parts, laid out in rows."""
    sizes = [(float(x[:, 0].max()) + 1, float(x[:, 1].max()) + 1) for x in parts]
    room = sum(width * height for width, height in sizes)
    most = max(sizes[0][0], (room * _ASPECT) ** 0.5)
    found, left, top, below = [], 0.0, 0.0, 0.0
    for x, (width, height) in zip(parts, sizes, strict=True):
        if left + width > most + 0.01 and left:
            left, top = 0.0, below
        found.append([(left + float(px), top + float(py)) for px, py in x])
        left, below = left + width, max(below, top + height)
    return found
