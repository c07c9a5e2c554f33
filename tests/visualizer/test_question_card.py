"""The card of a question: what is said of an answer stays in it, however long."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import find_algorithm
from algorithms.pseudocode import parts_of
from kit.drawn_texts import outside, overlaps
from kit.known_lessons import known, recorded, shortest_of_each_look
from scenarios.loader import Scenario, find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.asking import Asking
from visualizer.runs.boards import board_for
from visualizer.runs.line_order import order_question
from visualizer.runs.question import Option, Question
from visualizer.stage.question import card_height, draw_candidates, draw_question

_WORDS = st.lists(st.sampled_from(["mine", "clause", "already", "12", "¬p", "unmissable", "of", "W"]), min_size=1,
                  max_size=30).map(" ".join)


@given(_WORDS, _WORDS, st.sampled_from([340, 640, 760, 1250]))
def test_a_reason_and_a_hint_stay_in_the_card(reason: str, hint: str, width: int) -> None:
    options = (Option("a", "a"), Option("b", "b", why=reason))
    asking = Asking(Question("Which?", "choice", options, frozenset({("a",)}), (hint, hint, hint), 0, 1, "skill", "a"))
    high = card_height(RecordingCanvas(), width, 700, asking, 1.0)
    acts: list[Callable[[], object]] = [lambda: asking.choose("b"), asking.hint]
    for act in acts:
        act()
        canvas, box = RecordingCanvas(), Rect(0, 0, width, high)
        draw_question(canvas, box, asking, theme("dark"), 1.0)
        assert asking.said
        assert not outside(canvas, (width - 11, round(high)))  # nor on its border
        assert not overlaps(canvas)


@pytest.mark.parametrize("name", ["gac", "dpll", "mine-probabilities"])
@pytest.mark.parametrize("width", [640, 690])
def test_no_line_that_is_to_be_placed_is_cut(name: str, width: int) -> None:
    for part in parts_of(find_algorithm(name).pseudocode):
        asking = Asking(order_question(find_algorithm(name), part, (), 1))
        high = card_height(RecordingCanvas(), width, 700, asking, 1.0)
        draw_question(canvas := RecordingCanvas(), Rect(0, 0, width, high), asking, theme("dark"), 1.0)
        written = {str(op.args[2]) for op in canvas.ops if op.name == "text"}
        assert {option.label for option in asking.options} <= written


@pytest.mark.parametrize("lesson", shortest_of_each_look(), ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("size", [(687, 592), (806, 776), (1090, 780)], ids=str)
def test_a_place_at_the_rim_of_a_board_has_its_frame_and_its_number_there(lesson: Scenario,
                                                                          size: tuple[int, int]) -> None:
    """Whatever is drawn beyond the board's room is cut off."""
    box, state, look = Rect(0, 0, *size), recorded(lesson.path)[0].at(0), theme("dark")
    board = board_for(lesson.puzzle)
    board.draw(RecordingCanvas(), box, state, state, 1.0, look)  # some know of places only then
    places = [name for name in board.layout.places if board.place(box, name).w > 0]
    rim = {at(places, key=lambda name: board.place(box, name)[axis]) for axis in (0, 1) for at in (min, max)}
    options = tuple(Option(name, name) for name in sorted(rim))
    asking = Asking(Question("Which?", "place", options, frozenset({(options[0].text,)}), ("", "", ""), 0, 1, "skill",
                             "a", places=True))
    canvas = RecordingCanvas()
    draw_candidates(canvas, box, board, asking, None, look)
    drawn = [Rect(*op.args[:4]) for op in canvas.ops if op.name == "rect"]  # type: ignore[arg-type]
    drawn += [Rect(x - r, y - r, 2 * r, 2 * r) for x, y, r in (
        cast("tuple[float, float, float]", op.args[:3]) for op in canvas.ops if op.name == "circle")]
    assert len(drawn) >= 2 * len(options)
    for one in drawn:
        assert one.x >= 0 and one.y >= 0 and one.right <= box.w + 0.01 and one.bottom <= box.h + 0.01, one


def test_numbers_that_can_be_the_answer_are_framed_on_the_board_and_their_badges_lie_on_all_frames() -> None:
    """A constraint is named by its place, C(1,0): nobody should have to look for it."""
    lesson = known(find("a-player-and-a-wrong-flag"))
    board, box = board_for(lesson.puzzle), Rect(0, 0, 600, 600)
    names = ("C(1,0)", "C(1,1)", "C(1,2)")
    asking = Asking(Question("Which?", "choice", tuple(Option(name, name) for name in names), frozenset({names[:1]}),
                             ("", "", ""), 0, 1, "skill", names[0]))
    canvas = RecordingCanvas()
    draw_candidates(canvas, box, board, asking, None, theme("dark"))
    kinds = [op.name for op in canvas.ops]
    assert kinds == ["rect"] * 3 + ["circle", "text"] * 3
    for op, name in zip(canvas.ops, names, strict=False):
        place = board.place(box, name[1:])
        assert place.contains(float(str(op.args[0])) + place.w / 2, float(str(op.args[1])) + place.h / 2)


def test_an_answer_that_is_no_place_is_not_framed() -> None:
    board, canvas = board_for(known(find("a-player-and-a-wrong-flag")).puzzle), RecordingCanvas()
    for names in (("0", "1"), ("(0,0)", "(0,1)"), ("C(1,0)", "none")):  # a literal may say more than its field
        asking = Asking(Question("Which?", "choice", tuple(Option(name, name) for name in names),
                                 frozenset({names[:1]}), ("", "", ""), 0, 1, "skill", names[0]))
        draw_candidates(canvas, Rect(0, 0, 600, 600), board, asking, None, theme("dark"))
    assert not canvas.ops


@pytest.mark.parametrize("side", [27, 34, 41, 60])
def test_a_number_on_a_small_place_can_be_read(side: int) -> None:
    """As on Sudokus beside each other, where a badge without its number is a riddle."""
    lesson = known(find("medium"))
    board, canvas = board_for(lesson.puzzle), RecordingCanvas()
    names = ("A4", "E5", "I9")
    asking = Asking(Question("Which?", "place", tuple(Option(name, name) for name in names), frozenset({names[:1]}),
                             ("", "", ""), 0, 1, "skill", names[0], places=True))
    draw_candidates(canvas, Rect(0, 0, 10 * side, 10 * side), board, asking, None, theme("dark"))
    assert [op.args[2] for op in canvas.ops if op.name == "text"] == ["1", "2", "3"]
    assert min(float(str(op.args[3])) for op in canvas.ops if op.name == "text") >= 12


def test_a_number_on_a_line_of_words_stands_at_its_end_and_can_be_read() -> None:
    """As on the cards of a notepad, whose two letters stand at the beginning."""
    lesson = known(find("table-1-row-by-row"))
    board, box, names = board_for(lesson.puzzle), Rect(0, 0, 800, 590), ("pe", "re", "st")
    asking = Asking(Question("Which?", "place", tuple(Option(name, name) for name in names), frozenset({names[:1]}),
                             ("", "", ""), 0, 1, "skill", names[0], places=True))
    canvas = RecordingCanvas()
    draw_candidates(canvas, box, board, asking, None, theme("dark"))
    written = [cast("tuple[float, float, str, float]", op.args[:4]) for op in canvas.ops if op.name == "text"]
    assert [text for _, _, text, _ in written] == ["1", "2", "3"]
    for (x, y, _, size), name in zip(written, names, strict=True):
        place = board.place(box, name)
        assert size >= 12
        assert abs(y - place.center[1]) < 1
        assert place.right - 20 < x < place.right
