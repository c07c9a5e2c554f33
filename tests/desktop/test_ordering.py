"""O in the window: lines of the pseudocode are put in order, by keys and by the mouse, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from kit.known_lessons import comparisons
from kit.window_desk import Desk, lesson, window
from scenarios.practice import practised
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.asking import OPEN, Asking
from visualizer.runs.briefing import brief
from visualizer.runs.quiz import Quiz
from visualizer.stage.code_order import draw_order, lay_out_order
from visualizer.stage.question import card_height, draw_question, lay_out_card, question_text
from visualizer.window import slide_panel

LESSON = "learning-from-a-conflict"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, asks=True) as found:
        yield found


def ordered(quiz: Quiz) -> Asking:
    """The question on an order that is open."""
    assert quiz.open is not None
    assert quiz.open.question.lines is not None
    return quiz.open


def right_of(asking: Asking) -> Sequence[str]:
    return min(asking.question.right)


def digits(asking: Asking, lines: Sequence[str]) -> list[str]:
    """The keys that place them."""
    return [str([option.text for option in asking.options].index(line) + 1) for line in lines]


def test_part_by_part(desk: Desk) -> None:
    session = desk.open(LESSON).session
    desk.key("o")
    first = ordered(session.quiz)
    desk.key(*digits(first, right_of(first)), "return")
    assert session.quiz.open is None
    assert session.notice == "✓ Right: 1 point – Part 1 of 2; O goes on with the next."
    assert session.timeline.position == 0
    desk.key("o")
    second = ordered(session.quiz)
    assert second.question.lines != first.question.lines
    desk.key(*digits(second, right_of(second)[::-1]), "return")
    assert second.said.endswith(".") and second.tone == "bad"
    assert second.chosen == list(right_of(second)[::-1])  # to be mended
    desk.key(*["backspace"] * len(second.options), *digits(second, right_of(second)), "return")
    assert session.notice == "✓ Right: ½ point – That was the last part: 1.5 of 2 points. O begins again."
    kept = practised(session.scenario.algorithm.family.name)
    assert [made.points for skill, made in kept.items() if skill.startswith("cdcl lines")] == [1, 0.5]
    desk.key("o")
    assert ordered(session.quiz).question.lines == first.question.lines


def test_what_is_skipped_comes_again(desk: Desk) -> None:
    session = desk.open(LESSON).session
    desk.key("o")
    lines = ordered(session.quiz).question.lines
    desk.key("o")
    assert (ordered(session.quiz).question.lines, session.notice) == (lines, OPEN)
    desk.key("escape", "o")
    assert ordered(session.quiz).question.lines == lines
    desk.key("left", "right")
    assert session.quiz.open is not None  # an open question holds the run


def test_a_line_that_is_placed_is_clicked_away(desk: Desk) -> None:
    """In the code, and on the card; the next line takes the place that it leaves."""
    quiz = desk.open(LESSON).session.quiz
    desk.key("o")
    asking = ordered(quiz)
    texts = [option.text for option in asking.options]
    desk.key("1", "2", "3")
    assert desk.stage.code == "pseudocode"
    desk.click(*desk.boxes()[f"line {texts[1]}"].center)
    assert asking.chosen == [texts[0], "", texts[2]]
    desk.click(*desk.boxes()[f"option {texts[3]}"].center)
    assert asking.chosen == [texts[0], texts[3], texts[2]]
    assert f"line {texts[1]}" not in desk.boxes()


def test_the_button_beside_the_tabs_begins(desk: Desk) -> None:
    quiz = desk.open(LESSON).session.quiz
    desk.key("s")
    assert "order" not in desk.boxes()  # the source is on show
    desk.key("s", "s", "s", "s", "s")
    desk.click(*desk.boxes()["order"].center)
    ordered(quiz)


@pytest.mark.parametrize("name", ["sampled-against-exact", LESSON])
def test_while_it_is_asked_the_code_does_not_tell(desk: Desk, name: str) -> None:
    """Whichever tab was on show; afterwards that is there again."""
    stage = desk.open(name)
    desk.key("s")
    desk.key("o")
    asking = ordered(stage.session.quiz)
    canvas = RecordingCanvas()
    draw_order(canvas, Rect(0, 0, 900, 900), asking, theme("dark"), 1.0)
    written = {str(op.args[2]) for op in canvas.ops if op.name == "text"}
    part = asking.question.lines
    assert part is not None
    secret = {index for piece in part.open for index in range(piece.first, piece.end)}
    for index, line in enumerate(part.code):
        if line.text.strip():
            assert (line.text in written) == (index not in secret)
    assert stage._view().tab == "pseudocode"
    desk.key("escape")
    assert stage._view().tab == "source"


def test_of_a_comparison_each_algorithm_once(desk: Desk) -> None:
    scenario = next(one for one in comparisons() if len({run.algorithm.name for run in one.runs}) > 1)
    desk.app.open_file(scenario.path)
    desk.frame()
    quiz = desk.compared.comparison.quiz
    seen = []
    for _ in range(len(quiz.ordering.parts)):
        desk.key("o")
        asking = ordered(quiz)
        assert asking.of is not None
        seen.append((asking.of.number, asking.question.lines))
        desk.key(*digits(asking, right_of(asking)), "return")
    assert len(set(seen)) == len(seen) == len(quiz.ordering.parts)
    assert "That was the last part" in desk.compared.comparison.notice


def test_beside_compared_boards_the_code_has_its_gaps(desk: Desk) -> None:
    """Given lines tell where the others belong; a line that is placed is clicked away there."""
    scenario = next(one for one in comparisons() if len({run.algorithm.name for run in one.runs}) > 1)
    desk.app.open_file(scenario.path)
    desk.frame()
    assert not any(name.startswith("line ") for name in desk.boxes())
    desk.key("o", "1", "2")
    asking = ordered(desk.compared.comparison.quiz)
    first, second, *_ = (option.text for option in asking.options)
    boxes = desk.boxes()
    assert {name for name in boxes if name.startswith("line ")} == {f"line {first}", f"line {second}"}
    assert boxes[f"line {first}"].bottom <= min(box.y for name, box in boxes.items() if name.startswith("option "))
    desk.click(*boxes[f"line {first}"].center)
    assert asking.chosen == ["", second]


def test_the_presenter_sees_the_order(desk: Desk) -> None:
    session = desk.open(LESSON).session
    desk.key("o")
    asking = ordered(session.quiz)
    replies = brief(session).replies
    assert all(reply.right for reply in replies)
    assert [reply.label.split(maxsplit=1)[1] for reply in replies] == [text.strip() for text in right_of(asking)]
    assert [reply.label.split()[0] for reply in replies] == digits(asking, right_of(asking))


def test_in_a_game_the_key_is_the_games(desk: Desk) -> None:
    """While it is played no code is on show, and none is asked for."""
    session = desk.open("a-beginner-board").session
    desk.key("p", "o")
    assert session.playing
    assert session.quiz.open is None
    assert session.notice.startswith("P ends the game first")


def test_a_game_that_begins_ends_the_question(desk: Desk) -> None:
    """Clicks and keys are moves then: no card lies over the game."""
    session = desk.open("a-beginner-board").session
    desk.key("o", "1", "p")
    assert session.playing
    assert session.quiz.open is None
    assert "question-done" not in desk.boxes()


def test_where_a_bug_is_hunted_no_event_is_a_reason(desk: Desk) -> None:
    session = desk.open(LESSON).session
    desk.key("y", "o")
    assert (session.hunt.on, session.quiz.open) == (True, None)
    assert session.notice.startswith("One event is wrong: Ctrl+Z ends the hunt")
    desk.key("ctrl z", "o")
    ordered(session.quiz)


def test_after_a_vote_the_next_part_comes(desk: Desk) -> None:
    """Hands are no learner's answer: nothing is kept of it."""
    session = desk.open(LESSON).session
    desk.key("shift q", "o")
    first = ordered(session.quiz).question.lines
    desk.key("escape", "o")
    assert ordered(session.quiz).question.lines == first  # nobody has voted
    desk.key("2", "escape")
    assert session.notice.endswith("Part 1 of 2; O goes on with the next.")
    desk.key("o")
    assert ordered(session.quiz).question.lines != first
    desk.key("2", "escape")
    assert session.notice.endswith("That was the last part. O begins again.")
    assert session.quiz.ordering.done == 0
    assert not any(skill.startswith("cdcl lines") for skill in practised(session.scenario.algorithm.family.name))


