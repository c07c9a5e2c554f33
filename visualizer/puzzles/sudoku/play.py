"""A Sudoku that is filled in: digits that are typed, and hints in three grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from algorithms.events import Entered, Pencilled
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.words import verb
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.runs.branches import Branches
from visualizer.runs.hints import Hints
from visualizer.runs.play import Action, Another, Ending, Offer, Play, offer, play

if TYPE_CHECKING:
    from algorithms.advice.sudoku import Hint

HOW_TO = ("Point at a cell, with the mouse or the arrow keys, and type its digit; 0 or Delete erases. Shift and a "
          "digit, or M before, makes a pencil mark.")
FULL = "Every cell is filled."
_ERASE = ("0", ".", "delete", "backspace")


@play(Sudoku)
class SudokuPlay(Play):
    """What is written into the Sudoku of a session, and the hints that are given for it. ``pencil``: digits become
    marks."""

    how_to = HOW_TO
    cursor = True
    at_once = True

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self.hints: Hints[Hint] = Hints()
        self.pencil = False

    @property
    def sudoku(self) -> Sudoku:
        """The position on show."""
        return grid_of(self.session.state).position()

    @property
    def another(self) -> Another | None:
        """A new one; an empty grid of one's own has none."""
        return _new if self._printed() else None

    def ending(self) -> Ending | None:
        """Every cell is filled: what is written never clashes."""
        full = len(self.sudoku.clues) == len(self.sudoku.geometry.cells)
        return Ending(True, "Solved", "Every row, column and box has all values.") if full else None

    def key(self, name: str, shift: bool, place: str | None) -> bool:
        """A key while a cell is pointed at: digits are written, with Shift as pencil marks; where a grid has more than
        9 values Shift means 10 more."""
        sudoku, cell = self.sudoku, place
        tens = 10 if shift and sudoku.side > 9 else 0
        digit = name in tuple("123456789") or (name == "0" and tens > 0)
        if not (digit or name in _ERASE) or (cell is None and name == "backspace"):  # which takes the last entry back
            return False
        if cell is None:
            self.session.notice = HOW_TO
        elif digit and (self.pencil or (shift and not tens)):
            self.mark(cell, int(name) + tens)
        elif not digit and grid_of(self.session.state).pencilled.get(cell):
            self.session.move([Pencilled(cell, ())])
        elif digit:
            self.write(cell, int(name) + tens)
        else:
            self.write(cell, None)
        return True

    def write(self, cell: str, value: int | None) -> None:
        """Writes a value into a cell, or erases it; where that cannot be, says why."""
        session, state = self.session, grid_of(self.session.state)
        side, session.notice = state.puzzle.side, ""
        if cell in state.puzzle.clues:
            session.notice = f"{cell} is a clue of this puzzle; it stays {state.puzzle.clues[cell]}."
        elif value is not None and not 1 <= value <= side:
            session.notice = f"The values here are 1 to {side}."
        elif value != state.entered.get(cell):
            position = state.position()
            try:
                made = position.with_value(cell, value)
            except PuzzleError as error:
                none = str(error).partition(";")[0]  # what follows is for whoever writes the puzzle
                session.notice = f"{value} cannot stand in {cell}: {_same(position, cell, value) or f'then {none}'}."
                return
            session.move([Entered(cell, value)])
            if len(made.clues) == side * side:
                session.notice = "Solved: every row, column and box has all values."

    def mark(self, cell: str, value: int) -> None:
        """Pencils a value into a blank cell, or rubs it out."""
        session, state = self.session, grid_of(self.session.state)
        session.notice = ""
        if cell in state.position().clues:
            session.notice = f"{cell} has its digit; pencil marks are for blank cells."
        elif not 1 <= value <= state.puzzle.side:
            session.notice = f"The values here are 1 to {state.puzzle.side}."
        else:
            session.move([Pencilled(cell, tuple(sorted({value} ^ {*state.pencilled.get(cell, ())})))])

    def take_pencil(self) -> None:
        """Digits become marks, or digits again."""
        self.pencil = not self.pencil
        self.session.notice = "Digits are pencil marks now; M takes the pen again." if self.pencil else ""

    def command(self, name: str) -> Callable[[], None] | None:
        return self.take_pencil if name == "m" and self.session.playing else None

    # --- hints -----------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Where to look; asked again, what to see there; then the step, with its reason."""
        self.session.at_length("Looking for a hint", self._hint)

    def _hint(self) -> None:
        from algorithms.advice.sudoku import hint  # loads a SAT solver

        sudoku = self.sudoku
        self.hints.say(self.session, sudoku.clues, lambda: hint(sudoku, self._printed()), _more, FULL)

    def apply(self) -> None:
        """Does what the hint said: writes a digit, or erases wrong ones."""
        session, sudoku = self.session, self.sudoku
        given = self.hints.told(sudoku.clues)
        if len(sudoku.clues) == len(sudoku.geometry.cells):
            session.notice = FULL
        elif given is None:
            session.notice = "A enters what a hint has said: H asks for one, three times up to the step."
        elif given.cell is not None:
            self.write(given.cell, given.value)
        elif given.erase:
            session.move([Entered(x, None) for x in given.wrong])
            session.notice = f"{', '.join(given.wrong)} {verb(len(given.wrong), 'are')} blank again."
        else:
            session.notice = f"A cannot choose for you. {given.step}"

    # --- beside the title ------------------------------------------------------------------------------------------

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        playing = self.session.playing
        pencil = Action("pencil", "Pencil", 84, self.take_pencil, "M: digits become marks of your own, as with Shift",
                        on=self.pencil)
        return (
            Action("apply", "Apply", 96, self.apply, "A: enter what the hint said", "apply"),
            Action("hint", "Hint", 70, self.hint, "H: what to do next, and why"),
            Action("analyse", "Analyse", 104, lambda: turn(False), "P: digits choose the rung of the steps again",
                   "magnifier", not playing),
            *((pencil,) if playing else ()),
            Action("play", "Enter", 92, lambda: turn(True), "P: type digits into the cell that is pointed at", "digit",
                   playing),
        )

    def _printed(self) -> Mapping[str, int]:
        """The clues of the puzzle, without what the user wrote."""
        return grid_of(self.session.state).puzzle.clues


