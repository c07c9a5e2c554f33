"""A game of Clue as one of its players sees it: the hand, the log, and the facts that follow, one by one.

All that reads, checks, counts or makes games stands on this; the puzzle of lessons on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from algorithms.problems.clue.deck import CASE_FILE, Deck
from algorithms.problems.clue.facts import CardFact, CardLiteral, LogLine, exactly, facts_of
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.problems.forms.cnf import CNF


@dataclass(frozen=True)
class RandomGame:
    """A simulated game after so many ``events``, or at its end, seen by the player in the first seat."""

    players: int = 6
    seed: int = 0
    events: int = 12


@dataclass(frozen=True)
class Notepad:
    """What a player knows.

    players: clockwise, in the order in which cards were dealt     me: the one who keeps this log, with that ``hand``
    hand_sizes: of each player                                     events: the log
    """

    players: tuple[str, ...]
    me: str
    hand: tuple[str, ...]
    hand_sizes: Mapping[str, int]
    events: tuple[LogLine, ...]
    deck: Deck

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The players clockwise, then the case file."""
        return (*self.players, CASE_FILE)

    @cached_property
    def initial(self) -> tuple[CardFact, ...]:
        """What is known before the first turn: the paper's four kinds."""
        found: list[CardFact] = []
        for card in self.deck.cards:
            found += exactly((CardLiteral(card, place) for place in self.places), 1, "one place", f"card {card}")
        for name, cards in self.deck.categories.items():
            found += exactly((CardLiteral(card, CASE_FILE) for card in cards), 1, "case file", name)
        for player in self.players:
            found += exactly((CardLiteral(card, player) for card in self.deck.cards), self.hand_sizes[player],
                             "hand size", f"hand of {player}")
        found += [CardFact((CardLiteral(card, self.me),), 1, "own hand", "own hand") for card in self.hand]
        return tuple(found)

    @cached_property
    def played(self) -> tuple[CardFact, ...]:
        """What the log tells, line by line."""
        return tuple(fact for number, line in enumerate(self.events)
                     for fact in facts_of(line, number, self.players, self.me))

    @property
    def knowledge(self) -> tuple[CardFact, ...]:
        """Initial and play knowledge, in the order of the constraints of :meth:`as_at_least`."""
        return self.initial + self.played

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, card by card."""
        return tuple(f"{card}={place}" for card in self.deck.cards for place in self.places)

    @cached_property
    def numbered(self) -> tuple[AtLeast, ...]:
        """The knowledge as at-least constraints over the numbers of the variables, fact by fact."""
        number = {name: index for index, name in enumerate(self.variables, 1)}
        return tuple(AtLeast(tuple(number[literal.name] if literal.there else -number[literal.name]
                                   for literal in fact.literals), fact.minimum) for fact in self.knowledge)

    def as_at_least(self) -> AtLeastForm:
        """The paper's form: two constraints for each hand, and one or two for every other fact."""
        return AtLeastForm(self.variables, self.numbered, tuple(fact.source for fact in self.knowledge),
                           len(self.variables))

    def as_cnf(self) -> CNF:
        """The same, expanded: {l₁, …, lₙ}ₘ is a clause for each n − m + 1 of the literals (section 3)."""
        found = [(clause, fact.source) for fact, (literals, minimum) in zip(self.knowledge, self.numbered, strict=True)
                 for clause in combinations(literals, len(literals) - minimum + 1)]
        return CNF(self.variables, tuple(clause for clause, _ in found), tuple(source for _, source in found),
                   len(self.variables))
