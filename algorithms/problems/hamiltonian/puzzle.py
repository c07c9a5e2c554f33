"""Hamiltonian cycles: a round trip along the edges of a graph, through each of its nodes once.

Source: Niemelä, *Logic programs with stable model semantics as a constraint programming paradigm*, Annals of
Mathematics and Artificial Intelligence 25, 1999, whose program for directed graphs is this one but that edges here have
no direction: a node is on the trip by exactly two of them.

    puzzle: {kind: hamiltonian, map: usa, nodes: [WA, OR, ID], start: OR}      the part of a map, or all of it
    puzzle: {kind: hamiltonian, edges: [[a, b], [b, c], [c, a]]}               as in colouring; or file:, or random:

The program: each edge may be chosen, ``in(a,b)``; of those at a node two are; ``reached`` is the start, and what a
chosen edge joins to what is reached. Each node must be reached. It is not tight: along an edge two nodes need each
other. Its completion therefore has models with several circles, of which one has the start in it, and the nodes of the
others hold themselves up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

from algorithms.problems.colouring.graph import Edge
from algorithms.problems.colouring.sources import RandomGraph, Source, arranged, placed, read_source
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Domain
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import completion
from algorithms.problems.forms.theory import Theory, of_program
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle
from algorithms.words import counted, few, verb

MOST_NODES = 100  # more could not be drawn so that each edge is seen
MOST_RULES = 200_000

_BOTH: Domain = (0, 1)


@puzzle("hamiltonian", title="Hamiltonian cycle", words="round trip, circuit, travelling salesman, TSP")
@dataclass(frozen=True)
class Hamiltonian:
    """A graph, and the node where the trip begins and ends."""

    source: Source
    start: str

    text_key: ClassVar[str] = "dimacs"  # what a ``file:`` holds

    @classmethod
    def read(
        cls, *, map: str | None = None, dimacs: str | None = None,  # noqa: A002  the key in YAML
        edges: tuple[tuple[str | int, str | int], ...] | None = None, nodes: tuple[str | int, ...] | None = None,
        random: RandomGraph | None = None, start: str | int | None = None,
        positions: dict[str, tuple[float, float]] | None = None,
    ) -> Hamiltonian:
        """The graph from one of its sources; the trip begins at ``start``, or at the first node. Raises PuzzleError."""
        source = placed(read_source(map, dimacs, edges, nodes, random), positions)
        key = next(key for key, given in (("map", map), ("dimacs", dimacs), ("edges", edges), ("random", random))
                   if given is not None)
        if not 3 <= len(source.nodes) <= MOST_NODES:
            raise PuzzleError(f"has {counted(len(source.nodes), 'node')}; a round trip has 3 to {MOST_NODES}", key=key)
        begin = source.nodes[0] if start is None else str(start)
        if begin not in source.nodes:
            raise PuzzleError(f"there is no node {begin[:40]!r}; there is: {few(source.nodes, 60)}", key="start")
        made = cls(source, begin)
        if (rules := sum(comb(len(found), 3) + 3 * len(found) for found in made.edges_at.values())) > MOST_RULES:
            raise PuzzleError(f"this takes {rules:,} rules; a program has at most {MOST_RULES:,}: take a graph with "
                              "fewer edges", key=key)
        return made

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know: what was odd in the text, and nodes by which no trip can lead."""
        lonely = [x for x, found in self.edges_at.items() if len(found) < 2]
        said = (f"there is no round trip: {few(lonely, 8)} {verb(len(lonely), 'have')} fewer than two edges",)
        return (*self.source.notes, *(said if lonely else ()))

    def spelled(self) -> Mapping[str, object]:
        """The nodes, and where they lie on a map; the edges, and where the trip begins."""
        spots = self.source.spots
        places = {} if spots is None else {"positions": {x: list(spots[x]) for x in self.nodes}}
        return {"start": self.start, "nodes": list(self.nodes), "edges": list(map(list, self.source.edges)), **places}

    @property
    def nodes(self) -> tuple[str, ...]:
        """Those of the graph."""
        return self.source.nodes

    @cached_property
    def edges(self) -> Mapping[str, Edge]:
        """The ends of each edge, by the name of the atom that chooses it."""
        return {f"in({x},{y})": (x, y) for x, y in self.source.edges}

    @cached_property
    def edges_at(self) -> Mapping[str, tuple[str, ...]]:
        """For each node the atoms that choose its edges."""
        found: dict[str, list[str]] = {x: [] for x in self.nodes}
        for atom, ends in self.edges.items():
            for x in ends:
                found[x].append(atom)
        return {x: tuple(atoms) for x, atoms in found.items()}

    def reached(self, node: str) -> str:
        """The atom that says so."""
        return f"reached({node})"

    @cached_property
    def _nodes_layout(self) -> Layout:
        return arranged(self.source)

    def layout(self) -> Layout:
        """The nodes as in colouring, each the place of its ``reached``; an edge lies in the middle between its ends."""
        found = self._nodes_layout
        at = {x: found.places[x] for x in self.nodes}
        edges = {atom: ((at[x][0] + at[y][0]) / 2, (at[x][1] + at[y][1]) / 2) for atom, (x, y) in self.edges.items()}
        return Layout(found.columns, found.rows, {**edges, **{self.reached(x): at[x] for x in self.nodes}})

    def domains(self) -> dict[str, Domain]:
        """Both values for each atom."""
        return dict.fromkeys(self.layout().places, _BOTH)

    def as_program(self) -> LogicProgram:
        """The program of Niemelä; ``origins`` are the nodes and edges that a rule is about."""
        names = (*self.edges, *(self.reached(x) for x in self.nodes))
        number = {name: index for index, name in enumerate(names, 1)}
        found = list(self._rules(number))
        return LogicProgram(names, tuple(rule for rule, _ in found), tuple(origin for _, origin in found), len(names))

    def _rules(self, number: Mapping[str, int]) -> Iterator[tuple[Rule, str]]:
        for atom in self.edges:
            yield Rule(number[atom], choice=True), atom
        for x, atoms in self.edges_at.items():
            edges = [number[atom] for atom in atoms]
            for three in combinations(edges, 3):
                yield Rule(0, three), f"at most two at {x}"
            for edge in edges:
                yield Rule(0, (), tuple(other for other in edges if other != edge)), f"at least two at {x}"
            if not edges:
                yield Rule(0), f"at least two at {x}"
        yield Rule(number[self.reached(self.start)]), "start"
        for atom, (x, y) in self.edges.items():
            for one, other in ((x, y), (y, x)):
                if other != self.start:
                    yield Rule(number[self.reached(other)], (number[self.reached(one)], number[atom])), atom
        for x in self.nodes:
            yield Rule(0, (), (number[self.reached(x)],)), f"{x} is reached"

    def as_theory(self, *, network: CSP | None = None) -> Theory:  # it says more than that
        """The rules of its program, and what holds up each atom."""
        return of_program(self.as_program())

    def as_cnf(self) -> CNF:
        """Its completion: a model has two edges at each node, but perhaps several circles."""
        return completion(self.as_program()).cnf
