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
    """puzzle: with its clues; ``entered`` what was written since, by cell; ``pencilled`` the player's own marks in
    blank cells, which no algorithm knows."""

    puzzle: Sudoku
    entered: Mapping[str, int] = field(default_factory=dict)
    pencilled: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def position(self) -> Sudoku:
        """The puzzle as it stands now: with what was entered among its clues."""
        given = {**self.puzzle.clues, **self.entered}
        return Sudoku(self.puzzle.boxes, {x: given[x] for x in self.puzzle.geometry.cells if x in given})

    def key(self) -> tuple[Hashable, ...]:
        return (*sorted(self.entered.items()), *sorted(self.pencilled.items()))

    def written(self, event: e.Entered) -> Self:
        others = {x: value for x, value in self.entered.items() if x != event.cell}
        if event.value is None:
            return replace(self, entered=others)
        marks = {x: values for x, values in self.pencilled.items() if x != event.cell}
        return replace(self, entered={**others, event.cell: event.value}, pencilled=marks)

    def marked(self, event: e.Pencilled) -> Self:
        others = {x: values for x, values in self.pencilled.items() if x != event.cell}
        return replace(self, pencilled={**others, event.cell: event.values} if event.values else others)


SudokuMoves.folds = {e.Entered: SudokuMoves.written, e.Pencilled: SudokuMoves.marked}


@moves(Sudoku)
def start(puzzle: Sudoku) -> SudokuMoves:
    """Before anything is written."""
    return SudokuMoves(puzzle)


def grid_of(state: State) -> SudokuMoves:
    """The grid in a state."""
    return state.played(SudokuMoves)
