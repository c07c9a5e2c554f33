"""Exact probabilities in Clue: counting the deals that fit, by inclusion and exclusion, and not one by one.

Source of the question: Neller and Luo, section 4: P(c_p) is the share of deals in which card c is at place p; they stop
where there are more than 10,000,000. For a set S of the open cards let Z_p(S) be how many legal hands of p lie inside
S. The sizes of all hands add up to n, so hands that together cover all n cards are disjoint, and are a deal. By
inclusion and exclusion (Stanley, *Enumerative Combinatorics*, section 2.1; Björklund, Husfeldt and Koivisto, "Set
partitioning via inclusion–exclusion", SIAM J. Comput. 2009) there are

    Σ over S of (−1)^(n − |S|) · Π over p of Z_p(S)

of them. Cards that no fact tells apart form a *class*; of S and of a hand only the number of cards of each class
matters, so the 2ⁿ sets shrink to Π (mᵢ + 1) cells, one array with an axis for each class.

    m        how many cards each class has               s, h     cells: so many cards of each class, in S or in a hand
    legal    legal[h]: may p have h? 1 or 0, or a weight  z        Z_p(S) by cells: Σ over h of legal[h] · Π C(s, h)
    terms    (−1)^(n − |S|) times the number of sets with s cards of each class
    others   for a hand: in how many ways the other places complete it; Σ over S that contain it of the other Z

Arithmetic is modulo 2⁶⁴, in which sums and products wrap around without harm: all results are below 2⁶³.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Any, Literal

from algorithms.answers import Chances
from algorithms.core import Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.counting import DEALS
from algorithms.events import (
    CardSettled,
    CardsMerged,
    DealsCounted,
    HandsCounted,
    MarginalFound,
    MarginalWeighed,
    TermAdded,
)
from algorithms.problems.clue.deals import Deals, Settling, bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Weights = Literal["deals", "refuter"]

MOST_TERMS_SHOWN = 300
"""With more terms than that, nobody could follow the sum; they are added without an event each."""

_SAFE = 2**57  # a weight in all deals together that can still be summed over 18 cards in 64 bits

PSEUDOCODE = """
while some card can be in one place only: settle it            # CardSettled
merge those left that no fact tells apart into classes         # CardsMerged
for each place p
  Z_p(S) = number of legal hands of p inside S, for all S      # HandsCounted
for each set S of the n open cards
  deals += (−1)^(n − |S|) · Π over p of Z_p(S)                 # TermAdded
so many deals fit                                              # DealsCounted, =

for each place p and each legal hand H of it
  others(H) = Σ over S ⊇ H of (−1)^(n − |S|) · Π over q ≠ p of Z_q(S)
for each card c and place p
  P(c at p) = Σ over H that have c of others(H) / deals        # MarginalFound, MarginalWeighed
