"""How one cell of a Sudoku looks, as a value: so that a picture of it can be kept, and two looks have looks between."""

from __future__ import annotations

from typing import Literal, NamedTuple

from algorithms.problems.sudoku.grid import Boxes
from visualizer.canvas.marks import sign_side
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.strokes import draw_tick
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.trial import draw_trial
from visualizer.canvas.turning import standing, turned
from visualizer.puzzles.search_marks import (
    draw_cross,
    draw_denied,
    draw_depth,
    draw_sign,
    draw_strip,
    draw_undone,
    strip_high,
    tab_side,
)
from visualizer.runs.states import How

Sign = How | Literal["fixed", ""]
_ABOVE = 0.29  # of a cell, above a digit
_DIGIT = (0.62, 0.75), (0.52, 0.62)  # the size of a value, and the largest for its sake, of one digit and of two
_LAST = 0.46  # of a cell without a candidate: the size of the last one that it had
_DOT = 0.16  # of a cell that is too small for a digit: the radius of what stands for it
_READABLE = _LISTED = SMALLEST  # pixels: the least sizes of candidates at their places, and side by side
_LOOSE, _TIGHT = (0.84, 1.3), (0.97, 1.5)  # sizes of digits in heights and widths of their places: with air around
# them, and as close as in a number, where only so they can be read
_LEAVING = 0.45  # how far, in heights of its place, a candidate falls that leaves …
_STAYS = 0.4  # … one that is faded more than those that stay


class Mark(NamedTuple):
    """A candidate. ``lit``: it is shared with the cell that is being scored. ``line``: how much of the line through it
    is drawn, 0–1, ``fresh`` if it was struck since the last label or single. ``faded``, 0–1: how far it has gone.
    ``chosen``: a decision struck it, nothing that was known."""

    value: int
    lit: bool = False
    line: float = 0.0
    fresh: bool = False
    faded: float = 0.0
    chosen: bool = False


class Look(NamedTuple):
    """What a cell shows.

    digit:  its value, ``bold`` or not, and how far it has ``grown`` (0–1) from its place among the candidates;
            ``turn``: how wide the cell stands (0–1) while it turns over to another value
    supposed: the value is only supposed: chosen itself (2), or it follows from what was (1)
    sign:   how it got the value; ``depth`` of a label, from 1; ``calm``: the depth is no news any more; ``undone``: the
            depth of a label that was taken back just now; ``denied``: values that decisions took from the cell
    marks:  its candidates; ``tied``: beside them there is the sign of a tie, at the right of a number in the corner
    trial:  a value that is tried here
    strip:  how much of the strip at its bottom there is (0–1): ``score`` with its ``heat``, and ``share``
    empty:  nothing can stand here; ``marks`` are then what it lost last
    pencil: the player's own marks, where it is played; then there are no candidates
    """

    ground: Color
    ink: Color
    digit: str = ""
    bold: bool = False
    grown: float = 1.0
    turn: float = 1.0
    supposed: int = 0
    sign: Sign = ""
    depth: int = 0
    calm: bool = False
    undone: int = 0
    denied: str = ""
    marks: tuple[Mark, ...] = ()
    tied: Literal["", "left", "right"] = ""
    trial: str = ""
    strip: float = 0.0
    score: str = ""
    heat: float = 0.0
    share: str = ""
    empty: bool = False
    pencil: tuple[int, ...] = ()

    @property
    def tabbed(self) -> bool:
        """Is there a tab in its corner?"""
        return bool(self.depth or self.denied or self.undone)


