"""Simulated games of Clue, by players who play sensibly, and positions from them.

Source: Neller and Luo, section 4.1, simulate 100 games and do not say how their players play. Ours suggest cards whose
place they do not know; where they know what the case file has of a category, they suggest that card or one of their
own, which nobody else can show. Who refutes shows a card that the suggester has seen before, or else one that somebody
has, or else any. Who is certain accuses. Dice and the way from room to room are left out.

Such players need few suggestions, and 100 of their games have about 270 of the later states of section 4.1, of which
the paper has 539. With suggestions of any cards there are about 560: so its players may have been simpler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from random import Random
from typing import Literal

from algorithms.problems.clue.check import possible_in_case_file
from algorithms.problems.clue.deals import Settling, deals_of
from algorithms.problems.clue.deck import SUSPECTS, Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.notepad import Notepad, RandomGame
from algorithms.problems.clue.reading import FEWEST, MOST, dealt
from algorithms.problems.puzzle import PuzzleError

Play = Literal["sensible", "any cards"]
"""What players suggest."""

MOST_SUGGESTIONS = 400
"""No game of sensible players comes near that."""

_WORTH_ASKING = 8  # case files that simple reasoning leaves: with more, a solver finds no certainty either

WHOLE_DECK = Deck()


@dataclass
class Game:
    """A game from above: who has what, and the log with every card that was shown.

    hands: of the players, clockwise     case_file: a card of each category     winner: who accused rightly, at the end
    """

    deck: Deck
    hands: Mapping[str, tuple[str, ...]]
    case_file: tuple[str, ...]
    log: list[LogLine] = field(default_factory=list)
    winner: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.hands)

    def seen_by(self, me: str, events: int | None = None) -> Notepad:
        """The game as a player sees it, or its first events."""
        seen = tuple(line if me in (line.suggest, line.refute) else replace(line, shown=None)
                     for line in self.log[:events])
        sizes = {player: len(hand) for player, hand in self.hands.items()}
        return Notepad(self.players, me, self.hands[me], sizes, seen, self.deck)


def simulate(players: int, rng: Random, events: int = MOST_SUGGESTIONS, deck: Deck = WHOLE_DECK,
             play: Play = "sensible") -> Game:
    """A game up to so many events, or to its end."""
    game = deal(players, rng, deck)
    while len(game.log) < events:
        player = game.players[len(game.log) % players]
        files = case_files(game.seen_by(player))
        if prod(map(len, files)) > 1:
            game.log.append(suggestion(game, player, files if play == "sensible" else None, rng))
            files = case_files(game.seen_by(player))
        if prod(map(len, files)) == 1 and len(game.log) < events:
            accused = tuple(card for cards in files for card in cards)
            game.log.append(LogLine(accused, accuse=player, correct=accused == game.case_file))
            game.winner = player
            break
    return game


def deal(players: int, rng: Random, deck: Deck) -> Game:
    """A card of each category into the case file, the others clockwise to so many players."""
    names = tuple(rng.sample(list(SUSPECTS), players))
    case_file = tuple(rng.choice(cards) for cards in deck.categories.values())
    rest = [card for card in deck.cards if card not in case_file]
    rng.shuffle(rest)
    hands: dict[str, tuple[str, ...]] = {}
    for player, size in dealt(names, len(rest)).items():
        mine, rest = rest[:size], rest[size:]
        hands[player] = tuple(card for card in deck.cards if card in mine)
    return Game(deck, hands, case_file)


def case_files(clue: Notepad) -> list[tuple[str, ...]]:
    """For each category the cards that the case file may have, as far as this player can tell."""
    form = deals_of(clue)
    settling = Settling(form, list(form.allowed))
    settling.settle()
    last = len(form.places) - 1
    found = [tuple(card for card, left in zip(form.cards, settling.allowed, strict=True)
                   if left >> last & 1 and card in cards) for cards in clue.deck.categories.values()]
    if 1 < prod(map(len, found)) <= _WORTH_ASKING:
        possible = possible_in_case_file(clue, [card for cards in found for card in cards])
        found = [tuple(card for card in cards if card in possible) for cards in found]
    return found


def suggestion(game: Game, player: str, files: Sequence[tuple[str, ...]] | None, rng: Random) -> LogLine:
    """What the player suggests who knows so much of the case file, or any cards; and who refutes it with what."""
    hand, categories = game.hands[player], tuple(game.deck.categories.values())
    cards = tuple(rng.choice(possible if len(possible) > 1 else
                             (*possible, *(card for card in of_category if card in hand)))
                  for possible, of_category in zip(files or categories, categories, strict=True))
    seat = game.players.index(player)
    for other in (*game.players[seat + 1:], *game.players[:seat]):
        has = [card for card in cards if card in game.hands[other]]
        if has:
            return LogLine(cards, suggest=player, refute=other, shown=card_to_show(game, player, other, has, rng))
    return LogLine(cards, suggest=player, refute=NOBODY)


def card_to_show(game: Game, suggester: str, refuter: str, has: Sequence[str], rng: Random) -> str:
    """The card that tells least: one that the suggester has seen, or at least somebody."""
    before = [line for line in game.log if line.refute == refuter]
    told = {line.shown for line in before if line.suggest == suggester}
    somebody = {line.shown for line in before}
    return rng.choice([card for card in has if card in told] or [card for card in has if card in somebody] or has)


def random_game(wanted: RandomGame, deck: Deck) -> Game:
    """The game that ``random:`` asks for; the same seed gives the same one. Raises PuzzleError."""
    if not FEWEST <= wanted.players <= MOST:
        raise PuzzleError(f"must be from {FEWEST} to {MOST}; change it", key="random.players")
    if not 0 <= wanted.events <= MOST_SUGGESTIONS:
        raise PuzzleError(f"must be from 0 to {MOST_SUGGESTIONS}; change it", key="random.events")
    if len(deck.cards) - len(deck.categories) < wanted.players:
        raise PuzzleError("not every player gets a card; take fewer players, or more cards", key="random.players")
    return simulate(wanted.players, Random(wanted.seed), wanted.events, deck)
