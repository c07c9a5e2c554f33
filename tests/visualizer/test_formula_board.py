"""The clause board: where clauses lie at any size, and the rows of the candidates for a backbone."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import find_algorithm
from algorithms.events import Blocked
from algorithms.problems.forms.cnf import negation
from algorithms.problems.formula import Formula
from algorithms.words import counted
from kit.drawn_texts import outside, overlaps
from kit.known_lessons import known
from kit.widget_stage import texts
from scenarios.loader import find
from visualizer.canvas.primitives import SMALLEST, Op, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, contrast, mix, theme
from visualizer.families.backbones.rows import BRIEF, KEY, column_of, draw_rows, rows_height, variable_at
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.gnomine.tile import neither
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.family import view_of

BACKBONES = ("algorithm-1", "a-backbone-all-at-once", "a-hard-backbone", "a-hard-backbone-by-listing-models",
             "a-hard-backbone-with-partial-models")
SHARES = st.floats(0, 1)
DARK = theme("dark")
CLAUSES = st.lists(st.lists(st.integers(1, 9).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=5,
                            unique=True).map(tuple), min_size=1, max_size=60)
BOXES = st.builds(Rect, st.floats(0, 50), st.floats(0, 50), st.floats(200, 2400), st.floats(120, 1800))


def placed(clauses: list[tuple[int, ...]], box: Rect, *, leaves: bool = True) -> list[list[Rect]]:
    board = FormulaBoard(Formula(tuple("abcdefghi"), tuple(clauses)))
    board.leaves = leaves
    return board.places(RecordingCanvas(), box)


@given(CLAUSES, BOXES, st.booleans())
def test_clauses_lie_inside_and_beside_each_other(clauses: list[tuple[int, ...]], box: Rect, leaves: bool) -> None:
    rows = placed(clauses, box, leaves=leaves)
    assert len({row[0].h for row in rows}) <= 1
    spots = [Rect(row[0].x, row[0].y, row[-1].right - row[0].x, row[0].h) for row in rows]
    assert all(box.y <= spot.y and spot.bottom <= box.bottom + 0.01 for spot in spots)
    assert all(one.right <= other.x or one.bottom < other.y or other.right <= one.x
               for one, other in combinations(spots, 2))
    assert all(len(row) == len(clause) + 1 for row, clause in zip(rows, clauses, strict=False))
    assert len(rows) in (0, len(clauses))  # where not all fit so that they can be read, they are tiles
    assert all(row[0].h * 0.62 >= SMALLEST - 0.01 for row in rows)


@given(CLAUSES.filter(lambda clauses: len(clauses) <= 20), st.floats(1.3, 3))
def test_on_a_larger_screen_the_chips_are_larger(clauses: list[tuple[int, ...]], scale: float) -> None:
    small = placed(clauses, Rect(0, 0, 700, 620))
    large = placed(clauses, Rect(0, 0, 700 * scale, 620 * scale))
    assert large[0][0].h > small[0][0].h * (1 + (scale - 1) * 0.5)


def test_few_clauses_leave_half_the_board_to_the_search_tree() -> None:
    box = Rect(0, 0, 740, 600)
    rows = placed([(1, 2), (-1, 3), (2, 3), (-2, -3)], box)
    assert rows[0][0].h > 50
    assert rows[-1][0].bottom <= 300


def test_few_clauses_beside_others_have_a_line_each() -> None:
    """So that they are as large as the height allows, which is more than the width does."""
    board = FormulaBoard(Formula(("p", "q", "r"), ((1,), (-1, -2), (-2, 3))))
    board.leaves = False
    box = Rect(0, 0, 383, 404)
    alone = board.places(RecordingCanvas(), box)[0][0].h
    board = FormulaBoard(Formula(("p", "q", "r"), ((1,), (-1, -2), (-2, 3))))
    board.leaves, board.beside = False, True
    rows = board.places(RecordingCanvas(), box)
    assert len({row[0].y for row in rows}) == 3
    assert rows[0][0].h > 1.3 * alone


def test_the_clauses_are_numbered_from_one() -> None:
    found = open_timelines(known(find("dpll")))[0]
    board = FormulaBoard(known(find("dpll")).puzzle)  # type: ignore[arg-type]
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 740, 600), found.state, found.state, 1, DARK)
    assert [word for word in texts(canvas) if len(word) == 1 and word.isdigit()] == ["1", "2", "3", "4"]
    assert "True" not in texts(canvas)


# --- candidates for the backbone -----------------------------------------------------------------------------------


@cache
def timeline(name: str):  # type: ignore[no-untyped-def]
    found = open_timelines(known(find(name)))[0]
    found.pull_all()
    return found


def state_of(name: str, share: float) -> BackboneState:
    found = timeline(name)
    found.seek(round(share * len(found.events)))
    state = sat_of(found.state)
    assert isinstance(state, BackboneState)
    return state


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES)
def test_each_variable_has_a_column_that_tells_its_fate_and_its_values(name: str, share: float) -> None:
    state, canvas = state_of(name, share), RecordingCanvas()
    box = Rect(0, 0, 740, 400)
    room = Rect(0, 0, 740, rows_height(canvas, box, state, 1))
    assert room.h < box.h * 0.5
    draw_rows(canvas, room, (state, state), 1, DARK, 1)
    said, names = texts(canvas), state.form.names
    assert all(said.count(one) + said.count(f"¬{one}") == 1 for one in names)
    fates = list(state.fates.values())
    left_out = sum(one not in state.fates and f"¬{one}" not in state.fates for one in names) if fates else 0
    out = fates.count("dropped") + fates.count("free") + left_out
    assert said.count("?") == fates.count("candidate")
    if fates:
        tested = fates.count("backbone") - state.facts
        known = f"✓ {counted(state.facts, 'fact')} + {tested} in" if state.facts else f"✓ {tested} in"
        assert any(f"{known} " in one and f"✗ {out} out" in one for one in said)
    shown = [number for number, _ in state.rows if f"model {number}" in said]
    assert shown == [number for number, _ in state.rows][-len(shown):]
    assert bool(shown) == bool(state.rows)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES)
def test_while_something_is_asked_the_last_model_does_not_tell_what_it_rules_out(name: str, share: float) -> None:
    """It is the same row, whichever candidates those are; all other rows are as they are without a question."""
    state = state_of(name, share)
    box = Rect(0, 0, 740, rows_height(RecordingCanvas(), Rect(0, 0, 740, 400), state, 1))
    left = {literal for literal, fate in state.fates.items() if fate == "candidate"}
    ruled_out = left - state.rows[-1][1] if state.rows else set()
    drawn = []
    for silent in (False, True):
        canvas = RecordingCanvas()
        draw_rows(canvas, box, (state, state), 1, DARK, 1, silent=silent)
        drawn.append(canvas)
    told, untold = drawn
    assert texts(untold).count("?") - texts(told).count("?") == (len(state.form.names) if ruled_out else 0)
    if not ruled_out:
        assert untold.ops == told.ops


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES)
def test_the_model_that_kills_a_candidate_has_its_complement_or_leaves_it_open(name: str, share: float) -> None:
    state = state_of(name, share)
    models = dict(state.rows)
    out = {literal for literal, fate in state.fates.items() if fate in ("dropped", "free")}
    assert set(state.killed) == out
    assert all(literal not in models[number] for literal, number in state.killed.items() if number in models)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES, st.floats(300, 1500), st.floats(200, 900))
def test_the_rows_stay_in_their_box(name: str, share: float, width: float, height: float) -> None:
    state, canvas = state_of(name, share), RecordingCanvas()
    box = Rect(10, 20, width, rows_height(canvas, Rect(10, 20, width, height), state, 1))
    draw_rows(canvas, box, (state, state), 1, DARK, 1)
    for op in canvas.ops:
        if op.name == "rect":
            x, y, w, h = (float(value) for value in op.args[:4] if isinstance(value, int | float))
            assert box.x - 0.2 <= x
            assert x + w <= box.right + 0.2
            assert box.y - 0.2 <= y
            assert y + h <= box.bottom + 0.2


def signs(canvas: RecordingCanvas) -> list[int]:
    """How many lines there are on each orange ground."""
    def numbers(op: Op) -> list[float]:
        return [float(value) for value in op.args[:4] if isinstance(value, int | float)]

    orange = [Rect(*numbers(op)) for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.mine]
    lines = [numbers(op) for op in canvas.ops if op.name == "line" and op.args[4] == DARK.on_mine]
    return [sum(ground.contains(x, y) and ground.contains(u, v) for x, y, u, v in lines) for ground in orange]


def test_out_and_the_other_way_have_signs_of_their_own_and_the_second_is_explained() -> None:
    """✗ of two lines: a candidate is out. ≠ of three, on orange: a model has it the other way."""
    state, canvas = state_of("algorithm-1", 1), RecordingCanvas()
    room = Rect(0, 0, 740, 160)
    draw_rows(canvas, room, (state, state), 1, DARK, 1)
    assert set(KEY.values()) <= set(texts(canvas))
    models = dict(state.rows)
    against = [literal for literal, by in state.killed.items() if negation(literal) in models[by]]
    assert len(against) == 2
    assert signs(canvas) == [3] * (len(against) + 1)  # and that of the key
    outs = [op for op in canvas.ops if op.name == "line" and op.args[4] == DARK.muted]
    assert len(outs) == 2 * sum(fate in ("dropped", "free") for fate in state.fates.values())


def test_before_there_are_candidates_the_columns_are_headed_by_the_literals_of_the_model() -> None:
    """So no model is against anything that nobody has claimed."""
    found = timeline("algorithm-1")
    found.seek(next(at for at, event in enumerate(found.events, 1) if type(event).__name__ == "Modelled"))
    state, canvas = sat_of(found.state), RecordingCanvas()
    assert isinstance(state, BackboneState)
    assert not state.fates
    draw_rows(canvas, Rect(0, 0, 740, 160), (state, state), 1, DARK, 1)
    assert {*state.rows[-1][1]} <= {*texts(canvas)}
    assert "no model yet" not in texts(canvas)
    draw_rows(narrow := RecordingCanvas(), Rect(0, 0, 190, 160), (state, state), 1, DARK, 1)
    assert texts(narrow).count("¬") == sum(literal.startswith("¬") for literal in state.rows[-1][1])
    assert "no model yet" not in texts(narrow)
    assert len(signs(canvas)) == 1  # that of the key


def test_two_models_are_shown_where_a_question_leaves_the_board_little_room() -> None:
    """Lesson 28 asks to compare the second one with the first."""
    found = timeline("a-backbone-all-at-once")
    models = [at for at, event in enumerate(found.events, 1) if type(event).__name__ == "Modelled"]
    found.seek(models[1])
    state, canvas, box = sat_of(found.state), RecordingCanvas(), Rect(0, 0, 780, 360)
    assert isinstance(state, BackboneState)
    draw_rows(canvas, Rect(0, 0, 780, rows_height(canvas, box, state, 1)), (state, state), 1, DARK, 1)
    assert {"model 1", "model 2"} <= {*texts(canvas)}


def test_where_the_columns_take_the_width_the_key_is_in_the_line_of_the_title() -> None:
    state, canvas = state_of("a-hard-backbone", 1.0), RecordingCanvas()
    draw_rows(canvas, Rect(0, 0, 670, 150), (state, state), 1, DARK, 1)
    assert set(BRIEF.values()) <= set(texts(canvas))
    assert not overlaps(canvas) and not outside(canvas, (670, 150))


@pytest.mark.parametrize("name", NAMES)
def test_a_sign_that_strikes_nothing_any_more_can_be_read(name: str) -> None:
    state, canvas, colors = state_of("a-hard-backbone", 1.0), RecordingCanvas(), theme(name)
    draw_rows(canvas, Rect(0, 0, 670, 150), (state, state), 1, colors, 1)
    calm = mix(colors.mine, colors.background, 0.6)
    after = [canvas.ops[at + 1] for at, op in enumerate(canvas.ops) if op.name == "rect" and op.args[4] == calm]
    assert after
    assert all(op.name == "line" and contrast(op.args[4], calm) > 4.5 for op in after)  # type: ignore[arg-type]


def test_a_column_is_where_its_variable_is_pointed_at() -> None:
    state, canvas = state_of("a-hard-backbone", 0.5), RecordingCanvas()
    box = Rect(0, 0, 700, 150)
    for name in state.form.names:
        place = column_of(canvas, box, state, 1, name)
        assert place is not None
        assert variable_at(canvas, box, state, 1, *place.center) == name


@pytest.mark.parametrize("name", NAMES)
def test_the_grey_of_what_is_no_backbone_can_be_seen(name: str) -> None:
    colors = theme(name)
    assert contrast(neither(colors), colors.covered) > 2
    assert contrast(neither(colors), colors.panel) > 2

@pytest.mark.parametrize(("algorithm", "leaves"), [("unit-propagation", False), ("dpll", True), ("cdcl", True)])
def test_where_no_tree_can_grow_the_clauses_have_its_room(algorithm: str, leaves: bool) -> None:
    """Larger, and in the middle of it; elsewhere the lower half is the tree's, and the clauses stay where they are."""
    chosen = find_algorithm(algorithm)
    assert view_of(chosen).branches(chosen) == leaves
    box = Rect(0, 0, 640, 500)
    board = FormulaBoard(Formula(("p", "q", "r"), ((1,), (1, 2), (-1, -2), (2, 3), (-2, -3))))
    board.leaves = leaves
    rows = board.places(RecordingCanvas(), box)
    above, below = rows[0][0].y - box.y, box.bottom - rows[-1][0].bottom
    assert all(box.contains(place.x, place.y) and place.right <= box.right for row in rows for place in row)
    if leaves:
        assert below >= box.h * 0.5 - 1 and above < 40
    else:
        assert below < box.h * 0.4 and abs(above - (below - box.h * 0.2)) < 12 and rows[0][0].h > 50
    board.leaves = not leaves
    assert board.places(RecordingCanvas(), box) != rows


