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
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from algorithms.problems.clue.deal import Game, random_game
from algorithms.problems.clue.deals import Deals, deals_of
from algorithms.problems.clue.deck import Deck, read_deck
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.network import network_of
from algorithms.problems.clue.notepad import Notepad, RandomGame
from algorithms.problems.clue.reading import dealt, read_game, read_log
from algorithms.problems.forms.csp import CSP, Domain
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle


@puzzle("clue", title="Clue", words="Cluedo, murder mystery, whodunit, detective game")
@dataclass(frozen=True)
class Clue(Notepad):
    """A game as one of its players sees it, as a puzzle."""

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
        deck = read_deck(suspects, weapons, rooms)
        if random is not None:
            given = {"players": players, "me": me, "hand": hand, "hand_sizes": hand_sizes, "events": events or None}
            if beside := next((key for key, value in given.items() if value is not None), None):
                raise PuzzleError("stands beside random, which makes it; remove one of them", key=beside)
            game = random_game(random, deck)
            return cls.of(game, game.players[0])
        for key, value in (("players", players), ("me", me), ("hand", hand)):
            if value is None:
                raise PuzzleError(f"{key} is missing; add it, or write random: {{players: 6}}", key=key)
        return read_game(cls, tuple(players or ()), str(me), tuple(hand or ()), hand_sizes, events, deck)

    def spelled(self) -> Mapping[str, object]:
        """The players, the hand and the log; how many cards each has, and which there are, where that is not usual."""
        log = [{key: list(value) if isinstance(value, tuple) else value for key, value in asdict(line).items()
                if value is not None} for line in self.events]
        sizes = {} if self.hand_sizes == dealt(self.players, sum(self.hand_sizes.values())) else {
            "hand_sizes": dict(self.hand_sizes)}
        cards = {} if self.deck == Deck() else {name: list(of) for name, of in self.deck.categories.items()}
        return {"players": list(self.players), "me": self.me, "hand": list(self.hand), **sizes, "events": log, **cards}

    @classmethod
    def of(cls, game: Game, me: str, events: int | None = None) -> Clue:
        """A simulated game as a player sees it, or its first events."""
        seen = game.seen_by(me, events)
        return cls(seen.players, seen.me, seen.hand, seen.hand_sizes, seen.events, seen.deck)

    # --- the log ---------------------------------------------------------------------------------------------------

    def after(self, line: LogLine) -> Clue:
        """The game with one more line in its log. Raises PuzzleError where the line cannot be; this game stays as it
        is, so nothing entered is lost."""
        return self.with_log((*self.events, line))

    def with_log(self, events: Sequence[LogLine]) -> Clue:
        """The game with another log: a line corrected, or taken back. Raises PuzzleError."""
        return read_log(replace(self, events=tuple(events)))

    def searched_domains(self) -> dict[str, Domain]:
        """Where each card can be for a search that knows of the game only what its formula says: anywhere."""
        return dict.fromkeys(self.deck.cards, self.places)

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

    def as_csp(self) -> CSP:
        """A variable for each card, whose values are the places."""
        return network_of(self)

    def as_log(self) -> Clue:
        """The game itself."""
        return self

    def as_deals(self) -> Deals:
        """The knowledge for counting deals."""
        return deals_of(self)
