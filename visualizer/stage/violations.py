"""Violated constraints on any board: a line between the two variables of each, and a number on a variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from algorithms.reasons import Link, Reason, Spot, all_rays
from visualizer.canvas.below import seen
from visualizer.canvas.places import Array, columns
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board

MOST_LINES = 40  # more would be a tangle
_BADGE, _LARGEST = 0.3, 26.0  # the side of a number's ground, in parts of a place, and in pixels at the most
_SIGN = 0.22  # of a place: the side of a ground without a number, which stays in the corner, beside what stands there
_LOW, _NAME = 3.0, 5.9  # of its height, how wide a low place is; of the smallest size, a name of nine letters
_BEYOND = 0.25  # of a ground: so much of it lies outside of a low place
ON_BADGE = 0.78  # of the side: the size of the number
_SHORT = 0.42  # of a place: so far from its middle a line begins …
_ASIDE, _NEAR = 0.38, 0.4  # … or so far beside it, where another middle would be nearer than that
_WORD = 0.06, 0.24  # of a place, from its left and its top: there begins what stands in it


def draw_pairs(canvas: Canvas, box: Rect, board: Board, pairs: Sequence[tuple[str, str]], looked_at: Sequence[str],
               theme: Theme, most: int = MOST_LINES) -> None:
    """A line between the two of each pair; of more than ``most``, of the pairs with a variable looked at."""
    drawn = pairs if len(pairs) <= most else [pair for pair in pairs if set(pair) & set(looked_at)]
    names = [x for x in board.layout.places if "=" not in x] if drawn else []  # no values, which lie within others
    places = {x: board.place(box, x) for x in names}
    boxes = columns(list(places.values()))
    for x, y in drawn:
        if x in places and y in places:
            _draw_line(canvas, places[x], places[y], _crossed(places, boxes, x, y), theme)


def _draw_line(canvas: Canvas, one: Rect, other: Rect, crossed: Sequence[tuple[Rect, bool]], theme: Theme) -> None:
    """From one place to the other; beside the middles, where it would meet those of places between, and no more than a
    hair over what stands in these: so it strikes nothing out."""
    (x, y), (right, bottom) = one.center, other.center
    length = max(1.0, ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5)
    along = (right - x) / length, (bottom - y) / length
    side = min(one.w, one.h)
    between = any(near for _, near in crossed)
    short, aside = (0.0, _ASIDE * side) if between else (min(0.45 * length, _SHORT * side), 0.0)
    dx, dy = along[0] * short, along[1] * short
    if along[0] < along[1]:  # to the right or below, where no number is
        aside = -aside
    over, under = -along[1] * aside, along[0] * aside
    start, end = (x + dx + over, y + dy + under), (right - dx + over, bottom - dy + under)
    wide = max(1.5, min(5.0, side * 0.045))
    words = [place.inset(place.w * _WORD[0], place.h * _WORD[1]) for place, _ in crossed]
    if words:
        canvas.line(start, end, theme.mine, 1.0)
    for begun, ended in seen(start, end, words):
        canvas.line(begun, ended, theme.mine, wide)


def _crossed(places: Mapping[str, Rect], boxes: Array, one: str, other: str) -> list[tuple[Rect, bool]]:
    """The places, with these ``boxes``, that the straight line between two others may cross; is it near the middle of
    each?"""
    (x, y), (right, bottom) = places[one].center, places[other].center
    dx, dy = right - x, bottom - y
    side = places[one]
    near, far = (_NEAR * min(side.w, side.h)) ** 2, side.w * side.w + side.h * side.h
    a, b = boxes[:, 0] + boxes[:, 2] / 2 - x, boxes[:, 1] + boxes[:, 3] / 2 - y
    part = (a * dx + b * dy) / max(1e-9, dx * dx + dy * dy)
    off = (a - part * dx) ** 2 + (b - part * dy) ** 2
    named = list(places)
    found = np.flatnonzero((part > 0) & (part < 1) & (off < far)).tolist()
    return [(places[named[at]], bool(off[at] < near)) for at in found if named[at] not in (one, other)]


def draw_number(canvas: Canvas, place: Rect, text: str, theme: Theme) -> None:
    """In the corner of a place; in a small one there is only a sign."""
    badge, written = badge_of(canvas, place, text)
    canvas.rect(badge, theme.mine, theme.on_mine, 1, badge.h * 0.2)
    if written:
        canvas.text(badge.center, text, badge.h * ON_BADGE, theme.on_mine, "center", "bold")


def badge_of(canvas: Canvas, place: Rect, text: str) -> tuple[Rect, bool]:
    """Where that is, and whether the text has room on it: in a place that is low and wide, at the left of the name that
    stands in its middle, and a little beyond its edge."""
    room = min(place.w, place.h)
    side = min(_LARGEST, room * _BADGE)
    if side * ON_BADGE >= SMALLEST:
        return Rect(place.x, place.y, max(side, canvas.measure(text, side * ON_BADGE, "bold") + side * 0.4), side), True
    high = SMALLEST / ON_BADGE
    wide = max(high * 0.9, canvas.measure(text, SMALLEST, "bold") + high * 0.12)
    if place.h >= high and place.w >= max(_LOW * place.h, 2 * wide + _NAME * SMALLEST):
        return Rect(place.x - _BEYOND * wide, place.center[1] - high / 2, wide, high), True
    return Rect(place.x, place.y, room * _SIGN, room * _SIGN), False


def clashes(board: Board, x: str, scopes: Mapping[str, Sequence[str]]) -> Reason:
    """Of violated constraints on a variable, by name: where they are written, and a line to it from each other variable
    of theirs."""
    end = Spot(x)
    others = tuple(Spot(y) for y in dict.fromkeys(y for scope in scopes.values() for y in scope) if y != x)
    seats = tuple(seat for name in scopes if (seat := board.seat(name)) is not None and seat != x)
    if not others and not seats:
        return ()
    return (Link(seats, (*others, end), rays=(*all_rays(others, (end,)), *all_rays(tuple(map(Spot, seats)), (end,)))),)
