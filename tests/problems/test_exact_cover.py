"""Exact cover as a puzzle: how it is read, what is refused, and all its forms against brute force."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import find_algorithm, run, trace
from algorithms.events import CoverFound
from algorithms.problems.exact_cover import ExactCover
from algorithms.problems.puzzle import PuzzleError
from kit.at_least_runs import models_by_sat, models_of_cnf
from kit.lesson_files import error_of

KNUTH: dict[str, tuple[str | int, ...]] = {"A": ("c", "e"), "B": ("a", "d", "g"), "C": ("b", "c", "f"),
                                              "D": ("a", "d", "f"), "E": ("b", "g"), "F": ("d", "e", "g")}


@st.composite
def covers(draw: st.DrawFn) -> ExactCover:
    """Small covers with and without secondary items."""
    names = "abcdef"[: draw(st.integers(1, 6))]
    primary = names[: draw(st.integers(1, len(names)))]
    options = draw(st.lists(st.sets(st.sampled_from(names), min_size=1), min_size=1, max_size=7))
    return ExactCover.read(items=tuple(primary), secondary=tuple(names[len(primary):]),
                           options={f"o{index}": tuple(sorted(some)) for index, some in enumerate(options)})


def solutions(puzzle: ExactCover) -> set[frozenset[str]]:
    """All of them, by trying all sets of options."""
    found = set()
    options = list(puzzle.options)
    for some in chain.from_iterable(combinations(options, size) for size in range(len(options) + 1)):
        covered = [item for option in some for item in puzzle.options[option]]
        if len(covered) == len(set(covered)) and set(puzzle.items) <= set(covered):
            found.add(frozenset(some))
    return found


@settings(deadline=None)
@given(covers())
def test_all_forms_have_the_same_solutions(puzzle: ExactCover) -> None:
    free = {option for option, items in puzzle.options.items() if not any(
        item in puzzle.items or len(puzzle.options_of[item]) > 1 for item in items)}  # in no constraint at all
    wanted = {some - free for some in solutions(puzzle)}
    assert models_by_sat(puzzle.as_at_least()) == wanted
    assert models_of_cnf(puzzle.as_cnf()) == wanted
    events, answer = trace(find_algorithm("dancing-links").start(puzzle.as_at_least(), {"all": True}, 0))
    assert {frozenset(event.options) for event in events if isinstance(event, CoverFound)} == wanted
    assert answer.count == len(wanted)


@settings(deadline=None)
@given(covers())
def test_as_a_network_it_has_as_many(puzzle: ExactCover) -> None:
    answer = run(find_algorithm("mrv-static").start(puzzle.as_csp(), {"all": True}, 0))
    assert answer.count == len(solutions(puzzle))


def test_knuths_example_has_one() -> None:
    assert solutions(ExactCover.read(items=tuple("abcdefg"), options=KNUTH)) == {frozenset("ADE")}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_queens_are_placements_that_attack_nobody(size: int) -> None:
    puzzle = ExactCover.read(queens=size)
    placed = {frozenset(f"{'abcdef'[i]}{row + 1}" for i, row in enumerate(rows)) for rows in permutations(range(size))
              if all(abs(rows[i] - rows[j]) != j - i for i, j in combinations(range(size), 2))}
    assert models_by_sat(puzzle.as_at_least()) == placed
    assert len(puzzle.options) == size * size
    assert set(puzzle.layout().places) == set(puzzle.options)


@pytest.mark.parametrize(("keys", "message"), [
    ("{items: [a]}", "puzzle: items or options are missing; give both, or queens"),
    ("{options: {A: [a]}}", "puzzle: items or options are missing; give both, or queens"),
    ("{items: [], options: {A: [a]}}", "puzzle.items: there is nothing to cover; name at least one item"),
    ("{items: [a], options: {}}", "puzzle.options: there is nothing to choose; give options such as A: [a, b]"),
    ("{items: [a, a], options: {A: [a]}}", "puzzle.items.1: the item 'a' is there twice; remove one"),
    ("{items: [a], secondary: [a], options: {A: [a]}}", "puzzle.secondary.0: the item 'a' is there twice; remove one"),
    ("{items: [a], options: {A: []}}", "puzzle.options.A: covers nothing; name its items, or remove it"),
    ("{items: [a], options: {A: [b]}}", "puzzle.options.A.0: there is no item 'b'; name one of a"),
    ("{items: [a], options: {A: [a, a]}}", "puzzle.options.A.1: covers 'a' twice; remove one"),
    ("{items: [a], options: {x=1: [a]}}", "'x=1' cannot name an option; write a name without = and ¬"),
    ("{items: ['', a], options: {A: [a]}}", "puzzle.items.0: is empty; give the item a name"),
    ("{queens: 0}", "puzzle.queens: a board cannot have 0 columns here; give 1 to 12"),
    ("{queens: 4, items: [a]}", "puzzle.items: stands beside queens, which has its own; remove it"),
])
def test_what_cannot_be_is_said_with_its_place(tmp_path: Path, keys: str, message: str) -> None:
    text = f"title: t\nalgorithm: dancing-links\npuzzle: {{kind: exact-cover, {keys[1:]}\n"
    error = str(error_of(tmp_path, text))
    assert message in error
    assert "lesson.yaml:3: " in error


def test_too_many_options_are_refused() -> None:
    with pytest.raises(PuzzleError, match="has 2,001 options; at most 2,000"):
        ExactCover.read(items=("a",), options={f"o{index}": ("a",) for index in range(2001)})
