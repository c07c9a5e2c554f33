"""What the edges weigh that have made conflicts, where dom/wdeg searches: heavy ones are thick, with their number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import SearchState, Weight
from visualizer.puzzles.colouring.node import on_edge

_WEIGHT, _LEAST_WEIGHT = 20.0, 7.0  # pixels: the number of an edge's weight, which is not drawn smaller than that
_ON_EDGE = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)  # where on an edge its weight may stand, best first
_THICKER, _THICKEST = 0.3, 3.2  # for each conflict, and at the most: times the width of other edges


def thickness(weight: int) -> float:
    """How many times as thick as others an edge is."""
    return min(_THICKEST, 1 + _THICKER * (weight - 1))


def draw_weights(canvas: Canvas, places: Mapping[str, Rect], search: SearchState, theme: Theme) -> None:
    """A number on each heavy edge, in its middle, or beside that where edges cross; in the colour of the conflict on
    the one that has made it."""
    grown = {search.source, search.emptied}
    for tag, size, weight, name in weight_tags(canvas, places, search):
        now = grown == {*search.weights[name].scope}
        fill, ink = (theme.mine, theme.on_mine) if now else (theme.panel, theme.text)
        canvas.rect(tag, fill, ink, max(1.0, size * 0.08), size * 0.3)
        canvas.text(tag.center, str(weight), size, ink, "center", "bold")


def weight_tags(canvas: Canvas, places: Mapping[str, Rect],
                search: SearchState) -> Iterator[tuple[Rect, float, int, str]]:
    """For each where it is, how large, what it says, and of which constraint; short edges, which have no room beside
    the middle, come first."""
    taken: list[Rect] = []

    def length(named: tuple[str, Weight]) -> float:
        (left, top), (right, bottom) = (places[x].center for x in named[1].scope)
        return (right - left) ** 2 + (bottom - top) ** 2

    for name, ((x, y), weight) in sorted(search.weights.items(), key=length):
        size = min(_WEIGHT, places[x].w * 0.3)
        if size < _LEAST_WEIGHT:
            continue
        wide = max(canvas.measure(str(weight), size, "bold") + size * 0.6, size * 1.3)
        tags = [on_edge(places[x], places[y], part, wide, size * 1.3) for part in _ON_EDGE]
        tag = next((tag for tag in tags if not any(tag.meets(other) for other in taken)), tags[0])
        taken.append(tag)
        yield tag, size, weight, name