def _more(given: Hint, grade: int) -> str:
    """What H says next; behind the last grade, what A does."""
    if grade < 3:
        following = ("where to look", "which") if given.wrong else ("what to see there", "the step")
        return f"H again says {following[grade - 1]}."
    if given.cell is not None:
        return f"A enters {given.value} in {given.cell}."
    return f"A erases {'it' if len(given.wrong) == 1 else 'them'}." if given.erase else ""


def sudoku_text(title: str, puzzle: str) -> str:
    """A lesson for a Sudoku to be solved by hand, with MRV+ to ask."""
    return f"title: {title}\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, {puzzle}}}\n"


def _new(seed: int) -> str:
    return sudoku_text("A new Sudoku", f"random: {{clues: 30, seed: {seed}}}")


def _same(position: Sudoku, cell: str, value: int | None) -> str:
    """Which cell has that value already, in a unit of this one; empty where none has."""
    return next((f"{x} is {value} already, in {name}" for name, unit in position.geometry.units.items() if cell in unit
                 for x in unit if x != cell and position.clues.get(x) == value), "")


def _own(_seed: int) -> str:
    return sudoku_text("A Sudoku of your own", f'grid: "{"." * 81}"')


offer(Offer("sudoku0", "New Sudoku", "New Sudoku", "digit", "solve it by hand; H gives hints", 20, text=_new),
      Offer("sudoku1", "Own Sudoku", "Own Sudoku", "digit", "type or paste one", 21, text=_own))
