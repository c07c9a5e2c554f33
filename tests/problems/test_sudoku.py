"""Sudoku: reading, rules, what is wrong with a grid, puzzles made at random, and the grid in each of its forms."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.backtracking.backtracking import mrv_random
from algorithms.core import run
from algorithms.long_work import listening
from algorithms.problems.sudoku.check import clashing, solutions, verdict
from algorithms.problems.sudoku.deal import (
    CLUES_IN_EACH,
    NUMBER_OF_CLUES,
    _dug,
    _hidden_single,
    by_distribution,
    by_number,
    full_grid,
)
from algorithms.problems.sudoku.grid import RandomSudoku, geometry
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.wrong_puzzles import refuses

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DRAWN = """
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
FOUR = Sudoku((2, 2), {})


def lines(text: str, width: int) -> str:
    return "\n".join(text[at:at + width] for at in range(0, len(text), width))


def is_solution(grid: dict[str, Any], sudoku: Sudoku) -> bool:
    """By the rules, unit by unit."""
    every = set(range(1, sudoku.side + 1))
    return (all(grid[x] == value for x, value in sudoku.clues.items())
            and all({grid[x] for x in unit} == every for unit in sudoku.geometry.units.values()))


fails = partial(refuses, Sudoku.read)


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    EASY, EASY.replace(".", "0"), lines(EASY, 9), DRAWN, "# a comment\n" + EASY + "  # and another",
    lines(EASY, 9).replace("\n", "\r\n"), lines(EASY, 27),
])
def test_ways_to_write_a_grid(text: str) -> None:
    puzzle = Sudoku.read(grid=text)
    assert "".join(str(puzzle.clues.get(x, ".")) for x in puzzle.geometry.cells) == EASY
    assert puzzle.warnings == ()


def test_names_of_cells_and_units() -> None:
    grid = geometry((3, 3))
    assert (grid.cells[0], grid.cells[8], grid.cells[9], grid.cells[-1]) == ("A1", "A9", "B1", "I9")
    assert grid.units["row D"] == tuple(f"D{j}" for j in range(1, 10))
    assert grid.units["column 2"] == tuple(f"{i}2" for i in "ABCDEFGHI")
    assert grid.units["box D4"] == ("D4", "D5", "D6", "E4", "E5", "E6", "F4", "F5", "F6")
    assert len(grid.units) == 27
    assert {len(peers) for peers in grid.peers.values()} == {20}  # as section 3 of the paper says
    assert len(grid.constraints) == 810


@pytest.mark.parametrize("boxes", [(2, 2), (3, 2), (2, 3), (4, 3), (4, 4), (2, 1)])
def test_boxes_of_any_size(boxes: tuple[int, int]) -> None:
    width, height = boxes
    side = width * height
    grid = geometry(boxes)
    assert len(grid.units) == 3 * side
    assert all(len(set(unit)) == side for unit in grid.units.values())
    assert {len(peers) for peers in grid.peers.values()} == {2 * (side - 1) + (width - 1) * (height - 1)}
    first = grid.units["box A1"]
    assert {x[0] for x in first} == set("ABCDEFGHIJKLMNOP"[:height])
    assert {int(x[1:]) for x in first} == set(range(1, width + 1))


def test_sixteen_by_sixteen_in_letters_and_in_numbers() -> None:
    rows = [["."] * 16 for _ in range(16)]
    rows[0][0], rows[0][5], rows[3][4] = "G", "A", "1"
    letters = "\n".join(" ".join(row) for row in rows)
    numbers = letters.replace("G", "16").replace("A", "10")
    made = Sudoku.read(grid=letters)
    assert made == Sudoku.read(grid=numbers) == Sudoku.read(grid=letters.lower())
    assert made.clues == {"A1": 16, "A6": 10, "D5": 1}
    assert made.boxes == (4, 4)


