"""How components look: a tint, a pattern, a letter and an outline each, never a colour alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from algorithms.events.counting import letter
from algorithms.words import rounded
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.numbers import Worth

_PATTERNED = 16.0  # pixels: smaller fields have a tint only
_SHARE = 0.34  # of a field: the size of its probability


def edge_of(theme: Theme, index: int) -> Color:
    """The colour of a component's outline."""
    color: Color = (theme.run_1, theme.run_4, theme.run_3, theme.run_2)[(index - 1) % 4]
    return color


def tint_of(theme: Theme, index: int) -> Color:
    """The colour of a component's fields."""
    return mix(theme.covered, edge_of(theme, index), 0.42)


def ink_on(theme: Theme, ground: Color) -> Color:
    """Black or white: what can be read on it."""
    bright = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2]
    return theme.on_mine if bright > 125 else theme.on_constraint


def draw_ground(canvas: Canvas, tile: Rect, index: int, theme: Theme) -> None:
    """A field of a component: its tint, and its pattern."""
    fill = tint_of(theme, index)
    canvas.rect(tile, fill)
    if tile.w < _PATTERNED:
        return
    mark, x, y, w, h = mix(fill, edge_of(theme, index), 0.55), *tile
    kind = (index - 1) % 4
    if kind == 0:  # slanted lines
        for part in (0.5, 1.0):
            canvas.line((x, y + h * part), (x + w * part, y), mark, 1)
    elif kind == 1:  # dots
        for dx, dy in ((0.28, 0.72), (0.72, 0.72), (0.72, 0.28)):
            canvas.rect(Rect(x + w * dx, y + h * dy, max(1.5, w * 0.05), max(1.5, w * 0.05)), mark)
    elif kind == 2:  # level lines
        for part in (0.4, 0.8):
            canvas.line((x, y + h * part), (x + w, y + h * part), mark, 1)
    else:  # slanted the other way
        for part in (0.0, 0.5):
            canvas.line((x + w * part, y), (x + w, y + h * (1 - part)), mark, 1)


def draw_rim(canvas: Canvas, tile: Rect, theme: Theme) -> Rect:
    """Around a field that is looked at; the room inside."""
    wide = _rim(tile)
    canvas.rect(tile.inset(wide / 2), None, theme.test, wide)
    return inside_rim(tile)


def _rim(tile: Rect) -> float:
    return max(2.0, tile.w * 0.06)


def inside_rim(tile: Rect) -> Rect:
    """What is left of a field that is looked at."""
    return tile.inset(_rim(tile))


def draw_part(canvas: Canvas, tile: Rect, index: int, chance: Fraction | None, asked: bool, theme: Theme) -> None:
    """A field of a component on the board: its letter, its probability on a bar; a rim while it is looked at."""
    draw_ground(canvas, tile, index, theme)
    if asked:
        tile = draw_rim(canvas, tile, theme)
    ink, size = ink_on(theme, tint_of(theme, index)), max(SMALLEST, tile.w * 0.2)
    if chance is not None:
        if tile.w >= 2.4 * SMALLEST:
            at = (tile.x + tile.w * 0.08, tile.y + size * 0.62)
            canvas.text(at, letter(index), size, ink, "left", "bold")
        _draw_share(canvas, tile, chance, ink, theme)
    elif tile.w >= 1.2 * SMALLEST:
        canvas.text(tile.center, letter(index), max(SMALLEST, tile.w * 0.34), ink, "center", "bold")


def draw_member(canvas: Canvas, tile: Rect, index: int, theme: Theme) -> Rect:
    """A field of a component whose value is found: its tint, and its letter in the corner. Returns the room that is
    left for the value."""
    draw_ground(canvas, tile, index, theme)
    size = max(SMALLEST, tile.w * 0.2)
    if tile.w >= 2.4 * SMALLEST:
        at = (tile.x + tile.w * 0.08, tile.y + size * 0.62)
        canvas.text(at, letter(index), size, ink_on(theme, tint_of(theme, index)), "left", "bold")
    return Rect(tile.x + tile.w * 0.14, tile.y + tile.h * 0.14, tile.w * 0.86, tile.h * 0.86)


def _draw_share(canvas: Canvas, tile: Rect, chance: Fraction, ink: Color, theme: Theme) -> None:
    """How likely a mine is, as a number and as a bar."""
    text, size = in_percent(chance), tile.w * _SHARE
    bar = Rect(tile.x + tile.w * 0.1, tile.bottom - tile.h * 0.2, tile.w * 0.8, tile.h * 0.12)
    canvas.rect(bar, theme.on_mine)
    canvas.rect(Rect(bar.x, bar.y, bar.w * float(chance), bar.h), theme.mine)
    if size >= SMALLEST - 1:
        canvas.text((tile.center[0], tile.y + tile.h * 0.54), text, size, ink, "center", "bold")


def in_percent(chance: Worth) -> str:
    """A probability as a field has it, in per cent."""
    text = rounded(100 * chance)
    return {"0": "<1", "100": ">99"}.get(text, text) if 0 < chance < 1 else text  # it is certain only where it is


def share_box(tile: Rect, *, asked: bool) -> Rect | None:
    """Where it is written on a field of a component, if it is."""
    tile = inside_rim(tile) if asked else tile
    (x, _), size = tile.center, tile.w * _SHARE
    box = Rect(x - tile.w * 0.3, tile.y + tile.h * 0.54 - size * 0.6, tile.w * 0.6, size * 1.2)
    return box if size >= SMALLEST - 1 else None


def draw_outline(canvas: Canvas, place: Callable[[str], Rect], parts: Mapping[str, int], theme: Theme) -> None:
    """A line around each component: at the sides of its fields where no field of it lies."""
    boxes = {field: place(field) for field in parts}
    corners = {(round(box.x), round(box.y)): parts[field] for field, box in boxes.items()}
    for field, box in boxes.items():
        index, wide = parts[field], max(1.5, box.w * 0.05)
        color = edge_of(theme, index)
        for dx, dy, a, b in ((0, -1, (0, 0), (1, 0)), (0, 1, (0, 1), (1, 1)), (-1, 0, (0, 0), (0, 1)),
                             (1, 0, (1, 0), (1, 1))):
            beside = corners.get((round(box.x + dx * box.w), round(box.y + dy * box.h)))
            if beside != index:
                canvas.line((box.x + a[0] * box.w, box.y + a[1] * box.h), (box.x + b[0] * box.w, box.y + b[1] * box.h),
                            color, wide)
