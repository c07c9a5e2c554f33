"""Path consistency: the tuples of two constraints as rows of small pictures of the board. The one in question is joined
with those of the other row: by a whole line with a partner, else by a broken one, with the variable that clashes.
Below, what is left of the domains."""

from __future__ import annotations

from dataclasses import dataclass

from algorithms.problems.forms.csp import Domain
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, point_on
from visualizer.canvas.strokes import draw_cross, draw_dashed_frame, draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.consistency.numbers import left_of
from visualizer.families.consistency.pairs import Pair, clash, left, pair_of, window, without_tuple
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.stage.view import View

MOST = 8  # pictures in a row
_NAMED = 3  # lines with the variable that clashes


@dataclass(frozen=True)
class _Drawing:
    canvas: Canvas
    view: View
    look: ConsistencyState
    pair: Pair
    theme: Theme
    unit: float


def draw_pairs(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> bool:
    """All of it; False where there is nothing to be drawn, as no two constraints are compared."""
    look = looked_at(view.state)
    pair = pair_of(look)
    if pair is None:
        return False
    on = _Drawing(canvas, view, look, pair, theme, unit)
    head, rest = box.split_top(24 * unit, 4 * unit)
    rest, below = rest.split_bottom(46 * unit, 4 * unit)
    _draw_head(on, head)
    high = min((rest.h - 34 * unit) / 2, 150 * unit)
    top = _draw_row(on, Rect(rest.x, rest.y, rest.w, high), "A")
    low = _draw_row(on, Rect(rest.x, rest.bottom - high, rest.w, high), "B")
    _draw_links(on, top, low)
    if look.extends is False and pair.now in top:
        _draw_leaving(on, top[pair.now])
    _draw_domains(on, below)
    return True


def draw_listed(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> bool:
    """The tuples of the constraint that is looked at alone, below what they leave of the domains; False where there
    are none to be drawn."""
    look = looked_at(view.state)
    if not look.pictured:
        return False
    on = _Drawing(canvas, view, look, Pair(left(look, str(look.constraint)), (), None), theme, unit)
    rest, below = box.split_bottom(46 * unit, 4 * unit)
    high = min(rest.h, 150 * unit)
    _draw_row(on, Rect(rest.x, rest.center[1] - high / 2, rest.w, high), "A")
    _draw_domains(on, below)
    return True


def _draw_head(on: _Drawing, box: Rect) -> None:
    text, size = f"Each of {on.look.constraint} must fit one of {on.look.pair}", 15 * on.unit
    on.canvas.text((box.x, box.center[1]), text, size, on.theme.text, "left", "bold")
    said = f"both have {', '.join(on.look.shared)}"
    if on.canvas.measure(said, 12 * on.unit) + on.canvas.measure(text, size, "bold") + 12 * on.unit < box.w:
        on.canvas.text((box.right, box.center[1]), said, 12 * on.unit, on.theme.muted, "right")


def _draw_row(on: _Drawing, box: Rect, letter: str) -> dict[int, Rect]:
    """One constraint's tuples; where each is drawn, by its number."""
    canvas, theme, unit, first = on.canvas, on.theme, on.unit, letter == "A"
    tuples, name = (on.pair.a, on.look.constraint) if first else (on.pair.b, on.look.pair)
    label, room = box.split_left(62 * unit, 8 * unit)
    at = label.center[0], label.center[1] - 12 * unit
    if on.look.pair is not None:  # one alone needs no letter
        canvas.circle(at, 13 * unit, theme.constraint if first else mix(theme.constraint, theme.panel, 0.4))
        canvas.text(at, letter, 15 * unit, theme.on_constraint, "center", "bold")
    canvas.text((label.center[0], at[1] + 24 * unit), str(name), 13 * unit, theme.text, "center", "bold")
    left_now = left_of(on.look, str(name))
    on.view.links.write(canvas, (label.center[0], at[1] + 40 * unit), f"{left_now.text} left", 12 * unit, theme.muted,
                        "center", numbers=[left_now])
    shown = window(len(tuples), on.pair.now if first else None, MOST)
    room = _draw_ticks(on, room, shown, len(tuples))
    gap = 10 * unit
    wide = min((room.w - gap * (len(shown) - 1)) / max(1, len(shown)), box.h * 1.5)
    left = room.x + max(0.0, (room.w - wide * len(shown) - gap * (len(shown) - 1)) / 2)
    found = {}
    for place, number in enumerate(shown):
        found[number] = card = Rect(left + place * (wide + gap), box.y, wide, box.h)
        now = first and number == on.pair.now
        color: Color = theme.edge
        if now and on.look.extends is not None:
            color = theme.good if on.look.extends else theme.bad
        canvas.rect(card, theme.raised, color, (3 if now else 1) * unit, 6 * unit)
        on.view.board.draw_tuple(canvas, card.inset(5 * unit), on.view.state, str(name), on.look.scopes[str(name)],
                                 tuples[number], on.look.shared, theme)
    return found


def _draw_ticks(on: _Drawing, room: Rect, shown: range, count: int) -> Rect:
    """Those that have no picture, as strokes before and behind; the room between them."""
    before, behind = shown.start if count else 0, count - (shown.stop if count else 0)
    step = 4 * on.unit
    for number, right in ((before, False), (behind, True)):
        most = min(number, 12)
        piece = most * step
        side = room.split_right(piece, step)[1] if right else room.split_left(piece, step)[0]
        for index in range(most):
            x = side.x + (index + 0.5) * step
            on.canvas.line((x, room.center[1] - 7 * on.unit), (x, room.center[1] + 7 * on.unit), on.theme.muted,
                           1.5 * on.unit)
        if number:
            room = room.split_right(piece, 2 * step)[0] if right else room.split_left(piece, 2 * step)[1]
    return room


def _draw_links(on: _Drawing, top: dict[int, Rect], low: dict[int, Rect]) -> None:
    """From the tuple in question to those of B."""
    now = on.pair.now
    if now is None or now not in top:
        return
    start, named = (top[now].center[0], top[now].bottom), 0
    for number, card in low.items():
        x = clash(on.look, on.pair.a[now], on.pair.b[number])
        end = card.center[0], card.y
        middle = point_on(start, end, 0.26)  # the label has the other part of the way
        color = on.theme.good if x is None else on.theme.bad
        wide = (3 if x is None else 2) * on.unit
        draw_path(on.canvas, [start, end], color, wide, *(() if x is None else (7 * on.unit, 5 * on.unit)))
        fill, ink = (on.theme.no_mine, on.theme.on_no_mine) if x is None else (on.theme.mine, on.theme.on_mine)
        on.canvas.circle(middle, 8 * on.unit, fill)
        if x is None:
            (u, v), reach = middle, 4 * on.unit
            on.canvas.line((u - reach, v), (u - reach * 0.2, v + reach * 0.8), ink, 2 * on.unit)
            on.canvas.line((u - reach * 0.2, v + reach * 0.8), (u + reach, v - reach * 0.8), ink, 2 * on.unit)
            continue
        draw_cross(on.canvas, middle, 3.5 * on.unit, ink, 2 * on.unit)
        text, size = f"{x} differs", 12 * on.unit
        if named < _NAMED and len(low) <= _NAMED:
            wide = on.canvas.measure(text, size, "bold") + size
            label = Rect(end[0] - wide / 2, card.y - size * 1.55, wide, size * 1.5)  # not over the field it names
            on.canvas.rect(label, on.theme.panel, on.theme.bad, 1, size * 0.3)
            on.canvas.text(label.center, text, size, on.theme.bad, "center", "bold")
            named += 1


def _draw_leaving(on: _Drawing, card: Rect) -> None:
    """It has no partner: struck out, as far as it has come."""
    part = max(0.2, on.view.t)
    a, b = (card.x - 4, card.bottom + 3), (card.right + 4, card.y - 3)
    on.canvas.line(a, point_on(a, b, part), on.theme.bad, 4 * on.unit)


def _draw_domains(on: _Drawing, box: Rect) -> None:
    """What is left of A's variables; a value that no tuple has any more is in a broken frame, unless a question may be
    about it."""
    state, unit = on.view.state, on.unit
    scope = on.look.scopes[str(on.look.constraint)]
    going = set() if on.view.questioned else set(without_tuple(on.look, state.domains))
    pitch = box.w / max(1, len(scope))
    for index, x in enumerate(scope):
        room = Rect(box.x + index * pitch, box.y, pitch, box.h)
        small = max(SMALLEST, 12 * unit)
        if on.canvas.measure(x, small, "bold") <= pitch:
            on.canvas.text((room.center[0], room.y + small * 0.7), x, small, on.theme.muted, "center", "bold")
        _draw_values(on, Rect(room.x, room.y + small * 1.5, room.w, box.h - small * 1.5), x, state.domains[x], going)


def _draw_values(on: _Drawing, box: Rect, x: str, values: Domain, going: set[tuple[str, int | str]]) -> None:
    side = min(box.h, 24 * on.unit, box.w / max(1, len(values)) - 3)
    left = box.center[0] - (side + 3) * len(values) / 2
    for index, value in enumerate(values):
        place = Rect(left + index * (side + 3), box.y, side, side)
        gone = (x, value) in going
        fill = mix(on.theme.unknown, on.theme.panel, 0.6 if gone else 0.0)
        on.canvas.rect(place, fill, radius=side * 0.15)
        text, size = str(value), side * 0.7
        size *= min(1.0, side * 0.9 / max(1.0, on.canvas.measure(text, size, "bold")))
        if size >= SMALLEST * 0.9:
            on.canvas.text(place.center, text, size, on.theme.muted if gone else on.theme.on_unknown, "center", "bold")
        if gone:
            draw_dashed_frame(on.canvas, place.inset(-2), on.theme.bad, 2)
