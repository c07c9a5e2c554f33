"""Drawn reasons: with nothing known but what a picture shows, what it says follows. Tried by brute force, without the
advisors and algorithms that made the pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings

from algorithms.advice.clue_why import why as why_card
from algorithms.advice.gnomine import why as why_mine
from algorithms.advice.sudoku import hint
from algorithms.advice.zebra_drawn import drawn as drawn_of_zebra
from algorithms.problems.clue.facts import CardLiteral
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.grid import RandomSudoku
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.problems.zebra.deal import RandomStreet, deal
from algorithms.problems.zebra.deduction import GROUPS, everywhere, steps, take
from algorithms.reasons import Link, Ray, Spot, all_rays
from kit.clue_play import SMALL, deals, game
from kit.mine_placements import covered, placements, positions
from kit.session_desk import finish, open_session
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.consistency.why import why as why_pruned
from visualizer.puzzles.gnomine.reason import drawn
from visualizer.runs.boards import board_for
from visualizer.runs.why import began
from visualizer.stage.reasons import draw_reason, outline

# --- Sudoku --------------------------------------------------------------------------------------------------------


def possible(units: Sequence[Sequence[str]], left: Mapping[str, Collection[int]]) -> bool:
    """Can the cells be filled so that no unit has a value twice?"""
    blank = sorted(left, key=lambda x: len(left[x]))
    together = {x: {y for unit in units if x in unit for y in unit} - {x} for x in blank}

    def fill(at: int, taken: dict[str, int]) -> bool:
        if at == len(blank):
            return True
        x = blank[at]
        return any(fill(at + 1, {**taken, x: value}) for value in left[x]
                   if all(taken.get(y) != value for y in together[x]))

    return fill(0, {})


def check_elimination(puzzle: Sudoku, link: Link, left: Mapping[str, set[int]]) -> None:
    """None of the values struck can stand there: tried in the units outlined alone."""
    units = [unit for unit in puzzle.geometry.units.values() if set(unit) <= set(link.through)]
    known = {x: {puzzle.clues[x]} if x in puzzle.clues else left[x] for x in link.through}
    assert link.struck
    for spot in link.struck:
        assert spot.value in left[spot.place]
        assert not possible(units, {**known, spot.place: {int(spot.value)}})


def check_single(puzzle: Sudoku, link: Link, gone: set[Spot]) -> None:
    """The value follows from the digits ringed, and from what was struck before."""
    [end] = link.follows
    digits = {spot.place: puzzle.clues[spot.place] for spot in link.causes}
    if link.through:
        others = [y for y in link.through if y != end.place and y not in puzzle.clues]
        assert all(Spot(y, end.value) in gone or any(
            digit == end.value and y in puzzle.geometry.peers[z] for z, digit in digits.items()) for y in others)
        assert {spot.place for spot in link.struck} == set(others)
    else:
        seen = {digit for z, digit in digits.items() if z in puzzle.geometry.peers[end.place]}
        seen |= {int(spot.value) for spot in gone if spot.place == end.place and spot.value is not None}
        assert seen == set(range(1, puzzle.side + 1)) - {end.value}
    assert all(ray.cause in link.causes for ray in link.rays)


@pytest.mark.parametrize("seed", [2, 4])
def test_each_picture_of_a_sudoku_is_the_reason(seed: int) -> None:
    puzzle = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=24, seed=seed))
    eliminations = 0
    while (found := hint(puzzle)) is not None and found.cell is not None and found.value is not None:
        left = {x: {int(value) for value in values} for x, values in puzzle.domains().items()}
        gone: set[Spot] = set()
        if found.reason:
            for link in found.reason[:-1]:
                check_elimination(puzzle, link, left)
                for spot in link.struck:
                    left[spot.place].discard(int(spot.value or 0))
                gone.update(link.struck)
                eliminations += 1
            check_single(puzzle, found.reason[-1], gone)
        puzzle = Sudoku(puzzle.boxes, {**puzzle.clues, found.cell: found.value})
    assert eliminations


# --- Gnomine -------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=80)
@given(positions(slips=False))
def test_numbers_and_flags_that_are_drawn_prove_what_they_lead_to(puzzle: Gnomine) -> None:
    assume(len(covered(puzzle)) <= 10)
    for x in covered(puzzle):
        claim = why_mine(puzzle, x)
        if claim is None:
            continue
        [link] = drawn(claim, puzzle)
        flags = {spot.place for spot in link.causes}
        shown = {y: COVERED if seen == FLAG and y not in flags else seen for y, seen in puzzle.seen.items()}
        total = "total" in claim.because
        known = puzzle if total else Gnomine(puzzle.rows, puzzle.columns, shown, puzzle.mines)
        assume(len(covered(known)) <= 12)
        named = [f"C{place}" for place in link.through] if not total else None
        fitting = list(placements(known, named, total=total))
        assert fitting
        for spot in link.follows:
            assert all((spot.place in mines) == bool(spot.value) for mines in fitting)
        assert link.places <= puzzle.seen.keys()


# --- constraints -----------------------------------------------------------------------------------------------------

NETWORK = ("title: T\nalgorithm: gac\npuzzle: {kind: csp, domains: {A: [1, 2, 3], B: [1, 2, 3], C: [2, 3, 4], "
           "D: [1, 4]}, constraints: [{scope: [A, B], relation: 'A > B'}, {scope: [B, C], relation: 'B + C == 4'}, "
           "{scope: [C, D], relation: 'C < D'}]}\n")
FIELD = ("title: T\nalgorithm: gac\npuzzle: {kind: gnomine, random: {rows: 6, columns: 6, mines: 6, seed: %s, "
         "reveal: 2}}\n")


@pytest.mark.parametrize("text", [NETWORK, FIELD % 21, FIELD % 24])
def test_what_is_drawn_of_a_constraint_leaves_no_more(text: str) -> None:
    session = finish(open_session(text))
    timeline, board, checked = session.timeline, session.board, 0
    for x in session.state.domains:
        found = why_pruned(timeline, board, x)
        if found is None or not found.reason:
            continue
        [link] = found.reason
        assert found.position is not None
        event: Any = timeline.events[found.position - 1]
        before, start = timeline.at(found.position - 1), timeline.at(began(timeline))
        c = board.constraint(before, event.because)
        assert c is not None
        causes = {spot.place for spot in link.causes}
        domains = [(before if y == x or y in causes else start).domains[y] for y in c.scope]
        left = {row[c.scope.index(x)] for row in product(*domains) if c.allows(list(row))}
        assert left == set(event.left)
        assert {spot.value for spot in link.struck} <= set(event.removed)
        checked += 1
    assert checked


def test_a_label_that_struck_a_value_excludes_it() -> None:
    """Every line of a search on a Sudoku comes from a cell that sees the other and has the value."""
    session = open_session("title: T\nalgorithm: mrv-plus\npuzzle: {kind: sudoku, random: {clues: 26, seed: 4}}\n")
    finish(session)
    puzzle, lines = session.state.position(), 0
    for x, how in session.state.family.supposed.how.items():
        session.explained = None
        session.explain(x)
        for link in session.reason:
            for ray in link.rays:
                value = session.state.domains[ray.cause.place][0]
                assert ray.to.place in puzzle.geometry.peers[ray.cause.place]
                assert how == "single" or Spot(x, value) in link.struck
                lines += 1
    assert lines


# --- Zebra and Clue --------------------------------------------------------------------------------------------------


def test_a_clue_of_a_zebra_strikes_what_is_crossed_out() -> None:
    street = deal(RandomStreet(4, 4, "easy", 3))
    left = everywhere(street)
    rules = set()
    for _ in range(40):
        step = next(steps(street, left, GROUPS), None)
        if step is None:
            break
        [link] = drawn_of_zebra(street, left, step)
        rules.add(step.rule)
        assert {spot.place for spot in link.struck} == {f"{x}={house}" for x, house in step.struck}
        if step.rule == "clue":
            clue = street.clues[step.clue - 1]
            assert f"clue {step.clue}" in link.through
            shown = [spot.place.partition("=") for spot in (*link.causes, *link.struck)]
            houses = {y: [int(house) for name, _, house in shown if name == y] for y in clue.names}
            for x, house in step.struck:
                ways = product(*([house] if y == x else houses[y] for y in clue.names))
                assert not any(clue.holds(dict(zip(clue.names, way, strict=True))) for way in ways)
        take(left, step)
    assert {"clue", "taken"} <= rules


def test_the_lines_of_the_log_and_the_cells_that_are_drawn_prove_a_card() -> None:
    """In every deal that fits those lines, and has those cells as they are known, the card is where it is said."""
    clue = game(SMALL)
    every, proved = list(deals(clue.with_log(()))), 0
    true = list(deals(clue))
    for card, place in product(clue.deck.cards, clue.places):
        there = {known[card] == place for known in true}
        reason = why_card(clue, CardLiteral(card, place, there.pop())) if len(there) == 1 else None
        if reason is None or not reason.links:
            continue
        link = reason.links[-1]
        numbers = [int(name.removeprefix("line ")) for name in link.through]
        fitting = deals(clue.with_log(tuple(clue.events[number - 1] for number in numbers))) if numbers else every
        cells = [spot.place.partition("=") for spot in link.causes]
        alike = [one for one in fitting if all((one[x] == where) == (true[0][x] == where) for x, _, where in cells)]
        assert alike
        assert {one[card] == place for one in alike} == {true[0][card] == place}
        assert {number - 1 for number in numbers} <= set(reason.lines)
        proved += bool(numbers)
    assert proved


# --- drawing -------------------------------------------------------------------------------------------------------


def test_places_that_touch_have_one_outline() -> None:
    squares = [Rect(x, y, 10, 10) for x in (0, 10) for y in (0, 10)]
    edges = list(outline([*squares, Rect(100, 0, 10, 10)]))
    assert len(edges) == 8 + 4
    assert all(10 not in (a[0], b[0]) or a[0] != b[0] for a, b in edges[:8])  # none of them is inside


def test_any_board_draws_a_reason_and_leaves_out_what_it_has_no_place_for() -> None:
    session = open_session(NETWORK)
    canvas, box = RecordingCanvas(), Rect(0, 0, 600, 600)
    board = board_for(session.scenario.puzzle)
    link = Link(("A", "nowhere"), (Spot("B"), Spot("nowhere")), ("C",), (Spot("C", 2),), (Spot("D", 4),),
                (Ray(Spot("B"), Spot("C", 2)), Ray(Spot("nowhere"), Spot("D"))))
    draw_reason(canvas, box, board, session.state, (link, Link(("D",))), theme("dark"))
    texts = [op.args[2] for op in canvas.ops if op.name == "text"]
    assert {"1", "2", "4"} <= set(texts)  # the steps, the value struck, the value to come
    assert len([op for op in canvas.ops if op.name == "polygon"]) == 1  # one head of an arrow
    before = len(canvas.ops)
    draw_reason(canvas, box, board, session.state, (), theme("dark"))
    assert len(canvas.ops) == before


def test_a_tangle_is_not_drawn() -> None:
    spots = [Spot(str(number)) for number in range(6)]
    assert len(all_rays(spots[:2], spots)) == 12
    assert all_rays(spots, spots) == ()
