"""What a lesson runs: an algorithm with its options on a puzzle, once, or a few times side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from algorithms.core import Algorithm, Choose, Steps, algorithms, choose
from algorithms.problems.puzzle import Puzzle, form_of, player_of


@dataclass(frozen=True)
class Compared:
    """A run as an author writes it: one of those under ``compare``, or of a claim."""

    algorithm: str
    options: dict[str, JsonValue] = field(default_factory=dict)
    name: str | None = None
    seed: int | None = None  # of this run, in place of the lesson's


@lru_cache(maxsize=256)  # every frame asks
def as_read(name: str) -> str:
    """The name of a run as it is read: that of an algorithm, perhaps with a number, as people write it."""
    own, space, number = name.partition(" ")
    known = algorithms().get(own) if not space or number.isdecimal() else None
    return name if known is None else f"{_spelled(own, known.title)}{space}{number}"


def _spelled(name: str, title: str) -> str:
    """The words of the title that spell the name, as BT, MRV+ or Xover; in capitals, if it is their first letters;
    otherwise the name."""
    words = re.findall(r"[^\s():,]+", title)
    count = len(words)
    parts = (" ".join(words[start:end]) for start in range(count) for end in range(start + 1, count + 1))
    initials = "".join(word[0] for word in re.findall(r"[^\s-]+", title))
    plain = name.upper() if initials.lower() == name else name
    return next((part for part in parts if _letters(part) == _letters(name)), plain)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower().replace("+", "plus"))


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

    @property
    def label(self) -> str:
        """The name as it is read."""
        return as_read(self.name)

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
