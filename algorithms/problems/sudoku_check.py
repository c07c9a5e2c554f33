"""How many solutions a Sudoku has, and which clues clash: asked of a SAT solver (python-sat), in milliseconds.

A grid with no solution gets a minimal set of clues that clash: each of them is needed for the contradiction.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from algorithms.problems.cnf import Clause

if TYPE_CHECKING:
    from algorithms.problems.sudoku import Boxes, Sudoku


def solutions(sudoku: Sudoku, most: int = 2) -> list[dict[str, int]]:
    """Up to ``most`` solutions."""
    solver, clues = _solver(sudoku)
    every = range(1, sudoku.side + 1)
    found: list[dict[str, int]] = []
    with solver:
        while len(found) < most and solver.solve(assumptions=list(clues)):
            true = [literal for literal in solver.get_model() if literal > 0]
            cells = sudoku.geometry.cells
            found.append({cells[(literal - 1) // len(every)]: (literal - 1) % len(every) + 1 for literal in true})
            solver.add_clause([-literal for literal in true])
    return found


def verdict(sudoku: Sudoku) -> str:
    """What is wrong with the puzzle: that it has no solution, with the clues that clash, or more than one; or ""."""
    found = solutions(sudoku)
    if len(found) == 1:
        return ""
    if found:
        x = next(cell for cell in sudoku.geometry.cells if found[0][cell] != found[1][cell])
        values = sorted((found[0][x], found[1][x]))
        return f"this Sudoku has more than one solution: {x} can be {values[0]} or {values[1]}"
    clash = ", ".join(f"{x} = {sudoku.clues[x]}" for x in clashing(sudoku))
    return f"this Sudoku has no solution; these clues clash: {clash}"


def clashing(sudoku: Sudoku, fixed: Container[str] = ()) -> list[str]:
    """A minimal set of cells whose clues no solution has, of a Sudoku without a solution. Clues in ``fixed`` cells are
    taken for granted, and not named: with them alone there must be a solution."""
    solver, clues = _solver(sudoku)
    granted = [literal for literal, x in clues.items() if x in fixed]
    with solver:
        if solver.solve(assumptions=list(clues)):
            raise ValueError("this Sudoku has a solution")
        core = [literal for literal in solver.get_core() if clues[literal] not in fixed]
        for literal in list(core):
            rest = [other for other in core if other != literal]
            if not solver.solve(assumptions=granted + rest):
                core = rest
    return [x for literal, x in clues.items() if literal in core]


def _solver(sudoku: Sudoku) -> tuple[Any, dict[int, str]]:
    """A solver with the rules, and the clues as literals to assume, each with its cell."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

    number = {x: index * sudoku.side for index, x in enumerate(sudoku.geometry.cells)}
    return (Solver("minisat22", bootstrap_with=_rules(sudoku.boxes)),
            {number[x] + value: x for x, value in sudoku.clues.items()})


@lru_cache(maxsize=8)
def _rules(boxes: Boxes) -> list[Clause]:
    """The clauses of an empty grid; the value v of the i-th cell, from 0, is the variable i·side + v."""
    from algorithms.problems.sudoku import Sudoku  # imports this module, when somebody asks

    return list(Sudoku(boxes, {}).as_cnf().clauses)
