"""A lesson that is being looked at: what the buttons and keys do to it. No window, so that tests can press them too."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from algorithms.core import Choose, Event, Grain, Steps
from algorithms.events import GameEnded
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import CSP
from algorithms.problems.formula import Formula
from algorithms.problems.gnomine.game import chord, first_click, flag, moves, uncover
from algorithms.problems.gnomine.puzzle import COVERED, FLAG, Gnomine
from algorithms.problems.puzzle import Puzzle, PuzzleError
from algorithms.problems.sudoku.puzzle import Sudoku
from scenarios.choices import Chooser
from scenarios.loader import Scenario
from scenarios.script.director import Director
from scenarios.timeline import Timeline
from visualizer.runs import what_if
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.runs.families import start_state
from visualizer.runs.playback import CHUNK, PIECE, Goal, Playback
from visualizer.runs.states import State
from visualizer.runs.why import Explanation

if TYPE_CHECKING:
    from algorithms.advice.gnomine import Advice


@dataclass
class Run:
    """A run of the algorithm: how it is started, behind how many events, and the choices that it made."""

    start: Callable[[Choose], Steps[Any]]
    at: int = 0
    chooser: Chooser = field(default_factory=Chooser)

    def steps(self) -> Steps[Any]:
        """Starts it."""
        return self.start(self.chooser)


class Branch(NamedTuple):
    """What :meth:`Session.undo` comes back to."""

    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle


class Session(Playback):
    """One run of a scenario on its timeline. ``playing``: clicks play the game; otherwise they ask the algorithm.
    ``at_length`` does what may take long, and has a title: here at once, in the window over several frames.

    hinted:    the places that a hint or an explanation points at; ``explained`` is that explanation, ``advised`` that
               hint, where it is of a game
    lens:      the state to be shown instead of that of the timeline: with the two models that are explained
    """

    hinted: tuple[str, ...]
    explained: Explanation | None
    advised: Advice | None
    lens: State | None
    director: Director
    timeline: Timeline[State]
    run: Run
    puzzle: Puzzle

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(scenario, clock)
        self.board = board_for(scenario.puzzle)
        self.at_length: Callable[[str, Callable[[], None]], None] = lambda title, do: do()
        self.playing = False
        self.past: list[Branch] = []
        self.restart()

    def restart(self) -> None:
        """Back to the beginning, as the file has it. What was done on the way, :meth:`undo` brings back."""
        self._halt()
        if self.past:
            self.past.append(Branch(self.timeline, self.run, self.puzzle))
        self.puzzle = self.scenario.puzzle
        start = start_state(self.puzzle, self.scenario.algorithm, self.scenario.form)
        self.run = Run(self.scenario.steps)
        self.timeline = Timeline(self.run.steps(), start)
        self.run.chooser.follow(self.timeline, 0)
        self.director = Director(self.scenario, self.timeline)
        self._keep()
        self.moved_at = -1.0
        self.goal, self._owed = None, 0.0
        self.notice = "Started again. Ctrl+Z brings back what there was." if self.past else ""
        self.point_at()
        self.asked_at = 0  # where the explanation was asked for
        self.began: float | None = None
        self.ended: float | None = None

    @property
    def rungs(self) -> tuple[str, ...]:
        return self.scenario.algorithm.rungs

    @property
    def kinds(self) -> list[type[Event]]:
        return self.timeline.kinds()

    @property
    def here(self) -> int:
        return self.timeline.position

    @property
    def at_end(self) -> bool:
        return self.timeline.done and self.timeline.position == len(self.timeline.events)

    @property
    def state(self) -> State:
        """The state on show."""
        return self.timeline.state

    @property
    def over(self) -> str:
        """That the game on show has ended, and how; empty while it has not, or where there is none."""
        return "" if self.state.moves is None else self.state.moves.over

    @property
    def takes_constraints(self) -> bool:
        """Does the algorithm go from constraint to constraint?"""
        return self.scenario.algorithm.solves is CSP

    @property
    def sudoku(self) -> Sudoku | None:
        """The position on show, where the puzzle is a Sudoku."""
        position = None if self.state.moves is None else self.state.position()
        return position if isinstance(position, Sudoku) else None

    @property
    def game(self) -> Gnomine | None:
        """The position on show as a game, where the puzzle is one."""
        return self.puzzle.with_seen(self.state.position().seen) if isinstance(self.puzzle, Gnomine) else None

    # --- moving ----------------------------------------------------------------------------------------------------

    def show(self, position: int) -> None:
        """Moves there; the transition begins now."""
        self.notice = ""
        self._place(position)

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that the lesson, a hint or an explanation points at."""
        return (*self.director.marks, *self.hinted)

    def _place(self, position: int) -> None:
        self._keep()
        if self.timeline.seek(position) != position:
            self.goal = None

    def _keep(self) -> None:
        self.point_at()
        self.before = self.timeline.state.copy()
        self.moved_at = self.clock()

    def point_at(self, places: tuple[str, ...] = (), explained: Explanation | None = None) -> None:
        """Points at these places, because of that; what was pointed at before is over."""
        self.hinted, self.explained, self.advised, self.lens = places, explained, None, None
        if explained is not None and explained.show is not None:
            self.lens = self.state.copy()
            explained.show(self.lens)

    def back(self, target: Grain | type[Event]) -> None:
        self.stop()
        self.show(self.timeline.back(target))

    def rewind(self) -> None:
        self.show(0)

    def _arrive(self, goal: Goal) -> bool:
        if goal == "end":
            self.timeline.pull(PIECE)
            found = len(self.timeline.events) if self.timeline.done else None
        elif goal is Grain.MICRO:
            found = self.timeline.forward(Grain.MICRO, 1)
        else:
            assert not isinstance(goal, str)
            known = self.timeline.after(goal, self.timeline.position)
            if known is None and not self.timeline.done:
                self.timeline.pull(PIECE)
                return False
            if known is None and not isinstance(goal, Grain):
                self.notice = f"No {goal.__name__} is left ahead of here. {self.timeline.error}".strip()
                return True
            found = len(self.timeline.events) if known is None else known + 1
        if found is None:
            return False
        if found == self.timeline.position:
            self.notice = "This is the end of the run."
        self._place(found)
        self._tell_why()
        return True

    def _tell_why(self) -> None:
        """At the end of a run that could not go on, or found that no placement of mines fits: why."""
        if not self.at_end:
            return
        self.notice = self.timeline.error or self.notice
        game = self.game
        if game is not None and getattr(self.timeline.answer, "outcome", None) == "unsatisfiable":
            from algorithms.advice.gnomine import clash  # counts placements; few who look at lessons ask for it

            self.notice = clash(game) or self.notice

    # --- cues and running ------------------------------------------------------------------------------------------

    def _show_cue(self, target: int, speed: float | None) -> None:
        if speed is not None and self.here < target:
            self._watch(target, self.director.following, Grain.MICRO, speed)
        else:
            self.director.next()

    def _advance(self) -> bool:
        position = self.timeline.position
        found = position + 1 if self.grain is Grain.MICRO else self.timeline.forward(self.grain, CHUNK)
        if self.run_to is not None:
            found = min(found, self.run_to)
        elif self.grain is not Grain.MICRO and not self.timeline.done \
                and self.timeline.events[found - 1].grain < self.grain:
            return True  # the next such event is not recorded yet
        now = self.timeline.seek(found)
        if (now == position and self.timeline.done) or now == self.run_to:
            (self._halt if self.run_to is None else self._arrived)()
            self._tell_why()
            return False
        return True

    # --- branches --------------------------------------------------------------------------------------------------

    def branch(self, timeline: Timeline[State], run: Run) -> None:
        """Goes on with a timeline that has the same past; :meth:`undo` comes back."""
        self.stop()
        self.past.append(Branch(self.timeline, self.run, self.puzzle))
        self._keep()
        self.director.follow(timeline)
        self.timeline, self.run = timeline, run

    def undo(self) -> None:
        """Takes the last branch back: a jump, a move of the game, an application, a new start."""
        if not self.past:
            self.notice = "There is nothing to take back."
            return
        self.stop()
        self._keep()
        self.timeline, self.run, self.puzzle = self.past.pop()
        self.director.follow(self.timeline)
        self.notice = ""

    def jump(self, place: str, literal: str | None = None) -> None:
        """To the constraint that ``place`` stands for: taken next if the pass has not taken it, else where it was.

        Where there is none, or the algorithm takes none, an open literal is decided next, or the place is explained.
        """
        name = self.board.constraint_at(self.state, place) if self.takes_constraints else None
        if name is not None:
            what_if.take(self, name)
        elif literal is not None and isinstance(self.puzzle, Formula) and what_if.can_decide(self, place):
            what_if.decide(self, literal)
        else:
            self.explain(place, literal)

    def explain(self, place: str, literal: str | None = None) -> None:
        """Says what is known of a place, and why; asked again, goes to where the run found it out, and back, or has
        the algorithm look at it next: a candidate is tested, an open literal of the place is decided."""
        self.at_length(f"Looking for what is known of {place}", lambda: self._explain(place, literal))

    def _explain(self, place: str, literal: str | None) -> None:
        self.stop()
        found = self.explained
        if found is None or found.place != place:
            found = explain(self.timeline, self.scenario.algorithm, self.board, place)
            self.asked_at = self.timeline.position
        elif found.candidate is not None:
            what_if.test(self, found.candidate)
            return
        elif found.position is None and what_if.can_decide(self, place):
            what_if.decide(self, literal or self._usual(place))
            return
        elif found.position is not None:
            self.show(self.asked_at if self.timeline.position == found.position else found.position)
        self.point_at(found.marks, found)
        self.notice = found.sentence
        if found.position not in (None, self.asked_at):
            there = self.timeline.position == found.position
            self.notice += f" Ask again to go {'back ' if there else ''}to event "
            self.notice += f"{self.asked_at if there else found.position:,}."
        if found.candidate is not None:
            self.notice += " Ask again to test it next."
        elif found.position is None and what_if.can_decide(self, place):
            usual = self._usual(place)
            self.notice += f" Ask again to decide {usual} next, with the right button or F {negation(usual)}."

    def _usual(self, place: str) -> str:
        """The literal that a click on a place means: that there is no mine, as in the game; elsewhere the variable."""
        return place if self.game is None else negation(place)

    # --- the game --------------------------------------------------------------------------------------------------

    def apply(self) -> None:
        """Does on the game the certain move that a hint has just named, or else all that was inferred so far; the
        algorithm then begins on what is seen. What follows from a contradiction is not done."""
        self.at_length("Applying what was inferred", self._apply)

    def _apply(self) -> None:
        from algorithms.advice.gnomine import clash  # counts placements; few who look at lessons ask for it

        if self.advised is not None and self.advised.certain and self.advised.field is not None:
            self.click(self.advised.field, self.advised.action or "uncover")
            return
        game = self.game
        self.notice = "" if game is None else clash(game)
        game = None if self.notice else self._laid(None)
        if game is None:
            return
        events = moves(game, self.state.known())
        if not events:
            self.notice = "Nothing is inferred that is not done yet."
            return
        self.move(events)

    def click(self, place: str, button: Literal["uncover", "flag", "chord"]) -> None:
        """A move of the player's."""
        game = self._laid(place)
        if game is None:
            return
        if button == "uncover" and game.seen[place] not in (COVERED, FLAG):
            button = "chord"
        events = {"uncover": uncover, "flag": flag, "chord": chord}[button](game, place)
        if not events:
            if self.over:
                self.notice = "The game is over: Ctrl+Z takes the last move back, Home and R start again."
            return
        if self.began is None:
            self.began = self.clock()
        self.move(events)

    def hint(self) -> None:
        """Says what to do next and why, and points at it."""
        self.at_length("Looking for a hint", self._hint)

    def _hint(self) -> None:
        game = self.game
        if game is None:
            self.notice = "There are hints for games only."
            return
        from algorithms.advice.gnomine import advise  # counts placements; few who look at lessons ask for it
        from visualizer.puzzles.gnomine.why import fields_of

        self.stop()
        advice = advise(game)
        self.notice = advice.sentence
        named = dict.fromkeys((*fields_of(advice.because, game), *(x for pair in advice.fifty_fifties for x in pair)))
        self.point_at(tuple(named) if advice.field is None else (advice.field, *named))
        self.advised = advice

    def _laid(self, place: str | None) -> Gnomine | None:
        """The position with its mines laid, at the latest now."""
        if not isinstance(self.puzzle, Gnomine):
            self.notice = "This puzzle is not a game; there is nothing to play."
            return None
        seen = self.state.position().seen
        untouched = all(one in (COVERED, FLAG) for one in seen.values())
        source = self.scenario.puzzle if untouched and isinstance(self.scenario.puzzle, Gnomine) else self.puzzle
        try:
            self.puzzle = first_click(source.with_seen(seen), place or next(iter(seen)), self.scenario.seed)
        except PuzzleError as error:
            self.notice = str(error)
            return None
        return self.puzzle

    def move(self, events: list[Event]) -> None:
        """Adds moves to the timeline here, and behind them a new run of the algorithm. What was said before is over."""
        self.notice = ""
        state = self.state.copy()
        for event in events:
            state.apply(event)
        position = state.position()
        puzzle = self.puzzle.with_seen(position.seen) if isinstance(self.puzzle, Gnomine) else position
        end = self.timeline.position + len(events)
        run = Run(lambda choose: self.scenario.steps(choose, puzzle), end)

        def steps() -> Steps[Any]:
            yield from events
            return (yield from run.steps())

        branch = self.timeline.branch(steps())
        run.chooser.follow(branch, end)
        self.branch(branch, run)
        self._place(end)
        if any(isinstance(event, GameEnded) for event in events):
            self.ended = self.clock()

    def seconds_played(self) -> int:
        """Whole seconds since the first click of the game, up to its end."""
        if self.began is None:
            return 0
        return int((self.ended if self.ended is not None and self.over else self.clock())
                   - self.began)
