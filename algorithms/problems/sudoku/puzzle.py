"""Sudoku on boxes of any size: the grid, its units and peers, and the puzzle as a constraint network and as a formula.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018, section 3. Cells are named ``A1``: row letter, then column number.

    puzzle: {kind: sudoku, grid: "53..7....6..195…"}     81 characters, or a grid in lines; . or 0 is blank;
                                                          - or *, too, where there are too few cells without
    puzzle: {kind: sudoku, file: puzzles.txt, number: 3}  a puzzle a line; number says which, from 1
    puzzle: {kind: sudoku, random: {clues: 30, seed: 4}}
    puzzle: {kind: sudoku, boxes: [3, 2], grid: …}        boxes 3 wide and 2 high: 6×6

In grids larger than 9×9 the values from 10 on are letters, A for 10; or all are numbers with spaces between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import ClassVar, Self

from algorithms.long_work import in_pieces
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, exactly, form_of_named
from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.program import LogicProgram, generate_and_test
from algorithms.problems.forms.theory import Theory, of_network
from algorithms.problems.puzzle import Files, PuzzleError, puzzle
from algorithms.problems.sudoku.check import verdict
from algorithms.problems.sudoku.deal import deal
from algorithms.problems.sudoku.grid import SYMBOLS, Boxes, Grid, RandomSudoku, geometry
from algorithms.words import counted

BLANK = 0
LARGEST = 25  # rows: a letter each, and cells that can still be read
MOST_CHARACTERS = 20_000_000

_BOXES: Mapping[int, Boxes] = {16: (2, 2), 36: (3, 2), 81: (3, 3), 144: (4, 3), 256: (4, 4), 625: (5, 5)}
_RULES = re.compile(r"^[\s|+\-=*]*$")  # a line that only draws the boxes


@puzzle("sudoku", title="Sudoku", words="number place, Latin square, grid of digits",
        files=Files((".txt", ".sdk", ".sdm", ".sud"), "", "mrv-plus"))
@dataclass(frozen=True)
class Sudoku(Grid):
    """A grid with clues, as a puzzle; ``notes`` are what was odd in its text."""

    text_key: ClassVar[str] = "grid"  # what ``file:`` in a lesson gives

    @classmethod
    def read(
        cls, *, grid: str | None = None, boxes: tuple[int, int] | None = None, number: int | None = None,
        random: RandomSudoku | None = None,
    ) -> Sudoku:
        """A puzzle from its text, or a random one. Raises PuzzleError."""
        if (grid is None) == (random is None):
            raise PuzzleError("give either a grid (or a file) or random, and not both", key="grid")
        if boxes is not None:
            _check_boxes(boxes)
        if random is not None:
            boxes = boxes or (3, 3)
            return cls(boxes, deal(boxes, random))
        return read_grid(grid or "", boxes, number)

    def spelled(self) -> Mapping[str, object]:
        """The grid, row by row, and the shape of its boxes."""
        cells, side = self.geometry.cells, self.side
        values = [str(self.clues.get(x, ".")) for x in cells]
        wide = max(map(len, values), default=1)
        rows = (" ".join(value.rjust(wide) for value in values[at:at + side]) for at in range(0, side * side, side))
        return {"boxes": list(self.boxes), "grid": "\n".join(row.lstrip() for row in rows)}

    @classmethod
    def made(cls, how: Callable[[Boxes, int, Random], Mapping[str, int]], boxes: Boxes, number: int,
             rng: Random) -> Self:
        """A puzzle with clues made in one of the ways of :mod:`algorithms.problems.sudoku.deal`."""
        return cls(boxes, how(boxes, number, rng))

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know: that there is no solution, and which clues clash, or that there are several."""
        said = verdict(self)
        return (*self.notes, said) if said else self.notes

    def with_value(self, x: str, value: int | None) -> Sudoku:
        """The same with another clue in a cell, or, where ``value`` is None, with that cell blank. Raises PuzzleError
        for a value that a peer has, or that leaves none to another cell."""
        given = {**self.clues, x: value}
        found = {y: z for y in self.geometry.cells if (z := given.get(y)) is not None}
        made = Sudoku(self.boxes, found)
        check(made, {})
        return made

    def as_csp(self) -> CSP:
        """x ≠ y for each pair of blank peers; what the clues exclude is not in the domains any more."""
        constraints = tuple(c for c in in_pieces(self.geometry.constraints, 1000)
                            if c.scope[0] not in self.clues and c.scope[1] not in self.clues)
        return CSP(self.domains(), constraints, given=frozenset(self.clues), units=self.geometry.units)

    def as_theory(self, *, network: CSP | None = None) -> Theory:  # which leaves out what clues exclude
        """The clues, and every pair of peers: what the clues exclude is to be proven, too."""
        every = tuple(range(1, self.side + 1))
        domains = {x: (self.clues[x],) if x in self.clues else every for x in self.geometry.cells}
        return of_network(CSP(domains, self.geometry.constraints, units=self.geometry.units))

    def as_cnf(self) -> CNF:
        """A variable ``A1=5`` for each cell and value: in each cell exactly one value, in each unit each value exactly
        once, and the clues as unit clauses at the end."""
        every, number = range(1, self.side + 1), self._variables()
        found: list[tuple[Clause, str]] = []
        for x in in_pieces(self.geometry.cells, 4):
            values = tuple(number[x, value] for value in every)
            found.append((values, x))
            found += [((-a, -b), x) for a, b in combinations(values, 2)]
        for name, unit in self.geometry.units.items():
            found += [(tuple(number[x, value] for x in unit), name) for value in every]
        for c in in_pieces(self.geometry.constraints):
            found += [((-number[c.scope[0], value], -number[c.scope[1], value]), c.name) for value in every]
        found += [((number[x, value],), f"clue {x}") for x, value in self.clues.items()]
        names = tuple(f"{x}={value}" for x, value in in_pieces(number, 5000))
        return CNF(names, tuple(clause for clause, _ in in_pieces(found, 5000)),
                   tuple(origin for _, origin in in_pieces(found, 5000)), len(names))

    def as_at_least(self) -> AtLeastForm:
        """The same variables: in each cell exactly one value, in each unit each value exactly once, as two at-least
        constraints each, and the clues at the end."""
        every, number = range(1, self.side + 1), self._variables()
        found = [(c, x) for x in in_pieces(self.geometry.cells)
                 for c in exactly([number[x, value] for value in every], 1)]
        found += [(c, f"{value} in {name}") for name, unit in in_pieces(self.geometry.units.items(), 4)
                  for value in every for c in exactly([number[x, value] for x in unit], 1)]
        found += [(AtLeast((number[x, value],), 1), f"clue {x}") for x, value in self.clues.items()]
        return form_of_named([f"{x}={value}" for x, value in number], found, len(number))

    def as_program(self) -> LogicProgram:
        """The formula as choices and constraints; each clue is a fact."""
        return generate_and_test(self.as_cnf())

    def _variables(self) -> dict[tuple[str, int], int]:
        """The number of the variable that says that a cell has a value."""
        pairs = ((x, value) for x in in_pieces(self.geometry.cells) for value in range(1, self.side + 1))
        return {pair: index for index, pair in enumerate(pairs, 1)}


