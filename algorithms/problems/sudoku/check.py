"""How many solutions a Sudoku has, and which clues clash: asked of a SAT solver, in milliseconds as a rule.

The solver is MiniCard, which python-sat brings and which takes "exactly one" as it is (Liffiton and Maglalang, "A
cardinality solver: more expressive constraints for free", SAT 2012): as clauses, the rules of a 25×25 grid are 800,000.

A grid with no solution gets a minimal set of clues that clash: each of them is needed for the contradiction.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from algorithms.long_work import Solving, solve
from algorithms.problems.sudoku.grid import Boxes, Grid


def solutions(sudoku: Grid, most: int = 2) -> list[dict[str, int]]:
    """Up to ``most`` solutions."""
    solver, clues = _solver(sudoku)
    every = range(1, sudoku.side + 1)
    found: list[dict[str, int]] = []
    with solver:
        while len(found) < most and solve(solver, clues):
            true = [literal for literal in solver.get_model() if literal > 0]
            cells = sudoku.geometry.cells
            found.append({cells[(literal - 1) // len(every)]: (literal - 1) % len(every) + 1 for literal in true})
            solver.add_clause([-literal for literal in true])
    return found


def verdict(sudoku: Grid) -> str:
    """What is wrong with the puzzle: that it has no solution, with the clues that clash, or more than one; or ""."""
    found = solutions(sudoku)
    if len(found) == 1:
        return ""
    if found:
        x = next(cell for cell in sudoku.geometry.cells if found[0][cell] != found[1][cell])
        values = sorted((found[0][x], found[1][x]))
        return f"this Sudoku has more than one solution: {x} is {values[0]} in one, {values[1]} in another"
    clash = ", ".join(f"{x} = {sudoku.clues[x]}" for x in clashing(sudoku))
    return f"this Sudoku has no solution; these clues clash: {clash}"


def clashing(sudoku: Grid, fixed: Container[str] = ()) -> list[str]:
    """A minimal set of cells whose clues no solution has, of a Sudoku without a solution. Clues in ``fixed`` cells are
    taken for granted, and not named: with them alone there must be a solution."""
    solver, clues = _solver(sudoku)
    granted = [literal for literal, x in clues.items() if x in fixed]
    with solver:
        if solve(solver, clues):
            raise ValueError("this Sudoku has a solution")
        core = [literal for literal in solver.get_core() if clues[literal] not in fixed]
        for literal in list(core):
            rest = [other for other in core if other != literal]
            if not solve(solver, granted + rest):
                core = rest
    return [x for literal, x in clues.items() if literal in core]


class OnlySolution(Solving):
    """Is a full grid the only solution of some of its clues? One solver for all such questions, which keeps what it
    learned from one to the next. ``news`` is what is told while it thinks."""

    def __init__(self, boxes: Boxes, grid: Mapping[str, int]) -> None:
        self._solver, clues = _solver(Grid(boxes, grid))
        self._literals = {x: literal for literal, x in clues.items()}
        self.news = ""

    def needs(self, left: Mapping[str, int], x: str) -> bool:
        """Have the clues ``left`` another solution without that of the cell x? With it they must have this one only."""
        rest = [self._literals[y] for y in left if y != x]
        return solve(self._solver, [*rest, -self._literals[x]], self.news)


def _solver(sudoku: Grid) -> tuple[Any, dict[int, str]]:
    """A solver with the rules, and the clues as literals to assume, each with its cell. The value v of the i-th cell,
    from 0, is the variable i·side + v."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

    side, geometry = sudoku.side, sudoku.geometry
    first = {x: index * side + 1 for index, x in enumerate(geometry.cells)}
    solver: Any = Solver("minicard")
    cells = [range(first[x], first[x] + side) for x in geometry.cells]
    units = [[first[x] + value for x in unit] for unit in geometry.units.values() for value in range(side)]
    for literals in map(list, (*cells, *units)):
        solver.add_clause(literals)
        solver.add_atmost(literals, 1)
    return solver, {first[x] + value - 1: x for x, value in sudoku.clues.items()}
