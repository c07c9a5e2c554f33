"""What a cue shows beside its words: a picture out of a file, a formula in signs, or figures over many seeds."""

from __future__ import annotations

import re
from typing import NamedTuple

from scenarios.images import image_at
from scenarios.script.drawn import Drawn, Figures
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.stage import figures

HIGH = 150.0  # of a picture, in points: the band grows to that, where the stage has the room
_FORMULA, _LEAST = 30.0, 17.0  # sizes of a formula
_SQUEEZED = 0.8  # of its height: figures are still read
_LINE = 1.4  # from line to line, in sizes
_SIGNS = (("<->", "↔"), ("->", "→"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("|", "∨"), ("&", "∧"), ("~", "¬"))
_RAISED = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")
_LOWERED = str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")


class Beside(NamedTuple):
    """What it is: a picture's file, what that shows in words, a formula as it is written in the lesson, figures."""

    file: str = ""
    alt: str = ""
    formula: str = ""
    figures: Figures | None = None

    @property
    def there(self) -> bool:
        """Is there anything?"""
        return bool(self.file or self.formula or self.figures)

    @property
    def only_figures(self) -> Figures | None:
        """What there is if it is nothing but figures."""
        return None if self.file or self.formula else self.figures


NOTHING = Beside()


def beside(drawn: Drawn) -> Beside:
    """What a lesson shows beside its words now."""
    picture = drawn.picture
    file, alt = ("", "") if picture is None else (picture.file, picture.alt)
    return Beside(file, alt, drawn.formula, drawn.figures)


def in_words(drawn: Drawn) -> str:
    """The same for who cannot see it."""
    picture = f"Picture: {drawn.picture.alt}." if drawn.picture is not None and drawn.picture.alt else ""
    return " ".join(filter(None, (picture, "; ".join(in_signs(drawn.formula)))))


def in_signs(formula: str) -> list[str]:
    """A formula, line by line, in the signs of logic. Commas between clauses, as a puzzle has them, are conjunctions;
    x_1 and n^2 become x₁ and n²."""
    return [_in_signs(row) for row in formula.splitlines()]


def _in_signs(row: str) -> str:
    if "|" in row and "," in row and "(" not in row:
        row = " & ".join(f"({part.strip()})" if "|" in part else part.strip() for part in row.split(","))
    for written, sign in _SIGNS:
        row = row.replace(written, sign)
    row = re.sub(r"¬\s+", "¬", row)
    row = re.sub(r"\^\{?([0-9+\-n]+)\}?", lambda found: found[1].translate(_RAISED), row)
    return re.sub(r"_\{?([0-9+\-]+)\}?", lambda found: found[1].translate(_LOWERED), row).strip()


def below(shown: Beside, room: Rect, unit: float) -> float:
    """How much of the height of the band's room it takes below the words: of figures, where the band is narrow."""
    narrow = room.w < 2 * figures.WIDE * unit
    return figures.height(shown.only_figures, unit) if shown.only_figures is not None and narrow else 0.0


def high(canvas: Canvas, shown: Beside, room: Rect, unit: float) -> float:
    """How much of the height of a room for words it takes below them: half, or less where figures need no more."""
    only, half = shown.only_figures, room.h * 0.5
    return half if only is None else min(half, figures.height_in(canvas, room, only, unit))


def width(shown: Beside, room: Rect, alone: bool, unit: float) -> float:
    """How much of the band's room it takes; all, where nothing is said."""
    if alone or not shown.there:
        return room.w if shown.there else 0.0
    if shown.only_figures is not None:
        return min(room.w * 0.5, figures.WIDE * unit)
    image = image_at(shown.file) if shown.file and not shown.formula else None
    wanted = room.w * 0.5 if image is None else room.h * image.wide / image.high
    return min(room.w * 0.5, wanted)


def has_room(canvas: Canvas, shown: Beside, room: Rect, unit: float) -> bool:
    """Is it large enough there to be seen from afar?"""
    if not shown.there:
        return True
    if shown.only_figures is not None:
        return room.h >= figures.height(shown.only_figures, unit) * _SQUEEZED
    rows = _rows(canvas, shown, room.w, _LEAST * unit)
    return (not shown.file or room.h >= HIGH * unit) and (
        not rows or len(rows) * _LEAST * unit * _LINE <= room.h * (0.5 if shown.file else 1.0))


def draw(canvas: Canvas, room: Rect, shown: Beside, theme: Theme, unit: float) -> None:
    """The picture on white, as its makers saw it; the formula below it, or in its place, as large as fits."""
    if not shown.there or min(room.w, room.h) <= 0:
        return
    if shown.file and shown.formula:
        room, below = room.split_bottom(room.h * 0.4, 4 * unit)
        _draw_formula(canvas, below, shown, theme, unit)
    elif shown.formula:
        _draw_formula(canvas, room, shown, theme, unit)
        return
    elif shown.only_figures is not None:
        figures.draw_figures(canvas, room, shown.only_figures, theme, unit)
        return
    image = image_at(shown.file)
    if image is None:  # it went since the lesson was read
        for at, row in enumerate(wrap_text(canvas, shown.alt or "The picture is gone.", room.w, 15 * unit)[:3]):
            canvas.text((room.x, room.y + (12 + 20 * at) * unit), row, 15 * unit, theme.muted)
        return
    scale = min(room.w / image.wide, room.h / image.high)
    w, h = image.wide * scale, image.high * scale
    place = Rect(room.x + (room.w - w) / 2, room.y + (room.h - h) / 2, w, h)
    canvas.rect(place, (255, 255, 255), theme.edge, 1)
    canvas.image(place.inset(1), image)


def _rows(canvas: Canvas, shown: Beside, wide: float, size: float) -> list[str]:
    return [row for line in in_signs(shown.formula) for row in wrap_text(canvas, line, wide, size, "bold")]


def _draw_formula(canvas: Canvas, room: Rect, shown: Beside, theme: Theme, unit: float) -> None:
    size = _FORMULA * unit
    while size > SMALLEST and (len(rows := _rows(canvas, shown, room.w, size)) * size * _LINE > room.h
                               or any(row.endswith("…") for row in rows)):
        size *= 0.94
    rows = _rows(canvas, shown, room.w, size)
    y = room.center[1] - (len(rows) - 1) * size * _LINE / 2
    for at, row in enumerate(rows):
        canvas.text((room.center[0], y + at * size * _LINE), row, size, theme.text, "center", "bold")
