"""Gnomine as a formula: the example of the thesis, models against brute force, the mine total in both forms."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.consistency.arc_consistency import gac
from algorithms.core import run
from algorithms.problems.forms.cardinality import Encoding
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, RandomPosition, name
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError

ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
SILENT = MINE - 1  # uncovered, but its number is not seen


def board(rows: int, columns: int, rng: Random) -> Gnomine:
    """A board with numbers as a game has them, but now and then a wrong one, a wrong flag or a wrong total."""
    fields = [name(i, j) for i in range(rows) for j in range(columns)]
    mines = {x for x in fields if rng.random() < 0.25}
    puzzle = Gnomine(rows, columns, dict.fromkeys(fields, COVERED))
    seen, share = {}, rng.uniform(0.1, 0.9)
    for x in fields:
        lies = rng.random() < 0.02
        if x in mines or rng.random() < share:
            seen[x] = rng.choice([COVERED, COVERED, FLAG, MINE]) if x in mines or lies else COVERED
        else:
            seen[x] = sum(y in mines for y in puzzle.neighbours(x)) + lies
    return replace(puzzle, seen=seen, mines=max(0, len(mines) + rng.choice([0, 0, 0, 1, -1])))


boards = st.builds(board, st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6).map(Random))


def solutions(puzzle: Gnomine, fields: tuple[str, ...], total: bool) -> set[tuple[int, ...]]:
    """All placements of mines on the board that agree with flags, numbers and total, seen on ``fields``."""
    unknown = [x for x in puzzle.seen if puzzle.seen[x] == COVERED]
    known = {x: int(seen in (FLAG, MINE)) for x, seen in puzzle.seen.items()}
    found = set()
    for row in product((0, 1), repeat=len(unknown)):
        mine = {**known, **dict(zip(unknown, row, strict=True))}
        numbers = all(seen < 0 or seen == sum(mine[y] for y in puzzle.neighbours(x)) for x, seen in puzzle.seen.items())
        if numbers and not (total and sum(mine.values()) != puzzle.mines):
            found.add(tuple(mine[x] for x in fields))
    return found


def models(cnf: CNF) -> set[tuple[int, ...]]:
    """The values of the puzzle's variables in all models, enumerated by MiniSat."""
    found: set[tuple[int, ...]] = set()
    if () in cnf.clauses:
        return found
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = {*solver.get_model()}
            found.add(tuple(int(v in true) for v in range(1, cnf.visible + 1)))
            if not cnf.visible:
                break
            solver.add_clause([-v if v in true else v for v in range(1, cnf.visible + 1)])
    return found


def test_example_3_1_1() -> None:
    seen = dict.fromkeys((name(i, j) for i in range(3) for j in range(3)), SILENT)
    seen |= {"(1,1)": 3, "(1,2)": FLAG, "(2,1)": COVERED, "(2,2)": COVERED}
    cnf = Gnomine(3, 3, seen).as_cnf()
    assert ["(" + " ∨ ".join(map(cnf.word, clause)) + ")" for clause in cnf.clauses] == [
        "(¬(0,0))", "(¬(0,1))", "(¬(0,2))", "(¬(1,0))", "((1,2))", "(¬(2,0))",
        "((2,1) ∨ (2,2))", "((2,1) ∨ ¬(2,2))", "(¬(2,1) ∨ (2,2))"]
    assert cnf.origins == ("(0,0)", "(0,1)", "(0,2)", "(1,0)", "(1,2)", "(2,0)", "C(1,1)", "C(1,1)", "C(1,1)")
    assert cnf.names == ("(0,0)", "(0,1)", "(0,2)", "(1,0)", "(1,2)", "(2,0)", "(2,1)", "(2,2)")
    assert cnf.visible == 8


