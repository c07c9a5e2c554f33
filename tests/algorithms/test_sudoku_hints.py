"""Hints for a Sudoku: each is true, names its reason, and the simplest comes first; following them solves it. Digits
that are wrong are found."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_sudoku import EASY, SOLVED

from algorithms.advice.sudoku import hint
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.deal import by_number
from algorithms.problems.sudoku.grid import RandomSudoku
from algorithms.problems.sudoku.puzzle import Sudoku

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@settings(max_examples=5, deadline=None)
@given(st.integers(24, 40), st.integers(0, 10**6))
def test_following_the_hints_solves_the_puzzle(clues: int, seed: int) -> None:
    puzzle = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=clues, seed=seed))
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
    puzzle = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=24, seed=seed))
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
    assert "digits clash" in found.step
    assert "clues" not in found.step
    ambiguous = hint(Sudoku.made(by_number, (3, 3), 10, random.Random(1)))
    assert ambiguous is not None
    assert ambiguous.cell is not None or "more than one solution" in ambiguous.what


def test_of_several_solutions_two_are_told_as_there_may_be_more() -> None:
    found = hint(Sudoku.read(grid="." * 81))
    assert found is not None
    assert re.fullmatch(r"(\w\d) is (\d) in one solution, and (\d) in another\. Choose one\.", found.step)


# --- wrong digits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
def test_wrong_digits_are_counted_then_placed_then_named(count: int) -> None:
    """All of the user's digits that the solution has not are meant, and none of the others, nor any clue."""
    puzzle = Sudoku.read(grid=EASY)
    [solution] = solutions(puzzle)
    written: dict[str, int] = {}
    for x, values in puzzle.domains().items():
        wrong = [int(value) for value in values if value != solution[x]]
        if len(written) < count and wrong:
            try:
                Sudoku((3, 3), {**puzzle.clues, **written}).with_value(x, wrong[0])
            except PuzzleError:
                continue
            written[x] = wrong[0]
    assert len(written) == count
    right = next(x for x in reversed(puzzle.geometry.cells) if x not in puzzle.clues and x not in written)
    found = hint(Sudoku((3, 3), {**puzzle.clues, **written, right: solution[right]}), puzzle.clues)
    assert found is not None
    assert found.where == ("1 digit on this board is wrong." if count == 1 else "3 digits on this board are wrong.")
    assert found.shown(1) == ()
    assert "=" not in found.what
    assert set(written) <= set(found.shown(2)) <= {*written, right}
    assert found.shown(3) == found.wrong == tuple(written)
    assert re.findall(r"(\w\d) = (\d)", found.step) == [(x, str(value)) for x, value in written.items()]
    assert found.erase


def test_digits_of_the_user_alone_clash_without_a_need_of_any_other() -> None:
    """1 to 6 in the row leave 7 no place in it; the 9 has nothing to do with that."""
    board = Sudoku((3, 3), {**{f"A{i}": i for i in range(1, 7)}, "B7": 7, "I9": 9})
    found = hint(board, {})
    assert found is not None
    assert found.wrong == (*(f"A{i}" for i in range(1, 7)), "B7")
    assert (found.shown(1), found.shown(2)) == ((), found.wrong)
    assert found.step.startswith("These digits clash: A1 = 1, ")
    assert not found.erase


def test_where_the_clues_have_several_solutions_a_digit_in_none_of_them_is_wrong() -> None:
    """The same row, but its digits are clues of the puzzle: of the user's, the 7 alone can be mended."""
    clues = {f"A{i}": i for i in range(1, 7)}
    found = hint(Sudoku((3, 3), {**clues, "B7": 7, "I9": 9}), clues)
    assert found is not None
    assert found.wrong == ("B7",)
    assert found.erase
    assert found.step == "B7 = 7 is not in any solution of this puzzle."


def test_clues_without_a_solution_are_said_to_have_none() -> None:
    clues = {**{f"A{i}": i for i in range(1, 7)}, "B7": 7}
    found = hint(Sudoku((3, 3), {**clues, "I9": 9}), clues)
    assert found is not None
    assert found.what == "The clues of this puzzle alone have no solution."
    assert "I9" not in found.wrong
    assert not found.erase
