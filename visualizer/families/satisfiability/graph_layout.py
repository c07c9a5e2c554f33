"""Where the parts of an implication graph lie in a box: cards, the ways of the edges, the clauses' numbers on them, and
the cuts, each a line from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, point_on
from visualizer.families.satisfiability.implication_graph import CONFLICT, Graph

_GAP = 46.0  # points between columns: with room for a number on the edge, and without words
_LARGEST = 24.0  # points: of the letters
_STEPS = (6.0, 3.0, 1.5, 1.0, 0.5)  # points by which letters grow, as long as they fit
_HIGH, _TIGHT = 0.36, 0.46  # of a row: its letters; where they would be too small, cards stand closer
_IN_TURN = 0.52  # the same of cards that stand to the left and to the right in turn: as high as their row
_SMALL = 10.0  # points: a card without words
_NAME = 1.3  # of its letters: how high the name beside such a card is
_SEEN = (6.0, 14.0, 22.0)  # points from its ends: there an edge is to be seen
_CLEAR = 5.0  # points between an edge, or a number on it, and a card that it passes


@dataclass(frozen=True)
class Layout:
    """size: of the letters, 0 where cards have no room for any; ``names``: those beside their cards then; ``leveled``:
    with the level behind each literal; ``gaps``: from x to x, behind each column but the last"""

    box: Rect
    size: float
    leveled: bool
    cards: Mapping[str, Rect]
    ways: Mapping[tuple[str, str], tuple[Point, ...]]
    gaps: Sequence[tuple[float, float]]
    names: Mapping[str, Rect]


def lay_out(canvas: Canvas, box: Rect, graph: Graph, levels: Mapping[str, int], unit: float,
            edges: Iterable[tuple[str, str]] | None = None) -> Layout:
    """Columns as wide as they need, the gaps between them alike, the letters as large as fit; ways for all edges, or
    for these."""
    columns = _by_column(graph)
    size, leveled, turned = _letters(canvas, box, columns, levels, unit)
    high = size * 1.9 if size else _SMALL * unit
    if not size:  # the names of the lowest cards are below them
        box = box.split_bottom(SMALLEST * _NAME * unit)[0]
    wide = [max(card_width(canvas, node, levels, size, leveled, unit) if size else high for node in column)
            for column in columns]
    before = 0.0 if size else max(_name_size(canvas, node, unit)[0] for node in columns[0])
    aside = wide[0] + size if turned else 0.0
    wide[0] += aside + before
    gap = (box.w - sum(wide)) / max(1, len(columns) - 1)
    cards: dict[str, Rect] = {}
    gaps: list[tuple[float, float]] = []
    x = box.x if len(columns) > 1 else box.center[0] - wide[0] / 2
    for column, width in zip(columns, wide, strict=True):
        for row, node in enumerate(column):
            own = card_width(canvas, node, levels, size, leveled, unit) if size else high
            y = box.y + (row + 0.5) * box.h / len(column)
            left = x + (width - own) / 2
            if column is columns[0]:
                left += before / 2 + aside * (row % 2 - 0.5)
            cards[node] = Rect(left, y - high / 2, own, high)
        gaps.append((x + width, x + width + gap))
        x += width + gap
    middles = [[cards[node] for node in column] for column in columns]
    ways = {edge: _way(edge, graph, cards, middles, gaps, _CLEAR * unit)
            for edge in (graph.edges if edges is None else edges)}
    names = {} if size else _names(canvas, columns, cards, ways, box, unit)
    return Layout(box, size, leveled, cards, ways, gaps[:-1], names)


def _name_size(canvas: Canvas, node: str, unit: float) -> tuple[float, float]:
    """How wide and how high the name beside a card is."""
    return canvas.measure(node, SMALLEST * unit, "bold") + 6 * unit, SMALLEST * _NAME * unit


def _names(canvas: Canvas, columns: Sequence[Sequence[str]], cards: Mapping[str, Rect],
           ways: Mapping[tuple[str, str], Sequence[Point]], box: Rect, unit: float) -> dict[str, Rect]:
    """The names beside cards without words: before those of the first column, below or above others, where they cover
    fewer ends of edges. One that would cover a card or another name is left out."""
    placed: dict[str, Rect] = {}
    for node in (node for column in columns for node in column if node != CONFLICT):
        card, (wide, high) = cards[node], _name_size(canvas, node, unit)
        x = min(max(card.center[0] - wide / 2, box.x), box.right - wide)
        places = [Rect(x, card.bottom + 3 * unit, wide, high), Rect(x, card.y - 3 * unit - high, wide, high)]
        if node in columns[0]:
            places = [Rect(card.x - wide, card.center[1] - high / 2, wide, high)]
        ends = [(way if edge[0] == node else way[::-1])[:2] for edge, way in ways.items() if node in edge]
        seen = [point_on(a, b, min(1.0, far * unit / max(1.0, dist(a, b)))) for a, b in ends for far in _SEEN]
        free = [place for place in places
                if not any(place.meets(other) for other in (*cards.values(), *placed.values()))]
        if free:
            placed[node] = min(free, key=lambda place: sum(place.contains(*point) for point in seen))
    return placed


def _by_column(graph: Graph) -> list[list[str]]:
    """The nodes of each column; causes of lower levels, which have no order of their own, beside what they imply."""
    columns: list[list[str]] = [[] for _ in range(max(graph.columns.values()) + 1)]
    for node, column in graph.columns.items():
        columns[column].append(node)
    return columns


def _letters(canvas: Canvas, box: Rect, columns: Sequence[Sequence[str]], levels: Mapping[str, int],
             unit: float) -> tuple[float, bool, bool]:
    """The size of the letters, whether the levels have room, and whether the cards of the first column, which have no
    order of their own, stand to the left and to the right in turn; a size of 0 where the names have no room."""
    first, *others = (box.h / len(column) for column in columns)
    ways = ((min([first * (_IN_TURN if turned else share), *(row * share for row in others)]), turned)
            for share in (_HIGH, _TIGHT) for turned in (False, True))
    for high, turned in ways:
        for leveled in (True, False):
            room = box.w - (len(columns) - 1) * _GAP * unit * (1.0 if leveled else 0.7)
            size = SMALLEST * unit
            if high >= size * 0.99 and _wide(canvas, columns, levels, size, leveled, turned, unit) <= room:
                for step in _STEPS:  # halves of what may be left
                    if (larger := size + step * unit) <= min(_LARGEST * unit, high) and (
                            _wide(canvas, columns, levels, larger, leveled, turned, unit) <= room):
                        size = larger
                return size, leveled, turned
    return 0.0, False, False


def _wide(canvas: Canvas, columns: Sequence[Sequence[str]], levels: Mapping[str, int], size: float, leveled: bool,
          turned: bool, unit: float) -> float:
    """How wide all columns are at a size of the letters, without the gaps."""
    wide = [max(card_width(canvas, node, levels, size, leveled, unit) for node in column) for column in columns]
    return sum(wide) + turned * (wide[0] + size)


def card_width(canvas: Canvas, node: str, levels: Mapping[str, int], size: float, leveled: bool,
               unit: float) -> float:
    """How wide a node's card is."""
    at = 0.0
    if leveled and node in levels:
        at = canvas.measure(f"@{levels[node]}", max(SMALLEST * unit, size * 0.7)) + size * 0.5
    return max(size * 2.0, canvas.measure(node, size, "bold") + size * 0.9 + at)


