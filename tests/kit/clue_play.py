"""The game of Table 1, a small game with all its deals, and hands on the window: for tests of Clue on the stage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.facts import NOBODY, LogLine, passed
from algorithms.problems.clue.puzzle import Clue
from kit.session_desk import Clock
from scenarios.loader import Scenario, load
from visualizer.runs.session import Session

TABLE_1 = """\
puzzle:
  kind: clue
  players: [sc, mu, wh, gr, pe, pl]
  me: mu
  hand: [pl, ro, li]
  events:
    - {suggest: mu, cards: [sc, re, ba], refute: sc, shown: ba}
    - {suggest: wh, cards: [wh, ca, li], refute: pe}
    - {suggest: gr, cards: [gr, re, ha], refute: pe}
    - {suggest: sc, cards: [pe, ca, lo], refute: wh}
    - {suggest: wh, cards: [wh, pi, di], refute: gr}
    - {suggest: wh, cards: [pe, ro, lo], refute: sc}
    - {suggest: gr, cards: [pl, ca, bi], refute: pe}
    - {suggest: sc, cards: [pe, re, st], refute: pl}
    - {suggest: mu, cards: [gr, ro, bi], refute: gr, shown: gr}
    - {suggest: wh, cards: [sc, re, li], refute: mu, shown: li}
"""
SMALL = """\
puzzle:
  kind: clue
  suspects: [mu, pl, gr]
  weapons: [kn, ro]
  rooms: [ha, lo, di]
  players: [mu, pl, gr]
  me: mu
  hand: [kn, di]
  events:
    - {suggest: pl, cards: [pl, kn, ha], refute: gr}
"""
EMPTY = """\
puzzle: {kind: clue, players: [sc, mu, wh, gr, pe, pl], me: mu, hand: [pl, ro, li]}
"""


def scenario(puzzle: str = TABLE_1, algorithm: str = "clue-exact", options: str = "{}") -> Scenario:
    """A lesson without a script on that puzzle."""
    return load(Path("clue.yaml"), f"title: Clue\nabout: A game\nalgorithm: {algorithm}\noptions: {options}\n{puzzle}")


def game(puzzle: str = TABLE_1) -> Clue:
    """The game itself."""
    found = scenario(puzzle).puzzle
    assert isinstance(found, Clue)
    return found


def session(puzzle: str = TABLE_1, algorithm: str = "clue-exact", options: str = "{}") -> Session:
    """A session on it, with a clock that stands still."""
    return Session(scenario(puzzle, algorithm, options), Clock())


Deal = dict[str, str]


def deals(clue: Clue) -> Iterator[Deal]:
    """All deals that fit, from the rules alone: every way to hand the cards out is tried. For small games only."""
    cards = [card for card in clue.deck.cards if card not in clue.hand]
    others = [player for player in clue.players if player != clue.me]
    slots = [place for place in others for _ in range(clue.hand_sizes[place])] + [CASE_FILE] * len(clue.deck.categories)
    seen = set()
    for order in permutations(slots):
        if order in seen:
            continue
        seen.add(order)
        deal = dict(zip(cards, order, strict=True)) | dict.fromkeys(clue.hand, clue.me)
        if fits(clue, deal):
            yield deal


def fits(clue: Clue, deal: Deal) -> bool:
    """Does the case file have a card of each category, and could each line have happened?"""
    files = [sum(deal[card] == CASE_FILE for card in cards) for cards in clue.deck.categories.values()]
    return all(number == 1 for number in files) and all(happens(clue, line, deal) for line in clue.events)


def happens(clue: Clue, line: LogLine, deal: Deal) -> bool:
    """Could the line have happened with that deal?"""
    if line.accuse is not None:
        return all(deal[card] == CASE_FILE for card in line.cards) == line.correct
    if any(deal[card] in passed(line, clue.players) for card in line.cards):
        return False
    if line.refute == NOBODY:
        return True
    return deal[line.shown] == line.refute if line.shown is not None else (
        any(deal[card] == line.refute for card in line.cards))