def between(before: Look, after: Look, t: float) -> Look:
    """The look ``t`` (0–1) of the way: colours mix, lines are drawn, what was struck comes back, a digit grows out of
    its candidate or goes back there, and a cell that gets another digit turns over."""
    if t <= 0 or t >= 1 or before == after:
        return after if t > 0 else before
    if before.digit and after.digit and before.digit != after.digit:
        return (before if t < 0.5 else after)._replace(turn=turned(t))
    marks = {mark.value: mark for mark in before.marks}
    met = []
    for mark in after.marks:
        old = marks.pop(mark.value, None)
        line, faded = (old.line, old.faded) if old is not None else (0.0, 1.0)
        met.append(mark._replace(line=line + (mark.line - line) * t, faded=faded + (mark.faded - faded) * t,
                                 fresh=mark.fresh or (old is not None and old.fresh)))
    for mark in marks.values():  # what has gone leaves
        struck = mark.line if after.digit else max(mark.line, t)
        met.append(mark._replace(line=struck, faded=max(mark.faded, t)))
    digit = after.digit or ("" if after.empty and t >= 0.5 else before.digit)
    met = [mark for mark in met if str(mark.value) != digit]
    grown = 1.0 if after.digit == before.digit else t if after.digit else 1 - t
    shown = before if t < 0.5 else after
    return after._replace(
        supposed=shown.supposed, sign=shown.sign, depth=shown.depth, calm=shown.calm, empty=shown.empty,
        undone=shown.undone, denied=shown.denied, score=shown.score, share=shown.share,
        ground=mix(before.ground, after.ground, t), ink=shown.ink, marks=tuple(sorted(met)),
        digit=digit, grown=grown, trial=after.trial if after.trial == before.trial else "",
        bold=after.bold if after.digit else before.bold, strip=before.strip + (after.strip - before.strip) * t,
        heat=before.heat + (after.heat - before.heat) * t if before.score else after.heat * t)


def draw_cell(canvas: Canvas, cell: Rect, look: Look, boxes: Boxes, theme: Theme) -> None:
    """A cell with all that it shows."""
    if look.turn < 1:
        canvas.rect(cell, mix(look.ground, theme.on_uncovered, 0.5))
        cell = standing(cell, look.turn)
    if look.supposed:
        draw_supposed(canvas, cell, theme, chosen=look.supposed > 1, fill=look.ground)
    else:
        canvas.rect(cell, look.ground)
    inner = _above_strip(cell, look)
    if look.marks and not look.empty:
        _draw_marks(canvas, cell, look, boxes, theme)
    if look.pencil:
        _draw_pencil(canvas, room_for_marks(inner), look.pencil, boxes, theme)
    if look.empty:
        _draw_empty(canvas, cell, look)
    elif look.digit:
        low = max(0.0, tab_side(cell) - _ABOVE * cell.h) if look.depth or look.denied else 0.0  # its number is above
        _draw_digit(canvas, inner._replace(y=inner.y + low), look, boxes)
    if look.tabbed:
        draw_tab(canvas, cell, look, theme)
    elif look.sign == "fixed":
        _draw_proved(canvas, cell, look.ink)
    elif look.sign in ("single", "rest"):
        draw_sign(canvas, cell, look.sign, look.ink)
    if look.trial:
        draw_trial(canvas, cell, look.trial, theme.on_unknown, look.ground)
    if look.strip >= 1:
        draw_strip(canvas, cell, look.score, look.share, look.heat, look.ground, theme)


def draw_tab(canvas: Canvas, cell: Rect, look: Look, theme: Theme) -> None:
    """What the tab in the corner says: which label it was, of one on the branch or taken back, or what was denied."""
    if look.depth:
        draw_depth(canvas, cell, look.depth, theme, inverted=look.ground == theme.constraint, calm=look.calm)
    elif look.denied:
        draw_denied(canvas, cell, look.denied, theme)
    else:
        draw_undone(canvas, cell, look.undone, look.ground, theme)


def _above_strip(cell: Rect, look: Look) -> Rect:
    return cell.split_bottom(strip_high(cell) * look.strip)[0] if look.strip else cell


def _draw_empty(canvas: Canvas, cell: Rect, look: Look) -> None:
    """That nothing is left, and before it the last value, struck out, where both can be read."""
    draw_cross(canvas, cell, look.ink)
    size = cell.h * _LAST
    if len(look.marks) != 1 or size < SMALLEST:
        canvas.text(cell.center, "∅", cell.h * 0.6, look.ink, "center", "bold")
        return
    last, empty = cell.split_left(cell.w * 0.46)
    canvas.text(last.center, str(look.marks[0].value), size, look.ink, "center")
    _draw_line(canvas, last, look.marks[0], size, look.ink)
    canvas.text((empty.center[0] - cell.w * 0.04, empty.center[1]), "∅", size, look.ink, "center", "bold")


