"""A position of Gnomine: the field, its geometry, and what is seen of it. Fields are named ``(i,j)``, from 0.

All that makes, checks or translates positions stands on this; the puzzle of lessons, which reads them, on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from algorithms.problems.forms.csp import Domain
from algorithms.problems.puzzle import Layout, PuzzleError

COVERED, FLAG, MINE = -1, -2, -3
LARGEST = 100  # rows and columns; a larger field has no use on a screen, and would take minutes to build
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # in the order of section 2.1.1

UNKNOWN: Domain = (0, 1)
A_MINE: Domain = (1,)
_NO_MINE: Domain = (0,)


def name(i: int, j: int) -> str:
    """The name of the field in row i and column j, both from 0; −1 and the size are padding."""
    return f"({i},{j})"


@lru_cache(4096)
def place(field: str) -> tuple[int, int]:
    """The row and the column of a field: the inverse of :func:`name`. ValueError for what is no such name."""
    i, j = field[1:-1].split(",")
    return int(i), int(j)


@dataclass(frozen=True)
class RandomPosition:
    """A position in the middle of a random game, as YAML asks for it.

    mines:  laid by ``seed`` so that the first click is none of them
    reveal: how many safe fields are clicked, at random, one after the other; each opens what a click would open.
            0: all is covered, and the mines are laid by whoever clicks first
    """

    rows: int
    columns: int
    mines: int
    seed: int = 0
    reveal: int = 1


@dataclass(frozen=True)
class Geometry:
    """What depends on the size alone: the fields row by row, the same with padding, and who is next to whom."""

    fields: tuple[str, ...]
    padded: tuple[str, ...]
    padding: frozenset[str]
    scopes: Mapping[str, tuple[str, ...]]  # all eight around a field, padding included
    neighbours: Mapping[str, tuple[str, ...]]  # the same inside the field


@lru_cache(maxsize=16)
def geometry(rows: int, columns: int) -> Geometry:
    """The geometry of a field of that size; shared by all positions on it."""
    padded = tuple(name(i, j) for i in range(-1, rows + 1) for j in range(-1, columns + 1))
    fields = tuple(name(i, j) for i in range(rows) for j in range(columns))
    padding = frozenset(padded) - frozenset(fields)
    scopes = {
        name(i, j): tuple(name(i + di, j + dj) for di, dj in AROUND) for i in range(rows) for j in range(columns)
    }
    neighbours = {field: tuple(x for x in scope if x not in padding) for field, scope in scopes.items()}
    return Geometry(fields, padded, padding, scopes, neighbours)


@dataclass(frozen=True)
class Position:
    """What is seen of a field, and what is known of its mines.

    seen:  each field by name, row by row: 0–8 uncovered, COVERED, FLAG, or MINE for one that exploded
    mines: the field's total, flags included, if it is known
    laid:  where the mines lie, if that is known
    """

    rows: int
    columns: int
    seen: Mapping[str, int]
    mines: int | None = None
    laid: frozenset[str] | None = None

    def with_seen(self, seen: Mapping[str, int]) -> Self:
        """The same field with another part of it seen."""
        return replace(self, seen=seen)

    def layout(self) -> Layout:
        """Fields one unit wide; padding has no place."""
        places = {name(i, j): (float(j), float(i)) for i in range(self.rows) for j in range(self.columns)}
        return Layout(self.columns, self.rows, places)

    def neighbours(self, field: str) -> tuple[str, ...]:
        """The up to eight fields around ``field``, row by row."""
        return geometry(self.rows, self.columns).neighbours[field]

    def domains(self) -> dict[str, Domain]:
        """D of section 2.1.1: padding and uncovered fields {0}, flagged and exploded ones {1}, the others {0, 1}."""
        of_seen = {COVERED: UNKNOWN, FLAG: A_MINE, MINE: A_MINE}
        domains = dict.fromkeys(geometry(self.rows, self.columns).padded, _NO_MINE)
        domains.update((field, of_seen[seen]) for field, seen in self.seen.items() if seen in of_seen)
        return domains

    def total(self) -> tuple[tuple[str, ...], int]:
        """The fields that the mine total speaks of, all but the uncovered ones, row by row, and the total.

        PuzzleError if nobody knows it.
        """
        if self.mines is None:
            raise PuzzleError("the number of mines is not known; give mines, or leave mine_total out", key="mine_total")
        fields = geometry(self.rows, self.columns).fields
        return tuple(field for field in fields if self.seen[field] < 0), self.mines
