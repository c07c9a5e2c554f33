"""The matrix of items and options: what of it is left, and its links, which close over what leaves and open again.

Source: Knuth, *Dancing links*, 2000: a column for each item, a row for each option, and the ones linked up and down.
What has left is grey and hatched or struck through; colour never speaks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Literal, NamedTuple, Protocol

from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.cover import Item
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.families.covering.heads import STEP, Heads, apart, draw_head, draw_shared, heads_of
from visualizer.families.covering.numbers import size_of
from visualizer.families.covering.strokes import Link, draw_links, hatch
from visualizer.stage.links import Links, variable_of

_SMALLEST = 15.0  # the side of a cell, in points; where cells would be smaller, a part of the matrix is shown
_LARGEST = 84.0
_LINK = 5.0  # pixels: the shortest link between two heads that is not taken for a dot

_BOLD: tuple[Style, Style] = ("sans", "bold")

RowStatus = Literal["open", "taken", "out", "waiting"]  # waiting: its item is covered, and will get one of its options
ColumnStatus = Literal["open", "satisfied", "covered"]


class Cover(Protocol):
    """What of a matrix is drawn: all items by name; those that are covered with the options that left with them, those
    of them that get one of these options; the items in question."""

    @property
    def items(self) -> Mapping[str, Item]: ...

    @property
    def covered(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def choosing(self) -> frozenset[str]: ...

    @property
    def selected(self) -> str | None: ...

    @property
    def starved(self) -> str | None: ...

    @property
    def looked_at(self) -> str | None: ...


@dataclass(frozen=True)
class Column:
    """An item: its options by name with their signs (False: the item has the complement), how many of them are open,
    and how many it needs and may have still; its ``bounds`` at the start."""

    name: str
    options: Mapping[str, bool]
    status: ColumnStatus
    size: int
    need: int
    room: int
    bounds: tuple[int, int]
    choosing: bool = False


@dataclass(frozen=True)
class Matrix:
    """The columns and rows on show, ``whole`` says whether these are all of them. ``supposed``: of rows whose option is
    taken only for now, whether it was chosen; it follows otherwise."""

    columns: Sequence[Column]
    rows: Mapping[str, RowStatus]
    selected: str | None
    starved: str | None
    whole: bool
    supposed: Mapping[str, bool] = field(default_factory=dict)

    @property
    def plain(self) -> bool:
        """Does each item have just one of its options, or at most one?"""
        return all(column.bounds in ((1, 1), (0, 1)) for column in self.columns)

    def links(self, column: Column) -> list[str]:
        """The options linked in the column now, from top to bottom."""
        if column.status == "covered" and not column.choosing:
            return []
        wanted = "waiting" if column.choosing else "open"
        return [name for name in self.rows if name in column.options and self.rows[name] == wanted]


Truth = Callable[[str], bool | None]


def matrix_of(cover: Cover, words: Callable[[int], str], truth: Truth, most: tuple[int, int],
              supposed: Mapping[str, bool]) -> Matrix:
    """The matrix, at most so many columns and rows of it: where it has more, the item in question with its options, and
    the items that these touch. ``supposed``: whether an option was chosen for now, or follows from such."""
    waiting = waiting_in(cover)
    literals = {name: {word.lstrip("¬"): not word.startswith("¬") for word in map(words, item.literals)}
                for name, item in cover.items.items()}
    rows = list(dict.fromkeys(option for options in literals.values() for option in options))
    whole = len(literals) <= most[0] and len(rows) <= most[1]
    if not whole:
        rows = _around(cover, literals, truth, most[0])[:most[1]]
    else:
        rows.sort(key=_order(cover, words))
    statuses = {row: status_of(row, truth(row), waiting) for row in rows}
    names = [name for name in literals if whole or not literals[name].keys().isdisjoint(rows)][:most[0]]
    columns = [_column(cover, name, literals[name], truth, waiting) for name in names]
    taken = {row: supposed[row] for row, status in statuses.items() if status == "taken" and row in supposed}
    return Matrix(columns, statuses, cover.selected, cover.starved, whole, taken)


def _order(cover: Cover, words: Callable[[int], str]) -> Callable[[str], int]:
    """The options in the order of their variables."""
    place = {words(abs(literal)): abs(literal) for item in cover.items.values() for literal in item.literals}
    return place.__getitem__


def _around(cover: Cover, literals: Mapping[str, Mapping[str, bool]], truth: Truth, most: int) -> list[str]:
    """The options of the item that the search looks at; without those that are out where the others' items take much
    room."""
    last = next(reversed(list(cover.covered)), None)
    item = cover.looked_at or cover.selected or last or next(iter(literals), None)
    options = list(literals[item]) if item is not None else []
    if sum(not one.keys().isdisjoint(options) for one in literals.values()) <= most / 2:
        return options
    return [option for option in options if truth(option) is not False] or options


def waiting_in(cover: Cover) -> set[str]:
    """The options of the items that are covered and will get one of them."""
    return {variable_of(option) for name in cover.choosing for option in cover.covered[name]}


def status_of(row: str, truth: bool | None, waiting: set[str]) -> RowStatus:
    """What has become of an option."""
    if truth is not None:
        return "taken" if truth else "out"
    return "waiting" if row in waiting else "open"


def _column(cover: Cover, name: str, options: Mapping[str, bool], truth: Truth, waiting: set[str]) -> Column:
    item: Item = cover.items[name]
    true = sum(truth(option) is sign for option, sign in options.items())
    size = sum(truth(option) is None and option not in waiting for option in options)
    choosing = name in cover.choosing and any(truth(option) is None for option in options)
    status: ColumnStatus = "covered" if name in cover.covered else "satisfied" if true >= item.least > 0 else "open"
    return Column(name, options, status, size, max(0, item.least - true), item.most - true,
                  (item.least, item.most), choosing)


def signed(column: Column, option: str) -> str:
    """The literal of an option that an item has."""
    return option if column.options[option] else negation(option)


# --- drawing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Grid:
    """Where the cells lie: the box of all of them, the width and height of one, where the rows begin, and the
    heads."""

    box: Rect
    wide: float
    high: float
    left: float
    heads: Heads

    def cell(self, row: int, column: int) -> Rect:
        """The place of a one."""
        return Rect(self.box.x + column * self.wide, self.box.y + row * self.high, self.wide, self.high)


def most_cells(box: Rect, unit: float) -> tuple[int, int]:
    """How many columns and rows can be read in a box."""
    side = max(_SMALLEST, _SMALLEST * unit)
    return max(3, int((box.w - 60 * unit) / side)), max(2, int((box.h - 110 * unit) / side))


def arrange(canvas: Canvas, box: Rect, matrix: Matrix, unit: float) -> tuple[Grid, float]:
    """The cells, as large as they fit, and the size of the labels."""
    columns, rows = max(1, len(matrix.columns)), max(1, len(matrix.rows))
    size = max(SMALLEST, min(17 * unit, box.h / (rows + 6) * 0.62))
    longest = max((canvas.measure(row, size, "bold") for row in matrix.rows), default=0.0)
    left = min(longest + 20 * unit + size, box.w * 0.34)
    wide = min((box.w - left) / columns, _LARGEST * unit)
    heads = heads_of(canvas, [column.name for column in matrix.columns], wide, size)
    head = min(box.h * 0.4, heads.height)
    foot = size * (1.7 if matrix.plain else 3.2)
    high = min((box.h - head - foot) / rows, _LARGEST * 0.72 * unit)
    top = box.y + head + max(0.0, (box.h - head - foot - high * rows) / 2)
    start = box.x + left + max(0.0, (box.w - left - wide * columns) / 2)
    return Grid(Rect(start, top, wide * columns, high * rows), wide, high, start - left, heads), size


def draw_matrix(canvas: Canvas, box: Rect, matrix: Matrix, before: Matrix, t: float, theme: Theme, unit: float,
                links: Links) -> dict[str, Rect]:
    """The matrix, ``t`` of the way since ``before``: links close around what leaves, and open for what comes back; new
    ones have another colour. Returns where the rows lie."""
    if before.rows.keys() != matrix.rows.keys():
        t = 1.0  # another part of it
    grid, size = arrange(canvas, box, matrix, unit)
    rows = list(matrix.rows)
    placed = {name: Rect(grid.left, grid.box.y + index * grid.high, grid.box.right - grid.left, grid.high)
              for index, name in enumerate(rows)}
    for name, place in placed.items():
        grown = t if before.rows.get(name) != matrix.rows[name] else 1.0
        _draw_row(canvas, place, grid, name, matrix, grown, theme, size, links)
    past = {column.name: column for column in before.columns}
    ways = [tuple(a + (b - a) * t for a, b in zip(_left(past.get(column.name, column)), _left(column), strict=True))
            for column in matrix.columns]
    _draw_head_links(canvas, grid, [out for out, _ in ways], theme)
    draw_shared(canvas, grid.box, grid.wide, grid.heads, theme)
    for index, column in enumerate(matrix.columns):
        _draw_column(canvas, grid, index, column, matrix, ways[index], theme)
    linked = {column.name: matrix.links(column) for column in matrix.columns}
    earlier = linked if before is matrix else {column.name: before.links(column) for column in before.columns}
    for index, column in enumerate(matrix.columns):
        _draw_links(canvas, grid, index, rows, linked[column.name], column, earlier.get(column.name), t, theme)
    for row, name in enumerate(rows):
        ones = tuple([_One(index, column.options[name], name in linked[column.name],
                           name in earlier[column.name] if column.name in earlier else None)
                      for index, column in enumerate(matrix.columns) if name in column.options])
        part = 1.0 if all(one.linked == one.was for one in ones) else t
        status, paint = matrix.rows[name], _painted(matrix, name, theme)
        draw = partial(_draw_ones, grid=grid, row=row, status=status, ones=ones, t=part, theme=theme, paint=paint)
        canvas.alike(("ones", grid.box, grid.wide, grid.high, row, status, ones, part, paint, theme.name), draw)
    _draw_feet(canvas, grid, matrix, theme, size, links)
    return placed


def _painted(matrix: Matrix, name: str, theme: Theme) -> tuple[Color, Color]:
    """The ground and the ink of a row that is taken: green for good, violet for now."""
    return (theme.suppose_fill, theme.suppose) if name in matrix.supposed else (theme.no_mine, theme.on_no_mine)


def _draw_row(canvas: Canvas, place: Rect, grid: Grid, name: str, matrix: Matrix, grown: float, theme: Theme,
              size: float, links: Links) -> None:
    """A row's ground and its name: taken ones with a tick, those that are out struck through, as far as that has
    ``grown``."""
    cells, status = Rect(grid.box.x, place.y, grid.box.w, place.h), matrix.rows[name]
    ink = theme.text
    if status == "taken":
        fill, ink = _painted(matrix, name, theme)
        if name in matrix.supposed:
            chosen = matrix.supposed[name]
            canvas.alike(("supposed", place, chosen, theme.name), partial(draw_supposed, box=place, theme=theme,
                                                                          chosen=chosen))
        else:
            canvas.rect(place, fill, None, 1, place.h * 0.2)
    elif status == "waiting":
        canvas.rect(place, mix(theme.test, theme.background, 0.78), None, 1, place.h * 0.2)
    elif status == "out":
        ink = theme.muted
    canvas.line((cells.x, place.bottom), (cells.right, place.bottom), mix(theme.edge, theme.background, 0.5))
    high, right = min(size, max(SMALLEST, place.h * 0.8)), cells.x - 8
    if place.h < SMALLEST * 0.9:  # no room for its name
        links.drawn(name, place)
        return
    text = fit_text(canvas, name, right - place.x - high, high, "bold")
    canvas.text((right, place.center[1]), text, high, ink, "right", "sans" if status == "out" else "bold")
    wide = canvas.measure(text, high, "bold")
    if status == "taken":
        canvas.text((right - wide - high * 0.5, place.center[1]), "✓", high, ink, "right", "bold")
    elif status == "out":
        canvas.line((right - wide, place.center[1]), (right - wide * (1 - grown), place.center[1]), ink,
                    max(1.0, high * 0.08))
    if links.lit(name):
        canvas.rect(place.inset(-1), None, theme.accent, 2, place.h * 0.2)
    links.drawn(name, place)


def _left(column: Column) -> tuple[float, float]:
    """How far a column has left the heads' list, and how far down it is hatched, once it is where it is."""
    covered = column.status == "covered"
    return float(covered), float(covered and not column.choosing)


