"""Advice in a game of Clue: what to suggest, who else may know, and whether an accusation pays.

    file          a possible case file: a card of each category, by index
    entropy       of the case file in bits, each deal that fits as likely (Shannon 1948)
    outcome       of a suggestion of one's own: who shows which card, or that nobody can

A refuter who could show several of the cards shows each of them as likely. What a suggestion teaches is the entropy
that it takes away, in the mean over its outcomes; all is counted, nothing sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import log2, prod

from algorithms.clue_counting import DealCount
from algorithms.problems.clue import Clue
from algorithms.problems.clue_check import listed
from algorithms.problems.clue_deals import Deals, Settling, bits, deals_of
from algorithms.problems.clue_deck import TITLES
from algorithms.problems.clue_facts import NOBODY, passed

File = tuple[int, ...]
Files = Mapping[File, int | Fraction]

MOST_TRIED, MOST_TRIED_SLOWLY = 120, 40
"""How many suggestions are tried, those of the least certain cards first; fewer where a count takes milliseconds."""
_SLOW = 4_000  # terms of a count


@dataclass(frozen=True)
class Advice:
    """What to do next, as a sentence; ``cards`` to accuse of, or to suggest. ``bits`` that a suggestion teaches."""

    sentence: str
    cards: tuple[str, ...]
    accuse: bool
    bits: float = 0.0


@dataclass(frozen=True)
class Suggested:
    """A suggestion and what it teaches."""

    cards: tuple[str, ...]
    bits: float


# --- the case file ---------------------------------------------------------------------------------------------------


def case_files(form: Deals) -> dict[File, int]:
    """In how many deals each case file is there; empty where no deal fits."""
    count = _count(form)
    if count is None:
        return {}
    last = len(form.places) - 1
    settled = tuple(bits(count.at_place[last]))
    found: dict[File, int] = {}
    for hand, number in count.hands_at(last):
        open_ = [cards for cards, h in zip(count.classes, hand, strict=True) if h]
        each = number // prod(map(len, open_))
        for cards in product(*open_):
            found[tuple(sorted((*settled, *cards)))] = each
    return found


def entropy(files: Files) -> float:
    """Of the case file, in bits."""
    total = sum(files.values())
    return -sum(float(n / total) * log2(float(n / total)) for n in files.values() if n) if total else 0.0


def _count(form: Deals) -> DealCount | None:
    settling = Settling(form, list(form.allowed))
    for _ in settling.run():
        pass
    if not settling.consistent:
        return None
    count = DealCount(form, settling)
    return count if count.models else None


# --- suggestions -----------------------------------------------------------------------------------------------------


def teaches(clue: Clue, cards: Sequence[str], *, known: float | None = None) -> float:
    """How many bits of the case file's entropy a suggestion takes away, in the mean; ``known``: the entropy now."""
    form = deals_of(clue)
    outcomes: dict[tuple[str, int], dict[File, Fraction]] = {}
    for who, shown, files in _outcomes(clue, form, [form.cards.index(card) for card in cards]):
        for card in shown or (-1,):
            of = outcomes.setdefault((who, card), {})
            for file, number in files.items():
                of[file] = of.get(file, Fraction(0)) + Fraction(number, len(shown) or 1)
    total = sum(sum(of.values()) for of in outcomes.values())
    after = sum(float(sum(of.values()) / total) * entropy(of) for of in outcomes.values()) if total else 0.0
    return (entropy(case_files(form)) if known is None else known) - after


def _outcomes(clue: Clue, form: Deals, cards: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...], dict[File, int]]]:
    """Who could refute first, with exactly which of the cards, and how many deals there are then by case file."""
    seat = clue.players.index(clue.me)
    asked = [*range(seat + 1, len(clue.players)), *range(seat)]
    allowed = list(form.allowed)
    for player in asked:
        possible = [card for card in cards if allowed[card] >> player & 1]
        for size in range(1, len(possible) + 1):
            for has in combinations(possible, size):
                here = [1 << player if card in has else left & ~(1 << player) if card in cards else left
                        for card, left in enumerate(allowed)]
                files = case_files(replace(form, allowed=tuple(here))) if all(here) else {}
                if files:
                    yield clue.players[player], has, files
        for card in cards:
            allowed[card] &= ~(1 << player)
    if all(allowed) and (files := case_files(replace(form, allowed=tuple(allowed)))):
        yield NOBODY, (), files


