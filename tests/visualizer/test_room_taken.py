"""Boards and words take the room that there is: what is small is drawn larger, and says no less for it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.events import ProbabilityFound
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.program.puzzle import Program
from algorithms.transitions.graph import whole
from algorithms.transitions.rules import dp
from kit.drawn_texts import texts
from kit.session_desk import finish, open_session
from kit.small_systems import formulas
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.covering.heads import heads_of
from visualizer.families.covering.state import cover_of
from visualizer.families.transitions.drawn import Drawn
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.whole import field_of, labels_in
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.stage.compare_chart import draw_ends
from visualizer.stage.compare_layout import Wanted, arrange_comparison

DARK = theme("dark")
LETTERS = st.sampled_from("pqrstuvw")
RULES = st.lists(st.tuples(LETTERS, st.lists(LETTERS, max_size=2, unique=True)), min_size=1, max_size=9)


@given(RULES, st.floats(450, 1900), st.floats(260, 900))
def test_a_small_program_is_drawn_no_smaller_than_a_large_one_and_its_parts_fill_the_box(
        rules: list[tuple[str, list[str]]], wide: float, high: float) -> None:
    text = " ".join(f"{head} :- {', '.join(body)}." if body else f"{head}." for head, body in rules)
    box, board = Rect(0, 0, wide, high), ProgramBoard(Program.read(rules=text))
    large = ProgramBoard(Program.read(rules=" ".join(f"a{number}." for number in range(200))))
    assert board.unit(box) >= large.unit(box) >= 1
    graph, cards = board.parts(box)
    assert graph.w > 0 and graph.h > 0
    beside = cards.w > 0 and cards.x >= graph.right
    assert graph.w >= (0.3 if beside else 0.99) * wide
    assert (cards.right if beside else max(cards.bottom, graph.bottom)) == pytest.approx(wide if beside else high)


def test_the_words_of_rules_stand_whole_on_a_pane_of_a_large_window() -> None:
    """Of three runs side by side at 1920×1080, with room below for what goes with the board."""
    session = finish(open_session("title: T\nalgorithm: unfounded\noptions: {given: [p, q, r], set: [q]}\n"
                                  'puzzle: {kind: program, rules: "p. r :- p, q."}\n'))
    box, canvas = Rect(0, 0, 620, 370), RecordingCanvas()
    session.board.draw(canvas, box, session.before, session.state, 1.0, DARK, (), None)
    sizes = [float(str(op.args[3])) for op in canvas.ops if op.name == "text"]
    assert min(sizes) > 13 and not any(text.endswith("…") for text, _ in texts(canvas))


@given(formulas(3))
def test_records_in_a_graph_stand_apart_and_each_above_its_own_state(cnf: CNF) -> None:
    graph, canvas, unit = whole(dp(cnf)), RecordingCanvas(), 1.35
    if graph is None:
        return
    drawn = Drawn(graph)
    field = field_of(drawn, Rect(0, 0, 1250, 700), Look(), unit)
    rows: dict[float, list[Rect]] = {}
    for number, words, size, place in labels_in(canvas, drawn, field, unit):
        assert 12 * unit <= size <= 16 * unit and place.w == canvas.measure(words, size)
        assert place.x <= drawn.placement.xs[number] * field.step <= place.right
        rows.setdefault(place.bottom, []).append(place)
    for row in rows.values():
        assert all(left.right + 11 * unit < right.x for left, right in pairwise(row))


@pytest.mark.parametrize("wide", [24, 25, 27])
def test_a_word_may_be_wider_than_its_column_where_nothing_is_beside_it(wide: int) -> None:
    names = ["A1", *(f"{digit} in column 1" for digit in range(1, 6)), "clue A1"]
    assert heads_of(RecordingCanvas(), names, wide, 16.0).own[-1] == ["clue", "A1"]
    assert heads_of(RecordingCanvas(), [*names, "clue B2"], wide, 16.0).own[-1] != ["clue", "B2"]


@given(st.lists(st.sampled_from(["a", "b", "row", "column", "box", "1", "22"]), min_size=1, max_size=4),
       st.integers(30, 140))
def test_heads_are_as_large_as_two_lines_of_whole_words_allow(words: list[str], wide: int) -> None:
    canvas, name = RecordingCanvas(), " ".join(words)
    heads = heads_of(canvas, [name], wide, 18.0)
    larger = heads_of(canvas, [name], wide, heads.size + 1)
    assert heads.size == 18.0 or heads.lines > 2 or larger.size < heads.size + 1


def test_ends_that_have_no_room_for_all_are_told_apart_by_one_number() -> None:
    lines = [[(0.0, 20.0), (x, 20.0)] for x in (60.0, 95.0, 190.0)]
    said, brief = [f"3 after {x}" for x in (1815, 2261, 5734)], ["1,815", "2,261", "5,734"]
    found = []
    for wide in (160, 900):
        canvas, scale = RecordingCanvas(), wide / 230
        draw_ends(canvas, Rect(0, 0, wide, 60), [[(x * scale, y) for x, y in line] for line in lines], said, DARK, 1.0,
                  brief)
        found.append({str(op.args[2]) for op in canvas.ops if op.name == "text"})
    assert not found[0].intersection(said) and len(found[0].intersection(brief)) > 1
    assert found[1].issuperset(said) and not found[1].intersection(brief)


@pytest.mark.parametrize(("aspect", "high"), [(1.0, 156), (1.79, 198)])
def test_totals_stand_in_two_blocks_only_where_boards_grow_by_it(aspect: float, high: float) -> None:
    """Three boards that are wide have no more width to grow into."""
    places = arrange_comparison(Rect(0, 0, 1260, 660), 1.0, Wanted(3, True, aspect, True, 9))
    assert places.chart.h == places.totals.h == pytest.approx(high)
    assert places.totals.w > 500 or high > 156


def test_the_field_whose_probability_is_found_has_a_rim_though_its_value_is_known() -> None:
    session = finish(open_session("title: T\nalgorithm: mine-probabilities\n"
                                  'puzzle: {kind: gnomine, board: ". . . .\\n1 2 2 1\\n0 0 0 0", mines: 2}\n'))
    seen = 0
    for position in session.timeline.positions(ProbabilityFound):
        session.show(position + 1)
        canvas, event = RecordingCanvas(), session.timeline.event
        assert isinstance(event, ProbabilityFound)
        session.board.draw(canvas, Rect(0, 0, 400, 300), session.before, session.state, 1.0, DARK, (), None)
        rims = [Rect(*map(float, map(str, op.args[:4]))) for op in canvas.ops  # no fill, in the colour of a test
                if op.name == "rect" and op.args[4] is None and op.args[5] == DARK.test]
        places = [session.board.place(Rect(0, 0, 400, 300), cell) for cell in event.cells]
        assert all(any(place.contains(*rim.center) for rim in rims) for place in places)
        assert len(rims) == len(places)
        seen += 1
    assert seen


def test_once_all_is_tried_no_item_is_looked_at() -> None:
    session = finish(open_session("title: T\nalgorithm: dancing-links\noptions: {all: true}\n"
                                  "puzzle: {kind: exact-cover, queens: 5}\n"))
    cover = cover_of(session.state)
    assert cover.ended and cover.clause is None and cover.item() is None