def _draw_head_links(canvas: Canvas, grid: Grid, out: Sequence[float], theme: Theme) -> None:
    """The list of the heads: a line from each to the next one that is in it, below those that have left; where heads
    stand side by side nothing but dots would be seen of it between them."""
    inside = [index for index, far in enumerate(out) if far < 1]
    y, close = grid.box.y - 5 - grid.heads.size * STEP / 2, apart(grid.wide) < _LINK
    for first, after in pairwise(inside):
        if after > first + 1 or not close:
            left, right = (grid.box.x + (index + 0.5) * grid.wide for index in (first, after))
            canvas.line((left, y), (right, y), theme.muted, 1.6)


def _draw_column(canvas: Canvas, grid: Grid, index: int, column: Column, matrix: Matrix, way: tuple[float, ...],
                 theme: Theme) -> None:
    """A column's ground and its head: where it is covered the head has left the list, up, and the column is hatched,
    both as far on their ``way`` as they are; dark blue where it is selected."""
    out, grown = way
    cells = Rect(grid.box.x + index * grid.wide, grid.box.y, grid.wide, grid.box.h)
    fill, ink = theme.raised, theme.text
    if column.name == matrix.starved:
        fill, ink = theme.mine, theme.on_mine
    elif column.choosing or column.name == matrix.selected:
        fill, ink = theme.constraint, theme.on_constraint
    elif column.status != "open":
        fill, ink = mix(theme.raised, theme.background, 0.6), theme.muted
    if grown:
        part = cells.split_top(cells.h * grown)[0].inset(grid.wide * 0.08, 0)
        hatch(canvas, part, mix(theme.muted, theme.background, 0.62))
    edge = theme.muted if column.bounds[0] == 0 else None
    draw_head(canvas, cells, grid.heads.own[index], grid.heads.size, out, (fill, ink, edge))