def test_fields_that_no_number_touches_join_for_the_total_only() -> None:
    puzzle = Gnomine.read(board="1 . . . F", mines=2)
    assert puzzle.as_cnf() == CNF(("(0,1)",), ((1,),), ("C(0,0)",), 1)
    cnf = puzzle.as_cnf(mine_total=True)
    assert cnf.names[:cnf.visible] == ("(0,1)", "(0,2)", "(0,3)", "(0,4)")
    assert cnf.names[cnf.visible] == "total.1"
    assert list(zip(cnf.clauses, cnf.origins, strict=True))[:2] == [((4,), "(0,4)"), ((1,), "C(0,0)")]
    assert {*cnf.origins[2:]} == {"total"}
    assert models(cnf) == {(1, 0, 0, 1)}


def test_a_number_that_does_not_hold_is_the_empty_clause() -> None:
    cnf = Gnomine(1, 2, {"(0,0)": 0, "(0,1)": FLAG}).as_cnf()
    assert (cnf.clauses, cnf.origins) == (((1,), ()), ("(0,1)", "C(0,0)"))


def test_auxiliary_variables_are_named_for_their_number() -> None:
    cnf = Gnomine.read(board="1 . .\n. . .").as_cnf(encoding="sequential")
    assert cnf.names[cnf.visible:] == ("C(0,0).1", "C(0,0).2", "C(0,0).3", "C(0,0).4", "C(0,0).5", "C(0,0).6")
    assert cnf.hidden == frozenset(cnf.names[3:])


@settings(deadline=None)
@given(boards, st.sampled_from(ENCODINGS), st.sampled_from(ENCODINGS), st.booleans())
def test_models_are_the_placements_of_mines(
    puzzle: Gnomine, encoding: Encoding, total_encoding: Encoding, total: bool
) -> None:
    if total_encoding == "truth-table" and list(puzzle.seen.values()).count(COVERED) > 10:
        total_encoding = "totalizer"  # the table is right, and slow
    cnf = puzzle.as_cnf(encoding=encoding, mine_total=total, total_encoding=total_encoding)
    assert models(cnf) == solutions(puzzle, cnf.names[:cnf.visible], total)
    assert len(cnf.origins) == len(cnf.clauses)
    assert len(set(cnf.names)) == len(cnf.names)


@pytest.mark.parametrize("seed", range(20))
def test_the_same_on_large_boards(seed: int) -> None:
    puzzle = board(4, 4, Random(seed))
    for encoding in ENCODINGS:
        for total in (False, True):
            cnf = puzzle.as_cnf(encoding=encoding, mine_total=total)
            assert models(cnf) == solutions(puzzle, cnf.names[:cnf.visible], total)


@settings(deadline=None)
@given(boards, st.booleans())
def test_the_network_has_the_same_solutions(puzzle: Gnomine, total: bool) -> None:
    csp = puzzle.as_csp(mine_total=total)
    unknown = [x for x, values in csp.domains.items() if len(values) > 1]
    found = set()
    for row in product((0, 1), repeat=len(unknown)):
        given = {**{x: values[0] for x, values in csp.domains.items()}, **dict(zip(unknown, row, strict=True))}
        if all(c.allows([given[x] for x in c.scope]) for c in csp.constraints):
            found.add(row)
    assert found == solutions(puzzle, tuple(unknown), total)


def test_the_total_decides_what_numbers_cannot() -> None:
    """A field that flags cut off from all numbers: the situation of Figure 2.3."""
    puzzle = Gnomine.read(board=". F 2\nF F 2\n2 2 1", mines=3)
    assert run(gac(puzzle.as_csp())).domains["(0,0)"] == (0, 1)
    csp = puzzle.as_csp(mine_total=True)
    total = csp.constraints[-1]
    assert (total.name, total.scope) == ("total", ("(0,0)", "(0,1)", "(1,0)", "(1,1)"))
    assert total.text == "sum of all covered fields = 3"
    assert run(gac(csp)).domains["(0,0)"] == (0,)
    assert "(0,0)" not in puzzle.as_cnf().names
    assert models(puzzle.as_cnf(mine_total=True)) == {(0, 1, 0, 1, 1, 0, 0, 0, 0)}


