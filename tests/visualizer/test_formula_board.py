"""The clause board: where clauses lie at any size, and the cards of the candidates for a backbone."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.formula import Formula
from kit.known_lessons import known
from scenarios.loader import find
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, contrast, theme
from visualizer.families.backtracking.candidates import draw_candidates, neither
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.comparison import open_timelines

BACKBONES = ("algorithm-1", "a-backbone-all-at-once", "a-hard-backbone", "a-hard-backbone-by-listing-models",
             "a-hard-backbone-with-partial-models")
SHARES = st.floats(0, 1)
DARK = theme("dark")
CLAUSES = st.lists(st.lists(st.integers(1, 9).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=5,
                            unique=True).map(tuple), min_size=1, max_size=60)
BOXES = st.builds(Rect, st.floats(0, 50), st.floats(0, 50), st.floats(200, 2400), st.floats(120, 1800))


def placed(clauses: list[tuple[int, ...]], box: Rect) -> list[list[Rect]]:
    return FormulaBoard(Formula(tuple("abcdefghi"), tuple(clauses))).places(RecordingCanvas(), box)


@given(CLAUSES, BOXES)
def test_clauses_lie_inside_and_beside_each_other(clauses: list[tuple[int, ...]], box: Rect) -> None:
    rows = placed(clauses, box)
    assert len({row[0].h for row in rows}) <= 1
    spots = [Rect(row[0].x, row[0].y, row[-1].right - row[0].x, row[0].h) for row in rows]
    assert all(box.y <= spot.y and spot.bottom <= box.bottom + 0.01 for spot in spots)
    assert all(one.right <= other.x or one.bottom < other.y or other.right <= one.x
               for one, other in combinations(spots, 2))
    assert all(len(row) == len(clause) + 1 for row, clause in zip(rows, clauses, strict=False))
    assert len(rows) == len(clauses) or rows[0][0].h < 10  # what does not fit is left out at the smallest size only


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


def test_the_clauses_are_numbered_from_one() -> None:
    found = open_timelines(known(find("dpll")))[0]
    board = FormulaBoard(known(find("dpll")).puzzle)  # type: ignore[arg-type]
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 740, 600), found.state, found.state, 1, DARK)
    assert [word for word in words(canvas) if len(word) == 1 and word.isdigit()] == ["1", "2", "3", "4"]
    assert "True" not in words(canvas)


# --- candidates for the backbone -----------------------------------------------------------------------------------


@cache
def timeline(name: str):  # type: ignore[no-untyped-def]
    found = open_timelines(known(find(name)))[0]
    found.pull_all()
    return found


def state_of(name: str, share: float) -> SatState:
    found = timeline(name)
    found.seek(round(share * len(found.events)))
    assert isinstance(sat_of(found.state), SatState)
    return sat_of(found.state)


def rects(canvas: RecordingCanvas, fill: object) -> list[Op]:
    return [op for op in canvas.ops if op.name == "rect" and op.args[4] == fill]


def words(canvas: RecordingCanvas) -> list[str]:
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES)
def test_each_candidate_has_a_card_that_tells_its_fate_and_its_values(name: str, share: float) -> None:
    state, canvas = state_of(name, share), RecordingCanvas()
    box = Rect(0, 0, 740, 300)
    end = draw_candidates(canvas, box, state, DARK)
    if not state.fates:
        assert (end, canvas.ops) == (box.y, [])
        return
    assert box.y < end <= box.bottom
    said = words(canvas)
    assert all(said.count(literal) == 1 for literal in state.fates if literal not in "01")
    fates = list(state.fates.values())
    assert said.count("✓") == fates.count("backbone")
    assert sum(op.name == "line" for op in canvas.ops) == fates.count("dropped") + fates.count("free")
    tested = {literal.lstrip("¬") for literal in state.probe}
    under = [literal for literal, fate in state.fates.items() if fate == "candidate" and literal.lstrip("¬") in tested]
    assert len(rects(canvas, DARK.test)) == len(under)
    blind = [literal for literal, fate in state.fates.items() if fate == "candidate" and state.refuted]
    assert len(rects(canvas, DARK.on_uncovered)) == len(blind)
    if "1" not in state.fates:
        shown = [literal for literal, fate in state.fates.items() if fate != "backbone"]
        true = sum(literal.lstrip("¬") in model for literal in shown for at, model in enumerate(state.models)
                   if at == 0 or literal not in blind)
        assert said.count("1") == true


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BACKBONES), SHARES, st.floats(0, 1500), st.floats(0, 900))
def test_the_cards_stay_in_their_box_or_are_left_out(name: str, share: float, width: float, height: float) -> None:
    state, canvas = state_of(name, share), RecordingCanvas()
    box = Rect(10, 20, width, height)
    assert box.y <= draw_candidates(canvas, box, state, DARK) <= max(box.y, box.bottom)
    for op in canvas.ops:
        if op.name == "rect":
            x, y, w, h = (float(value) for value in op.args[:4] if isinstance(value, int | float))
            assert box.x - 0.2 <= x
            assert x + w <= box.right + 0.2
            assert box.y - 0.2 <= y
            assert y + h <= box.bottom + 0.2


@pytest.mark.parametrize("name", NAMES)
def test_the_grey_of_what_is_no_backbone_can_be_seen(name: str) -> None:
    colors = theme(name)
    assert contrast(neither(colors), colors.covered) > 2
    assert contrast(neither(colors), colors.panel) > 2
