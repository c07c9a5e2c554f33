"""The clauses of a large formula as tiles: true, open, unit and false ones, and where they lie.

Colour never speaks alone: a tick, dots for the literals that are open, one dot on yellow, a cross. Learned clauses are
round. Where tiles are too small for signs, their rows of equal ones are drawn as one, under the lines between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, repeat
from math import ceil

from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_cross
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.tally import FALSE, IDLE, TRUE, UNIT, worst

SIGNS = 12  # pixels: smaller tiles have no room for a sign
LEAST, LARGEST = 9, 30  # pixels from one tile to the next; where even the least has no room, a tile is ten clauses
TOGETHER = 10
_TICK = ((-0.26, 0.02), (-0.08, 0.2), (0.27, -0.19), (0.21, -0.26), (-0.08, 0.06), (-0.2, -0.05))
_DOTS: tuple[tuple[tuple[float, float], ...], ...] = (
         (), ((0, 0),), ((-1, 0), (1, 0)), ((-1, 0.8), (1, 0.8), (0, -1)), ((-1, -1), (1, -1), (-1, 1), (1, 1)),
         ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)), ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)))


@dataclass(frozen=True)
class Grid:
    """Tiles in rows: so many, ``pitch`` pixels from one to the next, each for ``each`` clauses."""

    box: Rect
    count: int
    pitch: float
    columns: int
    each: int = 1

    @property
    def tiles(self) -> int:
        return ceil(self.count / self.each)

    @property
    def height(self) -> float:
        return ceil(self.tiles / self.columns) * self.pitch

    def place(self, tile: float) -> Rect:
        """Of a tile, without the gap to the next ones."""
        row, column = divmod(int(tile), self.columns)
        gap = 1 if self.pitch < SIGNS else 2
        return Rect(self.box.x + column * self.pitch, self.box.y + row * self.pitch, self.pitch - gap,
                    self.pitch - gap)

    def at(self, x: float, y: float) -> int | None:
        """The tile at a point."""
        column, row = int((x - self.box.x) // self.pitch), int((y - self.box.y) // self.pitch)
        tile = row * self.columns + column
        return tile if 0 <= column < self.columns and row >= 0 and tile < self.tiles else None

    def states(self, states: Sequence[int]) -> Sequence[int]:
        """What the tiles show of their clauses' states."""
        if self.each == 1:
            return states
        return [worst(states[start : start + self.each]) for start in range(0, len(states), self.each)]


def lay(box: Rect, given: int, learned: int, heading: float, unit: float = 1.0) -> tuple[Grid, Grid]:
    """The tiles of the given clauses and below them, under a heading, those learned, as large as all have room. On a
    stage with larger points they may be larger."""

    def fits(pitch: int, each: int) -> bool:
        columns = max(1, int(box.w / pitch))
        rows = sum(ceil(ceil(count / each) / columns) for count in (given, learned))
        return rows * pitch + (heading if learned else 0) <= box.h

    each, most = 1, min(int(LARGEST * unit), max(LEAST, int(box.w / 8)))
    while not fits(LEAST, each):
        each *= TOGETHER
        if each > given + learned:
            break
    pitch = next((size for size in range(most, LEAST, -1) if fits(size, each)), LEAST)
    columns = max(1, int(box.w / pitch))
    first = Grid(box, given, pitch, columns, each)
    below = Rect(box.x, box.y + first.height + heading, box.w, max(0.0, box.h - first.height - heading))
    return first, Grid(below, learned, pitch, columns, each)


def look(state: int, theme: Theme) -> tuple[Color, Color]:
    """A tile's fill and the ink of its sign: what is content is calm."""
    if state == TRUE:
        return mix(theme.no_mine, theme.panel, 0.62), mix(theme.no_mine, theme.text, 0.25)
    if state == FALSE:
        return theme.mine, theme.on_mine
    return (theme.test, theme.on_test) if state == UNIT else (theme.raised, theme.text)


