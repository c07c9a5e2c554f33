"""Sessions for tests, and what it takes to press things on them without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, TypeVar
from unittest.mock import patch

from algorithms.core import Event, Grain
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import Puzzle
from kit.known_lessons import replayed
from kit.states import before
from scenarios.loader import Scenario, load
from scenarios.script.director import Director
from visualizer.puzzles.clue.play import CluePlay
from visualizer.puzzles.gnomine.play import GnominePlay
from visualizer.puzzles.sudoku.play import SudokuPlay
from visualizer.runs.lanes import FIRST, Lane
from visualizer.runs.playback import Playback
from visualizer.runs.session import Session

Button = Literal["uncover", "flag", "chord"]

# Two numbers, four fields undecided: (0,2) is free, the rest stays open. Simon 2012, figure 2.1.
THESIS = 'title: Figure 2.1\nalgorithm: gac\npuzzle: {kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}\n'

SCRIPT = """\
script:
  - say: "Numbers are constraints."
  - when: {event: Pruned}
    say: "{variable} must be {left}."
    mark: ["(0,2)"]
  - run: {to: {event: PassStarted}, speed: 10}
    say: "Pass {number}."
  - step: {grain: landmark}
  - run: {to: end, speed: 20}
    say: "Done."
"""


def game(rows: int, columns: int, mines: int, seed: int = 1, reveal: int = 1, more: str = "") -> str:
    """A random position of a game that knows where its mines are (``reveal`` 0: nobody does yet)."""
    return (f"title: A game\nalgorithm: gac\nseed: {seed}\n{more}puzzle: {{kind: gnomine, random: {{rows: {rows}, "
            f"columns: {columns}, mines: {mines}, seed: {seed}, reveal: {reveal}}}}}\n")


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def ticking() -> Callable[[], float]:
    """A clock by which a second passes from look to look: what moves has always arrived."""
    return partial(next, count(100.0))


@contextmanager
def busy_machine() -> Iterator[None]:
    """A session's work takes a millisecond each time that it looks, on every machine: its budgets run out alike."""
    milliseconds = count()
    with patch("visualizer.runs.playback.time", SimpleNamespace(perf_counter=lambda: next(milliseconds) / 1000)):
        yield


def scenario(text: str) -> Scenario:
    """A scenario from its text."""
    return load(Path("test.yaml"), text)


def open_session(text: str) -> Session:
    """A session on it, with a clock that stands still."""
    return Session(scenario(text), Clock())


P = TypeVar("P", bound=Playback)


def settle(session: P) -> P:
    """Lets the move under way arrive, as frame after frame would."""
    while session.goal is not None:
        session.work(1.0)
    return session


def finish(session: P) -> P:
    """To the end of the run."""
    session.forward("end")
    return settle(session)


def ticks(session: Session, most: int = 100_000) -> list[int]:
    """Lets it run until it stops by itself; the positions where it was on the way."""
    been = []
    while session.running:
        session.tick(1.0 / session.speed)
        been.append(session.timeline.position)
        assert len(been) < most, "it never stops"
    return been


def fold(puzzle: Puzzle, events: Sequence[Event]) -> Any:
    """The state after these events, from the start."""
    state = before(puzzle)
    for event in events:
        state.apply(event)
    return state


def recorded_session(scenario: Scenario) -> Session:
    """A lesson at its start, whose run is known to its end already; the clock stands still."""
    session = Session(scenario, Clock())
    replay(session)
    return session


def replay(session: Session) -> None:
    """Puts the run of a lesson, known to its end, in the place of one that has not begun."""
    (session.timeline,) = replayed(session.scenario.path)
    session.lanes.begun_again(Lane(session.timeline, session.run, session.puzzle, FIRST))
    session.director = Director(session.scenario, session.timeline)
    session._keep()


def after(events: Sequence[Event], grain: Grain) -> list[int]:
    """The positions just after an event of at least that grain."""
    return [index for index, event in enumerate(events, 1) if event.grain >= grain]


def game_of(session: Session) -> Gnomine:
    """The game of Gnomine on show."""
    return gnomine_of(session).game


def gnomine_of(session: Session) -> GnominePlay:
    """How it is played."""
    assert isinstance(session.play, GnominePlay)
    return session.play


def sudoku_of(session: Session) -> SudokuPlay:
    """How the Sudoku on show is filled in."""
    assert isinstance(session.play, SudokuPlay)
    return session.play


def clue_of(session: Session) -> CluePlay:
    """What is typed into the game of Clue on show."""
    assert isinstance(session.play, CluePlay)
    return session.play
