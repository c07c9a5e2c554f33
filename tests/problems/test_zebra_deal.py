"""Zebras that are made: one solution, as hard as was asked for, no clue too many; the rules of deduction are sound."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.zebra.check import solutions as two_solutions
from algorithms.problems.zebra.deal import LEVELS, Difficulty, RandomStreet, deal
from algorithms.problems.zebra.deduction import (
    GROUPS,
    SIMPLE,
    SUPPOSITIONS,
    contradiction,
    difficulty,
    everywhere,
    houses_of,
    settle,
    solved,
    steps,
    take,
)
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.themes import THEMES
from kit.zebras import ROWS, classic, random_clues, solutions, solutions_by_sat

HARD: list[Difficulty] = ["easy", "medium", "hard"]


@cache
def dealt(level: Difficulty) -> Zebra:
    return Zebra.read(random=RandomStreet(5, 4, level, 1))


@pytest.mark.parametrize("level", HARD)
def test_a_puzzle_has_one_solution_and_is_as_hard_as_asked_for(level: Difficulty) -> None:
    made = dealt(level)
    [home] = solutions_by_sat(made)
    assert difficulty(made) == LEVELS[level]
    assert all(clue.holds(home) for clue in made.clues)
    assert made.warnings == ()
    assert (made.houses, len(made.attributes)) == (5, 4)


def test_the_same_seed_makes_the_same_puzzle() -> None:
    assert deal(RandomStreet(4, 3, "easy", 7)) == deal(RandomStreet(4, 3, "easy", 7))
    assert deal(RandomStreet(4, 3, "easy", 7)) != deal(RandomStreet(4, 3, "easy", 8))


def test_levels_are_what_the_rules_of_the_level_below_do_not_solve() -> None:
    for level, below in ((GROUPS, SIMPLE), (SUPPOSITIONS, GROUPS)):
        made = dealt(HARD[level - 1])
        left = everywhere(made)
        assert settle(made, left, below)
        assert not solved(left)


@pytest.mark.parametrize("seed", range(3))
def test_no_clue_of_a_hard_puzzle_can_be_missed(seed: int) -> None:
    made = deal(RandomStreet(4, 3, "hard", seed))
    for at in range(len(made.clues)):
        assert len(two_solutions(replace(made, clues=made.clues[:at] + made.clues[at + 1:]))) == 2


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 10**6), st.integers(0, 6))
def test_no_step_strikes_what_is_in_a_solution(seed: int, count: int) -> None:
    written = random_clues(Random(seed), count)
    found = solutions(3, ROWS, written)
    assume(found)
    zebra = Zebra.read(houses=3, attributes=ROWS, clues=tuple(written))
    left = everywhere(zebra)
    for step in iter(lambda: next(steps(zebra, left), None), None):
        assert step.struck
        for x, house in step.struck:
            assert house in houses_of(left[x])
            assert all(home[x] != house for home in found)
        take(left, step)
    assert contradiction(zebra, left) == ("", 0)
    # suppositions, refuted by the first rules alone, need not find all that follows, but with one solution do here
    assert all(home[x] in houses_of(left[x]) for home in found for x in zebra.names)


def test_the_classic_one_needs_suppositions() -> None:
    assert difficulty(classic()) == SUPPOSITIONS
    left = everywhere(classic())
    assert settle(classic(), left, SUPPOSITIONS)
    [home] = solutions_by_sat(classic())
    assert {x: houses_of(mask) for x, mask in left.items()} == {x: (house,) for x, house in home.items()}


def test_a_contradiction_is_found() -> None:
    left = everywhere(classic()) | {"green": 1}  # nothing is left of it for the ivory
    assert not settle(classic(), left, SIMPLE)


def test_the_themes_have_names_for_the_largest_street() -> None:
    names = [x for row in THEMES.values() for x in row]
    assert len(THEMES) == 8
    assert all(len(row) == 8 for row in THEMES.values())
    assert len(set(names)) == len(names) == 64


@pytest.mark.parametrize(("wanted", "key", "message"), [
    (RandomStreet(2, 4), "random.houses", "there cannot be 2 houses; give 3 to 8"),
    (RandomStreet(4, 1), "random.attributes", "a random puzzle has 2 to 8 attributes, not 1; change it"),
    (RandomStreet(3, 2, "medium"), "random.difficulty", "no medium puzzle with 3 houses and 2 attributes was found in "
     "60 attempts; take more houses or attributes, or another difficulty"),
])
def test_what_cannot_be_made_is_said(wanted: RandomStreet, key: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        deal(wanted)
    assert (error.value.key, str(error.value)) == (key, message)
