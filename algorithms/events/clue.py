"""Facts about counting the deals of Clue. Cards and places are named by the two letters of the puzzle."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.words import counted, figure, percent, verb


@event
class CardSettled(Event):
    """A card can be in one place only, and is set aside."""

    say: ClassVar[str] = "{card} is at {place}: there is no other place for it."
    grain: ClassVar[Grain] = Grain.STEP
    card: str
    place: str


@event
class CardsMerged(Event):
    """Cards that no fact tells apart: only how many of them a place has matters, not which."""

    say: ClassVar[str] = "{what} {cards}: at {places}."
    grain: ClassVar[Grain] = Grain.STEP
    cards: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def what(self) -> str:
        return "Alone:" if len(self.cards) == 1 else f"{len(self.cards)} interchangeable cards,"


@event
class HandsCounted(Event):
    """The legal hands of a place: so many cards of those that it can have, as its facts demand."""

    say: ClassVar[str] = "{place} has {size} of {cards}: {number}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    place: str
    size: int
    cards: tuple[str, ...]
    hands: int

    @property
    def number(self) -> str:
        return counted(self.hands, "legal hand")


@event
class TermAdded(Event):
    """One term of the sum over sets S of cards: all sets that have so many cards of each class, at once.

    inside: how many cards of each class are in S     sets: how many such sets there are
    sign:   −1 where an odd number of cards is not in S
    hands:  for each place how many of its legal hands lie inside S, not caring what other places take
    total:  of all terms so far
    """

    say: ClassVar[str] = "{inside} of each class: {signed} · {product} makes {so_far}."
    inside: tuple[int, ...]
    sets: int
    sign: int
    hands: tuple[int, ...]
    total: int

    @property
    def signed(self) -> str:
        return f"{'−' if self.sign < 0 else '+'}{self.sets}"

    @property
    def product(self) -> str:
        return " · ".join(map(str, self.hands))

    @property
    def so_far(self) -> str:
        return figure(self.total)


@event
class DealsCounted(Event):
    """So many deals fit all that is known."""

    say: ClassVar[str] = "{deals} {fit} all that is known."
    grain: ClassVar[Grain] = Grain.PHASE
    models: int

    @property
    def deals(self) -> str:
        return counted(self.models, "deal")

    @property
    def fit(self) -> str:
        return verb(self.models, "fit")


class _OfAll(Event):
    """How much of all that is."""

    __slots__ = ()
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.count, self.total)

    @property
    def share(self) -> str:
        if self.count in (0, self.total):
            return "all" if self.count else "none"
        return percent(self.probability)


@event
class MarginalFound(_OfAll):
    """Each of these cards is at the place in ``count`` of all ``total`` deals."""

    say: ClassVar[str] = "{cards} at {place}: {share} of all deals."
    grain: ClassVar[Grain] = Grain.STEP
    cards: tuple[str, ...]
    place: str
    count: int
    total: int


@event
class MarginalWeighed(_OfAll):
    """The deals with each of these cards at the place have ``count`` of the ``total`` weight of all deals: each weighs
    as much as it is likely that refuters would have shown what they did."""

    say: ClassVar[str] = "{cards} at {place}: {share} of the weight of all deals."
    grain: ClassVar[Grain] = Grain.STEP
    cards: tuple[str, ...]
    place: str
    count: int
    total: int


@event
class HandDrawn(Event):
    """A place was given its open cards: of ``deals`` ways to deal what is left, ``ways`` give it so many cards of each
    class, and so it was drawn with the chance ways / deals; of a class any cards are taken."""

    say: ClassVar[str] = "{place} gets {cards}: {chance} it such cards."
    grain: ClassVar[Grain] = Grain.STEP
    place: str
    cards: tuple[str, ...]
    ways: int
    deals: int

    @property
    def chance(self) -> str:
        return f"{self.ways:,} of {counted(self.deals, 'way')} to deal the rest {verb(self.ways, 'give')}"
