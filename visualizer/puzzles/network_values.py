"""The values on the card of a variable: written, or bars where they could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.csp import Value
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.runs.states import State

_LEAST_PIP = 2.5  # pixels


def values_row(card: Rect, room: Rect) -> Rect:
    """Where the values are on a card, of which ``room`` is left to them and the name."""
    return Rect(card.x + card.w * 0.06, room.y + room.h * 0.5, card.w * 0.88, room.h * 0.4)


def assigned(state: State, name: str) -> Value | None:
    """The value of that variable in the assignment just tried."""
    look = looked_at(state)
    if look.satisfied is None or name not in look.unknown:
        return None
    return look.values[look.unknown.index(name)]


def draw_values(canvas: Canvas, box: Rect, values: Sequence[Value], name: str, states: tuple[State, State], t: float,
                ink: Color, theme: Theme, common: Sequence[Value] = ()) -> None:
    """The values in one row: the assigned one in full, the others of the domain paler, pruned ones struck out, one that
    has just been as far as ``t``; those ``common`` with a variable that is being scored on discs."""
    before, state = states
    search = search_of(state)
    out = None if search.undone is None else (search.undone.variable, search.undone.value)  # taken back just now
    now = assigned(state if t >= 0.5 else before, name)
    width = box.w / len(values)
    size = min(box.h * 0.85, width * 1.1)
    longest = max(canvas.measure(str(value), size, "bold") for value in values)
    size = size * min(1.0, width * 0.9 / longest) if longest else size
    if size < SMALLEST:
        _draw_pips(canvas, box, values, state.domains[name], now, ink)
        return
    for index, value in enumerate(values):
        at = (box.x + (index + 0.5) * width, box.center[1])
        kept = value in state.domains[name] and (name, value) != out
        idle = not kept or (now is not None and value != now)
        # on a plain card the ink itself is the paler colour's base: the two must differ on every fill
        color = theme.idle_value if idle and ink == theme.on_unknown else ink
        if value in common:
            canvas.circle(at, min(width, box.h) * 0.5, theme.constraint)
            color = theme.on_constraint
        canvas.text(at, str(value), size, color, "center", "sans" if idle else "bold")
        if not kept:
            half = canvas.measure(str(value), size) / 2 + size * 0.1
            fresh = not search.branch or (name, value) == out or value in search.struck.get(name, ())
            grown = t if value in before.domains[name] else 1.0
            end = at[0] - half + 2 * half * grown, at[1] + size * (0.3 - 0.6 * grown)
            canvas.line((at[0] - half, at[1] + size * 0.3), end,
                        theme.struck if fresh else color, max(1.5, size * (0.1 if fresh else 0.05)))


def _draw_pips(canvas: Canvas, box: Rect, values: Sequence[Value], left: Sequence[Value], now: Value | None,
               ink: Color) -> None:
    """Values that could not be read: a bar for each that is left, a low outline for one that was pruned; of a row of
    many only how much of it is left. A value that is tried stands out below."""
    wide = box.w / len(values)
    if wide < _LEAST_PIP:
        canvas.rect(box._replace(h=box.h * 0.5), None, ink, 1)
        canvas.rect(box._replace(w=box.w * len(left) / len(values), h=box.h * 0.5), ink)
        return
    for index, value in enumerate(values):
        pip = Rect(box.x + (index + 0.15) * wide, box.y + box.h * 0.1, wide * 0.7, box.h * 0.5)
        if value in left:
            canvas.rect(pip, ink)
        else:
            canvas.rect(pip.split_bottom(pip.h * 0.4)[1], None, ink, 1)
        if value == now:
            canvas.rect(Rect(pip.x, box.y + box.h * 0.75, pip.w, box.h * 0.2), ink)
