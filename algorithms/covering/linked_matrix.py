"""The links of dancing links: the nodes of items and options, which leave their lists and come back in reverse order.

Source: Knuth, *Dancing links*, 2000: L[R[x]] ← L[x] and R[L[x]] ← R[x] take x out of a list, and x still knows its
place: L[R[x]] ← x and R[L[x]] ← x put it back. The words are those of :mod:`algorithms.covering.dancing_links`.
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cover import Item


class LinkedMatrix:
    """The links: item i is node i, and 0 the head of the list of items that need something.

    left, right:   links of the list of items            up, down: links of an item's nodes, from its own node on
    item, literal: of each node behind the items' own    nodes:    of each option; ``items`` of each literal, by number
    broken:        how many items have more true literals than they may
    open:          how many options are open             trail:    the literals that are true, in order
    """

    def __init__(self, form: AtLeastForm, found: Sequence[Item]) -> None:
        self.options = sorted({abs(literal) for literals, _ in form.constraints for literal in literals})
        self.names = ["", *(item.name for item in found)]
        self.need = [0, *(item.least for item in found)]
        self.room = [0, *(item.most for item in found)]
        self.size = [0, *(len(item.literals) for item in found)]
        self.up, self.down = list(range(len(self.names))), list(range(len(self.names)))
        self.item, self.literal = list(range(len(self.names))), [0] * len(self.names)
        self.nodes: list[list[int]] = [[] for _ in range(len(form.names) + 1)]
        self.items: list[list[int]] = [[] for _ in range(2 * len(form.names) + 1)]
        for i, one in enumerate(found, 1):
            for literal in one.literals:
                self._add(i, literal)
        asking = [0, *(i for i in range(1, len(self.names)) if self.need[i] > 0)]
        self.left, self.right = list(range(len(self.names))), list(range(len(self.names)))
        for i, after in zip(asking, [*asking[1:], 0], strict=True):
            self.right[i], self.left[after] = after, i
        self.broken = sum(room < max(0, need) for need, room in zip(self.need, self.room, strict=True))
        self.open, self.trail = len(self.options), list[int]()
        self.value = [0] * (len(form.names) + 1)

    def _add(self, i: int, literal: int) -> None:
        """A node for the literal at the end of item i."""
        node, last = len(self.item), self.up[i]
        self.item.append(i)
        self.literal.append(literal)
        self.up.append(last)
        self.down.append(i)
        self.down[last] = self.up[i] = node
        self.nodes[abs(literal)].append(node)
        self.items[literal].append(i)

    def select(self) -> tuple[int, int]:
        """The first item with the fewest ways to go on, and how many these are; 0 if no item needs more."""
        right, size, need = self.right, self.size, self.need
        best, fewest, i = 0, len(self.options) + 1, right[0]
        while i:
            ways = size[i] - need[i] + 1
            if ways < fewest:
                best, fewest = i, ways
                if ways <= 0:
                    break
            i = right[i]
        return best, fewest

    def needing(self) -> list[int]:
        """The items that need more, in their order."""
        found, i = [], self.right[0]
        while i:
            found.append(i)
            i = self.right[i]
        return found

    def open_in(self, i: int) -> list[int]:
        """The literals of item i whose options are open, in their order; i = 0: all open options."""
        if not i:
            return [option for option in self.options if not self.value[option]]
        found, node = [], self.down[i]
        while node != i:
            found.append(self.literal[node])
            node = self.down[node]
        return found

    def cover(self, i: int) -> list[int]:
        """The options of item i leave the lists of all other items; returns their literals in it."""
        up, down, item, size, literal, nodes = self.up, self.down, self.item, self.size, self.literal, self.nodes
        hidden = []
        node = down[i]
        while node != i:
            hidden.append(literal[node])
            for other in nodes[abs(literal[node])]:
                if other != node:
                    above, below = up[other], down[other]
                    down[above], up[below] = below, above
                    size[item[other]] -= 1
            node = down[node]
        self.open -= len(hidden)
        return hidden

    def uncover(self, i: int) -> None:
        """What cover did, in reverse: each node still knows its place."""
        up, down, item, size, literal, nodes = self.up, self.down, self.item, self.size, self.literal, self.nodes
        node = up[i]
        while node != i:
            for other in reversed(nodes[abs(literal[node])]):
                if other != node:
                    up[down[other]] = down[up[other]] = other
                    size[item[other]] += 1
            self.open += 1
            node = up[node]

    def hide(self, option: int) -> None:
        """The option leaves the lists of all its items."""
        for node in self.nodes[option]:
            above, below = self.up[node], self.down[node]
            self.down[above], self.up[below] = below, above
            self.size[self.item[node]] -= 1
        self.open -= 1

    def unhide(self, option: int) -> None:
        """It comes back."""
        for node in reversed(self.nodes[option]):
            self.up[self.down[node]] = self.down[self.up[node]] = node
            self.size[self.item[node]] += 1
        self.open += 1

    def leave(self, i: int) -> None:
        """Item i leaves the list of those that need something."""
        self.right[self.left[i]], self.left[self.right[i]] = self.right[i], self.left[i]

    def join(self, i: int) -> None:
        """It comes back."""
        self.right[self.left[i]] = self.left[self.right[i]] = i

    def count(self, literal: int, full: list[int]) -> None:
        """The literal of a hidden option is true; items that have all they may have now join ``full``."""
        self.trail.append(literal)
        self.value[abs(literal)] = literal
        need, room = self.need, self.room
        for i in self.items[literal]:
            need[i] -= 1
            room[i] -= 1
            if need[i] == 0:
                self.leave(i)
            if room[i] == 0:
                full.append(i)
            elif room[i] < 0:
                self.broken += 1

    def uncount(self, length: int) -> None:
        """Only the first literals of the trail are true."""
        need, room, trail = self.need, self.room, self.trail
        while len(trail) > length:
            literal = trail.pop()
            self.value[abs(literal)] = 0
            for i in reversed(self.items[literal]):
                if room[i] < 0:
                    self.broken -= 1
                if need[i] == 0:
                    self.join(i)
                need[i] += 1
                room[i] += 1
