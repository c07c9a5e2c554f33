"""How many colours are enough for a graph, and can it be coloured at all with those that there are? The latter is asked
of a SAT solver (python-sat), for as long as the answer comes quickly.

Where it cannot, nodes are found that clash: they alone, with the edges between them, cannot be coloured, and where the
solver was quick enough each of them is needed for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import count

from algorithms.long_work import Solving
from algorithms.problems.colouring.graph import Graph
from algorithms.words import counted, few

_MOST_LITERALS = 1_000_000  # in clauses: a second's work before the solver begins
_MOST_CONFLICTS = 10_000  # of one question, about a second on a dense graph …
_MOST_STEPS = 4_000_000  # … and propagations, about a second on a large one; all further questions take as many at most
_MOST_CENTRES = 60  # nodes around which a small clash is looked for
_MOST_NAMED = 12


def verdict(puzzle: Graph) -> str:
    """That the graph cannot be coloured, and which nodes clash; "" where it can, or where nobody knows soon enough."""
    clash = clashing(puzzle)
    if clash is None:
        return ""
    named = few((f"{x} = {puzzle.given[x]}" if x in puzzle.given else x for x in clash), _MOST_NAMED)
    colours = counted(len(puzzle.colours), "colour")
    return f"this graph cannot be coloured with {colours}; these nodes clash: {named}"


def clashing(puzzle: Graph) -> list[str] | None:
    """Nodes that cannot be coloured together, as few as are quickly found; None where the graph can be coloured, or
    where that is not known soon enough."""
    size = len(puzzle.colours)
    if len(puzzle.nodes) * size + 2 * size * len(puzzle.edges) > _MOST_LITERALS:
        return None
    clique = [] if puzzle.given else _clique(puzzle)
    if len(clique) > size:
        return sorted(clique[: size + 1], key=puzzle.nodes.index)
    with _Solver(puzzle, clique) as solver:
        first = solver.clash(puzzle.nodes)
        if first is None:
            return None
        found = solver.smaller(first)
        for centre in puzzle.nodes if len(puzzle.nodes) <= _MOST_CENTRES else ():
            found = min(found, solver.smaller(_from_afar(puzzle, centre)), key=len)
    return sorted(found, key=puzzle.nodes.index)


def greedy(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> int:
    """How many colours are enough: those that DSATUR takes (Brélaz 1979). The next node is one whose neighbours have
    the most colours already, of these one with the most neighbours; it gets the first colour that is free."""
    neighbours: dict[str, list[str]] = {x: [] for x in nodes}
    for x, y in edges:
        neighbours[x].append(y)
        neighbours[y].append(x)
    around: dict[str, set[int]] = {x: set() for x in nodes}
    coloured: set[str] = set()
    most = 0
    places = {x: number for number, x in enumerate(nodes)}
    waiting = [(0, -len(neighbours[x]), number, x) for x, number in places.items()]  # with entries that are outdated
    heapify(waiting)
    while waiting:
        saturation, _, _, x = heappop(waiting)
        if x in coloured or -saturation < len(around[x]):
            continue
        coloured.add(x)
        colour = next(colour for colour in count() if colour not in around[x])
        most = max(most, colour + 1)
        for y in neighbours[x]:
            if y not in coloured and colour not in around[y]:
                around[y].add(colour)
                heappush(waiting, (-len(around[y]), -len(neighbours[y]), places[y], y))
    return most


def _from_afar(puzzle: Graph, centre: str) -> list[str]:
    """All nodes, those that are the most edges away from that one first."""
    found = [centre]
    for x in found:  # it grows as it is read
        found += [y for y in puzzle.neighbours[x] if y not in found]
    return [*(x for x in puzzle.nodes if x not in found), *reversed(found)]


class _Solver(Solving):
    """A solver that knows the edges. That a node has a colour, and which one if it is given, is assumed node by node;
    in a clique the colours are handed out in order, as any other order is the same but for their names."""

    def __init__(self, puzzle: Graph, clique: Sequence[str]) -> None:
        from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

        size = len(puzzle.colours)
        first = {x: index * (size + 1) + 2 for index, x in enumerate(puzzle.nodes)}  # the number before: has a colour
        clauses = [[1 - first[x], *range(first[x], first[x] + size)] for x in puzzle.nodes]
        clauses += [[-first[x] - colour, -first[y] - colour] for x, y in puzzle.edges for colour in range(size)]
        chosen = {x: puzzle.colours.index(colour) for x, colour in puzzle.given.items()}
        chosen |= {x: colour for colour, x in enumerate(clique)}
        clauses += [[1 - first[x], first[x] + colour] for x, colour in chosen.items()]
        self._assumed = {x: number - 1 for x, number in first.items()}
        self._named = {number: x for x, number in self._assumed.items()}
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    @property
    def steps(self) -> int:
        """How many propagations there were."""
        return int(self._solver.accum_stats()["propagations"])

    def clash(self, nodes: Sequence[str]) -> list[str] | None:
        """Nodes among these that clash; None if they can be coloured, or if that takes too long."""
        self._solver.conf_budget(_MOST_CONFLICTS)
        self._solver.prop_budget(_MOST_STEPS)
        if self._solver.solve_limited(assumptions=[self._assumed[x] for x in nodes]) is not False:
            return None
        core = {self._named[literal] for literal in self._solver.get_core() or ()}
        return [x for x in nodes if x in core]

    def smaller(self, nodes: list[str]) -> list[str]:
        """Nodes among those given, which clash, without each that is not needed, the first ones tried first."""
        for x in nodes:
            if x in nodes and self.steps < 2 * _MOST_STEPS:
                nodes = self.clash([y for y in nodes if y != x]) or nodes
        return nodes


def _clique(puzzle: Graph) -> list[str]:
    """Nodes that all share edges: from each of those with the most neighbours on, as long as there is another."""
    neighbours = {x: frozenset(others) for x, others in puzzle.neighbours.items()}
    by_degree = sorted(puzzle.nodes, key=lambda x: -len(neighbours[x]))
    best: list[str] = []
    for start in by_degree[:20]:
        found, left = [start], neighbours[start]
        while left:
            x = max(sorted(left), key=lambda x: len(neighbours[x] & left))
            found.append(x)
            left &= neighbours[x]
        best = max(best, found, key=len)
    return best
