"""A game of Clue that begins: what its player types before the first turn; and a scenario to go on with it later."""

from __future__ import annotations

import re

from algorithms.problems.clue.deck import Deck
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.clue.reading import check_players, read_game
from algorithms.problems.puzzle import PuzzleError


def new_game(players: str, me: str, hand: str) -> Clue:
    """The game from the players in the order in which cards were dealt, who of them one is, and the cards in the hand,
    all by their two letters. Raises PuzzleError; its key says which of the three is at fault."""
    named = _codes(players)
    if not named:
        raise PuzzleError("type 3 to 6 players in the order in which cards are dealt: sc mu wh", key="players")
    check_players(named)
    if not me.strip():
        raise PuzzleError(f"which of them are you? Type one of {' '.join(named)}", key="me")
    return read_game(Clue, named, me.strip().lower(), _codes(hand), None, (), Deck())


def game_text(game: Clue) -> str:
    """The scenario of that game with its log, with exact probabilities."""
    def listed(codes: tuple[str, ...]) -> str:
        return f"[{', '.join(codes)}]"

    log = "".join(f"    - {{{_line(line)}, cards: {listed(line.cards)}{_result(line)}}}\n" for line in game.events)
    return ("title: A game of Clue\nalgorithm: clue-exact\npuzzle:\n  kind: clue\n"
            f"  players: {listed(game.players)}\n  me: {game.me}\n  hand: {listed(game.hand)}\n"
            + (f"  events:\n{log}" if log else ""))


def _line(line: LogLine) -> str:
    return f"suggest: {line.suggest}" if line.accuse is None else f"accuse: {line.accuse}"


def _result(line: LogLine) -> str:
    if line.accuse is not None:
        return "" if line.correct is None else f", correct: {str(line.correct).lower()}"
    return f", refute: {line.refute}" + (f", shown: {line.shown}" if line.shown is not None else "")


def _codes(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d_]+", text.lower()))
