"""What moves have changed of a game of Gnomine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.csp import Domain
from algorithms.problems.gnomine.game import ended
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.runs.moves import moves
from visualizer.runs.states import Moves, State


@dataclass(slots=True)
class GnomineMoves(Moves):
    """The field as the player sees it.

    puzzle: the rules and the geometry; ``puzzle.seen`` is the field where the run began
    seen:   the field now: 0–8, or COVERED, FLAG, MINE
    ended:  True won, False lost, None still going
    mines:  where they were, once a game is over; empty where that is not known
    """

    puzzle: Gnomine
    seen: Mapping[str, int]
    ended: bool | None = None
    mines: frozenset[str] = frozenset()

    @property
    def over(self) -> str:
        return "" if self.ended is None else f"the game is {'won' if self.ended else 'lost'}"

    def position(self) -> Gnomine:
        """The puzzle as it stands now."""
        return self.puzzle.with_seen(self.seen)

    def does(self, event: Event, known: Mapping[str, Domain]) -> bool:
        if isinstance(event, e.Flagged):
            return event.on and all(known.get(x) == (1,) for x in event.cells)
        return isinstance(event, e.Uncovered) and any(known.get(x) == (0,) for x, _ in event.cells)

    def key(self) -> tuple[Hashable, ...]:
        return tuple(self.seen.values())

    def uncovered(self, event: e.Uncovered) -> Self:
        return replace(self, seen={**self.seen, **dict(event.cells)})

    def flagged(self, event: e.Flagged) -> Self:
        return replace(self, seen={**self.seen, **dict.fromkeys(event.cells, FLAG if event.on else COVERED)})

    def game_ended(self, event: e.GameEnded) -> Self:
        left = event.mines or (x for x, seen in self.seen.items() if seen < 0 and event.won)
        return replace(self, ended=event.won, mines=frozenset(left))


GnomineMoves.folds = {e.Uncovered: GnomineMoves.uncovered, e.Flagged: GnomineMoves.flagged,
                      e.GameEnded: GnomineMoves.game_ended}


@moves(Gnomine)
def start(puzzle: Gnomine) -> GnomineMoves:
    """Before the first move."""
    return GnomineMoves(puzzle, puzzle.seen, ended(puzzle))


def field_of(state: State) -> GnomineMoves:
    """The field in a state."""
    return state.played(GnomineMoves)
