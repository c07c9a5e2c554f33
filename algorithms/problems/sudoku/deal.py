"""Making Sudoku puzzles: with one solution, and as the paper made its ten thousand.

Source of the two random kinds: Abuluaih, Mohamed, Annamalai and Iida, SCDS 2018, section 6.2: puzzles by the *number*
of clues, and by their *distribution*, the same number in each row, column and box. The paper does not say how its
puzzles were made, nor whether they have one solution; its figures are best met by clues left over from a random full
grid, with as many solutions as there may be. So the experiments use ``unique: false``; a puzzle for people is unique.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from algorithms.long_work import checkpoint
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.sudoku.check import OnlySolution
from algorithms.problems.sudoku.grid import Boxes, Geometry, RandomSudoku, geometry
from algorithms.words import counted

NUMBER_OF_CLUES: Mapping[str, tuple[int, int]] = {
    "extremely easy": (50, 61), "easy": (36, 49), "medium": (32, 35), "difficult": (28, 31), "evil": (22, 27),
}
"""Section 6.2: the levels by number of clues, from and to."""

CLUES_IN_EACH: Mapping[str, int] = {"extremely easy": 5, "easy": 4, "medium": 3, "difficult": 2, "evil": 1}
"""Section 6.2: the levels by distribution: clues in each row, column and box."""

_ATTEMPTS = 10
_LABELS_A_CELL = 2  # of a full grid, before it is begun again; a 9×9 grid takes 41 to 52 labels in all
_FEWEST = 17  # clues of a 9×9 puzzle with one solution: McGuire, Tugemann and Civario 2014


def deal(boxes: Boxes, wanted: RandomSudoku) -> dict[str, int]:
    """The clues of the random puzzle; the same seed gives the same ones. PuzzleError for what cannot be."""
    rng = Random(wanted.seed)
    side = boxes[0] * boxes[1]
    if side > 16:
        raise PuzzleError(f"random grids have up to 16 rows, and these boxes make {side}; write a grid", key="boxes")
    if (wanted.clues is None) == (wanted.each is None):
        raise PuzzleError("give either clues, how many, or each, how many in each row, column and box", key="random")
    if wanted.each is not None:
        if wanted.unique:
            raise PuzzleError("puzzles by distribution are not made unique; leave it out", key="random.unique")
        if not 0 <= wanted.each <= side:
            raise PuzzleError(f"must be from 0 to {side}; change it", key="random.each")
        return by_distribution(boxes, wanted.each, rng)
    clues = wanted.clues or 0
    if not 0 <= clues <= side * side:
        raise PuzzleError(f"must be from 0 to {side * side}; change it", key="random.clues")
    return by_number(boxes, clues, rng) if wanted.unique is False else dig(boxes, clues, rng)


def full_grid(boxes: Boxes, rng: Random) -> dict[str, int]:
    """A random full grid: backtracking with MRV, any of a tie, values in random order, singles filled. A few
    large grids would take hours after an unlucky beginning (Gomes, Selman and Crato 1997): they are begun again."""
    side = boxes[0] * boxes[1]
    while True:
        left = dict.fromkeys(geometry(boxes).cells, (1 << side) - 1)
        found = _filled(geometry(boxes), left, rng, iter(range(_LABELS_A_CELL * len(left))))
        if found is not None:
            return {x: mask.bit_length() for x, mask in found.items()}


def _filled(grid: Geometry, left: dict[str, int], rng: Random, labels: Iterator[int]) -> dict[str, int] | None:
    """A random full grid in which each cell has one of the values that are ``left`` to it, the bits of a number; None
    where there is none, or as many ``labels`` did not lead to one. All that follows from cells with one value must be
    drawn already."""
    checkpoint()
    sizes = {x: mask.bit_count() for x, mask in left.items()}
    least = min((size for size in sizes.values() if size > 1), default=1)
    if least == 1:
        return left
    tied = [x for x, size in sizes.items() if size == least]
    x = rng.choice(tied) if len(tied) > 1 else tied[0]
    values = [1 << value for value in range(grid.side) if left[x] >> value & 1]
    rng.shuffle(values)
    for bit, _ in zip(values, labels):  # noqa: B905 - it ends where either does
        tried = {**left, x: bit}
        if _settled(grid, tried, x) and (found := _filled(grid, tried, rng, labels)) is not None:
            return found
    return None


def _settled(grid: Geometry, left: dict[str, int], x: str) -> bool:
    """Draws what follows from the one value of x by naked and hidden singles; is there no contradiction?"""
    waiting = [x]
    while waiting:
        x = waiting.pop()
        for y in grid.peers[x]:
            if left[y] & left[x]:
                left[y] ^= left[x]
                if not left[y]:
                    return False
                if left[y].bit_count() == 1:
                    waiting.append(y)
        if not waiting:
            hidden = _hidden_single(grid, left)
            if hidden is None:
                return False
            waiting += hidden
    return True


def _hidden_single(grid: Geometry, left: dict[str, int]) -> list[str] | None:
    """Gives a cell the value that has its only place there in a unit: that cell, if there is one. None: a value has no
    place at all, or two values have only the same one."""
    for unit in grid.units.values():
        once = twice = 0
        for x in unit:
            twice |= once & left[x]
            once |= left[x]
        if once != (1 << grid.side) - 1:
            return None
        only = once & ~twice
        for x in unit:
            if left[x] & only and left[x].bit_count() > 1:
                left[x] &= only
                return [x] if left[x].bit_count() == 1 else None
    return []


def by_number(boxes: Boxes, clues: int, rng: Random) -> dict[str, int]:
    """So many clues left over from a random full grid, any of them; there may be more than one solution."""
    grid = full_grid(boxes, rng)
    kept = frozenset(rng.sample(list(grid), clues))
    return {x: value for x, value in grid.items() if x in kept}


def by_distribution(boxes: Boxes, each: int, rng: Random) -> dict[str, int]:
    """The same number of clues in each row, column and box of a random full grid.

    The cells of one value stand once in each row, column and box. So the cells of any ``each`` values of another
    random full grid are such a pattern.
    """
    grid, pattern = full_grid(boxes, rng), full_grid(boxes, rng)
    values = frozenset(rng.sample(range(1, boxes[0] * boxes[1] + 1), each))
    return {x: value for x, value in grid.items() if pattern[x] in values}


def dig(boxes: Boxes, clues: int, rng: Random) -> dict[str, int]:
    """A puzzle with one solution and so many clues: those not needed are taken from full grids, in random order.

    PuzzleError if no such puzzle was found.
    """
    side = boxes[0] * boxes[1]
    fewest = _FEWEST if boxes == (3, 3) else side - 1  # two values that no clue has could change places
    if clues < fewest:
        raise PuzzleError(f"no puzzle with {counted(clues, 'clue')} has one solution: at least {fewest} are needed; "
                          "ask for more, or unique: false", key="random.clues")
    needed = []
    for attempt in range(1, _ATTEMPTS + 1):
        left = _dug(boxes, clues, rng, f"making a {side}×{side} Sudoku with {counted(clues, 'clue')}: grid {attempt} "
                                       f"of at most {_ATTEMPTS}")
        if len(left) == clues:
            return {x: left[x] for x in geometry(boxes).cells if x in left}
        needed.append(len(left))
    raise PuzzleError(f"no puzzle with one solution and {counted(clues, 'clue')} was found: of {_ATTEMPTS} grids "
                      f"tried, the one that needs fewest needs {min(needed)}; ask for as many or more, or "
                      "unique: false",
                      key="random.clues")


def _dug(boxes: Boxes, clues: int, rng: Random, news: str) -> dict[str, int]:
    """The clues left of a random full grid, in the order of the grid, when those not needed are taken away until there
    are only so many."""
    grid = full_grid(boxes, rng)
    left = dict(grid)
    with OnlySolution(boxes, grid) as only:
        for tried, x in enumerate(rng.sample(list(grid), len(grid))):
            if len(left) == clues:
                break
            only.news = f"{news}, {tried} of {len(grid)} clues tried, {len(left)} left"
            if not only.needs(left, x):
                del left[x]
    return left
