"""Graph colouring: nodes that share an edge get different colours. Maps, graphs in DIMACS, and graphs made at random.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018, section 2.1: the special case of a constraint network in which every constraint is ≠.

    puzzle: {kind: colouring, map: australia, colours: 3}
    puzzle: {kind: colouring, file: queen5_5.col, colours: 5}       or dimacs: |, with the nodes 1, 2, …; without
                                                                    colours: as many as a greedy colouring takes
    puzzle: {kind: colouring, colours: 3, edges: [[WA, NT], [WA, SA], [NT, SA]], nodes: [WA, NT, SA, T]}
    puzzle: {kind: colouring, colours: 4, random: {nodes: 20, density: 0.3, seed: 1}}

``given: {WA: red}`` are nodes that have their colour already, ``positions: {WA: [0, 1], NT: [1, 0.5], …}`` says where
all of them are drawn, in cells. Colours are red, green, blue, yellow, orange, purple and cyan, then the numbers from 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from algorithms.long_work import in_pieces
from algorithms.problems.colouring.check import greedy, verdict
from algorithms.problems.colouring.graph import Edge, Graph
from algorithms.problems.colouring.sources import RandomGraph, Source, arranged, placed, read_source
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, exactly, form_of_named
from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.csp import CSP, Constraint, Value, differ
from algorithms.problems.forms.program import LogicProgram, generate_and_test
from algorithms.problems.puzzle import Files, Layout, PuzzleError, puzzle

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "cyan")
MOST_COLOURS = 1000
MOST_CLAUSES = 2_000_000


@puzzle("colouring", title="Graph colouring", words="map coloring, graph coloring, four colors, chromatic number",
        files=Files((".col",), r"^p\s+(edges?|col)\b", "mrv-plus", any_encoding=True))
@dataclass(frozen=True)
class Colouring(Graph):
    """A graph to be coloured, as a puzzle."""

    text_key: ClassVar[str] = "dimacs"  # what ``file:`` in a lesson gives

    @classmethod
    def read(
        cls, *, colours: int | None = None, map: str | None = None,  # noqa: A002  the key in YAML
        dimacs: str | None = None, edges: tuple[tuple[str | int, str | int], ...] | None = None,
        nodes: tuple[str | int, ...] | None = None, random: RandomGraph | None = None,
        given: dict[str, str | int] | None = None, positions: dict[str, tuple[float, float]] | None = None,
    ) -> Colouring:
        """The graph from one of its sources. A graph in DIMACS may do without ``colours``. Raises PuzzleError."""
        source = placed(read_source(map, dimacs, edges, nodes, random), positions)
        if colours is None and (dimacs is None or given):
            raise PuzzleError(f"colours: is missing; give 1 to {MOST_COLOURS:,}")
        if colours is not None and not 1 <= colours <= MOST_COLOURS:
            raise PuzzleError(f"there cannot be {colours} colours; give 1 to {MOST_COLOURS:,}", key="colours")
        names, found, spots, notes = source
        if colours is None:
            colours = greedy(names, found)
            notes = (*notes, f"there are {colours} colours, as many as DSATUR takes; perhaps fewer will do; a "
                             "lesson can set colours:")
        there = palette(colours)
        return cls(names, found, there, _read_given(given or {}, names, found, there), spots, notes)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know: what was odd in the text, and that no colouring exists, with nodes that clash."""
        said = verdict(self)
        return (*self.notes, said) if said else self.notes

    def spelled(self) -> Mapping[str, object]:
        """The nodes, and where they lie on a map; the edges, the number of colours, and what is given."""
        places = {} if self.spots is None else {"positions": {x: list(self.spots[x]) for x in self.nodes}}
        given = {"given": dict(self.given)} if self.given else {}
        return {"colours": len(self.colours), "nodes": list(self.nodes), "edges": list(map(list, self.edges)),
                **given, **places}

    def layout(self) -> Layout:
        """A cell for each node: of a map as the map has it, of other graphs so that neighbours are near each other;
        more than MOST_DRAWN nodes row by row."""
        return self._layout

    @cached_property
    def _layout(self) -> Layout:
        return arranged(Source(self.nodes, self.edges, self.spots))

    @cached_property
    def _constraints(self) -> tuple[Constraint, ...]:
        return tuple(differ(x, y) for x, y in self.edges)

    def as_csp(self) -> CSP:
        """x ≠ y for each edge. A given node has its colour, every other one all of them."""
        domains = {x: (self.given[x],) if x in self.given else self.colours for x in self.nodes}
        return CSP(domains, self._constraints, given=frozenset(self.given))

    def as_cnf(self) -> CNF:
        """A variable ``WA=red`` for each node and colour: each node has exactly one colour, the ends of an edge never
        the same one; what is given as unit clauses at the end. PuzzleError if that is too large."""
        size = len(self.colours)
        _check_clauses(len(self.nodes) * (1 + size * (size - 1) // 2) + len(self.edges) * size, "clauses")
        number = self._variables()
        found: list[tuple[Clause, str]] = []
        for x, literals in in_pieces(number.items()):
            found.append((literals, x))
            found += [((-a, -b), x) for a, b in combinations(literals, 2)]
        for c in in_pieces(self._constraints):
            x, y = c.scope
            found += [((-a, -b), c.name) for a, b in zip(number[x], number[y], strict=True)]
        found += [((number[x][self.colours.index(colour)],), x) for x, colour in self.given.items()]
        names = self._names()
        return CNF(names, tuple(clause for clause, _ in found), tuple(origin for _, origin in found), len(names))

    def as_at_least(self) -> AtLeastForm:
        """The same with exactly one colour as two at-least constraints. PuzzleError if that is too large."""
        _check_clauses(2 * len(self.nodes) + len(self.edges) * len(self.colours), "at-least constraints")
        number = self._variables()
        found = [(c, x) for x, literals in in_pieces(number.items()) for c in exactly(literals, 1)]
        found += [(AtLeast((-a, -b), 1), c.name) for c in in_pieces(self._constraints)
                  for a, b in zip(number[c.scope[0]], number[c.scope[1]], strict=True)]
        found += [(AtLeast((number[x][self.colours.index(colour)],), 1), x) for x, colour in self.given.items()]
        names = self._names()
        return form_of_named(names, found, len(names))

    def as_program(self) -> LogicProgram:
        """The formula as choices and constraints; what is given are facts. PuzzleError if that is too large."""
        return generate_and_test(self.as_cnf())

    def _variables(self) -> dict[str, tuple[int, ...]]:
        """For each node its variables, one for each colour."""
        size = len(self.colours)
        return {x: tuple(range(index * size + 1, (index + 1) * size + 1)) for index, x in enumerate(self.nodes)}

    def _names(self) -> tuple[str, ...]:
        return tuple(f"{x}={colour}" for x in self.nodes for colour in self.colours)


def palette(count: int) -> tuple[Value, ...]:
    """So many colours, in the order in which they are tried."""
    return (*COLOURS[:count], *range(len(COLOURS) + 1, count + 1))


def _check_clauses(total: int, what: str) -> None:
    """Raises PuzzleError where a formula would be too large."""
    if total > MOST_CLAUSES:
        raise PuzzleError(f"this takes {total:,} {what}; a formula has at most {MOST_CLAUSES:,}: take fewer "
                          "colours or a smaller graph", key="colours")


# --- reading ---------------------------------------------------------------------------------------------------------


def _read_given(given: Mapping[str, str | int], nodes: Iterable[str], edges: Iterable[Edge],
                colours: Sequence[Value]) -> dict[str, Value]:
    """What is given, in the order of the nodes."""
    known = set(nodes)
    for name, colour in given.items():
        if name not in known:
            raise PuzzleError(f"there is no node {name!r} in the graph; change the name", key=f"given.{name}")
        if colour not in colours:
            some = ", ".join(map(str, colours[:8])) + (f" to {colours[-1]}" if len(colours) > 8 else "")
            raise PuzzleError(f"there is no colour {colour!r} here; the colours are: {some}", key=f"given.{name}")
    for x, y in edges:
        if x in given and given[x] == given.get(y):
            raise PuzzleError(f"{x} and {y} are both {given[x]}, and share an edge; change one", key=f"given.{y}")
    return {x: given[x] for x in nodes if x in given}
