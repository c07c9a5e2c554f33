"""How fast a Sudoku is searched, drained, with every event yielded.

``main.py test tests/benchmarks/test_sudoku_speed.py --benchmark-enable`` measures. The limits: MRV+ with forward
checking gives more than 20,000 labels a second on 9×9; with singles it solves at least as many puzzles a second as
Norvig's program (``propagation_search.py``) in the same process, on random puzzles and on hard ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from time import process_time

import pytest
from propagation_search import solve
from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.backtracking.backtracking import mrv_plus
from algorithms.core import run
from algorithms.events import Labelled
from algorithms.problems.sudoku.deal import by_number
from algorithms.problems.sudoku.grid import RandomSudoku
from algorithms.problems.sudoku.puzzle import Sudoku

HARD = """\
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
52...6.........7.13...........4..8..6......5...........418.........3..2...87.....
6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....
48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....
....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...
......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.
6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....
.524.........7.1..............8.2...3.....6...9.5.....1.6.3...........897........
6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6.....
.923.........8.1...........1.7.4...........658.........6.5.2...4.....7.....9.....
"""  # ten of the grids that solvers are usually compared on
SETS = ("one solution, 25 clues", "random, 22 to 27 clues", "hard, 17 clues")
Solver = Callable[[Sudoku], dict[str, int]]


@lru_cache
def puzzles(name: str, count: int) -> tuple[Sudoku, ...]:
    """So many puzzles of a set; of hard ones, there are ten."""
    if name == SETS[0]:
        return tuple(Sudoku.read(boxes=(3, 3), random=RandomSudoku(25, seed=seed)) for seed in range(count))
    if name == SETS[1]:
        return tuple(Sudoku.made(by_number, (3, 3), Random(seed).randint(22, 27), Random(seed))
                     for seed in range(count))
    return tuple(Sudoku.read(grid=HARD, number=number) for number in range(1, min(count, 10) + 1))


def ours(sudoku: Sudoku) -> dict[str, int]:
    """The solution by MRV+ with naked and hidden singles; all events pass by."""
    solution = run(mrv_plus(sudoku.as_csp(), singles=True)).solution
    assert solution is not None
    return {x: int(value) for x, value in solution.items()}


def norvigs(sudoku: Sudoku) -> dict[str, int]:
    """The solution by Norvig's program."""
    left = solve(dict(sudoku.clues))
    assert left is not None
    return {x: int(digits) for x, digits in left.items()}


def puzzles_a_second(solver: Solver, name: str, count: int) -> float:
    """How many it solves, in CPU time."""
    waiting = puzzles(name, count)
    began = process_time()
    for sudoku in waiting:
        solver(sudoku)
    return len(waiting) / (process_time() - began)


def labels_a_second(count: int) -> float:
    """Of plain MRV+, in CPU time."""
    waiting = puzzles(SETS[0], count)
    labels, began = 0, process_time()
    for sudoku in waiting:
        labels += sum(isinstance(event, Labelled) for event in mrv_plus(sudoku.as_csp()))
    return labels / (process_time() - began)


@pytest.mark.parametrize("solver", [ours, norvigs])
@pytest.mark.parametrize("name", SETS)
def test_puzzles(benchmark: BenchmarkFixture, name: str, solver: Solver) -> None:
    """All puzzles of a set; each solution has the clues, and every digit in every unit."""
    waiting = puzzles(name, 1 if benchmark.disabled else 40)
    found: list[dict[str, int]] = benchmark(lambda: [solver(sudoku) for sudoku in waiting])
    for sudoku, solution in zip(waiting, found, strict=True):
        assert {x: solution[x] for x in sudoku.clues} == dict(sudoku.clues)
        for unit in sudoku.geometry.units.values():
            assert {solution[x] for x in unit} == set(range(1, 10))


def test_labels(benchmark: BenchmarkFixture) -> None:
    """Plain MRV+."""
    assert benchmark(labels_a_second, 1 if benchmark.disabled else 40) > 0
