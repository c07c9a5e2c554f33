"""Exact mine probabilities: counting the placements of mines that fit the numbers.

Source: Simon 2012, section 4.2, asks how probable each assignment is and proposes to count models. Enumerating them is
hopeless on a large field, so we count as for Clue's deals: what is interchangeable is counted once. Fields around which
the same numbers lie form a *group*, of which only the number of mines matters; groups that no number ties together are
counted apart, as *components*; and in a component, placements that leave the numbers the same needs are one *situation*
(dynamic programming along an order of the groups, forwards for the counts, backwards for the share of each group).

    number     a number's constraint: so many of its undefined fields are mines
    need       how many mines a number lacks still
    situation  the needs of all numbers of a component, packed into one int, ``bits`` bits for each number
    layer      after some of the groups: situation → mines on them → in how many ways
    weight     mines on a component → in how many ways the rest of the board can be completed
    left       mines on all undefined fields together, if the total is known

If the total is not known, every placement on the fields that a number touches counts once, and the others, of which
nothing is known, have no probability. Counts are exact (Python's ints); probabilities are fractions of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from algorithms.answers import Chances
from algorithms.core import Choose, Counter, Outcome, Steps, algorithm, choose, run
from algorithms.counting import PLACEMENTS
from algorithms.events import (
    ComponentFound,
    GroupMerged,
    GroupPlaced,
    ModelsCounted,
    NoPlacement,
    NumberSettled,
    PlacementsCounted,
    ProbabilityFound,
)
from algorithms.problems.forms.mine_count import MineCount, Number
from algorithms.problems.rows import Marginals

Polynomial = dict[int, int]  # mines → in how many ways
Layer = dict[int, Polynomial]

PSEUDOCODE = """
while a number needs none of its open fields, or all
  settle them                                           # NumberSettled
merge the rest into groups, by the same numbers         # GroupMerged
for each component of groups that numbers tie together  # ComponentFound
  ways(needs of its numbers, 0 mines) = 1
  for each group g of it, in order                      # GroupPlaced
    for each number k of mines on g that the needs allow
      ways'(needs − k, mines + k) += ways(needs, mines) · C(|g|, k)
  placements(mines) = ways(no needs, mines)             # PlacementsCounted
models = sum over all mines on the components of the    # +
  product of their placements · C(untouched, rest)      # ModelsCounted
