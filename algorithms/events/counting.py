"""Facts about counting the placements of mines.

Cells are named as on the board, ``(3,4)``; numbers by their constraints, ``C(3,4)``. Components are counted from 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from algorithms.core import Event, Grain, event, words
from algorithms.words import counted, percent, plural

_SHORT = 10**9  # larger numbers are rounded in sentences


def large(number: int) -> str:
    """A count as it is read: exact with separators, or rounded where nobody would read its digits."""
    if number < _SHORT:
        return f"{number:,}"
    digits = str(number)
    return f"about {digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"


def letter(component: int) -> str:
    """The name of a component by its number: A to Z, then A2, …"""
    again, place = divmod(component - 1, 26)
    return chr(ord("A") + place) + (str(again + 1) if again else "")


def _placements(number: int) -> str:
    return f"{large(number)} {plural(number, 'placement')}"


@event
class NumberSettled(Event):
    """A number decides the open cells that it has left, as some may be decided: all are mines, or none is."""

    say: ClassVar[str] = "{number} decides what it has left, {cells}: {verdict}."
    grain: ClassVar[Grain] = Grain.STEP
    number: str
    cells: tuple[str, ...]
    mine: bool

    @property
    def verdict(self) -> str:
        one = len(self.cells) == 1
        if self.mine:
            return "it is a mine" if one else "all are mines"
        return "it is no mine" if one else "none is a mine"


@event
class GroupMerged(Event):
    """Cells around which the same numbers lie: only how many of them are mines matters, not which."""

    say: ClassVar[str] = "{size} of {numbers}: {cells}."
    cells: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def size(self) -> str:
        return "A neighbour" if len(self.cells) == 1 else f"{len(self.cells)} interchangeable neighbours"


@event
class ComponentFound(Event):
    """Cells that numbers tie together, in the order in which they are counted; no number reaches out of them."""

    say: ClassVar[str] = "Component {letter}: {cells}, tied together by {numbers}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    component: int
    cells: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def letter(self) -> str:
        return letter(self.component)


@event
class GroupPlaced(Event):
    """Every possible number of mines was put on a group. Placements after which the numbers need the same count as one
    situation."""

    say: ClassVar[str] = "Mines put on {cells}: {different} of the numbers."
    cells: tuple[str, ...]
    situations: int

    @property
    def different(self) -> str:
        return "1 situation" if self.situations == 1 else counted(self.situations, "different situation")


@event
class PlacementsCounted(Event):
    """A component has so many placements with so many mines."""

    say: ClassVar[str] = "Component {letter} with {much}: {placements}."
    grain: ClassVar[Grain] = Grain.STEP
    component: int
    mines: int
    count: int

    @property
    def letter(self) -> str:
        return letter(self.component)

    @property
    def much(self) -> str:
        return counted(self.mines, "mine")

    @property
    def placements(self) -> str:
        return _placements(self.count)


@event
class ModelsCounted(Event):
    """The components' placements were combined with each other and, if the total is known, with the fields that
    no number touches: ``left`` mines lie on the components and on ``untouched`` other fields (None: nobody knows)."""

    say: ClassVar[str] = "Together {placements}{total}."
    grain: ClassVar[Grain] = Grain.PHASE
    models: int
    left: int | None
    untouched: int

    @property
    def placements(self) -> str:
        return _placements(self.models)

    @property
    def total(self) -> str:
        if self.left is None:
            return ""
        others = counted(self.untouched, "field")
        return f" of {counted(self.left, 'mine')}, with {others} that no number touches"


@event
class NoPlacement(Event):
    """No placement of mines fits; ``because`` is a minimal set of numbers that leaves none, empty: the total."""

    say: ClassVar[str] = "No placement fits {reason}."
    as_answer: ClassVar[str] = "No placement of mines fits"
    grain: ClassVar[Grain] = Grain.PHASE
    because: tuple[str, ...]

    @property
    def reason(self) -> str:
        return words(self.because) if self.because else "the total number of mines"


@event
class ProbabilityFound(Event):
    """Each of these cells is a mine in ``mines`` of all ``total`` placements."""

    say: ClassVar[str] = "{cells}: a mine in {share} of the placements."
    grain: ClassVar[Grain] = Grain.STEP
    cells: tuple[str, ...]
    mines: int
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.mines, self.total)

    @property
    def share(self) -> str:
        if self.mines in (0, self.total):
            return "all" if self.mines else "none"
        return percent(self.probability)