@pytest.mark.parametrize("blank", ["-", "*", "_", "?"])
@pytest.mark.parametrize("rules", [False, True])
def test_other_blanks_than_dots(blank: str, rules: bool) -> None:
    """A dash or an asterisk is a blank cell where the cells are too few without it; otherwise it draws the boxes."""
    grid = EASY.replace(".", blank)
    drawn = lines(grid, 9).splitlines()
    if rules:
        drawn = [" | ".join(row[i:i + 3] for i in (0, 3, 6)) for row in drawn]
        drawn[3:3] = drawn[6:6] = ["----+-----+----"]
    wanted = Sudoku.read(grid=EASY)
    assert Sudoku.read(grid="\n".join(drawn)) == wanted
    assert Sudoku.read(grid=grid) == wanted
    assert Sudoku.read(grid=f"{SOLVED}\n{grid}\n", number=2) == wanted
    assert Sudoku.read(grid=blank * 81).clues == {}
    fails("cells; a grid has" if blank not in "-*" else "has 28 cells", "grid", grid=grid[:-2])


def test_lines_of_dashes_still_draw_boxes() -> None:
    rows = lines(EASY, 9).splitlines()
    for rule in ("---------", "***", "- - -"):
        assert Sudoku.read(grid="\n".join([*rows[:3], rule, *rows[3:]])) == Sudoku.read(grid=EASY)


def test_a_file_of_many_puzzles() -> None:
    text = f"# two puzzles\n{SOLVED}\n\n{EASY}\n"
    assert Sudoku.read(grid=text, number=2).clues["A2"] == 3
    assert len(Sudoku.read(grid=text).clues) == 81
    [said] = Sudoku.read(grid=text).warnings
    assert said == "this is the first of 2 puzzles; number: 2 in a lesson takes the second"
    fails("there is no puzzle 3; the file has 2", "number", grid=text, number=3)
    fails("no puzzle 0", "number", grid=text, number=0)


def test_grids_that_cannot_be() -> None:
    fails("has 80 cells", "grid", grid=EASY[:80])
    fails("row 2 has 8, most have 9", "grid", grid="53..7....\n6..195..\n" + lines(EASY[18:], 9))
    fails("'x' in cell B1", "grid", line=1, grid=lines(EASY[:9] + "x" + EASY[10:], 9))
    fails("'5' in cell A2", "grid", grid="15" + "." * 14)
    fails("A1 and A3 are both 5, in row A", "grid", grid="5.5" + "." * 78)
    fails("A1 and I1 are both 5, in column 1", "grid", line=8, grid=lines("5" + "." * 71 + "5" + "." * 8, 9))
    fails("A1 and B2 are both 5, in box A1", "grid", line=1, grid=lines("5" + "." * 9 + "5" + "." * 70, 9))
    fails("nothing can stand in A1", "grid", grid=".12345678" + "9" + "." * 71)
    fails("the grid is empty", "grid", grid=" \n---\n")
    fails("either a grid (or a file) or random", "grid")
    fails("2 to 25 rows", "boxes", grid=EASY, boxes=(9, 9))
    fails("2 to 25 rows", "boxes", grid=EASY, boxes=(0, 3))
    fails("a grid has 36", "grid", grid=EASY, boxes=(3, 2))
    fails("at most", "grid", grid="." * 20_000_001)


# --- solutions, and what is said of them ---------------------------------------------------------------------------


def test_an_empty_grid_and_a_full_one() -> None:
    assert "more than one solution" in Sudoku.read(grid="." * 81).warnings[0]
    assert Sudoku.read(grid=SOLVED).warnings == ()


def test_a_grid_without_a_solution_names_a_minimal_clash() -> None:
    puzzle = Sudoku.read(grid="1234567.." + "." * 18 + ".......8." + "." * 18 + "5.......8" + "." * 18)
    assert solutions(puzzle) == []
    clash = clashing(puzzle)
    assert solutions(Sudoku(puzzle.boxes, {x: puzzle.clues[x] for x in clash})) == []
    for x in clash:  # each of them is needed
        assert solutions(Sudoku(puzzle.boxes, {y: puzzle.clues[y] for y in clash if y != x}), 1)
    assert all(f"{x} = {puzzle.clues[x]}" in verdict(puzzle) for x in clash)


