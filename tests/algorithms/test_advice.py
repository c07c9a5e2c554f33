"""Advice: every claim follows from the constraints that it names alone, checked placement by placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.advice.gnomine import TOTAL, Advice, advise, why
from algorithms.advice.gnomine_patterns import ones_twos_ones
from algorithms.problems.gnomine.game import ended, first_click, flag, played, uncover
from algorithms.problems.gnomine.position import COVERED, FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.mine_placements import MOST_COVERED, covered, placements, positions


def follows(puzzle: Gnomine, fields: tuple[str, ...], mine: bool, because: tuple[str, ...]) -> bool:
    """Are all these fields mines (none of them) in every placement that the named constraints allow? Some must be."""
    fitting = list(placements(puzzle, because, total=TOTAL in because))
    assert fitting
    return all((x in mines) == mine for x in fields for mines in fitting)


def whole(puzzle: Gnomine) -> list[frozenset[str]]:
    return list(placements(puzzle, total=puzzle.mines is not None))


def open_game(puzzle: Gnomine) -> bool:
    return any(seen >= 0 for seen in puzzle.seen.values()) and ended(puzzle) is None and bool(covered(puzzle))


@settings(max_examples=150)
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


def game(seed: int) -> Iterator[tuple[Gnomine, Advice]]:
    """A game on a small field, played as advised, from the moment when few enough fields are left to try them all."""
    puzzle = Gnomine.read(random=RandomPosition(4, 5, 3 + seed % 6, seed, reveal=1))
    if seed % 3 == 0:
        puzzle = replace(puzzle, mines=None)
    assert puzzle.laid is not None
    while (advice := advise(puzzle)).reason != "over":
        if len(covered(puzzle)) <= MOST_COVERED:
            yield puzzle, advice
        assert advice.field is not None
        mine = advice.field in puzzle.laid
        assert advice.probability in (None, mine) or advice.reason == "lowest risk"
        puzzle = played(puzzle, flag(puzzle, advice.field) if mine else uncover(puzzle, advice.field))


REASONS = ("single number", "two numbers", "all numbers", "mine total", "lowest risk")


def test_the_reason_is_the_simplest() -> None:
    """Two numbers are named only where no single one decides anything, and so on."""
    met = Counter[str]()
    for seed in range(30):
        for puzzle, advice in game(seed):
            met[advice.reason] += 1
            check_simplest(puzzle, advice)
        if seed > 10 and all(met[reason] > 3 for reason in REASONS):
            break
    assert all(met[reason] > 3 for reason in REASONS)


def check_simplest(puzzle: Gnomine, advice: Advice) -> None:
    names = [f"C{x}" for x, seen in puzzle.seen.items() if seen >= 0]
    mine = advice.action == "flag"
    if advice.reason != "lowest risk":
        assert follows(puzzle, advice.fields, mine, advice.because)
    if advice.reason == "single number":
        return
    assert not decided(puzzle, [(a,) for a in names])
    if advice.reason == "two numbers":
        return
    assert not decided(puzzle, [(a, b) for a in names for b in names if a < b])
    if advice.reason == "all numbers":
        assert not any(follows(puzzle, advice.fields, mine, tuple(x for x in advice.because if x != named))
                       for named in advice.because)
        return
    assert not decided(puzzle, [tuple(names)])
    if advice.reason == "lowest risk":
        assert not advice.safe
        assert not advice.mines


def decided(puzzle: Gnomine, groups: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those groups of constraints that decide a field by themselves."""
    found = []
    for group in groups:
        fitting = list(placements(puzzle, group))
        if any(len({x in mines for mines in fitting}) == 1 for x in covered(puzzle)):
            found.append(group)
    return found


@settings(max_examples=120)
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


