"""Where the names of rules stand beside the edges of an unfolded graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from visualizer.canvas.primitives import Point, Rect, point_on
from visualizer.families.transitions.around import Link
from visualizer.families.transitions.strokes import crosses

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
    for _ in range(2):
        found = dict[int, Rect]()
        for number in order:
            place = _name_place(box, ways[number], ways, [*boxes, *found.values()], sizes[number], gap)
            if place is not None:
                found[number] = place
        best = found if len(found) > len(best) else best
        order = sorted(order, key=found.__contains__)
    return best


def _name_place(box: Rect, way: Way, ways: Sequence[Way], taken: Sequence[Rect], size: Point,
               gap: float) -> Rect | None:
    """Where the name of an edge's rule hides no state and name, no other edge, and of its own edge neither an end nor
    much else: on it, the last part first; or else beside it, so that it is nearer to no other one. None where there is
    no such place."""
    ends = [end for one in ways for end in (one.tip, one.foot)]
    others = [part for one in ways if one is not way for part in one.parts]

    def free(place: Rect, around: float) -> bool:
        near = place.inset(-around, 0)
        return (box.x <= place.x and place.right <= box.right
                and not any(place.meets(other) for other in (*taken, *ends))
                and not any(crosses(a, b, near) for a, b in others))

    on = (place for place, part in _on(way, size) if _covered(part, place) <= _COVERED)
    found = next((place for place in on if free(place, 0)), None)
    return found or next((place for place in _beside(way, size, gap) if free(place, gap)), None)


def _on(way: Way, size: Point) -> Iterator[tuple[Rect, tuple[Point, Point]]]:
    """Places on the parts of an edge."""
    for a, b in reversed(way.parts):
        for along in _ALONG:
            x, y = point_on(a, b, along)
            yield Rect(x - size[0] / 2, y - size[1] / 2, *size), (a, b)


def _beside(way: Way, size: Point, gap: float) -> Iterator[Rect]:
    """Places at the left and right of them, which they do not touch, however they slant."""
    for place, (a, b) in _on(way, size):
        slant = abs(b[0] - a[0]) / max(1e-9, b[1] - a[1])
        aside = size[0] / 2 + gap + slant * size[1] / 2
        yield from (Rect(place.x + side * aside, place.y, *size) for side in (-1, 1))


def _covered(part: tuple[Point, Point], place: Rect) -> float:
    """How much of a part of an edge lies below a place."""
    return sum(place.contains(*point_on(*part, step / _SAMPLES)) for step in range(_SAMPLES)) / _SAMPLES
