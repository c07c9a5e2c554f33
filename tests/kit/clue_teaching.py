"""What a suggestion in Clue teaches, in two other ways: a count for each outcome, and all deals one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import log2

from algorithms.advice.clue import File, case_files, entropy
from algorithms.problems.clue.deals import Deals, deals_of
from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.facts import NOBODY
from algorithms.problems.clue.puzzle import Clue
from kit.clue_play import Deal, deals


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


def file_of(clue: Clue, deal: Deal) -> tuple[str, ...]:
    return tuple(card for card in clue.deck.cards if deal[card] == CASE_FILE)


def entropy_of(files: Counter[tuple[str, ...]] | dict[tuple[str, ...], Fraction]) -> float:
    total = sum(files.values())
    return -sum(float(n / total) * log2(float(n / total)) for n in files.values())


def taught(clue: Clue, cards: tuple[str, ...]) -> float:
    """What a suggestion teaches: every deal is dealt, every refuter shows each card that he can as likely."""
    seat = clue.players.index(clue.me)
    asked = [*clue.players[seat + 1:], *clue.players[:seat]]
    outcomes: dict[tuple[str, str], dict[tuple[str, ...], Fraction]] = {}
    prior: Counter[tuple[str, ...]] = Counter()
    for deal in deals(clue):
        file = file_of(clue, deal)
        prior[file] += 1
        refuter = next((p for p in asked if any(deal[card] == p for card in cards)), NOBODY)
        shown = [card for card in cards if deal[card] == refuter] or ["-"]
        for card in shown:
            of = outcomes.setdefault((refuter, card), {})
            of[file] = of.get(file, Fraction(0)) + Fraction(1, len(shown))
    total = sum(prior.values())
    return entropy_of(prior) - sum(float(sum(of.values()) / total) * entropy_of(of) for of in outcomes.values())
