"""The board and the literals of the panels under the pointer and the keyboard: clicks play or ask, arrows move a cursor
over the places, or from literal to literal. The wheel magnifies the board, a drag then moves it. While digits are
entered, arrows are the board's whatever has the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import Value
from algorithms.problems.puzzle import Layout
from visualizer.canvas.primitives import Point, Rect
from visualizer.runs import what_if
from visualizer.runs.asking import OPEN
from visualizer.runs.boards import Board
from visualizer.runs.play import Button
from visualizer.runs.session import Session
from visualizer.stage.links import Links, place_of
from visualizer.widgets.ui import Ui

BUTTONS: Mapping[int, Button] = {1: "uncover", 2: "chord", 3: "flag"}  # of the mouse
_KEYS: Mapping[str, Button] = {"return": "uncover", "space": "uncover", "f": "flag", "c": "chord"}
_ZOOM = 1.2  # by a notch of the wheel, or a key
_ZOOMS = {"+": _ZOOM, "=": _ZOOM, "-": 1 / _ZOOM}
_CLICK = 5.0  # pixels: a press that moves further is a drag
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardControls:
    """Turns input on the board into moves of the session. ``pointed`` is the place or the variable under the pointer or
    the cursor, of which ``links`` knows where else it is drawn. ``asking``: the next click only asks why."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.links = Links()
        self.asking = False
        self.not_so = False  # it asks why a value is not
        self._value: Value | None = None  # that was clicked on, where values have places of their own
        self.answer: Callable[[str, str], bool] = lambda *_click: False  # takes a click as the answer to a question
        self.answer_number: Callable[[str], bool] = lambda _number: False  # the same of a constraint
        self._box = Rect(0, 0, 0, 0)
        self._pointer: Point | None = None  # where it was in the last frame
        self._clicked: Point | None = None  # where a button was pressed last
        self._left: Point | None = None  # where it was when an arrow last moved the cursor: until it moves, that holds
        self._view = Rect(0, 0, 0, 0)  # the room of the board, which shows a part of it where it is magnified
        self._held: Point | None = None  # where a press began that may become a drag
        self._dragged = False

    @property
    def pointed(self) -> str | None:
        return self.links.pointed

    @pointed.setter
    def pointed(self, name: str | None) -> None:
        self.links.pointed = name

    @property
    def layout(self) -> Layout:
        """The places of the board."""
        return self.session.board.layout

    def seat(self, constraint: str) -> str | None:
        """Where the board has a constraint."""
        return self.session.board.seat(constraint)

    @property
    def place(self) -> str | None:
        """The place on the board that it is, or that the variable stands for."""
        return place_of(self.pointed, self.session.board.layout.places)

    def register(self, ui: Ui, box: Rect, cut_out: Rect, panels: Mapping[str, Rect], tip: str = "") -> None:
        """Takes the input for the board seen in ``box``, with a ``tip``, and what is pointed at in the ``cut_out`` and
        in the panels of literals, by their names."""
        self._view, self._box = box, self.session.board.magnified(box)
        over = any(place.contains(*ui.pointer) for place in (box, cut_out, *panels.values()))
        self._pointer = ui.pointer
        if not over and not (ui.focus in ("board", *panels) and ui.focus_shows) and self._left != ui.pointer:
            self.pointed = None
        play = self.session.play if self.session.playing else None
        if box.w > 0:
            ui.area("board", box, press=self._press, drag=self._drag, release=self._release, wheel=self._wheel,
                    move=self._move, key=self._key, focusable=True, tip=tip)
        session = self.session
        if box.w > 0 and play is not None and play.cursor:
            ui.keys_first(self._arrow)

        def point(x: float, y: float) -> None:
            self.pointed = session.board.focus_at(cut_out, session.state, x, y)

        if cut_out.w > 0:
            ui.area("cut-out", cut_out, move=point)
        for name, panel in panels.items():
            ui.area(name, panel, move=self._point_at_literal, key=partial(self._literal_key, panel), focusable=True)

    def register_alone(self, ui: Ui, box: Rect, unit: float) -> None:
        """In projector mode a click only shows something, but for a game, and for the place that *Why?* asks for."""
        session = self.session
        if session.playing or self.asking:
            self.register(ui, box, Rect(box.x, box.y, 0, 0), {})
        elif not session.answered:  # W again is for the place that is explained
            self.pointed = None
        if session.playing:
            session.play.draw(ui, box, unit)

    def _point_at_literal(self, x: float, y: float) -> None:
        self.pointed = self.links.at(x, y)

    def _literal_key(self, panel: Rect, name: str, shift: bool, ctrl: bool) -> bool:
        found = None if shift or ctrl else self.links.beside(panel, name)
        if found is not None:
            self.pointed = found
        return found is not None

    def _move(self, x: float, y: float) -> None:
        self.pointed = self._at(x, y)

    def _at(self, x: float, y: float) -> str | None:
        """The place there: after a click the one that was explained, as its answer may have moved the board a bit."""
        found = self.session.explained
        if found is not None and found.place and self._clicked == (x, y):
            return found.place
        return self.session.board.at(self._box, x, y)

    @property
    def tip(self) -> str:
        """What a click does."""
        if self.session.takes_constraints:
            return "A click on a number takes its constraint; elsewhere it says what is known, and why."
        if self.session.board.shows_literals and what_if.decides(self.session):
            return "A click on an open literal decides it next; elsewhere it says what is known, and why."
        return "A click on a place says what is known of it, and why."

    def _press(self, x: float, y: float, button: int) -> None:
        """A click; on a magnified board it may become a drag, and counts when the button comes up."""
        zoomed = self._zoomed(x, y)
        if zoomed is not None and not self.session.board.zoom.whole and button == 1:
            self._held, self._dragged = (x, y), False
        else:
            self._click(x, y, button)

    def _click(self, x: float, y: float, button: int) -> None:
        board, place = self.session.board, self._at(x, y)
        self._clicked = x, y
        number = board.numbered_at(x, y)
        if number is not None and self.answer_number(number):
            return
        self._value = None if place is None else self._value_at(place, x, y)
        if place is not None and place in board.layout.places:
            self._act(place, BUTTONS.get(button, "uncover"), board.literal_at(x, y))
        elif place is not None:
            self._press_thing(place)

    def _press_thing(self, name: str) -> bool:
        """Something that is on the board beside the places: it changes how the board is looked at."""
        said = self.session.board.press(name)
        if said is not None:
            self.session.notice = said
        return said is not None

    def _value_at(self, place: str, x: float, y: float) -> Value | None:
        """The value that is drawn there, within the place of its variable."""
        board, state = self.session.board, self.session.state
        whole = board.place(self._box, place)
        parts = {value: board.value_place(self._box, state, place, value) for value in state.domains.get(place, ())}
        return next((value for value, part in parts.items() if part.contains(x, y) and part.w < whole.w * 0.7), None)

    def _zoomed(self, x: float, y: float) -> Rect | None:
        """The part of the board that is magnified there, if it can be."""
        part = self.session.board.zooms(self._view)
        return part if part is not None and part.contains(x, y) else None

    def _wheel(self, x: float, y: float, dy: float) -> None:
        if (part := self._zoomed(x, y)) is not None:
            self.session.board.zoom.magnify(part, (x, y), _ZOOM ** dy)

    def _drag(self, x: float, y: float) -> None:
        part = self.session.board.zooms(self._view)
        if self._held is None or part is None:
            return
        dx, dy = x - self._held[0], y - self._held[1]
        if self._dragged or abs(dx) + abs(dy) > _CLICK:
            self.session.board.zoom.drag(part, dx, dy)
            self._held, self._dragged = (x, y), True

    def _release(self, x: float, y: float) -> None:
        if self._held is not None and not self._dragged:
            self._click(x, y, 1)
        self._held = None

    def _act(self, place: str, button: Button, literal: str | None = None) -> None:
        """What a click or a key does to a place. Where it means a literal, that is the one that is pointed at; the
        flag's button or key means its complement. On a board the flag means a mine, as in the game."""
        meant = literal_of(self.session.board, place, button, literal)
        if self.answer(place, meant):
            return
        if self.asking:
            self.asking = False
            if self.not_so:
                self.session.why_not(place, self._value)
            else:
                self.session.explain(place)
            return
        if self.session.playing and self.session.play.clicks:
            self.session.click(place, button)
            return
        self.session.jump(place, meant)

    @property
    def _asked(self) -> bool:
        """Is a question open? A click is its answer then."""
        if self.session.asks:
            self.session.notice = OPEN
        return self.session.asks

    def ask(self) -> None:
        """Why? Of the place that the keyboard points at; else the next click tells which one is meant."""
        if self._asked:
            return
        if self.session.chain is not None:
            self.session.step_proof(forward=True)
            return
        self.asking = self.place is None and not (self.asking and not self.not_so)
        self.not_so = False
        if self.place is not None:
            self.session.why(self.place)

    def ask_not(self) -> None:
        """Why not? Of a value of that place; else the next click tells which value is meant."""
        if self._asked:
            return
        self.asking = self.not_so = self.place is None and not (self.asking and self.not_so)
        if self.place is not None:
            self.session.why_not(self.place)

    def _arrow(self, name: str, shift: bool, ctrl: bool) -> bool:
        """An arrow key alone moves the cursor over the places."""
        if shift or ctrl or name not in STEPS:
            return False
        board = self.session.board
        self.walk_to(board.next_to(self.pointed, STEPS[name]) or beside(board.layout, self.place, name))
        return True

    def walk_to(self, name: str | None) -> None:
        """The cursor goes there, and stays until the pointer moves."""
        board = self.session.board
        self.pointed, self._left = name, self._pointer
        if name is not None and (part := board.zooms(self._view)) is not None:
            board.zoom.reveal(part, board.place(self._box, name))

    def _zoom(self, name: str) -> bool:
        """+ and − magnify the board around what is pointed at, or its middle."""
        board, part = self.session.board, self.session.board.zooms(self._view)
        if part is None or name not in _ZOOMS:
            return False
        at = part.center if self.pointed is None else board.place(self._box, self.pointed).center
        board.zoom.magnify(part, at if part.contains(*at) else part.center, _ZOOMS[name])
        return True

    def _key(self, name: str, shift: bool, ctrl: bool) -> bool:
        if not ctrl and self._zoom(name):
            return True
        if ctrl or shift:
            return False
        if name in ("left", "right") and self.session.step_proof(forward=name == "right"):
            return True
        if self._arrow(name, shift, ctrl):
            return True
        if name == "return" and self.pointed is not None and self._press_thing(self.pointed):
            return True
        if self.place is None or name not in _KEYS:
            return False
        self._act(self.place, _KEYS[name])
        return True


def literal_of(board: Board, place: str, button: Button, literal: str | None) -> str:
    """The literal that a click on a place means, where that one is drawn there."""
    meant = literal or board.usual(place)
    return negation(meant) if button == "flag" else meant


def beside(layout: Layout, pointed: str | None, key: str) -> str | None:
    """The nearest place in the direction of an arrow key, the first one to begin with; None for any other key."""
    if key not in STEPS:
        return None
    places = layout.places
    if pointed is None or pointed not in places:
        return next(iter(places), None)  # a formula may have no variable
    x, y = places[pointed]
    dx, dy = STEPS[key]

    def ahead(name: str) -> float:
        return (places[name][0] - x) * dx + (places[name][1] - y) * dy

    def aside(name: str) -> float:
        return abs((places[name][0] - x) * dy) + abs((places[name][1] - y) * dx)

    further = [name for name in places if ahead(name) > 0.01]
    return min(further, key=lambda name: ahead(name) + 3 * aside(name), default=pointed)