none? nothing fits                                      # NoPlacement, =
for each field x: P(x) = models with x / models         # ProbabilityFound
"""


@dataclass(frozen=True)
class MineProbabilities(Chances):
    """For each undefined field the probability that it is a mine, and the number of placements. Empty if there is none.

    Without a total, ``models`` counts the placements on fields that a number touches, and only those are listed.
    """

    probability: dict[str, Fraction]
    models: int

    @property
    def outcome(self) -> Outcome:
        return "complete" if self.models else "unsatisfiable"

    def marginals(self, hidden: frozenset[str]) -> Marginals:
        """Fractions: as a float, what is nearly certain would be certain."""
        return {x: {"1": p} for x, p in self.probability.items() if x not in hidden}

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = {x: {"1": float(chances["1"])} for x, chances in self.marginals(hidden).items()}
        return {"marginals": shown, "models": self.models, "samples": None}


@dataclass(frozen=True)
class Group:
    """Interchangeable fields, and the indices of the numbers around them."""

    fields: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """A group as the counting meets it.

    slots: for each number around it the place of its need in a situation, and how many of its fields come later
    one:   what a mine on the group takes from a situation
    mask:  the bits of one need
    ways:  for each number of mines, on how many sets of its fields they can lie
    """

    group: Group
    slots: tuple[tuple[int, int], ...]
    one: int
    mask: int
    ways: tuple[int, ...]

    def allowed(self, situation: int) -> range:
        """The numbers of mines on the group after which no number has too many, or too few fields for the rest."""
        least, most = 0, len(self.group.fields)
        for shift, later in self.slots:
            need = situation >> shift & self.mask
            most = min(most, need)
            least = max(least, need - later)
        return range(least, most + 1)


@algorithm(
    "mine-probabilities",
    title="Exact mine probabilities",
    family=PLACEMENTS, solves=MineCount,
    source="Simon 2012, section 4.2; model counting by dynamic programming over components",
    pseudocode=PSEUDOCODE,
    rungs=("group", "field", "component", "board"),
    counters=(
        Counter("settled", NumberSettled, "numbers that decided all the open fields that they had left"),
        Counter("groups", GroupMerged, "sets of interchangeable fields"),
        Counter("components", ComponentFound, "sets of groups that numbers tie together"),
        Counter("sums", PlacementsCounted, "numbers of mines that a component can have, each with its placements"),
    ),
)
def mine_probabilities(form: MineCount, *, choose: Choose = choose) -> Steps[MineProbabilities]:
    """The exact probability of a mine for each undefined field, by counting all placements that fit."""
    answer = yield from count(form, choose)
    if not answer.models:
        yield NoPlacement(tuple(number.name for number in clashing(form.numbers)))
    return answer


def clashing(numbers: Sequence[Number]) -> list[Number]:
    """A minimal set of numbers that no placement of mines fits; empty if some placement fits them all."""
    return [] if fits(numbers) else minimal(numbers, lambda some: not fits(some))


def fits(numbers: Sequence[Number]) -> bool:
    """Is there a placement of mines that fits these numbers, whatever the total?"""
    return run(count(MineCount(tuple(numbers), (), None))).models > 0


def minimal(numbers: Sequence[Number], clash: Callable[[Sequence[Number]], bool]) -> list[Number]:
    """A minimal subset that clashes, the last ones left out first; all ``numbers`` together must."""
    kept = list(numbers)
    size = len(kept)
    while size > 1:
        size = (size + 1) // 2
        for start in reversed(range(0, len(kept), size)):
            fewer = kept[:start] + kept[start + size:]
            if clash(fewer):
                kept = fewer
    return kept


def count(form: MineCount, choose: Choose = choose) -> Steps[MineProbabilities]:
    """The same, without a word on why nothing fits where nothing does."""
    nothing = MineProbabilities({}, 0)
    settled: dict[str, bool] = {}
    numbers = yield from settle(form.numbers, settled)
    if numbers is None:
        return nothing
    groups = merge(numbers)
    for group in groups:
        yield GroupMerged(group.fields, tuple(numbers[n].name for n in group.numbers))
    components: list[list[Move]] = []
    counted: list[list[Layer]] = []
    for index, component in enumerate(split(groups), 1):
        moves, layers = yield from place(index, component, numbers, choose)
        if not layers[-1]:
            return nothing
        components.append(moves)
        counted.append(layers)
    left = None if form.mines is None else form.mines - sum(settled.values())
    models, weights, outside = combine([layers[-1][0] for layers in counted], len(form.untouched), left)
    if not models:
        return nothing
    yield ModelsCounted(models, left, len(form.untouched))
    found: dict[str, int] = {x: models * mine for x, mine in settled.items()}
    for x, mine in settled.items():
        yield ProbabilityFound((x,), models * mine, models)
    for moves, layers, weight in zip(components, counted, weights, strict=True):
        for move, share in zip(moves, shares(moves, layers, weight), strict=True):
            found.update(dict.fromkeys(move.group.fields, share))
            yield ProbabilityFound(move.group.fields, share, models)
    if left is not None and form.untouched:
        found.update(dict.fromkeys(form.untouched, outside))
        yield ProbabilityFound(form.untouched, outside, models)
    return MineProbabilities({x: Fraction(share, models) for x, share in found.items()}, models)


def settle(given: Iterable[Number], settled: dict[str, bool]) -> Steps[list[Number] | None]:
    """What single numbers decide, one after the other, goes into ``settled``: is the field a mine?

    Gives the numbers that are still open, without the settled fields; None if a number cannot hold.
    """
    numbers, changed = list(given), True
    while changed:
        changed, waiting = False, []
        for number in numbers:
            among = tuple(x for x in number.among if x not in settled)
            need = number.mines - sum(settled.get(x, False) for x in number.among)
            if not 0 <= need <= len(among):
                return None
            if not among:
                continue
            if need in (0, len(among)):
                changed = True
                settled.update(dict.fromkeys(among, need > 0))
                yield NumberSettled(number.name, among, need > 0)
            else:
                waiting.append(Number(number.name, need, among))
        numbers = waiting
    return numbers


def merge(numbers: Sequence[Number]) -> list[Group]:
    """The fields by the numbers around them, in the order in which they are met."""
    around: dict[str, list[int]] = {}
    for index, number in enumerate(numbers):
        for x in number.among:
            around.setdefault(x, []).append(index)
    alike: dict[tuple[int, ...], list[str]] = {}
    for x, indices in around.items():
        alike.setdefault(tuple(indices), []).append(x)
    return [Group(tuple(fields), indices) for indices, fields in alike.items()]


def split(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups, those that numbers tie together in one list, in the order in which to count them.

    The next group is always one of the open number that lacks the fewest groups: the sooner a number is done, the fewer
    situations are told apart.
    """
    of_number: dict[int, list[Group]] = {}
    for group in groups:
        for n in group.numbers:
            of_number.setdefault(n, []).append(group)
    lacking = {n: len(tied) for n, tied in of_number.items()}
    components: list[list[Group]] = []
    taken: set[Group] = set()
    for first in groups:
        if first in taken:
            continue
        component: list[Group] = []
        opened = dict.fromkeys(first.numbers)  # an ordered set
        while opened:
            n = min(opened, key=lacking.__getitem__)
            for group in of_number[n]:
                if group not in taken:
                    taken.add(group)
                    component.append(group)
                    for m in group.numbers:
                        opened[m] = None
                        lacking[m] -= 1
            opened = {m: None for m in opened if lacking[m]}
        components.append(component)
    return components


