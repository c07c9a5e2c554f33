"""Zebra: how it is read, what is refused, and its forms against all ways to live."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from algorithms.problems.forms.csp import CSP, unequal
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.zebra.clue import KINDS
from algorithms.problems.zebra.puzzle import Zebra
from kit.at_least_runs import models_by_sat, models_of_cnf
from kit.lesson_files import error_of
from kit.zebras import ROWS, ClueText, classic, clues, solutions, solutions_by_sat, ways_to_live


def holds(csp: CSP, at: Mapping[str, int]) -> bool:
    """Is that a solution of the network?"""
    return all(at[x] in domain for x, domain in csp.domains.items()) and all(
        c.allows([at[x] for x in c.scope]) for c in csp.constraints)


@settings(deadline=None, max_examples=60)
@given(clues())
def test_the_network_has_the_solutions_of_the_clues(written: list[ClueText]) -> None:
    wanted = solutions(3, ROWS, written)
    assume(wanted)
    csp = Zebra.read(houses=3, attributes=ROWS, clues=tuple(written)).as_csp()
    assert [at for at in ways_to_live(3, ROWS) if holds(csp, at)] == wanted


@settings(deadline=None, max_examples=60)
@given(clues())
def test_the_formulas_have_the_solutions_of_the_clues(written: list[ClueText]) -> None:
    wanted = {frozenset(f"{x}={house}" for x, house in at.items()) for at in solutions(3, ROWS, written)}
    assume(0 < len(wanted) < 60)
    zebra = Zebra.read(houses=3, attributes=ROWS, clues=tuple(written))
    assert models_of_cnf(zebra.as_cnf()) == wanted
    assert models_by_sat(zebra.as_at_least()) == wanted


@settings(deadline=None, max_examples=60)
@given(clues(most=9))
def test_contradictory_clues_are_refused_with_a_minimal_set(written: list[ClueText]) -> None:
    if solutions(3, ROWS, written):
        Zebra.read(houses=3, attributes=ROWS, clues=tuple(written))
        return
    with pytest.raises(PuzzleError) as error:
        Zebra.read(houses=3, attributes=ROWS, clues=tuple(written))
    named = [int(number) for number in re.findall(r"clue (\d+) \(", str(error.value))]
    assert error.value.key == f"clues.{max(named) - 1}"
    assert not solutions(3, ROWS, [written[at - 1] for at in named])
    for one in named:
        assert solutions(3, ROWS, [written[at - 1] for at in named if at != one])


def test_more_than_one_solution_is_said() -> None:
    assert classic().warnings == ()
    fewer = Zebra.of(replace(classic(), clues=classic().clues[:-1]))
    [warning] = fewer.warnings
    said = re.fullmatch(r"this puzzle has more than one solution: (.+) is in house (\d) in one, in house (\d) in "
                        r"another; more clues would decide it", warning)
    assert said
    found = [at for at in solutions_by_sat(fewer) if at[said[1]] in (int(said[2]), int(said[3]))]
    assert len({at[said[1]] for at in found}) == 2


def test_a_clue_that_is_said_again_is_told() -> None:
    def again(*clues: ClueText) -> list[str]:
        zebra = Zebra.read(houses=3, attributes={"n": ("a", "b", "c"), "d": ("p", "q", "r")}, clues=clues)
        return [text for text in zebra.warnings if "remove one" in text]

    assert again({"same": ("a", "p")}, {"left_of": ("a", "q")}, {"same": ("p", "a")}) == [
        "clue 3 (p and a are in the same house) is what clue 1 says; remove one"]
    assert again({"at": ("a", 1)}, {"at": ("a", 1)}) == ["clue 2 (a is in house 1) is what clue 1 says; remove one"]
    assert again({"left_of": ("a", "b")}, {"left_of": ("b", "r")}, {"same": ("a", "p")}, {"not_same": ("b", "p")}) == []


def test_the_classic_one_is_that_of_the_lesson() -> None:
    assert Zebra.read(named="classic") == classic()


def test_the_classic_one_has_61_constrained_pairs_and_two_given() -> None:
    csp = classic().as_csp()
    assert len({frozenset(c.scope) for c in csp.constraints}) == 61
    assert all(len(c.scope) == 2 for c in csp.constraints)
    assert {x: domain for x, domain in csp.domains.items() if len(domain) < 5} == {"milk": (3,), "Norwegian": (1,)}
    assert sum(map(len, csp.domains.values())) == 117
    assert csp.given == {"milk", "Norwegian"}
    assert csp.units["pet"] == ("dog", "snails", "fox", "horse", "zebra")


def test_a_row_is_all_different() -> None:
    csp = classic().as_csp()
    rows = {frozenset(c.scope) for c in csp.constraints if c.allows is unequal}
    assert rows == {frozenset(pair) for row in csp.units.values() for pair in combinations(row, 2)}


def test_between_is_three_binary_constraints_that_say_no_less() -> None:
    zebra = Zebra.read(houses=5, attributes={k: (*row, f"{k}4", f"{k}5") for k, row in ROWS.items()},
                       clues=({"between": ("red", "fox", "zebra")},))
    about = [c for c in zebra.as_csp().constraints if c.name.startswith("clue")]
    assert [(c.name, c.scope) for c in about] == [
        ("clue 1a", ("red", "fox")), ("clue 1b", ("fox", "zebra")), ("clue 1c", ("red", "zebra"))]
    for x, y, z in product(range(1, 6), repeat=3):
        at = {"red": x, "fox": y, "zebra": z}
        assert all(c.allows([at[name] for name in c.scope]) for c in about) == (abs(x - y) == 1 and y - x == z - y)


def test_only_either_has_three_names() -> None:
    for kind in KINDS:
        some: tuple[str | int, ...] = {"at": ("red", 1), "between": ("red", "dog", "fox"),
                                       "either": ("red", "dog", "fox")}.get(kind, ("red", "dog"))
        csp = Zebra.read(houses=3, attributes=ROWS, clues=({kind: some},)).as_csp()
        longest = max(len(c.scope) for c in csp.constraints)
        assert longest == (3 if kind == "either" else 2)


LESSON = """\
title: T
algorithm: gac
puzzle:
  kind: zebra
  houses: {houses}
  attributes:
    colour: {colour}
    pet: [dog, fox, zebra]
  clues:
    - same: [red, fox]
    - {clue}
