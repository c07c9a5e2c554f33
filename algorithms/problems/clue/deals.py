"""Clue for counting: where each card can be, how many cards each place has, and what must be at a place together.

    bit i of a set of cards: the i-th card        bit j of a set of places: the j-th place
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from algorithms.problems.clue.facts import NOBODY
from algorithms.problems.clue.notepad import Notepad


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals that fit what is known.

    cards, places: their names; the last place is the case file, which has one card of each category
    categories:    for each card the number of its category
    sizes:         how many cards each place has
    allowed:       for each card a set of places
    one_of:        (place, cards): at least one of the set of cards is there
    not_all:       sets of cards that are not all in the case file
    shown:         (place, card, cards): of the set of cards this player chose to show that one, where that was seen
    """

    cards: tuple[str, ...]
    places: tuple[str, ...]
    categories: tuple[int, ...]
    sizes: tuple[int, ...]
    allowed: tuple[int, ...]
    one_of: tuple[tuple[int, int], ...] = ()
    not_all: tuple[int, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()

    method = "as_deals"  # the name of the puzzle's method that gives this form
    hidden: ClassVar[frozenset[str]] = frozenset()  # all cards are the puzzle's


def deals_of(clue: Notepad) -> Deals:
    """The form of a game."""
    cards, places = clue.deck.cards, clue.places
    bit = {card: 1 << index for index, card in enumerate(cards)}
    at = {place: index for index, place in enumerate(places)}
    allowed = dict.fromkeys(cards, (1 << len(places)) - 1)
    for card in clue.hand:
        allowed[card] = 1 << at[clue.me]
    one_of: list[tuple[int, int]] = []
    not_all: list[int] = []
    for fact in clue.played:
        card, place, there = fact.literals[0]
        if len(fact.literals) == 1:
            allowed[card] &= 1 << at[place] if there else ~(1 << at[place])
        else:
            together = sum(bit[literal.card] for literal in fact.literals)
            if there:
                one_of.append((at[place], together))
            else:
                not_all.append(together)
    shown = tuple((at[line.refute], cards.index(line.shown), sum(bit[card] for card in line.cards))
                  for line in clue.events
                  if line.shown is not None and line.refute not in (None, NOBODY, clue.me))
    kinds = list(clue.deck.categories)
    return Deals(cards, places, tuple(kinds.index(clue.deck.category[card]) for card in cards),
                 (*(clue.hand_sizes[player] for player in clue.players), len(kinds)),
                 tuple(allowed.values()), tuple(one_of), tuple(not_all), shown)


@dataclass(slots=True)
class Settling:
    """Where cards can be after simple reasoning, one card or one place at a time; ``allowed`` is narrowed.

    Sound, but not complete: what follows from several constraints together is left for counting to find.
    """

    deals: Deals
    allowed: list[int]
    settled: dict[int, int] = field(default_factory=dict)  # card → place, in the order in which they were found
    consistent: bool = True

    def place(self, card: int, where: int) -> None:
        """The card is at one of these places only; perhaps that says where."""
        left = self.allowed[card] & where
        if left != self.allowed[card]:
            self.allowed[card] = left
            self.consistent = self.consistent and left != 0

    def run(self) -> Iterator[tuple[int, int]]:
        """Narrows until nothing changes; yields each card with its place when that is certain."""
        for found in self.rounds():
            yield from found.items()

    def rounds(self) -> Iterator[dict[int, int]]:
        """The same round by round: the cards whose place became certain in each."""
        before = None
        while self.consistent and before != self.allowed:
            before = list(self.allowed)
            found = {card: left.bit_length() - 1 for card, left in enumerate(self.allowed)
                     if card not in self.settled and left and left & (left - 1) == 0}
            self.settled.update(found)
            yield found
            self._count_places()
            self._clauses()

    def settle(self) -> None:
        """The same, silently."""
        for _ in self.run():
            pass

    def _count_places(self) -> None:
        """A full place takes no more cards; one that needs all that are left takes them."""
        form = self.deals
        last = len(form.places) - 1
        groups = [(place, form.sizes[place], list(range(len(form.cards)))) for place in range(last)]
        groups += [(last, 1, [card for card, kind in enumerate(form.categories) if kind == category])
                   for category in dict.fromkeys(form.categories)]
        for place, size, cards in groups:
            bit = 1 << place
            possible = [card for card in cards if self.allowed[card] & bit]
            sure = [card for card in possible if self.allowed[card] == bit]
            if len(sure) > size or len(possible) < size:
                self.consistent = False
            elif len(sure) == size < len(possible):
                for card in possible:
                    if self.allowed[card] != bit:
                        self.place(card, ~bit)
            elif len(possible) == size > len(sure):
                for card in possible:
                    self.place(card, bit)

    def _clauses(self) -> None:
        """The last card that can be the one that was shown is; the last that can make an accusation wrong is not
        in the case file."""
        form = self.deals
        for place, cards in form.one_of:
            possible = [card for card in bits(cards) if self.allowed[card] >> place & 1]
            if not possible:
                self.consistent = False
            elif len(possible) == 1:
                self.place(possible[0], 1 << place)
        case_file = 1 << len(form.places) - 1
        for cards in form.not_all:
            open_ = [card for card in bits(cards) if self.allowed[card] != case_file]
            if not open_:
                self.consistent = False
            elif len(open_) == 1:
                self.place(open_[0], ~case_file)


def bits(number: int) -> Iterator[int]:
    """The places of its ones, from 0."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
