"""Games of Clue for tests: the paper's Table 1, small games, and all deals of one by the rules of the game alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product
from random import Random

from hypothesis import strategies as st

from algorithms.problems.clue.deal import deal, simulate
from algorithms.problems.clue.deck import CASE_FILE, ROOMS, SUSPECTS, WEAPONS, Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.puzzle import Clue

Holder = Mapping[str, str]
"""For each card where it is."""

_TABLE_1_A = """
mu sc sc re ba ba   wh pe wh ca li      gr pe gr re ha      sc wh pe ca lo      wh gr wh pi di
wh sc pe ro lo      gr pe pl ca bi      sc pl pe re st      mu gr gr ro bi gr   wh mu sc re li li
"""

TABLE_1_B = """
mu 0.13 X 0.31 0.18 0.11 0.27 X
pl X O X X X X X
gr X X X O X X X
pe O X X X X X X
sc X X X X X X O
wh 0.13 X 0.30 X 0.30 0.26 X
kn 0.13 X 0.31 0.18 0.11 0.27 X
ca 0.02 X 0.11 X 0.83 0.04 X
re X X X X X X O
ro X O X X X X X
pi 0.06 X 0.14 0.61 0.05 0.13 X
wr 0.13 X 0.31 0.18 0.11 0.27 X
ha X X X X O X X
lo 0.02 X 0.93 X X X 0.05
di 0.06 X 0.14 0.47 0.05 0.13 0.14
ki 0.10 X 0.22 0.13 0.08 0.20 0.26
ba O X X X X X X
co 0.10 X 0.22 0.13 0.08 0.20 0.26
bi 0.10 X X 0.13 0.27 0.20 0.29
li X O X X X X X
st X X X X X O X
"""


def table_1(lines: int = 10) -> Clue:
    """The game of Table 1, or its first lines."""
    words = [row.split() for row in _TABLE_1_A.replace("      ", "\n").replace("   ", "\n").split("\n") if row.strip()]
    log = tuple(LogLine((w[2], w[3], w[4]), suggest=w[0], refute=w[1], shown=w[5] if len(w) > 5 else None)
                for w in words)
    return Clue.read(players=("sc", "mu", "wh", "gr", "pe", "pl"), me="mu", hand=("pl", "ro", "li"),
                     events=log[:lines])


def small_deck(suspects: int, weapons: int, rooms: int) -> Deck:
    """The first cards of each category."""
    return Deck(tuple(SUSPECTS)[:suspects], tuple(WEAPONS)[:weapons], tuple(ROOMS)[:rooms])


@st.composite
def small_games(draw: st.DrawFn) -> Clue:
    """A game of few cards, after some suggestions or after its end, seen by any of its players."""
    players = draw(st.integers(3, 4))
    deck = small_deck(draw(st.integers(1, 3)), draw(st.integers(2, 3)), draw(st.integers(2, 4)))
    if len(deck.cards) - 3 < players:
        deck = small_deck(3, 3, 3)
    rng = Random(draw(st.integers(0, 10**6)))
    game = simulate(players, rng, draw(st.integers(0, 12)), deck, draw(st.sampled_from(["sensible", "any cards"])))
    if draw(st.booleans()) and not (game.log and game.log[-1].correct):
        wrong = deal(players, rng, deck).case_file
        game.log.append(LogLine(wrong, accuse=game.players[-1], correct=wrong == game.case_file))
    return Clue.of(game, draw(st.sampled_from(game.players)))


def all_deals(clue: Clue, hand: Collection[str] = ()) -> Iterator[Holder]:
    """Every deal of the cards, whatever is known: three into the case file, the others into hands of their sizes; or
    those in which ``me`` has this hand."""
    for case_file in product(*clue.deck.categories.values()):
        rest = [card for card in clue.deck.cards if card not in case_file and card not in hand]
        if len(rest) + len(hand) + len(case_file) == len(clue.deck.cards):
            yield from _hands(clue, dict.fromkeys(case_file, CASE_FILE) | dict.fromkeys(hand, clue.me), rest,
                              [player for player in clue.players if not hand or player != clue.me])


def _hands(clue: Clue, holder: dict[str, str], rest: list[str], players: list[str]) -> Iterator[Holder]:
    if not players:
        yield holder
        return
    for hand in combinations(rest, clue.hand_sizes[players[0]]):
        left = [card for card in rest if card not in hand]
        yield from _hands(clue, holder | dict.fromkeys(hand, players[0]), left, players[1:])


def possible(clue: Clue, holder: Holder) -> bool:
    """Could the log have happened with this deal, and does ``me`` have that hand? The rules of the game, replayed."""
    if {card for card, place in holder.items() if place == clue.me} != set(clue.hand):
        return False
    return all(_could_be(clue, line, holder) for line in clue.events)


def _could_be(clue: Clue, line: LogLine, holder: Holder) -> bool:
    if line.accuse is not None:
        return all(holder[card] == CASE_FILE for card in line.cards) == line.correct
    at = clue.players.index(str(line.suggest))
    for step in range(1, len(clue.players)):
        other = clue.players[(at + step) % len(clue.players)]
        has = [card for card in line.cards if holder[card] == other]
        if has:
            return line.refute == other and (line.shown is None or line.shown in has)
        if line.refute == other:
            return False
    return line.refute == NOBODY


def deals(clue: Clue) -> list[Holder]:
    """The deals that fit what is known."""
    return [holder for holder in all_deals(clue, clue.hand) if possible(clue, holder)]
