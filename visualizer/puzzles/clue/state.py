"""The log of a game of Clue, as lines were entered, corrected and removed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Self

from algorithms import events as e
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.network import places_of
from algorithms.problems.clue.puzzle import Clue
from visualizer.runs.moves import moves
from visualizer.runs.states import Moves, State
from visualizer.runs.thoughts import thought_in


@dataclass(slots=True)
class ClueMoves(Moves):
    """puzzle: the game as the run began; ``log`` its lines now; ``entered`` the number, from 1, of the line that was
    entered or corrected last; ``changes`` how many there were."""

    puzzle: Clue
    log: tuple[LogLine, ...]
    entered: int | None = None
    changes: int = 0

    def position(self) -> Clue:
        """The game with the log as it stands."""
        return replace(self.puzzle, events=self.log)

    def key(self) -> tuple[Hashable, ...]:
        return (self.changes, *self.log)

    def _with(self, log: tuple[LogLine, ...], entered: int | None) -> Self:
        return replace(self, log=log, entered=entered, changes=self.changes + 1)

    def line_entered(self, event: e.LineEntered) -> Self:
        return self._with((*self.log, event.line), event.number)

    def log_opened(self, _event: e.LogOpened) -> Self:
        return self._with((), None)

    def line_corrected(self, event: e.LineCorrected) -> Self:
        at = event.number - 1
        return self._with((*self.log[:at], event.line, *self.log[at + 1:]), event.number)

    def line_removed(self, event: e.LineRemoved) -> Self:
        at = event.number - 1
        return self._with((*self.log[:at], *self.log[at + 1:]), None)


ClueMoves.folds = {e.LogOpened: ClueMoves.log_opened, e.LineEntered: ClueMoves.line_entered,
                   e.LineCorrected: ClueMoves.line_corrected, e.LineRemoved: ClueMoves.line_removed}


@moves(Clue)
def start(puzzle: Clue) -> ClueMoves:
    """With the log as the lesson has it."""
    return ClueMoves(puzzle, puzzle.events)


def log_of(state: State) -> ClueMoves:
    """The log in a state."""
    return state.played(ClueMoves)


def as_seen(state: State) -> State:
    """The state as the notepad has it. Before a run has begun, nobody has drawn a conclusion from the log: of what is
    known then, only the hand is on it."""
    if state.seen or thought_in(state) is not None:
        return state
    game = log_of(state).puzzle
    dealt = places_of(replace(game, events=()))
    shown = state.copy()
    shown.domains = {card: tuple(place for place in game.places if place in left or place in dealt[card])
                     for card, left in state.domains.items()}
    return shown
