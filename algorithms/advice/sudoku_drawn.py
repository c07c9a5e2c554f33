"""The singles of a Sudoku as they are drawn: from the digits that are there to what they leave."""

from __future__ import annotations

from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.reasons import Link, Ray, Spot


def only_place(sudoku: Sudoku, x: str, value: int, unit: str) -> Link:
    """The cell is the only place for a value in a unit: a line from a digit to each blank cell that it strikes. What an
    elimination has struck needs none."""
    cells = sudoku.geometry.units[unit]
    rays = []
    for y in cells:
        if y != x and y not in sudoku.clues:
            cause = _nearest(sudoku, y, value, cells)
            rays += [] if cause is None else [Ray(Spot(cause), Spot(y))]
    struck = tuple(Spot(y) for y in cells if y != x and y not in sudoku.clues)
    return Link(cells, tuple(dict.fromkeys(ray.cause for ray in rays)), struck=struck, follows=(Spot(x, value),),
                rays=tuple(rays))


def _nearest(sudoku: Sudoku, y: str, value: int, cells: tuple[str, ...]) -> str | None:
    """A digit of that value that strikes it from a cell: of several the one that strikes most cells of the unit."""
    found = [z for z in sudoku.geometry.peers[y] if sudoku.clues.get(z) == value]
    return max(found, key=lambda z: sum(z in sudoku.geometry.peers[w] for w in cells), default=None)


def naked_single(sudoku: Sudoku, x: str, value: int) -> Link:
    """A cell with one candidate: a line from one digit for each other value."""
    causes: dict[int, str] = {}
    for y in sudoku.geometry.peers[x]:
        if y in sudoku.clues:
            causes.setdefault(sudoku.clues[y], y)
    rays = tuple(Ray(Spot(y), Spot(x)) for _, y in sorted(causes.items()))
    return Link(causes=tuple(ray.cause for ray in rays), follows=(Spot(x, value),), rays=rays)
