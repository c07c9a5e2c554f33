"""Maps and layouts of graphs can be read: no line crosses another, none runs behind a node."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_colouring import Edges, edges_of

from algorithms.problems import graph_layout
from algorithms.problems.colouring.graph import MOST_NODES, Point
from algorithms.problems.colouring.maps import MAPS
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.colouring.sources import MOST_DRAWN, RandomGraph, deal
from algorithms.problems.graph_layout import arrange

DISC = 0.4  # of a cell: the radius of a node


def apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def from_line(p: Point, a: Point, b: Point) -> float:
    """How far a place is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return apart(p, (a[0] + share * dx, a[1] + share * dy))


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.parametrize("name", MAPS)
def test_a_map_can_be_read(name: str) -> None:
    """No two lines cross, and none runs behind a third node."""
    at, edges = MAPS[name]
    assert len({frozenset(edge) for edge in edges}) == len(edges)
    assert {x for edge in edges for x in edge} <= set(at)
    assert min(apart(at[x], at[y]) for x, y in combinations(at, 2)) >= 1
    assert min(from_line(at[z], at[x], at[y]) for x, y in edges for z in at if z not in (x, y)) > DISC + 0.1
    assert [pair for pair in combinations(edges, 2) if len({*pair[0], *pair[1]}) == 4
            and cross(*(at[x] for edge in pair for x in edge))] == []


def test_the_maps_are_the_real_ones() -> None:
    """105 borders: Knuth's graph of the contiguous states has 107, with the District of Columbia and its two."""
    at, edges = MAPS["usa"]
    borders = {frozenset(edge) for edge in edges}
    assert (len(at), len(borders)) == (48, 105)
    degrees = {x: sum(x in edge for edge in borders) for x in at}
    assert [x for x in at if degrees[x] == 8] == ["MO", "TN"]
    assert [x for x in at if degrees[x] == 1] == ["ME"]
    assert not borders & {frozenset(("AZ", "CO")), frozenset(("NM", "UT"))}  # they meet in a point
    for west, east in [("WA", "MT"), ("CA", "NV"), ("CO", "KS"), ("TX", "LA"), ("OH", "PA"), ("NY", "MA")]:
        assert at[west][0] < at[east][0]
    for north, south in [("WA", "OR"), ("ND", "SD"), ("MN", "IA"), ("KY", "TN"), ("GA", "FL"), ("ME", "MA")]:
        assert at[north][1] < at[south][1]
    at, edges = MAPS["australia"]
    assert (len(at), len(edges)) == (7, 9)
    assert sum("SA" in edge for edge in edges) == 5
    assert not any("T" in edge for edge in edges)


def test_a_part_of_a_map() -> None:
    part = Colouring.read(map="usa", nodes=("UT", "NV", "AZ"), colours=3)
    assert part.nodes == ("UT", "NV", "AZ")
    assert sorted(map(sorted, part.edges)) == [["AZ", "NV"], ["AZ", "UT"], ["NV", "UT"]]
    assert min(x for x, _ in part.layout().places.values()) == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40).flatmap(lambda nodes: st.tuples(st.just(nodes), edges_of(nodes))))
def test_no_two_nodes_lie_on_each_other(wanted: tuple[int, Edges]) -> None:
    places = arrange(*wanted)
    assert len(places) == wanted[0]
    assert min((apart(a, b) for a, b in combinations(places, 2)), default=1) > 0.999
    assert all(x >= 0 and y >= 0 for x, y in places)
    assert arrange(*wanted) == places


SYMMETRIC = {"complete": list(combinations(range(8), 2)), "ring": [(i, (i + 1) % 9) for i in range(9)],
             "path": [(i, i + 1) for i in range(7)], "star": [(0, i) for i in range(1, 9)],
             "cube": [(i, i ^ bit) for i in range(8) for bit in (1, 2, 4) if i < i ^ bit],
             "grid": [(i, i + 1) for i in range(16) if i % 4 < 3] + [(i, i + 4) for i in range(12)]}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_graph_is_laid_out_alike_on_each_processor(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last digits of a product of matrices are a processor's own: other ones change no place."""
    edges = SYMMETRIC[name]
    nodes = max(map(max, edges)) + 1
    places, exact = arrange(nodes, edges), graph_layout._lengths
    rng = np.random.default_rng(3)
    monkeypatch.setattr(graph_layout, "_majorized", lambda d, exact=graph_layout._majorized: exact(
        d * (1 + 1e-15 * rng.standard_normal(d.shape))))
    monkeypatch.setattr(graph_layout, "_lengths", lambda x: exact(x) * (1 + 1e-15 * rng.standard_normal((len(x),) * 2)))
    assert arrange(nodes, edges) == places


@pytest.mark.parametrize(("edges", "most"), [
    ([(i, i + 1) for i in range(9)], 13),  # a path is about as long as it has nodes
    ([(i, (i + 1) % 10) for i in range(10)], 6),
    ([(0, i) for i in range(1, 10)], 6),
    (list(combinations(range(10), 2)), 6),
    ([], 4.1),
])
def test_a_layout_wastes_no_room(edges: Edges, most: float) -> None:
    assert max(max(place) for place in arrange(10, edges)) <= most


def test_neighbours_are_nearer_than_others() -> None:
    for seed in range(5):
        names, edges = deal(RandomGraph(30, density=0.1, seed=seed))
        places = dict(zip(names, arrange(30, [(int(x) - 1, int(y) - 1) for x, y in edges]), strict=True))
        near = [apart(places[x], places[y]) for x, y in edges]
        every = [apart(places[x], places[y]) for x, y in combinations(names, 2)]
        assert sum(near) / len(near) < 0.6 * sum(every) / len(every)


@pytest.mark.parametrize("nodes", [1, 7, MOST_DRAWN + 1, MOST_NODES])
def test_a_layout_has_a_cell_for_each_node(nodes: int) -> None:
    layout = Colouring.read(random=RandomGraph(nodes, edges=min(nodes - 1, 20)), colours=3).layout()
    assert len(set(layout.places.values())) == nodes
    assert all(0 <= x <= layout.columns - 1 and 0 <= y <= layout.rows - 1 for x, y in layout.places.values())
