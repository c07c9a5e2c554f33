"""The nodes that a run has visited, and those that others visit: what the picture of the jumps is made of.

A node is one value that a variable took. It stands in the lane of its level, as far to the right as leaves were left
behind before it. So time goes to the right, and nothing that was drawn ever moves. Where chronological backtracking
gets through with a few thousand nodes, its tree lends all searches in the same order their places: what they leave out
stays empty, or is drawn as avoided.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from algorithms.backjumping import events as b
from algorithms.backjumping.look_back import BT, CBJ
from algorithms.backjumping.problem import problem_of
from algorithms.events import JumpedBack, Solved
from algorithms.problems.forms.binary import to_binary
from algorithms.problems.forms.csp import CSP, Domain, Value
from scenarios.timeline import Timeline
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.runs.followed import following
from visualizer.runs.states import State

MOST_SHADOWED = 6000  # nodes of the tree of BT: where it is larger, nothing is said about what was avoided

@dataclass
class Tree:
    """Nodes in the order in which they were visited, which is preorder.

    levels, parents, places: of each node its level, its parent (−1: none), and how many leaves lie before it
    leaves: how many there are
    """

    levels: array[int] = field(default_factory=lambda: array("H"))
    parents: array[int] = field(default_factory=lambda: array("i"))
    places: array[int] = field(default_factory=lambda: array("I"))
    leaves: int = 0
    _branch: list[int] = field(default_factory=list)

    def add(self, level: int, place: int | None = None) -> int:
        """A node at that level of the current branch. Returns its number."""
        if self.levels and level <= self.levels[-1]:
            self.leaves += 1
        del self._branch[level - 1:]
        self.parents.append(self._branch[-1] if self._branch else -1)
        self._branch.append(len(self.levels))
        self.levels.append(level)
        self.places.append(self.leaves if place is None else place)
        return len(self.levels) - 1

    @property
    def branch(self) -> list[int]:
        """The nodes from the first level to the last one added."""
        return self._branch


@dataclass
class Shadow:
    """The tree of chronological backtracking, and in it that of conflict-directed backjumping.

    below:  of each node, by the number and the value, its children; the root is −1
    needed: for each node, does CBJ visit it, too?
    ends:   of each the number behind the last node below it
    first:  how many leaves lie before the first solution, that one counted; all where there is none
    """

    tree: Tree
    below: dict[tuple[int, Value], int]
    needed: bytearray
    ends: array[int]
    first: int

    def follows(self, node: int, first: int) -> bool:
        """Does a search come to this node next, of those from ``first`` on that have the same parent? It leaves out
        only what is refused at once, as forward checking does."""
        while first < node and self.ends[first] == first + 1:
            first += 1
        return first == node


def shadow_of(search: BackjumpState) -> Shadow | None:
    """The shadow of a search; None where there is none, or its tree is too large. Runs that are compared have
    the same."""
    if search.dynamic or not search.order:
        return None
    asked = search.csp, dict(search.values), search.all
    if not _last or _last[0][0] != asked:
        _last[:] = [(asked, _made(search))]
    return _last[0][1]


_last: list[tuple[tuple[CSP, Mapping[str, Domain], bool], Shadow | None]] = []  # the one that was made last


def _made(search: BackjumpState) -> Shadow | None:
    problem = problem_of(to_binary(search.csp), search.values, "given", None)
    tree, below = Tree(), dict[tuple[int, Value], int]()
    first = 0
    for event in BT(problem).bcssp(search.all):
        if isinstance(event, Solved):
            first = first or tree.leaves + 1
        if not isinstance(event, b.Instantiated):
            continue
        if len(tree.levels) == MOST_SHADOWED:
            return None
        node = tree.add(event.level)
        below[tree.parents[node], event.value] = node
    needed, branch = bytearray(len(tree.levels)), list[int]()
    for event in CBJ(problem).bcssp(search.all):
        if not isinstance(event, b.Instantiated):
            continue
        del branch[event.level - 1:]
        branch.append(below[branch[-1] if branch else -1, event.value])
        needed[branch[-1]] = 1
    return Shadow(tree, below, needed, _ends(tree), first or tree.leaves + 1)


def _ends(tree: Tree) -> array[int]:
    ends = array("I", range(1, len(tree.levels) + 1))
    for node in range(len(ends) - 1, -1, -1):
        if tree.parents[node] >= 0:
            ends[tree.parents[node]] = max(ends[tree.parents[node]], ends[node])
    return ends


@dataclass
class Record:
    """What a timeline says up to an index.

    tree:      the nodes that were visited; ``positions`` just after the events that visited them
    shadowed:  of each the number in the shadow, if there is one
    waste:     behind each, how many so far CBJ does not visit
    returns:   positions of jumps, with the node at each dead end, or before it, and the one that was jumped to
    solutions: the nodes that are some
    """

    upto: int = 0
    tree: Tree = field(default_factory=Tree)
    positions: array[int] = field(default_factory=lambda: array("I"))
    shadow: Shadow | None = None
    shadowed: array[int] = field(default_factory=lambda: array("I"))
    waste: array[int] = field(default_factory=lambda: array("I", (0,)))
    returns: list[tuple[int, ...]] = field(default_factory=list)
    solutions: list[int] = field(default_factory=list)
    _branch: list[int] = field(default_factory=list)

    def follow(self, timeline: Timeline[State]) -> None:
        """Reads what has been recorded since."""
        begins = timeline.positions(b.OrderFixed)
        if not begins:
            return
        if not self.upto:
            self.shadow = shadow_of(backjump_of(timeline.at(begins[0] + 1)))
        indexes: list[int] = []
        for kind in (b.Instantiated, JumpedBack, Solved):
            positions = timeline.positions(kind)
            indexes += positions[bisect_left(positions, self.upto):]
        for index in sorted(indexes):
            event = timeline.events[index]
            if isinstance(event, b.Instantiated):
                self._visit(event, index + 1)
            elif isinstance(event, JumpedBack):
                branch = self.tree.branch
                self.returns.append((index + 1, branch[min(event.start, len(branch)) - 1], branch[event.level - 1]))
            else:
                self.solutions.append(len(self.tree.levels) - 1)
        self.upto = len(timeline.events)

    def _visit(self, event: b.Instantiated, position: int) -> None:
        self.positions.append(position)
        place = None
        if self.shadow is not None:
            before = self._branch[event.level - 1] if len(self._branch) >= event.level else None
            del self._branch[event.level - 1:]
            parent = self._branch[-1] if self._branch else -1
            found = self.shadow.below.get((parent, event.value))
            # as printed, BM-CBJ2 goes where nobody else does; and somebody may choose another value
            first = parent + 1 if before is None else self.shadow.ends[before]
            if found is None or not self.shadow.follows(found, first):
                self._without_shadow()
            else:
                self._branch.append(found)
                self.shadowed.append(found)
                self.waste.append(self.waste[-1] + (not self.shadow.needed[found]))
                place = self.shadow.tree.places[found]
        self.tree.add(event.level, place)

    def _without_shadow(self) -> None:
        """Places the nodes by themselves, those too that had places in the shadow."""
        self.shadow, levels = None, self.tree.levels
        self.tree = Tree()
        for level in levels:
            self.tree.add(level)

    # --- looking -----------------------------------------------------------------------------------------------------

    def visited(self, position: int) -> int:
        """How many nodes were visited before that position."""
        return bisect_right(self.positions, position)

    def branch(self, search: BackjumpState, position: int) -> list[int]:
        """The nodes of the current branch, one for each label."""
        node, found = self.visited(position) - 1, list[int]()
        while node >= 0:
            if self.tree.levels[node] <= len(search.branch):
                found.append(node)
            node = self.tree.parents[node]
        return found[::-1]

    def wasted(self, position: int) -> int:
        """How many of them CBJ does not visit."""
        return 0 if self.shadow is None else self.waste[self.visited(position)]

    def frontier(self, search: BackjumpState, position: int) -> int:
        """How far BT has come in its tree where it is where this search is now."""
        count = self.visited(position)
        if self.shadow is None or not count:
            return 0
        if search.ended:
            return len(self.shadow.ends)
        if search.returned is None and search.dead_end is None:
            return self.shadowed[count - 1] + 1
        level = search.level if search.returned is None else search.returned.level
        return self.shadow.ends[self.shadowed[self.above(count - 1, level)]]

    def reached(self, count: int, frontier: int) -> int:
        """How many leaves lie to the left of where the search, or BT in its place, has come."""
        visited = self.tree.places[count - 1] + 1 if count else 1
        return visited if self.shadow is None or not frontier else max(
            visited, self.shadow.tree.places[frontier - 1] + 1)

    def above(self, node: int, level: int) -> int:
        """The node at that level, or the nearest one before it, on the way from the root to a node."""
        while self.tree.levels[node] > level:
            node = self.tree.parents[node]
        return node


record_of = following(Record)
