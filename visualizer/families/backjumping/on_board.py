"""Checks and blame as arrows on any board: from the current variable to those that it is held against."""

from __future__ import annotations

from itertools import pairwise

from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.strokes import bow, draw_cross, draw_curve, draw_dashed_frame, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State

_MOST = 12  # arrows of one kind
_SHORT = 0.46  # of a place: so far from its middle an arrow begins and ends
_CLOSE = 0.34  # … but no further than this part of the way
_THIN = 0.04  # of the length of an arrow: its width at most
_LEAST = 0.34  # of the place of a variable: that of its value, if it is higher, has the dashes
_FAR, _ASIDE = 1.5, 0.4  # of a place: from so far on the middle of an arrow lies so far aside


def draw_checks(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """What was saved dashed, what was asked with its answer, what is asked now on top; at a dead end whom it blames."""
    search = backjump_of(state)
    x = search.current
    if x is None or x not in board.layout.places:
        return
    here = _place(box, board, state, search, x)

    def there(name: str) -> Rect:
        return _place(box, board, state, search, name)

    yes, no = (theme.no_mine, theme.on_no_mine), (theme.mine, theme.on_mine)
    for name in remembered(search, board, state)[-_MOST:]:
        refused = search.saved is not None and search.saved.refused and name == search.saved.by
        color, ink = no if refused else yes
        _draw(canvas, here, there(name), "✗" if refused else "✓", color, ink, 1, dashed=True)
    for name, satisfied in search.checks[-_MOST:]:
        if name in board.layout.places:
            now = search.asked is not None and name == search.asked.other and search.verdict is None
            color, ink = yes if satisfied else no
            if now:
                _draw(canvas, here, there(name), "", theme.on_test, theme.on_test, 3.4)
            _draw(canvas, here, there(name), "✓" if satisfied else "✗", theme.test if now else color, ink,
                  2 if now else 1.2, badge=color)
    if search.dead_end == x:
        for name in search.conf_sets.get(x, ())[-_MOST:]:
            if name in board.layout.places:
                _draw(canvas, here, there(name), "", theme.known, theme.on_known, 2)


def draw_jump(canvas: Canvas, box: Rect, board: Board, states: tuple[State, State], t: float, theme: Theme) -> None:
    """The way back from a dead end, as an arrow, and over it the levels that it leaves out; then the value there is
    lost."""
    search = backjump_of(states[1])
    back = search.returned
    if back is None:
        return
    one, other = search.at.get(back.start, ""), search.at.get(back.level, "")
    places = board.layout.places
    if one not in places or other not in places:
        return
    start, end = board.place(box, one), board.value_place(box, states[1], other, back.value)
    side, wide = min(start.w, start.h), max(3.0, min(7.0, min(box.w, box.h) * 0.01))
    for above, label in enumerate(reversed(back.passed), 1):
        if label.variable in places and t * (len(back.passed) + 1) >= above:
            skipped = board.value_place(box, states[1], label.variable, label.value)
            whole = board.place(box, label.variable)
            skipped = skipped if skipped.h >= _LEAST * whole.h else whole
            draw_dashed_frame(canvas, skipped.inset(skipped.h * 0.06), theme.mine, max(2.0, min(4.0, side * 0.05)))
    if not t:
        return
    (x, y), (u, v) = start.center, end.center
    aside = _ASIDE * side * (1.6 if back.passed else 1.0)
    points = bow((x, y), (u, v), -aside if u < x else aside)
    points = points[len(points) // 6:] if start.w < box.w / 4 else points  # from the rim of the place
    for color, more in ((theme.on_mine, 2.0), (theme.mine, 0.0)):
        draw_curve(canvas, points, color, wide + more, min(1.0, 1.4 * t))


def _place(box: Rect, board: Board, state: State, search: BackjumpState, name: str) -> Rect:
    """Where the value of a variable is drawn; all of its place, where it has none."""
    label = next((label for label in search.branch if label.variable == name), None)
    value = search.trying if name == search.current else None if label is None else label.value
    return board.place(box, name) if value is None else board.value_place(box, state, name, value)


def remembered(search: BackjumpState, board: Board, state: State) -> list[str]:
    """Those who need not be asked about the value under test, as what they said of it still holds."""
    if search.saved is None:
        return []
    upto = search.saved.mcl if search.saved.refused else search.saved.mbl - 1
    near = set(board.peers(state).get(search.saved.variable, ()))
    return [name for name in search.order[:upto] if name in near and name in board.layout.places]


def _draw(canvas: Canvas, one: Rect, other: Rect, sign: str, color: Color, ink: Color, width: float, *,
          dashed: bool = False, badge: Color | None = None) -> None:
    """From the rim of one place to the rim of the other, with a sign in the middle."""
    (x, y), (right, bottom) = one.center, other.center
    length = max(1.0, ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5)
    side = min(one.w, one.h)
    short = min(_CLOSE * length, _SHORT * side)
    dx, dy = (right - x) / length * short, (bottom - y) / length * short
    offset = _ASIDE * side if length > _FAR * side else 0.0  # far apart, something may stand between them
    points = bow((x + dx, y + dy), (right - dx, bottom - dy), -offset if right < x else offset)
    wide = max(1.2, min(4.0, side * 0.03, (length - 2 * short) * _THIN)) * width  # a short one has a small head
    if dashed:
        for a, b in list(pairwise(points))[::2]:
            canvas.line(a, b, color, wide)
    else:
        draw_curve(canvas, points, color, wide)
    size = min(22.0, side * 0.24)
    if sign:
        middle = points[len(points) // 2]
        radius = max(5.0, size * 0.62)
        canvas.circle(middle, radius, badge or color, ink, 1)
        if sign == "✓":
            draw_tick(canvas, middle, radius * 0.75, ink)
        else:
            draw_cross(canvas, middle, radius * 0.45, ink, radius * 0.3)
