"""Reading a game of Clue: every error names the key at fault, and what clashes where a log contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from algorithms.problems.clue.check import contradiction
from algorithms.problems.clue.deck import CASE_FILE, SUSPECTS, Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.notepad import Notepad
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted, verb

N = TypeVar("N", bound=Notepad)

FEWEST, MOST = 3, 6  # players
MOST_LINES = 500  # of a log; real games have fewer than 100


def read_game(kind: type[N], players: tuple[str, ...], me: str, hand: tuple[str, ...],
              hand_sizes: Mapping[str, int] | None, events: tuple[LogLine, ...], deck: Deck) -> N:
    """The game of that kind, checked from its players to the last line of its log."""
    check_players(players)
    _known(me, players, "me", "player")
    sizes = _sizes(players, hand_sizes, deck)
    for index, card in enumerate(hand):
        _known(card, deck.cards, f"hand.{index}", "card")
        if card in hand[:index]:
            raise PuzzleError(f"{card} stands there twice; remove one", key=f"hand.{index}")
    if len(hand) != sizes[me]:
        raise PuzzleError(f"has {counted(len(hand), 'card')}, but {me} was dealt {counted(sizes[me], 'card')}; "
                          "change the hand, or give hand_sizes", key="hand")
    return read_log(kind(players, me, hand, sizes, events, deck))


def check_players(players: tuple[str, ...]) -> None:
    """Raises PuzzleError where these are not so many players that a game can have, each of them once."""
    if not FEWEST <= len(players) <= MOST:
        there = f"there {verb(len(players), 'are')} {counted(len(players), 'player')}"
        raise PuzzleError(f"{there}; a game has {FEWEST} to {MOST}", key="players")
    for index, player in enumerate(players):
        if player not in SUSPECTS:
            raise PuzzleError(f"there is no player {player[:40]!r}; known: {', '.join(SUSPECTS)}",
                              key=f"players.{index}")
        if player in players[:index]:
            raise PuzzleError(f"{player} sits there twice; change one", key=f"players.{index}")


def dealt(players: tuple[str, ...], cards: int) -> dict[str, int]:
    """How many cards each player gets when so many are dealt clockwise, from the first seat on."""
    each, more = divmod(cards, len(players))
    return {player: each + (seat < more) for seat, player in enumerate(players)}


def read_log(clue: N) -> N:
    """The game, if every line of its log can be. Raises PuzzleError for the first one that cannot."""
    if len(clue.events) > MOST_LINES:
        raise PuzzleError(f"has {len(clue.events):,} lines; a log has at most {MOST_LINES}", key="events")
    accused: dict[str, int] = {}
    for number, line in enumerate(clue.events):
        key = f"events.{number}"
        _check_line(clue, line, key)
        if line.accuse in accused:
            raise PuzzleError(f"{line.accuse} has accused already, in line {accused[str(line.accuse)] + 1}, and each "
                              "player may once; remove one", key=f"{key}.accuse")
        if number and clue.events[number - 1].correct:
            raise PuzzleError(f"the game ended with the accusation of line {number}; remove what follows it", key=key)
        if line.accuse is not None:
            accused[line.accuse] = number
    if found := contradiction(clue):
        number, said = found
        raise PuzzleError(said, key=f"events.{number}" if number >= 0 else "hand")
    return clue


# --- parts ---------------------------------------------------------------------------------------------------------


def _sizes(players: tuple[str, ...], given: Mapping[str, int] | None, deck: Deck) -> dict[str, int]:
    cards = len(deck.cards) - len(deck.categories)
    if given is None:
        sizes = dealt(players, cards)
    else:
        for player in given:
            _known(player, players, f"hand_sizes.{player}", "player")
        missing = [player for player in players if player not in given]
        if missing:
            raise PuzzleError(f"the size of {missing[0]}'s hand is missing; add it", key="hand_sizes")
        sizes = {player: given[player] for player in players}
    for player, size in sizes.items():
        if size < 1:
            key = "players" if given is None else f"hand_sizes.{player}"
            raise PuzzleError(f"{player} gets no card; take fewer players or more cards", key=key)
    if sum(sizes.values()) != cards:
        raise PuzzleError(f"the hands have {counted(sum(sizes.values()), 'card')} together, but {cards} are dealt, "
                          f"all but the {len(deck.categories)} of the case file; change a size", key="hand_sizes")
    return sizes


def _check_line(clue: Notepad, line: LogLine, key: str) -> None:
    """One line by itself: names, cards of each category, the keys of a suggestion or of an accusation."""
    if (line.suggest is None) == (line.accuse is None):
        raise PuzzleError("a line is either a suggestion or an accusation; write suggest: or accuse: with a player",
                          key=key)
    _known(str(line.suggest or line.accuse), clue.players, f"{key}.{'suggest' if line.suggest else 'accuse'}", "player")
    _check_cards(clue.deck, line, key)
    if line.accuse is not None:
        for name, value in (("refute", line.refute), ("shown", line.shown)):
            if value is not None:
                raise PuzzleError("belongs to a suggestion, and this is an accusation; remove it", key=f"{key}.{name}")
        if line.correct is None:
            raise PuzzleError("was the accusation right? Add correct: true or correct: false", key=key)
        return
    if line.correct is not None:
        raise PuzzleError("belongs to an accusation, and this is a suggestion; remove it", key=f"{key}.correct")
    if line.refute is None:
        raise PuzzleError(f"who refuted it? Add refute: and a player, or refute: {NOBODY}", key=key)
    if line.refute != NOBODY:
        _known(line.refute, (*clue.players, NOBODY), f"{key}.refute", "player")
    if line.refute == line.suggest:
        raise PuzzleError(f"{line.suggest} made the suggestion, and does not refute it; name another player, or "
                          f"{NOBODY}", key=f"{key}.refute")
    if line.shown is not None:
        _check_shown(clue, line, f"{key}.shown")


def _check_shown(clue: Notepad, line: LogLine, key: str) -> None:
    assert line.shown is not None
    if line.refute == NOBODY:
        raise PuzzleError("nobody refuted, so no card was shown; remove it, or name who refuted", key=key)
    if line.shown not in line.cards:
        raise PuzzleError(f"{line.shown[:40]!r} was not suggested; only {', '.join(line.cards)} can be shown", key=key)
    if clue.me not in (line.suggest, line.refute):
        raise PuzzleError(f"{clue.me} does not see what {line.refute} shows to {line.suggest}; remove it", key=key)
    if line.refute == clue.me and line.shown not in clue.hand:
        raise PuzzleError(f"{clue.me} does not have {line.shown} to show, only {', '.join(clue.hand)}; change one",
                          key=key)


def _check_cards(deck: Deck, line: LogLine, key: str) -> None:
    for index, card in enumerate(line.cards):
        _known(card, deck.cards, f"{key}.cards.{index}", "card")
    for name, cards in deck.categories.items():
        here = [card for card in line.cards if card in cards]
        if len(here) != 1:
            what = f"has {' and '.join(here)}, {len(here)} of the {name}" if here else f"has none of the {name}"
            raise PuzzleError(f"{what}; name a suspect, a weapon and a room", key=f"{key}.cards")


def _known(name: str, known: tuple[str, ...], key: str, what: str) -> None:
    if name not in known:
        hint = f"the {what}s are" if name != CASE_FILE else "the case file is none; they are"
        raise PuzzleError(f"there is no {what} {name[:40]!r} here; {hint} {', '.join(known)}", key=key)
