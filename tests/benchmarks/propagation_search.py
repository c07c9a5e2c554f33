"""Norvig's way to solve a Sudoku, written afresh to be measured against: propagation of singles, then search by MRV.

After Peter Norvig, *Solving Every Sudoku Puzzle*, 2010. Each cell has a text with the digits that it may still hold. A
digit that leaves a cell takes two rules along: a cell with one digit takes it from its peers, and a digit with one
place left in a unit goes there. Then the first cell with the fewest digits, two or more, is tried with each of them.
"""

from __future__ import annotations

from algorithms.problems.sudoku.grid import geometry

GRID = geometry((3, 3))
UNITS = {x: [unit for unit in GRID.units.values() if x in unit] for x in GRID.cells}
PEERS = GRID.peers
Left = dict[str, str]


def solve(clues: dict[str, int]) -> Left | None:
    """The digits of each cell, one each; None if there is no solution."""
    left = dict.fromkeys(GRID.cells, "123456789")
    for x, value in clues.items():
        if not _assign(left, x, str(value)):
            return None
    return _search(left)


def _assign(left: Left, x: str, digit: str) -> bool:
    """Takes all digits but one from a cell. No contradiction?"""
    return all(_eliminate(left, x, other) for other in left[x].replace(digit, ""))


def _eliminate(left: Left, x: str, digit: str) -> bool:
    if digit not in left[x]:
        return True
    left[x] = rest = left[x].replace(digit, "")
    if not rest:
        return False
    if len(rest) == 1 and not all(_eliminate(left, y, rest) for y in PEERS[x]):
        return False
    for unit in UNITS[x]:
        places = [y for y in unit if digit in left[y]]
        if not places or (len(places) == 1 and not _assign(left, places[0], digit)):
            return False
    return True


def _search(left: Left) -> Left | None:
    if all(len(digits) == 1 for digits in left.values()):
        return left
    _, x = min((len(digits), x) for x, digits in left.items() if len(digits) > 1)
    for digit in left[x]:
        branch = left.copy()
        if _assign(branch, x, digit):
            found = _search(branch)
            if found is not None:
                return found
    return None
