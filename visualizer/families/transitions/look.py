"""How a graph is looked at: how large, which part, and what is pointed at. And where its states then are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from algorithms.transitions.records import State
from visualizer.canvas.primitives import Point, Rect, Same
from visualizer.families.transitions.around import Laid
from visualizer.families.transitions.layout import Placement

LARGEST = 12.0  # times as large as the whole
_REACH = 14.0  # pixels around a state within which it is pointed at


@dataclass
class Look:
    """What lasts from frame to frame.

    zoom:    1 shows the whole; ``center`` is in the middle then, in parts of the whole's width and height
    pointed: the state under the pointer or the cursor of the keyboard
    route:   edges to a state that was asked for, which the run does not come to: pairs of numbers of states; ``on`` is
             the graph that they are in: on the way back another one may be drawn
    around:  chosen by hand: is the graph unfolded around the current state, or drawn whole?
    spots:   where the states in full text were drawn last; ``boxes`` where the folded ones
    opened:  the boxes that were opened, by the state that they belong to and the rule
    laid:    what lay around the last few states that were drawn, by what that depends on
    """

    zoom: float = 1.0
    center: Point = (0.5, 0.5)
    pointed: State | None = None
    route: tuple[tuple[int, int], ...] = ()
    on: object = None
    around: bool | None = None
    spots: list[tuple[Rect, State]] = field(default_factory=list)
    boxes: list[tuple[Rect, State, str]] = field(default_factory=list)
    laid: dict[object, Laid] = field(default_factory=dict)
    opened: set[tuple[State, str]] = field(default_factory=set)

    @property
    def key(self) -> tuple[object, ...]:
        """All that a drawing depends on, to be compared with later."""
        return self.zoom, self.center, self.pointed, self.route, Same(self.on), self.around, frozenset(self.opened)

    def zoom_at(self, field: Field, at: Point, factor: float) -> None:
        """Larger or smaller; what is at that point stays there."""
        zoom = max(1.0, min(LARGEST, self.zoom * factor))
        x, y = field.part(at)
        share = self.zoom / zoom
        self.zoom = zoom
        self.move_to((x + (self.center[0] - x) * share, y + (self.center[1] - y) * share))

    def move_to(self, center: Point) -> None:
        """Puts that in the middle, or as near to it as leaves no room beside the graph."""
        half = 0.5 / self.zoom
        self.center = (max(half, min(1 - half, center[0])), max(half, min(1 - half, center[1])))


@dataclass(frozen=True)
class Field:
    """A graph in a box, with a ``rim`` left free around it where all of it shows."""

    box: Rect
    placement: Placement
    zoom: float = 1.0
    center: Point = (0.5, 0.5)
    rim: float = 0.0

    @property
    def size(self) -> Point:
        """The width and height of the whole, in pixels."""
        return max(1.0, self.box.w - 2 * self.rim) * self.zoom, max(1.0, self.box.h - 2 * self.rim) * self.zoom

    @property
    def corner(self) -> Point:
        """Where the whole begins."""
        (x, y), (w, h) = self.box.center, self.size
        return x - self.center[0] * w, y - self.center[1] * h

    @property
    def whole(self) -> Field:
        """The same in a box that has all of it, on whole pixels."""
        (x, y), (w, h) = self.corner, self.size
        box = Rect(round(x - self.rim), round(y - self.rim), round(w + 2 * self.rim), round(h + 2 * self.rim))
        return Field(box, self.placement, rim=self.rim)

    @property
    def step(self) -> float:
        """Pixels from a state to the next one of a full row."""
        return self.size[0] / max(1.0, self.placement.width)

    @property
    def row(self) -> float:
        """Pixels from a layer to the next."""
        return self.size[1] / (self.placement.depth + 1)

    def spot(self, number: int) -> Point:
        """Where a state is."""
        x, y = self.corner
        return x + self.placement.xs[number] * self.step, y + (self.placement.layers[number] + 0.5) * self.row

    def part(self, at: Point) -> Point:
        """A point in parts of the whole."""
        (x, y), (w, h) = self.corner, self.size
        return (at[0] - x) / w, (at[1] - y) / h

    def at(self, x: float, y: float) -> int | None:
        """The state nearest to a point, if it is near."""
        if not self.box.contains(x, y):
            return None
        left, top = self.corner
        far = np.hypot(left + np.array(self.placement.xs) * self.step - x,
                       top + (np.array(self.placement.layers) + 0.5) * self.row - y)
        nearest = int(np.argmin(far))
        return nearest if far[nearest] <= _REACH else None

    def edge_at(self, edges: Sequence[tuple[int, int]], x: float, y: float) -> int | None:
        """Which of the edges, from state to state, passes a point, if one does."""
        if not edges or not self.box.contains(x, y):
            return None
        left, top = self.corner
        spots = np.column_stack((left + np.array(self.placement.xs) * self.step - x,
                                 top + (np.array(self.placement.layers) + 0.5) * self.row - y))
        pairs = np.array(edges)
        start, way = spots[pairs[:, 0]], spots[pairs[:, 1]] - spots[pairs[:, 0]]
        part = np.clip(-(start * way).sum(axis=1) / np.maximum(1e-9, (way * way).sum(axis=1)), 0, 1)
        far = np.hypot(*(start + part[:, None] * way).T)
        nearest = int(np.argmin(far))
        return nearest if far[nearest] <= _REACH / 2 else None
