"""A set of atoms that somebody marks: is it unfounded on M? The panel beside the board says so, and which rule holds it
up if it is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from algorithms.problems.program.puzzle import Program
from visualizer.canvas.primitives import Rect
from visualizer.runs.branches import Branches
from visualizer.runs.play import Action, Button, Play, play
from visualizer.widgets.ui import Ui


@play(Program)
class ProgramPlay(Play):
    """Clicks and Return put atoms into the set, and take them out; ``chosen`` are its atoms."""

    how_to = "Click on atoms, or move to them with the arrow keys and press Return: is your set unfounded on M?"
    tip = "a click, or Return, marks an atom of your set"
    clicks = True
    cursor = True

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self.chosen: tuple[str, ...] = ()

    def restarted(self) -> None:
        self.chosen = ()

    def click(self, place: str, button: Button) -> None:
        others = tuple(name for name in self.chosen if name != place)
        self.chosen = others if place in self.chosen else (*others, place)
        self.session.point_at(self.chosen)
        self.session.notice = "" if self.chosen else self.how_to

    def draw(self, ui: Ui, box: Rect, unit: float) -> None:
        """Nothing of its own: what was marked stays marked when the run moves on."""
        session = self.session
        if session.playing and not session.hinted and session.explained is None:
            session.point_at(self.chosen)

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        playing = self.session.playing
        return (Action("mark", "Mark a set", 112, lambda: turn(not playing),
                       "P: mark atoms; is your set unfounded on M?", "", playing),)