"""


@dataclass(frozen=True)
class ClueMarginals(Chances):
    """For each card and place the share of deals with the card there; zeros are left out. No shares without a deal."""

    shares: Mapping[str, Mapping[str, Fraction]]
    models: int

    @property
    def outcome(self) -> Outcome:
        return "complete" if self.models else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = {card: {place: float(share) for place, share in row.items()} for card, row in self.shares.items()}
        return {"marginals": shown, "models": self.models, "samples": None}


@algorithm(
    "clue-exact",
    title="Exact probabilities in Clue",
    family=DEALS, solves=Deals,
    source="the share of deals, Neller and Luo, section 4; counted by inclusion and exclusion",
    pseudocode=PSEUDOCODE,
    rungs=("term", "card", "place", "deals"),
    counters=(
        Counter("settled", CardSettled, "cards whose place simple reasoning finds"),
        Counter("classes", CardsMerged, "sets of interchangeable cards"),
        Counter("terms", TermAdded, "terms of the sum, where they are few enough to be watched"),
    ),
)
def clue_exact(form: Deals, *, weights: Weights = "deals", choose: Choose = choose) -> Steps[ClueMarginals]:
    """The exact probability of each card at each place.

    ``weights``: "deals" counts each deal once; "refuter" weights it by the chance that refuters who could have shown
    several of the suggested cards, each as likely, showed those that were seen.
    """
    settling = Settling(form, list(form.allowed))
    for certain in settling.rounds():
        for c in in_any_order("card", {form.cards[c]: c for c in certain}, choose):
            yield CardSettled(form.cards[c], form.places[certain[c]])
    if not settling.consistent:
        yield DealsCounted(0)
        return ClueMarginals({}, 0)
    count = DealCount(settling, weights)
    for cards, places in zip(count.classes, count.class_places, strict=True):
        yield CardsMerged(tuple(form.cards[c] for c in cards), tuple(form.places[p] for p in bits(places)))
    open_ = {place: p for p, place in enumerate(form.places) if count.possible(p)}
    for p in in_any_order("place", open_, choose):
        yield HandsCounted(form.places[p], count.left[p], tuple(form.cards[c] for c in count.possible(p)),
                           count.hands(p))
    if count.classes and count.terms.size <= MOST_TERMS_SHOWN:
        yield from count.shown_terms()
    yield DealsCounted(count.models)
    if not count.models:
        return ClueMarginals({}, 0)
    marginal = MarginalWeighed if count.weighs else MarginalFound
    for place, found in zip(form.places, count.held, strict=True):
        for cards, number in found:
            yield marginal(tuple(form.cards[c] for c in cards), place, number, count.total)
    return ClueMarginals({form.cards[c]: {form.places[p]: Fraction(number, count.total) for p, number in row.items()}
                          for c, row in count.marginals().items()}, count.models)


def in_any_order(kind: str, some: Mapping[str, int], choose: Choose) -> Iterator[int]:
    """All of them: in their order, if nobody chooses the next one by its name."""
    left = dict(some)
    while left:
        yield left.pop(choose(kind, tuple(left), next(iter(left))))


class DealCount:
    """The arrays of one state of a game.

    classes:      for each class its cards          class_places: for each class the set of places where they can be
    m:            how many cards each class has     left: how many open cards each place has
    models:       how many deals there are          total: their weight; the same where each counts once
    settled:      of each card whose place is known, the place
    """

    def __init__(self, settling: Settling, weights: Weights = "deals") -> None:
        """After ``settling`` has run, and found no contradiction."""
        import numpy as np  # takes a moment to load

        self.np, self.form, self.allowed, self.settled = np, settling.deals, settling.allowed, settling.settled
        form = self.form
        self.open = [card for card in range(len(form.cards)) if card not in settling.settled]
        self.weighs = weights == "refuter"
        self.at_place = [sum(1 << card for card, place in settling.settled.items() if place == p)
                         for p in range(len(form.places))]
        self.left = [size - held.bit_count() for size, held in zip(form.sizes, self.at_place, strict=True)]
        self.one_of = [(place, self._open_at(place, cards)) for place, cards in form.one_of
                       if not cards & self.at_place[place]]
        last = len(form.places) - 1
        self.not_all = [self._open_at(last, cards) for cards in form.not_all
                        if all(self.allowed[card] >> last & 1 for card in bits(cards))]
        self._merge()
        self.shape = tuple(len(cards) + 1 for cards in self.classes)
        self.legal = [self._legal(p) for p in range(len(form.places))]
        self.z = [self._inside(array) for array in self.legal]
        self.models = self.total = int(self._sum(self.z))
        if self.weighs and self.models:
            self._weigh()

    def _open_at(self, place: int, cards: int) -> int:
        """Those of a set of cards that are open and can be at the place."""
        return sum(1 << card for card in bits(cards)
                   if self.allowed[card] >> place & 1 and self.allowed[card] != 1 << place)

    def _merge(self) -> None:
        """Cards in the same places and the same facts, and of the same category where they can be in the case file."""
        last = len(self.form.places) - 1
        facts = [cards for _, cards in self.one_of] + self.not_all
        if self.weighs:
            facts += [cards for _, _, cards in self.form.shown]
        found: dict[tuple[object, ...], list[int]] = {}
        for card in self.open:
            where = self.allowed[card]
            category = self.form.categories[card] if where >> last & 1 else None
            found.setdefault((where, category, *(cards >> card & 1 for cards in facts)), []).append(card)
        self.classes = [tuple(cards) for cards in found.values()]
        self.class_places = [self.allowed[cards[0]] for cards in self.classes]

    # --- arrays ----------------------------------------------------------------------------------------------------

    def _axes(self, place: int) -> list[int]:
        """The classes whose cards can be at the place."""
        return [i for i, places in enumerate(self.class_places) if places >> place & 1]

    def _how_many(self, classes: Sequence[int]) -> Array:
        """In each cell, how many cards it has of these classes together; axes of others have length 1."""
        np = self.np
        total: Array = np.zeros((1,) * len(self.shape), dtype=np.int64)
        for i in classes:
            along = [1] * len(self.shape)
            along[i] = self.shape[i]
            total = total + np.arange(self.shape[i]).reshape(along)
        return total

    def _of(self, place: int, cards: int) -> list[int]:
        """The classes at the place that lie in a set of cards; a class lies inside or outside as a whole."""
        return [i for i in self._axes(place) if cards >> self.classes[i][0] & 1]

    def _legal(self, place: int) -> Array:
        """May the place have so many cards of each class? 1 or 0; an axis of length 1 for classes it cannot have."""
        form, axes = self.form, self._axes(place)
        legal: Array = self._how_many(axes) == self.left[place]
        if place == len(form.places) - 1:
            for category in dict.fromkeys(form.categories):
                of = [i for i in axes if form.categories[self.classes[i][0]] == category]
                settled = any(form.categories[card] == category for card in bits(self.at_place[place]))
                legal &= self._how_many(of) == (0 if settled else 1)
            for cards in self.not_all:
                legal &= self._how_many(self._of(place, cards)) < cards.bit_count()
        for where, cards in self.one_of:
            if where == place:
                legal &= self._how_many(self._of(place, cards)) > 0
        return legal.astype(self.np.int64)

    def _inside(self, legal: Array) -> Array:
        """Z: for all S the hands inside S. Along an axis that takes h to Σ C(s, h), by Pascal's rule, in place."""
        z = legal.copy()
        for axis, size in enumerate(legal.shape):
            along = z.swapaxes(0, axis)
            for k in range(1, size):
                along[k:] += along[k - 1:-1].copy()
        return z

    def _containing(self, sums: Array, shape: Sequence[int]) -> Array:
        """The transpose of :meth:`_inside`: for all h of that shape the sum over all S, times Π C(s, h)."""
        gone = tuple(axis for axis, size in enumerate(shape) if size == 1 and sums.shape[axis] > 1)
        found: Array = sums.sum(axis=gone, keepdims=True) if gone else sums.copy()
        for axis, size in enumerate(shape):
            along = found.swapaxes(0, axis)
            for k in range(size - 1, 0, -1):
                along[k - 1:-1] += along[k:].copy()
        return found

    @cached_property
    def terms(self) -> Array:
        """For each cell its sign and the number of its sets."""
        np = self.np
        found: Array = np.ones((1,) * len(self.shape), dtype=np.int64)
        for i, size in enumerate(self.shape):
            m = size - 1
            along = [1] * len(self.shape)
            along[i] = size
            found = found * np.array([(-1) ** (m - s) * comb(m, s) for s in range(size)]).reshape(along)
        return found

    def _sum(self, z: Sequence[Array]) -> Any:
        product = self.terms
        for array in z:
            product = product * array
        return product.sum()

    # --- weights ---------------------------------------------------------------------------------------------------

    def _weigh(self) -> None:
        """Weights hands by what was shown: a refuter with k of the suggested cards shows each with the chance 1/k. Six
        times that, for each showing that says something, is a whole number."""
        np, scale = self.np, 1
        for place, _, cards in self.form.shown:
            classes = self._of(place, cards & sum(1 << card for card in self.open))
            if classes:
                k = self._how_many(classes) + (cards & self.at_place[place]).bit_count()
                self.legal[place] = self.legal[place].astype(object) * np.array([0, 6, 3, 2], dtype=object)[k]
                scale *= 6
        kind = np.int64 if self.models * scale < _SAFE else object  # Python's ints where 64 bits might not do
        self.legal = [array.astype(kind) for array in self.legal]
        self.z = [self._inside(array) for array in self.legal]
        self.total = int(self._sum(self.z))

    # --- results ---------------------------------------------------------------------------------------------------

    def possible(self, place: int) -> list[int]:
        """The open cards that can be at the place."""
        return [card for card in self.open if self.allowed[card] >> place & 1]

    def hands(self, place: int) -> int:
        """How many legal hands of open cards the place has, whatever the others have."""
        return int(self.z[place].reshape(-1)[-1] if not self.weighs else
                    self._inside((self.legal[place] > 0).astype(self.np.int64)).reshape(-1)[-1])

    def shown_terms(self) -> Iterator[TermAdded]:
        """The terms of the number of deals, one by one."""
        np, total = self.np, 0
        z = [self._inside((array > 0).astype(np.int64)) for array in self.legal]
        wide = [np.broadcast_to(array, self.shape) for array in z]
        for inside in np.ndindex(*self.shape):
            hands, factor = tuple(int(array[inside]) for array in wide), int(self.terms[inside])
            total += factor * prod(hands)
            yield TermAdded(tuple(map(int, inside)), abs(factor), 1 if factor > 0 else -1, hands, total)

    @cached_property
    def _others(self) -> list[Array]:
        """For each place the terms times the Z of all other places."""
        before, after = [self.terms], [self.np.ones((1,) * len(self.shape), dtype=self.np.int64)]
        for z, z_back in zip(self.z[:-1], self.z[:0:-1], strict=True):
            before.append(before[-1] * z)
            after.append(after[-1] * z_back)
        return [left * right for left, right in zip(before, reversed(after), strict=True)]

    @cached_property
    def held(self) -> list[list[tuple[tuple[int, ...], int]]]:
        """For each place each class that can be there, and in how many deals (or with what weight) each of its cards
        is."""
        return [list(self._at(place)) for place in range(len(self.form.places))]

    def _at(self, place: int) -> Iterator[tuple[tuple[int, ...], int]]:
        legal = self.legal[place]
        weight = legal * self._containing(self._others[place], legal.shape)
        for i in self._axes(place):
            apart = tuple(axis for axis in range(weight.ndim) if axis != i)
            by_number = weight.sum(axis=apart)
            held = sum(h * int(number) for h, number in enumerate(by_number))
            yield self.classes[i], held // len(self.classes[i])

    def hands_at(self, place: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The hands that the place has in some deal: how many cards of each class, and in how many deals (or with what
        weight) it has one of these hands."""
        legal = self.legal[place]
        weight = legal * self._containing(self._others[place], legal.shape)
        for cell in self.np.argwhere(weight):
            yield tuple(map(int, cell)), int(weight[tuple(cell)])

    def marginals(self) -> dict[int, dict[int, int]]:
        """For each card the deals (or their weight) with it at each place; zeros are left out."""
        found = {card: {self.settled[card]: self.total} if card in self.settled else {}
                 for card in range(len(self.form.cards))}
        for place, classes in enumerate(self.held):
            for cards, number in classes:
                for card in cards if number else ():
                    found[card][place] = number
        return found

    def uncertain(self) -> dict[str, float]:
        """The probability of each cell ``ca=pe`` that is neither certain nor impossible."""
        form = self.form
        return {f"{form.cards[card]}={form.places[place]}": number / self.total
                for card, row in self.marginals().items() for place, number in row.items() if number < self.total}


def deal_count(form: Deals, weights: Weights = "deals") -> DealCount | None:
    """The count of the deals that fit, without any event; None where there is no deal."""
    settling = Settling(form, list(form.allowed))
    settling.settle()
    count = DealCount(settling, weights) if settling.consistent else None
    return count if count is not None and count.total else None


def exact(form: Deals) -> tuple[dict[int, dict[int, int]], int]:
    """For each card, by index, the deals with it at each place, and all deals: without any event.

    Empty where there is no deal.
    """
    count = deal_count(form)
    return ({}, 0) if count is None else (count.marginals(), count.total)
