"""Independent deals, each as likely as any other: drawn place by place, with the chances that exact counts give.

Source: exact sampling by self-reducibility (Jerrum, Valiant and Vazirani, "Random generation of combinatorial
structures from a uniform distribution", TCS 1986): who can count the ways to complete a part can draw the next part
with the right chance. The counts are those of :mod:`algorithms.counting.clue`. It has no bias, and its samples are
independent, so that Wilson's interval (JASA 1927) holds for each estimate; Neller and Luo name both as future work.

    rest     how many cards of each class are not dealt yet     hand   how many of each class a place gets
    ways     how many deals of the rest give the place that hand
    onward   onward[k][rest]: in how many ways the places from the k-th on take all of the rest
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import comb, prod
from random import Random
from typing import TYPE_CHECKING, Any

from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.counting import DRAWS
from algorithms.counting.clue import DealCount, deal_count
from algorithms.events import CardsMerged, DealsCounted, Estimated, HandDrawn, SampleRecorded, VariablesFixed
from algorithms.intervals import wilson
from algorithms.problems.clue.deals import Deals, bits
from algorithms.sampling.samples import CONFIDENCE
from algorithms.sampling.sampling import ESTIMATES, Iterations, SampledMarginals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Cells = tuple[int, ...]

PSEUDOCODE = """
set cards aside that can be in one place only                     # VariablesFixed, =
merge cards that no fact tells apart into classes                 # CardsMerged
for each k: onward_k(R) = number of ways in which the places      # +
  from the k-th on take all of R, for every R                     # DealsCounted
for sample = 1, 2, …, iterations
  R = all open cards
  for each place, the k-th
    draw its hand H from R with the chance onward_k+1(R \\ H) / onward_k(R)     # HandDrawn
    R = R \\ H
  RecordSample()                                                  # SampleRecorded
