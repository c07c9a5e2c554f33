"""Constraints and pairs in any order: path consistency comes to the same."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from test_gac import networks, positions
from test_path_consistency import path_consistency

from algorithms.core import find_algorithm, trace
from algorithms.problems.forms.csp import CSP
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.choosers import Whatever, usual
from scenarios.loader import find, load

CHOICES_HELD = {"path-consistency"}


@given(networks(), st.integers(0, 99))
def test_in_any_order_the_same_is_left(csp: CSP, seed: int) -> None:
    check(csp, seed)


@given(positions(), st.integers(0, 99))
def test_on_boards_too(position: Gnomine, seed: int) -> None:
    check(position.as_csp(), seed)


def check(csp: CSP, seed: int) -> None:
    events, usual_ = path_consistency(csp)
    assert trace(find_algorithm("path-consistency").start(csp, {}, 0, usual)) == (events, usual_)
    _, answer = trace(find_algorithm("path-consistency").start(csp, {}, 0, Whatever(Random(seed))))
    assert answer.consistent == usual_.consistent
    if answer.consistent:
        assert answer == usual_


def test_both_kinds_of_choice_come_up() -> None:
    chosen = Whatever(Random(0))
    puzzle = load(find("two-constraints-at-a-time")).puzzle
    assert isinstance(puzzle, Gnomine)
    trace(find_algorithm("path-consistency").start(puzzle.as_csp(), {}, 0, chosen))
    assert {kind for kind, count in chosen.offered if count > 1} == {"constraint", "pair"}
