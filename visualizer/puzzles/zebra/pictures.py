"""Clues as pictures: two names, and between them a sign of houses that says how they stand to each other.

    one house          in the same house; with a number, in that one
    two side by side   next to each other; with an arrow below, in this order
    two apart          somewhere left of
    three              the one before the sign lives between the two behind it
    a line through     not so
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from algorithms.problems.zebra.clue import Clue
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme
from visualizer.puzzles.zebra.frame import Frame

_WALL, _EAVES, _DOT = 0.42, 0.5, 0.1  # of a house's side: half its width, where the roof begins, the size of a dot
_TEXT, _MOST_TEXT = 0.62, 0.75  # the size of a number in it; at most, where it could not be read else

_WIDTHS = {"left_of": 2.7, "between": 2.5}  # of signs, in heights; all others have less


class Sides(NamedTuple):
    """The names before and behind the sign; behind a third one there is a word before it."""

    before: str
    behind: tuple[str, ...] = ()
    word: str = ""


def sides(clue: Clue) -> Sides:
    """Which names stand before the sign, and which behind it: as the houses stand, from left to right."""
    match clue.kind, clue.names:
        case "right_of", (x, y):
            return Sides(y, (x,))
        case "between", (x, y, z):
            return Sides(y, (x, z), "and")
        case "either", (x, y, z):
            return Sides(x, (y, z), "or")
        case _, (x, *others):
            return Sides(x, tuple(others))
    raise AssertionError(clue)


def draw_sign(canvas: Canvas, box: Rect, clue: Clue, ink: Color, strike: Color) -> None:
    """The sign of a clue in the middle of ``box``."""
    side = min(box.h, box.w / _WIDTHS.get(clue.kind, 1.9))
    box = box.inset(0, (box.h - side) / 2)
    ordered = clue.kind in ("right_of", "left_of")
    if ordered:  # room for an arrow below
        box = box.split_top(box.h * 0.86)[0]
    x, y = box.center
    match clue.kind:
        case "same" | "not_same":
            _house(canvas, x, y, box.h, ink, (-0.16, 0.16))
        case "at":
            _house(canvas, x, y, box.h, ink, (), str(clue.house))
        case "either":
            _house(canvas, x, y, box.h, ink, (), "?")
        case "next" | "not_next" | "right_of":
            _row(canvas, x, y, box.h, ink, (-0.5, 0.5))
        case "left_of":
            _row(canvas, x, y, box.h, ink, (-0.95, 0.95))
            for step in (-1, 0, 1):
                canvas.circle((x + step * box.h * 0.2, y + box.h * 0.22), box.h * 0.05, ink)
        case "between":
            _row(canvas, x, y, box.h * 0.9, ink, (-1, 1), (0,))
    if ordered:
        _arrow(canvas, x, box.y + box.h * 1.24, box.h * (0.6 if clue.kind == "right_of" else 0.9), box.h, ink)
    if clue.kind in ("not_same", "not_next"):
        half = box.h * (0.5 if clue.kind == "not_same" else 0.85)
        canvas.line((x - half, box.bottom), (x + half, box.y), strike, max(1.5, box.h * 0.1))


def _row(canvas: Canvas, x: float, y: float, side: float, ink: Color, at: Sequence[float],
         filled: Sequence[float] = ()) -> None:
    """Houses side by side, their middles so many houses from x; a name in each, and a full roof over the chosen one."""
    for offset in at:
        _house(canvas, x + offset * side * 2 * _WALL, y, side, ink, (0.0,))
    for offset in filled:
        _house(canvas, x + offset * side * 2 * _WALL, y, side, ink, (0.0,), full=True)


def _house(canvas: Canvas, x: float, y: float, side: float, ink: Color, dots: Sequence[float], text: str = "", *,
           full: bool = False) -> None:
    half, top, low, eaves = side * _WALL, y - side / 2, y + side / 2, y - side / 2 + side * (1 - _EAVES) * 0.8
    wide = max(1.2, side * 0.08)
    corners = [(x - half, low), (x - half, eaves), (x, top), (x + half, eaves), (x + half, low)]
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        canvas.line(a, b, ink, wide)
    if full:
        canvas.polygon(corners[1:4], ink)
    for offset in dots:
        canvas.circle((x + offset * side, y + side * 0.2), max(1.2, side * _DOT), ink)
    if text:
        size = max(side * _TEXT, min(SMALLEST, side * _MOST_TEXT))
        canvas.text((x, y + side * 0.16), text, size, ink, "center", "bold")


def _arrow(canvas: Canvas, x: float, y: float, half: float, side: float, ink: Color) -> None:
    head = side * 0.26
    canvas.line((x - half, y), (x + half - head, y), ink, max(1.2, side * 0.07))
    canvas.polygon([(x + half, y), (x + half - head, y - head * 0.7), (x + half - head, y + head * 0.7)], ink)


def draw_roofs(canvas: Canvas, frame: Frame, least: float, theme: Theme) -> None:
    """A roof with a chimney over each house of the board, and its number, no smaller than that."""
    for house, left in enumerate(frame.lefts, 1):
        roof = Rect(left, frame.roofs.y, frame.wide, frame.roofs.h).inset(frame.wide * 0.03, 0)
        eaves = roof.y + roof.h * 0.24
        canvas.rect(Rect(roof.right - roof.w * 0.3, roof.y, roof.w * 0.09, roof.h * 0.3), theme.raised)
        canvas.polygon([(roof.x, roof.bottom - 1), (roof.x + roof.w * 0.12, eaves),
                        (roof.right - roof.w * 0.12, eaves), (roof.right, roof.bottom - 1)], theme.raised)
        canvas.text((roof.center[0], (eaves + roof.bottom) / 2), str(house), max(roof.h * 0.5, least), theme.text,
                    "center", "bold")
