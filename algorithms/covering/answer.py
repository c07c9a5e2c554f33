"""What a search for covers finds: solutions, what they have in common, and dead ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.answers import Answer
from algorithms.core import Outcome
from algorithms.events import CoverFound, ItemStarved
from algorithms.satisfiability.dpll import TooLongError

MOST_DEAD_ENDS = 100_000  # some seconds; a search that learns nothing can meet the same conflicts for ever


@dataclass(frozen=True)
class Cover(Answer):
    """The first solution, if there is one, as the options taken. ``count`` is 1 then, or of all where all are wanted;
    then ``certain`` has what is so in all solutions: True for an option that all take, False for one that none takes.

    options: those that there are, in the order of the form
    """

    options: tuple[str, ...]
    taken: tuple[str, ...] | None
    count: int
    certain: dict[str, bool] | None

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.count else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        """An option ``x=v`` that is taken gives x the value v; any other one has 1 or 0."""
        shown: dict[str, object] = {"solution": None, "count": self.count}
        if self.taken is not None:
            taken = set(self.taken)
            solution: dict[str, int | str] = {}
            for option in self.options:
                x, is_value, value = option.partition("=")
                if is_value and option in taken:
                    solution[x] = int(value) if value.isdecimal() else value
                elif not is_value and option not in hidden:
                    solution[option] = int(option in taken)
            shown["solution"] = solution
        if self.certain is not None:
            shown["backbone"] = {x: int(value) for x, value in self.certain.items() if x not in hidden}
        return shown


class Results:
    """What was found so far; all solutions are wanted, or (not ``every``) the first one."""

    def __init__(self, every: bool) -> None:
        self.every = every
        self.count, self.dead_ends = 0, 0
        self.first: tuple[str, ...] | None = None
        self.always: frozenset[str] = frozenset()
        self.ever: frozenset[str] = frozenset()

    def solution(self, options: tuple[str, ...]) -> CoverFound:
        """One more, by the options taken: keeps what all of them have in common."""
        self.count += 1
        if self.first is None:
            self.first, self.always = options, frozenset(options)
        if self.every:
            self.always = self.always.intersection(options)
            self.ever = self.ever.union(options)
        return CoverFound(self.count, options)

    def dead_end(self, item: str, need: int, size: int, room: int) -> ItemStarved:
        """This item cannot have what it needs. Raises TooLongError if that was so too often."""
        self.dead_ends += 1
        if self.dead_ends > MOST_DEAD_ENDS:
            raise TooLongError(f"dancing links has met {MOST_DEAD_ENDS:,} dead ends and is not done; "
                               "use cdcl, which learns from conflicts")
        return ItemStarved(item, need, size, room)

    def answer(self, options: Sequence[str]) -> Cover:
        """When the search is over; ``options`` are those that there are."""
        certain = None
        if self.every and self.count:
            certain = {x: x in self.always for x in options if x in self.always or x not in self.ever}
        return Cover(tuple(options), self.first, self.count, certain)
