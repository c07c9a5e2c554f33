"""What is true and open in each clause of a large formula, brought up to date from one assignment to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

TRUE, IDLE, FALSE, UNIT = -1, -2, 0, 1
"""A clause's state: it has a true literal; else it is the number of its open ones, 0 for false, 1 for unit. ``IDLE`` is
what needs nothing, which clauses are never."""


class Tally:
    """The clauses' states for one assignment at a time. It remembers the last one only to save work: what it tells is
    a function of the clauses and the assignment."""

    def __init__(self, clauses: Iterable[Sequence[str]]) -> None:
        kept = [tuple(dict.fromkeys(clause)) for clause in clauses]
        self._true = [0] * len(kept)
        self._open = [len(clause) for clause in kept]
        self._values: dict[str, bool] = {}
        self._signs: dict[str, list[tuple[int, bool]]] = {}
        for index, clause in enumerate(kept):
            for literal in clause:
                self._signs.setdefault(literal.lstrip("¬"), []).append((index, not literal.startswith("¬")))

    def read(self, values: Mapping[str, bool]) -> None:
        """From now on of this assignment."""
        gone = [name for name, value in self._values.items() if values.get(name) is not value]
        for name in gone:
            self._shift(name, self._values.pop(name), -1)
        for name, value in values.items():
            if name not in self._values:
                self._values[name] = value
                self._shift(name, value, 1)

    def _shift(self, name: str, value: bool, step: int) -> None:
        for index, sign in self._signs.get(name, ()):
            self._open[index] -= step
            if sign is value:
                self._true[index] += step

    def __len__(self) -> int:
        return len(self._open)

    def of(self, index: int) -> int:
        """The state of a clause."""
        return TRUE if self._true[index] else self._open[index]

    def all(self) -> list[int]:
        """The states of all clauses."""
        return [TRUE if true else left for true, left in zip(self._true, self._open, strict=True)]


def worst(states: Iterable[int]) -> int:
    """The state of a tile that stands for several clauses: false before unit before open before true."""
    return min(states, key=lambda state: state if state >= 0 else 1_000_000_000)


def histogram(states: Iterable[int]) -> tuple[int, int, int, int]:
    """How many clauses are true, open with two literals or more, unit, and false."""
    counts = Counter(states)
    true, unit, false = counts[TRUE], counts[UNIT], counts[FALSE]
    return true, counts.total() - true - unit - false, unit, false
