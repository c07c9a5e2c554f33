"""The boards of a comparison under the pointer and the keyboard: a place that is pointed at is lit on all of them; a
click answers what is asked of that run, or asks it why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Point, Rect
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.play import Button
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import BUTTONS, STEPS, beside, literal_of

_NO_BOARD = "No board is on show: L brings them, and then W asks of a place."
_OTHER = "The question is about run {}, {}: click its board."


class CompareBoards:
    """Turns input on the boards into what is asked of their runs. ``pointed`` is the place under the pointer or the
    cursor, ``over`` the index of the board where that is. ``then``: in projector mode, what the next click asks."""

    def __init__(self, comparison: AskedComparison) -> None:
        self.comparison = comparison
        self.then: Callable[[], None] | None = None
        self.pointed: str | None = None
        self.over = 0
        self.answer: Callable[[str, str], bool] = lambda *_click: False  # takes a click as the answer to a question
        self.answer_number: Callable[[str], bool] = lambda _number: False  # the same of a constraint
        self._alone: bool | None = None  # are boards on show in projector mode? None: it is not the mode
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
        self._alone = self.then = None
        self._register(ui, boxes, dict(enumerate(drawn)), tip)

    def register_alone(self, ui: Ui, drawn: Mapping[int, Rect]) -> None:
        """The same in projector mode, where a click only shows something, but for the place that *Why?* asks for."""
        self._alone = bool(drawn)
        if self.then is not None:
            self._register(ui, [*drawn.values()], drawn, lambda *_area: "")
        elif not self.comparison.answered:  # W again is for the place that is explained
            self.pointed = None

    def _register(self, ui: Ui, boxes: Sequence[Rect], drawn: Mapping[int, Rect],
                  tip: Callable[[Ui, str, int], str]) -> None:
        focused = ui.focus_shows and (ui.focus or "").startswith("board")
        over = any(box.contains(*ui.pointer) for box in boxes)
        if not (focused or over) and self._left != ui.pointer:
            self.pointed = None
        self._pointer = ui.pointer
        for box, (index, inner) in zip(boxes, drawn.items(), strict=False):
            board = self.comparison.boards[index]

            def move(x: float, y: float, board=board, inner=inner, index=index) -> None:  # type: ignore[no-untyped-def]
                self.pointed, self.over = board.at(inner, x, y), index

            def press(x: float, y: float, button: int, move=move, board=board) -> None:  # type: ignore[no-untyped-def]
                move(x, y)
                self._press(BUTTONS.get(button, "uncover"), board.literal_at(x, y), board.numbered_at(x, y))

            def key(name: str, shift: bool, ctrl: bool, index=index) -> bool:  # type: ignore[no-untyped-def]
                return self._key(index, name, shift, ctrl)

            ui.area(f"board{index}", box, press=press, move=move, key=key, focusable=True,
                    tip=tip(ui, f"board{index}", index))

    # --- why? ------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """A click asks of the place that is clicked, whatever is shown; in projector mode, what it was waited for."""
        told, then = self.comparison.told, self.then
        if then is not None:
            if self.pointed is not None:
                self.then = None
                then()
        elif self.pointed is not None and told is not None and told.chain is not None:
            self.comparison.explain(self.over, self.pointed)
        else:
            self.why()

    def why(self) -> None:
        """Why? Of the place that is pointed at, on the board where it is; again, its proof."""
        if self.comparison.told is not None and self.comparison.step_proof(forward=True):
            return
        if self.pointed is None:
            self._wait(self.why, "W", "says what is known of it, and why")
        else:
            self.comparison.why(self.over, self.pointed)

    def why_not(self) -> None:
        """Why not? Of a value of that place, in that run."""
        if self.pointed is None:
            self._wait(self.why_not, "Shift + W", "proposes a value there")
        else:
            self.comparison.why_not(self.over, self.pointed)

    def _wait(self, then: Callable[[], None], key: str, does: str) -> None:
        """No place is pointed at. In projector mode none can be, so that the next click tells it; once more, it is
        left."""
        if self._alone is None:
            self.comparison.notice = f"Point at a place on a board first: then {key} {does}."
            return
        self.then = then if self._alone and self.then != then else None
        self.comparison.notice = _NO_BOARD if not self._alone else "" if self.then is None else (
            f"Click a place on a board: that {does}. Esc leaves it.")

    def leave(self, key: str) -> bool:
        """Another key than W: no click is waited for any more. Was that all it had to do?"""
        if self.then is None or key == "w":
            return False
        self.then, self.comparison.notice = None, ""
        return key == "escape"

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
            self._ask()
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
