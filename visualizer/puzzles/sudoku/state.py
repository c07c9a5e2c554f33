"""What was written into a Sudoku."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms import events as e
from algorithms.problems.sudoku.puzzle import Sudoku
from visualizer.runs.moves import moves
from visualizer.runs.states import Moves, State


@dataclass(slots=True)
class SudokuMoves(Moves):
    """puzzle: with its clues; ``entered`` what was written since, by cell."""

    puzzle: Sudoku
    entered: Mapping[str, int] = field(default_factory=dict)

    def position(self) -> Sudoku:
        """The puzzle as it stands now: with what was entered among its clues."""
        given = {**self.puzzle.clues, **self.entered}
        return Sudoku(self.puzzle.boxes, {x: given[x] for x in self.puzzle.geometry.cells if x in given})

    def key(self) -> tuple[Hashable, ...]:
        return tuple(sorted(self.entered.items()))

    def written(self, event: e.Entered) -> Self:
        others = {x: value for x, value in self.entered.items() if x != event.cell}
        return replace(self, entered=others if event.value is None else {**others, event.cell: event.value})


SudokuMoves.folds = {e.Entered: SudokuMoves.written}


@moves(Sudoku)
def start(puzzle: Sudoku) -> SudokuMoves:
    """Before anything is written."""
    return SudokuMoves(puzzle)


def grid_of(state: State) -> SudokuMoves:
    """The grid in a state."""
    return state.played(SudokuMoves)
