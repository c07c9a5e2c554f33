"""What an algorithm returns: a dataclass of what it has found, which tells itself to a program and on a terminal."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping

from algorithms.core import Outcome
from algorithms.problems.rows import Marginals, Row, chance_rows, value_rows


class Answer(ABC):
    """What an algorithm returns. ``hidden`` are variables that are no part of the puzzle (padding, auxiliary ones)."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """How the run has ended."""

    @abstractmethod
    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        """The answer in plain types, without the variables in ``hidden``."""

    def proof(self, hidden: frozenset[str]) -> dict[str, object]:
        """What others can check the answer by, in plain types; empty where there is nothing but the run itself."""
        return {}

    def tables(self, puzzle: object, hidden: frozenset[str]) -> list[list[Row]]:
        """The answer in tables of words, to be read below each other: here a solution as readers of this puzzle expect
        it, and a row for each other entry of the JSON."""
        found = self.as_json(hidden)
        rest = [[key, json.dumps(value, ensure_ascii=False)] for key, value in found.items()]
        solution = found.get("solution")
        if not isinstance(solution, Mapping) or not solution:
            return [rest]
        others = [row for row in rest if row[0] != "solution"]
        return [value_rows(puzzle, {x: (value,) for x, value in solution.items()}), *([others] if others else [])]


class Chances(Answer):
    """An answer that has ``marginals`` in its JSON: probabilities, or estimates of them."""

    @property
    def estimated(self) -> Collection[str]:
        """Of what the probability is an estimate: variables ``x``, or values ``x=v``."""
        return ()

    def marginals(self, hidden: frozenset[str]) -> Marginals:
        """The probabilities, as exact as they are known: here those of the JSON."""
        found = self.as_json(hidden)["marginals"]
        assert isinstance(found, Mapping)
        return found

    def tables(self, puzzle: object, hidden: frozenset[str]) -> list[list[Row]]:
        """The probabilities as readers of this puzzle expect them, then all else."""
        marginals = self.marginals(hidden)
        rest = [[key, json.dumps(value, ensure_ascii=False)] for key, value in self.as_json(hidden).items()
                if key != "marginals"]
        return [chance_rows(puzzle, marginals, self.estimated), rest] if marginals else [rest]
