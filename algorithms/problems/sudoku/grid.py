"""A grid of Sudoku with clues, on boxes of any size: its units and peers, and what the clues leave to each cell.

All that makes and checks puzzles stands on this; the puzzle of lessons, which reads them, on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from algorithms.long_work import in_pieces
from algorithms.problems.forms.csp import Constraint, Domain, differ
from algorithms.problems.puzzle import Layout

Boxes = tuple[int, int]
"""The width and the height of a box: a grid of boxes w × h has w·h rows, columns and values."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""How values are written in one character each, those from 10 on, too."""


@dataclass(frozen=True)
class RandomSudoku:
    """A puzzle to be made. Give ``clues``, how many; or ``each``, how many in each row, column and box.

    unique: with exactly one solution, which ``each`` cannot promise. The default is yes for ``clues``
    """

    clues: int | None = None
    each: int | None = None
    seed: int = 0
    unique: bool | None = None


@dataclass(frozen=True)
class Geometry:
    """What depends on the boxes alone.

    cells: row by row        units: by name, ``row A``, ``column 1``, ``box A1`` (its first cell), each with its cells
    peers: for each cell the others of its row, column and box, in the order of the grid
    constraints: x ≠ y for each pair of peers
    """

    side: int
    cells: tuple[str, ...]
    units: Mapping[str, tuple[str, ...]]
    peers: Mapping[str, tuple[str, ...]]
    constraints: tuple[Constraint, ...]


@lru_cache(maxsize=16)
def geometry(boxes: Boxes) -> Geometry:
    """The geometry of a grid of such boxes; shared by all puzzles on it."""
    width, height = boxes
    side = width * height
    rows = [[f"{_row(i)}{j + 1}" for j in range(side)] for i in range(side)]
    units = {f"row {_row(i)}": tuple(row) for i, row in enumerate(rows)}
    units |= {f"column {j + 1}": tuple(row[j] for row in rows) for j in range(side)}
    for i in range(0, side, height):
        for j in range(0, side, width):
            units[f"box {rows[i][j]}"] = tuple(x for row in rows[i:i + height] for x in row[j:j + width])
    cells = tuple(x for row in rows for x in row)
    together = {x: set[str]().union(*(unit for unit in units.values() if x in unit)) - {x} for x in in_pieces(cells)}
    peers = {x: tuple(y for y in cells if y in found) for x, found in in_pieces(together.items())}
    place = {x: index for index, x in enumerate(cells)}
    constraints: list[Constraint] = []
    for x in in_pieces(cells, 8):
        constraints += [differ(x, y) for y in peers[x] if place[x] < place[y]]
    return Geometry(side, cells, units, peers, tuple(constraints))


def _row(i: int) -> str:
    return chr(ord("A") + i)


@dataclass(frozen=True)
class Grid:
    """A grid with clues.

    boxes: the width and height of a box     clues: the value of each cell that has one, by name, in the grid's order
    """

    boxes: Boxes
    clues: Mapping[str, int]
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def geometry(self) -> Geometry:
        return geometry(self.boxes)

    @property
    def side(self) -> int:
        """Rows, columns, values."""
        return self.boxes[0] * self.boxes[1]

    def layout(self) -> Layout:
        """Cell by cell, with a little more room between boxes and a margin for the names of rows and columns."""
        width, height = self.boxes
        places = {x: (j + 0.7 + 0.06 * (j // width), i + 0.7 + 0.06 * (i // height))
                  for index, x in enumerate(self.geometry.cells) for i, j in [divmod(index, self.side)]}
        return Layout(self.side + 0.7 + 0.06 * (height - 1), self.side + 0.7 + 0.06 * (width - 1), places)

    def domains(self) -> dict[str, Domain]:
        """Equation 1: of a blank cell the values that no clue among its peers has; of a clue its value."""
        every = range(1, self.side + 1)
        domains: dict[str, Domain] = {}
        for x, peers in self.geometry.peers.items():
            if x in self.clues:
                domains[x] = (self.clues[x],)
            else:
                taken = {self.clues[y] for y in peers if y in self.clues}
                domains[x] = tuple(value for value in every if value not in taken)
        return domains
