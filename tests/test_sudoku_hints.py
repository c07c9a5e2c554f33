"""Hints for a Sudoku: each is true, names its reason, and the simplest comes first; following them solves it."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.sudoku import RandomSudoku, Sudoku
from algorithms.problems.sudoku_check import solutions
from algorithms.problems.sudoku_deal import by_number, deal
from algorithms.sudoku_hints import hint
from test_sudoku import EASY, SOLVED

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@settings(max_examples=5, deadline=None)
@given(st.integers(24, 40), st.integers(0, 10**6))
def test_following_the_hints_solves_the_puzzle(clues: int, seed: int) -> None:
    puzzle = deal((3, 3), RandomSudoku(clues=clues, seed=seed))
    [solution] = solutions(puzzle)
    while (found := hint(puzzle)) is not None:
        assert found.cell is not None and found.value is not None
        assert found.cell not in puzzle.clues
        assert found.value == solution[found.cell]
        assert found.step.endswith(".")
        assert f"{found.cell} = {found.value}" in found.step
        assert "=" not in found.where + found.what  # the first two grades do not give it away
        puzzle = Sudoku(puzzle.boxes, {**puzzle.clues, found.cell: found.value})
    assert puzzle.clues == solution


def test_the_last_cell_of_a_unit_comes_first() -> None:
    found = hint(Sudoku.read(grid="." + SOLVED[1:]))
    assert found is not None
    assert (found.where, found.what) == ("Look at box A1.", "Only one cell is blank there.")
    assert found.step == "A1 = 5: it is the last blank cell of box A1."


def test_hidden_singles_come_before_naked_ones() -> None:
    found = hint(Sudoku.read(grid=EASY))
    assert found is not None
    assert re.fullmatch(r"There is only one place for \d in box [A-I]\d\.", found.what)
    assert found.cell in found.cells


@pytest.mark.parametrize("seed", range(4))
def test_a_needed_elimination_is_said_and_true(seed: int) -> None:
    """Digs deep, so that singles do not suffice, and looks for hints with an elimination."""
    puzzle = deal((3, 3), RandomSudoku(clues=24, seed=seed))
    [solution] = solutions(puzzle)
    while (found := hint(puzzle)) is not None:
        for values, cells in re.findall(r"so ([\d and]+) leaves? ((?:[A-I]\d(?:, )?)+)", found.step):
            for x in cells.strip(", ").split(", "):
                assert solution[x] not in map(int, values.split(" and "))
        puzzle = Sudoku(puzzle.boxes, {**puzzle.clues, str(found.cell): int(found.value or 0)})


def test_where_no_rule_applies_a_trial_is_named() -> None:
    puzzle = Sudoku.read(grid=HARD)
    while (found := hint(puzzle)) is not None and "No simple rule" not in found.what:
        puzzle = Sudoku(puzzle.boxes, {**puzzle.clues, str(found.cell): int(found.value or 0)})
    assert found is not None
    assert re.search(r"in a contradiction \(\d+ labels of search\)", found.step)


def test_full_wrong_and_ambiguous_boards() -> None:
    assert hint(Sudoku.read(grid=SOLVED)) is None
    [solution] = solutions(Sudoku.read(grid=EASY))
    x = next(x for x, values in Sudoku.read(grid=EASY).domains().items() if len(values) > 1)
    wrong = next(int(value) for value in Sudoku.read(grid=EASY).domains()[x] if value != solution[x])
    found = hint(Sudoku((3, 3), {**Sudoku.read(grid=EASY).clues, x: wrong}))
    assert found is not None
    assert found.cell is None
    assert "these clues clash" in found.step
    ambiguous = hint(by_number((3, 3), 10, random.Random(1)))
    assert ambiguous is not None
    assert ambiguous.cell is not None or "more than one solution" in ambiguous.what