def _draw_digit(canvas: Canvas, inner: Rect, look: Look, boxes: Boxes) -> None:
    """The value, on its way from or to its place among the candidates."""
    (usual, most), (x, y), room = _DIGIT[boxes[0] * boxes[1] > 9], inner.center, room_for_marks(inner)
    full = max(inner.h * usual, min(SMALLEST, inner.h * most))  # as long as it can be read
    size = full * (0.5 + 0.5 * look.grown)
    if look.grown < 1 and has_places(room, boxes):
        u, v = place_of(room, boxes, int(look.digit)).center
        x, y = u + (x - u) * look.grown, v + (y - v) * look.grown
        least = _size(room, *boxes, boxes[0] * boxes[1])
        size = least + (full - least) * look.grown
    if size * look.turn >= SMALLEST:
        canvas.text((x, y), look.digit, size * look.turn, look.ink, "center", "bold" if look.bold else "sans")
    elif full < SMALLEST:  # of a tiny grid one sees which cells have a value
        canvas.circle((x, y), inner.h * _DOT, look.ink)


def _draw_proved(canvas: Canvas, cell: Rect, ink: Color) -> None:
    """A tick in the corner at the top right."""
    side = min(cell.h * 0.2, 16.0)
    draw_tick(canvas, (cell.right - side * 0.8, cell.y + side * 0.78), side * 0.77, ink)


class _List(NamedTuple):
    """Candidates side by side: how large, in how many columns, in which room."""

    size: float
    columns: int
    room: Rect


