"""All items of a large matrix as tiles, above the part of it that is enlarged."""

from __future__ import annotations

from collections.abc import Callable

from algorithms.problems.forms.cover import Item
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.covering.matrix import Cover, Matrix, Truth
from visualizer.families.satisfiability.tally import FALSE, IDLE, TRUE
from visualizer.families.satisfiability.tiles import draw_tiles, lay

_PART = 0.36  # of the room's height, at most


def item_state(cover: Cover, name: str, truth: Truth, words: Callable[[int], str]) -> int:
    """Of an item what a tile shows: true where it is covered, false where it cannot have what it needs, idle where it
    needs nothing more, else one more than its options that are left beyond those that it needs."""
    item: Item = cover.items[name]
    if name in cover.covered:
        return TRUE
    truths = [truth(words(literal)) for literal in item.literals]
    need, left = item.least - truths.count(True), truths.count(None)
    if need <= 0:
        return IDLE
    return FALSE if left < need or name == cover.starved else left - need + 1


def room_below(box: Rect, cover: Cover, unit: float) -> tuple[Rect, Rect]:
    """The room of the tiles with their heading, and what is left below."""
    rest = box.split_top(20 * unit)[1]
    used = min(rest.h * _PART, lay(rest.split_top(rest.h * _PART)[0], len(cover.items), 0, 0)[0].height)
    return box.split_top(20 * unit + used, 8 * unit)


def draw_items(canvas: Canvas, box: Rect, cover: Cover, truth: Truth, words: Callable[[int], str], part: Matrix,
               theme: Theme, unit: float, larger: float = 1.0) -> None:
    """The tiles, those of the items of the part in frames, so many times ``larger`` where there is room."""
    head, tiles = box.split_top(18 * unit, 2 * unit)
    size = max(12.0, 12 * unit)
    text = f"{counted(len(cover.items), 'item')}, a tile each"
    canvas.text((head.x, head.center[1]), text, size, theme.text, "left", "bold")
    x = head.x + canvas.measure(text, size, "bold") + 14 * unit
    for said in ("framed: the part below, an item, its options and their other items", "framed: the part below"):
        if x + canvas.measure(said, size) <= head.right:
            canvas.text((x, head.center[1]), said, size, theme.muted)
            break
    grid = lay(tiles, len(cover.items), 0, 0, larger)[0]
    states = [item_state(cover, name, truth, words) for name in cover.items]
    draw_tiles(canvas, tiles, grid, states, theme, theme.background)
    shown = {column.name for column in part.columns}
    for index, name in enumerate(cover.items):
        if name in shown:
            rim = theme.text if name not in (cover.looked_at, cover.selected) else theme.accent
            canvas.rect(grid.place(index // grid.each).inset(-1), None, rim, 2, 2)
