"""Puzzles as at-least constraints: the variables and the models of their formulas, and far fewer constraints."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.colouring.sources import RandomGraph
from algorithms.problems.forms.at_least import AtLeast, clauses_as_at_least, exactly, subscript
from algorithms.problems.formula import Formula
from algorithms.problems.gnomine.position import FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.network import ConstraintText, Network
from algorithms.problems.puzzle import Puzzle, PuzzleError
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.at_least_runs import form_of, models_by_sat, models_of, models_of_cnf
from kit.sat_runs import cnfs
from kit.sat_runs import models_of as cnf_models


def same(puzzle: Puzzle, **options: object) -> None:
    """The form has the formula's variables, the puzzle's ones, and its models."""
    form, cnf = puzzle.as_at_least(**options), puzzle.as_cnf(**options)  # type: ignore[attr-defined]
    assert form.names == cnf.names[: cnf.visible]
    assert form.visible == cnf.visible
    assert {(*literals,) for literals, _ in form.constraints if len(set(map(abs, literals))) != len(literals)} == set()
    assert models_by_sat(form) == models_of_cnf(cnf)


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(2, 4), st.integers(0, 4), st.integers(0, 3), st.integers(0, 99), st.booleans())
def test_gnomine(rows: int, columns: int, mines: int, reveal: int, seed: int, total: bool) -> None:
    mines = min(mines, rows * columns - 1)
    puzzle = Gnomine.read(random=RandomPosition(rows, columns, mines, seed, min(reveal, rows * columns - mines)))
    same(puzzle, mine_total=total)


@pytest.mark.parametrize("flagged", ["(0,0)", "(1,1)", "(0,2)"])
def test_gnomine_with_a_flag_that_may_be_wrong(flagged: str) -> None:
    puzzle = Gnomine.read(board=". . .\n. . 1\n1 1 .", mines=2)
    same(puzzle.with_seen({**puzzle.seen, flagged: FLAG}), mine_total=True)
    same(puzzle.with_seen({**puzzle.seen, flagged: FLAG}))


def test_gnomine_writes_each_sum_as_two() -> None:
    form = Gnomine.read(board=". 2 .\n. . .", mines=2).as_at_least(mine_total=True)
    texts = [f"{origin}: {form.text(number)}" for number, origin in enumerate(form.origins, 1)]
    assert texts == [
        "C(0,1): {(0,0), (0,2), (1,0), (1,1), (1,2)}₂", "C(0,1): {¬(0,0), ¬(0,2), ¬(1,0), ¬(1,1), ¬(1,2)}₃",
        "total: {(0,0), (0,2), (1,0), (1,1), (1,2)}₂", "total: {¬(0,0), ¬(0,2), ¬(1,0), ¬(1,1), ¬(1,2)}₃"]


def test_gnomine_needs_the_total_to_be_known() -> None:
    with pytest.raises(PuzzleError, match="the number of mines is not known"):
        Gnomine.read(board="1 .").as_at_least(mine_total=True)


@pytest.mark.parametrize("grid", ["1...............", "1234341221434321", "12..34..........", "..3.4......2...."])
def test_sudoku(grid: str) -> None:
    same(Sudoku.read(grid=grid))


def test_sudoku_needs_two_constraints_for_each_cell_and_unit() -> None:
    form = Sudoku.read(grid="1" + "." * 80).as_at_least()
    assert len(form.constraints) == 2 * (81 + 27 * 9) + 1
    assert form.origins[0] == form.origins[1] == "A1"
    assert form.origins.count("5 in row A") == form.origins.count("9 in box D4") == 2
    assert form.origins[-1] == "clue A1"


@settings(deadline=None)
@given(st.integers(1, 5), st.integers(1, 3), st.integers(0, 99), st.booleans())
def test_colouring(nodes: int, colours: int, seed: int, given_one: bool) -> None:
    given: dict[str, str | int] | None = {"1": "red"} if given_one else None
    same(Colouring.read(colours=colours, random=RandomGraph(nodes, 0.5, seed=seed), given=given))


def test_colouring_says_when_it_is_too_large() -> None:
    edges = tuple((1, x) for x in range(2, 5000))
    with pytest.raises(PuzzleError, match=r"takes [\d,]+ at-least constraints; a formula has at most 2,000,000"):
        Colouring.read(colours=1000, edges=edges).as_at_least()


def test_a_network() -> None:
    domains: dict[str, tuple[int | str, ...]] = {"E": (1, 2), "F": (1, 3), "G": (2, 4), "H": (2, 3, 4),
                                                 "b": (0, 1)}
    texts = (ConstraintText(("F", "H"), "F >= H"), ConstraintText(("E", "G"), allowed=((1, 2), (2, 4))),
             ConstraintText(("b", "H"), "b * 2 < H"))
    same(Network.read(domains=domains, constraints=texts))


@settings(deadline=None)
@given(cnfs())
def test_a_formula(cnf: object) -> None:
    formula = Formula(cnf.names, tuple(tuple(dict.fromkeys(clause)) for clause in cnf.clauses))  # type: ignore[attr-defined]
    form = formula.as_at_least()
    assert all(minimum == 1 for _, minimum in form.constraints)
    over = {x for literals, _ in form.constraints for x in (form.names[abs(literal) - 1] for literal in literals)}
    wanted = {frozenset(x for x, true in model.items() if true and x in over) for model in cnf_models(formula.as_cnf())}
    assert models_of(form) == wanted


def test_what_is_always_true_is_left_out() -> None:
    assert clauses_as_at_least(Formula.read(formula="p | ~p, q | q | r, ~q").as_cnf()).constraints == (
        AtLeast((2, 3), 1), AtLeast((-2,), 1))
    assert exactly((1, 2, 3), 0) == [AtLeast((-1, -2, -3), 3)]
    assert exactly((1, 2, 3), 3) == [AtLeast((1, 2, 3), 3)]
    assert exactly((1, 2), 3) == [AtLeast((1, 2), 3)]  # no model
    assert exactly((), 0) == []


def test_the_price_is_that_of_the_paper() -> None:
    """Neller and Luo, section 3: 12 constraints for six hands of three cards, or 35,910 + 1,260 clauses."""
    hands = [range(1 + 21 * player, 22 + 21 * player) for player in range(6)]
    form = form_of((constraint.literals, constraint.minimum) for hand in hands for constraint in exactly(hand, 3))
    costs = {cost.encoding: cost for cost in form.costs}
    assert (costs["at-least"].part, costs["at-least"].clauses, costs["at-least"].chosen) == ("n = 21, × 12", 12, True)
    assert costs["pairwise"].clauses == 35_910 + 1_260 == 6 * (comb(21, 4) + comb(21, 19))
    assert list(costs) == ["at-least", "truth-table", "pairwise", "sequential", "totalizer"]
    assert form_of([((1, 2), 1), ((-1, -2), 1)]).costs == ()  # clauses already


def test_minima_are_written_below_the_line() -> None:
    assert (subscript(3), subscript(18), subscript(-1)) == ("₃", "₁₈", "₋₁")