def plan(component: Sequence[Group], numbers: Sequence[Number], choose: Choose) -> Iterator[Move]:
    """The groups of a component as moves: where the needs lie in a situation, and what comes later. Any group can come
    next; how many situations are told apart depends on it, what is counted does not."""
    places = {n: index for index, n in enumerate(dict.fromkeys(n for group in component for n in group.numbers))}
    bits = max(numbers[n].mines for n in places).bit_length()
    later = {n: len(numbers[n].among) for n in places}
    left = {group.fields[0]: group for group in component}
    while left:
        group = left.pop(choose("group", tuple(left), next(iter(left))))
        size = len(group.fields)
        for n in group.numbers:
            later[n] -= size
        slots = tuple((bits * places[n], later[n]) for n in group.numbers)
        ways = tuple(comb(size, k) for k in range(size + 1))
        yield Move(group, slots, sum(1 << shift for shift, _ in slots), (1 << bits) - 1, ways)


def place(index: int, component: Sequence[Group], numbers: Sequence[Number], choose: Choose
          ) -> Steps[tuple[list[Move], list[Layer]]]:
    """Counts the placements of a component: its groups in the order in which they were placed, and the layers before
    the first, …, after the last one."""
    tied = dict.fromkeys(n for group in component for n in group.numbers)
    names = tuple(numbers[n].name for n in sorted(tied))
    yield ComponentFound(index, tuple(x for group in component for x in group.fields), names)
    bits = max(numbers[n].mines for n in tied).bit_length()
    start = sum(numbers[n].mines << bits * place for place, n in enumerate(tied))
    moves: list[Move] = []
    layers: list[Layer] = [{start: {0: 1}}]
    for move in plan(component, numbers, choose):
        moves.append(move)
        after: Layer = {}
        for situation, ways in layers[-1].items():
            for k in move.allowed(situation):
                into = after.setdefault(situation - k * move.one, {})
                for mines, count in ways.items():
                    into[mines + k] = into.get(mines + k, 0) + count * move.ways[k]
        layers.append(after)
        yield GroupPlaced(move.group.fields, len(after))
        if not after:
            return moves, layers
    for mines, count in sorted(layers[-1][0].items()):
        yield PlacementsCounted(index, mines, count)
    return moves, layers


def combine(
    placements: Sequence[Polynomial], untouched: int, left: int | None
) -> tuple[int, list[Polynomial], int]:
    """All models, the weight of each component's mines, and the models in which a given untouched field is a mine."""
    before = [{0: 1}]  # mines on the components so far → placements
    for own in placements:
        before.append(_times(before[-1], own))
    rest = {m: 1 if left is None else _choose(untouched, left - m) for m in before[-1]}
    models = _paired(before[-1], rest)
    outside = 0 if left is None else sum(
        ways * _choose(untouched - 1, left - m - 1) for m, ways in before[-1].items())
    weights: list[Polynomial] = []
    for own, sofar in zip(reversed(placements), before[-2::-1], strict=True):
        weights.append({k: sum(ways * rest[m + k] for m, ways in sofar.items()) for k in own})
        rest = {m: sum(ways * rest[m + k] for k, ways in own.items()) for m in sofar}
    return models, weights[::-1], outside


def shares(moves: Sequence[Move], layers: Sequence[Layer], weight: Polynomial) -> list[int]:
    """For each group of a component: in how many models of the whole board is one given field of it a mine?

    Backwards: ``beyond`` says for each situation and each number of mines so far in how many ways all can be completed.
    """
    found = []
    beyond: Mapping[int, Polynomial] = {0: weight}
    for move, layer in zip(reversed(moves), layers[-2::-1], strict=True):
        size, share = len(move.group.fields), 0
        before: Layer = {}
        for situation, ways in layer.items():
            completed = dict.fromkeys(ways, 0)
            for k in move.allowed(situation):
                onwards = beyond[situation - k * move.one]
                for mines, count in ways.items():
                    these = move.ways[k] * onwards[mines + k]
                    completed[mines] += these
                    share += k * these * count
            before[situation] = completed
        found.append(share // size)  # of the C(size, k) sets of k fields, k/size hold a given one
        beyond = before
    return found[::-1]


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for m, ways in a.items():
        for k, more in b.items():
            product[m + k] = product.get(m + k, 0) + ways * more
    return product


def _paired(a: Polynomial, b: Polynomial) -> int:
    return sum(ways * b[m] for m, ways in a.items())


def _choose(fields: int, mines: int) -> int:
    """In how many ways that many mines lie on the fields: none for a negative number of either."""
    return comb(fields, mines) if fields >= 0 and mines >= 0 else 0