def test_the_solution_is_found() -> None:
    found = solutions(Sudoku.read(grid=EASY))
    assert ["".join(map(str, grid.values())) for grid in found] == [SOLVED]


def test_all_grids_of_four_by_four() -> None:
    assert len(solutions(FOUR, 1000)) == 288  # a known figure


# --- random puzzles ------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(2, 2), (3, 2), (3, 3)]), st.integers(0, 10**6))
def test_full_grids_are_grids(boxes: tuple[int, int], seed: int) -> None:
    grid = full_grid(boxes, random.Random(seed))
    assert is_solution(grid, Sudoku(boxes, {}))
    assert grid == full_grid(boxes, random.Random(seed))


def test_a_full_grid_that_begins_badly_is_begun_again() -> None:
    """With this seed the first beginning is not done after 500 labels."""
    assert is_solution(full_grid((8, 2), random.Random(88)), Sudoku((8, 2), {}))


def test_two_values_with_one_place_between_them_are_a_contradiction() -> None:
    """As many places as there are values, but 1 and 2 have only A1."""
    grid = geometry((2, 2))
    left = {x: 0b1111 if x == "A1" else 0b1100 if x[0] == "A" or x in ("B1", "B2") else 0b1111 for x in grid.cells}
    assert _hidden_single(grid, left) is None


@settings(max_examples=5, deadline=None)
@given(st.integers(24, 40), st.integers(0, 10**6))
def test_unique_puzzles_have_one_solution(clues: int, seed: int) -> None:
    puzzle = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=clues, seed=seed))
    assert len(puzzle.clues) == clues
    assert len(solutions(puzzle)) == 1
    assert puzzle == Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=clues, seed=seed))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([(2, 2), (3, 2), (2, 3)]), st.integers(0, 36), st.integers(0, 10**6))
def test_clues_are_taken_away_while_there_is_one_solution_and_no_further(boxes: tuple[int, int], clues: int,
                                                                         seed: int) -> None:
    clues = min(clues, (boxes[0] * boxes[1]) ** 2)
    rng = random.Random(seed)
    left = full_grid(boxes, rng)
    clues = min(clues, len(left))
    for x in rng.sample(list(left), len(left)):
        without = Sudoku(boxes, {y: value for y, value in left.items() if y != x})
        if len(left) > clues and len(solutions(without)) == 1:
            del left[x]
    made = _dug(boxes, clues, random.Random(seed), "")
    assert made == left
    assert len(solutions(Sudoku(boxes, made))) == 1


def test_a_large_puzzle_takes_a_question_for_each_clue_and_few_conflicts() -> None:
    news: list[str] = []
    with listening(news.append):
        puzzle = Sudoku.read(boxes=(4, 4), random=RandomSudoku(clues=96, seed=1))
    assert len(puzzle.clues) == 96
    assert len(solutions(puzzle)) == 1
    asked = [said for said in news if said]
    tried = set(asked)
    assert len(tried) == len({said.rpartition(", ")[0] for said in tried})
    assert len(asked) - len(tried) < 40, "more times than that, 500 conflicts did not answer"


@pytest.mark.parametrize("level", NUMBER_OF_CLUES)
def test_puzzles_by_number_of_clues(level: str) -> None:
    least, most = NUMBER_OF_CLUES[level]
    rng = random.Random(level)
    for clues in (least, most):
        puzzle = Sudoku.made(by_number, (3, 3), clues, rng)
        assert len(puzzle.clues) == clues
        assert solutions(puzzle, 1)


@pytest.mark.parametrize("level", CLUES_IN_EACH)
def test_puzzles_by_distribution(level: str) -> None:
    each, rng = CLUES_IN_EACH[level], random.Random(level)
    for _ in range(5):
        puzzle = Sudoku.made(by_distribution, (3, 3), each, rng)
        assert {sum(x in puzzle.clues for x in unit) for unit in puzzle.geometry.units.values()} == {each}
        assert solutions(puzzle, 1)