@pytest.mark.parametrize(
    ("board", "action", "because", "sentence"),
    [
        ("1 .", "flag", ("C(0,0)",), "C(0,0) still needs 1 mine and has 1 field left: (0,1) is a mine."),
        ("1 F .\n. . .", "uncover", ("C(0,0)",), "C(0,0) needs no more mines: (1,0) and (1,1) are no mines."),
        ("1 1 .\n. . .", "uncover", ("C(0,1)", "C(0,0)"),
         "1-1: C(0,1) still needs as many mines as C(0,0), all of whose fields it has, too: (0,2) and (1,2) are no "
         "mines."),
        ("1 2 1\n. . .", "flag", ("C(0,0)", "C(0,1)", "C(0,2)"),
         "1-2-1: C(0,0) and C(0,2) still need 1 mine each and C(0,1) needs 2, all in their fields, so one of these is "
         "the mine of C(0,0), one that of C(0,2): (1,0) and (1,2) are mines, and (1,1) is no mine."),
        ("1 2 . 1 0\n. . . 3 1\n2 5 F . .\n. . . . .", "flag", ("C(2,1)", "C(2,0)"),
         "C(2,1) still needs 2 more mines than C(2,0), and has just 2 fields more: (1,2) and (3,2) are mines."),
        (". 1 . . .\n. 3 3 F 3\nF F 3 . 2\n. . 2 1 .", "uncover", ("C(1,2)", "C(1,4)"),
         "C(1,4) still needs 2 mines, and at most 1 can lie outside the fields that it shares with C(1,2), so that "
         "C(1,2) has there all that it needs: (0,2) is no mine."),
        ("1 . F . 1\n2 . 4 . 3\n. . . F F\n. . . . .", "uncover", ("C(0,0)", "C(0,4)", "C(1,2)"),
         "If (2,1) were a mine, C(0,0), C(0,4) and C(1,2) could not all hold: (2,1) is no mine."),
    ],
)
def test_examples(board: str, action: str, because: tuple[str, ...], sentence: str) -> None:
    puzzle = Gnomine.read(board=board)
    advice = advise(puzzle)
    assert advice.sentence == sentence
    assert (advice.action, advice.because) == (action, because)
    assert follows(puzzle, advice.fields, action == "flag", because)


WALLED_IN = """
1 2 3 2 1
2 F F F 2
3 F . F 3
2 F F F 2
1 2 3 2 1
"""  # as in Figure 2.3


def test_a_field_walled_in_by_mines_is_decided_by_the_total_alone() -> None:
    advice = advise(Gnomine.read(board=WALLED_IN, mines=8))
    assert (advice.reason, advice.field, advice.action) == ("mine total", "(2,2)", "uncover")
    assert advice.because[-1] == TOTAL
    assert advice.sentence == "No mines are left: (2,2) is no mine."
    unflagged = Gnomine.read(board=WALLED_IN.replace("F", "."), mines=8)
    claim = why(unflagged, "(2,2)")
    assert claim is not None
    assert claim.sentence == "8 mines are left, and the numbers need 8: (2,2) is no mine."
    assert why(replace(unflagged, mines=None), "(2,2)") is None
    assert advise(Gnomine.read(board=WALLED_IN)).sentence.startswith("No number touches what is left")


def test_mines_that_only_the_total_finds() -> None:
    advice = advise(Gnomine.read(board="1 . . .\n. . . .", mines=5))
    assert (advice.reason, advice.action, advice.fields) == ("mine total", "flag", ("(0,2)", "(0,3)", "(1,2)", "(1,3)"))
    assert advice.sentence == ("5 mines are left for 4 fields and those of the numbers, which take at most 1: "
                               "(0,2), (0,3), (1,2) and (1,3) are mines.")


def test_a_fifty_fifty_is_named() -> None:
    advice = advise(Gnomine.read(board=". 1 1 2 F\n. 3 3 F 3\nF F 3 F 2\n2 2 2 1 1"))
    assert advice.fifty_fifties == (("(0,0)", "(1,0)"),)
    assert advice.sentence == (
        "Nothing is certain. The lowest risk of a mine is 1 in 2, 50%, at (0,0), as at (1,0). "
        "50/50: (0,0) and (1,0): exactly one of them is a mine, and nothing will ever tell which.")


def test_the_lowest_risk_may_lie_away_from_all_numbers() -> None:
    advice = advise(Gnomine.read(board="2 . . . .\n. . . . .\n. . . . .\n. . . . .", mines=4))
    assert advice.probability == Fraction(1, 8)  # two mines beside the number, the other two in sixteen fields
    assert len(advice.fields) == 16
    assert advice.sentence == ("Nothing is certain. The lowest risk of a mine is 1 in 8, 12.5%, at (0,2), as at (0,3), "
                               "(0,4) and 13 more, away from all numbers.")
    crowded = advise(Gnomine.read(board="1 . . .\n. . . .", mines=3))
    assert crowded.probability == Fraction(1, 3)
    assert crowded.fields == ("(0,1)", "(1,0)", "(1,1)")
    assert "away" not in crowded.sentence


