"""The path that a run takes in a transition graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from algorithms.transitions.records import State


class Step(NamedTuple):
    """An edge of the path: its name, its rule, the node that it leads to, and whether the strategy would take it.

    more:    how it changes the clauses, where it leads to the same node; the set that is unfounded
    because: the number of the clause that it rests on; 0 if it rests on none
    """

    name: str
    rule: str
    after: State
    preferred: bool
    more: str = ""
    because: int = 0


class Path(Sequence[Step]):
    """Edges, one after the other. A path stays as it is; one that goes on from it shares its steps, so that to go on
    takes no longer behind thousands of them."""

    def __init__(self, steps: list[Step] | None = None) -> None:
        self._steps = [] if steps is None else steps  # of the longest path that has gone on from here
        self._length = len(self._steps)

    def on(self, step: Step) -> Path:
        """The path that goes on with that step."""
        steps = self._steps
        if len(steps) > self._length and steps[self._length] != step:  # another path has gone on from here
            steps = steps[:self._length]
        if len(steps) == self._length:
            steps.append(step)
        found = Path(steps)
        found._length = self._length + 1
        return found

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Step]:
        return islice(self._steps, self._length)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...
    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        within = range(self._length)[place]
        return self._steps[within] if isinstance(within, int) else [self._steps[index] for index in within]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and len(self) == len(other) and all(map(Step.__eq__, self, other))

    def __hash__(self) -> int:
        return hash((self._length, *self[-1:]))
