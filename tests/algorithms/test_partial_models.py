"""Partial models: they satisfy every clause, none of their literals could be spared, one model after the other."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.backbones.partial_models import ModelReducer
from algorithms.core import run
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.cdcl import Solver
from kit.sat_runs import cnfs


def some_models(cnf: CNF, most: int = 12) -> list[list[int]]:
    solver, found = Solver(cnf), list[list[int]]()
    more = run(solver.solve())
    while more and len(found) < most:
        found.append(solver.model())
        more = run(solver.another())
    return found


def one_by_one(clauses: Sequence[Sequence[int]], model: Sequence[int]) -> list[int]:
    """The definition: those of the fewest clauses are asked first whether they can be spared."""
    left = set(model)
    for literal in sorted(model, key=lambda literal: (sum(literal in clause for clause in clauses), abs(literal))):
        if all(left.intersection(clause) - {literal} for clause in clauses if literal in clause):
            left.discard(literal)
    return [literal for literal in model if literal in left]


@settings(deadline=None)
@given(cnfs(), st.randoms(use_true_random=False))
def test_partial_models(cnf: CNF, rng: st.DataObject) -> None:
    """Of any models in any order, a model again among them."""
    models = some_models(cnf)
    reducer = ModelReducer(cnf.clauses)
    for model in rng.choices(models, k=2 * len(models)) if models else []:  # type: ignore[attr-defined]
        kept = reducer.reduce(model)
        assert kept == one_by_one(cnf.clauses, model)
        assert [literal for literal in model if literal in kept] == kept
        assert all({*clause} & {*kept} for clause in cnf.clauses)
        for left_out in kept:  # none could be spared
            assert not all({*clause} & ({*kept} - {left_out}) for clause in cnf.clauses)


def test_a_partial_model() -> None:
    reducer = ModelReducer([(1, 2), (1, 3), (-4, 1), (5, 6)])
    assert reducer.reduce([1, 2, 3, -4, 5, -6]) == [1, 5]
    assert reducer.reduce([-1, 2, 3, -4, 5, 6]) == [2, 3, -4, 6]
    assert reducer.reduce([1, 2, 3, -4, 5, -6]) == [1, 5]


def test_no_clauses_and_variables_of_none() -> None:
    assert ModelReducer([]).reduce([1, -2]) == []
    assert ModelReducer([(1, -1), (2,)]).reduce([1, 2, 3]) == [1, 2]
