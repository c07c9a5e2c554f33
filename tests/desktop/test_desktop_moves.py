"""The real window under Xvfb, driven with xdotool: your move in one run of a comparison, while the others go along; and
on a board whose numbers stand for several answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

from algorithms.events import Decided
from kit.seen_window import SIZE, WHOLE, Seen, opened
from kit.window_desk import Desk, window
from kit.x_display import Screen, wait
from scenarios.loader import load
from visualizer.canvas.primitives import Point
from visualizer.puzzles.formula import FormulaBoard

pytestmark = pytest.mark.e2e

LESSON = """\
title: My move beside another
puzzle: {kind: cnf, formula: "~p | q, ~p | r, q | r, ~q | ~r"}
together: micro
compare:
  - {algorithm: dpll, name: mine}
  - {algorithm: dpll, name: its own}
"""


def drawn(desk: Desk) -> bytes:
    """What the window without a screen shows once all has come to rest."""
    for _ in range(20):
        desk.frame(0.5)
    return pygame.image.tobytes(desk.app.canvas.surface, "RGB")


class Both:
    """The window without a screen, of which is known what it is about, and the real one, which is to show the same."""

    def __init__(self, desk: Desk, seen: Seen) -> None:
        self.desk, self.seen = desk, seen

    def agree(self, what: str) -> None:
        wanted = drawn(self.desk)

        def same() -> bool:
            rows = np.frombuffer(self.seen.crop(WHOLE), np.uint8).reshape(SIZE[1], SIZE[0], 4)
            return rows[:, :, 2::-1].tobytes() == wanted

        wait(same, f"the window does not show {what}")

    def point(self, x: float, y: float) -> None:
        self.desk.move(int(x), int(y))
        self.seen.display.do("mousemove", self.seen.left + int(x), self.seen.top + int(y))

    def click(self, x: float, y: float) -> None:
        self.point(x, y)
        self.desk.click(int(x), int(y))
        self.seen.display.do("click", 1)

    def key(self, name: str) -> None:
        self.desk.key(name)
        self.seen.display.do("key", "--clearmodifiers", {"shift y": "shift+y", "right": "Right"}.get(name, name))


NUMBERS = """\
title: Two that come from one number
algorithm: at-least-propagation
puzzle: {kind: gnomine, board: "3 . . .\\n. . 2 .\\n. . . ."}
"""


@pytest.fixture
def both(display: Screen, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Both]:
    lesson = tmp_path / "beside.yaml"
    lesson.write_text(getattr(request, "param", LESSON), encoding="utf-8")
    with window(tmp_path / "desk", load(lesson), asks=True) as desk:
        desk.resize(*SIZE)
        drawn(desk)
        with opened(display, lesson, desk.boxes(), tmp_path / "config") as seen:
            yield Both(desk, seen)


def chip(board: object, literal: str) -> Point:
    """The middle of the first such literal on a clause board."""
    assert isinstance(board, FormulaBoard)
    spots = [place.center for row in board._placed for place in row[1:]]
    return next(spot for spot in spots if board.literal_at(*spot) == literal)


def test_a_move_in_one_run_is_made_on_its_board_and_the_other_goes_along(both: Both) -> None:
    comparison = both.desk.compared.comparison
    both.point(*both.desk.boxes()["board0"].center)
    both.key("shift y")
    both.agree("whose moves are somebody's")
    assert comparison.notice.startswith("Your move in run 1, mine") and comparison.choosing.lead == 0
    while comparison.quiz.open is None:
        both.key("right")
        both.agree("where the runs are")
    asking, stop = comparison.quiz.open, comparison.places
    assert asking.of == (1, "mine") and asking.question.value == "p"
    both.key("right")
    both.agree("that nothing leads past the question")
    assert comparison.places == stop and "A question is open" in comparison.notice
    both.click(*chip(comparison.boards[1], "q"))
    both.agree("whose board answers")
    assert asking.tries == 0 and "click its board" in comparison.notice
    both.click(*chip(comparison.boards[0], "q"))
    both.agree("both runs a step further")
    assert asking.given == ("q",) and not comparison.asks
    assert comparison.notice.startswith("q is allowed; the algorithm takes p, and so does this run")
    assert comparison.places == tuple(place + 1 for place in stop)
    assert {str(timeline.event) for timeline in comparison.timelines} == {str(Decided("p", 1))}


@pytest.mark.parametrize("both", [NUMBERS], indirect=True)
def test_a_click_on_a_number_offers_what_comes_from_it(both: Both) -> None:
    quiz = both.desk.stage.session.quiz
    both.point(*both.desk.boxes()["board"].center)
    both.key("shift y")
    while quiz.open is None:
        both.key("right")
    both.agree("the question")
    asking = quiz.open
    both.click(*both.desk.over("(1,2)"))
    both.agree("the two that come from the number")
    assert [option.text for option in asking.options] == ["2", "3"]
    both.key("1")
    both.agree("why the first of them is refused")
    assert asking.given == ("2",) and asking.tone == "bad"
    both.click(*both.desk.over("(2,0)"))
    both.agree("all that is offered")
    both.click(*both.desk.over("(0,0)"))
    both.agree("the run after the move")
    assert asking.right and asking.given == ("1",)
