"""A cell: the names that can still live there, each at its place, and the last one large."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from algorithms.problems.zebra.street import Street
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect
from visualizer.canvas.suppose import draw_supposed, in_dashes
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.turning import standing, turned
from visualizer.puzzles.search_marks import draw_cross, draw_depth, draw_sign
from visualizer.puzzles.zebra.frame import slot

_FILLED, _BRIM = 0.96, 0.98  # of the width of a name's place; for a name that could not be read else
_COST = 1.25  # of the smallest letters: a number of what is violated, beside a name that is not alone in its house
_USUAL, _INSIDE, _WHOLE = 0.9, 0.76, 0.97  # of a cell's width, for a name; what the dashes of a supposed one leave to
                                           # it; and for a name that could not be read else


class Chip(NamedTuple):
    """A name at its place: its index in the row, on a ``fill`` or with a ``rim`` where something looks at it, with
    as much of a line through it (0–1) as it is struck, and so much ``faded``; ``fresh``: struck just now."""

    at: int
    ink: Color
    fill: Color | None = None
    rim: Color | None = None
    bold: bool = False
    line: float = 0.0
    faded: float = 0.0
    fresh: bool = False


class Look(NamedTuple):
    """What a cell shows. ``name`` is the index of the one that lives there, ``grown`` how far (0–1) out of its place,
    and ``turn`` how wide the cell stands (0–1) while it turns over to another one; ``supposed``: it
    was chosen for now (2), or follows from that (1); ``sign`` how it is known; ``depth`` of a label, from 1; ``empty``:
    nobody can live there."""

    ground: Color
    ink: Color
    chips: tuple[Chip, ...] = ()
    name: int | None = None
    bold: bool = True
    grown: float = 1.0
    turn: float = 1.0
    supposed: int = 0
    sign: str = ""
    depth: int = 0
    empty: bool = False


def between(before: Look, after: Look, t: float) -> Look:
    """The look ``t`` (0–1) of the way: colours mix, lines are drawn, what is gone fades, a name grows out of its place
    or goes back there, and a cell that another one gets turns over."""
    if t <= 0 or t >= 1 or before == after:
        return after if t > 0 else before
    if before.name is not None and after.name is not None and before.name != after.name:
        return (before if t < 0.5 else after)._replace(turn=turned(t))
    old = {chip.at: chip for chip in before.chips}
    met = []
    for chip in after.chips:
        was = old.pop(chip.at, None)
        start = chip._replace(faded=1.0) if was is None else was
        met.append(chip._replace(line=start.line + (chip.line - start.line) * t,
                                 faded=start.faded + (chip.faded - start.faded) * t, fresh=chip.fresh or start.fresh))
    for chip in old.values():  # what has gone leaves
        struck = max(chip.line, t) if after.name is None else chip.line
        met.append(chip._replace(line=struck, faded=max(chip.faded, t), fresh=after.name is None))
    name = after.name if after.name is not None or (after.empty and t >= 0.5) else before.name
    met = [chip for chip in met if chip.at != name]
    grown = 1.0 if after.name == before.name else t if after.name is not None else 1 - t
    shown = before if t < 0.5 else after
    return after._replace(supposed=shown.supposed, sign=shown.sign, depth=shown.depth, empty=shown.empty,
                          ground=mix(before.ground, after.ground, t), ink=shown.ink,
                          chips=tuple(sorted(met)), name=name, grown=grown)


def draw_cell(canvas: Canvas, cell: Rect, look: Look, street: Street, row: tuple[str, ...], short: Mapping[str, str],
              theme: Theme) -> None:
    """A cell with all that it shows; ``short`` has the names as they are written at their places."""
    if look.turn < 1:
        canvas.rect(cell, mix(look.ground, theme.on_uncovered, 0.5))
        cell = standing(cell, look.turn)
    if look.supposed:
        draw_supposed(canvas, cell, theme, chosen=look.supposed > 1, fill=look.ground)
    else:
        canvas.rect(cell, look.ground)
    size = text_size(cell, street)
    room = slot(cell, street, 0).w * _FILLED
    wide = max(canvas.measure(short[name], size) for name in row)
    if wide > room and size > SMALLEST:  # all of a row are as large
        size = max(SMALLEST, size * room / wide)
    crowded = len(look.chips) > 1 and all(chip.bold and not chip.line for chip in look.chips)
    aside = _COST * SMALLEST if crowded else 0.0  # two that live there alone: numbers of violations are beside them
    for chip in look.chips:
        _draw_chip(canvas, slot(cell, street, chip.at), chip, short[row[chip.at]], size, look.ground, theme, aside)
    if look.empty:
        draw_cross(canvas, cell, look.ink)
        canvas.text(cell.center, "∅", cell.h * 0.5, look.ink, "center", "bold")
    if look.name is not None:
        _draw_name(canvas, cell, row[look.name], look, slot(cell, street, look.name).center)
    if look.depth:
        draw_depth(canvas, cell, look.depth, theme)
    elif look.sign in ("single", "rest"):
        within = in_dashes(cell) if look.supposed else cell
        draw_sign(canvas, within, "single" if look.sign == "single" else "rest", look.ink)


def text_size(cell: Rect, street: Street) -> float:
    """Of the names at their places."""
    place = slot(cell, street, 0)
    size = min(place.h * 0.66, max(place.w * 0.29, SMALLEST))
    return SMALLEST if size < SMALLEST <= place.h * 0.8 else size


def _draw_chip(canvas: Canvas, place: Rect, chip: Chip, text: str, size: float, ground: Color, theme: Theme,
               aside: float = 0.0) -> None:
    """A name at its place; on both sides something may need so much."""
    room = place.inset(place.w * (1 - _BRIM) / 2, max(0.5, (place.h - size * 1.7) / 2))
    fill = None if chip.fill is None else mix(chip.fill, ground, chip.faded)
    if fill is not None or chip.rim is not None:
        canvas.rect(room, fill, chip.rim, max(1.0, size * 0.12), size * 0.3)
    ink = mix(chip.ink, ground if fill is None else fill, 0.75 * chip.faded)
    style: Style = "bold" if chip.bold and canvas.measure(text, SMALLEST, "bold") <= room.w else "sans"
    text = _shortened(canvas, text, room.w, style)
    if size >= SMALLEST and text:
        wide = place.w * _FILLED - 2 * aside
        size = max(SMALLEST, size * min(1.0, wide / max(1.0, canvas.measure(text, size, style))))
        canvas.text(room.center, text, size, ink, "center", style)
    else:
        canvas.circle(room.center, max(1.0, min(room.w, room.h) * 0.2), ink)
    if chip.line > 0:
        x, y = room.x + room.w * 0.08, room.bottom - room.h * 0.25
        end = x + room.w * 0.84 * chip.line, y - room.h * 0.5 * chip.line
        canvas.line((x, y), end, theme.struck if chip.fresh else ink, max(1.2, size * (0.14 if chip.fresh else 0.08)))


def _shortened(canvas: Canvas, text: str, width: float, style: Style) -> str:
    """The name, with fewer letters and a dot where it could not be read in that width; nothing where none do."""
    letters = len(text)
    while letters > 1 and canvas.measure(text, SMALLEST, style) > width:
        letters -= 1
        text = text[:letters].rstrip(" .") + "."
    return text if letters > 1 else ""


def _draw_name(canvas: Canvas, cell: Rect, name: str, look: Look, start: Point) -> None:
    """As large as fits, in two lines where that makes it larger; where it cannot be read, a dot. It grows from where it
    starts."""
    style: Style = "bold" if look.bold else "sans"
    lines = [name] if " " not in name or len(name) < 8 else name.rsplit(" ", 1)
    room = cell.w * (_INSIDE if look.supposed else _USUAL)
    size = min(cell.h * 0.34 / len(lines) ** 0.5, cell.w * 0.26)
    if len(lines) > 1 and size < SMALLEST:
        lines, size = [name], min(cell.h * 0.34, cell.w * 0.26)
    if max(canvas.measure(line, SMALLEST, style) for line in lines) > room:
        style = "sans"
    breaks = max(canvas.measure(line, SMALLEST, style) for line in lines) > room
    room = cell.w * _WHOLE if breaks else room  # beyond the dashes, if there are such, which make way
    lines = [_shortened(canvas, line, room, style) for line in lines]
    if size < SMALLEST or not all(lines):
        canvas.circle(cell.center, min(cell.w, cell.h) * 0.15, look.ink)
        return
    size, least = max(SMALLEST, size * (0.5 + 0.5 * look.grown)), SMALLEST
    while size > least and max(canvas.measure(line, size, style) for line in lines) > room:
        size = max(least, size * 0.95)
    x, y = (a + (b - a) * look.grown for a, b in zip(start, cell.center, strict=True))
    for number, line in enumerate(lines):
        at = x, y + (number - (len(lines) - 1) / 2) * size * 1.15
        if breaks and look.supposed:
            wide, high = canvas.measure(line, size, style) + 2, size * 1.15
            canvas.rect(Rect(at[0] - wide / 2, at[1] - high / 2, wide, high), look.ground)
        canvas.text(at, line, size, look.ink, "center", style)
