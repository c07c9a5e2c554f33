"""A graph to be coloured: what is read, checked and made of it stands on this, the puzzle of lessons on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from algorithms.problems.forms.csp import Value
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted, verb

MOST_NODES = 5000  # more could not be drawn so that each is a square of its own
MOST_EDGES = 250_000  # a constraint each, about 100 MB

Edge = tuple[str, str]
Point = tuple[float, float]


@dataclass(frozen=True)
class Graph:
    """A graph, and its colours.

    nodes, edges: of the graph, each edge once
    colours:      that there are, in the order in which they are tried
    given:        the colour of each node that has one already
    spots:        where the nodes of a map lie, in cells; of other graphs a place is sought
    notes:        what was odd in the text of the graph, and how it was understood
    """

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    colours: tuple[Value, ...]
    given: Mapping[str, Value]
    spots: Mapping[str, Point] | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """For each node those that it shares an edge with."""
        found: dict[str, list[str]] = {x: [] for x in self.nodes}
        for x, y in self.edges:
            found[x].append(y)
            found[y].append(x)
        return {x: tuple(others) for x, others in found.items()}


def check_size(nodes: int, edges: int, key: str, line: int = 0) -> None:
    """Raises PuzzleError, about that key, where a graph has too few or too many of them."""
    if nodes < 1:
        raise PuzzleError("has no nodes; a graph needs at least one", key=key, line=line)
    if nodes > MOST_NODES:
        raise PuzzleError(f"has {nodes:,} nodes; at most {MOST_NODES:,} can be drawn so that each has a place of its "
                          "own: take a smaller graph", key=key, line=line)
    if edges > MOST_EDGES:
        raise PuzzleError(f"has more than {MOST_EDGES:,} edges, and each is a constraint in memory; take a smaller "
                          "graph", key=key, line=line)


def repeated(count: int) -> str:
    """The warning that so many edges stand there more than once."""
    return f"{counted(count, 'edge')} {verb(count, 'stand')} there more than once; each is taken once"
