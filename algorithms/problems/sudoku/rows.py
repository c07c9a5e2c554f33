"""A grid in rows of words: as it is drawn, with the values that are left in each cell."""

from __future__ import annotations

from algorithms.problems.forms.csp import Domains
from algorithms.problems.rows import Row, value_rows
from algorithms.problems.sudoku.grid import SYMBOLS, Grid


@value_rows.register
def grid(puzzle: Grid, domains: Domains) -> list[Row]:
    """A line for each row, with lines between boxes; a cell without any value left is a ``-``."""
    (width, height), side = puzzle.boxes, puzzle.side
    left = ["".join(SYMBOLS[int(value) - 1] for value in domains[x]) or "-" for x in puzzle.geometry.cells]
    wide = max(map(len, left))
    boxes = side // width
    between = "-+-".join(["-" * (width * (wide + 1) - 1)] * boxes)
    lines: list[Row] = []
    for i in range(side):
        if i and i % height == 0:
            lines.append([between])
        cells = [cell.center(wide) for cell in left[i * side:(i + 1) * side]]
        lines.append([" | ".join(" ".join(cells[k * width:(k + 1) * width]) for k in range(boxes))])
    return lines
