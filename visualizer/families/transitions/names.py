"""Where the names of rules stand beside the edges of an unfolded graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from visualizer.canvas.places import Array, clear, crossed
from visualizer.canvas.primitives import Point, Rect
from visualizer.families.transitions.around import Link

_ALONG = (0.5, 0.55, 0.45, 0.6, 0.4, 0.65, 0.35, 0.7, 0.3, 0.75, 0.25, 0.8)  # of a part of an edge: where it is tried
_COVERED = 0.4  # of an edge: so much of it a name may lie on
_SAMPLES = 20  # points of an edge that are looked at for that


class Way(NamedTuple):
    """An edge as it is drawn: its parts, straight past states, the tip of its head, and where it leaves its state."""

    link: Link
    parts: Sequence[tuple[Point, Point]]
    tip: Rect
    foot: Rect


def name_places(box: Rect, ways: Sequence[Way], sizes: Mapping[int, Point], boxes: Sequence[Rect],
                gap: float) -> dict[int, Rect]:
    """Where the names of edges stand that have such ``sizes``, by their numbers: those that the strategy takes first.
    Where some find no place, all are placed once more, these first."""
    order, best = sorted(sizes, key=lambda number: not ways[number].link.allowed), dict[int, Rect]()
    free = _free_places(box, ways, sizes, boxes, gap)
    for _ in range(2):
        found = dict[int, Rect]()
        for number in order:
            place = next((place for place in free[number] if not any(map(place.meets, found.values()))), None)
            if place is not None:
                found[number] = place
        best = found if len(found) > len(best) else best
        order = sorted(order, key=found.__contains__)
    return best


def _free_places(box: Rect, ways: Sequence[Way], sizes: Mapping[int, Point], boxes: Sequence[Rect],
                 gap: float) -> dict[int, list[Rect]]:
    """Where the name of each edge's rule hides no state, no other edge, and of its own edge neither an end nor much
    else: on it, the last part first; or else beside it, so that it is nearer to no other one. All are looked at at
    once: there are thousands."""
    owner = np.array([number for number in sizes for _ in ways[number].parts], int)
    parts = np.array([part for number in sizes for part in reversed(ways[number].parts)], float).reshape(-1, 2, 2)
    size = np.array([sizes[number] for number in owner.tolist()], float).reshape(-1, 2)
    on, beside = _on(parts, size), _beside(parts, size, gap)
    spots = np.concatenate((on, beside))
    owners = np.concatenate((np.repeat(owner, len(_ALONG)), np.repeat(owner, 2 * len(_ALONG))))
    room = np.repeat((0.0, gap), (len(on), len(beside)))
    fits = np.append(_covered(parts, on) <= _COVERED, np.full(len(beside), True))
    fits &= (spots[:, 0] >= box.x) & (spots[:, 0] + spots[:, 2] <= box.right)
    fits[fits] = clear(spots[fits], [*boxes, *(end for way in ways for end in (way.tip, way.foot))])
    spots, owners, room = spots[fits], owners[fits], room[fits]
    passed = crossed(spots + np.outer(room, (-1, 0, 2, 0)), [part for way in ways for part in way.parts])
    passing = np.array([number for number, way in enumerate(ways) for _ in way.parts], int)
    free = ~(passed & (passing != owners[:, np.newaxis])).any(axis=1)
    found: dict[int, list[Rect]] = {number: [] for number in sizes}
    for number, spot in zip(owners[free].tolist(), spots[free].tolist(), strict=True):
        found[number].append(Rect(*spot))
    return found


def _on(parts: Array, size: Array) -> Array:
    """Places on the parts of edges."""
    a, b = parts[:, np.newaxis, 0], parts[:, np.newaxis, 1]
    corners = a + (b - a) * np.array(_ALONG)[:, np.newaxis] - size[:, np.newaxis] / 2
    return np.hstack((corners.reshape(-1, 2), np.repeat(size, len(_ALONG), axis=0)))


def _beside(parts: Array, size: Array, gap: float) -> Array:
    """Places at the left and right of them, which they do not touch, however they slant."""
    across, down = (parts[:, 1] - parts[:, 0]).T
    slant = np.abs(across) / np.maximum(1e-9, down)
    aside = np.repeat(size[:, 0] / 2 + gap + slant * size[:, 1] / 2, len(_ALONG))
    places = np.repeat(_on(parts, size), 2, axis=0)
    places[:, 0] += np.outer(aside, (-1, 1)).ravel()
    return places


def _covered(parts: Array, places: Array) -> Array:
    """How much of a part of an edge lies below each of its places."""
    a, b = (np.repeat(parts[:, end, np.newaxis], len(_ALONG), axis=0) for end in (0, 1))
    points = a + (b - a) * (np.arange(_SAMPLES) / _SAMPLES)[:, np.newaxis]
    corner, size = places[:, np.newaxis, :2], places[:, np.newaxis, 2:]
    below: Array = ((corner <= points) & (points < corner + size)).all(axis=2).mean(axis=1)
    return below
