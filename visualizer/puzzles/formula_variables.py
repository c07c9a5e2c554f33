"""The variables of a large formula in one strip: up is true, down is false, a dot is open."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.numbers import assigned_of
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links

_LABEL = 16.0  # points


def _columns(box: Rect, count: int) -> tuple[float, Rect]:
    """The width of a column, and the box of all."""
    bars = box.split_top(min(box.h * 0.4, _LABEL * box.h / 46), 2)[1]
    return bars.w / max(1, count), bars


def strip_place(box: Rect, index: int, count: int) -> Rect:
    """Where a variable is."""
    wide, bars = _columns(box, count)
    return Rect(bars.x + index * wide, bars.y, wide, bars.h)


def strip_at(box: Rect, count: int, x: float, y: float) -> int | None:
    """The variable at a point."""
    wide, bars = _columns(box, count)
    return int((x - bars.x) / wide) if bars.contains(x, y) else None


def draw_strip(canvas: Canvas, box: Rect, names: Sequence[str], state: SatState, theme: Theme, unit: float,
               asked: Collection[str], links: Links) -> None:
    """A bar or a dot for each variable; those ``asked`` for in a frame."""
    wide, bars = _columns(box, len(names))
    y, size = box.y + (bars.y - box.y) / 2, 12.5 * unit
    text = f"{counted(len(names), 'variable')}, {len(state.values)} set"
    links.write(canvas, (box.x, y), text, size, theme.text, numbers=[assigned_of(state)], behind=text.index(","))
    x = box.x + canvas.measure(text, size) + 18 * unit
    key = "up: true    down: false    dot: open"
    if x + canvas.measure(key, size) < box.right:
        canvas.text((x, y), key, size, theme.muted)
    middle = bars.center[1]
    canvas.line((bars.x, middle), (bars.right, middle), theme.edge)
    side = max(1.0, round(wide * 0.72))
    for index, name in enumerate(names):
        value, left = state.values.get(name), bars.x + (index + 0.5) * wide - side / 2
        bold = not asked or name in asked
        if value is None:
            canvas.rect(Rect(left + side / 2 - 1, middle - 1, 2, 2), theme.text)
        else:
            fill = theme.no_mine if value else theme.mine
            fill = fill if bold else mix(fill, theme.background, 0.35)
            high = bars.h * 0.42
            canvas.rect(Rect(left, middle - high if value else middle + 1, side, high), fill)
        if name in asked:
            canvas.rect(Rect(left - 2, bars.y, side + 4, bars.h), None, theme.text, 2, 3)
