"""Facts about covering: items that need some of their options, and options that leave the matrix and come back.

Options are words: an option is a variable, and its complement ``¬p`` one that counts when the variable is false.
``level`` is the number of options taken, given or not, on the current branch.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.words import counted, verb


@event
class ItemSelected(Event):
    """The item that the search branches on: one with the fewest ways to go on, unless somebody chooses another; it has
    so many, ``branches``. None: no item needs anything more, and an open option can be taken or not. ``needed`` of its
    ``size`` options have to be taken still."""

    say: ClassVar[str] = "{which}."
    grain: ClassVar[Grain] = Grain.STEP
    item: str | None
    needed: int
    size: int
    branches: int

    @property
    def which(self) -> str:
        if self.item is None:
            return "No item needs more; the options that are open can be taken or not"
        options = counted(self.size, "option")
        needs = "" if self.needed == 1 else f", and needs {self.needed} of them"
        return f"Item {self.item} comes next: it has {options}{needs}"


@event
class ItemCovered(Event):
    """An item left the matrix, and its ``options`` left all other items. ``choosing``: one of them will be taken next;
    otherwise the item has all that it may have, and these options are out."""

    say: ClassVar[str] = "Cover {item}: {what}."
    item: str
    options: tuple[str, ...]
    choosing: bool

    @property
    def what(self) -> str:
        if not self.options:
            return "it has no other options"
        named = ", ".join(self.options) if len(self.options) < 9 else f"{len(self.options)} options"
        if self.choosing:
            return f"{'' if len(self.options) == 1 else 'one of '}{named} will be taken"
        return f"{named} {verb(len(self.options), 'are')} out"


@event
class ItemUncovered(Event):
    """An item came back, and its options into all other items, in the reverse order: the links dance."""

    say: ClassVar[str] = "Uncover {item}."
    item: str


@event
class OptionTaken(Event):
    """An option was taken. Where its ``item`` is covered, the item's other options are out."""

    say: ClassVar[str] = "Take {option}{reason}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    option: str
    item: str | None
    level: int

    @property
    def reason(self) -> str:
        return "" if self.item is None else f" for {self.item}"


@event
class OptionReturned(Event):
    """An option that was taken is open again: all that comes with it was tried."""

    say: ClassVar[str] = "Put {option} back."
    grain: ClassVar[Grain] = Grain.STEP
    option: str


@event
class OptionExcluded(Event):
    """An option is out while the others of its item are tried, so that no solution is found twice; Knuth's *tweak*."""

    say: ClassVar[str] = "Leave {option} out from now on."
    grain: ClassVar[Grain] = Grain.STEP
    option: str
    level: int


@event
class OptionReadmitted(Event):
    """An option that was left out is open again."""

    say: ClassVar[str] = "{option} is open again."
    option: str


@event
class ItemStarved(Event):
    """An item needs more literals than there are options left for it (``size``) or than it may have (``room``); or it
    has more than it may, and ``room`` is below 0."""

    say: ClassVar[str] = "Back: {item} {why}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    item: str
    needed: int
    size: int
    room: int

    @property
    def why(self) -> str:
        if self.room < 0:
            return "has too many"
        if self.room < self.needed:
            return f"needs {self.needed}, but may have only {self.room}"
        return f"needs {self.needed}, but has {self.size or 'nothing'} left"


@event
class CoverFound(Event):
    """A solution: every item has what it needs. ``options`` are those taken, in this order; all others are out."""

    say: ClassVar[str] = "Solution {number}: {options}."
    grain: ClassVar[Grain] = Grain.PHASE
    number: int
    options: tuple[str, ...]


@event
class CoverEnded(Event):
    """Every branch was tried, or the first solution was enough."""

    say: ClassVar[str] = "The search is over: {verdict}."
    grain: ClassVar[Grain] = Grain.PHASE
    solutions: int

    @property
    def verdict(self) -> str:
        if not self.solutions:
            return "there is no solution"
        return f"there {verb(self.solutions, 'are')} {counted(self.solutions, 'solution')}"
