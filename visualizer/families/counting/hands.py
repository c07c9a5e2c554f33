"""The set S of a term as cards, and the hands that lie inside it, one by one where they are few."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from algorithms.problems.clue.deals import Deals, Settling
from visualizer.families.counting.by_hand import legal

_MOST_TRIED = 3_000  # sets of cards, for one place


@lru_cache(maxsize=16)
def settled(form: Deals) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Where each card can be after simple reasoning, and the cards that are settled, each with its place."""
    settling = Settling(form, list(form.allowed))
    settling.settle()
    return tuple(settling.allowed), tuple(settling.settled.items())


def set_of(classes: Sequence[Sequence[str]], inside: Sequence[int]) -> list[str]:
    """A set with so many cards of each class: its first ones, as any of them would do."""
    return [card for cards, number in zip(classes, inside, strict=True) for card in cards[:number]]


def left_out(classes: Sequence[Sequence[str]], inside: Sequence[int]) -> list[str]:
    """The other cards."""
    return [card for cards, number in zip(classes, inside, strict=True) for card in cards[number:]]


@lru_cache(maxsize=512)
def hands_inside(form: Deals, place: str, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    """The legal hands of a place among these open cards, beside what it has for certain; None: too many to try."""
    allowed, known = settled(form)
    where = form.places.index(place)
    has = sum(1 << card for card, at in known if at == where)
    size = form.sizes[where] - has.bit_count()
    may = [card for card in map(form.cards.index, cards) if allowed[card] >> where & 1]
    if comb(len(may), size) > _MOST_TRIED:
        return None
    return tuple(tuple(form.cards[card] for card in hand) for hand in combinations(may, size)
                 if legal(form, where, has | sum(1 << card for card in hand)))
