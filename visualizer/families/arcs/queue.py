"""The queue as a panel: the arc that comes next, those that wait, and those that came back."""

from __future__ import annotations

from algorithms.problems.forms.binary import Pair
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.arcs.numbers import back_of, lost_of, waiting_of
from visualizer.families.arcs.state import ArcState, arcs_of
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.spots import Spot

_COLUMNS = 3
_LEAST_ROW, _ROW = 19.5, 23.0  # points: the height of an arc
_MOST_BACK = 6  # arcs that came back, where not all have room


def draw_queue(canvas: Canvas, box: Rect, state: State, theme: Theme, unit: float, links: Links) -> list[Spot]:
    """Column by column, the next one first. Returns where the arcs are."""
    arcs = arcs_of(state)
    head, rest = box.split_top(20 * unit, 6 * unit)
    said = fit_text(canvas, headline(arcs), head.w, 13 * unit, "bold")
    links.write(canvas, (head.x, head.center[1]), said, 13 * unit, theme.text, "left", "bold", numbers=_numbers(arcs))
    widest = max((canvas.measure(f"{x} → {y}", 12.5 * unit) for x, y in arcs.queue), default=0.0) + 32 * unit
    columns = max(1, min(_COLUMNS, int(rest.w / widest)))
    needed = -(-len(arcs.queue) // columns)
    rows = min(needed, max(1, int(rest.h / (_LEAST_ROW * unit))))
    shown = cells(list(arcs.queue), len(arcs.back), columns * rows)
    high, wide = min(_ROW * unit, rest.h / max(1, rows)), rest.w / columns
    spots: list[Spot] = []
    for index, cell in enumerate(shown):
        column, row = divmod(index, rows)
        place = Rect(rest.x + column * wide, rest.y + row * high, wide, high).inset(2 * unit, 1.25 * unit)
        _draw_arc(canvas, place, cell, arcs, index == 0, theme, unit)
        if not isinstance(cell, int):
            spots.append(Spot(place, cell, f"{cell[0]} → {cell[1]} on the board"))
    return spots


def headline(arcs: ArcState) -> str:
    """How many wait, and how many came back, and why."""
    if not arcs.filled:
        return "no arc waits yet"
    waiting = len(arcs.queue)
    said = f"{counted(waiting, 'arc')} {'waits' if waiting == 1 else 'wait'}" if waiting else "the queue is empty"
    if not arcs.back or arcs.arc is None:
        return said
    return f"{said}; {len(arcs.back)} put back: {arcs.arc[0]} has lost {counted(len(arcs.lost), 'value')}"


def _numbers(arcs: ArcState) -> list[Number]:
    """Those of the headline."""
    waiting = [waiting_of(arcs)] if arcs.queue else []
    return [*waiting, back_of(arcs), lost_of(arcs)] if arcs.back and arcs.arc is not None else waiting


def cells(queue: list[Pair], back: int, room: int) -> list[Pair | int]:
    """The arcs that are shown; where there are too many, the first and the last of those that came back, and between
    them how many are left out."""
    if len(queue) <= room:
        return list(queue)
    tail = min(back, _MOST_BACK, room - 2)
    return [*queue[:room - 1 - tail], len(queue) - room + 1, *queue[len(queue) - tail:]]


def _draw_arc(canvas: Canvas, place: Rect, cell: Pair | int, arcs: ArcState, first: bool, theme: Theme,
              unit: float) -> None:
    """``x → y``: the next one with ▸, one that came back with + and an edge of its own."""
    size = min(12.5 * unit, place.h * 0.74)
    y = place.center[1]
    if isinstance(cell, int):
        canvas.text(place.center, f"+ {cell:,} more", size, theme.muted, "center")
        return
    back = cell in arcs.back
    edge = theme.accent if first else theme.mark if back else theme.edge
    canvas.rect(place, theme.raised, edge, 2 * unit if first or back else 1, 4 * unit)
    sign, color = ("▸", theme.accent) if first else ("+", theme.mark) if back else ("", theme.text)
    if sign:
        canvas.text((place.x + 5 * unit, y), sign, size, color, "left", "bold")
    left = place.x + 17 * unit
    x, partner = cell
    said = fit_text(canvas, x, place.w - 34 * unit, size)
    canvas.text((left, y), said, size, theme.text)
    at = left + canvas.measure(said, size) + 2 * unit
    canvas.text((at, y), "→", size, theme.muted)
    at += canvas.measure("→", size) + 2 * unit
    canvas.text((at, y), fit_text(canvas, partner, place.right - at - 3 * unit, size), size, theme.muted)
