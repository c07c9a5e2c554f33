"""The boards of a comparison under the pointer and the keyboard: a place that is pointed at is lit on all of them; a
click answers what is asked of that run, or asks it why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Point, Rect
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.play import Button
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import BUTTONS, STEPS, beside, literal_of

_OTHER = "The question is about run {}, {}: click its board."


class CompareBoards:
    """Turns input on the boards into what is asked of their runs. ``pointed`` is the place under the pointer or the
    cursor, ``over`` the index of the board where that is."""

    def __init__(self, comparison: AskedComparison, ask: Callable[[], None]) -> None:
        self.comparison, self.ask = comparison, ask
        self.pointed: str | None = None
        self.over = 0
        self.answer: Callable[[str, str], bool] = lambda *_click: False  # takes a click as the answer to a question
        self.answer_number: Callable[[str], bool] = lambda _number: False  # the same of a constraint
        self._pointer: Point | None = None  # where it was in the last frame
        self._left: Point | None = None  # where it was when an arrow last moved the cursor: until it moves, that holds

    @property
    def layout(self) -> Layout:
        """The places of the board that is asked about, or pointed at."""
        quiz = self.comparison.quiz
        return self.comparison.boards[quiz.lead if quiz.open is not None else self.over].layout

    def seat(self, constraint: str) -> str | None:
        """Where the board that is asked about has a constraint."""
        return self.comparison.boards[self.comparison.quiz.lead].seat(constraint)

    def register(self, ui: Ui, boxes: Sequence[Rect], drawn: Sequence[Rect],
                 tip: Callable[[Ui, str, int], str]) -> None:
        """Takes the input for boards that are ``drawn`` within their boxes; each has a ``tip``, by name and index."""
        focused = ui.focus_shows and (ui.focus or "").startswith("board")
        over = any(box.contains(*ui.pointer) for box in boxes)
        if not (focused or over) and self._left != ui.pointer:
            self.pointed = None
        self._pointer = ui.pointer
        for index, (board, box, inner) in enumerate(zip(self.comparison.boards, boxes, drawn, strict=False)):

            def move(x: float, y: float, board=board, inner=inner, index=index) -> None:  # type: ignore[no-untyped-def]
                self.pointed, self.over = board.at(inner, x, y), index

            def press(x: float, y: float, button: int, move=move, board=board) -> None:  # type: ignore[no-untyped-def]
                move(x, y)
                self._press(BUTTONS.get(button, "uncover"), board.literal_at(x, y), board.numbered_at(x, y))

            def key(name: str, shift: bool, ctrl: bool, index=index) -> bool:  # type: ignore[no-untyped-def]
                return self._key(index, name, shift, ctrl)

            ui.area(f"board{index}", box, press=press, move=move, key=key, focusable=True,
                    tip=tip(ui, f"board{index}", index))

    def _press(self, button: Button = "uncover", literal: str | None = None, number: str | None = None) -> None:
        """A click, where that literal may be drawn, in the constraint of that number, or Return."""
        board = self.comparison.boards[self.over]
        said = None if self.pointed is None else board.press(self.pointed)
        if said is not None:
            self.comparison.notice = said
            return
        quiz = self.comparison.quiz
        asking = quiz.open
        if asking is None:
            self.ask()
        elif self.over != quiz.lead and asking.of is not None:
            self.comparison.notice = _OTHER.format(*asking.of)
        elif (number is None or not self.answer_number(number)) and self.pointed is not None:
            self.answer(self.pointed, literal_of(board, self.pointed, button, literal))

    def _key(self, index: int, name: str, shift: bool, ctrl: bool) -> bool:
        if ctrl or shift:
            return False
        self.over = index
        if name == "return" and self.pointed is not None:
            self._press()
            return True
        board = self.comparison.boards[index]
        found = None if name not in STEPS else (
            board.next_to(self.pointed, STEPS[name]) or beside(board.layout, self.pointed, name))
        if found is not None:
            self.pointed = found
        return found is not None

    def walk_to(self, name: str | None) -> None:
        """The cursor goes there, on the board that is asked about, and stays until the pointer moves."""
        self.pointed, self._left, self.over = name, self._pointer, self.comparison.quiz.lead
