"""Where the cards of the gallery lie, below the headings of chapters or topics, and which one is beside another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from visualizer.canvas.primitives import Rect

HEADING = 40.0  # the height of a heading, at unit 1
_CARD = (224.0, 226.0)  # the least width, and the height
_GAP = 14.0


@dataclass(frozen=True)
class Shelves:
    """Where cards and headings lie, from the top of all that is scrolled. ``order`` is the reading order."""

    places: dict[int, Rect]
    headings: dict[str, float]
    height: float

    @property
    def order(self) -> Sequence[int]:
        return list(self.places)

    def beside(self, index: int, key: str, page: float) -> int | None:
        """The card that an arrow, Home, End or a page key leads to from that one; None: another key."""
        order, here = self.order, self.places[index]
        at = order.index(index)
        if key in ("left", "right", "home", "end"):
            wanted = {"left": at - 1, "right": at + 1, "home": 0, "end": len(order) - 1}[key]
            return order[max(0, min(len(order) - 1, wanted))]
        if key not in ("up", "down", "page up", "page down"):
            return None
        sign = 1 if key.endswith("down") else -1
        away = {other: sign * (place.y - here.y) for other, place in self.places.items()}
        beyond = [other for other, distance in away.items() if distance > 0]
        if not beyond:
            return index
        near = min(away[other] for other in beyond)
        if key.startswith("page"):  # the farthest row that a page shows beside this one
            near = max([near, *(away[other] for other in beyond if away[other] <= page - here.h)])
        row = [other for other in beyond if away[other] == near]
        return min(row, key=lambda other: abs(self.places[other].x - here.x))


def shelve(topics: dict[str, list[int]], width: float, unit: float) -> Shelves:
    """A heading for each chapter or topic, and below it its cards in as many columns as fit."""
    gap, least = _GAP * unit, _CARD[0] * unit
    columns = max(1, int((width + gap) / (least + gap)))
    wide, high = (width - gap * (columns - 1)) / columns, _CARD[1] * unit
    places: dict[int, Rect] = {}
    headings: dict[str, float] = {}
    y = 0.0
    for topic, indexes in topics.items():
        headings[topic] = y
        y += HEADING * unit
        for at, index in enumerate(indexes):
            row, column = divmod(at, columns)
            places[index] = Rect(column * (wide + gap), y + row * (high + gap), wide, high)
        y += -(-len(indexes) // columns) * (high + gap)
    return Shelves(places, headings, y)