def test_two_alike_fields_that_a_third_may_tell_apart_are_no_fifty_fifty() -> None:
    advice = advise(Gnomine.read(board="1 . .\n1 . ."))
    assert advice.probability == Fraction(1, 2)
    assert advice.fields == ("(0,1)", "(1,1)")
    assert advice.fifty_fifties == (("(0,1)", "(1,1)"),)
    advice = advise(Gnomine.read(board="2 . .\nF . .\n. . ."))
    assert advice.fields == ("(0,1)", "(1,1)")
    assert advice.fifty_fifties == ()  # a number in the last row would tell


def test_the_beginning_and_the_end() -> None:
    first = advise(Gnomine.read(board=". . .\n. . .\n. . .", mines=2))
    assert (first.reason, first.field, first.action) == ("first click", "(1,1)", "uncover")
    assert first.probability == 0
    puzzle = first_click(Gnomine.read(board=". .\n. .", mines=1), "(0,0)", seed=1)
    opened = played(puzzle, uncover(puzzle, "(0,0)"))
    assert advise(opened).probability == Fraction(1, 3)
    assert advise(Gnomine.read(board="0 0")).reason == "over"
    assert advise(Gnomine.read(board="1 F", mines=1)).reason == "over"
    assert advise(Gnomine.read(board="F F")).reason == "over"


def test_a_wrong_flag_is_blamed_with_a_minimal_set_of_numbers() -> None:
    advice = advise(Gnomine.read(board="F 1 .\n. 1 .\n. . F"))
    assert advice.reason == "contradiction"
    assert advice.field is None
    assert advice.because == ("C(1,1)",)
    assert advice.sentence == "A flag must be wrong: as they are, no placement of mines fits C(1,1)."
    total = advise(Gnomine(1, 4, {"(0,0)": COVERED, "(0,1)": 1, "(0,2)": COVERED, "(0,3)": FLAG}, 1))
    assert total.sentence == "A flag must be wrong: as they are, no placement that fits the numbers has 1 mine."


@settings(max_examples=150)
@given(positions(with_total=False), st.data())
def test_numbers_that_clash_are_a_minimal_set_on_any_board(puzzle: Gnomine, data: st.DataObject) -> None:
    """Some numbers are changed by one: where no placement is left, those named clash, and none of them is to spare."""
    open_ = [x for x, seen in puzzle.seen.items() if seen >= 0]
    wrong = data.draw(st.lists(st.sampled_from(open_), unique=True, min_size=1, max_size=3)) if open_ else []
    puzzle = puzzle.with_seen({**puzzle.seen, **{x: max(0, puzzle.seen[x] + data.draw(st.sampled_from((-1, 1))))
                                                 for x in wrong}})
    assume(open_game(puzzle) and not list(placements(puzzle)))
    advice = advise(puzzle)
    assert advice.reason == "contradiction"
    assert advice.because
    assert all(named in advice.sentence for named in advice.because)
    assert not list(placements(puzzle, advice.because))
    for spare in advice.because:
        assert list(placements(puzzle, [named for named in advice.because if named != spare]))


def test_numbers_that_clash_are_a_minimal_set() -> None:
    seen = {"(0,0)": 1, "(0,1)": COVERED, "(0,2)": 2, "(0,3)": COVERED, "(0,4)": 0, "(0,5)": COVERED}
    advice = advise(Gnomine(1, 6, seen))
    assert advice.because == ("C(0,2)", "C(0,4)")
    assert advice.sentence == "No placement of mines fits C(0,2) and C(0,4)."


def test_a_1_2_1_decides_what_it_says_by_its_three_numbers_alone() -> None:
    """A row of numbers between two rows of fields, with all mines that these may have."""
    found = 0
    for mines in product((False, True), repeat=8):
        above, below = mines[:4], mines[4:]
        row = [sum(above[max(0, j - 1):j + 2]) + sum(below[max(0, j - 1):j + 2]) for j in range(4)]
        puzzle = Gnomine.read(board=f". . . .\n{' '.join(map(str, row))}\n. . . .")
        for pattern in ones_twos_ones(puzzle.as_mine_count().numbers):
            fitting = list(placements(puzzle, [number.name for number in pattern.numbers]))
            assert not any(set(pattern.safe) & one for one in fitting)
            assert all(set(pattern.mines) <= one for one in fitting)
            assert [number.mines for number in pattern.numbers] == [1, 2, 1]
            found += 1
    assert found
