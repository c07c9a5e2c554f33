"""Puzzles as logic programs: by clingo, their answer sets are the solutions that python-sat finds of their formulas."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.colouring.sources import RandomGraph
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import generate_and_test
from algorithms.problems.forms.semantics import circles
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.problems.zebra.deal import RandomStreet
from algorithms.problems.zebra.puzzle import Zebra
from kit.answer_sets import answer_sets_by_clingo, models

literals = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))
cnfs = st.lists(st.lists(literals, max_size=4, unique_by=abs).map(tuple), max_size=10).map(
    lambda clauses: CNF(tuple("abcdef"), tuple(clauses), ("",) * len(clauses), 6))


@settings(max_examples=150, deadline=None)
@given(cnfs)
def test_the_answer_sets_of_a_formula_are_its_models(cnf: CNF) -> None:
    program = generate_and_test(cnf)
    assert answer_sets_by_clingo(program) == models(cnf)
    assert circles(program) == []


PUZZLES = [
    Sudoku.read(boxes=(2, 2), grid="1... ..2. .... ...4"), Sudoku.read(boxes=(2, 2), grid="12.. 3... .... ...."),
    Colouring.read(map="australia", colours=3, given={"SA": "blue"}),
    Colouring.read(random=RandomGraph(8, density=0.5, seed=3), colours=3),
    Colouring.read(edges=(("a", "b"), ("b", "c"), ("a", "c")), colours=2),
    *(Zebra.read(random=RandomStreet(3, 3, seed=seed)) for seed in range(3)),
    Zebra.read(named="classic"),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: type(puzzle).__name__.lower())
def test_the_answer_sets_of_a_puzzle_are_its_solutions(puzzle: Sudoku | Colouring | Zebra) -> None:
    program, found = puzzle.as_program(), models(puzzle.as_cnf())
    assert answer_sets_by_clingo(program) == found
    assert program.names == puzzle.as_cnf().names
    for solution in found:
        values = {name: int(name in solution) for name in program.names}
        assert sum(values.values()) == len(puzzle.as_csp().domains)


def test_a_sudoku_has_facts_choices_and_constraints() -> None:
    program = Sudoku.read(boxes=(2, 2), grid="1... ..2. .... ...4").as_program()
    rules = dict(zip((program.text(number) for number in range(1, program.count + 1)), program.origins, strict=True))
    assert rules["A1=1"] == "clue A1"
    assert rules["{A1=2}"] == ""
    assert rules["⊥ ← A1=1, A1=2"] == "A1"
    assert rules["⊥ ← not A1=1, not A1=2, not A1=3, not A1=4"] == "A1"
    assert rules["⊥ ← A1=1, A2=1"] == "A1≠A2"
    assert "{A1=1}" not in rules


def test_a_full_sudoku_as_a_program() -> None:
    given = Sudoku.read(grid="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    solutions = answer_sets_by_clingo(given.as_program())
    assert len(solutions) == 1
    assert {f"{x}={value}" for x, value in given.clues.items()} < next(iter(solutions))


@pytest.mark.parametrize(("puzzle", "atoms", "facts", "constraints"), [
    (PUZZLES[0], 64, 3, 384), (Colouring.read(map="australia", colours=3), 21, 0, 55), (PUZZLES[-1], 125, 2, 670),
], ids=["sudoku", "map", "zebra"])
def test_the_sizes_that_lessons_tell(puzzle: Sudoku | Colouring | Zebra, atoms: int, facts: int,
                                     constraints: int) -> None:
    rules = puzzle.as_program().rules
    assert sum(not rule.head for rule in rules) == constraints
    assert sum(rule.head > 0 and not rule.choice for rule in rules) == facts
    assert sum(rule.choice for rule in rules) == atoms - facts