def test_on_the_projector_the_gaps_are_seen(desk: Desk) -> None:
    quiz = desk.open(LESSON).session.quiz
    desk.key("f5", "o")
    asking = ordered(quiz)
    placed = right_of(asking)[0]
    desk.key(*digits(asking, [placed]))
    drawn: list[Sequence[str]] = []
    with patch.object(slide_panel, "draw_order", lambda canvas, box, asking, *_: drawn.append(
            [row.text for row in lay_out_order(canvas, box, asking, 1.0).rows if row.place is not None])):
        desk.frame()
    assert drawn == [[placed, *[""] * (len(asking.options) - 1)]]
    desk.key("escape")
    with patch.object(slide_panel, "draw_order", lambda *_: drawn.clear()):
        desk.frame()
    assert drawn


def test_what_is_said_against_an_order_is_seen_whole(desk: Desk) -> None:
    """And so is the line that it is about, where the code has no room for all."""
    quiz = desk.open(LESSON).session.quiz
    desk.key("o", "escape")
    quiz.ordering._at = 1
    desk.key("o")
    asking = ordered(quiz)
    right = right_of(asking)
    desk.key(*digits(asking, [*right[:-2], right[-1], right[-2]]), "return")
    canvas = RecordingCanvas()
    wide = Rect(0, 0, 660, card_height(canvas, 660, 2000, asking, 1.0))
    card = lay_out_card(canvas, wide, asking, 1.0)
    draw_question(canvas, wide, asking, theme("dark"), 1.0)
    said = [(float(str(op.args[1])), str(op.args[2])) for op in canvas.ops
            if op.name == "text" and str(op.args[2]) in asking.said]
    low, last = max(said)
    assert asking.said.endswith(last)
    assert low < card.box.bottom - 8
    laid = lay_out_order(canvas, Rect(0, 0, 400, 100), asking, 1.0)
    assert laid.wrong == len(right) - 2
    assert any(row.place == laid.wrong for row in laid.rows)


