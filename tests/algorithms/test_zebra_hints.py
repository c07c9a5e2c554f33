"""Hints for Zebras: what they say is true of the solution, their reasons hold, and followed to the end they solve."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.advice.zebra import Hint, after, hint, in_words, needed, partners
from algorithms.problems.zebra.by_hand import left_by_hand, why_not
from algorithms.problems.zebra.deal import Difficulty, RandomStreet, deal
from algorithms.problems.zebra.deduction import GROUPS, Left, Step, everywhere, houses_of, steps, suppositions
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.street import Street
from kit.zebras import ROWS, ClueText, classic, clues, solutions, solutions_by_sat

LEVELS: list[Difficulty] = ["easy", "medium", "hard"]


def solved_by_hints(street: Street) -> Iterator[tuple[Street, Hint]]:
    """The positions on the way to the solution, each with its hint, which is followed."""
    homes: dict[str, int] = dict(street.given)
    crossed: set[tuple[str, int]] = set()
    while True:
        now = replace(street, pencilled=left_by_hand(street, homes, crossed))
        found = hint(now)
        if found is None:
            return
        yield now, found
        if found.home is not None:
            homes[found.home[0]] = found.home[1]
        else:
            crossed.update(found.struck)


@pytest.mark.parametrize("level", LEVELS)
def test_hints_lead_to_the_solution(level: Difficulty) -> None:
    street = deal(RandomStreet(4, 4, level, 2))
    [home] = solutions_by_sat(Zebra.of(street))
    last = street
    for now, found in solved_by_hints(street):
        assert found.home is None or home[found.home[0]] == found.home[1]
        assert found.struck
        assert all(home[x] != house for x, house in found.struck)
        assert not found.wrong
        assert why_not(now, now.domains()) == ""
        last = now
    left = everywhere(last)
    assert all(home[x] in houses_of(mask) for x, mask in left.items())


def every_step(street: Street) -> Iterator[tuple[Left, Step]]:
    """Steps of all kinds, on the way to the solution."""
    for now, _ in solved_by_hints(street):
        left = everywhere(now)
        simple = [*steps(now, left, GROUPS)]
        for step in simple or islice(suppositions(now, left), 8):
            yield left, step


def test_each_reason_holds() -> None:
    """Every sentence that names houses is checked against what is left, and what is left against the rule."""
    kinds = set()
    for street in (classic(), deal(RandomStreet(5, 4, "medium", 1))):
        for left, step in every_step(street):
            kinds.add(step.rule)
            said = in_words(street, left, step)
            _CHECKS[step.rule](street, left, step, said)
    assert kinds == {"clue", "taken", "only", "group", "suppose"}


def _check_clue(street: Street, left: Left, step: Step, said: Hint) -> None:
    clue = street.clues[step.clue - 1]
    assert said.what.startswith(clue.words)
    for x, houses in _by_name(step.struck):
        if len(clue.names) == 2:
            [y] = [y for y in clue.names if y != x]
            would = partners(street, clue, x, houses)
            assert not set(would) & set(houses_of(left[y]))
            assert (f"{y} would need house" if would else f"no house for {y}") in said.step
        for house in houses:
            others = [y for y in clue.names if y != x]
            assert not any(clue.holds({x: house, **dict(zip(others, at, strict=True))})
                           for at in _ways([houses_of(left[y]) for y in others]))


def _check_taken(street: Street, left: Left, step: Step, said: Hint) -> None:
    assert houses_of(left[step.names[0]]) == step.houses
    assert said.home == (step.names[0], step.houses[0])


def _check_only(street: Street, left: Left, step: Step, said: Hint) -> None:
    row = street.attributes[step.row]
    assert [x for x in row if step.houses[0] in houses_of(left[x])] == [step.names[0]]
    assert said.home == (step.names[0], step.houses[0])


def _check_group(street: Street, left: Left, step: Step, said: Hint) -> None:
    union = {house for x in step.names for house in houses_of(left[x])}
    assert union == set(step.houses)
    assert len(union) == len(step.names) > 1
    assert all(x not in step.names and street.row_of[x] == step.row for x, _ in step.struck)


def _check_suppose(street: Street, left: Left, step: Step, said: Hint) -> None:
    chain = needed(street, left, step)
    who, where = after(street, left, step, chain)
    assert (who, where) != ("", 0)
    assert "no house" in said.step if not where else f"house {where} without" in said.step
    assert {int(number) for number in re.findall(r"clue (\d+)", said.step)} == {
        link.clue for link in chain if link.clue}


_CHECKS = {"clue": _check_clue, "taken": _check_taken, "only": _check_only, "group": _check_group,
           "suppose": _check_suppose}


def _by_name(struck: Sequence[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    return [(x, [house for y, house in struck if y == x]) for x in dict.fromkeys(x for x, _ in struck)]


def _ways(domains: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    if not domains:
        yield ()
    else:
        yield from ((house, *rest) for house in domains[0] for rest in _ways(domains[1:]))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_what_is_wrong_is_named_and_nothing_else(seed: int) -> None:
    rng, [home] = Random(seed), solutions_by_sat(classic())
    crossed = {(x, rng.randint(1, 5)) for x in rng.sample(classic().names, 4) if x not in classic().given}
    left = left_by_hand(classic(), {}, crossed)
    found = hint(replace(classic(), pencilled=left))
    wrong = {(x, house) for x, house in crossed if home[x] == house}
    assert found is not None
    assert set(found.wrong) == wrong
    if wrong:
        assert found.where.startswith(f"Something is wrong: {len(wrong)} name")
        assert all(x in found.step for x, _ in wrong)


def test_several_solutions_are_said() -> None:
    street = Zebra.of(replace(classic(), clues=()))
    found = hint(street)
    assert found is not None
    assert found.what == "No rule decides it: there is more than one solution."
    crossed = dict.fromkeys(classic().attributes["pet"], (1, 2))
    wrong = hint(replace(street, pencilled=crossed))
    assert wrong is not None
    assert wrong.what == "No solution of this puzzle agrees with what you crossed out and set."


@settings(deadline=None, max_examples=40)
@given(clues(most=3), st.integers(0, 1000))
def test_hints_are_true_of_several_solutions(written: list[ClueText], seed: int) -> None:
    """Some houses are crossed out at random: what is said is about those solutions that agree with that."""
    every, rng = solutions(3, ROWS, written), Random(seed)
    assume(len(every) > 1)
    street = Zebra.read(houses=3, attributes=ROWS, clues=tuple(written))
    crossed = {(x, rng.randint(1, 3)) for x in rng.choices(street.names, k=4)}
    left = left_by_hand(street, {}, crossed)
    agreeing = [home for home in every if not crossed & set(home.items())]
    found = hint(replace(street, pencilled=left))
    if found is None or not agreeing:
        assert found is None or found.where == "Something is wrong."
        return
    assert found.where != "Something is wrong."
    assert all(home[x] != house for home in agreeing for x, house in found.struck)
    if choice := re.match(r"(\w+) is in house (\d) in one solution, in (\d) in another\. Choose", found.step):
        assert {int(choice[2]), int(choice[3])} <= {home[choice[1]] for home in agreeing}


def test_a_dead_end_points_at_what_was_crossed_out() -> None:
    street = Zebra.read(houses=3, attributes=ROWS, clues=({"same": ("dog", "red")},))
    wrong = hint(replace(street, pencilled=left_by_hand(street, {"dog": 1}, [("red", 1)])))
    assert wrong is not None
    assert wrong.where == "Something is wrong."
    assert set(wrong.places[1]) == {"dog", "fox", "zebra", "red"}
