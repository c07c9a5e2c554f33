"""Keeping the log of a real game of Clue: lines are typed, corrected and removed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence

from algorithms.core import Event
from algorithms.events import LineCorrected, LineEntered, LineRemoved
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.new import game_text
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.clue.text import EXAMPLE, read_line, typed
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted, verb
from scenarios.writing import keep
from visualizer.canvas.primitives import Rect
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.cards import Suggestion, draw_suggestion
from visualizer.puzzles.clue.overlay import KEPT, NewClue
from visualizer.puzzles.clue.state import log_of
from visualizer.runs.branches import Branches
from visualizer.runs.play import Action, Another, Offer, Play, offer, play
from visualizer.widgets.ui import Ui

HOW_TO = (f"Type who suggested what, and who showed what: {EXAMPLE}. Return enters it; ↑ takes a line to correct it. "
          "Or click the cards: J.")
_MOST_NEWS = 6  # certainties that are told
_FIELD = "clue-line"
_AS_BEFORE: Mapping[type[Event], str] = {
    LineEntered: "That tells nothing certain that was not known.",
    LineCorrected: "What is certain stays as it was.",
    LineRemoved: "Nothing that is certain rested on it alone.",
}
"""What is said of a change of the log after which the same is certain."""


@play(Clue)
class CluePlay(Play):
    """What is being typed into the log of a session.

    text:   in the field
    at:     the number, from 0, of the line that is being corrected; None where a new one is typed
    drafts: what was typed for other lines and is not entered yet, by their numbers
    wants_focus: the field is to get the keys with the next frame
    clicked: a line that is put together by clicks; None while that dialog is closed
    """

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self.text = ""
        self.at: int | None = None
        self.drafts: dict[int | None, str] = {}
        self.wants_focus = False
        self.clicked: Suggestion | None = None

    def begin(self) -> None:
        """It was opened to be played: the whole of the log, and the keys to the field."""
        self.wants_focus = True
        self.session.forward("end")
        self.session.notice = HOW_TO

    @property
    def another(self) -> Another:
        return "clue"

    @property
    def clue(self) -> Clue:
        """The game on show."""
        return log_of(self.session.state).position()

    def type(self, text: str) -> None:
        """The text in the field changes."""
        self.text = text

    def take_line(self) -> None:
        """The keys go to the field."""
        self.wants_focus = True
        self.session.notice = HOW_TO

    def enter(self) -> None:
        """Takes what was typed into the log; where that cannot be, says why, and it stays in the field."""
        self.session.at_length("Looking at what the line tells", self._enter)

    def _enter(self) -> None:
        session, clue = self.session, self.clue
        at = self.at if self.at is not None and self.at < len(clue.events) else None
        try:
            line = read_line(self.text, clue.players, clue.deck)
            made = clue.after(line) if at is None else clue.with_log((*clue.events[:at], line, *clue.events[at + 1:]))
        except PuzzleError as error:
            session.notice = self._wrong(error)
            return
        self.drafts.pop(at, None)
        self._back_to_new("" if at is None else self.drafts.pop(None, ""))
        number = len(made.events) if at is None else at + 1
        self._change(LineEntered(number, line) if at is None else LineCorrected(number, line), clue, made)

    def remove(self) -> None:
        """Removes the line that is being corrected."""
        self.session.at_length("Looking at what is known without the line", self._remove)

    def _remove(self) -> None:
        session, clue = self.session, self.clue
        if self.at is None or self.at >= len(clue.events):
            session.notice = "↑ goes to the line to be removed, then Delete removes it."
            return
        at = self.at
        try:
            made = clue.with_log((*clue.events[:at], *clue.events[at + 1:]))
        except PuzzleError as error:
            session.notice = self._wrong(error)
            return
        self.drafts = {line if line is None or line < at else line - 1: text
                       for line, text in self.drafts.items() if line != at}
        self._back_to_new(self.drafts.pop(None, ""))
        self._change(LineRemoved(at + 1), clue, made)

    def go(self, step: int) -> None:
        """To the line before or after, to correct it; behind the last one is what was being typed."""
        lines = self.clue.events
        here = len(lines) if self.at is None else min(self.at, len(lines))
        there = max(0, min(len(lines), here + step))
        if there == here:
            return
        if self.at is None or here == len(lines) or self.text != typed(lines[here]):
            self.drafts[self.at] = self.text
        self.at = there if there < len(lines) else None
        self.text = self.drafts.pop(self.at, "" if self.at is None else typed(lines[there]))
        self.session.point_at(() if self.at is None else (f"line {there + 1}",))
        self.session.notice = "" if self.at is None else (
            f"Line {there + 1}: Return corrects it, Delete removes it, ↓ leaves it as it is.")

    def leave(self) -> None:
        """Back to what was being typed before a line was corrected; there, to nothing."""
        self._back_to_new("" if self.at is None else self.drafts.pop(None, ""))

    def _back_to_new(self, text: str) -> None:
        self.text, self.at = text, None

    def _wrong(self, error: PuzzleError) -> str:
        """What is wrong, as a sentence; the code of a card that it begins with stays as it is written."""
        said = f"{self._where(error)}{error}."
        first = said.split(maxsplit=1)[0].rstrip(",")
        return said if first in self.clue.deck.cards else said[0].upper() + said[1:]

    def _where(self, error: PuzzleError) -> str:
        """Which line is at fault, where that is not the one in the field."""
        number = error.key.removeprefix("events.").partition(".")[0]
        mine = len(self.clue.events) if self.at is None else self.at
        return f"Line {int(number) + 1}: " if number.isdecimal() and int(number) != mine else ""

    def _change(self, event: Event, before: Clue, after: Clue) -> None:
        """Puts the change on the timeline, has the algorithm begin anew, and says what is certain now."""
        session = self.session
        late = sum(len(session.timeline.positions(kind)) - bisect_left(session.timeline.positions(kind),
                   session.timeline.position) for kind in (LineEntered, LineCorrected, LineRemoved))
        session.move([event])
        if session.playing:
            session.forward("end")
            keep(KEPT, game_text(after))
        session.notice = f"{event.sentence()} {news(before, after) or _AS_BEFORE[type(event)]}" + (
            f" What came later ({counted(late, 'change')}) is put aside; Ctrl+Z brings it back." if late else "")

    def taken_back(self) -> None:
        """A game that is played is kept as it is on show."""
        if self.session.playing:
            keep(KEPT, game_text(self.clue))

    def hint(self) -> None:
        """What to suggest, who else may know, and whether an accusation pays."""
        self.session.at_length("Looking for the best suggestion", self._hint)

    def _hint(self) -> None:
        from algorithms.advice.clue import advise  # counts deals; few who look at lessons ask for it

        session = self.session
        session.stop()
        advice = advise(self.clue)
        session.point_at(tuple(f"{card}={CASE_FILE}" for card in advice.cards))
        session.answer("Hint", advice.sentence)

    def apply(self) -> None:
        """Nothing: what a hint says is done at the table."""
        self.session.notice = "You suggest and accuse at the table. H says what is best, E enters what came of it."

    # --- by clicks ---

    def choose_cards(self) -> None:
        """Opens the dialog in which a line is put together by clicks."""
        self.clicked = Suggestion()

    def _close_cards(self) -> None:
        self.clicked = None

    def _enter_clicked(self, line: str) -> None:
        """As if it had been typed; what was being typed before stays."""
        draft, self.clicked = (self.text, self.at), None
        self.text, self.at = line, None
        self.enter()
        if draft[0] and draft[1] is None and not self.text:
            self.text = draft[0]

    @property
    def asking(self) -> bool:
        return self.clicked is not None

    def draw_above(self, ui: Ui, size: tuple[float, float], unit: float) -> None:
        """The dialog, where it is open."""
        if self.clicked is not None:
            draw_suggestion(ui, size, unit, self.clue, self.clicked, self._enter_clicked, self._close_cards)

    # --- in the window ---------------------------------------------------------------------------------------------

    def command(self, name: str) -> Callable[[], None] | None:
        return {"e": self.take_line, "j": self.choose_cards}.get(name)

    def _hint_and_back(self) -> None:
        """The hint with the pointer; who keeps a log goes on typing."""
        self.hint()
        self.wants_focus = self.session.playing

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        return (
            Action("hint", "Hint", 70, self._hint_and_back,
                   "H: what to suggest, who else may know, does an accusation pay"),
            Action("enter", "Enter line", 110, self.take_line, "E: type a line of the log"),
            Action("cards", "Click cards", 118, self.choose_cards, "J: a line of the log by clicks"),
        )

    def draw(self, ui: Ui, box: Rect, unit: float) -> None:
        """The field below the log."""
        assert isinstance(self.session.board, ClueBoard)
        place = self.session.board.entry(box, 34 * unit)
        clicked = self.session.playing and ui.focus == "board" and not ui.focus_shows  # who comes by Tab stays there
        if self.wants_focus or clicked:
            ui.focus, ui.focus_shows = _FIELD, True
            self.wants_focus = False

        def escape() -> None:
            if self.at is None and not self.text:
                ui.focus = None
            else:
                self.leave()

        keys = {"return": self.enter, "up": lambda: self.go(-1), "down": lambda: self.go(1), "delete": self.remove,
                "escape": escape}
        held = ui.has_keys(_FIELD)
        ui.field(_FIELD, place, self.text, self.type, tip="" if held else "E: enter a line of the log",
                 hint=f"line {self.at + 1}" if self.at is not None else EXAMPLE if held else "E: enter a line",
                 keys=keys)


def news(before: Clue, after: Clue) -> str:
    """What is certain after a change of the log that was not before; else how much no longer is, as after a line that
    told much was removed; empty where neither is so."""
    old, new = ({*certain(clue)} for clue in (before, after))
    there = [f"{TITLES[card]} {'in the case file' if place == CASE_FILE else 'with ' + TITLES[place]}"
             for card, place, is_there in certain(after) if is_there and (card, place, True) not in old]
    gone = sum(not is_there and (card, place, False) not in old for card, place, is_there in new)
    lost = len({(card, place) for card, place, _ in old} - {(card, place) for card, place, _ in new})
    if not there and not gone and lost:
        return f"{counted(lost, 'cell')} of the table {verb(lost, 'are')} no longer certain."
    if not there:
        return f"New: {gone} more X." if gone else ""
    shown = there[:_MOST_NEWS] + ([f"{len(there) - _MOST_NEWS} more"] if len(there) > _MOST_NEWS else [])
    return f"Now certain: {', '.join(shown)}."


def certain(clue: Clue) -> Iterator[tuple[str, str, bool]]:
    """The cells that are certain, by counting: card, place, is it there?"""
    from algorithms.counting.clue import exact  # loads numpy

    counts, deals = exact(deals_of(clue))
    for card, name in enumerate(clue.deck.cards):
        for place, where in enumerate(clue.places):
            number = counts[card].get(place, 0)
            if number in (0, deals):
                yield name, where, number > 0


offer(Offer("clue", "Clue…", "Clue…", "", "keep the log of a real game of Clue, and be told what is known", 30,
            dialog=NewClue))
