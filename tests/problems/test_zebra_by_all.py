"""Every algorithm on Zebras: what each answers agrees with all ways to live, and on the classic one with CaDiCaL."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from algorithms.core import find_algorithm, run, trace
from algorithms.problems.forms.csp import CSP
from algorithms.problems.zebra.puzzle import Zebra
from kit.zebras import ROWS, classic, random_clues, solutions, solutions_by_sat

COMPLETE = ("mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg", "dpll", "cdcl", "at-least-dpll",
            "dancing-links")
BACKBONES = ("backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core")
CONSISTENT = ("gac", "path-consistency")


@cache
def small() -> list[tuple[Zebra, list[dict[str, int]]]]:
    """Small puzzles of all kinds of clues, with all their solutions."""
    found: list[tuple[Zebra, list[dict[str, int]]]] = []
    for seed in range(80):
        written = random_clues(Random(seed), 2 + seed % 5)
        if wanted := solutions(3, ROWS, written):
            found.append((Zebra.read(houses=3, attributes=ROWS, clues=tuple(written)), wanted))
    return found


def answer(name: str, zebra: Zebra, **options: object) -> Any:
    algorithm = find_algorithm(name)
    form: Any = getattr(zebra, algorithm.solves.method)()  # type: ignore[attr-defined]
    return run(algorithm(form, **options)).as_json(form.hidden)


def solution_of(found: Any) -> dict[str, int]:
    """The houses in an answer, which says them name by name, or literal by literal."""
    if found.get("solution") is None:
        return {word.partition("=")[0]: int(word.partition("=")[2]) for word, true in found["model"].items() if true}
    houses: dict[str, int] = found["solution"]
    if all("=" in x for x in houses):
        return {word.partition("=")[0]: int(word.partition("=")[2]) for word, true in houses.items() if true}
    return houses


def test_there_are_enough_puzzles_of_every_kind() -> None:
    kinds = {clue.kind for zebra, _ in small() for clue in zebra.clues}
    assert len(kinds) == 9
    assert len(small()) > 40
    assert any(len(wanted) == 1 for _, wanted in small())


@pytest.mark.parametrize("name", COMPLETE)
def test_searches_find_a_solution_and_count_all(name: str) -> None:
    for zebra, wanted in small():
        assert solution_of(answer(name, zebra)) in wanted
        if len(wanted) < 20 and "all" in find_algorithm(name).options:
            assert answer(name, zebra, all=True)["count"] == len(wanted)


@pytest.mark.parametrize("name", BACKBONES)
def test_backbones_are_what_all_solutions_have_in_common(name: str) -> None:
    for zebra, wanted in small()[::2]:
        common = {f"{x}={house}": int(any(at[x] == house for at in wanted)) for x in zebra.names
                  for house in zebra.every if len({at[x] == house for at in wanted}) == 1}
        assert answer(name, zebra)["backbone"] == common


@pytest.mark.parametrize("name", CONSISTENT)
def test_consistency_takes_no_solution_away(name: str) -> None:
    for zebra, wanted in small():
        left = answer(name, zebra)["domains"]
        assert all(at[x] in left[x] for at in wanted for x in zebra.names)


def test_gac_leaves_only_what_each_constraint_supports() -> None:
    for zebra, _ in small():
        csp: CSP = zebra.as_csp()
        left = answer("gac", zebra)["domains"]
        for c in csp.constraints:
            for place, x in enumerate(c.scope):
                assert all(any(c.allows(values) for values in _tuples(c.scope, left) if values[place] == house)
                           for house in left[x])


def _tuples(scope: tuple[str, ...], left: dict[str, list[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for x in scope:
        found = [(*values, house) for values in found for house in left[x]]
    return found


def test_min_conflicts_finds_only_solutions() -> None:
    solved = 0
    for zebra, wanted in small():
        _, found = trace(find_algorithm("min-conflicts").start(zebra.as_csp(), {}, 3))
        if found.outcome == "solved":
            solved += 1
            assert found.as_json(frozenset())["solution"] in wanted
    assert solved > 30


@pytest.mark.parametrize("name", COMPLETE)
def test_the_norwegian_drinks_water_and_the_japanese_owns_the_zebra(name: str) -> None:
    found = solution_of(answer(name, classic()))
    assert (found["water"], found["zebra"]) == (found["Norwegian"], found["Japanese"])
    assert solutions_by_sat(classic()) == [found]


def test_gac_on_the_classic_one_leaves_86_of_117_values() -> None:
    left = answer("gac", classic())["domains"]
    assert (sum(map(len, left.values())), left["blue"]) == (86, [2])
