"""Answering a question: digits and Return, clicks on options or on the board, arrows between its places; I, Esc."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.asking import OPEN, Asking
from visualizer.runs.session import Session
from visualizer.stage.code_order import lay_out_order
from visualizer.stage.question import SKIP, button_width, lay_out_card
from visualizer.widgets.inputs import ACTIVATE
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import STEPS, beside
from visualizer.window.vote_controls import VoteControls

ALL = "All kinds"
_ENTER = ("return", "enter")
_OF_LEARNERS = ("h", "i", *_ENTER)  # what nobody does for a class that votes


class Pointing(Protocol):
    """The board, or boards, where answers can be pointed at. ``answer`` takes a click as one, on a place that means a
    literal, ``answer_number`` one on a constraint; ``layout`` is that of the board that is asked about, ``seat`` where
    that has a constraint of the puzzle."""

    answer: Callable[[str, str], bool]
    answer_number: Callable[[str], bool]

    @property
    def pointed(self) -> str | None: ...

    @property
    def layout(self) -> Layout: ...

    def seat(self, constraint: str) -> str | None: ...

    def walk_to(self, name: str | None) -> None: ...


class QuestionControls:
    """Takes the input for the question that a session's quiz asks, of one run or one of several. ``kind``: what was
    chosen last in the list of what predict mode asks for."""

    def __init__(self, session: Session | AskedComparison, board: Pointing) -> None:
        self.session, self.board = session, board
        board.answer, board.answer_number = self._click, self._click_number
        self.votes = VoteControls(session)
        self.kind = ALL
        self._walked = False  # an arrow has moved the cursor last

    @property
    def asking(self) -> Asking | None:
        """The question on show."""
        self.session.quiz.look()
        return self.session.quiz.open

    # --- what is done ----------------------------------------------------------------------------------------------

    def _then(self) -> None:
        """A right answer leads on by itself; one that was shown is read first."""
        asking, quiz = self.session.quiz.open, self.session.quiz
        if asking is not None and asking.over and asking.hints <= 2:
            quiz.close()

    def choose(self, text: str) -> None:
        """An option, by its text."""
        if (asking := self.session.quiz.open) is not None and not self.votes.choose(text):
            asking.choose(text)
            self._then()

    def submit(self) -> None:
        """What was put together is given; where the answer was shown, it goes on."""
        asking = self.session.quiz.open
        if asking is None:
            return
        if asking.over:
            self.session.quiz.close()
            return
        asking.submit()
        self._then()

    def hint(self) -> None:
        """I don't know."""
        if (asking := self.session.quiz.open) is not None:
            asking.hint()
            self._then()

    def skip(self) -> None:
        """On without an answer."""
        self.votes.finish()

    def put_in_order(self) -> None:
        """The lines of the next part of the pseudocode."""
        self.session.quiz.put_in_order()

    def predict(self) -> None:
        """Predict mode: on, or off."""
        predicting = self.session.quiz.predicting
        if not predicting.possible:
            self.session.notice = "Nothing is declared that could be predicted of this algorithm."
            return
        predicting.toggle()
        self.session.notice = ("Predict: the run stops now and then and asks what comes next. Q ends it."
                               if predicting.on else f"Predict is off. {predicting.summary}".rstrip())

    def _click(self, place: str, literal: str = "") -> bool:
        """A click on the board, or Return there, which means that literal. Was it for a question?"""
        asking = self.asking
        if asking is None:
            return False
        if asking.question.places:
            self.choose(place)
        elif asking.question.numbered and self.votes.vote is None:
            asking.point_at(lambda option: place in (option.origin, self.board.seat(option.origin)))
            self._then()
        elif (answer := self._of_literal(asking, place, literal)) is not None:
            self.choose(answer)
        return True

    def _click_number(self, number: str) -> bool:
        """The same on the constraint of that number, whichever literal of it is meant."""
        asking = self.asking
        if asking is None or not asking.question.numbered:
            return False
        self.choose(number)
        return True

    def _of_literal(self, asking: Asking, place: str, literal: str) -> str | None:
        """The answer that a click means: the literal, or the only answer about the place."""
        of_place = {option.label: option.text for option in asking.pointable if option.label.lstrip("¬") == place}
        return of_place.get(literal) or (next(iter(of_place.values())) if len(of_place) == 1 else None)

    # --- keys ------------------------------------------------------------------------------------------------------

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key while a question is open: what moves the run on does nothing; what goes back, goes."""
        asking = self.asking
        if self.votes.key(name, shift, ctrl):
            return True
        if asking is None or ctrl:
            return asking is not None and name == "right"
        if asking.vote is not None and name in _OF_LEARNERS:
            self.session.notice = "Hands are counted: Page Down closes the vote, Esc goes on without it."
            return True
        if asking.type(name):
            return True
        if name == "escape" and asking.narrowed:
            asking.point_at(lambda _option: False)
            return True
        if name.isdigit() and len(name) == 1:
            asking.number(int(name))
            self._then()
            return True
        actions = {"escape": self.skip, "h": self.hint, "i": self.hint, "return": self.submit, "enter": self.submit}
        if name in actions:
            actions[name]()
            return True
        if name in ("right", "space", "page down", "end", "n", "d", "w"):
            self.session.notice = OPEN
            return True
        return False

    def first(self, name: str, shift: bool, ctrl: bool) -> bool:
        """Before the widget with the focus: arrows go between the places, Return takes the one they led to."""
        asking = self.session.quiz.open
        if asking is None or shift or ctrl:
            return False
        if name in _ENTER and self._walked and self.board.pointed is not None and not asking.over:
            self._walked = False
            self.choose(self.board.pointed)
            return True
        if name not in STEPS or not asking.question.places or asking.over:
            self._walked = self._walked and name in STEPS
            return False
        layout = self.board.layout
        places = {option.text: layout.places[option.text] for option in asking.options}
        here = self.board.pointed if self.board.pointed in places else None
        self.board.walk_to(beside(Layout(layout.columns, layout.rows, places), here, name))
        self._walked = True
        return True

    # --- drawing ---------------------------------------------------------------------------------------------------

    def register(self, ui: Ui, canvas: Canvas, box: Rect, unit: float, code: Rect | None = None) -> None:
        """The options and the buttons of the card that was just drawn; ``code``: where pseudocode is put in order."""
        asking = self.asking
        if asking is None or box.h <= 0:
            return
        ui.keys_first(self.first)
        if asking.question.lines is not None and code is not None and not asking.over:
            for line in lay_out_order(canvas, code, asking, unit).rows:
                if line.chosen and line.number:
                    self._option(ui, line.chosen, line.box, "line")
        card = lay_out_card(canvas, box, asking, unit)
        for option, place in zip(asking.options, card.options, strict=True):
            self._option(ui, option.text, place)
        row = card.buttons
        buttons = [("question-skip", SKIP if not asking.over else "Go on", self.skip, "Esc")]
        if self.votes.vote is not None:
            buttons.insert(0, ("question-vote", self.votes.label, self.votes.press, "Page Down"))
        elif not asking.over:
            buttons.insert(0, ("question-hint", asking.offer, self.hint, "I: " + asking.offer))
            if asking.submits:
                buttons.insert(0, ("question-done", "Done", self.submit, "Return: this is my answer"))
        for name, label, action, tip in buttons:
            place, row = row.split_left(min(button_width(canvas, label, unit), row.w), 8 * unit)
            ui.button(name, place, label, action, tip=tip, enabled=name != "question-done" or asking.ready)

    def _option(self, ui: Ui, text: str, place: Rect, name: str = "option") -> None:
        choose = partial(self.choose, text)

        def release(x: float, y: float) -> None:
            if place.contains(x, y):
                choose()

        def key(name: str, _shift: bool, ctrl: bool) -> bool:
            if name not in ACTIVATE or ctrl:
                return False
            choose()
            return True

        ui.area(f"{name} {text}", place, press=lambda x, y, button: None, release=release, key=key, focusable=True)
