"""Algorithm X with dancing links, as Knuth states it, for exact covers.

Source: Knuth, *Dancing links*, 2000; *The Art of Computer Programming*, volume 4B, section 7.2.2.1. Names are the
paper's, with "item" for its "column", and "option" for its "row", as in the book.

    L, R     links of the list of items that are to be covered; 0 is its head. Secondary items are in no such list
    U, D     links of the list of nodes below an item
    C        of each node its item        S    of each item how many options it has left

What leaves a list still knows its place: L[R[x]] ← x and R[L[x]] ← x put x back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.core import Choose, Steps
from algorithms.covering.answer import Results
from algorithms.events import ItemCovered, ItemSelected, ItemUncovered, OptionReturned, OptionTaken
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cover import Item


def is_exact_cover(form: AtLeastForm, items: Sequence[Item]) -> bool:
    """Does each item need exactly one of its options, or, as a secondary one, may have at most one; and does each
    option cover an item that needs one?"""
    options = {abs(literal) for literals, _ in form.constraints for literal in literals}
    covering = {option for item in items if item.least == 1 for option in item.literals}
    literals = {literal for item in items for literal in item.literals}
    return all(item.least <= item.most == 1 for item in items) and literals == options == covering


class AlgorithmX:
    """The search on its links. Item i is node i; behind the items come the nodes of the options. ``pick`` chooses among
    the items that are not covered, and among the options of an item; None: the first that has the fewest, the first."""

    def __init__(self, form: AtLeastForm, items: Sequence[Item], every: bool, pick: Choose | None = None) -> None:
        self.pick = pick
        self.words, self.names = form.words(), ["", *(item.name for item in items)]
        self.results = Results(every)
        self.taken: list[str] = []
        nodes = range(len(self.names))
        self.L, self.R, self.U, self.D, self.C = list(nodes), list(nodes), list(nodes), list(nodes), list(nodes)
        self.S = [0] * len(self.names)
        self.option = [0] * len(self.names)
        self.nodes: dict[int, list[int]] = {}
        for i, item in enumerate(items, 1):
            if item.least:
                self.L[i], self.R[i], self.R[self.L[0]], self.L[0] = self.L[0], 0, i, i
            for option in item.literals:
                self._add(i, option)

    def _add(self, i: int, option: int) -> None:
        """A node for the option at the end of item i."""
        node, last = len(self.C), self.U[i]
        self.U.append(last)
        self.D.append(i)
        self.D[last] = self.U[i] = node
        self.C.append(i)
        self.S[i] += 1
        self.option.append(option)
        self.nodes.setdefault(option, []).append(node)

    def search(self, k: int = 0) -> Steps[bool]:
        """All solutions with the k options taken so far. True: one was found, and is enough."""
        if self.R[0] == 0:
            yield self.results.solution(tuple(self.taken))
            return not self.results.every
        i = self.choose()
        yield ItemSelected(self.names[i], 1, self.S[i], self.S[i])
        if self.S[i] == 0:
            yield self.results.dead_end(self.names[i], 1, 0, 1)
            return False
        self.cover(i)
        yield ItemCovered(self.names[i], self.below(i), choosing=True)
        for r in self.in_turn(i):
            word = self.words[self.option[r]]
            self.taken.append(word)
            yield OptionTaken(word, self.names[i], k + 1)
            for j in self.others(r):
                self.cover(self.C[j])
                yield ItemCovered(self.names[self.C[j]], self.below(self.C[j]), choosing=False)
            if (yield from self.search(k + 1)):
                return True
            for j in reversed(self.others(r)):
                self.uncover(self.C[j])
                yield ItemUncovered(self.names[self.C[j]])
            self.taken.pop()
            yield OptionReturned(word)
        self.uncover(i)
        yield ItemUncovered(self.names[i])
        return False

    def choose(self) -> int:
        """The first item with the fewest options left."""
        best = i = self.R[0]
        while i:
            if self.S[i] < self.S[best]:
                best = i
            i = self.R[i]
        if self.pick is None:
            return best
        left, i = [], self.R[0]
        while i:
            left.append(self.names[i])
            i = self.R[i]
        return self.names.index(self.pick("item", left, self.names[best]), 1)

    def in_turn(self, i: int) -> Iterator[int]:
        """The nodes below item i, each with its option, in the order in which these are taken."""
        r = self.D[i]
        if self.pick is None:
            while r != i:
                yield r
                r = self.D[r]
            return
        left = dict[str, int]()
        while r != i:
            left[self.words[self.option[r]]] = r
            r = self.D[r]
        while left:
            yield left.pop(self.pick("option", tuple(left), next(iter(left))))

    def cover(self, i: int) -> None:
        """Item i leaves the list of items, and its options leave the lists of all other items."""
        L, R, U, D, C, S = self.L, self.R, self.U, self.D, self.C, self.S  # noqa: N806  Knuth's names
        L[R[i]] = L[i]
        R[L[i]] = R[i]
        r = D[i]
        while r != i:
            for j in self.others(r):
                U[D[j]] = U[j]
                D[U[j]] = D[j]
                S[C[j]] -= 1
            r = D[r]

    def uncover(self, i: int) -> None:
        """The same in reverse order: here the links dance."""
        L, R, U, D, C, S = self.L, self.R, self.U, self.D, self.C, self.S  # noqa: N806
        r = U[i]
        while r != i:
            for j in reversed(self.others(r)):
                S[C[j]] += 1
                U[D[j]] = D[U[j]] = j
            r = U[r]
        L[R[i]] = R[L[i]] = i

    def others(self, r: int) -> list[int]:
        """The other nodes of the same option, one for each other item that it covers."""
        return [j for j in self.nodes[self.option[r]] if j != r]

    def below(self, i: int) -> tuple[str, ...]:
        """The options that are linked below item i."""
        found, r = [], self.D[i]
        while r != i:
            found.append(self.words[self.option[r]])
            r = self.D[r]
        return tuple(found)
