"""The constraint that is looked at with what its variables have now, in one line: a sum as the array of summands."""

from __future__ import annotations

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.runs.states import State
from visualizer.stage.view import View

_MOST = 9  # variables that have a box each


def draw_equation(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """A box for each variable in the colour of its role, and the verdict; where these are too many, the constraint's
    text with its sign."""
    state, look = view.state, looked_at(view.state)
    current = None if look.constraint is None else view.board.constraint(state, look.constraint)
    if current is None:
        return
    scope = [x for x in current.scope if x in view.board.layout.places]
    needs = view.board.needs(state, look.values)
    if len(scope) > _MOST or not scope or (look.satisfied is None and needs is None):
        _draw_text(canvas, box, current.text, look, theme, unit)
        return
    said = _verdict(needs, look)
    if needs is None and canvas.measure(current.text, 16 * unit, "bold") < box.w - len(scope) * 60 * unit:
        said = f"{current.text}  {said}"
    wide = canvas.measure(said, 16 * unit, "bold") + 12 * unit if said else 0.0
    row = box.split_right(wide)[0]
    pitch = min(row.w / len(scope), 76 * unit)
    for index, x in enumerate(scope):
        room = Rect(row.x + index * pitch, box.y, pitch, box.h)
        _draw_part(canvas, room, x, state, look, theme, unit)
        if needs is not None and index:
            canvas.text((room.x - 1, box.y + 15 * unit), "+", 13 * unit, theme.muted, "center")
    color = theme.muted if look.satisfied is None else theme.good if look.satisfied else theme.bad
    at = row.x + pitch * len(scope) + 8 * unit, box.y + 15 * unit
    canvas.text(at, said, 16 * unit, color, "left", "bold")


def _verdict(needs: tuple[int, int] | None, look: ConsistencyState) -> str:
    if look.satisfied is None and needs is not None:
        return f"= {needs[1]} ?"
    mark = "✓" if look.satisfied else "✗"
    if needs is None:
        return mark
    have, need = needs
    return f"= {have} {mark}" if have == need else f"= {have} ≠ {need} {mark}"


def _draw_part(canvas: Canvas, room: Rect, x: str, state: State, look: ConsistencyState, theme: Theme,
               unit: float) -> None:
    """A variable's value in a box, above its name."""
    side = min(30 * unit, room.w - 10 * unit)
    known = len(state.domains[x]) == 1
    fill, ink = _colors(x, look, theme, known)
    value = state.domains[x][0] if known else look.values[look.unknown.index(x)] if look.values else "?"
    box = Rect(room.center[0] - side / 2, room.y, side, 30 * unit)
    canvas.rect(box, fill, None, 1, 4 * unit)
    text, size = str(value), 18 * unit
    size *= min(1.0, side * 0.94 / max(1.0, canvas.measure(text, size, "bold")))
    if size >= SMALLEST * 0.9:
        canvas.text(box.center, text, size, ink, "center", "bold")
    small = max(SMALLEST, 12 * unit)
    for name in (x, x.strip("()")):
        if canvas.measure(name, small) <= room.w - 5 * unit:
            canvas.text((room.center[0], room.y + 30 * unit + small * 0.75), name, small, theme.muted, "center")
            break


def _colors(x: str, look: ConsistencyState, theme: Theme, known: bool) -> tuple[Color, Color]:
    if x == look.variable:
        return theme.test, theme.on_test
    if not known:
        return theme.unknown, theme.on_unknown
    return mix(theme.known, theme.panel, 0.55), theme.text


def _draw_text(canvas: Canvas, box: Rect, text: str, look: ConsistencyState, theme: Theme, unit: float) -> None:
    mark = {None: "", True: "  ✓", False: "  ✗"}[look.satisfied]
    color = theme.muted if look.satisfied is None else theme.good if look.satisfied else theme.bad
    size = 15 * unit
    equals = "".join(text.rpartition(" = ")[1:]) if " + " in text else ""
    said = few_text(canvas, text, box.w - 30 * unit, size, "bold", joint=r" \+ ", behind=equals)[0] + mark
    canvas.text((box.x, box.center[1]), said, size, color, "left", "bold")
