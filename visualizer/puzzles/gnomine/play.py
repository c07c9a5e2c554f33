"""A game of Gnomine: clicks, flags and chords, hints with reasons, and what was inferred, done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from algorithms.core import Event
from algorithms.events import GameEnded
from algorithms.problems.gnomine.deal import DENSITY
from algorithms.problems.gnomine.game import LEVELS, chord, first_click, flag, mines_left, moves, played, uncover
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted, listed, verb
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.gnomine.custom import CustomGame, game_text
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.branches import Branches
from visualizer.runs.play import Action, Another, Button, Ending, Offer, Play, offer, play

if TYPE_CHECKING:
    from algorithms.advice.gnomine import Advice


@play(Gnomine)
class GnominePlay(Play):
    """The game on a session. ``began`` and ``ended``: when, by the session's clock."""

    how_to = ("Uncover with the left button, flag with the right one; a click on a number opens the rest around it. "
              "Keys: Tab to the board, arrows, Return, F, C.")
    clicks = True

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self.began: float | None = None
        self.ended: float | None = None

    def restarted(self) -> None:
        self.began = self.ended = None

    @property
    def game(self) -> Gnomine:
        """The position on show, with the mines as they are laid, if they are."""
        assert isinstance(self.session.puzzle, Gnomine)
        return self.session.puzzle.with_seen(field_of(self.session.state).seen)

    @property
    def _unlaid(self) -> Gnomine:
        """The same; while nothing is open as the lesson has it, as each first click lays the mines anew."""
        game, source = self.game, self.session.scenario.puzzle
        untouched = all(one in (COVERED, FLAG) for one in game.seen.values())
        return source.with_seen(game.seen) if untouched and isinstance(source, Gnomine) else game

    @property
    def another(self) -> Another:
        """Of the same size, with as many mines."""
        game = self.game
        mines = self._mines or game.mines or int(game.rows * game.columns * DENSITY)
        return partial(game_text, game.rows, game.columns, mines)

    @property
    def _mines(self) -> int | None:
        laid = self.game.laid
        return None if laid is None else len(laid)

    def ending(self) -> Ending | None:
        """How long it took, and what was wrong."""
        field = field_of(self.session.state)
        if field.ended is None:
            return None
        minutes, seconds = divmod(self.seconds(), 60)
        time = f" {'in' if field.ended else 'after'} {minutes}:{seconds:02}" if self.began is not None else ""
        if field.ended:
            return Ending(True, f"Won{time}", "Every field without a mine is open.")
        exploded = listed(x for x, seen in field.seen.items() if seen == MINE)
        wrong = [x for x, seen in field.seen.items() if seen == FLAG and field.mines and x not in field.mines]
        more = f" {counted(len(wrong), 'flag')} {verb(len(wrong), 'were')} wrong: {listed(wrong)}." if wrong else ""
        return Ending(False, f"Lost{time}", f"There was a mine at {exploded}.{more} Ctrl+Z takes the click back.")

    # --- the clock -------------------------------------------------------------------------------------------------

    @property
    def ticks(self) -> bool:
        return self.session.playing and self.began is not None and not self.session.over

    def seconds(self) -> int:
        """Whole seconds since the first click of the game, up to its end."""
        if self.began is None:
            return 0
        return int((self.ended if self.ended is not None and self.session.over else self.session.clock()) - self.began)

    # --- moves -----------------------------------------------------------------------------------------------------

    def click(self, place: str, button: Button) -> None:
        game = self._laid(place)
        if game is None:
            return
        if button == "uncover" and game.seen[place] not in (COVERED, FLAG):
            button = "chord"
        events = {"uncover": uncover, "flag": flag, "chord": chord}[button](game, place)
        if not events:
            if self.session.over:
                self.session.notice = "The game is over: Ctrl+Z takes the last move back, Home and R start again."
            return
        self._begin_clock()
        self._move(game, events)

    def _move(self, game: Gnomine, events: Sequence[Event]) -> None:
        self.session.move(events, played(game, events))
        if any(isinstance(event, GameEnded) for event in events):
            self.ended = self.session.clock()

    def _laid(self, place: str | None) -> Gnomine | None:
        """The position with its mines laid, at the latest now; None where no mines fit, which is said."""
        session, game = self.session, self._unlaid
        try:
            laid = first_click(game, place or next(iter(game.seen)), session.scenario.seed)
        except PuzzleError as error:
            session.notice = str(error)
            return None
        session.puzzle = laid
        return laid

    # --- advice ----------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        self.session.at_length("Looking for a hint", self._hint)

    def _hint(self) -> None:
        from algorithms.advice.gnomine import advise  # counts placements; few who look at lessons ask for it
        from visualizer.puzzles.gnomine.reason import drawn
        from visualizer.puzzles.gnomine.why import fields_of

        game = self._unlaid
        self.session.stop()
        advice = advise(game)
        self.session.answer("Hint", f"{advice.sentence} {_what_apply_does(advice)}".rstrip())
        named = dict.fromkeys((*fields_of(advice.because, game), *(x for pair in advice.fifty_fifties for x in pair)))
        self.session.point_at(tuple(named) if advice.field is None else (advice.field, *named), advice=advice,
                              reason=drawn(advice, game))

    @property
    def advised(self) -> Advice | None:
        """The hint on show."""
        from algorithms.advice.gnomine import Advice  # as above

        return self.session.advice if isinstance(self.session.advice, Advice) else None

    def apply(self) -> None:
        """Does all that a hint has just found certain, or else all that was inferred so far. What follows from a
        contradiction is not done."""
        self.session.at_length("Applying what was inferred", self._apply)

    def _apply(self) -> None:
        advised = self.advised
        if advised is not None and advised.certain:
            self._do(advised)
            return
        self.session.notice = self.why_none()
        game = None if self.session.notice else self._laid(None)
        if game is None:
            return
        events = moves(game, self.session.state.known())
        if not events:
            self.session.notice = "Nothing is inferred that is not done yet."
            return
        self._move(game, events)

    def _do(self, advised: Advice) -> None:
        """Flags and uncovers the fields that the hint has decided. Flags need no mines that are laid, and may be set
        where all other fields are open already."""
        decided = advised.decided
        game = self._unlaid if all(decided.values()) else self._laid(advised.field)
        if game is None:
            return
        known = {x: (int(decided[x]),) if x in decided else (0, 1) for x in game.seen}
        self._begin_clock()
        self._move(game, moves(game, known))

    def _begin_clock(self) -> None:
        if self.began is None:
            self.began = self.session.clock()

    def why_none(self) -> str:
        from algorithms.advice.gnomine import clash  # counts placements; few who look at lessons ask for it

        return clash(self.game)

    # --- beside the title ------------------------------------------------------------------------------------------

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        playing = self.session.playing
        return (
            Action("apply", "Apply", 96, self.apply, "A: do what the hint said, or what was inferred", "apply"),
            Action("hint", "Hint", 70, self.hint, "H: what to do next, and why"),
            Action("analyse", "Analyse", 104, lambda: turn(False), "P: a click on a number jumps to its constraint",
                   "magnifier", not playing),
            Action("play", "Play", 80, lambda: turn(True),
                   "P: a click uncovers, the right button flags, on a number it opens the rest", "flag", playing),
        )

    def status(self) -> str:
        left = None if field_of(self.session.state).ended is not None else mines_left(self.game)  # over: all are shown
        texts = ["" if left is None else f"{counted(left, 'mine')} left"]
        if self.session.playing:
            texts.append(f"{self.seconds()} s")
        return "   ".join(filter(None, texts))


def _what_apply_does(advice: Advice) -> str:
    """What is said of A behind a hint; nothing where it does nothing, as nothing is certain."""
    if advice.reason == "first click":
        return f"A begins at {advice.field}."
    if not advice.decided:
        return ""
    mines = sum(advice.decided.values())
    does = ["flags"] * (mines > 0) + ["opens"] * (mines < len(advice.decided))
    return f"A {' and '.join(does)} {'it' if len(advice.decided) == 1 else 'them'}."


# --- the gallery -----------------------------------------------------------------------------------------------------


def _level(order: int, level: str, rows: int, columns: int, mines: int) -> Offer:
    size = f"{rows} × {columns}"
    return Offer(f"game{order}", f"{level.capitalize()}, {size}", level.capitalize(), "mine",
                 f"Gnomine (Minesweeper), {size}", order, text=partial(game_text, rows, columns, mines),
                 legend=GnomineBoard.legend)


offer(*(_level(order, level, *size) for order, (level, size) in enumerate(LEVELS.items())),
      Offer("custom", "Custom…", "Custom…", "gear", "Gnomine (Minesweeper) of any size", 10, dialog=CustomGame))
