"""Counting of deals as it is seen: hands, products, signs and steps against all hands and sets, tried one by one."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, prod

import pytest

from algorithms import events as e
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.puzzle import Clue
from kit.drawn_texts import outside, overlaps
from kit.session_desk import scenario
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.counting.hands import hands_inside, left_out, set_of
from visualizer.families.counting.staircase import Sum, draw_staircase
from visualizer.families.counting.term import value_of
from visualizer.puzzles.clue.look import CellLook, between, draw_cell
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.compare_chart import round_step
from visualizer.stage.family import view_of
from visualizer.stage.spots import Look
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LESSON = load(find("74-counting-deals"))


def recorded() -> Timeline[State]:
    timeline = Timeline(LESSON.steps(), start_state(LESSON.puzzle, LESSON.algorithm))
    timeline.pull_all()
    return timeline


TIMELINE = recorded()
CLASSES = [event.cards for event in TIMELINE.events if isinstance(event, e.CardsMerged)]
HANDS = [event for event in TIMELINE.events if isinstance(event, e.HandsCounted)]
TERMS = [event for event in TIMELINE.events if isinstance(event, e.TermAdded)]


def test_the_hands_inside_each_set_are_as_many_as_were_counted() -> None:
    clue = LESSON.puzzle
    assert isinstance(clue, Clue)
    form = deals_of(clue)
    for term in TERMS:
        cards = tuple(set_of(CLASSES, term.inside))
        assert sorted((*cards, *left_out(CLASSES, term.inside))) == sorted(card for own in CLASSES for card in own)
        numbers = dict(zip(form.places, term.hands, strict=True))
        for one in HANDS:
            found = hands_inside(form, one.place, cards)
            assert found is not None
            assert len(found) == numbers[one.place]
            assert all({*hand} <= {*cards} and len(hand) == one.size for hand in found)


def test_the_staircase_is_the_sum_over_all_sets() -> None:
    order = list(product(*(range(len(cards) + 1) for cards in CLASSES)))
    assert [term.inside for term in TERMS] == order  # as the signs below the bars have it
    found = Sum(TERMS, len(TERMS), 1.0, CLASSES, {})
    assert found.count == len(TERMS)
    total = 0
    for term, after in zip(TERMS, found.totals[1:], strict=True):
        missing = sum(map(len, CLASSES)) - sum(term.inside)
        sets = prod(comb(len(cards), number) for cards, number in zip(CLASSES, term.inside, strict=True))
        assert value_of(term) == (-1) ** missing * sets * prod(term.hands)
        total += value_of(term)
        assert after == total
    assert total == next(event.models for event in TIMELINE.events if isinstance(event, e.DealsCounted)) == deals()


def deals() -> int:
    """How many deals there are: hands of all places that do not overlap."""
    clue = LESSON.puzzle
    assert isinstance(clue, Clue)
    form = deals_of(clue)
    cards = tuple(card for own in CLASSES for card in own)
    hands = [hands_inside(form, one.place, cards) or () for one in HANDS]
    return sum(all({*a}.isdisjoint(b) for a, b in combinations(chosen, 2)) for chosen in product(*hands))


@pytest.mark.parametrize("theme_name", NAMES)
@pytest.mark.parametrize("hero", [None, "sum"])
def test_all_of_it_can_be_read(hero: str | None, theme_name: str) -> None:
    board = board_for(LESSON.puzzle)
    first = next(index for index, event in enumerate(TIMELINE.events) if isinstance(event, e.TermAdded))
    for position in (0, first, first + 1, first + 9, first + 16, first + len(TERMS), len(TIMELINE.events)):
        TIMELINE.seek(position)
        canvas = RecordingCanvas()
        view = View(LESSON.algorithm, board, TIMELINE, TIMELINE.state, say="Something.", code="sum", hero=hero)
        draw_stage(canvas, Rect(10, 50, 1260, 666), view, theme(theme_name), 1.0)
        assert not outside(canvas, (1280, 800)), position
        assert not overlaps(canvas), position
        if first < position <= first + len(TERMS):
            texts = [op.args for op in canvas.ops if op.name == "text"]
            assert not [args[2] for args in texts if str(args[2]).endswith("…")], position


@pytest.mark.parametrize("count", [3, 5, 8, 9])
def test_a_long_sum_is_drawn_with_a_bounded_number_of_things(count: int) -> None:
    classes = [(f"c{index}",) for index in range(count)]
    terms = [e.TermAdded(inside, 1, 1 if index % 3 else -1, (index,), index) for index, inside
             in enumerate(product((0, 1), repeat=count), 1)]
    kinds = {f"c{index}": ("suspects", "weapons", "rooms")[index % 3] for index in range(count)}
    canvas = RecordingCanvas()
    draw_staircase(canvas, Rect(0, 0, 800, 560), Sum(terms, len(terms) * 2 // 3, 0.5, classes, kinds), theme("dark"), 1)
    assert len(canvas.ops) < 3_000
    assert not overlaps(canvas)
    sizes = [op.args[3] for op in canvas.ops if op.name == "text"]
    assert min(size for size in sizes if isinstance(size, int | float)) >= SMALLEST
    signs = [op for op in canvas.ops if op.name in ("circle", "polygon")]
    assert len(signs) <= 41 * count


def test_the_bar_grows_from_the_old_sum() -> None:
    flags = []
    for t in (0.0, 0.5, 1.0):
        canvas = RecordingCanvas()
        draw_staircase(canvas, Rect(0, 0, 800, 560), Sum(TERMS, 16, t, CLASSES, dict.fromkeys(
            (card for own in CLASSES for card in own), "rooms")), theme("dark"), 1)
        flags.append(next(float(str(op.args[1])) for op in canvas.ops if op.name == "text" and op.args[3] == 17))
    assert flags[0] != flags[1] != flags[2]
    assert flags == sorted(flags)  # the 16th term takes away: down


def test_steps_of_an_axis_are_round() -> None:
    assert [round_step(span, 5) for span in (1, 7, 30, 99, 151, 4_000)] == [1, 2, 10, 20, 50, 1_000]


def test_a_count_without_terms_says_so() -> None:
    lesson = scenario("title: T\nalgorithm: clue-exact\n"
                      "puzzle: {kind: clue, players: [sc, mu, wh, gr, pe, pl], me: mu, hand: [pl, ro, li]}\n")
    timeline = Timeline(lesson.steps(), start_state(lesson.puzzle, lesson.algorithm))
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    canvas = RecordingCanvas()
    view = View(lesson.algorithm, board_for(lesson.puzzle), timeline, timeline.state, code="sum")
    draw_stage(canvas, Rect(10, 50, 1260, 666), view, theme("dark"), 1.0)
    said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    assert bool([text for text in said if text.startswith("Too many terms")]) != bool(timeline.positions(e.TermAdded))


def test_a_disc_turns_over_when_a_chain_flips_a_card() -> None:
    away, there = (CellLook((0, 0, 0), (9, 9, 9), "0.20", held=held) for held in (False, True))
    for earlier, later in ((away, there), (there, away)):
        faces = []
        for t in (0.1, 0.4, 0.6, 0.9):
            canvas = RecordingCanvas()
            draw_cell(canvas, Rect(0, 0, 60, 24), between(earlier, later, t), theme("dark"))
            (disc,) = [op.args for op in canvas.ops if op.name == "polygon"]
            faces.append(disc[1] is not None)
        assert faces == [earlier.held] * 2 + [later.held] * 2
        canvas = RecordingCanvas()
        draw_cell(canvas, Rect(0, 0, 60, 24), between(earlier, later, 1.0), theme("dark"))
        assert sum(op.name == "circle" for op in canvas.ops) == later.held


def test_a_column_that_is_pointed_at_lights_its_set_and_says_its_term() -> None:
    """The cards of S on the board, and S in the panel, of a term that was added before."""
    TIMELINE.seek(TIMELINE.positions(e.DealsCounted)[0] + 1)
    clue, view_of_sum, family = LESSON.puzzle, Look(), view_of(LESSON.algorithm)
    assert family.lens is not None
    for index in (5, 10, len(TERMS) - 1):
        view_of_sum.pointed = index
        view = View(LESSON.algorithm, board_for(clue), TIMELINE, TIMELINE.state, code="sum", look=view_of_sum)
        lens = family.lens(view)
        inside = set_of(CLASSES, TERMS[index].inside)
        assert lens is not None
        assert {cell.partition("=")[0] for cell in lens.family.looks_at()} == set(inside)
        canvas = RecordingCanvas()
        family.focus(canvas, Rect(0, 0, 440, 300), view, theme("dark"), 1.0)
        assert any(f"= {value_of(TERMS[index]):,}".replace("-", "−") in str(op.args[1:3]).replace("  ", " ")
                   for op in canvas.ops if op.name == "text")
    view_of_sum.pointed = len(TERMS)
    assert family.lens(View(LESSON.algorithm, board_for(clue), TIMELINE, TIMELINE.state, look=view_of_sum)) is None


@pytest.mark.parametrize("now", range(1, len(TERMS) + 1))
def test_what_the_large_terms_add_stands_at_their_bars(now: int) -> None:
    """And no two of these numbers cover each other."""
    canvas, clue = RecordingCanvas(), LESSON.puzzle
    assert isinstance(clue, Clue)
    spots = draw_staircase(canvas, Rect(0, 0, 780, 520), Sum(TERMS, now, 1.0, CLASSES, clue.deck.category),
                           theme("dark"), 1.0)
    assert [spot.target for spot in spots] == list(range(now))
    texts = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    for term in TERMS[:now - (now < len(TERMS))]:
        if abs(value_of(term)) >= 12:
            said = f"{'+' if value_of(term) > 0 else '−'}{abs(value_of(term)):,}"
            assert any(said in text for text in texts), said
