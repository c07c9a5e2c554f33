"""Exact mine probabilities: against every placement on small boards, against a SAT solver on larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.card import CardEnc, EncType  # type: ignore[import-untyped]
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.core import Event, find_algorithm, trace
from algorithms.counting.mines import MineProbabilities, fits
from algorithms.events import (
    ComponentFound,
    GroupMerged,
    ModelsCounted,
    NoPlacement,
    NumberSettled,
    PlacementsCounted,
    ProbabilityFound,
)
from algorithms.problems.forms.mine_count import MineCount
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError
from kit.mine_placements import covered, placements, positions


def count(form: MineCount) -> tuple[list[Event], MineProbabilities]:
    return trace(find_algorithm("mine-probabilities").start(form, {}, seed=0))


def touched(puzzle: Gnomine) -> list[str]:
    return [x for x in covered(puzzle) if any(puzzle.seen[y] >= 0 for y in puzzle.neighbours(x))]


def brute_force(puzzle: Gnomine, total: bool) -> MineProbabilities:
    """The definition, placement by placement: without the total, of the fields that a number touches only."""
    listed = covered(puzzle) if total else touched(puzzle)
    fitting = [mines.intersection(listed) for mines in placements(puzzle, total=total)]
    models = fitting if total else list(set(fitting))
    if not models:
        return MineProbabilities({}, 0)
    risks = {x: Fraction(sum(x in mines for mines in models), len(models)) for x in listed}
    return MineProbabilities(risks, len(models))


@given(positions())
def test_probabilities_are_those_of_all_placements(puzzle: Gnomine) -> None:
    for total in {False, puzzle.mines is not None}:
        _, answer = count(puzzle.as_mine_count(mine_total=total))
        assert answer == brute_force(puzzle, total)
        assert answer.outcome == ("complete" if answer.models else "unsatisfiable")


@given(positions())
def test_the_events_tell_all_that_the_answer_says(puzzle: Gnomine) -> None:
    events, answer = count(puzzle.as_mine_count())
    found = {x: e.probability for e in events if isinstance(e, ProbabilityFound) for x in e.cells}
    assert found == answer.probability
    if not answer.models:
        last = events[-1]
        assert isinstance(last, NoPlacement)
        named = [number for number in puzzle.as_mine_count().numbers if number.name in last.because]
        assert fits(named) == (not named)
        assert all(fits([number for number in named if number is not one]) for one in named)
        return
    assert not any(isinstance(e, NoPlacement) for e in events)
    components = [e for e in events if isinstance(e, ComponentFound)]
    assert [e.component for e in components] == list(range(1, len(components) + 1))
    settled = [x for e in events if isinstance(e, NumberSettled) for x in e.cells]
    grouped = [x for e in events if isinstance(e, GroupMerged) for x in e.cells]
    assert sorted(settled + grouped) == sorted(touched(puzzle))
    assert sorted(grouped) == sorted(x for e in components for x in e.cells)
    counted = [e for e in events if isinstance(e, ModelsCounted)]
    assert [e.models for e in counted] == [answer.models]
    if counted[0].left is None:
        product_ = 1
        for e in components:
            product_ *= sum(c.count for c in events if isinstance(c, PlacementsCounted) and c.component == e.component)
        assert product_ == answer.models


@given(positions(with_total=True))
def test_risks_add_up_to_the_mines_that_are_left(puzzle: Gnomine) -> None:
    form = puzzle.as_mine_count()
    _, answer = count(form)
    assume(answer.models)
    assert sum(answer.probability.values()) == form.mines


@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_the_numbers_does_not_matter(puzzle: Gnomine, rng: Random) -> None:
    form = puzzle.as_mine_count()
    shuffled = tuple(replace(number, among=tuple(rng.sample(number.among, len(number.among))))
                     for number in rng.sample(form.numbers, len(form.numbers)))
    assert count(replace(form, numbers=shuffled))[1] == count(form)[1]


# --- against a SAT solver ------------------------------------------------------------------------------------------


@contextmanager
def sat(puzzle: Gnomine, total: bool) -> Iterator[tuple[Any, dict[str, int]]]:
    """MiniSat with all numbers by their truth tables; the total by a sequential counter."""
    unknown = covered(puzzle)
    ids = {x: index for index, x in enumerate(unknown, 1)}
    known = [x for x, seen in puzzle.seen.items() if seen in (FLAG, MINE)]
    with Minisat22() as solver:
        for x, seen in puzzle.seen.items():
            if seen >= 0:
                around = [ids[y] for y in puzzle.neighbours(x) if y in ids]
                need = seen - sum(y in known for y in puzzle.neighbours(x))
                for row in product((0, 1), repeat=len(around)):
                    if sum(row) != need:
                        solver.add_clause([-v if a else v for v, a in zip(around, row, strict=True)])
        if total:
            assert puzzle.mines is not None
            solver.append_formula(CardEnc.equals(lits=list(ids.values()), bound=puzzle.mines - len(known),
                                                 top_id=len(ids), encoding=EncType.seqcounter).clauses)
        yield solver, ids


@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_certain_fields_are_the_backbone(seed: int, total: bool) -> None:
    puzzle = Gnomine.read(random=RandomPosition(10, 12, 24, seed=seed, reveal=(3, 8, 15, 30)[seed % 4]))
    _, answer = count(puzzle.as_mine_count(mine_total=total))
    with sat(puzzle, total) as (solver, ids):
        for x, risk in answer.probability.items():
            assert solver.solve([ids[x]]) == (risk > 0)
            assert solver.solve([-ids[x]]) == (risk < 1)


@pytest.mark.parametrize("reveal", [0, 1, 5, 30, 100, 378])
def test_an_experts_field(reveal: int) -> None:
    puzzle = Gnomine.read(random=RandomPosition(16, 30, 99, seed=3, reveal=reveal))
    _, answer = count(puzzle.as_mine_count())
    assert sum(answer.probability.values()) == 99
    assert list(answer.probability.values()).count(Fraction(99, 480)) == (480 if reveal == 0 else 0)
    assert set(answer.probability) == set(covered(puzzle))


# --- what else it promises -----------------------------------------------------------------------------------------


def test_the_answer_in_plain_types() -> None:
    _, answer = count(Gnomine.read(board="1 . .\n. . .", mines=2).as_mine_count())
    assert answer.as_json(frozenset()) == {
        "marginals": {"(0,1)": {"1": 1 / 3}, "(1,0)": {"1": 1 / 3}, "(1,1)": {"1": 1 / 3},
                      "(0,2)": {"1": 0.5}, "(1,2)": {"1": 0.5}},
        "models": 6, "samples": None}


def test_without_a_total_untouched_fields_are_left_out() -> None:
    _, answer = count(Gnomine.read(board="1 . .\n. . .").as_mine_count())
    assert answer == MineProbabilities(dict.fromkeys(("(0,1)", "(1,0)", "(1,1)"), Fraction(1, 3)), 3)


def test_the_form_is_the_same_at_every_call_and_flags_are_subtracted() -> None:
    puzzle = Gnomine.read(board="2 F .\n. . .\n. . .", mines=3)
    form = puzzle.as_mine_count()
    assert form == puzzle.as_mine_count(mine_total=True)
    assert [(number.name, number.mines, number.among) for number in form.numbers] == [("C(0,0)", 1, ("(1,0)", "(1,1)"))]
    assert form.untouched == ("(0,2)", "(1,2)", "(2,0)", "(2,1)", "(2,2)")
    assert form.mines == 2
    assert puzzle.as_mine_count(mine_total=False).mines is None


def test_a_total_that_nobody_knows_cannot_count() -> None:
    with pytest.raises(PuzzleError) as caught:
        Gnomine.read(board="1 .").as_mine_count(mine_total=True)
    assert caught.value.key == "mine_total"


@pytest.mark.parametrize(
    ("puzzle", "because"),
    [
        (Gnomine(1, 3, {"(0,0)": FLAG, "(0,1)": 1, "(0,2)": FLAG}), ("C(0,1)",)),
        (Gnomine.read(board=". F .\n1 2 1\n0 0 0"), ("C(1,0)", "C(1,1)", "C(1,2)")),
        (Gnomine(1, 3, {"(0,0)": COVERED, "(0,1)": 1, "(0,2)": COVERED}, 2), ()),
        (Gnomine(2, 2, dict.fromkeys(("(0,0)", "(0,1)", "(1,0)", "(1,1)"), COVERED), 5), ()),
    ],
)
def test_nothing_fits(puzzle: Gnomine, because: tuple[str, ...]) -> None:
    events, answer = count(puzzle.as_mine_count())
    assert answer == MineProbabilities({}, 0)
    assert answer.as_json(frozenset()) == {"marginals": {}, "models": 0, "samples": None}
    assert events[-1] == NoPlacement(because)


@given(positions())
def test_every_event_can_be_said(puzzle: Gnomine) -> None:
    for event in count(puzzle.as_mine_count())[0]:
        sentence = event.sentence()
        assert sentence.endswith(".")
        assert "nothing" not in sentence
