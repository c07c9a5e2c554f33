"""A Zebra that is solved by hand: names are set in houses and crossed out, with hints in three grades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from algorithms.core import Event
from algorithms.problems.zebra.by_hand import HouseCrossed, HouseSet, left_by_hand, why_not
from algorithms.problems.zebra.clue import number_of
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.text import lesson_text
from algorithms.words import listed
from scenarios.writing import keep
from visualizer.puzzles.zebra.overlay import KEPT, NewSherlock
from visualizer.puzzles.zebra.state import ZebraMoves, street_of
from visualizer.runs.branches import Branches
from visualizer.runs.hints import Hints
from visualizer.runs.play import Action, Another, Button, Ending, Offer, Play, offer, play

if TYPE_CHECKING:
    from algorithms.advice.zebra import Hint

HOW_TO = ("Click on a name to set it in that house; the right button crosses it out. Keys: arrows, Return, X; or a "
          "digit for the house.")
DONE = "Solved: every clue holds."


@play(Zebra)
class ZebraPlay(Play):
    """What is done by hand in the street of a session, and the hints that are given for it."""

    how_to = HOW_TO
    clicks = True
    cursor = True

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self.hints: Hints[Hint] = Hints()

    @property
    def moves(self) -> ZebraMoves:
        """What was done so far."""
        return street_of(self.session.state)

    @property
    def zebra(self) -> Zebra:
        """The position on show."""
        return self.moves.position()

    def begin(self) -> None:
        """The names whose house is told are set at once."""
        if given := self._given_first():
            self.session.move(given)
        self.session.notice = HOW_TO

    @property
    def another(self) -> Another:
        return "sherlock"

    def ending(self) -> Ending | None:
        """Every name has its house."""
        solved = all(len(left) == 1 for left in self.zebra.domains().values())
        return Ending(True, "Solved", "Every name has its house, and every clue holds.") if solved else None

    # --- moves -----------------------------------------------------------------------------------------------------

    def click(self, place: str, button: Button) -> None:
        """On a name in a house a move; on a clue, or a name alone, what there is to say."""
        x, _, house = place.partition("=")
        number, puzzle = number_of(place), self.moves.puzzle
        if number is not None:
            self.session.point_at((place, *puzzle.clues[number - 1].names))
            self.session.notice = f"Clue {number}: {puzzle.clues[number - 1].words}."
        elif not house:
            left = self.zebra.domains()[x]
            self.session.notice = f"{x} can be in house {listed(left, 'or')}."
        elif button == "uncover":
            self.set(x, int(house))
        else:
            self.cross(x, int(house))

    def key(self, name: str, shift: bool, place: str | None) -> bool:
        """Return sets the name that is pointed at, X crosses it out; a digit does so in that house, with Shift the
        latter."""
        if place is None or number_of(place) is not None:
            return False
        x, _, house = place.partition("=")
        if name.isdecimal() and 0 < int(name) <= self.moves.puzzle.houses:
            (self.cross if shift else self.set)(x, int(name))
        elif house and name in ("return", "space"):
            self.set(x, int(house))
        elif house and name in ("x", "f", "delete"):
            self.cross(x, int(house))
        else:
            return False
        return True

    def set(self, x: str, house: int) -> None:
        """Sets a name in a house; where that cannot be, says why."""
        moves, session = self.moves, self.session
        left = self.zebra.domains()
        there = next((y for y in moves.puzzle.attributes[moves.puzzle.row_of[x]]
                      if y != x and self._home(y) == house), None)
        if self._home(x) is not None:
            session.notice = self._at_home(x)
        elif there is not None:
            session.notice = f"House {house} has {there} already."
        elif house not in left[x]:
            session.notice = f"{x} is crossed out of house {house}; X or the right button puts it back."
        else:
            self._do([HouseSet(x, house)], f"{x} cannot be in house {house}")

    def cross(self, x: str, house: int) -> None:
        """Crosses a name out of a house, or takes that back; where it cannot be, says why."""
        moves, session = self.moves, self.session
        if self._home(x) is not None and (x in moves.puzzle.given or self._home(x) != house):
            session.notice = self._at_home(x)
        elif self._home(x) == house:
            self._do([HouseSet(x, None)], "")
        elif (x, house) in moves.crossed:
            self._do([HouseCrossed(x, house, on=False)], "")
        elif house in self.zebra.domains()[x]:
            self._do([HouseCrossed(x, house)], f"{x} must stay in house {house}")
        else:
            there = next(y for y, taken in moves.homes.items() if taken == house
                         and moves.puzzle.row_of[y] == moves.puzzle.row_of[x])
            session.notice = f"House {house} has {there} already."

    def _home(self, x: str) -> int | None:
        """The house in which a name was set, or is given."""
        moves = self.moves
        return moves.homes.get(x, moves.puzzle.given.get(x))

    def _at_home(self, x: str) -> str:
        puzzle = self.moves.puzzle
        if x not in puzzle.given:
            return f"{x} is in house {self._home(x)} already; X or the right button there takes it out."
        number = next(at for at, clue in enumerate(puzzle.clues, 1) if clue.kind == "at" and clue.names == (x,))
        return f"Clue {number} says that {x} is in house {puzzle.given[x]}; it stays there."

    def _given_first(self) -> list[Event]:
        """The first moves: names whose house is told are set."""
        moves = self.moves
        return [HouseSet(x, house) for x, house in moves.puzzle.given.items() if x not in moves.homes]

    def _do(self, events: Sequence[Event], cannot: str) -> None:
        """Moves, unless nobody could go on behind them: then ``cannot``, and why."""
        session, moves = self.session, self.moves
        events = [*self._given_first(), *events]
        for event in events:
            moves = moves.after(event)
        reason = why_not(moves.puzzle, left_by_hand(moves.puzzle, moves.homes, moves.crossed)) if cannot else ""
        if reason:
            session.notice = f"{cannot}: {reason}."
            return
        self._take(events)

    def _take(self, events: Sequence[Event]) -> None:
        """Moves that nothing speaks against."""
        self._move(events)
        if all(len(left) == 1 for left in self.zebra.domains().values()):
            self.session.notice = DONE

    def _move(self, events: Sequence[Event]) -> None:
        self.session.move(events)
        self._keep()

    def taken_back(self) -> None:
        self._keep()

    def _keep(self) -> None:
        """A game that is played is kept, as it is on show."""
        if self.session.playing:
            keep(KEPT, lesson_text(self.session.scenario.title, self.zebra))

    # --- hints -----------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Where to look; asked again, what to see there; then the step, with its reason."""
        self.session.at_length("Looking for a hint", self._hint)

    def _hint(self) -> None:
        from algorithms.advice.zebra import hint  # loads a SAT solver

        self.hints.say(self.session, self.moves.key(), lambda: hint(self.zebra), _more, DONE)

    def apply(self) -> None:
        """Does what the hint said."""
        given, session = self.hints.told(self.moves.key()), self.session
        if given is None:
            session.notice = "A does what a hint has said: H asks for one, three times up to the step."
        elif given.wrong:
            self._free(given.wrong)
        elif given.home is not None:
            self._take([HouseSet(*given.home)])
        elif given.struck:
            self._take([HouseCrossed(x, house) for x, house in given.struck])
        else:
            session.notice = f"A cannot choose for you. {given.step}"

    def _free(self, wrong: Sequence[tuple[str, int]]) -> None:
        """Gives names that have lost their house that house back: whoever was set there, and they elsewhere, are taken
        out."""
        moves, row_of = self.moves, self.moves.puzzle.row_of
        out = {y for x, house in wrong for y, home in moves.homes.items()
               if row_of[y] == row_of[x] and (y == x) != (home == house)}
        events: list[Event] = [HouseSet(y, None) for y in moves.homes if y in out]
        events += [HouseCrossed(x, house, on=False) for x, house in wrong if (x, house) in moves.crossed]
        self._move(events)
        self.session.notice = f"{listed(x for x, _ in wrong)} can live there again."

    # --- beside the title ------------------------------------------------------------------------------------------

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        playing = self.session.playing
        return (
            Action("apply", "Apply", 96, self.apply, "A: do what the hint said", "apply"),
            Action("hint", "Hint", 70, self.hint, "H: what to do next, and why"),
            Action("analyse", "Analyse", 104, lambda: turn(False), "P: a click asks the algorithm", "magnifier",
                   not playing),
            Action("play", "Play", 80, lambda: turn(True), "P: a click sets a name, the right button crosses it out",
                   "digit", playing),
        )

    def status(self) -> str:
        if not self.session.playing:
            return ""
        domains = self.session.state.domains
        return f"{sum(len(left) == 1 for left in domains.values())} of {len(domains)} known"


def _more(given: Hint, grade: int) -> str:
    """What H says next; behind the last grade, what A does."""
    if grade < 3:
        return f"H again says {('what to see', 'the step')[grade - 1]}."
    if given.wrong:
        return "A takes back what you did there."
    return "A does it." if given.struck or given.home is not None else ""


# --- the gallery -----------------------------------------------------------------------------------------------------


offer(Offer("sherlock", "Sherlock…", "Sherlock…", "magnifier", "a puzzle like the Zebra, in three difficulties", 35,
            dialog=NewSherlock))
