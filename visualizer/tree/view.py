"""How a search tree is looked at: what is folded, how large, and which part; and what of it then lies in a box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Literal, NamedTuple

from visualizer.canvas.primitives import SMALLEST, Point, Rect
from visualizer.runs.search_tree import SearchTree
from visualizer.tree.layout import Folds, Shape, left_below

TEXT, CARD = 13.0, 20.0  # heights of a label and of its card, in points, at scale 1
HEAD = 16.0  # points: a line of labels above the tree
_WIDE, _LONGEST = 0.68, 14  # of a letter, in sizes; letters beyond which a label is cut
_TIGHT, _ROOMY, _STRETCHED = 28.0, 46.0, 36.0  # points from row to row at scale 1, and where it is small
_LEAST, _MOST, _LARGEST = SMALLEST / TEXT, 2.0, 3.0  # scales: to be readable, by itself, and by hand
_RIM = 10.0  # points left free at both sides
_MOST_WHOLE = 200  # nodes: a larger tree would not be readable without folds
_FINEST = 0.001  # a scale: in a box without room all is a dot, but nothing divides by 0
_TINY = 14.0  # pixels: a subtree that is narrower is an outline

Kind = Literal["node", "mark", "outline"]


class Found(NamedTuple):
    """Where a node is, in columns and rows from the root, and what stands for it there."""

    column: float
    row: int
    shape: Shape


class Item(NamedTuple):
    """What stands at a spot: a node, the mark of folded nodes, or the outline of a subtree too small to see into."""

    shape: Shape
    kind: Kind
    spot: Point


class Edge(NamedTuple):
    """From a parent to the node, or mark, that begins with ``node``."""

    node: int
    start: Point
    end: Point


class Placed(NamedTuple):
    """A tree in a box.

    box, head: where it is, and the room above it for the labels of ``above``
    above:     the nodes of the current branch whose labels cannot be read in the box
    shape:     all of it; ``fold``: was what has been left folded by rule
    scale:     of its text; ``column`` and ``row``: pixels from one to the next; ``origin``: of the root
    """

    box: Rect
    head: Rect
    above: tuple[int, ...]
    shape: Shape
    fold: bool
    scale: float
    column: float
    row: float
    origin: Point
    items: list[Item]
    edges: list[Edge]

    def at(self, x: float, y: float) -> int | None:
        """The first node of what is drawn at that point."""
        reach = max(6.0, self.column / 2), max(6.0, self.row / 2)
        if not self.box.contains(x, y):
            return None
        near = [item for item in self.items if abs(item.spot[0] - x) < reach[0] and abs(item.spot[1] - y) < reach[1]]
        nearest = min(near, key=lambda item: abs(item.spot[0] - x) + abs(item.spot[1] - y), default=None)
        return None if nearest is None else nearest.shape.first

    @property
    def middle(self) -> Point:
        """Of the box, with the room above it."""
        return self.box.center[0], (self.head.y + self.box.bottom) / 2

    def cell(self, x: float, y: float) -> Point:
        """A point in columns and rows."""
        return (x - self.origin[0]) / self.column, (y - self.origin[1]) / self.row

    def spot(self, found: Found) -> Point:
        """Columns and rows in pixels."""
        return self.origin[0] + found.column * self.column, self.origin[1] + found.row * self.row


@dataclass
class TreeView:
    """What lasts while the tree grows.

    scale:  chosen by hand, as is a column and row in the middle (``look``), which a step to another node ends
    cursor: the node that the keyboard is at; None while it is elsewhere
    over:   the node that the pointer is over, likewise
    """

    folds: Folds = field(default_factory=Folds)
    scale: float | None = None
    cursor: int | None = None
    over: int | None = None
    _center: Point | None = None
    _center_for: tuple[tuple[int, int], ...] = ()
    _kept: dict[Rect, tuple[tuple[object, ...], Placed]] = field(default_factory=dict)

    @property
    def pointed(self) -> int | None:
        """The node that is pointed at, with the pointer or the keyboard."""
        return self.cursor if self.over is None else self.over

    @property
    def key(self) -> tuple[object, ...]:
        """How it is looked at, to be compared with later."""
        return (self.scale, self.cursor, self.over, self._center, self._center_for, self.folds.rule,
                tuple(self.folds.by_hand.items()))

    def look(self, tree: SearchTree, center: Point | None) -> None:
        """Puts a column and row in the middle, or as near to it as leaves a part of the tree in the box, until the
        current branch changes; None: back to the current branch."""
        self._center, self._center_for = center, tree.path

    def press(self, tree: SearchTree, placed: Placed, found: Found) -> bool:
        """Folds what is at a place, or unfolds it: was there anything to do? A node of the current branch folds its
        children that failed or were left, where there are several; an outline comes near."""
        shape, by_hand, number = found.shape, self.folds.by_hand, tree.number
        if shape.folded:
            several = shape.end > tree.end(shape.first)
            by_hand[number, tree.node(shape.first).parent if several else shape.first] = False
        elif shape.first in tree.branch:
            if len(left_below(tree, shape.first)) < 2:
                return False
            by_hand[number, shape.first] = not self.folds.gathers(tree, shape.first, placed.fold)
        elif _is_tiny(shape, placed.column):
            self.scale = 1.0
            self.look(tree, (found.column, found.row))
        elif shape.below:
            by_hand[number, shape.first] = True
        else:
            return False
        return True

    def place(self, tree: SearchTree, box: Rect, unit: float) -> Placed:
        """The tree, which is not empty, in a box. Asked again, it costs nothing as long as nothing has changed."""
        folds, center = self.folds, self._center if self._center_for == tree.path else None
        key = (tree.number, tree.turns, unit, folds.rule, tuple(folds.by_hand.items()), self.scale, center)
        kept = self._kept.get(box)
        if kept is None or kept[0] != key:
            if len(self._kept) > 3:  # boxes of a window that had another size
                self._kept.clear()
            kept = self._kept[box] = key, self._place(tree, box, unit, center)
        return kept[1]

    def _place(self, tree: SearchTree, box: Rect, unit: float, center: Point | None) -> Placed:
        shape, fold = self._shape(tree, box, unit)
        head, rest = box.split_top(0)
        placed = self._aim(tree, (head, rest), shape, fold, unit, center)
        if placed.above:
            letters = sum(len(tree.node(node).label) + 3 for node in placed.above[:-1])
            lines = ceil((letters + 12) * HEAD * 0.45 * unit / max(1.0, box.w))
            parts = box.split_top(min(lines, max(1, box.h // (3 * HEAD * unit))) * HEAD * unit, 4 * unit)
            placed = self._aim(tree, parts, shape, fold, unit, center)
        return placed

    def _shape(self, tree: SearchTree, box: Rect, unit: float) -> tuple[Shape, bool]:
        """The whole tree where it is readable; otherwise with its folds. And whether the rule folds."""
        rule = self.folds.rule
        if rule != "fold" and tree.count <= _MOST_WHOLE:
            whole = self.folds.lay_out(tree, fold=False, straight=False)
            if _scale(whole, box, unit) >= _LEAST:
                return whole, False
        return self.folds.lay_out(tree, fold=rule != "unfold", straight=True), rule != "unfold"

    def _aim(self, tree: SearchTree, parts: tuple[Rect, Rect], shape: Shape, fold: bool, unit: float,
             center: Point | None) -> Placed:
        """Chooses scale and origin, and collects what shows."""
        head, box = parts
        fits = _scale(shape, box, unit)
        scale = min(_MOST, max(_LEAST, fits))
        if self.scale is not None:
            scale = min(_LARGEST, max(min(_LEAST, fits), self.scale))
        rows = len(shape.left)
        column = _points(shape) * scale * unit
        row = max(_TIGHT * scale * unit, min(max(_ROOMY * scale, _STRETCHED) * unit, box.h / rows))
        if 0 < box.h < rows * row - 0.5:  # less than that is rounding
            row = box.h / max(1, box.h // row)  # no row is cut
        here = find(shape, tree.branch[-1] if tree.branch else 0)
        if center is None:
            rim = _RIM * unit
            x = _along(box.x + rim, box.w - 2 * rim, shape.low, shape.high, column, here.column, 0.62)
            y = min(box.y + row / 2, _along(box.y, box.h, 0, rows - 1, row, here.row, 1 - 1.5 * row / max(1.0, box.h)))
        else:
            middle = box.center[0], (head.y + box.bottom) / 2
            x = _near(box.x, box.right, shape.low, shape.high, column, middle[0] - center[0] * column)
            y = _near(box.y, box.bottom, 0, rows - 1, row, middle[1] - center[1] * row)
        origin = float(round(x)), float(round(y))
        if not legible(scale, unit) and not head.h and tree.branch:  # all of the branch is named above, in a lower box
            return Placed(box, head, tuple(tree.branch), shape, fold, scale, column, row, origin, [], [])
        items, edges = _visible(set(tree.branch), shape, box, column, row, origin)
        shown = {item.shape.first for item in items if box.y <= item.spot[1] <= box.bottom
                 and box.x <= item.spot[0] <= box.right} if legible(scale, unit) else set()
        above = tuple(node for node in tree.branch if node not in shown)
        return Placed(box, head, above, shape, fold, scale, column, row, origin, items, edges)


def legible(scale: float, unit: float) -> bool:
    """Are labels written at that scale? Smaller ones are left out; a small window has smaller ones."""
    return TEXT * scale * unit > SMALLEST * min(1.0, unit) - 0.01


def _points(shape: Shape) -> float:
    """The width of a column at scale 1: its longest text with a rim."""
    return max(40.0, min(_LONGEST, shape.letters) * _WIDE * TEXT + 20.0)


def _scale(shape: Shape, box: Rect, unit: float) -> float:
    """The scale with which all of it fits in the box, as far as anything does."""
    columns, rows = shape.high - shape.low + 1, len(shape.left)
    fits = min((box.w - 2 * _RIM * unit) / (columns * _points(shape) * unit), box.h / (rows * _TIGHT * unit))
    return max(_FINEST, fits)


def _is_tiny(shape: Shape, column: float) -> bool:
    """Is a subtree so narrow that only its outline can be drawn?"""
    return bool(shape.below) and (shape.high - shape.low + 1) * column < _TINY


def _along(start: float, length: float, low: float, high: float, step: float, here: float, share: float) -> float:
    """Where 0 lies on a stretch on which ``low`` to ``high`` are to show: in the middle where they fit; otherwise so
    that ``here`` is at a share of the length, and no room is left at the ends."""
    if (high - low + 1) * step <= length:
        return start + length / 2 - (low + high) / 2 * step
    wanted = start + length * share - here * step
    return min(start - (low - 0.5) * step, max(start + length - (high + 0.5) * step, wanted))


def _near(start: float, end: float, low: float, high: float, step: float, wanted: float) -> float:
    """The place of 0 nearest to the one wanted from which something between ``low`` and ``high`` shows."""
    return max(start + step / 2 - high * step, min(end - step / 2 - low * step, wanted))


def _visible(branch: set[int], shape: Shape, box: Rect, column: float, row: float,
             origin: Point) -> tuple[list[Item], list[Edge]]:
    """What lies in the box, or partly. Subtrees beside it are not looked into."""
    items: list[Item] = []
    edges: list[Edge] = []
    start_x, start_y, end_x, end_y = box.x - column, box.y - row, box.right + column, box.bottom + row
    waiting: list[tuple[Shape, float, float, Point]] = [(shape, *origin, origin)]
    while waiting:
        shape, x, y, parent = waiting.pop()
        first, low, high = shape.first, x + shape.low * column, x + shape.high * column
        spot = float(round(x)), float(round(y))
        left, right = (x, parent[0]) if x < parent[0] else (parent[0], x)
        if left < end_x and right > start_x and spot[1] > start_y and parent[1] < end_y and y > origin[1]:
            edges.append(Edge(first, parent, spot))
        if low > end_x or high < start_x or y > end_y or y + (len(shape.left) - 1) * row < start_y:
            continue
        tiny = high - low + column < _TINY and bool(shape.below) and first not in branch  # only its outline is drawn
        if tiny or (start_x <= x <= end_x and y >= start_y):
            items.append(Item(shape, "mark" if shape.folded else "outline" if tiny else "node", spot))
        if not tiny:
            y += row
            waiting += [(child, x + at * column, y, spot) for at, child in shape.below]
    return items, edges


# --- finding -------------------------------------------------------------------------------------------------------


def half_width(tree: SearchTree, shape: Shape) -> float:
    """About half the width in points, at scale 1, of what stands for a subtree."""
    letters = shape.letters if shape.folded else min(_LONGEST, len(tree.node(shape.first).label) + 2)
    return (letters * _WIDE * TEXT + 14) / 2


def find(shape: Shape, node: int) -> Found:
    """Where a node is; where it is folded, the mark that hides it."""
    column, row = 0.0, 0
    while shape.first != node:
        inside = next(((at, child) for at, child in shape.below if child.first <= node < child.end), None)
        if inside is None:
            break
        column, row, shape = column + inside[0], row + 1, inside[1]
    return Found(column, row, shape)


def in_row(shape: Shape, row: int) -> Iterator[Found]:
    """All that stands in a row, from left to right."""
    waiting = [Found(0.0, 0, shape)]
    while waiting:
        found = waiting.pop()
        if found.row == row:
            yield found
        else:
            waiting += [Found(found.column + at, found.row + 1, child) for at, child in reversed(found.shape.below)
                        if found.row + len(child.left) >= row]
