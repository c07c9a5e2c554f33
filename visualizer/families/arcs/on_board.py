"""What AC-3 draws over any board: an arrow from each value of the variable to the value of its partner that supports
it. The arrow of a value without support is dashed; it ends with ✗ at the values that went before, and would have been
its supports."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise
from typing import NamedTuple

from algorithms.problems.forms.csp import Value
from visualizer.canvas.below import seen
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, point_on
from visualizer.canvas.strokes import draw_cross, draw_dashed, draw_head
from visualizer.canvas.theme import Theme
from visualizer.families.arcs.reasons import supports
from visualizer.families.arcs.state import ArcState, arcs_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State

_MOST_LOST = 2  # supports that went before, which are pointed at
_WIDEST = 4.0  # pixels: an arrow
_NAME, _ASIDE = 2.0, 7.0  # how wide a name is, in its heights; pixels: an arrow past names, from their right end
_HEAD, _SMALL = 4.0, 2.2  # the length of an arrow's head, in its widths; where it would lie on other values
_DISCS = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75)  # of an arrow: where its disc is tried
_INTO = 0.2  # of the place that it leads to: so far it goes into that then
_LEAST = 7.0  # pixels: smaller values are not written


class Thread(NamedTuple):
    """An arrow from a value to its support, or, dashed, to one that does not support it, since it is ``gone``.
    ``label``: the value at its end, where that has no mark of its own on the board."""

    start: Rect
    end: Rect
    good: bool
    gone: bool = False
    label: str = ""


def draw_threads(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """The values of the arc, then the arrows between them, then the signs at their ends."""
    arcs = arcs_of(state)
    if arcs.arc is None:
        return
    found = list(dict.fromkeys(threads(arcs, board, box, state)))
    for thread in found:
        _frame(canvas, thread.start, theme.test if thread.good else theme.mine, theme)
        if thread.end != thread.start:
            _frame(canvas, thread.end, theme.known if thread.good else theme.mine, theme, gone=thread.gone)
    places = {place for thread in found for place in (thread.start, thread.end)}
    words = {word.inset(-1) for word in board.written(canvas, box, state)}
    for thread in found:
        _draw_thread(canvas, thread, words | places - {thread.start, thread.end}, theme)
    for thread in found:
        if not thread.good:
            _draw_cross(canvas, thread, words, theme)
        if thread.label:
            _draw_label(canvas, thread, theme)


def threads(arcs: ArcState, board: Board, box: Rect, state: State) -> Iterator[Thread]:
    """Of an arc between two variables of the puzzle those of all values that were tested; of one between a variable
    and a constraint those of the assignment that was tried last."""
    assert arcs.arc is not None
    x, y = arcs.arc

    def place(name: str, value: Value) -> Rect:
        return board.value_place(box, state, name, value)

    if x in arcs.hidden or y in arcs.hidden:
        yield from _of_tuple(arcs, board, box, state)
        return
    for a, b in arcs.support.items():
        if b is not None:
            yield Thread(place(x, a), place(y, b), good=True)
            continue
        gone = [c for c in supports(arcs.network, x, a, y) if c not in state.domains[y]]
        for c in gone[:_MOST_LOST]:
            yield Thread(place(x, a), place(y, c), good=False, gone=True)
        if not gone:
            yield Thread(place(x, a), place(x, a), good=False)
    if arcs.under_test is not None and arcs.against is not None and arcs.under_test not in arcs.support:
        yield Thread(place(x, arcs.under_test), place(y, arcs.against), good=False)


def _of_tuple(arcs: ArcState, board: Board, box: Rect, state: State) -> Iterator[Thread]:
    """From the value that is asked about to the other values of an assignment of the constraint."""
    assert arcs.arc is not None
    x, h = arcs.arc
    a, t = arcs.under_test, arcs.against
    if x in arcs.hidden:
        x, h, a, t = h, x, t, a
    if x in arcs.hidden or a is None or t is None:
        return
    network = arcs.network
    scope, values = network.stands_for[h].scope, network.tuples[h][t]
    start, good = board.value_place(box, state, x, a), arcs.satisfied is not False
    for y, b in zip(scope, values, strict=True):
        place = board.value_place(box, state, y, b)
        yield Thread(start, place, good or place == start, label=str(b) if place == board.place(box, y) else "")


def _frame(canvas: Canvas, place: Rect, color: Color, theme: Theme, *, gone: bool = False) -> None:
    """Around a value, to be seen on any ground; dashed around one that is gone."""
    wide = max(1.5, min(_WIDEST, min(place.w, place.h) * 0.08))
    if gone:
        around = place.inset(-wide / 2)
        corners = [(around.x, around.y), (around.right, around.y), (around.right, around.bottom),
                   (around.x, around.bottom)]
        for a, b in pairwise([*corners, corners[0]]):
            canvas.line(a, b, theme.on_uncovered, wide * 1.8)
            draw_dashed(canvas, a, b, color, wide, wide * 2)
        return
    radius = min(place.w, place.h) * 0.18
    canvas.rect(place.inset(-wide), None, theme.on_uncovered, 2 * wide, radius)
    canvas.rect(place.inset(-wide / 2), None, color, wide, radius)


def _draw_thread(canvas: Canvas, thread: Thread, over: Set[Rect], theme: Theme) -> None:
    """A line with a head, from the edge of one place to that of another, on a dark ground; below other values and what
    is written on its way, beside which its head is small."""
    ends = _ends(thread.start, thread.end)
    if ends is None:
        return
    (x, y), (right, bottom) = ends
    length = ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5
    wide = max(1.5, min(_WIDEST, length * 0.05))
    dx, dy = (right - x) / length, (bottom - y) / length
    head = min(length * 0.6, wide * _HEAD)
    if any(place.meets(Rect(right, bottom, 0, 0).inset(-head)) for place in over):
        head, into = min(head, wide * _SMALL), min(thread.end.w, thread.end.h) * _INTO
        right, bottom = right + dx * into, bottom + dy * into
    neck = right - dx * head, bottom - dy * head
    color = theme.test if thread.good else theme.mine
    for a, b in seen((x, y), neck, over):
        canvas.line(a, b, theme.on_uncovered, wide * 2)
        if thread.good:
            canvas.line(a, b, color, wide)
        else:
            draw_dashed(canvas, a, b, color, wide, wide * 3)
    draw_head(canvas, (x, y), (right, bottom), color, head, theme.on_uncovered)


def _ends(start: Rect, end: Rect) -> tuple[Point, Point] | None:
    """Where the straight line between two places leaves the one and meets the other; None where they touch. Straight
    down it runs at the end of names, so that those on its way can be read."""
    (x, y), (right, bottom) = start.center, end.center
    if abs(right - x) < 1 and start.w > _NAME * start.h:
        x = right = min(start.right, end.right) - _ASIDE
    dx, dy = right - x, bottom - y
    if not dx and not dy:
        return None

    def reach(place: Rect) -> float:
        """The part of the way that lies inside a place."""
        across = place.w / 2 / abs(dx) if dx else 2.0
        down = place.h / 2 / abs(dy) if dy else 2.0
        return min(across, down)

    first, last = reach(start), 1 - reach(end)
    if last - first < 0.05:
        return None
    return (x + dx * first, y + dy * first), (x + dx * last, y + dy * last)


def _draw_cross(canvas: Canvas, thread: Thread, words: Set[Rect], theme: Theme) -> None:
    """A disc with ✗ on an arrow, in its middle or where it hides none of these words; on the value itself where there
    is none."""
    ends, place = _ends(thread.start, thread.end), thread.start
    radius = max(8.0, min(13.0, min(place.w, place.h) * 0.3))
    at = place.center if ends is None else next((spot for spot in (point_on(*ends, part) for part in _DISCS) if not any(
        word.meets(Rect(*spot, 0, 0).inset(-radius)) for word in words)), point_on(*ends, 0.5))
    if thread.start == thread.end:
        at = place.right, place.y
    canvas.circle(at, radius, theme.mine, theme.on_uncovered, 1.5)
    draw_cross(canvas, at, radius * 0.45, theme.on_mine, radius * 0.25)


def _draw_label(canvas: Canvas, thread: Thread, theme: Theme) -> None:
    """The value, on a ground of its own in a corner of its place."""
    side = min(26.0, thread.end.h * 0.3)
    size = side * 0.7
    wide = max(side, canvas.measure(thread.label, size, "bold") + side * 0.4)
    box = Rect(thread.end.x, thread.end.bottom - side, wide, side)
    fill, ink = (theme.known, theme.on_known) if thread.good else (theme.mine, theme.on_mine)
    canvas.rect(box, fill, theme.on_uncovered, 1, side * 0.2)
    if size >= _LEAST:
        canvas.text(box.center, thread.label, size, ink, "center", "bold")
