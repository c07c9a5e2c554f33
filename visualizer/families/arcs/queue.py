"""The queue as a panel: the arc that comes next, those that wait, and those that came back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from algorithms.problems.forms.binary import Pair
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text, rect_on
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.arcs.numbers import back_of, lost_of, waiting_of
from visualizer.families.arcs.state import ArcState, arcs_of
from visualizer.runs.numbers import Number
from visualizer.stage.spots import Spot
from visualizer.stage.view import BOARD, View

_COLUMNS = 3
_LEAST_ROW, _ROW = 19.5, 23.0  # points: the height of an arc
_MOST_BACK = 6  # arcs that came back, where not all have room


Cell = Pair | int
"""An arc, or how many are left out."""


def draw_queue(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> list[Spot]:
    """Column by column, the next one first. Returns where the arcs are. When one leaves, the others move up; one that
    comes back is on its way, and its place is dashed."""
    arcs, before = arcs_of(view.state), arcs_of(view.before)
    head = box.split_top(20 * unit)[0]
    said = fit_text(canvas, headline(arcs), head.w, 13 * unit, "bold")
    view.links.write(canvas, (head.x, head.center[1]), said, 13 * unit, theme.text, "left", "bold",
                     numbers=_numbers(arcs))
    ends = _lay(canvas, box, arcs, unit)
    moves = before.filled and [*before.queue] != [*arcs.queue] and view.t < 1
    starts, spots = _lay(canvas, box, before, unit) if moves else ends, list[Spot]()
    for index, (cell, end) in enumerate(ends.items()):
        if moves and not isinstance(cell, int) and cell not in before.queue:
            draw_dashed_frame(canvas, end, theme.mark, 1.5 * unit, 12 * unit)
            continue
        start = starts.get(cell, end)
        place = rect_on(start, end, view.t) if moves and start.x == end.x else end  # not across other arcs
        _draw_arc(canvas, place, cell, arcs, index == 0, theme, unit)
        if not isinstance(cell, int):
            spots.append(Spot(place, cell, f"{cell[0]} → {cell[1]} on the board"))
    return spots


def draw_flight(canvas: Canvas, shown: Mapping[str, Rect], view: View, theme: Theme, unit: float) -> None:
    """An arc that comes back, from the variable on the board that has lost a value to its place in the queue; and the
    one that is taken, from there to its variable."""
    arcs, before = arcs_of(view.state), arcs_of(view.before)
    if "queue" not in shown or not before.filled or [*before.queue] == [*arcs.queue]:
        return
    earlier, later = (_lay(canvas, shown["queue"], one, unit) for one in (before, arcs))
    for arc in (cell for cell in later if not isinstance(cell, int) and cell not in before.queue):
        start = _on_board(view, shown, arc[1], later[arc])
        _draw_arc(canvas, rect_on(start or later[arc], later[arc], view.t), arc, arcs, False, theme, unit)
    for arc in (cell for cell in earlier if not isinstance(cell, int) and cell not in arcs.queue):
        if (end := _on_board(view, shown, arc[0], earlier[arc])) is not None:
            _draw_arc(canvas, rect_on(earlier[arc], end, view.t), arc, arcs, True, theme, unit)


def _on_board(view: View, shown: Mapping[str, Rect], name: str, card: Rect) -> Rect | None:
    """The card of an arc in the middle of a variable, or of the constraint that it stands for, as far as the board has
    that."""
    seat = name if name in view.board.layout.places else view.board.seat(name)
    if BOARD not in shown or seat is None or seat not in view.board.layout.places:
        return None
    room = shown[BOARD]
    x, y = view.board.place(view.board.magnified(room), seat).center
    return Rect(min(max(room.x, x - card.w / 2), room.right - card.w), y - card.h / 2, card.w, card.h)


def _lay(canvas: Canvas, box: Rect, arcs: ArcState, unit: float) -> Mapping[Cell, Rect]:
    """Where each arc is, below the headline."""
    widest = max((canvas.measure(f"{x} → {y}", 12.5 * unit) for x, y in arcs.queue), default=0.0) + 32 * unit
    return _laid(box, tuple(arcs.queue), len(arcs.back), widest, unit)


@lru_cache(maxsize=8)  # the same two for all frames of a transition, for those who wait and those on their way
def _laid(box: Rect, queue: tuple[Pair, ...], back: int, widest: float, unit: float) -> Mapping[Cell, Rect]:
    rest = box.split_top(20 * unit, 6 * unit)[1]
    columns = max(1, min(_COLUMNS, int(rest.w / widest)))
    needed = -(-len(queue) // columns)
    rows = min(needed, max(1, int(rest.h / (_LEAST_ROW * unit))))
    shown = cells(list(queue), back, columns * rows)
    high, wide = min(_ROW * unit, rest.h / max(1, rows)), rest.w / columns
    return {cell: Rect(rest.x + index // rows * wide, rest.y + index % rows * high, wide, high).inset(
        2 * unit, 1.25 * unit) for index, cell in enumerate(shown)}


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


def cells(queue: list[Pair], back: int, room: int) -> list[Cell]:
    """The arcs that are shown; where there are too many, the first and the last of those that came back, and between
    them how many are left out."""
    if len(queue) <= room:
        return list(queue)
    tail = min(back, _MOST_BACK, room - 2)
    return [*queue[:room - 1 - tail], len(queue) - room + 1, *queue[len(queue) - tail:]]


def _draw_arc(canvas: Canvas, place: Rect, cell: Cell, arcs: ArcState, first: bool, theme: Theme,
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