def _way(edge: tuple[str, str], graph: Graph, cards: Mapping[str, Rect], columns: Sequence[Sequence[Rect]],
         gaps: Sequence[tuple[float, float]], clear: float) -> tuple[Point, ...]:
    """From card to card, round those of the columns in between, and straight past those beside it in its own."""
    source, target = (cards[node] for node in edge)
    start, end = (source.right, source.center[1]), (target.x, target.center[1])
    points = [start]
    if any(card.x > source.right for card in columns[graph.columns[edge[0]]]):
        points.append((gaps[graph.columns[edge[0]]][0], start[1]))
    for column in range(graph.columns[edge[0]] + 1, graph.columns[edge[1]]):
        left, right = gaps[column - 1][1], gaps[column][0]
        x, y = points[-1]
        here = y + (end[1] - y) * ((left + right) / 2 - x) / max(1.0, end[0] - x)
        free = _free(here, columns[column], clear)
        if free != here:
            points += [(left, free), (right, free)]
    return (*points, end)


def _free(y: float, cards: Sequence[Rect], clear: float) -> float:
    """The height nearest to y that keeps clear of the cards."""
    blocked = [(card.y - clear, card.bottom + clear) for card in cards]
    heights = [y, *(edge for span in blocked for edge in span)]
    free = [height for height in heights if not any(top < height < bottom for top, bottom in blocked)]
    return min(free, key=lambda height: abs(height - y), default=y)


