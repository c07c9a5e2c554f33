"""What every suggestion in Clue would teach, exactly: the bits that it takes off the entropy of the case file.

    outcome       of a suggestion of one's own: who shows which card, or that nobody can
    cards, T      those suggested whose place is not known; a set of them has a bit for each
    parts         of a place, for each set A of T: how many legal hands inside S have these of T and no others
    upto          the signs times the parts of those who were asked before, and have none of T
    later         the same for all who are asked later and share a set of T, in all ways

The count is that of :mod:`algorithms.counting.clue`, a sum over sets S of cards, here of those outside T only: which
places have which of T is told one by one. A suggestion takes about as long as one count, so all can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from algorithms.counting.clue import DealCount
from algorithms.problems.clue.deals import bits
from algorithms.problems.clue.puzzle import Clue

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NOBODY = (-1, -1)
_EXACT = 2.0**53  # integers below that are exact as floats
_SHARE = 6  # that many times each deal: a refuter with 1, 2 or 3 of the cards shows each of them as likely


@dataclass(frozen=True)
class Suggested:
    """A suggestion, what it teaches, and of how many it is the best: ``tried`` of ``every`` that differ."""

    cards: tuple[str, ...]
    bits: float
    tried: int
    every: int


def suggestions(clue: Clue, count: DealCount) -> list[tuple[int, ...]]:
    """The suggestions, by the indexes of their cards; of those that teach the same, one."""
    return list(product(*(_different(clue, count, cards) for cards in clue.deck.categories.values())))


def _different(clue: Clue, count: DealCount, cards: Sequence[str]) -> list[int]:
    """Of a category one card of each class, and one of those known to be at each place; the own hand and the case file
    are the same, as nobody shows those."""
    seat, last = clue.players.index(clue.me), len(count.form.places) - 1
    found: dict[object, int] = {}
    for card in (count.form.cards.index(card) for card in cards):
        if card in count.open:
            key: object = next(some for some in count.classes if card in some)
        else:
            place = next(place for place, held in enumerate(count.at_place) if held >> card & 1)
            key = last if place == seat else place
        found.setdefault(key, card)
    return list(found.values())


class Teaching:
    """What suggestions teach in one state of a game.

    order: the classes, those that the case file cannot have first, then category by category; so are the axes here
    options: for each category the classes of which the case file may have a card; none where its card is known
    """

    def __init__(self, clue: Clue, count: DealCount, known: float) -> None:
        """``known``: the entropy of the case file now."""
        self.np, self.count, self.known, form = count.np, count, known, count.form
        seat, self.last = clue.players.index(clue.me), len(form.places) - 1
        self.asked = [*range(seat + 1, self.last), *range(seat)]
        kinds = list(dict.fromkeys(form.categories))
        groups = [[i for i, cards in enumerate(count.classes)
                   if count.class_places[i] >> self.last & 1 and form.categories[cards[0]] == kind] for kind in kinds]
        settled = {form.categories[card] for card in bits(count.at_place[self.last])}
        self.options = [[] if kind in settled else group for kind, group in zip(kinds, groups, strict=True)]
        apart = [i for i in range(len(count.classes)) if not any(i in group for group in groups)]
        self.order = [i for group in (apart, *groups) for i in group]
        self.groups = [apart, *groups]
        self.axis = {card: axis for axis, i in enumerate(self.order) for card in count.classes[i]}
        number = self._kind()
        shape = count.terms.transpose(self.order).shape
        self.z = {p: self.np.broadcast_to(count.z[p].transpose(self.order), shape).astype(number) for p in self.asked}
        self.legal: Array = self._legal().astype(number)

    def _kind(self) -> type:
        """Floats are quick, and as exact as integers while all sums stay below 2⁵³; integers wrap around."""
        np, size = self.np, abs(self.count.terms).astype(float) * _SHARE
        for p in self.asked:
            size = size * self.count.z[p]
        most = [max((len(self.count.classes[i]) for i in some), default=1) for some in self.options]
        return np.float64 if size.sum() * prod(most) < _EXACT else np.int64  # type: ignore[no-any-return]

    def _legal(self) -> Array:
        """May the case file have a card of each of these classes? An axis for each category."""
        np, count = self.np, self.count
        legal: Array = np.zeros([max(len(some), 1) for some in self.options])
        for cell in np.ndindex(*legal.shape):
            has = {some[j] for some, j in zip(self.options, cell, strict=True) if some}
            legal[cell] = count.legal[self.last][tuple(int(i in has) for i in range(len(count.classes)))]
        return legal

    def bits(self, cards: Sequence[int]) -> float:
        """How many bits a suggestion of these cards, by index, takes away in the mean."""
        np = self.np
        after, total = 0.0, 0.0
        for outcome in self._outcomes(cards).values():
            whole = float(sum(int(weight.sum()) for weight, _ in outcome))
            total += whole
            for weight, alike in outcome:
                some = weight > 0
                after += float((weight[some] * np.log2(whole * alike[some] / weight[some])).sum())
        return self.known - float(after / total)

    def _outcomes(self, cards: Sequence[int]) -> dict[tuple[int, int], list[tuple[Array, Array]]]:
        """For each outcome, a player by turn and a card, or NOBODY, how often case files are there, by classes; and how
        many case files each of these numbers is for."""
        open_ = [card for card in cards if card in self.axis]
        held = [[card for card in cards if self.count.at_place[p] >> card & 1] for p in self.asked]
        ways = _Ways(self, open_, held)
        found: dict[tuple[int, int], list[tuple[Array, Array]]] = {}
        for filed in range(1 << len(open_)):
            in_file = [open_[k] for k in bits(filed)]
            if not all(self.count.allowed[card] >> self.last & 1 for card in in_file):
                continue
            which, arrays = ways.all(filed)
            if not which:
                continue
            weights, alike = self._files(arrays, in_file, open_)
            of_outcome: dict[tuple[int, int], Array] = {}
            for (i, a), weight in zip(which, weights, strict=True):
                could = [(i, card) for card in (*(open_[k] for k in bits(a)), *held[i])] if i >= 0 else [_NOBODY]
                for outcome in could:
                    of_outcome[outcome] = of_outcome.get(outcome, 0) + weight * (_SHARE // len(could))
            for outcome, weight in of_outcome.items():
                found.setdefault(outcome, []).append((weight, alike))
        return found

    def _files(self, arrays: Array, filed: Sequence[int], cards: Sequence[int]) -> tuple[Array, Array]:
        """For each array how often case files are there, by classes, with those of the cards in them; and how many case
        files each of these numbers is for."""
        np, classes = self.np, self.count.classes
        sizes = self.sizes(cards)
        lengths = [prod(sizes[i] + 1 for i in group) for group in self.groups]
        found = arrays.reshape(len(arrays), *lengths)
        found = found.sum(axis=1) if lengths[0] > 1 else found[:, 0]
        legal, alike = self.legal, np.ones((1, 1, 1), dtype=found.dtype)
        for axis in (2, 1, 0):  # rooms first: they are most
            options, group = self.options[axis], self.groups[axis + 1]
            at = next((j for j, i in enumerate(options) if any(card in classes[i] for card in filed)), None)
            if at is not None:
                legal = legal.take([at], axis=axis)
            if at is not None or not options:
                found = found.sum(axis=axis + 1, keepdims=True)
                continue
            cells = np.indices([sizes[i] + 1 for i in group], dtype=found.dtype).reshape(len(group), -1)
            found = (cells @ found.reshape(-1, lengths[axis + 1], prod(found.shape[axis + 2:]))).reshape(
                *found.shape[:axis + 1], len(group), *found.shape[axis + 2:])
            alike = alike * np.array([max(sizes[i], 1) for i in group]).reshape(
                [-1 if other == axis else 1 for other in range(3)])
        return found * legal, np.broadcast_to(alike, legal.shape)

    def sizes(self, cards: Sequence[int]) -> dict[int, int]:
        """How many cards each class has without those, in the order of the axes."""
        gone = [self.order[self.axis[card]] for card in cards]
        return {i: len(self.count.classes[i]) - gone.count(i) for i in self.order}

    def signs(self, cards: Sequence[int]) -> Array:
        """For each cell its sign and the number of its sets, of the other cards."""
        np = self.np
        found: Array = np.ones((), dtype=self.legal.dtype)
        for m in self.sizes(cards).values():
            found = np.multiply.outer(found, np.array([(-1) ** (m - s) * comb(m, s) for s in range(m + 1)],
                                                      dtype=found.dtype))
        return found.reshape(-1)

    def parts(self, place: int, cards: Sequence[int]) -> dict[int, Array]:
        """By the set of the cards that it has; sets that it cannot have are left out."""
        found = {0: self.z[place]}
        for k, card in enumerate(cards):
            axis, more = self.axis[card], {}
            for has, z in found.items():
                along = z.swapaxes(0, axis)
                more[has] = along[:-1].swapaxes(0, axis)
                if self.count.allowed[card] >> place & 1:
                    more[has | 1 << k] = (along[1:] - along[:-1]).swapaxes(0, axis)
            found = more
        flat = {has: self.np.ascontiguousarray(z).reshape(-1) for has, z in found.items()}
        return {has: z for has, z in flat.items() if z.any()}


class _Ways:
    """In how many ways a suggestion goes round the table, by sets S of the other cards."""

    def __init__(self, teaching: Teaching, cards: Sequence[int], held: Sequence[Sequence[int]]) -> None:
        """``held``: those of the suggested cards that are known to be with each player, by turn."""
        self.np, self.every = teaching.np, (1 << len(cards)) - 1
        parts = [teaching.parts(p, cards) for p in teaching.asked]
        upto = [teaching.signs(cards)]
        for of, has in zip(parts, held, strict=True):
            if has or 0 not in of:
                break
            upto.append(upto[-1] * of[0])
        self.first = [{a: before * part for a, part in of.items() if a or has}
                      for before, of, has in zip(upto, parts, held, strict=False)]
        self.size, self.dtype = upto[0].size, upto[0].dtype
        self.nobody = upto[-1] if len(upto) > len(parts) else None
        self.later = [{0: self.np.ones_like(upto[0])}, parts[-1]]
        for of in parts[-2:0:-1]:
            self.later.append(_together(of, self.later[-1]))
        self.later.reverse()

    def all(self, filed: int) -> tuple[list[tuple[int, int]], Array]:
        """With those of the cards in the case file: each player by turn who may refute, with the set of the cards that
        he has, or NOBODY; and the ways."""
        left = self.every & ~filed
        which = [(i, a) for i, of in enumerate(self.first) for a in of if not a & filed and left & ~a in self.later[i]]
        nobody = [_NOBODY] if not left and self.nobody is not None else []
        found = self.np.empty((len(which) + len(nobody), self.size), dtype=self.dtype)
        for way, (i, a) in zip(found, which, strict=False):
            self.np.multiply(self.first[i][a], self.later[i][left & ~a], out=way)
        if nobody:
            found[-1] = self.nobody
        return which + nobody, found


def _together(first: dict[int, Array], second: dict[int, Array]) -> dict[int, Array]:
    """For each set of cards in how many ways two, or some, share it."""
    found: dict[int, Array] = {}
    for a, x in first.items():
        for b, y in second.items():
            if not a & b:
                found[a | b] = found[a | b] + x * y if a | b in found else x * y
    return found