def draw_tile(canvas: Canvas, place: Rect, state: int, theme: Theme, *, learned: bool = False) -> None:
    """One tile with its sign."""
    fill, ink = look(state, theme)
    radius = place.w / 2 if learned else place.w * 0.16
    canvas.rect(place, fill, theme.edge if state > UNIT or state == IDLE else None, 1, radius)
    if place.w < SIGNS - 2 or state == IDLE:
        return
    (x, y), side = place.center, place.w
    if state == TRUE:
        canvas.polygon([(x + dx * side, y + dy * side) for dx, dy in _TICK], ink)
    elif state == FALSE:
        draw_cross(canvas, (x, y), side * 0.24, ink, max(1.5, side * 0.12))
    elif state < len(_DOTS):
        for dx, dy in _DOTS[state]:
            radius = max(1.2, side * (0.15 if state == UNIT else 0.085))
            canvas.circle((x + dx * side * 0.19, y + dy * side * 0.19), radius, ink)
    else:
        canvas.rect(Rect(x - side * 0.28, y - side * 0.28, side * 0.56, side * 0.56), ink, radius=side * 0.1)


def draw_tiles(canvas: Canvas, window: Rect, grid: Grid, states: Sequence[int], theme: Theme, ground: Color, *,
               learned: Sequence[bool] = ()) -> None:
    """All tiles that show in a window, on a ``ground`` of one colour; rows that a canvas has kept take no time.
    ``learned``: which of them are round."""
    shown = list(zip(grid.states(states), learned[::grid.each] or repeat(False), strict=False))
    first = max(0, int((window.y - grid.box.y) // grid.pitch))
    end = min(ceil(grid.tiles / grid.columns), int((window.bottom - grid.box.y) // grid.pitch) + 1)
    for row in range(first, end):
        start = row * grid.columns
        tiles = tuple(shown[start : start + grid.columns])
        if grid.columns * grid.pitch > window.w + 1:
            for column, (state, is_round) in enumerate(tiles):
                place = grid.place(start + column)
                if place.right >= window.x and place.x <= window.right:
                    draw_tile(canvas, place, state, theme, learned=is_round)
            continue
        box = Rect(grid.box.x, grid.box.y + row * grid.pitch, len(tiles) * grid.pitch, grid.pitch)

        def draw(inner: Canvas, place: Rect, tiles: tuple[tuple[int, bool], ...] = tiles) -> None:
            inner.rect(place, ground)
            _draw_row(inner, Grid(place, len(tiles), grid.pitch, len(tiles)), tiles, theme, ground)

        canvas.picture(("tiles", tiles, theme.name, ground), box, draw)


def _draw_row(canvas: Canvas, grid: Grid, row: Sequence[tuple[int, bool]], theme: Theme, ground: Color) -> None:
    """One row, of each tile its state, and whether it is round; of small tiles those that are equal and beside each
    other as one, with gaps."""
    if grid.pitch >= SIGNS:
        for tile, (state, is_round) in enumerate(row):
            draw_tile(canvas, grid.place(tile), state, theme, learned=is_round)
        return
    for state, run in groupby(range(len(row)), key=lambda tile: row[tile][0]):
        tiles = list(run)
        start, last = grid.place(tiles[0]), grid.place(tiles[-1])
        canvas.rect(Rect(start.x, start.y, last.right - start.x, start.h), look(state, theme)[0])
    for column in range(1, grid.columns):
        x = grid.box.x + column * grid.pitch - 0.5
        canvas.line((x, grid.box.y), (x, grid.box.bottom), ground)


def draw_slot(canvas: Canvas, place: Rect, theme: Theme) -> None:
    """Where the next clause that is learned will be: a dashed ring."""
    (x, y), radius = place.center, place.w / 2
    for index in range(8):
        canvas.circle(_on_ring((x, y), radius, index), max(0.8, place.w * 0.06), theme.accent)


_RING = ((1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71))


def _on_ring(center: Point, radius: float, index: int) -> Point:
    dx, dy = _RING[index]
    return center[0] + dx * radius, center[1] + dy * radius
