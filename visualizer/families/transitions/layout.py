"""Where the states of a graph lie: a row for each layer, so that every step goes down.

Sweeps of barycentres order the states of a layer and place them at once: each as near as it can to the mean of its
neighbours, at least 1 from the next one. No library was better: of straight edges igraph's Sugiyama (GPL) leaves many
times as many crossings, grandalf (GPL or EPL) about as many in ten times the time; networkx orders no layers.

    x    where each state lies in its row
    row  states of one layer
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_SWEEPS = 8  # more change nothing: down and up in turns, the last two look both ways
Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Placement:
    """Where states lie.

    xs: of each state its place in its row, from 0 to ``width``; ``layers`` its row, from 0 to ``depth``
    """

    xs: tuple[float, ...]
    layers: tuple[int, ...]
    width: float
    depth: int


def needed(layers: Sequence[int], widths: Sequence[float]) -> float:
    """How wide the widest row is."""
    rows = [0.0] * (max(layers, default=0) + 1)
    for row, wide in zip(layers, widths, strict=True):
        rows[row] += wide
    return max(rows)


def lay_out(layers: Sequence[int], edges: Sequence[tuple[int, int]], widths: Sequence[float] | None = None,
            least: float = 0.0) -> Placement:
    """Places the states, each as wide as 1 or as ``widths`` say, in rows as wide as the widest one, or as ``least``.
    The same graph lies the same each time."""
    layer = np.array(layers, dtype=np.int64)
    depth = int(layer.max(initial=0))
    rows = [np.flatnonzero(layer == index) for index in range(depth + 1)]
    wide = np.ones(len(layer)) if widths is None else np.array(widths)
    width = max(least, *(float(wide[row].sum()) for row in rows))
    x = np.zeros(len(layer))
    for row in rows:
        x[row] = (np.cumsum(wide[row]) - wide[row] / 2) * width / wide[row].sum()
    starts, ends = np.array(list(edges), dtype=np.int64).reshape(-1, 2).T
    above, below = _Neighbours(layer, starts, ends), _Neighbours(layer, ends, starts)
    both = _Neighbours(layer, np.concatenate([starts, ends]), np.concatenate([ends, starts]))
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        look = both if sweep >= _SWEEPS - 2 else above if down else below
        for index in range(depth + 1) if down else range(depth, -1, -1):
            row = rows[index]
            wished = look.mean(index, row, x)
            order = np.argsort(wished, kind="stable")
            half = wide[row[order]] / 2
            x[row[order]] = spread(wished[order], half[0], width - half[-1], half[:-1] + half[1:])
    return Placement(tuple(x.tolist()), tuple(layers), width, depth)


class _Neighbours:
    """The edges by the layer of their ends; a long edge pulls less."""

    def __init__(self, layer: Numbers, starts: Numbers, ends: Numbers) -> None:
        self.count = len(layer)
        self.parts = []
        for index in range(int(layer.max(initial=0)) + 1):
            here = layer[ends] == index
            pull = 1.0 / np.abs(layer[ends[here]] - layer[starts[here]])
            self.parts.append((starts[here], ends[here], pull))

    def mean(self, index: int, row: Numbers, x: Floats) -> Floats:
        """Of the neighbours of each state of a layer; of one without neighbours where it is."""
        starts, ends, pull = self.parts[index]
        total = np.bincount(ends, pull * x[starts], self.count)[row]
        weight = np.bincount(ends, pull, self.count)[row]
        return np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), x[row])


def spread(wished: Floats, low: float, high: float, gaps: Floats) -> Floats:
    """Places from ``low`` to ``high`` that are nearest, in squares, to ascending wishes, each at least its gap from the
    one before: neighbours that want the same room are pooled (the method of isotonic regression). Where there is not
    room for all, they reach beyond ``high``."""
    shift = np.concatenate([[0.0], np.cumsum(gaps)])
    means, sizes = list[float](), list[int]()
    for wish in (wished - shift).tolist():
        means.append(wish)
        sizes.append(1)
        while len(means) > 1 and means[-2] >= means[-1]:
            size = sizes.pop() + sizes[-1]
            means[-2:] = [(means[-2] * sizes[-1] + means[-1] * (size - sizes[-1])) / size]
            sizes[-1] = size
    placed = np.repeat(np.array(means), np.array(sizes, dtype=np.int64))
    found: Floats = np.clip(placed, low, max(low, high - shift[-1])) + shift
    return found