def test_random_puzzles_that_cannot_be() -> None:
    fails("either clues, how many, or each", "random", random=RandomSudoku())
    fails("either clues, how many, or each", "random", random=RandomSudoku(clues=30, each=3))
    fails("from 0 to 81", "random.clues", random=RandomSudoku(clues=82))
    fails("from 0 to 9", "random.each", random=RandomSudoku(each=10))
    fails("not made unique", "random.unique", random=RandomSudoku(each=3, unique=True))
    fails("no puzzle with 16 clues has one solution: at least 17 are needed", "random.clues",
          random=RandomSudoku(clues=16))
    fails("no puzzle with 14 clues has one solution: at least 15 are needed", "random.clues", boxes=(4, 4),
          random=RandomSudoku(clues=14))
    fails("no puzzle with one solution and 3 clues was found: of 10 grids tried, the one that needs fewest needs 4; "
          "ask for as many or more", "random.clues", boxes=(2, 2), random=RandomSudoku(clues=3))
    fails("up to 16 rows", "boxes", boxes=(5, 5), random=RandomSudoku(clues=300))


# --- forms ---------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(2, 2), (3, 2), (3, 3)]), st.integers(0, 10**6), st.floats(0, 1))
def test_the_domains_are_equation_1(boxes: tuple[int, int], seed: int, part: float) -> None:
    rng = random.Random(seed)
    side = boxes[0] * boxes[1]
    puzzle = Sudoku.made(by_number, boxes, round(part * side * side), rng)
    for i, row in enumerate("ABCDEFGHI"[:side]):
        for j in range(1, side + 1):
            x = f"{row}{j}"
            together = {y: value for y, value in puzzle.clues.items() if y != x and (
                y[0] == row or int(y[1:]) == j
                or (("ABCDEFGHI".index(y[0]) // boxes[1], (int(y[1:]) - 1) // boxes[0])
                    == (i // boxes[1], (j - 1) // boxes[0])))}
            wanted = {puzzle.clues[x]} if x in puzzle.clues else set(range(1, side + 1)) - set(together.values())
            assert set(puzzle.as_csp().domains[x]) == wanted


def test_the_network_says_the_same_as_the_rules() -> None:
    rng = random.Random(3)
    for _ in range(30):
        puzzle = Sudoku.made(by_number, (2, 2), rng.randint(0, 10), rng)
        csp = puzzle.as_csp()
        grid = {x: puzzle.clues.get(x, rng.randint(1, 4)) for x in puzzle.geometry.cells}
        if rng.random() < 0.5:
            grid = dict(rng.choice(solutions(puzzle, 50)))
        holds = all(grid[x] in values for x, values in csp.domains.items()) and all(
            c.allows([grid[x] for x in c.scope]) for c in csp.constraints)
        assert holds == is_solution(grid, puzzle)


def test_the_formula_has_the_textbook_size() -> None:
    cnf = Sudoku((3, 3), {}).as_cnf()
    assert len(cnf.names) == 729
    assert len(cnf.clauses) == 81 * 37 + 27 * 9 + 810 * 9
    assert len(Sudoku.read(grid=EASY).as_cnf().clauses) == len(cnf.clauses) + 30


@settings(deadline=None)
@given(st.sampled_from([(2, 1), (2, 2), (3, 2), (2, 4), (3, 3)]), st.integers(0, 10_000))
def test_full_grids_are_those_that_mrv_random_makes(boxes: tuple[int, int], seed: int) -> None:
    """Making a puzzle knows no algorithm; its search draws as that one does, one grid after the other."""
    rng, others = random.Random(seed), random.Random(seed)
    for _ in range(2):
        found = run(mrv_random(Sudoku(boxes, {}).as_csp(), values="random", singles=True, rng=others))
        assert full_grid(boxes, rng) == found.solution
        assert rng.getstate() == others.getstate()