def _draw_links(canvas: Canvas, grid: Grid, index: int, rows: Sequence[str], linked: Sequence[str], column: Column,
                earlier: Sequence[str] | None, t: float, theme: Theme) -> None:
    """The links of a column, from its head down; they go around the ones that have left, a new one more and more, or
    less and less where it goes through what came back."""
    numbers = [rows.index(name) for name in linked]
    x = grid.box.x + (index + 0.5) * grid.wide
    pairs = {(a, b) for a, b in zip(["", *(earlier or ())], earlier or (), strict=False)}
    above, at = (x, grid.box.y - 3), -1
    links = list[Link]()
    for number, name in zip(numbers, linked, strict=True):
        point = grid.cell(number, index).center
        passed = any(rows[row] in column.options for row in range(at + 1, number))
        new = earlier is not None and (rows[at] if at >= 0 else "", name) not in pairs
        color = theme.accent if new else theme.muted
        bulge = (1.0 if not new else t) if passed else 1 - t if new and at + 1 < number else 0.0
        links.append((above, point, grid.wide * 0.34 * bulge, color, 2.6 if new else 1.6))
        above, at = point, number
    draw_links(canvas, links)


class _One(NamedTuple):
    """A one of a row: of which column, and no complement; is it linked there, and was it before, if that is known?"""

    column: int
    positive: bool
    linked: bool
    was: bool | None


