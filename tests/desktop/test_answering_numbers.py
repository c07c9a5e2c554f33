"""Your move where constraints come from numbers of the board: a click on a number means what comes from it, and of
several it offers a choice, for the mouse and for the keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from algorithms.events import ConstraintTight
from kit.window_desk import Desk, window
from scenarios.loader import load
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.runs.asking import Asking
from visualizer.runs.question import Option
from visualizer.stage.question import card_height, draw_candidates


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, asks=True) as found:
        yield found


def your_move(desk: Desk, moves: int = 1) -> Asking:
    """The question of that number, as those before were answered as the algorithm chooses."""
    quiz = desk.stage.session.quiz
    for number in range(moves):
        for _ in range(20):
            if quiz.open is None:
                desk.key("right")
        assert quiz.open is not None
        desk.frame()
        if number < moves - 1:
            desk.key(str([option.text for option in quiz.open.options].index(quiz.open.question.value) + 1))
    asking = quiz.open
    assert asking is not None
    return asking


def two_of_one(desk: Desk) -> Asking:
    """Constraints 2 and 3 come from the 2 at (1,2): at least 2 mines, which forces nothing, and at least 6 fields
    without, which is tight. The card has only 3."""
    desk.open("at-least-propagation")
    desk.key("shift y")
    asking = your_move(desk, 2)
    assert {option.text for option in asking.pointable if option.origin == "C(1,2)"} == {"2", "3"}
    assert "2" not in {option.text for option in asking.options} and asking.question.right == {("3",)}
    return asking


def texts(options: Sequence[Option]) -> list[str]:
    return [option.text for option in options]


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_number_that_stands_for_several_offers_these(desk: Desk, by_keys: bool) -> None:
    """And once one of them is chosen, that is judged as any answer is; listed or not."""
    asking = two_of_one(desk)
    if by_keys:
        desk.stage.board.walk_to("(1,2)")
        desk.app.ui.focus_on("board")
        desk.key("return")
    else:
        desk.click(*desk.over("(1,2)"))
    assert texts(asking.options) == ["2", "3"] and not asking.tries
    assert asking.said == "More than one comes from there: which? Esc offers all again."
    assert [option.label for option in asking.options] == ["2: C(1,2), at least 2 true", "3: C(1,2), at least 6 false"]
    if by_keys:
        desk.key("1")
    else:
        desk.click(*desk.boxes()["option 2"].center)
    assert asking.tone == "bad" and "Constraint 2 can bear 6 more false literals" in asking.said
    assert texts(asking.options) == ["2", "3"]
    if by_keys:
        desk.key("2")
    else:
        desk.click(*desk.boxes()["option 3"].center)
    assert asking.right and asking.given == ("3",)
    event = desk.stage.session.timeline.event
    assert isinstance(event, ConstraintTight) and event.constraint == 3


def test_escape_and_a_click_elsewhere_offer_all_again(desk: Desk) -> None:
    asking = two_of_one(desk)
    every, spot = texts(asking.options), desk.over("(1,2)")
    for again in ("escape", "(2,3)"):
        desk.click(*spot)
        assert len(asking.options) == 2
        if again == "escape":
            desk.key(again)
        else:
            desk.click(*desk.over(again))
        assert texts(asking.options) == every and asking.said == "" and not asking.tries
        assert desk.stage.session.quiz.open is asking
    desk.key("escape")  # all are offered: it skips
    assert desk.stage.session.quiz.open is None


def test_a_number_that_stands_for_one_is_the_move(desk: Desk) -> None:
    """The 3 at (0,0) has three fields around, so that nothing else comes from it."""
    desk.open("at-least-propagation")
    desk.key("shift y")
    asking = your_move(desk)
    desk.click(*desk.over("(0,0)"))
    assert asking.right and asking.given == ("1",)


def test_a_field_whose_value_is_given_means_the_constraint_that_says_so(desk: Desk) -> None:
    desk.app.open(load(Path("t.yaml"), 'title: T\nalgorithm: at-least-propagation\n'
                                       'puzzle: {kind: gnomine, board: "1 F .\\n. 2 .\\n. . ."}\n'))
    desk.frame()
    desk.key("shift y")
    asking = your_move(desk)
    number = next(option.text for option in asking.pointable if option.origin == "(0,1)")
    desk.click(*desk.over("(0,1)"))
    assert asking.given == (number,)


def test_the_numbers_on_the_board_say_which_answers_come_from_them(desk: Desk) -> None:
    """A frame, and the numbers by which the card has them, beside each other where there are two."""
    asking = two_of_one(desk)
    board, box = desk.stage.session.board, desk.stage.board._box

    def badges(place: str) -> list[str]:
        canvas = RecordingCanvas()
        draw_candidates(canvas, box, board, asking, None, theme("dark"))
        corner = board.place(box, place)
        found = [(float(str(op.args[0])), str(op.args[2])) for op in canvas.ops if op.name == "text"
                 and corner.inset(-30).contains(float(str(op.args[0])), float(str(op.args[1])))]
        assert len({x for x, _ in found}) == len(found)
        return [text for _, text in sorted(found)]

    assert badges("(1,2)") == ["2"]
    desk.click(*desk.over("(1,2)"))
    assert badges("(1,2)") == ["1", "2"]
    assert badges("(0,0)") == []


def test_the_card_is_as_high_while_a_part_is_offered(desk: Desk) -> None:
    """Or the board would move away under the pointer."""
    asking = two_of_one(desk)
    before = card_height(RecordingCanvas(), 700.0, 600.0, asking, 1.0)
    desk.click(*desk.over("(1,2)"))
    assert card_height(RecordingCanvas(), 700.0, 600.0, asking, 1.0) == before


ALGORITHMS = (("at-least-propagation", "unit-propagation"), ("unit-propagation", "at-least-propagation"))


@pytest.mark.parametrize("lead", [0, 1])
def test_beside_another_run_the_board_that_is_asked_about_means_it(desk: Desk, lead: int) -> None:
    """Counting beside clauses, on the same board."""
    runs = ", ".join(f"{{algorithm: {name}}}" for name in ALGORITHMS[lead])
    desk.app.open(load(Path("t.yaml"), f"title: T\ncompare: [{runs}]\ntogether: micro\n"
                                       'puzzle: {kind: gnomine, board: "3 . . .\\n. . 2 .\\n. . . ."}\n'))
    desk.frame()
    screen, comparison = desk.compared, desk.compared.comparison
    screen.boards.over = lead
    desk.key("shift y")
    for _ in range(20):
        if comparison.quiz.open is None:
            desk.key("right")
    asking, box = comparison.quiz.open, desk.boxes()[f"board{lead}"]
    assert asking is not None

    def at_the_two(spot: tuple[float, float]) -> bool:
        desk.app.ui.mouse_move(*spot)
        return screen.boards.pointed == "(1,2)"

    spots = ((box.x + x, box.y + y) for x in range(4, int(box.w), 6) for y in range(4, int(box.h), 6))
    desk.click(*next(filter(at_the_two, spots)))
    assert texts(asking.options) == ["2", "3"]
    assert asking.said.startswith("More than one comes from there")