def test_in_a_narrow_window_numbers_are_no_larger_than_lines(desk: Desk) -> None:
    quiz = desk.open(LESSON).session.quiz
    desk.key("o")
    canvas = RecordingCanvas()
    draw_order(canvas, Rect(0, 0, 150, 400), ordered(quiz), theme("dark"), 0.4)
    sizes = [(str(op.args[2]).isdecimal(), float(str(op.args[3]))) for op in canvas.ops if op.name == "text"]
    assert 0 < max(size for number, size in sizes if number) <= min(size for number, size in sizes if not number)


def test_lessons_ask_it_too(desk: Desk) -> None:
    session = desk.open(LESSON).session
    assert lesson(LESSON).script[9].ask is not None
    for _ in range(40):
        if session.quiz.open is not None and session.quiz.open.question.lines is not None:
            break
        desk.key("escape" if session.asks else "page down")
        for _ in range(20):
            desk.frame(0.5)
    asking = ordered(session.quiz)
    here = session.here
    desk.key(*digits(asking, right_of(asking)), "return")
    assert session.quiz.told().heading == "Right: 1 point"
    assert session.here == here


def test_in_words_alone_it_is_said_what_is_placed(desk: Desk) -> None:
    """As the projector and the presenter have it."""
    quiz = desk.open(LESSON).session.quiz
    desk.key("o", "2", "1", "3", "1")
    assert question_text(ordered(quiz)).endswith("Placed: 2, –, 3")


def test_what_classes_have_voted_before_is_of_another_question(desk: Desk) -> None:
    quiz = desk.open(LESSON).session.quiz
    quiz.voted_before = "Voted on before"
    desk.key("o")
    ordered(quiz)
    assert quiz.voted_before == ""