# --- numbers on the edges --------------------------------------------------------------------------------------------


def labels(canvas: Canvas, layout: Layout, graph: Graph, unit: float, taken: Iterable[Rect] = (), *,
           once: bool = False) -> dict[tuple[str, str], Rect]:
    """The places of the clauses' numbers: each on its edge, clear of all cards, of what else is ``taken``, and of one
    another; each only ``once``, on one edge, where there are many. One for which there is no such place is left out."""
    size = label_size(layout, unit)
    taken = [*taken, *(card.inset(-_CLEAR * unit) for card in layout.cards.values())]
    placed: dict[tuple[str, str], Rect] = {}
    if not layout.size:
        return placed
    for edge in sorted(layout.ways, key=lambda edge: -len(layout.ways[edge])):
        if edge[1] not in graph.clauses or (once and any(node == edge[1] for _, node in placed)):
            continue
        wide = canvas.measure(str(graph.clauses[edge[1]]), size, "bold") + size * 0.7
        for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82):
            x, y = along(layout.ways[edge], part)
            place = Rect(x - wide / 2, y - size * 0.7, wide, size * 1.4)
            if not any(place.meets(other) for other in taken):
                taken.append(place)
                placed[edge] = place
                break
    return placed


def label_size(layout: Layout, unit: float) -> float:
    """Of the clauses' numbers on the edges."""
    return max(SMALLEST * unit, min(15 * unit, layout.size * 0.72))


def along(way: Sequence[Point], part: float) -> Point:
    """The point at a part of a way."""
    lengths = [((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 for a, b in pairwise(way)]
    left = part * sum(lengths)
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length and length:
            return point_on(a, b, left / length)
        left -= length
    return way[-1]


# --- cuts ------------------------------------------------------------------------------------------------------------


def cut_line(layout: Layout, graph: Graph, pivots: Sequence[str]) -> tuple[Point, ...]:
    """The line that parts the conflict, and those of its causes that have been resolved away (``pivots``, in the order
    in which they were), from all others: down behind the column of the last of them, round those of that column that
    are still on the side of the reasons."""
    top, bottom = layout.box.y, layout.box.bottom
    last = pivots[-1] if pivots else CONFLICT
    column = graph.columns[last]
    here = [node for node, at in graph.columns.items() if at == column]
    kept = [layout.cards[node] for node in here if node not in pivots and node != CONFLICT]
    left = _lane(layout, graph, pivots, column - 1)
    if not kept:
        return (left, top), (left, bottom)
    right = _lane(layout, graph, pivots, column)
    gone = [layout.cards[node] for node in here if node in pivots]
    above, below = max(card.bottom for card in kept), min(card.y for card in gone)
    middle, half = (above + below) / 2, min((below - above) / 2, 24.0)
    return ((right, top), (right, middle - half), (right + (left - right) * 0.15, middle - half * 0.35),
            (right + (left - right) * 0.85, middle + half * 0.35), (left, middle + half), (left, bottom))


def _lane(layout: Layout, graph: Graph, pivots: Sequence[str], column: int) -> float:
    """The x of a cut in the gap behind a column: all cuts that can ever pass there have room side by side, the first
    ones at the right."""
    start, end = layout.gaps[max(0, min(column, len(layout.gaps) - 1))]
    order = [node for node in reversed(list(graph.columns)) if node in graph.clauses and node != CONFLICT]
    passing = [index for index, node in enumerate([CONFLICT, *order])
               if graph.columns[node] in (column, column + 1)]
    index = passing.index(len(pivots)) if len(pivots) in passing else 0
    return end - (end - start) * (index + 1) / (len(passing) + 1)


def crossing(edges: Iterable[tuple[str, str]], pivots: Sequence[str]) -> list[tuple[str, str]]:
    """The edges that lead from the side of the reasons to that of the conflict."""
    conflicting = {CONFLICT, *pivots}
    return [edge for edge in edges if edge[0] not in conflicting and edge[1] in conflicting]