return tally / iterations                                         # Estimated
"""


@dataclass(frozen=True, slots=True)
class Table:
    """What a place can get of what is left: the hands, their ways added up, and in how many ways all can go on."""

    hands: tuple[Cells, ...]
    ways: tuple[int, ...]
    sums: tuple[int, ...]


def in_turn(count: DealCount) -> list[int]:
    """The places that get cards, those with few hands first: then few situations have to be worked out."""
    return sorted((p for p, left in enumerate(count.left) if left), key=count.hands)


class Dealer:
    """Draws deals of one state of a game."""

    def __init__(self, count: DealCount, rng: Random, choose: Choose) -> None:
        """Of a count that has found deals. ``choose`` is asked for each hand that is drawn, if somebody chooses."""
        self.count, self.rng, self.choose = count, rng, choose
        self.full = tuple(len(cards) for cards in count.classes)
        self.places = in_turn(count)
        self.hands = [self._hands(p) for p in self.places]
        self.onward = self._onward()
        self.tables: list[dict[Cells, Table]] = [{} for _ in self.places]

    def _hands(self, place: int) -> Array:
        """The legal hands of a place, a row each with how many cards of each class."""
        found: Array = self.count.np.argwhere(self.count.legal[place])
        return found

    def _onward(self) -> list[Array]:
        """By inclusion and exclusion: the sums of Z over parts of R, with alternating signs."""
        np = self.count.np
        product: Array = np.ones(self.count.shape, dtype=np.int64)
        found = []
        for place in reversed(self.places):
            product = product * self.count.z[place]
            ways = product.copy()
            for axis, size in enumerate(self.count.shape):
                along = ways.swapaxes(0, axis)
                for k in range(1, size):
                    along[k:] -= along[k - 1:-1].copy()
            found.append(ways)
        return found[::-1]

    def draw(self) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
        """A deal: for each place its cards, the ways that give it such a hand, and all ways."""
        rest, stock = self.full, [list(cards) for cards in self.count.classes]
        for k, place in enumerate(self.places):
            table = self.tables[k].get(rest) or self._table(k, rest)
            chosen = bisect_right(table.sums, int(self.rng.random() * table.sums[-1])) if len(table.sums) > 1 else 0
            if self.choose is not choose:
                names = [self.named(hand) for hand in table.hands]
                chosen = names.index(self.choose("hand", names, names[chosen]))
            hand = table.hands[chosen]
            cards: list[int] = []
            for i, number in enumerate(hand):
                cards += [stock[i].pop(int(self.rng.random() * len(stock[i]))) for _ in range(number)]
            yield place, tuple(cards), table.ways[chosen], table.sums[-1]
            rest = tuple([r - h for r, h in zip(rest, hand, strict=True)])

    def named(self, hand: Cells) -> str:
        """A hand: of cards that no fact tells apart only how many."""
        words = self.count.form.cards
        return " + ".join(words[cards[0]] if len(cards) == 1 else f"{number} of {' '.join(words[c] for c in cards)}"
                          for cards, number in zip(self.count.classes, hand, strict=True) if number)

    def _table(self, k: int, rest: Cells) -> Table:
        """The hands that the k-th place can get from what is left, and the ways of each."""
        np = self.count.np
        possible = self.hands[k][(self.hands[k] <= np.array(rest)).all(axis=1)]
        if k + 1 < len(self.places):
            onward = self.onward[k + 1][tuple((np.array(rest) - possible).T)].tolist()
        else:
            possible = possible[(possible == np.array(rest)).all(axis=1)]
            onward = [1]
        hands, ways = [], []
        for hand, number in zip(map(tuple, possible.tolist()), onward, strict=True):
            if number:
                hands.append(hand)
                ways.append(number * prod(comb(r, h) for r, h in zip(rest, hand, strict=True)))
        self.tables[k][rest] = table = Table(tuple(hands), tuple(ways), tuple(accumulate(ways)))
        return table


@algorithm(
    "clue-sample-exact",
    title="Independent deals, drawn with exact chances",
    family=DRAWS, solves=Deals,
    source="Jerrum, Valiant and Vazirani 1986",
    pseudocode=PSEUDOCODE,
    rungs=("hand", "hand", "sample", "estimate"),
    counters=(
        Counter("samples", SampleRecorded, "deals that were drawn"),
        Counter("duplicates", SampleRecorded, "of these, deals that had been drawn before",
                lambda event: int(event.visits > 1)),
    ),
)
def sample_exact(form: Deals, *, iterations: Iterations = 10_000, rng: Random | None = None,
                 choose: Choose = choose) -> Steps[SampledMarginals]:
    """Draws so many deals, independently; every deal that fits is as likely as any other."""
    count = deal_count(form)
    if count is None:
        yield DealsCounted(0)
        return SampledMarginals((), {}, {}, None)
    known = tuple(f"{form.cards[card]}={form.places[place]}" for card, place in count.settled.items())
    cells = {(card, place): f"{form.cards[card]}={form.places[place]}" for card in count.open
             for place in bits(count.allowed[card])}
    yield VariablesFixed(known, len(cells))
    for cards, places in zip(count.classes, count.class_places, strict=True):
        yield CardsMerged(tuple(form.cards[c] for c in cards), tuple(form.places[p] for p in bits(places)))
    yield DealsCounted(count.models)
    dealer = Dealer(count, rng or Random(0), choose)
    tally = dict.fromkeys(cells.values(), 0)
    visits: dict[tuple[str, ...], int] = {}
    for number in range(1, iterations + 1):
        found = []
        for p, drawn, ways, deals in dealer.draw():
            found += [cells[card, p] for card in drawn]
            yield HandDrawn(form.places[p], tuple([form.cards[card] for card in drawn]), ways, deals)
        for name in found:
            tally[name] += 1
        sample = tuple(sorted(found))
        visits[sample] = visits.get(sample, 0) + 1
        yield SampleRecorded(1, sample, visits[sample])
        if number % -(-iterations // ESTIMATES) == 0 or number == iterations:
            estimate = estimated(tally, number, len(visits))
            yield estimate
    bounds = zip(estimate.variables, zip(estimate.low, estimate.high, strict=True), strict=True)
    return SampledMarginals(known, dict(zip(estimate.variables, estimate.estimates, strict=True)), dict(bounds),
                            iterations)


def estimated(tally: dict[str, int], samples: int, distinct: int) -> Estimated:
    """The shares so far, with Wilson's intervals."""
    bounds = [wilson(count, samples, CONFIDENCE) for count in tally.values()]
    return Estimated(samples, samples, distinct, tuple(tally), tuple([count / samples for count in tally.values()]),
                     tuple([low for low, _ in bounds]), tuple([high for _, high in bounds]))
