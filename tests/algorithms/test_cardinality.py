"""Encodings of at most, at least and exactly k: models against counting, sizes against what is built, the sources."""

from __future__ import annotations

import re
from itertools import count, product
from math import comb
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.problems.forms.cardinality import (
    Encoding,
    Relation,
    Size,
    TooLargeError,
    about,
    encoded,
    pairwise,
    sequential_counter,
    size,
    totalizer,
    truth_table,
)
from algorithms.problems.forms.cnf import Clause
from kit.work import calls_at_most

ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
ALLOWS: dict[Relation, Any] = {"at most": int.__le__, "at least": int.__ge__, "exactly": int.__eq__}


def in_clauses(relation: Relation, encoding: Encoding, x: list[int], k: int) -> tuple[list[Clause], int]:
    """The clauses over the literals ``x``, and the number of variables in them, auxiliary ones included."""
    numbers = count(max(map(abs, x), default=0) + 1)
    clauses = encoded(relation, x, k, lambda: next(numbers), encoding)
    return clauses, next(numbers) - 1


def projected(clauses: list[Clause], n: int) -> set[tuple[int, ...]]:
    """Which values of the first ``n`` variables have a model, each asked of MiniSat."""
    with Minisat22(bootstrap_with=[clause for clause in clauses if clause]) as solver:
        if () in clauses:
            return set()
        return {row for row in product((0, 1), repeat=n)
                if solver.solve([v if true else -v for v, true in enumerate(row, 1)])}


def all_models(clauses: list[Clause], variables: int) -> list[tuple[int, ...]]:
    return [row for row in product((0, 1), repeat=variables)
            if all(any(row[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("relation", ALLOWS)
@pytest.mark.parametrize("n", range(8))
def test_models_are_those_that_counting_finds(relation: Relation, encoding: Encoding, n: int) -> None:
    for k in range(-2, n + 3):
        clauses, variables = in_clauses(relation, encoding, list(range(1, n + 1)), k)
        wanted = {row for row in product((0, 1), repeat=n) if ALLOWS[relation](sum(row), k)}
        assert projected(clauses, n) == wanted, (k, clauses)
        assert size(relation, encoding, n, k) == Size(len(clauses), sum(map(len, clauses)), variables - n)


@given(st.sampled_from(ENCODINGS), st.sampled_from(list(ALLOWS)), st.integers(-1, 7),
       st.lists(st.booleans(), max_size=6), st.randoms(use_true_random=False))
def test_literals_of_any_sign_and_order(
    encoding: Encoding, relation: Relation, k: int, signs: list[bool], rng: Any
) -> None:
    x = [v if sign else -v for v, sign in enumerate(signs, 1)]
    rng.shuffle(x)
    clauses, _ = in_clauses(relation, encoding, x, k)
    wanted = {row for row in product((0, 1), repeat=len(x))
              if ALLOWS[relation](sum(row[abs(literal) - 1] == (literal > 0) for literal in x), k)}
    assert projected(clauses, len(x)) == wanted


def test_the_truth_table_is_the_one_of_the_thesis() -> None:
    """Table 3.1 and Example 3.1.1: two variables, one more mine than those known: both."""
    assert encoded("exactly", [7, 8], 2, int, "truth-table") == [(7, 8), (7, -8), (-7, 8)]
    assert truth_table([7, 8], 1, 1, int) == [(7, 8), (-7, -8)]


@pytest.mark.parametrize("n", range(2, 9))
def test_sizes_are_those_of_the_sources(n: int) -> None:
    for k in range(1, n):
        assert size("at most", "truth-table", n, k).clauses == sum(comb(n, i) for i in range(k + 1, n + 1))
        assert size("at most", "pairwise", n, k).clauses == comb(n, k + 1)
        sequential = size("at most", "sequential", n, k)
        assert (sequential.clauses, sequential.variables) == (2 * n * k + n - 3 * k - 1, k * (n - 1))  # Sinz, section 2
        assert size("at least", "sequential", n, k) == size("at most", "sequential", n, n - k)
    if n in (2, 4, 8):  # one variable for each literal on each level of the tree
        assert size("exactly", "totalizer", n, 1).variables == n * (n.bit_length() - 1)


def test_the_clauses_of_the_sources() -> None:
    fresh = count(4)
    assert pairwise([1, 2, 3], 1, 1, int) == [(-1, -2), (-1, -3), (-2, -3), (1, 2, 3)]
    assert sequential_counter([1, 2, 3], 0, 1, lambda: next(fresh)) == [  # s₁ = 4, s₂ = 5
        (-1, 4), (-2, 5), (-4, 5), (-2, -4), (-3, -5)]
    fresh = count(3)
    assert totalizer([1, 2], 1, 1, lambda: next(fresh)) == [
        (1, 2, -3), (-2, 3), (1, -4), (-1, 3), (2, -4), (-1, -2, 4), (3,), (-4,)]


@pytest.mark.parametrize("n", range(1, 5))
def test_a_model_has_one_extension_to_the_totalizer(n: int) -> None:
    for k in range(n + 1):
        clauses, variables = in_clauses("exactly", "totalizer", list(range(1, n + 1)), k)
        assert len(all_models(clauses, variables)) == comb(n, k)


def test_what_is_too_large_is_refused_at_once_and_what_fits_is_named() -> None:
    cases: tuple[tuple[Encoding, int, int, str], ...] = (
        ("truth-table", 480, 99, "exactly 99 of 480 variables takes too much as truth-table, with about 10^144 "
                                 "clauses; choose totalizer"),
        ("truth-table", 21, 10, "with 1,744,436 clauses; choose totalizer"),
        ("truth-table", 60, 60, "choose pairwise"),
        ("pairwise", 480, 99, "choose totalizer"),
        ("sequential", 10_000, 2_000, "every encoding does; take fewer"),
        ("totalizer", 9_000, 2_000, "every encoding does; take fewer"),
    )
    with calls_at_most(500_000):
        for encoding, n, k, says in cases:
            with pytest.raises(TooLargeError, match=re.escape(says)):
                encoded("exactly", range(1, n + 1), k, int, encoding)
        with pytest.raises(TooLargeError):  # one row is false, but there are 2⁶⁰
            encoded("at most", range(1, 61), 59, int, "truth-table")
    assert size("exactly", "truth-table", 20, 1).clauses == 2**20 - 20


@given(st.integers(9, 4_000).flatmap(lambda digits: st.integers(10**digits, 10 ** (digits + 1) - 1)))
def test_a_large_number_is_told_by_the_nearest_power_of_ten(number: int) -> None:
    power = int(about(number).removeprefix("about 10^").replace(",", ""))
    assert 10 ** (2 * power - 1) * 999 <= number**2 * 1000  # the last digits of a logarithm are not exact
    assert number**2 * 1000 <= 10 ** (2 * power + 1) * 1001


def test_numbers_about_which_there_is_no_doubt() -> None:
    assert [about(number) for number in (0, 999_999_999, 10**9, 11 * 10**11, 9 * 10**12)] == [
        "0", "999,999,999", "about 10^9", "about 10^12", "about 10^13"]
    assert about(size("exactly", "truth-table", 240, 99).clauses) == "about 10^72"


def test_the_mines_of_an_expert_field_fit() -> None:
    sequential, tree = size("exactly", "sequential", 480, 99), size("exactly", "totalizer", 480, 99)
    assert (sequential.clauses, sequential.variables) == (460_318, 229_920)
    assert (tree.clauses, tree.variables) == (238_976, 4_288)