def test_what_the_total_says_when_it_cannot_hold() -> None:
    total = Gnomine.read(board=". . F", mines=2).as_csp(mine_total=True).constraints[-1]
    two, domains = {"(0,0)": (1,), "(0,1)": (1,), "(0,2)": (1,)}, {"(0,0)": (0,), "(0,1)": (0,), "(0,2)": (1,)}
    assert total.explain(two) == "2 mines needed, but 3 covered fields are flagged or must be mines"
    assert total.explain(domains) == "2 mines needed, but at most 1 of the covered fields can be a mine"


def test_a_total_that_is_all_known_says_nothing() -> None:
    puzzle = Gnomine.read(board="1 F", mines=1)
    assert puzzle.as_csp(mine_total=True).constraints == ()
    wrong = replace(puzzle, mines=0)
    assert [c.name for c in wrong.as_csp(mine_total=True).constraints] == ["total"]
    assert wrong.as_cnf(mine_total=True).clauses[-1] == ()


def test_an_unknown_total_is_refused() -> None:
    puzzle = Gnomine.read(board="1 .")
    for form in (puzzle.as_csp, puzzle.as_cnf):
        with pytest.raises(PuzzleError, match="the number of mines is not known; give mines") as caught:
            form(mine_total=True)
        assert caught.value.key == "mine_total"


def test_an_expert_field() -> None:
    puzzle = Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=12))
    cnf = puzzle.as_cnf(mine_total=True)
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        laid = [v if x in (puzzle.laid or ()) else -v for v, x in enumerate(cnf.names[:cnf.visible], 1)]
        assert solver.solve(laid)
    with pytest.raises(PuzzleError, match=r"the mine total is too large for a formula: .*choose totalizer") as caught:
        puzzle.as_cnf(mine_total=True, total_encoding="truth-table")
    assert caught.value.key == "total_encoding"


def undefined(puzzle: Gnomine, field: str) -> bool:
    """Is a field next to it undefined?"""
    domains = puzzle.domains()
    return any(len(domains.get(x, ())) > 1 for x in puzzle.neighbours(field))


@settings(deadline=None)
@given(boards, st.sampled_from(ENCODINGS), st.booleans())
def test_what_each_encoding_costs_is_what_it_takes(puzzle: Gnomine, encoding: Encoding, total: bool) -> None:
    """Each part in each encoding, against the clauses and variables of the formula that has it."""
    cnf = puzzle.as_cnf(encoding=encoding, mine_total=total)
    for other in ENCODINGS:
        built = puzzle.as_cnf(encoding=other, mine_total=total)
        costs = [cost for cost in cnf.costs if cost.encoding == other and not cost.part.endswith("total")]
        numbers = [index for index, origin in enumerate(built.origins) if origin.startswith("C(")]
        empty = sum(not built.clauses[index] and not undefined(puzzle, built.origins[index][1:]) for index in numbers)
        assert sum(cost.clauses for cost in costs) + empty == len(numbers)
        assert sum(cost.auxiliary for cost in costs) == sum(name.startswith("C(") for name in built.names)
    chosen = [cost for cost in cnf.costs if cost.chosen]
    assert {cost.encoding for cost in chosen} <= {encoding, "totalizer"}
    assert len(chosen) == len({cost.part for cost in cnf.costs})
    assert sum(cost.auxiliary for cost in chosen) == cnf.auxiliary


def test_what_the_total_would_cost_as_a_table_is_said_though_it_is_too_large() -> None:
    cnf = Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=12)).as_cnf(mine_total=True)
    table, pairs, counter, tree = cnf.costs[-4:]
    assert {cost.part for cost in (table, pairs, counter, tree)} == {table.part}
    assert table.part.endswith(", total")
    assert table.clauses > pairs.clauses > 10**60
    assert (table.auxiliary, pairs.auxiliary) == (0, 0)
    assert tree.chosen
    assert tree.clauses == cnf.origins.count("total") < counter.clauses
    assert tree.auxiliary == cnf.auxiliary < counter.auxiliary
