"""A puzzle that is being changed: on a board even where it cannot be, and what there is to say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from algorithms.core import AlgorithmError
from algorithms.problems.forms.witness import Witness
from algorithms.problems.puzzle import Puzzle, PuzzleError
from algorithms.words import sentences
from scenarios.loader import Scenario
from visualizer.runs.boards import Board, board_for
from visualizer.runs.changes import Changes, changes_of
from visualizer.runs.claims import theory_of
from visualizer.runs.families import start_of
from visualizer.runs.moves import moves_of
from visualizer.runs.states import FamilyState, State, start_domains

_MOST_ASKED = 40_000  # values and laws of a puzzle that is asked whether it has a solution


@dataclass(frozen=True)
class Draft:
    """A puzzle as it is now, on its board before any run."""

    puzzle: Puzzle
    changes: Changes[Any]
    board: Board
    state: State

    @classmethod
    def of(cls, puzzle: Puzzle, scenario: Scenario | None = None) -> Draft | None:
        """The puzzle, as the run of the lesson that was read would begin on it; without one, as it stands by itself.
        None where it is not changed on its board."""
        declared = changes_of(puzzle)
        if declared is None:
            return None
        state = None
        if scenario is not None:
            try:
                state = start_of(scenario.runs[0], puzzle)
            except (PuzzleError, AlgorithmError):
                state = None  # some forms are made when they are asked for, and may be refused
        return cls(puzzle, declared, board_for(puzzle),
                   state or State(start_domains(puzzle, None), FamilyState(), moves_of(puzzle)))

    def line_at(self, place: str | None, x: float, y: float) -> int | None:
        """Which of its lines is drawn there."""
        found = None if place is None else self.changes.line_of(self.puzzle, place)
        return self.board.line_at(x, y) if found is None else found


def verdict(scenario: Scenario) -> tuple[str, bool]:
    """What there is to say of a puzzle that was read: its warnings, or whether it has a solution; and whether it may
    have one."""
    puzzle = scenario.puzzle
    warnings = sentences(*getattr(puzzle, "warnings", ()))
    try:
        theory = theory_of(puzzle, scenario.form())
    except (PuzzleError, AlgorithmError):
        return warnings, True
    if sum(map(len, theory.domains.values())) + len(theory.laws) > _MOST_ASKED:
        return warnings, True
    witness = Witness(theory, theory.domains)
    solvable = witness.solution({}) is not None
    said = "" if witness.unknown else "There is a solution." if solvable else "There is no solution."
    return warnings or said, solvable or witness.unknown
