"""Clue: the cards, who holds how many, the log of suggestions and accusations, and the forms of what follows from it.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, sections 2 and 3.

    puzzle: {kind: clue, players: [sc, mu, wh, gr, pe, pl], me: mu, hand: [pl, ro, li], events: [
      {suggest: mu, cards: [sc, re, ba], refute: sc, shown: ba},    # shown: where me saw it, or showed it
      {suggest: wh, cards: [pe, ca, li], refute: pe},
      {suggest: gr, cards: [gr, re, ha], refute: none},             # nobody could
      {accuse: wh, cards: [sc, re, ba], correct: false}]}
    puzzle: {kind: clue, random: {players: 6, seed: 3, events: 12}}
    puzzle: {kind: clue, suspects: [mu, pl], weapons: [kn, ro], rooms: [ha, lo, di, ki], players: [mu, pl, gr], …}

Variables are ``ca=pe``: the card ca is at the place pe, a player or the case file ``cf``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from algorithms.problems.clue.deals import Deals, deals_of
from algorithms.problems.clue.deck import CASE_FILE, Deck, read_deck
from algorithms.problems.clue.facts import CardLiteral, Fact, LogLine, exactly, facts_of
from algorithms.problems.clue.network import network_of
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Domain
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle


@dataclass(frozen=True)
class RandomGame:
    """A simulated game after so many ``events``, or at its end, seen by the player in the first seat."""

    players: int = 6
    seed: int = 0
    events: int = 12


@puzzle("clue", title="Clue")
@dataclass(frozen=True)
class Clue:
    """A game as one of its players sees it.

    players: clockwise, in the order in which cards were dealt     me: the one who keeps this log, with that ``hand``
    hand_sizes: of each player                                     events: the log
    """

    players: tuple[str, ...]
    me: str
    hand: tuple[str, ...]
    hand_sizes: Mapping[str, int]
    events: tuple[LogLine, ...]
    deck: Deck

    method: ClassVar[str] = "as_log"  # a game is a form too, for those who read its log
    hidden: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def read(
        cls, *, players: tuple[str, ...] | None = None, me: str | None = None, hand: tuple[str, ...] | None = None,
        hand_sizes: dict[str, int] | None = None, events: tuple[LogLine, ...] = (), random: RandomGame | None = None,
        suspects: tuple[str, ...] | None = None, weapons: tuple[str, ...] | None = None,
        rooms: tuple[str, ...] | None = None,
    ) -> Clue:
        """A game from its log, or a simulated one. Raises PuzzleError for the first thing that cannot be."""
        from algorithms.problems.clue.reading import read_game  # imports this module

        deck = read_deck(suspects, weapons, rooms)
        if random is not None:
            given = {"players": players, "me": me, "hand": hand, "hand_sizes": hand_sizes, "events": events or None}
            if beside := next((key for key, value in given.items() if value is not None), None):
                raise PuzzleError("stands beside random, which makes it; remove one of them", key=beside)
            from algorithms.problems.clue.deal import random_game  # imports this module

            return random_game(random, deck)
        for key, value in (("players", players), ("me", me), ("hand", hand)):
            if value is None:
                raise PuzzleError(f"{key} is missing; add it, or write random: {{players: 6}}", key=key)
        return read_game(tuple(players or ()), str(me), tuple(hand or ()), hand_sizes, events, deck)

    # --- the log ---------------------------------------------------------------------------------------------------

    def after(self, line: LogLine) -> Clue:
        """The game with one more line in its log. Raises PuzzleError where the line cannot be; this game stays as it
        is, so nothing entered is lost."""
        return self.with_log((*self.events, line))

    def with_log(self, events: Sequence[LogLine]) -> Clue:
        """The game with another log: a line corrected, or taken back. Raises PuzzleError."""
        from algorithms.problems.clue.reading import read_log  # imports this module

        return read_log(replace(self, events=tuple(events)))

    # --- knowledge -------------------------------------------------------------------------------------------------

    def searched_domains(self) -> dict[str, Domain]:
        """Where each card can be for a search that knows of the game only what its formula says: anywhere."""
        return dict.fromkeys(self.deck.cards, self.places)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The players clockwise, then the case file."""
        return (*self.players, CASE_FILE)

    @cached_property
    def initial(self) -> tuple[Fact, ...]:
        """What is known before the first turn: the paper's four kinds."""
        found: list[Fact] = []
        for card in self.deck.cards:
            found += exactly((CardLiteral(card, place) for place in self.places), 1, "one place", f"card {card}")
        for name, cards in self.deck.categories.items():
            found += exactly((CardLiteral(card, CASE_FILE) for card in cards), 1, "case file", name)
        for player in self.players:
            found += exactly((CardLiteral(card, player) for card in self.deck.cards), self.hand_sizes[player],
                             "hand size", f"hand of {player}")
        found += [Fact((CardLiteral(card, self.me),), 1, "own hand", "own hand") for card in self.hand]
        return tuple(found)

    @cached_property
    def played(self) -> tuple[Fact, ...]:
        """What the log tells, line by line."""
        return tuple(fact for number, line in enumerate(self.events)
                     for fact in facts_of(line, number, self.players, self.me))

    @property
    def knowledge(self) -> tuple[Fact, ...]:
        """Initial and play knowledge, in the order of the constraints of :meth:`as_at_least`."""
        return self.initial + self.played

    # --- forms -----------------------------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """The notepad: a row for each card, a column for each place, below and beside their names. The cards' own
        names, in the first column, are places too: they are the variables of the network. The lines of the log, beside
        it, are ``line 1`` and so on."""
        found: dict[str, tuple[float, float]] = {}
        for row, card in enumerate(self.deck.cards, 1):
            found[card] = (0.0, float(row))
            found |= {f"{card}={place}": (float(column), float(row)) for column, place in enumerate(self.places, 1)}
        beside = len(self.places) + 1.0
        found |= {f"line {number}": (beside, float(number)) for number in range(1, len(self.events) + 1)}
        return Layout(beside + 1, max(len(self.deck.cards), len(self.events)) + 1, found)

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

    def as_csp(self) -> CSP:
        """A variable for each card, whose values are the places."""
        return network_of(self)

    def as_log(self) -> Clue:
        """The game itself."""
        return self

    def as_deals(self) -> Deals:
        """The knowledge for counting deals."""
        return deals_of(self)
