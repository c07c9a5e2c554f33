"""What a lesson runs: an algorithm with its options on a puzzle, once, or a few times side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from algorithms.core import Algorithm, Choose, Steps, choose
from algorithms.problems.puzzle import Puzzle, form_of, player_of


@dataclass(frozen=True)
class Compared:
    """A run as an author writes it: one of those under ``compare``, or of a claim."""

    algorithm: str
    options: dict[str, JsonValue] = field(default_factory=dict)
    name: str | None = None
    seed: int | None = None  # of this run, in place of the lesson's


@dataclass(frozen=True)
class AlgorithmRun:
    """An algorithm that is to run on a puzzle.

    name:   what the lesson calls it; where nothing is compared, the algorithm's name
    options: of the algorithm; ``form_options``: of the form in which it gets the puzzle, such as an encoding
    apply:  after each run, what was inferred is applied to the game, and the algorithm runs again
    """

    name: str
    algorithm: Algorithm
    options: Mapping[str, object]
    form_options: Mapping[str, object]
    puzzle: Puzzle
    seed: int
    apply: bool

    def steps(self, choose: Choose = choose, puzzle: Puzzle | None = None, *, drained: bool = False) -> Steps[Any]:
        """Starts it, on ``puzzle`` where it is another position of the same kind than the lesson's own. ``drained``:
        as :meth:`Algorithm.start` has it."""
        start = self.puzzle if puzzle is None else puzzle
        if self.apply:
            play_on = player_of(start)
            assert play_on is not None  # load() has seen to it
            played: Steps[Any] = play_on(start, lambda position: self._once(position, choose, drained))
            return played
        return self._once(start, choose, drained)

    def form(self, puzzle: Puzzle | None = None) -> Any:
        """The puzzle, or another position of it, in the form that the algorithm solves."""
        return form_of(self.puzzle if puzzle is None else puzzle, self.algorithm.solves, **self.form_options)

    def _once(self, puzzle: Puzzle, choose: Choose, drained: bool) -> Steps[Any]:
        return self.algorithm.start(self.form(puzzle), self.options, self.seed, choose, drained)
