"""A graph that is drawn whole: its places, its edges from both sides, the ways through it."""

from __future__ import annotations

from functools import cached_property, lru_cache

from algorithms.transitions.graph import Edge, Graph
from algorithms.transitions.records import State
from visualizer.canvas.primitives import Rect
from visualizer.families.transitions.layout import Placement, lay_out
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.strokes import Kind, kinds
from visualizer.families.transitions.unfolding import Unfolding

Label = tuple[int, str, float, Rect]  # a state, its record, how large that is, and where


class Drawn:
    """A graph with what is worked out once to draw it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.labels: tuple[object, list[Label]] = (None, [])  # behind what they were worked out for

    @cached_property
    def placement(self) -> Placement:
        """Where the states lie."""
        layers = self.graph.layers
        assert layers is not None  # Propositions 1(a) and 3(a)
        return lay_out(layers, [(edge.source, edge.target) for edge in self.graph.edges])

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Of each state."""
        return kinds(self.graph)

    @cached_property
    def entering(self) -> tuple[tuple[Edge, ...], ...]:
        """Of each state the edges that lead to it."""
        found: list[list[Edge]] = [[] for _ in self.graph.states]
        for edge in self.graph.edges:
            found[edge.target].append(edge)
        return tuple(map(tuple, found))

    def route(self, start: State, end: State) -> tuple[Edge, ...] | None:
        """A shortest path; None if there is none."""
        number, graph = self.graph.number, self.graph
        if start not in number or end not in number:
            return None
        came: dict[int, Edge] = {}
        due = [number[start]]
        for source in due:  # grows
            for edge in graph.leaving[source]:
                if edge.target not in came:
                    came[edge.target] = edge
                    due.append(edge.target)
        path: list[Edge] = []
        here = number[end]
        while here != number[start]:
            if here not in came:
                return None
            path.append(came[here])
            here = path[-1].source
        return tuple(reversed(path))


def drawn(state: TransitionState) -> Drawn | None:
    """The graph that is drawn whole; None where it is too large for that."""
    return _drawn(state.unfolding, state.began)


@lru_cache(maxsize=16)
def _drawn(unfolding: Unfolding, began: State) -> Drawn | None:
    graph = unfolding.whole(began)
    return None if graph is None else Drawn(graph)
