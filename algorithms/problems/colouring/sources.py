"""Where graphs come from: maps, lists of edges, DIMACS and chance; and where their nodes are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, isqrt
from random import Random
from typing import NamedTuple

from algorithms.problems.colouring.graph import Edge, Point, check_size, repeated
from algorithms.problems.colouring.maps import MAPS
from algorithms.problems.colouring.text import read_dimacs
from algorithms.problems.puzzle import Layout, PuzzleError
from algorithms.words import counted, few

MOST_DRAWN = 300  # nodes that are drawn as a graph; where there are more they stand in rows

_NEAREST, _FARTHEST = 0.8, 100  # cells: of two nodes whose names can be read, and from the corner
_NAME = re.compile(r"[^\W_]([\w .'’-]{0,22}[\w.])?")  # of a node


@dataclass(frozen=True)
class RandomGraph:
    """A graph to be made. Give ``density``, the probability of each edge, or ``edges``, how many there are."""

    nodes: int
    density: float | None = None
    edges: int | None = None
    seed: int = 0


class Source(NamedTuple):
    """What was read: a graph, where the nodes of a map lie, and what was odd in the text."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    spots: Mapping[str, Point] | None = None
    notes: tuple[str, ...] = ()


def read_source(map: str | None, dimacs: str | None,  # noqa: A002  the key in YAML
                edges: tuple[tuple[str | int, str | int], ...] | None, nodes: tuple[str | int, ...] | None,
                random: RandomGraph | None) -> Source:
    """The graph from the one of these that is given; ``nodes`` beside a map are the part of it that is meant. Raises
    PuzzleError."""
    sources = {"map": map, "dimacs": dimacs, "edges": edges, "random": random}
    named = [key for key, source in sources.items() if source is not None]
    if len(named) != 1:
        raise PuzzleError(f"stands beside {named[0]}; give only one graph" if named else
                          "the graph is missing; give a map, a file (or dimacs), edges, or random",
                          key=named[1] if named else "")
    if nodes is not None and edges is None and map is None:
        raise PuzzleError(f"stands beside {named[0]}, which has its nodes; remove it", key="nodes")
    if map is not None:
        return _read_map(map, nodes)
    if dimacs is not None:
        names, found, notes = read_dimacs(dimacs)
        return Source(names, found, None, notes)
    if edges is not None:
        names, found, notes = _read_edges(edges, nodes)
        return Source(names, found, None, notes)
    assert random is not None
    return Source(*deal(random))


def placed(source: Source, positions: Mapping[str, tuple[float, float]] | None) -> Source:
    """The graph with its nodes where an author wants them, in cells from any corner; PuzzleError where that cannot be
    drawn."""
    if positions is None:
        return source
    if missing := [x for x in source.nodes if x not in positions]:
        raise PuzzleError(f"lacks {few(missing, 12)}; give all nodes a position, or none", key="positions")
    for x, (across, down) in positions.items():
        if x not in source.nodes:
            raise PuzzleError(f"there is no node {x[:40]!r}; there is: {few(source.nodes, 40)}", key=f"positions.{x}")
        if not (abs(across) <= _FARTHEST and abs(down) <= _FARTHEST):
            raise PuzzleError(f"lies too far away; give numbers from -{_FARTHEST} to {_FARTHEST}",
                              key=f"positions.{x}")
    for x, y in combinations(positions, 2):
        if dist(positions[x], positions[y]) < _NEAREST:
            raise PuzzleError(f"lies on {x}; put them a cell apart", key=f"positions.{y}")
    left, top = (min(spot[axis] for spot in positions.values()) for axis in (0, 1))
    return source._replace(spots={x: (positions[x][0] - left, positions[x][1] - top) for x in source.nodes})


