"""A graph for round trips is changed: its edges, and where the trip begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.colouring.edges import edge_lines, toggled, with_edge_lines
from algorithms.problems.colouring.sources import Source
from algorithms.problems.hamiltonian.puzzle import Hamiltonian
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button


@changes(Hamiltonian)
class HamiltonianChanges(Changes[Hamiltonian]):
    """A drag draws or removes an edge; a click on a node is the start, on an edge removes it."""

    how_to = ("Drag from a node to another for an edge, or to remove it (keys: J at both). A click on a node lets the "
              "trip begin there; a click on an edge removes it.")
    lines_are = "Edges and nodes"
    like = "A -- B"

    def click(self, puzzle: Hamiltonian, place: str, button: Button, line: int | None) -> Hamiltonian | None:
        if place in puzzle.edges:
            return self.join(puzzle, *(puzzle.reached(x) for x in puzzle.edges[place]))
        node = _node(puzzle, place)
        return None if node is None else replace(puzzle, start=node)

    def key(self, puzzle: Hamiltonian, place: str | None, name: str) -> Hamiltonian | None:
        if place is None or place not in puzzle.edges or name != "delete":
            return None
        return self.click(puzzle, place, "uncover", None)

    def join(self, puzzle: Hamiltonian, one: str, other: str) -> Hamiltonian | None:
        x, y = _node(puzzle, one), _node(puzzle, other)
        return None if x is None or y is None else _of(puzzle, toggled(puzzle.source, x, y))

    def lines(self, puzzle: Hamiltonian) -> Sequence[str]:
        return edge_lines(puzzle.source)

    def with_lines(self, puzzle: Hamiltonian, lines: Sequence[str]) -> Hamiltonian:
        return _of(puzzle, with_edge_lines(puzzle.source, lines))

    def line_of(self, puzzle: Hamiltonian, place: str) -> int | None:
        return list(puzzle.edges).index(place) if place in puzzle.edges else None


def _node(puzzle: Hamiltonian, place: str) -> str | None:
    return next((x for x in puzzle.nodes if puzzle.reached(x) == place), None)


def _of(puzzle: Hamiltonian, source: Source) -> Hamiltonian:
    return Hamiltonian(source, puzzle.start if puzzle.start in source.nodes else source.nodes[0])
