"""Many places at once, as columns of numbers: which of them lie on nothing, and which a line passes through. Of some
hundred places about as many others, that is found within a part of a frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from visualizer.canvas.primitives import Point, Rect

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def columns(places: Sequence[Rect]) -> Array:
    """A row for each: left, top, width, height."""
    return np.array(places, float).reshape(-1, 4)


def clear(spots: Array, lying: Sequence[Rect], above: float = 0.0) -> Flags:
    """Which of these places lie on nothing of what lies there, with so much room above and below them."""
    (left, top, wide, high), (x, y, w, h) = spots.T[:, :, np.newaxis], columns(lying).T
    apart = (left >= x + w) | (left + wide <= x) | (top >= y + h + above) | (top + high <= y - above)
    free: Flags = apart.all(axis=1)
    return free


def crossed(spots: Array, edges: Sequence[tuple[Point, Point]]) -> Flags:
    """Which edges, each of which goes down, pass through which of these places: a row for each place."""
    left, top, wide, high = spots.T[:, :, np.newaxis]
    ax, ay, bx, by = np.array(edges, float).reshape(-1, 4).T
    ends = [ax + (bx - ax) * np.clip((level - ay) / (by - ay), 0, 1) for level in (top, top + high)]
    passed: Flags = (by > top) & (ay < top + high) & (np.minimum(*ends) < left + wide) & (np.maximum(*ends) > left)
    return passed
