"""The board of a Zebra: everything lies where it is found, cells and clues show what is left, names are told apart."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.backjumping.events import Judged, Saved
from algorithms.events import Implied
from algorithms.problems.zebra.clue import Clue
from algorithms.problems.zebra.deal import RandomStreet
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.street import Street
from kit.drawn_texts import common
from kit.drawn_texts import texts as letters_of
from kit.known_lessons import timeline_of
from kit.rings import strokes_of
from kit.session_desk import finish, open_session
from kit.zebras import ROWS, classic, random_clues
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.puzzles.zebra.cell import Look, draw_cell
from visualizer.puzzles.zebra.clue_list import verdict
from visualizer.puzzles.zebra.names import shortened
from visualizer.puzzles.zebra.over import implied_in
from visualizer.runs.asking import Asking
from visualizer.runs.question import Option, Question
from visualizer.runs.session import Session
from visualizer.stage.compare_gains import draw_differences
from visualizer.stage.question import draw_candidates

BOX = Rect(10, 50, 820, 570)
DARK = theme("dark")


def texts(session: Session, pointed: str | None = None) -> list[tuple[str, float, str]]:
    """What is written on the board: the text, its size, its style."""
    canvas = RecordingCanvas()
    session.board.draw(canvas, BOX, session.state, session.state, 1.0, DARK, (), pointed)
    return [(str(op.args[2]), float(str(op.args[3])), str(op.args[6])) for op in canvas.ops if op.name == "text"]


@pytest.mark.parametrize("zebra", [classic(), Zebra.read(houses=3, attributes=ROWS, clues=()),
                                   Zebra.read(random=RandomStreet(4, 6, "hard", 1))], ids=["5", "3", "4"])
@pytest.mark.parametrize("box", [BOX, Rect(0, 0, 400, 500), Rect(5, 5, 1300, 700)])
def test_what_lies_at_a_place_is_found_there(zebra: Zebra, box: Rect) -> None:
    board = ZebraBoard(zebra)
    for name in board.layout.places:
        place = board.place(box, name)
        if place.w > 0:
            assert board.at(box, *place.center) == name
            assert place.x >= box.x - 1
            assert place.right <= box.right + 1
            assert place.bottom <= box.bottom + 1
    assert board.at(box, box.x - 1, box.y) is None
    shown = [name for name in board.layout.places if board.place(box, name).w > 0]
    assert len(shown) >= len(zebra.names) * (zebra.houses + 1)


def test_a_name_stands_where_it_can_live_and_alone_it_is_large() -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    small = [size for text, size, _ in texts(session) if text == "zebra"]
    assert len(small) == 1 + 5 + 0  # the column of names, and each house; no clue speaks of it
    finish(session)
    assert session.state.domains["blue"] == (2,)
    blue = [size for text, size, style in texts(session) if text == "blue" and style == "bold"]
    assert len(blue) == 1
    assert blue[0] > 1.5 * max(small)
    assert session.board.place(BOX, "blue") == session.board.place(BOX, "blue=2")
    assert session.board.at(BOX, *session.board.place(BOX, "blue").center) == "blue=2"


@pytest.mark.parametrize("box", [Rect(0, 0, 398, 330), Rect(0, 0, 600, 420), Rect(0, 0, 840, 560),
                                 Rect(0, 0, 300, 240)])
def test_beside_others_the_names_of_attributes_and_the_clues_can_be_read(box: Rect) -> None:
    """Where there is no room, names are folded below their attribute, but for those that act, and clues are counted."""
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    session.board.beside = True
    canvas = RecordingCanvas()
    session.board.draw(canvas, box, session.state, session.state, 1.0, DARK, (), "fox=2")
    column = [op for op in canvas.ops if op.name == "text" and float(str(op.args[0])) < box.w * 0.17]  # of names
    written = {str(op.args[2]): float(str(op.args[3])) for op in column}
    assert isinstance(session.board, ZebraBoard)
    frame = session.board.frame(box)
    assert not frame.clues.w
    assert any(text.startswith("✓ 2") and "14" in text for text in written)
    assert {"Colour", "Nation", "Drink", "Smoke", "Pet", "fox"} <= set(written)
    assert min(written.values()) >= 12
    heads = {str(op.args[2]): (float(str(op.args[0])) + 1, float(str(op.args[1]))) for op in column}
    for attribute, names in session.board.puzzle.attributes.items():
        ringed = session.board.place(box, next(x for x in names if len(session.state.domains[x]) > 1))
        assert any(ringed.contains(*heads[text]) for text in (attribute.capitalize(), *names) if text in heads)


def test_clues_are_ticked_as_all_that_is_left_satisfies_them() -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    assert "✓ 2 of 14" in [text for text, _, _ in texts(session)]
    finish(session)
    domains = session.state.domains
    done = sum(all(clue.holds(dict(zip(clue.names, map(int, at), strict=True)))
                   for at in product(*(domains[x] for x in clue.names))) for clue in classic().clues)
    assert f"✓ {done} of 14" in [text for text, _, _ in texts(session)]
    assert [text for text, _, _ in texts(session)].count("✓") == done


def test_a_clue_that_is_pointed_at_is_said_in_words() -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    assert "5. green is directly right of" in [text for text, _, _ in texts(session, "clue 5")]
    assert not [text for text, _, _ in texts(session) if text.startswith("5. ")]


def test_a_click_on_a_clue_takes_its_constraint_and_lights_it() -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, houses: 3, attributes: {pet: [dog, fox, "
                           "cat]}, clues: [{between: [dog, fox, cat]}, {at: [dog, 1]}]}\n")
    taken = []
    for _ in range(4):
        session.jump("clue 1")
        taken.append(looked_at(session.state).constraint)
    assert taken == ["clue 1a", "clue 1b", "clue 1c", "clue 1a"]
    assert [text for text, _, _ in texts(session) if text.startswith("1. fox is directly")]
    session.jump("clue 2")
    assert session.notice == "Clue 2: dog is in house 1. Whatever is left to its names satisfies it."


def test_of_many_clues_the_one_pointed_at_is_in_view() -> None:
    rng = Random(3)
    clues = tuple(Clue("not_same", tuple(rng.sample([*ROWS["pet"], *ROWS["colour"]], 2))) for _ in range(60))
    zebra = Zebra(3, ROWS, clues)
    board = ZebraBoard(zebra)
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    state = session.state.copy()
    state.domains.update(zebra.domains())
    for at in (1, 60, 31):
        board.draw(RecordingCanvas(), BOX, state, state, 1.0, DARK, (f"clue {at}",))
        assert board.place(BOX, f"clue {at}").h >= 20
        assert board.at(BOX, *board.place(BOX, f"clue {at}").center) == f"clue {at}"
    assert board.place(BOX, "clue 60").h == 0


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_a_verdict_is_that_of_all_ways(seed: int) -> None:
    rng = Random(seed)
    names = [x for row in ROWS.values() for x in row]
    domains = {x: tuple(sorted(rng.sample(range(1, 4), rng.randint(1, 3)))) for x in names}
    for written in random_clues(rng, 6):
        [(kind, named)] = written.items()
        clue = next(Clue(one, tuple(map(str, named[:1] if kind == "at" else named)),
                         int(named[1]) if kind == "at" else 0) for one in ("same", "at", "next", "right_of", "left_of",
                    "between", "not_same", "not_next", "either") if one == kind)
        ways = {clue.holds(dict(zip(clue.names, at, strict=True))) for at in product(*(domains[x] for x in clue.names))}
        assert verdict(clue, domains) == (None if len(ways) == 2 else ways.pop())


@pytest.mark.parametrize("name", ["bt", "cbj", "bm"])
def test_a_house_that_refused_a_name_has_it_and_no_other_house_is_under_test(name: str) -> None:
    """On the ground of a refusal, in the house that was tried; what is left to the name has a rim alone."""
    lesson = "title: T\nalgorithm: " + name + "\npuzzle:\n" + (
        "  {kind: zebra, houses: 3, attributes: {nation: [English, Spaniard, Norwegian], pet: [dog, fox, zebra]},\n"
        "   clues: [{right_of: [zebra, dog]}, {left_of: [Norwegian, zebra]}]}\n")
    session, refusals = finish(open_session(lesson)), 0
    timeline, board = session.timeline, session.board
    for position, event in enumerate(timeline.events, 1):
        if not ((isinstance(event, Judged) and not event.consistent) or (isinstance(event, Saved) and event.refused)):
            continue
        timeline.seek(position)
        refusals += 1
        canvas = RecordingCanvas()
        board.draw(canvas, BOX, timeline.state, timeline.state, 1.0, DARK)
        filled = {op.args[4]: Rect(*op.args[:4]) for op in canvas.ops  # type: ignore[arg-type]
                  if op.name == "rect" and op.args[4] in (DARK.mine, DARK.test) and float(str(op.args[0])) > 100}
        house = board.value_place(BOX, timeline.state, event.variable, event.value)
        empty = any(text == "∅" for text, *_ in texts(session))
        assert DARK.test not in filled
        assert empty or house.meets(filled[DARK.mine])
    assert refusals > 3


def test_what_follows_is_yellow_and_what_it_follows_from_is_seen_with_it() -> None:
    """Of each literal that unit propagation implies: on the board it is the only one so filled, and the others of its
    clause are filled as its reasons, those that have gone struck out."""
    session = finish(open_session("title: T\nalgorithm: unit-propagation\npuzzle:\n  {kind: zebra, random: "
                                  "{houses: 4, attributes: 3, difficulty: easy, seed: 1}}\n"))
    timeline, board, seen = session.timeline, session.board, 0
    for at in timeline.positions(Implied):
        timeline.seek(at + 1)
        event, sat = timeline.events[at], sat_in(timeline.state)
        assert isinstance(event, Implied) and sat is not None and event.because is not None
        name, others = event.literal.lstrip("¬"), [x.lstrip("¬") for x in sat.literals_of(event.because)]
        others.remove(name)
        assert implied_in(timeline.state) == (name, tuple(others))
        canvas = RecordingCanvas()
        board.draw(canvas, BOX, timeline.state, timeline.state, 1.0, DARK)
        fills = {color: [Rect(*op.args[:4]) for op in canvas.ops  # type: ignore[arg-type]
                         if op.name == "rect" and op.args[4] == color] for color in (DARK.test, DARK.known_fill)}
        assert len(fills[DARK.test]) == 1
        assert board.place(BOX, name).meets(fills[DARK.test][0])
        assert len(fills[DARK.known_fill]) == len(others)
        assert all(any(board.place(BOX, x).meets(fill) for fill in fills[DARK.known_fill]) for x in others)
        seen += len(others)
    assert seen > 40


NAMES = st.text("abcdef", min_size=2, max_size=12)


@settings(deadline=None, max_examples=60)
@given(st.lists(NAMES, min_size=2, max_size=8, unique=True), st.floats(5, 120))
def test_shortened_names_are_told_apart(row: list[str], width: float) -> None:
    short = shortened(RecordingCanvas(), row, width, 12.0)
    assert len(set(short.values())) == len(row)


@given(st.sampled_from(["red", "yellow", "Norwegian", "Englishman", "Chesterfield", "Lucky Strike"]),
       st.floats(62, 240), st.floats(62, 200), st.sampled_from([1, 2]))
def test_the_dashes_of_a_supposed_name_do_not_run_through_its_letters(name: str, wide: float, high: float,
                                                                      supposed: int) -> None:
    look, canvas, street = theme("light"), RecordingCanvas(), Street(5, {"Row": tuple("abcde")}, ())
    draw_cell(canvas, Rect(0, 0, wide, high), Look(look.suppose_fill, look.suppose, name=0, supposed=supposed), street,
              (name,) * 5, {name: name}, look)
    boxes = [(Rect(*op.args[:4]), op.args[4]) for op in canvas.ops if op.name == "rect"]  # type: ignore[arg-type]
    written = letters_of(canvas)
    assert written
    for _, letters in written:
        for at, (dash, color) in enumerate(boxes):
            crossed = common(dash, letters)
            hidden = any(common(crossed, other) == crossed for other, _ in boxes[at + 1:])
            assert color != look.suppose or min(crossed.w, crossed.h) <= 1 or hidden


@pytest.mark.parametrize("wide", [236, 300, 398, 440, 520])
def test_neither_a_mark_nor_the_frame_of_a_difference_covers_the_head_of_a_folded_row(wide: int) -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n")
    board, state, box = session.board, session.state, Rect(7, 5, wide, wide * 0.8)
    assert isinstance(board, ZebraBoard)
    board.beside = True
    frame, seen = board.frame(box), 0
    for names in board.puzzle.attributes.values():
        name = next(x for x in names if len(state.domains[x]) > 1)
        plain, marked, framed = (RecordingCanvas() for _ in range(3))
        board.draw(plain, box, state, state, 1.0, DARK)
        board.draw(marked, box, state, state, 1.0, DARK, (name,))
        draw_differences(framed, [board.place(box, name)], box, DARK)
        heads = [letters for _, letters in letters_of(plain) if letters.x < frame.key.right and letters.y > frame.key.y]
        new = Counter(marked.ops) - Counter(plain.ops)
        rings = [strokes_of(op) for op in (*new, *framed.ops) if op.name == "rect"]
        for ring in (strip for strips in rings for strip in strips):
            for letters in heads:
                crossed = common(ring, letters)
                assert min(crossed.w, crossed.h) < 0.5, (name, ring, letters)
        seen += len(heads)
    assert seen >= len(board.puzzle.attributes) ** 2


def test_brackets_around_a_label_lie_below_its_number() -> None:
    session = finish(open_session("title: T\nalgorithm: mrv-plus\npuzzle: {kind: zebra, named: classic}\n"))
    canvas, seen = RecordingCanvas(), 0
    for name in session.board.puzzle.names:  # type: ignore[attr-defined]
        canvas = RecordingCanvas()
        session.board.draw(canvas, Rect(0, 0, 700, 480), session.state, session.state, 1.0, DARK, (name,))
        place, ops = session.board.place(Rect(0, 0, 700, 480), name), list(canvas.ops)
        arms = [at for at, op in enumerate(ops) if op.name == "rect" and op.args[4] == DARK.mark]
        numbers = [(at, op) for at, op in enumerate(ops) if op.name == "text" and str(op.args[2]).isdecimal()
                   and place.contains(float(str(op.args[0])), float(str(op.args[1])))]
        seen += len(numbers) > 0
        assert not numbers or max(at for at, _ in numbers) > max(arms)
    assert seen > 10


@pytest.mark.parametrize("size", [(816, 600), (816, 688), (1200, 1000)])
def test_an_answer_in_the_column_of_names_has_its_number(size: tuple[int, int]) -> None:
    timeline, box, canvas = timeline_of("the-zebra-as-a-program"), Rect(0, 0, *size), RecordingCanvas()
    names, board = ("red", "green", "yellow", "Lucky Strike"), ZebraBoard(classic())
    timeline.seek(0)
    board.draw(RecordingCanvas(), box, timeline.state, timeline.state, 1.0, DARK)
    asking = Asking(Question("Which?", "place", tuple(Option(x, x) for x in names), frozenset({("red",)}),
                             ("", "", ""), 0, 1, "skill", "a", places=True))
    draw_candidates(canvas, box, board, asking, None, DARK)
    assert [op.args[2] for op in canvas.ops if op.name == "text"] == ["1", "2", "3", "4"]