"""


@pytest.mark.parametrize(("changed", "line", "message"), [
    ({"houses": "2"}, 5, "puzzle.houses: there cannot be 2 houses; give 3 to 8"),
    ({"houses": "9"}, 5, "puzzle.houses: there cannot be 9 houses; give 3 to 8"),
    ({"colour": "[red, green]"}, 7, "puzzle.attributes.colour: has 2 values for 3 houses; each house has one: add the "
                                    "missing ones, or change houses"),
    ({"colour": "[red, green, blue, grey]"}, 7, "puzzle.attributes.colour: has 4 values for 3 houses; each house has "
                                                "one: remove some, or change houses"),
    ({"colour": "[red, green, dog]"}, 8, "puzzle.attributes.pet.0: dog stands under colour already; give each value a "
                                         "name of its own"),
    ({"colour": "[red, green, red]"}, 7, "puzzle.attributes.colour.2: red stands here already; give each value a name "
                                         "of its own"),
    ({"colour": "[red, green, 'a=b']"}, 7, "puzzle.attributes.colour.2: 'a=b' is no name of a value; write up to 24 "
                                           "letters and digits, a letter first"),
    ({"clue": "same: [red, zebr]"}, 11, "puzzle.clues.1.same.1: no attribute has 'zebr'; did you mean 'zebra'? known: "
                                        "red, green, blue, dog, fox, zebra"),
    ({"clue": "sme: [red, dog]"}, 11, "puzzle.clues.1.sme: there is no kind of clue 'sme'; did you mean 'same'? known: "
                                      + ", ".join(KINDS)),
    ({"clue": "at: [dog, 4]"}, 11, "puzzle.clues.1.at.1: there is no house 4; the houses are 1 to 3: change the "
                                   "number"),
    ({"clue": "at: [dog]"}, 11, "puzzle.clues.1.at: takes a value and the number of its house; write at: [Norwegian, "
                                "1]"),
    ({"clue": "next: [red, dog, fox]"}, 11, "puzzle.clues.1.next: names 3 values; next takes 2: change the list"),
    ({"clue": "between: [red, dog]"}, 11, "puzzle.clues.1.between: names 2 values; between takes 3: change the list"),
    ({"clue": "next: [red, red]"}, 11, "puzzle.clues.1.next.1: names red twice; change one"),
    ({"clue": "{same: [red, dog], next: [red, fox]}"}, 11, "puzzle.clues.1: a clue has one key, its kind; write it as "
     "same: [English, red], and each clue as an entry of its own"),
    ({"clue": "at: [red, 2]\n    - at: [fox, 3]"}, 12, "puzzle.clues.2: clue 3 (fox is in house 3) contradicts clue 1 "
     "(red and fox are in the same house) and clue 2 (red is in house 2); change one of them"),
    ({"clue": "next: [red, dog]\n  left: {cat: [1]}"}, 12, "puzzle.left.cat: no attribute has 'cat'; known: red, "
     "green, blue, dog, fox, zebra"),
    ({"clue": "next: [red, dog]\n  left: {dog: [1, 4]}"}, 12, "puzzle.left.dog.1: there is no house 4; the houses are "
     "1 to 3: change the number"),
    ({"clue": "next: [red, dog]\n  left: {dog: []}"}, 12, "puzzle.left.dog: leaves no house to dog; name at least one, "
     "or leave it out"),
    ({"clue": "same: [red, green]"}, 11, "puzzle.clues.1: clue 2 (red and green are in the same house) cannot be, "
                                         "whatever the other clues say; change it"),
])
def test_bad_input_is_one_line_with_place_and_mend(
    tmp_path: Path, changed: dict[str, str], line: int, message: str
) -> None:
    usual = {"houses": "3", "colour": "[red, green, blue]", "clue": "next: [red, dog]"}
    error = error_of(tmp_path, LESSON.format(**{**usual, **changed}))
    assert str(error) == f"{tmp_path / 'lesson.yaml'}:{line}: {message}"


@pytest.mark.parametrize(("puzzle", "message"), [
    ("{kind: zebra, named: clasic}", "2: puzzle.named: there is no puzzle 'clasic'; there is: classic"),
    ("{kind: zebra, named: classic, houses: 5}", "2: puzzle.houses: stands beside named, which has its own; remove one "
                                                 "of them"),
    ("{kind: zebra, houses: 3, attributes: {}}", "2: puzzle: clues is missing; add it, or write named: classic, or "
                                                 "random: {}"),
    ("{kind: zebra, houses: 3, attributes: {}, clues: []}", "2: puzzle.attributes: there is no attribute; give 1 to 8, "
                                                            "such as colour: [red, green, blue]"),
])
def test_what_is_missing_or_too_much_is_said(tmp_path: Path, puzzle: str, message: str) -> None:
    error = error_of(tmp_path, f"title: T\npuzzle: {puzzle}\nalgorithm: gac\n")
    assert str(error) == f"{tmp_path / 'lesson.yaml'}:{message}"