def arranged(source: Source) -> Layout:
    """A cell for each node: of a map as the map has it, of other graphs so that neighbours are near each other; more
    than MOST_DRAWN nodes row by row."""
    nodes = source.nodes
    if source.spots is not None:
        places = source.spots
    elif len(nodes) > MOST_DRAWN:
        columns = round((1.4 * len(nodes)) ** 0.5)
        places = {x: (float(index % columns), float(index // columns)) for index, x in enumerate(nodes)}
    else:
        from algorithms.problems.graph_layout import arrange  # loads numpy

        number = {x: index for index, x in enumerate(nodes)}
        found = arrange(len(nodes), [(number[x], number[y]) for x, y in source.edges])
        places = dict(zip(nodes, found, strict=True))
    return Layout(max(x for x, _ in places.values()) + 1, max(y for _, y in places.values()) + 1, places)


def _read_map(name: str, nodes: Sequence[str | int] | None) -> Source:
    """A map, or the part of it with those regions."""
    if name not in MAPS:
        raise PuzzleError(f"there is no map {name!r}; there is: {', '.join(MAPS)}", key="map")
    spots, edges = MAPS[name]
    if nodes is None:
        return Source(tuple(spots), edges, spots)
    kept = tuple(dict.fromkeys(map(str, nodes)))
    for index, x in enumerate(nodes):
        if str(x) not in spots:
            raise PuzzleError(f"there is no {str(x)[:40]!r} on the map {name}; there is: {few(spots, 60)}",
                              key=f"nodes.{index}")
    if not kept:
        raise PuzzleError("names no region of the map; name at least one, or remove it", key="nodes")
    left, top = (min(spots[x][axis] for x in kept) for axis in (0, 1))
    return Source(kept, tuple(edge for edge in edges if set(edge) <= set(kept)),
                  {x: (spots[x][0] - left, spots[x][1] - top) for x in kept})


def _read_edges(
    edges: Sequence[tuple[str | int, str | int]], nodes: Sequence[str | int] | None
) -> tuple[tuple[str, ...], tuple[Edge, ...], tuple[str, ...]]:
    """The nodes, the edges and the warnings of a graph that is written out."""
    names: dict[str, None] = {}
    for index, node in enumerate(nodes or ()):
        name = check_node(node, f"nodes.{index}")
        if name in names:
            raise PuzzleError(f"{name} stands there twice; remove one", key=f"nodes.{index}")
        names[name] = None
    found: dict[frozenset[str], Edge] = {}
    for index, (a, b) in enumerate(edges):
        x, y = check_node(a, f"edges.{index}"), check_node(b, f"edges.{index}")
        if x == y:
            raise PuzzleError(f"{x} has an edge to itself; remove it", key=f"edges.{index}")
        for name in (x, y):
            if nodes is not None and name not in names:
                raise PuzzleError(f"there is no {name!r} among the nodes; mend it, or add it there",
                                  key=f"edges.{index}")
            names[name] = None
        found.setdefault(frozenset((x, y)), (x, y))
    check_size(len(names), len(found), "edges")
    doubled = len(edges) - len(found)
    return tuple(names), tuple(found.values()), (repeated(doubled),) if doubled else ()


def check_node(name: str | int, key: str) -> str:
    """The name of a node; PuzzleError where it is none."""
    text = str(name)
    if not _NAME.fullmatch(text):
        raise PuzzleError(f"{text[:40]!r} is no name of a node; write up to 24 letters and digits", key=key)
    return text


def deal(wanted: RandomGraph) -> tuple[tuple[str, ...], tuple[Edge, ...]]:
    """A graph made at random: of all graphs with so many edges each is as likely, or each edge has that probability."""
    if (wanted.density is None) == (wanted.edges is None):
        raise PuzzleError("give either density or edges, and not both", key="random")
    check_size(wanted.nodes, 0, "random.nodes")
    rng, pairs = Random(wanted.seed), wanted.nodes * (wanted.nodes - 1) // 2
    if wanted.edges is not None:
        if not 0 <= wanted.edges <= pairs:
            raise PuzzleError(f"{counted(wanted.nodes, 'node')} cannot have {counted(wanted.edges, 'edge')}; "
                              f"give 0 to {pairs:,}", key="random.edges")
        check_size(wanted.nodes, wanted.edges, "random.edges")
        chosen: Iterable[int] = sorted(rng.sample(range(pairs), wanted.edges))
    else:
        density = wanted.density or 0.0
        if not 0 <= density <= 1:
            raise PuzzleError(f"{density} is no probability; give a number from 0 to 1", key="random.density")
        check_size(wanted.nodes, round(pairs * density), "random.density")
        chosen = [pair for pair in range(pairs) if rng.random() < density]
    names = tuple(map(str, range(1, wanted.nodes + 1)))
    return names, tuple((names[i], names[j]) for i, j in map(_pair, chosen))


def _pair(number: int) -> tuple[int, int]:
    """The pairs of nodes (0, 1), (0, 2), (1, 2), (0, 3), … by their numbers."""
    j = (isqrt(8 * number + 1) + 1) // 2
    return number - j * (j - 1) // 2, j