def _listed(cell: Rect, look: Look, values: int) -> _List | None:
    """A few candidates side by side, beside or below the sign of a tie where they have room there; None: they cannot be
    read."""
    count, box, side = len(look.marks), room_for_marks(_above_strip(cell, look)), sign_side(cell) if look.tied else 0.0
    below = box.split_top(side)[1]
    free = [[below] if look.tied == "right" else [box.split_left(side)[1], below]] if side else []
    for rooms in (*free, [box]):
        for around in (_LOOSE, _TIGHT):
            size, columns, room = max((_size(room, wide, -(-count // wide), values, around), -wide, room)
                                      for room in rooms for wide in (1, 2, 3))
            if size >= _LISTED:
                return _List(size, -columns, room)
    return None


def sign_place(cell: Rect, look: Look, boxes: Boxes, side: float) -> Rect:
    """Where a sign of that side stands in a cell: at the top left, or if a candidate or a number is there in the first
    corner, else at the first place, that has none."""
    inner, (columns, rows) = _above_strip(cell, look), boxes
    room, values, taken = room_for_marks(inner), columns * rows, {mark.value for mark in look.marks}
    if not (taken and has_places(room, boxes)):
        return Rect(cell.right - 1 - side if look.tied == "right" else cell.x + 1, cell.y + 1, side, side)
    if look.tied == "right":
        taken.add(1)
    corners = 1, columns, values - columns + 1, values
    value = next((value for value in (*corners, *range(1, values + 1)) if value not in taken), 1)
    (row, column), (x, y) = divmod(value - 1, columns), place_of(room, boxes, value).center
    left = cell.x + 1 if column == 0 else cell.right - 1 - side if column == columns - 1 else x - side / 2
    top = cell.y + 1 if row == 0 else inner.bottom - 1 - side if row == rows - 1 else y - side / 2
    return Rect(left, top, side, side)


def _draw_marks(canvas: Canvas, cell: Rect, look: Look, boxes: Boxes, theme: Theme) -> None:
    """Each candidate at its place among all values, as wide and high as a box of the grid. Where these are too small to
    be read, a few candidates are listed side by side; many are dots at their places."""
    columns, rows = boxes
    box = room_for_marks(_above_strip(cell, look))
    size = _size(box, columns, rows, columns * rows)
    places = [divmod(mark.value - 1, columns) for mark in look.marks]
    if not has_places(box, boxes) and (found := _listed(cell, look, columns * rows)) is not None:
        size, columns, box = found
        rows = -(-len(places) // columns)
        places = [divmod(index, columns) for index in range(len(places))]
    wide, high = box.w / columns, box.h / rows
    for mark, (row, column) in zip(look.marks, places, strict=True):
        place = Rect(box.x + column * wide, box.y + row * high, wide, high)
        ink, written = mix(look.ink, look.ground, 0.8 * mark.faded) if mark.faded else look.ink, size
        if mark.line > 0 and mark.faded > _STAYS:
            place = Rect(place.x, place.y + high * _LEAVING * (mark.faded - _STAYS), wide, high)
        if mark.chosen:
            side = min(wide, high)
            canvas.rect(Rect(place.center[0] - side / 2, place.center[1] - side / 2, side, side), theme.constraint)
            ink = theme.on_constraint
        elif mark.lit:
            radius = min(wide, high, size * 1.25) * 0.48
            if mark.faded:  # one that is out is not to be louder than those that are left
                canvas.circle(place.center, radius, None, mix(theme.constraint, look.ground, 0.5), 1)
            else:
                canvas.circle(place.center, radius, theme.constraint)
                ink, written = theme.on_constraint, min(size, max(_READABLE, 2 * radius))  # all of it is on the disc
        if size >= _READABLE:
            canvas.text(place.center, str(mark.value), written, ink, "center", "bold" if mark.lit else "sans")
        elif not mark.lit:
            canvas.circle(place.center, max(1.0, min(wide, high) * 0.24), ink)
        if mark.line > 0:
            _draw_line(canvas, place, mark, size, theme.struck if mark.fresh and not mark.chosen else ink)


def _draw_pencil(canvas: Canvas, box: Rect, values: tuple[int, ...], boxes: Boxes, theme: Theme) -> None:
    """Own marks at the places of their values; where these are too small to be read, side by side."""
    columns, rows = boxes
    size = _size(box, columns, rows, columns * rows)
    if size >= _READABLE:
        for value in values:
            canvas.text(place_of(box, boxes, value).center, str(value), size, theme.constraint, "center", "bold")
        return
    text = " ".join(map(str, values))
    size = min(box.h * 0.5, size * 2, box.w / max(1.0, canvas.measure(text, 1.0, "bold")))
    canvas.text(box.center, text, size, theme.constraint, "center", "bold")


def room_for_marks(cell: Rect) -> Rect:
    """The part of a cell that its candidates have."""
    return cell.inset(cell.w * 0.04, cell.h * 0.04)


def has_places(room: Rect, boxes: Boxes) -> bool:
    """Does each candidate stand at a place of its own? Not where these would be too small to be read."""
    columns, rows = boxes
    return _size(room, columns, rows, columns * rows) >= _READABLE


def place_of(room: Rect, boxes: Boxes, value: int) -> Rect:
    """Where a candidate stands, if each has its place."""
    columns, rows = boxes
    row, column = divmod(value - 1, columns)
    wide, high = room.w / columns, room.h / rows
    return Rect(room.x + column * wide, room.y + row * high, wide, high)


def _size(box: Rect, columns: int, rows: int, values: int, room: tuple[float, float] = _LOOSE) -> float:
    """The size of numbers up to ``values`` in so many columns and rows."""
    return min(box.h / rows * room[0], box.w / columns * room[1] / len(str(values)))


def _draw_line(canvas: Canvas, place: Rect, mark: Mark, size: float, color: Color) -> None:
    """The line through a candidate that has been struck out, from its lower left."""
    half, rise = min(place.w * 0.46, size * 0.55), min(place.h * 0.4, size * 0.36)
    x, y = place.center
    end = x - half + 2 * half * mark.line, y + rise - 2 * rise * mark.line
    canvas.line((x - half, y + rise), end, color, max(1.2, size * (0.13 if mark.fresh else 0.08)))
