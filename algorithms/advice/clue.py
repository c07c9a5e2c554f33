"""Advice in a game of Clue: what to suggest, who else may know, and whether an accusation pays.

    file          a possible case file: a card of each category, by index
    entropy       of the case file in bits, each deal that fits as likely (Shannon 1948)
    outcome       of a suggestion of one's own: who shows which card, or that nobody can

A refuter who could show several of the cards shows each of them as likely. What a suggestion teaches is the entropy
that it takes away, in the mean over its outcomes; all is counted, nothing sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import log2, prod

from algorithms.advice.clue_others import DEALS_TRIED, accusers, may_know
from algorithms.advice.clue_suggestions import Suggested, Teaching, suggestions
from algorithms.counting.clue import deal_count
from algorithms.long_work import checkpoint
from algorithms.problems.clue.deals import Deals, bits, deals_of
from algorithms.problems.clue.deck import TITLES
from algorithms.problems.clue.puzzle import Clue
from algorithms.words import counted, listed, percent

File = tuple[int, ...]
Files = Mapping[File, int | Fraction]

MOST_WORK = 15_000_000
"""Suggestions are compared until their counts together have that many terms; hardly any state has more."""


@dataclass(frozen=True)
class Advice:
    """What to do next, as a sentence; ``cards`` to accuse of, or to suggest. ``bits`` that a suggestion teaches."""

    sentence: str
    cards: tuple[str, ...]
    accuse: bool
    bits: float = 0.0


# --- the case file ---------------------------------------------------------------------------------------------------


def case_files(form: Deals) -> dict[File, int]:
    """In how many deals each case file is there; empty where no deal fits."""
    count = deal_count(form)
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


# --- suggestions -----------------------------------------------------------------------------------------------------


def best_suggestion(clue: Clue, most_work: int | None = None) -> Suggested | None:
    """The suggestion that teaches most; None where the case file is known. Where comparing all is too much work, those
    of the least certain cards are tried."""
    form = deals_of(clue)
    files, count = case_files(form), deal_count(form)
    if len(files) < 2 or count is None:
        return None
    total = sum(files.values())
    inside: Counter[int] = Counter()
    for file, number in files.items():
        inside.update(dict.fromkeys(file, number))
    doubt = {card: inside[card] * (total - inside[card]) for card in range(len(form.cards))}
    every = sorted(suggestions(clue, count), key=lambda some: -sum(doubt[card] for card in some))
    tried = every[:max(1, (most_work or MOST_WORK) // count.terms.size)]
    teaching = Teaching(clue, count, entropy(files))
    scored = {}
    for number, some in enumerate(tried, 1):
        checkpoint(f"{number:,} of {len(tried):,} suggestions compared")
        scored[some] = teaching.bits(some)
    best = max(tried, key=lambda some: round(scored[some], 9))
    return Suggested(tuple(form.cards[card] for card in best), scored[best], len(tried), len(every))


# --- what to do ------------------------------------------------------------------------------------------------------


def advise(clue: Clue) -> Advice:
    """Accuse, where the case file is certain or waiting is worth less than its chance; otherwise suggest.

    Waiting: if k others may know the case file, each of them is taken to be as likely as oneself to accuse next, so an
    accusation pays from a chance of 1 / (k + 1) on; if nobody else is found to know, only where it is certain. Who
    accused wrongly only shows cards, and after a right accusation nothing is left to do.
    """
    form = deals_of(clue)
    files = case_files(form)
    total = sum(files.values())
    if not total:
        return Advice("No deal fits this log.", (), False)
    likeliest = max(files, key=files.__getitem__)
    chance = files[likeliest] / total
    cards = tuple(form.cards[card] for card in likeliest)
    known = (f"The case file has {_named(cards)}" if len(files) == 1 else
             f"The likeliest case file, {_named(cards)}, has {percent(chance)} of the deals")
    if said := _nothing_to_do(clue):
        return Advice(f"{said} {known}.", cards, False)
    if len(files) == 1:
        return Advice(f"Accuse {_named(cards)}: every deal that fits has them in the case file.", cards, True)
    rivals = may_know(clue)
    if rivals and chance >= 1 / (len(rivals) + 1):
        return Advice(f"Accuse {_named(cards)}, with {percent(chance)} of the deals: {_of_rivals(clue, rivals)}, and a "
                      "turn that may not come is worth less.", cards, True)
    best = best_suggestion(clue)
    assert best is not None  # there are several case files
    tried = f", the most of {counted(best.tried, 'suggestion')} tried" if best.tried < best.every else ""
    return Advice(f"Suggest {_named(best.cards)}: on average that takes {best.bits:.2f} of {entropy(files):.2f} bits "
                  f"off the case file{tried}. {known}; {_of_rivals(clue, rivals)}, so no accusation pays.", best.cards,
                  False, best.bits)


def _nothing_to_do(clue: Clue) -> str | None:
    """Why there is nothing to suggest or to accuse of any more, if so."""
    for line in clue.events:
        if line.correct:
            who = "you" if line.accuse == clue.me else TITLES[str(line.accuse)]
            return f"The game is over: {who} accused, and {'were' if who == 'you' else 'was'} right."
    out = accusers(clue)
    if out >= set(clue.players):
        return "The game is over: everybody accused, and nobody was right."
    return "You accused, and were wrong: you are out, and only show cards now." if clue.me in out else None


def _of_rivals(clue: Clue, rivals: Sequence[str]) -> str:
    """Which others may know."""
    if rivals:
        return f"{listed([TITLES[player] for player in rivals])} may know already"
    out = accusers(clue)
    if out >= set(clue.players) - {clue.me}:
        return "all others are out after wrong accusations, and nobody can be faster"
    return f"in {DEALS_TRIED} deals tried nobody else {'still in the game ' if out else ''}knows the case file"


def _named(cards: Sequence[str]) -> str:
    return listed([TITLES[card] for card in cards])
