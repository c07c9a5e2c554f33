"""The edges of a graph as lines that one types, and graphs with other edges."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.colouring.graph import Edge
from algorithms.problems.colouring.sources import Source, arranged, check_node
from algorithms.problems.puzzle import PuzzleError

_APART = 1.4  # cells from a new node to the next


def edge_lines(source: Source) -> list[str]:
    """``A – B`` for each edge, then the nodes that have none."""
    joined = {x for edge in source.edges for x in edge}
    return [*(f"{x} – {y}" for x, y in source.edges), *(x for x in source.nodes if x not in joined)]


def with_edge_lines(source: Source, lines: Sequence[str]) -> Source:
    """The graph of such lines: nodes of the old one stay where they are drawn, new ones stand beside them. Raises
    PuzzleError."""
    edges: dict[frozenset[str], Edge] = {}
    named: dict[str, None] = {}
    for line in lines:
        ends = tuple(part.strip() for part in line.replace("–", "--").split("--"))
        if len(ends) > 2:
            raise PuzzleError(f"{line[:60]!r} names {len(ends)} nodes; an edge has two ends: write A -- B")
        for x in ends:
            check_node(x, "")
            named[x] = None
        if len(ends) == 2:
            if ends[0] == ends[1]:
                raise PuzzleError(f"{ends[0]} would have an edge to itself; name another node")
            edges.setdefault(frozenset(ends), (ends[0], ends[1]))
    if not named:
        raise PuzzleError("a graph needs at least one node")
    nodes = (*(x for x in source.nodes if x in named), *(x for x in named if x not in source.nodes))
    return Source(nodes, tuple(edges.values()), _spots(source, nodes), source.notes)


def toggled(source: Source, x: str, y: str) -> Source:
    """With an edge between two nodes, or without it where there was one."""
    if x == y:
        return source
    rest = tuple(edge for edge in source.edges if set(edge) != {x, y})
    edges = rest if len(rest) < len(source.edges) else (*rest, (x, y))
    return Source(source.nodes, edges, _spots(source, source.nodes), source.notes)


def _spots(source: Source, nodes: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Where the nodes are drawn: a graph that is changed does not jump."""
    known = source.spots if source.spots is not None else arranged(source).places
    found = {x: (round(known[x][0], 2), round(known[x][1], 2)) for x in nodes if x in known}
    right = max((across for across, _ in found.values()), default=-_APART) + _APART
    new = [x for x in nodes if x not in found]
    return {x: found.get(x, (right, _APART * new.index(x)) if x in new else (0.0, 0.0)) for x in nodes}
