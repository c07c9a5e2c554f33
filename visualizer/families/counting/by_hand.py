"""Counting by going through everything, for small positions: what the counts of the algorithms are held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from algorithms.problems.clue.deals import Deals, bits
from algorithms.problems.forms.mine_count import MineCount, Number

_MOST = 4_000  # placements of a component: of more nobody goes through all
_MOST_DEALS, _STEPS = 600, 5_000  # deals, and the steps that it takes to go through them


class TooMany(Exception):  # noqa: N818 - it says what there is
    """There are more than can be gone through."""


class Mines:
    """All placements of a position's components, one by one."""

    def __init__(self, form: MineCount) -> None:
        self.form = form
        self.parts = [(cells, list(_placements(numbers, cells))) for numbers, cells in _components(form.numbers)]

    def total(self, mine: str | None = None) -> int:
        """The placements on the whole board; those with a mine there. Without a total, of the components alone."""
        ways = [1]
        for cells, found in self.parts:
            counts = [0] * (len(cells) + 1)
            for placement in found:
                counts[len(placement)] += mine not in cells or mine in placement
            ways = _product(ways, counts)
        rest, total = len(self.form.untouched), self.form.mines
        if total is None:
            return sum(ways)
        one = int(mine in self.form.untouched)
        return sum(number * comb(rest - one, total - mines - one) for mines, number in enumerate(ways)
                   if total - mines - one >= 0)

    def risk(self, cell: str) -> Fraction | None:
        """The share of the placements with a mine there; None where that cannot be told."""
        if (total := self.total()) == 0 or (self.form.mines is None and cell in self.form.untouched):
            return None
        return Fraction(self.total(cell), total)

    def ways(self, cells: Sequence[str], mines: int) -> int | None:
        """The placements of so many mines on the component of these cells, with the cells around it that are settled;
        None where there is no such component."""
        for among, found in self.parts:
            if set(cells) == set(among):
                return sum(len(placement) == mines for placement in found)
        return None


@lru_cache(maxsize=16)
def mines_of(form: MineCount) -> Mines | None:
    """The same; None where there are too many."""
    try:
        return Mines(form)
    except TooMany:
        return None


def _components(numbers: Sequence[Number]) -> Iterator[tuple[list[Number], tuple[str, ...]]]:
    """Numbers that share cells, with these."""
    left = list(numbers)
    while left:
        mine, cells = [left.pop(0)], set[str]()
        cells.update(mine[0].among)
        while near := [number for number in left if cells & set(number.among)]:
            mine += near
            left = [number for number in left if number not in near]
            cells.update(*(number.among for number in near))
        yield mine, tuple(sorted(cells))


def _placements(numbers: Sequence[Number], cells: Sequence[str]) -> Iterator[frozenset[str]]:
    """The sets of mines with which all numbers have what they need."""
    budget = [50 * _MOST, _MOST]

    def go(at: int, mines: tuple[str, ...]) -> Iterator[frozenset[str]]:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooMany
        for number in numbers:
            has = sum(x in mines for x in number.among)
            open_ = sum(x in cells[at:] for x in number.among)
            if not has <= number.mines <= has + open_:
                return
        if at == len(cells):
            budget[1] -= 1
            if budget[1] < 0:
                raise TooMany
            yield frozenset(mines)
            return
        yield from go(at + 1, mines)
        yield from go(at + 1, (*mines, cells[at]))

    yield from go(0, ())


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return found


# --- deals ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def all_deals(form: Deals) -> tuple[tuple[int, ...], ...] | None:
    """For each deal that fits the place of each card; None where there are too many to go through."""
    try:
        return tuple(_deals(form))
    except TooMany:
        return None


def weight_of(form: Deals, deal: Sequence[int]) -> Fraction:
    """How likely it is, if the cards lie so, that refuters show what they did: of those that they could, any."""
    held = [0] * len(form.places)
    for card, place in enumerate(deal):
        held[place] |= 1 << card
    found = Fraction(1)
    for place, _, cards in form.shown:
        found /= (held[place] & cards).bit_count()
    return found


def _deals(form: Deals) -> Iterator[tuple[int, ...]]:
    budget = [_STEPS, _MOST_DEALS]
    last = len(form.places) - 1
    order = sorted(range(len(form.cards)), key=lambda card: form.allowed[card].bit_count())
    at = [0] * len(form.cards)

    def fits() -> bool:
        held = [0] * len(form.places)
        for card, place in enumerate(at):
            held[place] |= 1 << card
        return legal(form, last, held[last]) and all(held[place] & cards for place, cards in form.one_of)

    def go(number: int, left: tuple[int, ...], kinds: int) -> Iterator[tuple[int, ...]]:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooMany
        if number == len(order):
            if fits():
                budget[1] -= 1
                if budget[1] < 0:
                    raise TooMany
                yield tuple(at)
            return
        card = order[number]
        for place in bits(form.allowed[card]):
            kind = 1 << form.categories[card] if place == last else 0
            if left[place] and not kinds & kind:
                at[card] = place
                yield from go(number + 1, (*left[:place], left[place] - 1, *left[place + 1:]), kinds | kind)

    yield from go(0, form.sizes, 0)


def legal(form: Deals, place: int, hand: int) -> bool:
    """Is a set of cards a legal hand of a place, whatever others have?"""
    if any(at == place and not hand & cards for at, cards in form.one_of):
        return False
    if place < len(form.places) - 1:
        return True
    kinds = [form.categories[card] for card in bits(hand)]
    return len(set(kinds)) == len(kinds) and not any(cards & hand == cards for cards in form.not_all)
