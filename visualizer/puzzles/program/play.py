"""A set of atoms that somebody marks: is it unfounded on M? The panel beside the board says so, and which rule holds it
up if it is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from algorithms.problems.program.puzzle import Program
from visualizer.families.answer_sets.state import program_in
from visualizer.families.answer_sets.support import of_own_set, own_verdict
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.runs.play import Action, Button, Play, play


@play(Program)
class ProgramPlay(Play):
    """Clicks and Return put atoms into the set, and take them out."""

    how_to = "Click on atoms, or move to them with the arrow keys and press Return: is your set unfounded on M?"
    clicks = True
    cursor = True

    @property
    def board(self) -> ProgramBoard:
        """The board, which has the set."""
        assert isinstance(self.session.board, ProgramBoard)
        return self.session.board

    def restarted(self) -> None:
        self.clear()

    def click(self, place: str, button: Button) -> None:
        own = self.board.own_set
        self.board.own_set = tuple(name for name in own if name != place) if place in own else (*own, place)
        self.session.notice = self.how_to
        if self.board.own_set:
            reading, atoms = of_own_set(self.board.reading(self.session.state), self.board.own_set)
            self.session.notice = own_verdict(reading, atoms)[1]

    def key(self, name: str, shift: bool, place: str | None) -> bool:
        if name != "return" or shift or place is None:
            return False
        self.click(place, "uncover")
        return True

    def clear(self) -> None:
        """Takes all atoms out."""
        self.board.own_set = ()

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        playing, state = self.session.playing, self.session.state
        if program_in(state) is None and sat_in(state) is None:
            return ()  # what shows something else in the place of the board
        mark = Action("mark", "Mark a set", 112, lambda: turn(not playing),
                      "P: mark atoms; is your set unfounded on M?", "", playing)
        return (mark, Action("clear", "Clear", 70, self.clear, "no atom is marked")) if self.board.own_set else (mark,)