def _draw_ones(canvas: Canvas, grid: Grid, row: int, status: RowStatus, ones: Sequence[_One], t: float,
               theme: Theme, paint: tuple[Color, Color]) -> None:
    """A row's ones: full where they are linked or taken, rings where they have left; ¬ for a complement. Those of an
    open row are linked to the left and right."""
    last, radius = None, min(grid.wide, grid.high) * 0.34
    for one in ones:
        center = grid.cell(row, one.column).center
        if last is not None and status in ("open", "taken"):
            color = mix(theme.muted, theme.background, 0.35) if status == "open" else paint[1]
            canvas.line((last[0] + radius, last[1]), (center[0] - radius, center[1]), color, 1.4)
        last = center
        fill, ink = theme.known, theme.on_known
        if status == "taken":
            ink, fill = paint
        elif status == "waiting" and one.linked:
            fill, ink = theme.test, theme.on_test
        elif not one.linked:
            canvas.circle(center, radius * 0.8, theme.background, theme.muted, 1.2)
            if t < 1 and one.was:  # it leaves, aside from the link that closes
                away = center[0] - grid.wide * 0.5 * t, center[1]
                canvas.circle(away, radius * (1 - t), fill)
            continue
        back = t < 1 and status == "open" and one.was is False
        canvas.circle(center, radius * (t if back else 1.0), fill)
        if radius * 1.3 >= SMALLEST and not back:
            canvas.text(center, "1" if one.positive else "¬", radius * 1.3, ink, "center", "bold")
        elif not one.positive:
            canvas.line((center[0] - radius * 0.5, center[1]), (center[0] + radius * 0.5, center[1]), ink, 2)


def _draw_feet(canvas: Canvas, grid: Grid, matrix: Matrix, theme: Theme, size: float, links: Links) -> None:
    """Below each column its size; where items need more or less than one, also what they need and may have. Nothing
    is below them where all are covered."""
    if all(column.status == "covered" for column in matrix.columns):
        return
    for line, title in enumerate(("size",) if matrix.plain else ("size", "need")):
        y = grid.box.bottom + size * (0.95 + 1.35 * line)
        canvas.text((grid.box.x - 8, y), title, max(SMALLEST, size * 0.9), theme.muted, "right")
        for index, column in enumerate(matrix.columns):
            if column.status == "covered":
                continue
            high = min(size, max(SMALLEST, grid.wide * 0.72))
            fewest = column.name in (matrix.selected, matrix.starved)
            at = grid.box.x + (index + 0.5) * grid.wide, y
            ink, style = theme.accent if fewest else theme.text, _BOLD[fewest]
            if line:
                _draw_need(canvas, at, column, grid.wide, high, ink, style)
            else:
                links.write(canvas, at, fit_text(canvas, str(column.size), grid.wide, high), high, ink, "center", style,
                            numbers=[size_of(column.name, column.options, column.size)])


def _draw_need(canvas: Canvas, at: Point, column: Column, wide: float, size: float, ink: Color, style: Style) -> None:
    text = str(column.need) if column.need == column.room else f"{column.need}–{column.room}"
    canvas.text(at, fit_text(canvas, text, wide, size), size, ink, "center", style)
