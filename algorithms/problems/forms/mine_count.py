"""A Gnomine position as numbers to count with: a form that the algorithm for mine probabilities takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Number:
    """``mines`` of the fields in ``among``, all undefined and none twice, are mines; ``name`` is the constraint's."""

    name: str
    mines: int
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MineCount:
    """Which undefined fields the numbers touch, and how many mines are still to be found.

    numbers:   those with undefined neighbours, and those that are violated, row by row; known mines are subtracted
    untouched: the undefined fields that no number touches, row by row
    mines:     the total of all undefined fields, or None if the total does not count
    """

    numbers: tuple[Number, ...]
    untouched: tuple[str, ...]
    mines: int | None

    method = "as_mine_count"  # the name of the puzzle's method that gives this form
    hidden: ClassVar[frozenset[str]] = frozenset()  # all fields are the puzzle's
