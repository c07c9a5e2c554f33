"""Ctrl + E: the puzzle on show, to be changed on its board or as a text: it is run anew as a branch, or kept as a
lesson. The stages of all changed puzzles belong together, and their runs are the lanes of one tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from algorithms.problems.puzzle import Puzzle, PuzzleError
from algorithms.words import sentences
from scenarios.editing import TooLargeError, edited, puzzle_text, with_puzzle
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError, one_line
from scenarios.writing import OutputError
from visualizer.canvas.primitives import Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.draft import Draft, verdict
from visualizer.runs.keeping import keep
from visualizer.runs.lanes import Lane, Row
from visualizer.runs.session import Session
from visualizer.runs.showable import check_size
from visualizer.widgets.editor import Writing, draw_editor
from visualizer.widgets.ui import Ui, middle
from visualizer.window.draft_board import DraftBoard

_MOST = 30  # changed puzzles that belong together
_TELLS = "Ctrl + Return runs it as a branch. Ctrl + Z takes a change back, Ctrl + Y makes it again."
_BOARD, _TEXT = "On the board", "As a text"


class Version(Protocol):
    """A stage with one of the puzzles."""

    session: Session
    edits: EditControls
    put: Callable[[Any], None]
    begin: Callable[[str, Callable[[], Scenario]], None]
    message: str


class EditControls:
    """The editor of a stage, and the versions of its puzzle, of which it is one itself."""

    def __init__(self, version: Version) -> None:
        self.version, self.session = version, version.session
        self.open = False
        self.versions: list[Version] = [version]
        self.origin: Version | None = None  # of which this one was made
        self.undone: list[Version] = []  # those that were left by Ctrl + Z, for all versions the same list
        self.made: Scenario | None = None  # what this text was read as last
        self.title = self.session.scenario.title
        self.writing: Writing | None = None
        self.said, self.wrong = _TELLS, -1  # what is said below the text; the line that is wrong
        self.tone = "muted"  # the colour in which that is said
        self._read_last = ""  # the text of which that is said
        self._wanted = False  # the text, or the board, gets the focus with the next frame
        self.view = _TEXT
        self.draft: DraftBoard | None = None
        self._made: dict[str, Puzzle] = {}  # what a text stands for, where that cannot be

    # --- the versions ----------------------------------------------------------------------------------------------

    def join(self, screen: object) -> None:
        """This stage is for what the text of the one on show was changed to, if that is so."""
        edits = getattr(screen, "edits", None)
        if not isinstance(edits, EditControls) or edits.made is not self.session.scenario or edits.writing is None:
            return
        other = edits.version
        self.origin, self.versions, self.undone = other, edits.versions, edits.undone
        self.versions.append(self.version)
        if len(self.versions) > _MOST:
            self._drop(next(old for old in self.versions[1:] if old not in (other, self.version)))
        self.undone.clear()
        before = edits.writing
        self.writing = Writing(list(before.lines), before.row, before.column, past=list(before.past))
        taken = {version.session.lanes.first.name for version in self.versions}
        names = ("edited", *(f"edited ({number})" for number in range(2, _MOST + 3)))
        self.session.lanes.first.name = next(name for name in names if name not in taken)
        self.session.notice = "The changed puzzle. Ctrl+Z goes back to what it was; Shift+Z goes through branches."

    def _drop(self, old: Version) -> None:
        self.versions.remove(old)
        for version in self.versions:
            if version.edits.origin is old:
                version.edits.origin = old.edits.origin

    def rows(self) -> Sequence[Row]:
        """The branches of all versions; a changed puzzle leaves the first run of what it was made of at its start."""
        rows: list[Row] = []
        waiting: list[tuple[Version, int | None]] = [(self.versions[0], None)]
        while waiting:
            version, above = waiting.pop()
            base = len(rows)
            rows += [Row(row.lane, above if row.parent is None else base + row.parent, row.at)
                     for row in version.session.lanes.rows()]
            waiting += [(made, base) for made in reversed(self.versions) if made.edits.origin is version]
        return rows

    def has(self, lane: Lane) -> bool:
        """Is that branch still in the tree? A key may have begun the run again since the tree was drawn."""
        return any(lane in version.session.lanes.all for version in self.versions)

    def version_of(self, lane: Lane) -> Version:
        """The stage that has that branch."""
        return next(version for version in self.versions if lane in version.session.lanes.all)

    def visit(self, lane: Lane) -> None:
        """Shows that branch, on the stage that it is on."""
        if not self.has(lane):
            return
        version = self.version_of(lane)
        version.session.visit(lane)
        if version is not self.version:
            self.session.stop()
            self.version.put(version)

    @property
    def takes_back(self) -> bool:
        """Is there anything to take back?"""
        return bool(self.session.past) or self.origin is not None

    def undo(self) -> None:
        """Takes back the last branch of this version; before all of them, the change that has made it."""
        if not self.session.past and self.origin is not None:
            self.undone.append(self.version)
            self.session.stop()
            self.version.put(self.origin)
        else:
            self.session.undo()

    def redo(self) -> None:
        """Does again what was taken back last."""
        if not self.session.ahead and self.undone and self.undone[-1].edits.origin is self.version:
            self.session.stop()
            self.version.put(self.undone.pop())
        else:
            self.session.redo()

    # --- the text --------------------------------------------------------------------------------------------------

    def key(self, name: str, ctrl: bool) -> bool:
        """Ctrl + E opens and closes the text; while it is open, no other key is for the stage."""
        if ctrl and name == "e":
            if self.open:
                self._close()
            else:
                self._ask()
            return True
        return self.open and (self._keys(name, ctrl) or True)

    def _ask(self) -> None:
        self.session.stop()
        if self.writing is None:
            try:
                self.writing = Writing(puzzle_text(self.session.scenario).split("\n"))
            except TooLargeError as error:
                self.session.notice = str(error)
                return
        self.open = self._wanted = True
        if self.draft is None and (draft := Draft.of(self.session.scenario.puzzle, self.session.scenario)) is not None:
            self.draft, self.view = DraftBoard(draft, self._put, self._tell), _BOARD
            self.draft.keys = self._keys
        self._look()

    def _close(self) -> None:
        self.open = False

    def _keys(self, name: str, ctrl: bool) -> bool:
        """Keys that the text does not get."""
        if ctrl and name in ("return", "enter"):
            self._apply()
            return True
        if (name == "escape" and not ctrl) or (name == "e" and ctrl):
            self._close()
            return True
        if ctrl and name in ("z", "y") and self.view == _BOARD and self.writing is not None:
            (self.writing.undo if name == "z" else self.writing.redo)()
            self._look()
            return True
        return False

    # --- the board -------------------------------------------------------------------------------------------------

    def _put(self, puzzle: Puzzle) -> None:
        """The board has changed it: the text follows."""
        assert self.writing is not None
        try:
            text = with_puzzle(self.writing.text, self.session.scenario.puzzle_kind, puzzle)
        except (TooLargeError, PuzzleError) as error:
            self._tell(str(error))
            return
        if text == self.writing.text:
            return
        self._made[text] = puzzle
        self.writing.replace(text.split("\n"))
        self._look()

    def _tell(self, said: str) -> None:
        """What cannot be done is told, until something is changed."""
        assert self.writing is not None
        self.said, self.wrong, self.tone, self._read_last = said, -1, "bad", self.writing.text

    def _turn(self, view: str) -> None:
        self.view, self._wanted = view, True
        if view == _BOARD:
            self._look()

    def _look(self) -> None:
        """Reads the text, and shows on the board what it says, and below it whether that can be. What only the text
        can show is shown there."""
        if self.draft is not None:
            self.session.at_length("Reading the puzzle", self._show)

    def _show(self) -> None:
        assert self.draft is not None
        assert self.writing is not None
        try:
            scenario = self._read()
        except ScenarioError:
            known = self._made.get(self.writing.text)
            draft = None if known is None else Draft.of(known)
        else:
            draft = Draft.of(scenario.puzzle, scenario)
            said, may_be = verdict(scenario)
            more = "" if draft is None else draft.changes.tells(scenario.puzzle)
            if said or more:
                self.said, self.tone = one_line(sentences(said, more)), "text" if may_be else "bad"
        if draft is None:
            self.view, self._wanted = _TEXT, True
        else:
            self.draft.show(draft)
            self.draft.blame(self.said if self.tone == "bad" else "")

    # --- reading ---------------------------------------------------------------------------------------------------

    def _read(self) -> Scenario:
        """What the text says. Raises ScenarioError, and tells of it."""
        assert self.writing is not None
        self._read_last = self.writing.text
        try:
            scenario = edited(self.session.scenario, self.title.strip() or self.session.scenario.title,
                              self.writing.text)
            check_size(scenario)
        except ScenarioError as error:
            self.wrong = min(max(-1, error.line - 2), len(self.writing.lines) - 1)  # the title's line is not shown
            if self.writing.text not in self._made:
                self.view, self._wanted = _TEXT, True
            where = f"line {self.wrong + 1}: " if self.wrong >= 0 else ""
            self.said, self.tone = where + ": ".join(filter(None, (error.key, error.message))), "bad"
            if self.view == _BOARD:  # where there are no lines
                self.said = one_line(error.message[:1].upper() + error.message[1:])
            if self.wrong >= 0 and self.wrong != self.writing.row:
                self.writing.to(self.wrong, len(self.writing.lines[self.wrong]))
            raise
        self.said, self.wrong, self.tone = _TELLS, -1, "muted"
        return scenario

    def _settled(self) -> bool:
        """Is all that was typed beside the board part of the puzzle? What cannot be is told."""
        return self.view != _BOARD or self.draft is None or self.draft.settle()

    def _apply(self) -> None:
        if self._settled():
            self.version.begin("the changed puzzle", self._run)

    def _run(self) -> Scenario:
        self.made = self._read()
        self.open = False
        return self.made

    def _save(self) -> None:
        if self._settled():
            self.session.at_length("Reading the puzzle", self._write)

    def _write(self) -> None:
        assert self.writing is not None
        try:
            path, kept = keep(self._read(), self.writing.text, self.versions[0].session, self.session)
        except ScenarioError:
            return  # which is told
        except (OutputError, OSError, RuntimeError) as error:
            self.said, self.tone = f"Not saved: {error}", "bad"
            return
        self.said, self.tone = f"Saved as {path}, with {kept}. The gallery has it now.", "text"

    def _as_it_is(self) -> None:
        """Back to the text of the puzzle on show; that can be taken back, too."""
        assert self.writing is not None
        lines = puzzle_text(self.session.scenario).split("\n")
        self.writing.replace(lines)
        self.said, self.wrong, self.tone = _TELLS, -1, "muted"
        self._look()

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The text, what is wrong with it, and what can be done with it."""
        assert self.writing is not None
        self.version.message = ""  # what is wrong is told here
        if self.said != _TELLS and self.writing.text != self._read_last:
            self.said, self.wrong, self.tone = _TELLS, -1, "muted"
        inner = ui.modal("edit-panel", middle(size, 1200 * unit, 760 * unit), "Change the puzzle", self._close)
        box, low = inner.split_bottom(40 * unit, 8 * unit)
        box, said = box.split_bottom(42 * unit, 8 * unit)
        tabs, box = box.split_top(34 * unit, 8 * unit) if self.draft is not None else (None, box)
        if self.view == _BOARD and self.draft is not None:
            self.draft.draw(ui, canvas, box, theme, unit)
        else:
            draw_editor(ui, "edit-text", box, self.writing, theme, unit, lit=self.wrong, keys=self._keys)
        if tabs is not None:  # behind what they show: that gets the focus first
            ui.tabs("edit-view", tabs, (_BOARD, _TEXT), self.view, self._turn)
        for at, line in enumerate(wrap_text(canvas, self.said, said.w, 15 * unit)[:2]):
            canvas.text((said.x, said.y + (10 + at * 20) * unit), line, 15 * unit, getattr(theme, self.tone))
        self._draw_buttons(ui, low, unit)
        if self._wanted:
            ui.focus_on("edit-board" if self.view == _BOARD else "edit-text")
            self._wanted = False

    def _draw_buttons(self, ui: Ui, box: Rect, unit: float) -> None:
        gap = 8 * unit
        run, box = box.split_left(200 * unit, gap)
        ui.button("edit-run", run, "Run it: a branch", self._apply, tip="Ctrl + Return")
        back, box = box.split_left(150 * unit, gap)
        ui.button("edit-back", back, "As it was", self._as_it_is, tip="the text of the puzzle on show")
        box, save = box.split_right(190 * unit, gap)
        ui.field("edit-title", box, self.title, partial(setattr, self, "title"), hint="Title of the lesson",
                 keys={"return": self._save})
        ui.button("edit-save", save, "Save as a lesson", self._save, tip="in the folder of your own lessons")