def test_a_clause_that_was_added_has_its_verdict_as_given_ones_have() -> None:
    scenario = known(find("all-models-by-blocking"))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    timeline.pull_all()
    timeline.seek(timeline.positions(Blocked)[1] + 1)
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 690, 570), timeline.state, timeline.state, 1.0, theme("light"))
    assert {"✓ 3", "✓ 4", "✗ 5"} <= set(texts(canvas))


@pytest.mark.parametrize("size", [(690, 570), (1066, 766)], ids=str)
def test_a_clause_that_was_learned_leaves_the_tree_its_room(size: tuple[int, int]) -> None:
    scenario = known(find("watch-lists"))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    board.draw(RecordingCanvas(), Rect(0, 0, *size), timeline.state, timeline.state, 1.0, theme("light"))
    assert board.spare(Rect(0, 0, *size)) is not None


@pytest.mark.parametrize("position", [16, 17, 30])
def test_beside_another_run_a_learned_clause_leaves_the_tree_its_room(position: int) -> None:
    scenario = known(find("two-watched-literals"))
    board, timeline = board_for(scenario.puzzle), open_timelines(scenario)[0]
    timeline.pull_all()
    timeline.seek(position)
    box = Rect(0, 0, 616, 444)
    board.beside = True
    board.draw(RecordingCanvas(), box, timeline.state, timeline.state, 1.0, theme("light"))
    assert (room := board.spare(box)) is not None
    assert room.h > 100


def test_the_place_of_a_variable_is_a_literal_that_is_not_negated_where_there_is_one() -> None:
    """A question has the number of an answer there, and the answer is that literal."""
    scenario = known(find("without-learning"))
    board, timeline, box = board_for(scenario.puzzle), open_timelines(scenario)[0], Rect(0, 0, 816, 600)
    canvas = RecordingCanvas()
    board.draw(canvas, box, timeline.state, timeline.state, 1.0, theme("light"))
    for name in "abcdefg":
        place = board.place(box, name)
        assert [str(op.args[2]) for op in canvas.ops if op.name == "text"
                and place.contains(float(str(op.args[0])), float(str(op.args[1])))] == [name]