# --- reading ---------------------------------------------------------------------------------------------------------


def _check_boxes(boxes: Boxes) -> None:
    width, height = boxes
    if min(width, height) < 1 or not 2 <= width * height <= LARGEST:
        raise PuzzleError(f"{width} × {height} boxes cannot be; a grid has from 2 to {LARGEST} rows: "
                          "write [3, 3] for 9 × 9", key="boxes")


def read_grid(text: str, boxes: Boxes | None, number: int | None) -> Sudoku:
    """The puzzle in a text: on one line of many, or drawn in several lines. Raises PuzzleError with the line."""
    if len(text) > MOST_CHARACTERS:
        raise PuzzleError(f"has {len(text):,} characters; a file has at most {MOST_CHARACTERS:,}: split it", key="grid")
    lines = written_lines(text)
    for blanks in ("-", "*", "-*"):  # which draw the boxes, unless the cells are too few without them
        if _fits(lines, boxes, number):
            break
        others = written_lines(text, blanks)
        lines = others if _fits(others, boxes, number) else lines
    if not lines:
        raise PuzzleError("the grid is empty; write its cells row by row, . for a blank one", key="grid")
    if number is not None or _is_list(lines, boxes):
        chosen = 1 if number is None else number
        if not 1 <= chosen <= len(lines):
            raise PuzzleError(f"there is no puzzle {chosen}; the file has {len(lines):,}, a line each", key="number")
        note = f"this is the first of {len(lines):,} puzzles; number: 2 in a lesson takes the second"
        return _from_rows(lines[chosen - 1:chosen], boxes, (note,) if len(lines) > 1 and number is None else ())
    return _from_rows(lines, boxes, ())


