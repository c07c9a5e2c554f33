"""The board under the pointer and the keyboard: clicks play or ask, arrows move a cursor over the places."""

from __future__ import annotations

from typing import Literal

from algorithms.problems.puzzle import Layout
from visualizer.canvas import Rect
from visualizer.session import Session
from visualizer.widgets import Ui

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardControls:
    """Turns input on the board into moves of the session. ``pointed`` is the place under the pointer or the cursor."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pointed: str | None = None
        self._box = Rect(0, 0, 0, 0)

    def register(self, ui: Ui, box: Rect, cut_out: Rect) -> None:
        """Takes the input for the board drawn in ``box``, and what is pointed at in the ``cut_out``."""
        self._box = box
        over = box.contains(*ui.pointer) or cut_out.contains(*ui.pointer)
        if not over and not (ui.focus == "board" and ui.focus_shows):
            self.pointed = None
        tip = "uncover; right button or F: flag" if self.session.playing else "a click on a number takes its constraint"
        ui.area("board", box, press=self._press, move=self._move, key=self._key, focusable=True,
                tip="" if self.pointed else tip)
        session = self.session

        def point(x: float, y: float) -> None:
            self.pointed = session.board.focus_at(cut_out, session.state, x, y)

        if cut_out.w > 0:
            ui.area("cut-out", cut_out, move=point)

    def _move(self, x: float, y: float) -> None:
        self.pointed = self.session.board.at(self._box, x, y)

    def _press(self, x: float, y: float, button: int) -> None:
        place = self.session.board.at(self._box, x, y)
        if place is not None:
            self._act(place, {1: "uncover", 2: "chord", 3: "flag"}.get(button, "uncover"))

    def _act(self, place: str, button: str) -> None:
        if not self.session.playing:
            self.session.jump(place)
        elif button == "flag":
            self.session.click(place, "flag")
        else:
            self.session.click(place, "chord" if button == "chord" else "uncover")

    def _key(self, name: str, shift: bool, ctrl: bool) -> bool:
        if ctrl or shift:
            return False
        if name in _STEPS:
            self.pointed = beside(self.session.board.layout, self.pointed, name)
            return True
        button: dict[str, Literal["uncover", "flag", "chord"]] = {"return": "uncover", "space": "uncover",
                                                                  "f": "flag", "c": "chord"}
        if self.pointed is None or name not in button:
            return False
        self._act(self.pointed, button[name])
        return True


def beside(layout: Layout, pointed: str | None, key: str) -> str | None:
    """The nearest place in the direction of an arrow key, the first one to begin with; None for any other key."""
    if key not in _STEPS:
        return None
    places = layout.places
    if pointed is None:
        return next(iter(places))
    x, y = places[pointed]
    dx, dy = _STEPS[key]

    def ahead(name: str) -> float:
        return (places[name][0] - x) * dx + (places[name][1] - y) * dy

    def aside(name: str) -> float:
        return abs((places[name][0] - x) * dy) + abs((places[name][1] - y) * dx)

    further = [name for name in places if ahead(name) > 0.01]
    return min(further, key=lambda name: ahead(name) + 3 * aside(name), default=pointed)
