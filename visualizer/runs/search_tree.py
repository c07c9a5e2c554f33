"""The search tree as it grows: what a state of any search, for models or for solutions, folds its branches into.

A search only ever grows the end of its current branch and goes back along it. So nodes are numbered in preorder: a
subtree is a range of numbers, and no node of a branch that was left ever changes again.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Self, get_args

MOST_NODES = 20_000  # of the tree; a larger one could not be looked at, and the rest of a run is not drawn

Status = Literal["open", "failed", "solution", "fruitful"]  # fruitful: open, or left, with a solution below
_STATUSES: tuple[Status, ...] = get_args(Status)
_OPEN, _FAILED, _SOLUTION, _FRUITFUL = range(4)


class Node(NamedTuple):
    """A node: the number of its parent (-1: it is the root), what was decided to get there, and its depth; ``tied``:
    among how many variables a tie was broken for that, 0 where there was none."""

    parent: int
    label: str
    depth: int
    tied: int = 0


class _Log:
    """Nodes that only ever become more, so that all states of a run share them. ``ends``: the number of the first node
    behind each one's subtree, 0 while that is not known; ``branch``: the nodes for which it is not; ``depths``: theirs
    once more, to be looked through fast."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.depths = array("I")
        self.ends: list[int] = []
        self.branch: list[int] = []

    def add(self, node: Node) -> None:
        while self.branch and self.nodes[self.branch[-1]].depth >= node.depth:
            self.ends[self.branch.pop()] = len(self.nodes)
        self.branch.append(len(self.nodes))
        self.nodes.append(node)
        self.depths.append(node.depth)
        self.ends.append(0)

    def until(self, count: int) -> _Log:
        """A log of its own with the first ``count`` nodes."""
        log = _Log()
        for node in self.nodes[:count]:
            log.add(node)
        return log


@dataclass(slots=True)
class SearchTree:
    """A tree, as far as it has grown. A copy costs no more than the bytes of its statuses.

    number: how many trees there were before it in this run: each search begins a new one
    grown:  how many nodes it has; those from MOST_NODES on have a number, but are not kept
    path:   the current branch from the root: (node, level)
    left:   the nodes that were left with the last jump
    turns:  how many changes led to it, of this tree and those before: equal turns of a run are equal trees
    """

    number: int = 0
    grown: int = 0
    path: tuple[tuple[int, int], ...] = ()
    left: tuple[int, ...] = ()
    turns: int = 0
    _log: _Log = field(default_factory=_Log)
    _statuses: bytearray = field(default_factory=bytearray)

    def copy(self) -> Self:
        return replace(self, _statuses=self._statuses[:])

    # --- looking ---------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many nodes are kept."""
        return len(self._statuses)

    @property
    def branch(self) -> tuple[int, ...]:
        """The nodes of the current branch that are kept, from the root."""
        return tuple(node for node, _ in self.path if node < len(self._statuses))

    def node(self, index: int) -> Node:
        """A node that is kept."""
        return self._log.nodes[index]

    def depths(self, first: int, end: int) -> Sequence[int]:
        """How deep the nodes from ``first`` to ``end`` lie, of those that are kept."""
        return self._log.depths[first:min(end, self.count)]

    def status(self, index: int) -> Status:
        """What is known of a node that is kept."""
        return _STATUSES[self._statuses[index]]

    def barren(self, index: int) -> bool:
        """Is a node that is kept without a solution below: failed, left, or not finished?"""
        return self.status(index) in ("open", "failed")

    def known(self, first: int, end: int) -> Status:
        """What is known of the nodes from ``first`` to ``end``, whole subtrees side by side: failed if each has."""
        while self.status(first) == "failed" and self.end(first) < end:
            first = self.end(first)
        return self.status(first)

    def end(self, index: int) -> int:
        """The number behind the last node of the subtree of ``index``."""
        return min(self._log.ends[index] or self.count, self.count)

    def children(self, index: int) -> list[int]:
        """The children of a node, in the order in which they were tried."""
        found, child, end = [], index + 1, self.end(index)
        while child < end:
            found.append(child)
            child = self.end(child)
        return found

    def solutions(self, first: int, end: int) -> int:
        """How many solutions there are among these nodes."""
        return self._statuses.count(_SOLUTION, first, end)

    # --- growing ---------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """A new search begins."""
        if self.grown:
            self.number += 1
            self.turns += 1
            self.grown, self.path, self.left, self._log, self._statuses = 0, (), (), _Log(), bytearray()

    def grow(self, label: str, level: int, tied: int = 0) -> None:
        """A child of the end of the current branch, which goes on to it; without a branch, the root of a new tree."""
        if not self.path:
            self.clear()
        parent = self.path[-1][0] if self.path else -1
        if self.grown < MOST_NODES:
            self._add(Node(parent, label, len(self.path), tied))
        self.path = (*self.path, (self.grown, level))
        self.grown += 1
        self.turns += 1

    def _add(self, node: Node) -> None:
        nodes = self._log.nodes
        if len(nodes) > self.grown and nodes[self.grown] != node:  # another state of the run went on differently
            self._log = self._log.until(self.grown)
        if len(self._log.nodes) == self.grown:
            self._log.add(node)
        self._statuses.append(_OPEN)

    def leave(self, level: int, failed: bool) -> None:
        """The current branch ends at its last node of that level or a lower one, at the latest at the root. The nodes
        left have ``failed``, those with a solution below excepted; otherwise they stay open."""
        while len(self.path) > 1 and self.path[-1][1] > level:
            self.back(failed)

    def jump(self, level: int, failed: bool) -> None:
        """The same where the search may jump over levels: only its last node has ``failed``; a model may lie below
        others."""
        self.left = tuple(node for node, at in self.path[1:] if at > level)
        if self.left:
            self.back(failed)
        self.leave(level, failed=False)

    def fail_left(self) -> None:
        """There was no jump: of the nodes left last all have failed."""
        for node in self.left:
            self._fail(node)
        self.turns += 1

    def back(self, failed: bool) -> None:
        """The current branch ends one node earlier."""
        node = self.path[-1][0]
        if failed:
            self._fail(node)
        self.path = self.path[:-1]
        self.turns += 1

    def _fail(self, node: int) -> None:
        if node < self.count and self._statuses[node] == _OPEN:
            self._statuses[node] = _FAILED

    def solved(self) -> None:
        """The end of the current branch is a solution."""
        for node in self.branch:
            if self._statuses[node] == _OPEN:
                self._statuses[node] = _FRUITFUL
        if self.path and self.path[-1][0] < self.count:
            self._statuses[self.path[-1][0]] = _SOLUTION
        self.turns += 1