def best_suggestion(clue: Clue) -> Suggested | None:
    """The suggestion that teaches most, the first of equals; None where the case file is known."""
    form = deals_of(clue)
    files, count = case_files(form), _count(form)
    if len(files) < 2 or count is None:
        return None
    total, known = sum(files.values()), entropy(files)
    inside: Counter[int] = Counter()
    for file, number in files.items():
        inside.update(dict.fromkeys(file, number))
    doubt = {card: inside[card] * (total - inside[card]) for card in range(len(form.cards))}
    triples = sorted(product(*(_different(clue, form, count, cards) for cards in clue.deck.categories.values())),
                     key=lambda some: -sum(doubt[card] for card in some))
    most = MOST_TRIED if count.terms.size <= _SLOW else MOST_TRIED_SLOWLY
    tried = [Suggested(tuple(form.cards[card] for card in some), 0.0) for some in triples[:most]]
    scored = [replace(one, bits=teaches(clue, one.cards, known=known)) for one in tried]
    return max(scored, key=lambda one: round(one.bits, 9))


def _different(clue: Clue, form: Deals, count: DealCount, cards: Sequence[str]) -> list[int]:
    """Of a category one card of each class: all others would teach the same. Of the cards whose place is known one that
    nobody else can show is enough; where there is none, all of them count."""
    indexes = [form.cards.index(card) for card in cards]
    firsts = [some[0] for some in count.classes if some[0] in indexes]
    settled = [card for card in indexes if card not in count.open]
    mine = (clue.players.index(clue.me), len(form.places) - 1)
    quiet = [card for card in settled if any(count.at_place[place] >> card & 1 for place in mine)]
    return [*firsts, *(quiet[:1] or settled)]


# --- the others ------------------------------------------------------------------------------------------------------


def could_know(clue: Clue) -> dict[str, int]:
    """The other players who may know the case file by now, each with how many cards may be excluded for them.

    A simple bound on what they can have seen: a player excludes the own hand, the cards shown to them, and at the most
    one card for each other refutation that they saw; to know the case file, all cards but one of each category must be
    excluded, or a card is known to be there because all others could not show it. What the sizes of hands tell beyond
    that is left aside, so it is no proof.
    """
    needed = len(clue.deck.cards) - len(clue.deck.categories)
    out = {clue.me, *(line.accuse for line in clue.events)}  # who accused wrongly cannot win any more
    found = {}
    for player in clue.players:
        if player in out:
            continue
        refuted = sum(line.suggest is not None and line.refute not in (NOBODY, player) for line in clue.events)
        excluded = clue.hand_sizes[player] + refuted
        spared = sum(len(cards) - 1 for cards in clue.deck.categories.values() if _told(clue, player, cards))
        if excluded + spared >= needed:
            found[player] = min(excluded, needed)
    return found


def _told(clue: Clue, player: str, cards: Sequence[str]) -> bool:
    """Have all others than this player been unable to show one of the cards?"""
    others = set(clue.players) - {player}
    could_not = [(line.cards, passed(line, clue.players)) for line in clue.events if line.suggest is not None]
    return any(others <= {other for suggested, them in could_not if card in suggested for other in them}
               for card in cards)


# --- what to do ------------------------------------------------------------------------------------------------------


def advise(clue: Clue) -> Advice:
    """Accuse, where the case file is certain or waiting is worth less than its chance; otherwise suggest.

    Waiting: if k others may know the case file, each of them is taken to be as likely as oneself to accuse next, so an
    accusation pays from a chance of 1 / (k + 1) on; if nobody else may know, only where it is certain.
    """
    form = deals_of(clue)
    files = case_files(form)
    total = sum(files.values())
    if not total:
        return Advice("No deal fits this log.", (), False)
    likeliest = max(files, key=files.__getitem__)
    chance = files[likeliest] / total
    cards = tuple(form.cards[card] for card in likeliest)
    if len(files) == 1:
        return Advice(f"Accuse {_named(cards)}: every deal that fits has them in the case file.", cards, True)
    others = could_know(clue)
    pays = bool(others) and chance >= 1 / (len(others) + 1)
    rivals = f"{listed([TITLES[player] for player in others])} may know already" if others else (
        "nobody else has seen enough to know")
    likely = f"The likeliest case file, {_named(cards)}, has {chance:.3g} of the deals"
    if pays:
        return Advice(f"Accuse {_named(cards)}, with {chance:.0%} of the deals: {rivals}, and a turn that may not "
                      "come is worth less.", cards, True)
    best = best_suggestion(clue)
    assert best is not None  # there are several case files
    return Advice(f"Suggest {_named(best.cards)}: on average that takes {best.bits:.2f} of {entropy(files):.2f} bits "
                  f"off the case file. {likely}; {rivals}, so no accusation pays.", best.cards, False, best.bits)


def _named(cards: Sequence[str]) -> str:
    return listed([TITLES[card] for card in cards])
