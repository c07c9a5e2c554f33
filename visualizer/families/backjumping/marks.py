"""What backmarking remembers: for each value a row of those before it, a fence (mbl) and a triangle (mcl).

Left of the fence nothing has changed since the value was considered: what was said there is saved. The triangle is how
far the value was checked: where it does not reach the fence, the variable above it has refused the value, and still
does. Where there is room all variables are shown, a row for each; otherwise those in question, a line for each value. A
way back is an arrow at the left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from algorithms.problems.forms.csp import Value
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.strokes import draw_arrow, draw_cross, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.numbers import mbl_of, mcl_of
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.runs.boards import Peers
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links
from visualizer.stage.view import View

Sign = Literal["none", "saved", "refused", "ask", "yes", "no", "behind"]
_LEAST_PLACE = 8.0  # points: narrower places can no more be told apart
_LETTERED = 12.0  # points: wider places have the first letters of those who are asked above them
_LEAST_ROW, _LOW_ROW = 24.0, 15.0  # points; the second where no variable is in question, and all is lost otherwise
_LEAST_LINE, _HIGHEST_LINE = 20.0, 60.0
_WIDEST_PLACE = 60.0
_HEAD = 20.0  # points: those who are asked, above the lines
_ARROW = 14.0  # points: the lane of the way back
_NUMBERS = 16.0  # points: the line of mcl and mbl


class Strip(NamedTuple):
    """A value with those before its variable: the sign of each, from level 1, and the two marks; ``fence``: where that
    of mbl stands, be it on its way there."""

    value: Value
    signs: tuple[Sign, ...]
    mcl: int
    mbl: int
    fence: float
    numbers: tuple[Number, Number]


Way = tuple[BackjumpState, float]
"""The state before, and how far it is from there."""


def way_of(view: View) -> Way:
    """How far fences have come that move; where none does, they are there."""
    before, search = backjump_of(view.before), backjump_of(view.state)
    return before, view.t if before.mbl.keys() == search.mbl.keys() and before.mbl != search.mbl else 1.0


def strip_of(search: BackjumpState, peers: Peers, x: str, value: Value, way: Way | None = None) -> Strip:
    """What is remembered of a value, and who has to be asked if it is tried now."""
    level = search.order.index(x) + 1
    k = search.values[x].index(value)
    mcl, mbl = search.mcl[x][k], search.mbl[x][k]
    accepted = mbl == level and not search.refused.get(x, {}).get(value)  # then nothing has refused it
    near = set(peers.get(x, ()))
    asked = dict(search.checks) if x == search.current and value == search.trying else {}
    signs: list[Sign] = []
    for h, name in enumerate(search.order[:level - 1], 1):
        if name not in near:
            signs.append("none")
        elif name in asked:
            signs.append("yes" if asked[name] else "no")
        elif mcl < mbl and not accepted:
            signs.append("saved" if h < mcl else "refused" if h == mcl else "behind")
        else:
            signs.append("saved" if h < mbl else "ask")
    before, t = way or (search, 1.0)
    fence = mbl + (before.mbl[x][k] - mbl) * (1 - t) if t < 1 else mbl
    return Strip(value, tuple(signs), mcl, mbl, fence, (mcl_of(search, x, value, mcl), mbl_of(search, x, value, mbl)))


def draw_marks(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """All variables, or the current one; with a legend above."""
    search = backjump_of(view.state)
    if search.memory == "nothing":
        said = "No order so far." if not search.order else "This search remembers nothing of its checks."
        canvas.text((box.x, box.y + 14 * unit), said, 14 * unit, theme.muted)
        return
    rest, count = _draw_key(canvas, box, theme, unit), len(search.order)
    most = max((len(values) for values in search.values.values()), default=0)
    names = names_of(canvas, rest, search, unit)
    place = (rest.w - names) / max(1, most * (count + 0.6))
    levels = in_question(search, view.marks, max(1, int((rest.h / unit - _HEAD) / (_LEAST_LINE * max(1, most)))))
    row = _LEAST_ROW if levels else _LOW_ROW
    if place >= _LEAST_PLACE * unit and rest.h / max(1, count) >= row * unit:
        _draw_all(canvas, rest, view, names, place, theme, unit)
    elif levels:
        _draw_some(canvas, rest, levels, view, names, theme, unit)
    else:
        canvas.text((box.x, rest.y + 14 * unit), "No variable is looked at.", 14 * unit, theme.muted)


def names_of(canvas: Canvas, box: Rect, search: BackjumpState, unit: float) -> float:
    """How wide the lane of the way back and the names are."""
    longest = max((canvas.measure(x, 12 * unit, "bold") for x in search.order), default=0)
    return min(0.3 * box.w, longest + 6 * unit) + _ARROW * unit


def size_for(canvas: Canvas, names: Sequence[str], size: float, least: float, room: float) -> float:
    """The size, or a smaller one at which the longest name has room, but not below the least."""
    longest = max((canvas.measure(name, size, "bold") for name in names), default=0.0)
    return size if longest <= room else max(min(size, least), float(int(size * room / longest)))


def in_question(search: BackjumpState, marks: Sequence[str], most: int) -> list[int]:
    """The levels of those that the lesson points at, of the variable that is looked at, and of the way back: the first
    of these, where all are too many. Level 1 asks nobody, and so is not pointed at for this."""
    levels = [level for level, x in enumerate(search.order, 1) if x in marks and level > 1]
    levels += [search.level] if search.current is not None else []
    levels += [search.returned.start, search.returned.level] if search.returned is not None else []
    return sorted(list(dict.fromkeys(levels))[:most])


def _draw_key(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
    """What the fence, the triangle and the signs mean, in as many lines as that takes. Returns the room below."""
    size, x, y = 12 * unit, box.x, box.y + 10 * unit
    for name, mark in (("mbl", True), ("mcl", False)):
        if mark:
            canvas.rect(Rect(x + 3 * unit, y - 8 * unit, 3 * unit, 16 * unit), theme.accent)
        else:
            _draw_triangle(canvas, x + 5 * unit, y - 4 * unit, 5 * unit, theme.text)
        canvas.text((x + 13 * unit, y), name, size, theme.muted)
        x += canvas.measure(name, size) + 22 * unit
    keys: tuple[tuple[tuple[Sign, ...], str], ...] = ((("saved", "refused"), "saved"), (("yes", "no"), "asked"),
                                                      (("ask",), "to ask"), (("none",), "no constraint"))
    for signs, text in keys:
        if x + 17 * unit * len(signs) + canvas.measure(text, size) > box.right:
            x, y = box.x + 3 * unit, y + 18 * unit
        for sign in signs:
            _draw_sign(canvas, Rect(x, y - 7 * unit, 14 * unit, 14 * unit), sign, theme)
            x += 17 * unit
        canvas.text((x, y), text, size, theme.muted)
        x += canvas.measure(text, size) + 9 * unit
    return box.split_top(y + 14 * unit - box.y)[1]


def _draw_all(canvas: Canvas, box: Rect, view: View, names: float, place: float, theme: Theme, unit: float) -> None:
    """A row for each variable, and in it a strip for each of its values."""
    search, peers, way = backjump_of(view.state), view.board.peers(view.state), way_of(view)
    count, same = len(search.order), len(set(search.values.values())) == 1
    lettered = place >= _LETTERED * unit
    head, box = box.split_top((29 if lettered else 15) * unit if same else 0)
    left = [box.x + names + (k * (count + 0.6) + 0.4) * place for k in range(len(search.values[search.order[0]]))]
    for start, value in zip(left, search.values[search.order[0]] if same else (), strict=False):
        text = fit_text(canvas, f"value {value}", place * count, 12 * unit, "bold")
        canvas.text((start, head.y + 7.5 * unit), text, 12 * unit, theme.text, "left", "bold")
        _draw_asked(canvas, (start, head.y + 21 * unit), search.order[:-1] if lettered else (), place, theme, unit)
    high = box.h / count
    rows = {level: Rect(box.x, box.y + (level - 1) * high, box.w, high) for level in range(1, count + 1)}
    _draw_names(canvas, rows, view, names, theme, unit)
    for level, row in rows.items():
        x = search.order[level - 1]
        for k, value in enumerate(search.values[x]):
            start = box.x + names + (k * (count + 0.6) + 0.4) * place
            strip, tried = strip_of(search, peers, x, value, way), x == search.current and value == search.trying
            _draw_strip(canvas, Rect(start, row.y, place * count, high), strip, place, tried, theme, unit, view.links)


def _draw_some(canvas: Canvas, box: Rect, levels: Sequence[int], view: View, names: float, theme: Theme,
               unit: float) -> None:
    """Some variables, and in the row of each a line for each of its values."""
    search, peers, way = backjump_of(view.state), view.board.peers(view.state), way_of(view)
    shown = [search.order[level - 1] for level in levels]
    values = max(canvas.measure(str(value), 13 * unit, "bold") for x in shown for value in search.values[x]) + 14 * unit
    place = min(_WIDEST_PLACE * unit, (box.w - names - values) / (levels[-1] + 0.4))
    head, box = box.split_top(_HEAD * unit)
    left = box.x + names + values
    _draw_asked(canvas, (left, head.center[1]), search.order[:levels[-1] - 1], place, theme, unit)
    high = min(_HIGHEST_LINE * unit, box.h / sum(len(search.values[x]) for x in shown))
    rows, y = dict[int, Rect](), box.y
    for level, x in zip(levels, shown, strict=True):
        rows[level] = Rect(box.x, y, box.w, high * len(search.values[x]))
        y = rows[level].bottom
    _draw_names(canvas, rows, view, names, theme, unit)
    for row, x in zip(rows.values(), shown, strict=True):
        for index, value in enumerate(search.values[x]):
            line = Rect(left, row.y + index * high, place * levels[-1], high)
            strip, tried = strip_of(search, peers, x, value, way), x == search.current and value == search.trying
            color = theme.text if tried else theme.muted
            canvas.text((left - 8 * unit, line.center[1]), str(value), 13 * unit, color, "right",
                        "bold" if tried else "sans")
            _draw_strip(canvas, line, strip, place, tried, theme, unit, view.links)


def _draw_asked(canvas: Canvas, at: Point, asked: Sequence[str], place: float, theme: Theme, unit: float) -> None:
    """Who is asked, above the places: by name where all names have room."""
    named = all(canvas.measure(x, 12 * unit) < place - 4 * unit for x in asked)
    for h, x in enumerate(asked):
        canvas.text((at[0] + (h + 0.5) * place, at[1]), x if named else x[:1], 12 * unit, theme.muted, "center")


def _draw_names(canvas: Canvas, rows: Mapping[int, Rect], view: View, names: float, theme: Theme, unit: float) -> None:
    """The rows with their names, what the lesson points at, and at the left the step or jump that was just made."""
    search, room = backjump_of(view.state), names - (_ARROW + 4) * unit
    for level, row in rows.items():
        x = search.order[level - 1]
        size = size_for(canvas, search.order, min(12 * unit, row.h * 0.7), SMALLEST, room)
        here, right = x == search.current, row.x + names - 4 * unit
        if here:
            canvas.rect(row.inset(0, 1), theme.current, theme.accent, 1.5 * unit, 4 * unit)
        text = fit_text(canvas, x, room, size, "bold")
        canvas.text((right, row.center[1]), text, size, theme.text if here else theme.muted, "right", "bold")
        if x in view.marks:
            wide = canvas.measure(text, size, "bold")
            draw_mark(canvas, Rect(right - wide, row.center[1] - size / 2, wide, size).inset(-3 * unit), theme)
    back = search.returned
    if back is not None and back.level in rows and back.start in rows:
        lane = rows[back.level].x + _ARROW / 2 * unit
        draw_arrow(canvas, (lane, rows[back.start].center[1]), (lane, rows[back.level].center[1]), theme.bad,
                   2.4 * unit, view.t)


def _draw_strip(canvas: Canvas, box: Rect, strip: Strip, place: float, tried: bool, theme: Theme, unit: float,
                links: Links) -> None:
    """Signs side by side, the fence between them, the triangle below; the numbers where there is room. All of it is in
    the middle of its row, where that is higher."""
    if not strip.signs:
        text = "first of all: nobody to ask"
        if canvas.measure(text, 12 * unit) < box.w and strip.mcl == 1:
            canvas.text((box.x, box.center[1]), text, 12 * unit, theme.muted)
        return
    numbers = f"mcl {strip.mcl}  mbl {strip.mbl}"
    numbered = box.h >= 34 * unit and canvas.measure(numbers, 12 * unit) <= box.w
    lead, point = box.h * 0.05, min(5 * unit, place * 0.4, box.h * 0.17)
    below = box.h * 0.02 + 1.5 * point
    rest = lead + below + (_NUMBERS * unit if numbered else 0)
    side = min(place * 0.84, max(box.h * 0.28, box.h - rest - 10 * unit) if numbered else box.h * 0.6)
    top = box.y + max(box.h * 0.03, (box.h - rest - side) / 2) + lead
    for index, sign in enumerate(strip.signs):
        _draw_sign(canvas, Rect(box.x + index * place + (place - side) / 2, top, side, side), sign, theme)
    fence = box.x + (strip.fence - 1) * place
    canvas.rect(Rect(fence - 1.2 * unit, top - lead, 2.4 * unit, side + 2 * lead), theme.accent)
    if strip.mcl <= len(strip.signs):
        _draw_triangle(canvas, box.x + (strip.mcl - 0.5) * place, top + side + box.h * 0.02, point, theme.text)
    if numbered:
        size = 12 * unit
        y = min(top + side + below + _NUMBERS / 2 * unit, box.bottom - 7 * unit)
        links.write(canvas, (box.x, y), numbers, size, theme.text if tried else theme.muted,
                    numbers=strip.numbers)


def _draw_sign(canvas: Canvas, box: Rect, sign: Sign, theme: Theme) -> None:
    looks: dict[Sign, tuple[Color, Color, str]] = {
        "saved": (theme.no_mine, theme.on_no_mine, "✓"), "refused": (theme.mine, theme.on_mine, "✗"),
        "yes": (theme.test, theme.on_test, "✓"), "no": (theme.test, theme.on_test, "✗"),
    }
    if sign == "none":
        canvas.circle(box.center, max(1.0, box.w * 0.1), theme.muted)
    elif sign in looks:
        fill, ink, text = looks[sign]
        canvas.rect(box, fill, radius=box.w * 0.2)
        if text == "✓":
            draw_tick(canvas, box.center, box.w * 0.38, ink)
        else:
            draw_cross(canvas, box.center, box.w * 0.25, ink, max(1.2, box.w * 0.14))
    elif sign == "ask":
        canvas.rect(box, None, theme.text, max(1.0, box.w * 0.09), box.w * 0.2)


def _draw_triangle(canvas: Canvas, x: float, y: float, side: float, color: Color) -> None:
    canvas.polygon([(x, y), (x + side, y + 1.5 * side), (x - side, y + 1.5 * side)], color)
