"""Where the nodes of a search tree lie, in columns and rows, and which of its subtrees are folded into one mark.

Source: E. Reingold, J. Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering, 1981: subtrees
stand as close to each other as their outlines allow, a parent in the middle above its children. Where the tree is
large, the current branch goes straight down instead, and what has been left hangs beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple

from visualizer.runs.search_tree import SearchTree

Rule = Literal["fit", "fold", "unfold"]
_MOST_BESIDE = 3  # children of a node of the current branch, failed or left, that are shown one by one
_MOST_SOLUTIONS = 8  # of a tree; where there are more, branches with solutions fold as well


class Shape(NamedTuple):
    """A subtree laid out, its root at column 0 of row 0.

    first:   the number of its root; ``end`` the number behind its last node
    folded:  the nodes from ``first`` to ``end`` are one mark
    below:   what hangs below the root, each with its column
    left:    the first column in each row; ``right`` the last one; ``low`` and ``high`` are those of all rows
    letters: of the longest text in it
    """

    first: int
    end: int
    folded: bool
    below: tuple[tuple[float, Shape], ...]
    left: list[float]
    right: list[float]
    low: float
    high: float
    letters: int


@dataclass
class Folds:
    """What is folded: by hand, and otherwise by a rule: all that was left without a solution (``fold``), nothing
    (``unfold``), or what is needed to keep the tree readable (``fit``). ``by_hand``: (number of the tree, node)."""

    rule: Rule = "fit"
    by_hand: dict[tuple[int, int], bool] = field(default_factory=dict)
    _kept: dict[int, Shape] = field(default_factory=dict)  # of subtrees that were left: they stay as they are …
    _kept_for: tuple[object, ...] = ()  # … as long as this is the same

    def lay_out(self, tree: SearchTree, *, fold: bool, straight: bool) -> Shape:
        """The whole of a tree that is not empty. ``fold`` what was left; ``straight``: the current branch goes down."""
        fruitful = fold and tree.solutions(0, tree.count) > _MOST_SOLUTIONS
        use = tree.number, fold, fruitful, tuple(self.by_hand.items())
        if use != self._kept_for:
            self._kept, self._kept_for = {}, use
        branch, shapes, shown = set(tree.branch), dict[int, Shape](), list[int]()
        index = 0
        while index < tree.count:
            if index in branch:
                shown.append(index)
                index += 1
                continue
            kept = self._kept.get(index)
            if kept is None and self._hides(tree, index, fold, fruitful):
                kept = self._kept[index] = mark(index, tree.end(index))
            if kept is None:
                shown.append(index)
                index += 1
            else:
                shapes[index] = kept
                index = kept.end
        for index in reversed(shown):  # children have larger numbers than their parents
            current = index in branch
            shapes[index] = self._join(tree, index, shapes, branch if current else None, fold, straight)
            if not current:
                self._kept[index] = shapes[index]
        return shapes[0]

    def _hides(self, tree: SearchTree, index: int, fold: bool, fruitful: bool) -> bool:
        """Is that subtree, which has been left, one mark?"""
        if tree.end(index) == index + 1:
            return False
        by_hand = self.by_hand.get((tree.number, index))
        if by_hand is not None:
            return by_hand
        return fold and index > 0 and (fruitful or tree.barren(index))

    def gathers(self, tree: SearchTree, index: int, fold: bool) -> bool:
        """Are the children of that node of the current branch that failed or were left one mark?"""
        by_hand = self.by_hand.get((tree.number, index))
        if by_hand is not None:
            return by_hand
        return fold and len(left_below(tree, index)) > _MOST_BESIDE

    def _join(self, tree: SearchTree, index: int, shapes: dict[int, Shape], branch: set[int] | None, fold: bool,
              straight: bool) -> Shape:
        """A node above what is below it; ``branch``: it is of the current one."""
        children = tree.children(index)
        below = [shapes[child] for child in children]
        if branch is not None and self.gathers(tree, index, fold):
            below, left = [], set(left_below(tree, index))
            for hidden, run in groupby(children, key=left.__contains__):
                group = list(run)
                alone = not hidden or len(group) == 1
                below += [shapes[child] for child in group] if alone else [mark(group[0], tree.end(group[-1]))]
        last = bool(branch and children and children[-1] in branch)
        return above(index, tree.end(index), below, len(tree.node(index).label) + 2, straight=straight and last)


def left_below(tree: SearchTree, index: int) -> list[int]:
    """The children of a node of the current branch that failed, or were left without a solution."""
    branch = set(tree.branch)
    return [child for child in tree.children(index) if child not in branch and tree.barren(child)]


def mark(first: int, end: int) -> Shape:
    """The nodes from ``first`` to ``end`` in one."""
    return Shape(first, end, True, (), [0.0], [0.0], 0.0, 0.0, round(1.6 * len(f"✗ {end - first:,}")))


def above(first: int, end: int, below: Sequence[Shape], letters: int, *, straight: bool) -> Shape:
    """A node above subtrees that stand as close as their outlines allow: in their middle, or above the last one."""
    left: list[float] = []
    right: list[float] = []
    columns: list[float] = []
    for shape in below:
        column = max((a - b for a, b in zip(right, shape.left, strict=False)), default=-1.0) + 1
        columns.append(column)
        left += [column + x for x in shape.left[len(left):]]
        right[: len(shape.right)] = [column + x for x in shape.right]
    root = 0.0
    if columns:
        root = columns[-1] if straight else (columns[0] + columns[-1]) / 2
    if root:
        left, right = [x - root for x in left], [x - root for x in right]
    placed = tuple((column - root, shape) for column, shape in zip(columns, below, strict=True))
    return Shape(first, end, False, placed, [0.0, *left], [0.0, *right],
                 min((column + shape.low for column, shape in placed), default=0.0),
                 max((column + shape.high for column, shape in placed), default=0.0),
                 max((letters, *(shape.letters for shape in below))))
