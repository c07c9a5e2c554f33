"""What the band below the board says besides the lesson: answers, how a game is played and how it ended; and its
buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scenarios.loader import Scenario, load
from visualizer.canvas.primitives import Rect
from visualizer.runs.play import Play
from visualizer.runs.session import Session
from visualizer.stage.band import Words, parts
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import BoardControls
from visualizer.window.hunt_controls import register_hunt, words_of


def begin_another(play: Play, seed: int, ask: Callable[[str], None],
                  start: Callable[[str, Callable[[], Scenario]], None]) -> None:
    """Another game of the kind that is played, where there is one: at once, or by the dialog that asks for it."""
    text = play.another
    if isinstance(text, str):
        ask(text)
    elif text is not None:
        made = text(seed)
        start("a new game", lambda: load(Path("a new game"), made))


class BandControls:
    """The words of a session's band. ``another`` begins another game of the same kind; the window sets it."""

    def __init__(self, session: Session, board: BoardControls) -> None:
        self.session, self.board = session, board
        self.another: Callable[[], None] | None = None

    def words(self, more: str = "") -> Words | None:
        """What is said in the place of the lesson's words, with ``more`` of the window's own; None where they stand."""
        session = self.session
        rows = int(session.playing)
        if self.board.asking:
            if self.board.not_so:
                return Words("Click a value on the board, or a place: what excludes it, or a solution that has it. "
                             "Esc leaves it.", "Why not?", "answer", rows)
            return Words("Click a place on the board: then it is said what is known of it, and why. Shift + W asks why "
                         "not; Esc leaves it.", "Why?", "answer", rows)
        if session.answered:
            return Words(session.notice, session.answered, "answer", rows)
        if not session.playing and (hunting := words_of(session)) is not None:
            return hunting
        if not session.playing:
            told = session.quiz.told()
            if not session.say:
                return Words(self.board.tip, told.signed, tone="quiet")
            if told.heading and not session.earlier:
                return Words("\n".join(filter(None, (told.why, session.say))), told.signed)
            return None
        end, note = session.play.ending(), " – ".join(filter(None, (more, session.notice)))
        if end is not None:
            return Words(" ".join(filter(None, (end.text, note))), end.title, "good" if end.won else "bad", rows)
        if note or not session.say:
            return Words(note or session.play.how_to, tone="lesson" if note else "quiet", rows=rows)
        return Words(session.say, rows=rows)

    @property
    def earlier(self) -> str:
        """Where what the lesson says was said, if not here; with what is pinned."""
        earlier = self.session.earlier
        return " – ".join(filter(None, (earlier, self.session.quiz.told().signed))) if earlier else ""

    def close(self) -> bool:
        """The lesson speaks again. Was there anything else?"""
        open_ = self.board.asking or bool(self.session.answered)
        if open_:
            self.board.asking = False
            self.session.dismiss()
        return open_

    def begin_another(self) -> bool:
        """Another game of the kind that is played."""
        if self.another is not None:
            self.another()
        return True

    def _close(self) -> None:
        self.close()

    def register(self, ui: Ui, box: Rect, words: Words, unit: float) -> None:
        """The buttons: close an answer; a new game, the same one again."""
        if box.h <= 0:
            return
        places = parts(box, words, unit)
        if words.answers:
            ui.button("band-close", places.cross, "", self._close, icon="close", tip="Esc: back to what was said")
        if words.rows and not self.session.playing:
            register_hunt(ui, places.buttons, self.session, unit)
        elif words.rows:
            row, gap = places.buttons, 8 * unit
            wide = min(170 * unit, (row.w - gap) / 2)
            if self.another is not None and self.session.play.another is not None:
                place, row = row.split_left(wide, gap)
                ui.button("new-game", place, "New game", self.another, tip="N: another one of the same kind")
            ui.button("again", row.split_left(wide)[0], "Again", self.session.restart, icon="undo",
                      tip="R: this one from the start")


def why_buttons(ui: Ui, box: Rect, board: BoardControls, unit: float) -> Rect:
    """Why, and why not; returns the room at the left."""
    for name, wide, label, ask, on, tip in (
        ("why-not", 98, "Why not?", board.ask_not, board.asking and board.not_so,
         "Shift + W: what excludes a value, or a solution that has it: click on the value then"),
        ("why", 76, "Why?", board.ask, board.asking and not board.not_so,
         "W: what is known of a place, and why: point at it, or click on it then"),
    ):
        box, place = box.split_right(wide * unit, 8 * unit)
        ui.button(name, place, label, ask, on=on, tip=tip)
    return box