def written_lines(text: str, blanks: str = "") -> list[tuple[int, str]]:
    """The lines with cells, without comments, each with its number from 0. Characters in ``blanks`` are blank cells."""
    found = []
    for index, line in enumerate(text.splitlines()):
        written = line.partition("#")[0].strip()
        if not _RULES.match(written) or ("+" not in written and set(blanks) & set(written)):
            found.append((index, written.translate(dict.fromkeys(map(ord, blanks), "."))))
    return found


def _fits(lines: list[tuple[int, str]], boxes: Boxes | None, number: int | None) -> bool:
    """Has the puzzle that is meant as many cells as a grid?"""
    if lines and (number is not None or _is_list(lines, boxes)):
        at = (number or 1) - 1
        lines = lines[max(0, at):at + 1]
    count = sum(len(_cells(written)) for _, written in lines)
    return count in _BOXES if boxes is None else count == (boxes[0] * boxes[1]) ** 2


def _is_list(lines: list[tuple[int, str]], boxes: Boxes | None) -> bool:
    """Is each line a puzzle of its own? A grid's row is much shorter than a whole grid."""
    wanted = None if boxes is None else (boxes[0] * boxes[1]) ** 2
    first = len(_cells(lines[0][1]))
    return first == wanted if wanted is not None else first >= 81 or (len(lines) == 1 and first in _BOXES)


def _cells(written: str) -> list[str]:
    """The cells of a line: numbers between spaces where one has two digits, otherwise characters."""
    tokens = re.sub(r"[|+\-*=]", " ", written).split()
    if len(tokens) > 1 and any(len(token) == 2 for token in tokens) and all(len(token) <= 2 for token in tokens):
        return tokens
    return [character for token in tokens for character in token]


def _from_rows(lines: list[tuple[int, str]], boxes: Boxes | None, notes: tuple[str, ...]) -> Sudoku:
    rows = [(line, _cells(written)) for line, written in lines]
    cells = [(line, cell) for line, row in rows for cell in row]
    boxes = boxes or _BOXES.get(len(cells))
    wanted = None if boxes is None else (boxes[0] * boxes[1]) ** 2
    if boxes is None or len(cells) != wanted:
        sizes = f"{wanted}" if wanted is not None else "16, 36, 81, 144 or 256, or give boxes"
        raise PuzzleError(f"has {counted(len(cells), 'cell')}; a grid has {sizes}{_odd_row(rows)}", key="grid",
                          line=lines[0][0])
    clues: dict[str, int] = {}
    lines_of: dict[str, int] = {}
    side = boxes[0] * boxes[1]
    for x, (line, cell) in zip(geometry(boxes).cells, cells, strict=True):
        value = _value(x, cell, side, line)
        if value != BLANK:
            clues[x], lines_of[x] = value, line
    made = Sudoku(boxes, clues, notes)
    check(made, lines_of)
    return made


def _odd_row(rows: list[tuple[int, list[str]]]) -> str:
    """A hint at the row whose length differs from the others', if there is one."""
    lengths = [len(row) for _, row in rows]
    usual = max(set(lengths), key=lengths.count)
    odd = next((index for index, length in enumerate(lengths, 1) if length != usual), None)
    if len(rows) < 3 or odd is None:
        return ""
    return f": row {odd} has {lengths[odd - 1]}, most have {usual}"


def _value(x: str, cell: str, side: int, line: int) -> int:
    if cell in (".", "0", "_", "?"):
        return BLANK
    value = int(cell) if cell.isascii() and cell.isdigit() else SYMBOLS.find(cell.upper()) + 1
    if not 1 <= value <= side:
        last = SYMBOLS[side - 1]
        values = f"1 to {last}" if side <= 9 else f"1 to 9 and A to {last} (or numbers with spaces between them)"
        raise PuzzleError(f"{cell!r} in cell {x} is no value; write {values}, or . for a blank cell", key="grid",
                          line=line)
    return value


def check(sudoku: Sudoku, lines: Mapping[str, int]) -> None:
    """Raises PuzzleError for two equal clues in one unit and for a blank cell that has no value left."""
    for name, unit in sudoku.geometry.units.items():
        seen: dict[int, str] = {}
        for x in unit:
            value = sudoku.clues.get(x)
            if value is not None and value in seen:
                raise PuzzleError(f"{seen[value]} and {x} are both {value}, in {name}; change one of them", key="grid",
                                  line=lines.get(x, 0))
            if value is not None:
                seen[value] = x
    for x, domain in sudoku.domains().items():
        if not domain:
            raise PuzzleError(f"nothing can stand in {x}: its row, column and box have all of 1 to {sudoku.side} "
                              "already; change a clue there", key="grid", line=lines.get(x, 0))


