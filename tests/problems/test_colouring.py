"""Graph colouring: reading, maps, layouts, forms, what clashes; every search against python-sat and brute force."""

from __future__ import annotations

from functools import partial
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.backtracking.backtracking import Solutions
from algorithms.core import find_algorithm, run
from algorithms.problems.colouring.check import clashing, greedy
from algorithms.problems.colouring.graph import MOST_EDGES, MOST_NODES
from algorithms.problems.colouring.puzzle import COLOURS, MOST_COLOURS, Colouring
from algorithms.problems.colouring.sources import RandomGraph, deal
from algorithms.problems.colouring.text import MOST_CHARACTERS
from algorithms.problems.forms.csp import Value, unequal
from algorithms.problems.puzzle import PuzzleError
from kit.lesson_files import error_of, lesson
from kit.wrong_puzzles import refuses
from scenarios.loader import load

SEARCHES = ("mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg")
TRIANGLE = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"

Edges = list[tuple[int, int]]


def graph(nodes: int, edges: Edges, colours: int, chosen: dict[str, str | int] | None = None) -> Colouring:
    names = tuple(f"n{i}" for i in range(nodes))
    return Colouring.read(colours=colours, nodes=names, edges=tuple((names[i], names[j]) for i, j in edges),
                          given=chosen)


@st.composite
def edges_of(draw: st.DrawFn, nodes: int) -> Edges:
    pairs = list(combinations(range(nodes), 2))
    return draw(st.lists(st.sampled_from(pairs), unique=True, max_size=len(pairs))) if pairs else []


@st.composite
def colourings(draw: st.DrawFn, most_nodes: int, most_colours: int = 4) -> Colouring:
    """Graphs of any density, some with a node or two that are given."""
    nodes, colours = draw(st.integers(1, most_nodes)), draw(st.integers(1, most_colours))
    edges = draw(edges_of(nodes))
    given_: dict[str, str | int] = {}
    for x in draw(st.lists(st.integers(0, nodes - 1), unique=True, max_size=2)):
        taken = {given_.get(f"n{i + j - x}") for i, j in edges if x in (i, j)}
        free = [colour for colour in COLOURS[:colours] if colour not in taken]
        if free:
            given_[f"n{x}"] = draw(st.sampled_from(free))
    return graph(nodes, edges, colours, given_)


def is_colouring(found: dict[str, Value], puzzle: Colouring) -> bool:
    return (set(found) == set(puzzle.nodes) and all(found[x] in puzzle.colours for x in puzzle.nodes)
            and all(found[x] != found[y] for x, y in puzzle.edges)
            and all(found[x] == colour for x, colour in puzzle.given.items()))


def brute_force(puzzle: Colouring) -> list[dict[str, Value]]:
    rows = (dict(zip(puzzle.nodes, values, strict=True))
            for values in product(puzzle.colours, repeat=len(puzzle.nodes)))
    return [row for row in rows if is_colouring(row, puzzle)]


def colourable(puzzle: Colouring) -> bool:
    with Minisat22(bootstrap_with=puzzle.as_cnf().clauses) as solver:
        return bool(solver.solve())


def part(puzzle: Colouring, nodes: list[str]) -> Colouring:
    """The graph on some of the nodes."""
    return Colouring(tuple(nodes), tuple(e for e in puzzle.edges if set(e) <= set(nodes)), puzzle.colours,
                     {x: colour for x, colour in puzzle.given.items() if x in nodes})


# --- reading ---------------------------------------------------------------------------------------------------------


fails = partial(refuses, Colouring.read, colours=3)


@pytest.mark.parametrize(("text", "says", "line"), [
    ("", "there is no graph", 0),
    ("c only a comment\n\n", "there is no graph", 0),
    ("e 1 2\n", "the p-line is missing", 0),
    ("p edge 3 1\ne 1 4\n", "node 4 is not among the 3", 1),
    ("p edge 3 1\ne 0 1\n", "node 0 is not among the 3", 1),
    ("p edge 3 1\ne 1 b\n", "'e 1 b' is no edge", 1),
    ("p edge 3 1\ne 1\n", "'e 1' is no edge", 1),
    ("p edge 3 1\ne 1 2 3\n", "'e 1 2 3' is no edge", 1),
    ("p edge 3 1\ne 1 -2\n", "'e 1 -2' is no edge", 1),
    ("p edge 3 1\ne 1 ²\n", "is no edge", 1),
    ("p edge 3 1\n1 2\n", "'1 2' is no edge", 1),
    ("p edge 3 1\ne 1 99999999999999999999999\n", "is no edge", 1),
    ("p edge 3 1\n" + "e" * 10**6, "is no edge", 1),
    ("p cnf 3 1\n", "'p cnf 3 1' is no p-line", 0),
    ("p edge 3\n", "is no p-line", 0),
    ("p edge -3 1\n", "is no p-line", 0),
    ("p edge 3 1\np edge 3 1\n", "a second p-line", 1),
    ("p edge 0 0\n", "has no nodes", 0),
    (f"c\np edge {MOST_NODES + 1} 0\n", "nodes; at most 5,000 can be drawn", 1),
])
def test_what_is_no_graph_in_dimacs(text: str, says: str, line: int) -> None:
    fails(says, "dimacs", line, dimacs=text)


def test_texts_and_graphs_that_are_too_large() -> None:
    fails("characters; a graph has at most 10,000,000", "dimacs", dimacs="c" * (MOST_CHARACTERS + 1))
    pairs = ((i, j) for j in range(2, 1000) for i in range(1, j))
    text = "p edge 1000 300000\n" + "".join(f"e {i} {j}\n" for i, j in islice(pairs, MOST_EDGES + 2))
    fails("has more than 250,000 edges", "dimacs", MOST_EDGES + 1, dimacs=text)
    fails("nodes; at most", "random.nodes", random=RandomGraph(MOST_NODES + 1, 0.0))
    fails("more than 250,000 edges", "random.density", random=RandomGraph(MOST_NODES, 0.1))
    fails("more than 250,000 edges", "random.edges", random=RandomGraph(MOST_NODES, edges=MOST_EDGES + 1))
    with pytest.raises(PuzzleError, match="takes 7,430,000 clauses; a formula has at most 2,000,000") as caught:
        Colouring.read(dimacs="p edge 5000 0", colours=55).as_cnf()
    assert caught.value.key == "colours"


@settings(max_examples=200, deadline=None)
@given(colourings(7))
def test_without_a_number_there_are_colours_enough(puzzle: Colouring) -> None:
    enough = greedy(puzzle.nodes, puzzle.edges)
    assert colourable(Colouring.read(colours=enough, nodes=puzzle.nodes, edges=puzzle.edges))
    assert enough <= 1 + max(map(len, puzzle.neighbours.values()))


def test_dsatur_is_exact_on_bipartite_graphs() -> None:
    """As Brélaz shows; taking nodes in any order may need many colours."""
    rng = Random(5)
    for size in (2, 20, 60):
        left, right = range(size), range(size, 2 * size)
        edges = [(str(x), str(y)) for x in left for y in right if rng.random() < 0.3 or x + size == y]
        nodes = [str(x) for x in range(2 * size)]
        rng.shuffle(nodes)
        assert greedy(nodes, edges) == 2


@pytest.mark.parametrize(("text", "edges", "warnings"), [
    (TRIANGLE, 3, ()),
    ("c a comment\r\np  col 3\t3\r\n\r\ne 2 1\r\ne 3 2\r\nc another\r\ne 3 1\r\n", 3, ()),
    ("p edges 3 0\n", 0, ()),
    ("p edge 3 4\ne 1 2\n", 1, ("the p-line speaks of 4 edges, but 1 is listed",)),
    ("p edge 2 2\ne 1 2\ne 2 1\n", 1, ("1 edge stands there more than once; each is taken once",)),
    ("p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", 2, ("2 edges stand there more than once; each is taken once",)),
    ("p edge 3 1\nn 1 4\ne 1 2\n", 1, ("1 line with n, d, v or x is left out: colours have no use for them",)),
    ("p edge 3 1\nd 2 1\nv 1 0\nx 1 2\ne 1 2\n", 1,
     ("3 lines with n, d, v or x are left out: colours have no use for them",)),
    ("p edge 3 2\ne 1 2\ne 3 3\n", 1,
     ("1 edge leads from a node to itself and is left out: no colouring could satisfy that",)),
    ("p edge 3 5\ne 1 1\ne 1 2\ne 2 1\ne 3 3\ne 1 1\n", 1,
     ("3 edges lead from a node to itself and are left out: no colouring could satisfy that",
      "1 edge stands there more than once; each is taken once")),
])
def test_dimacs_as_tools_write_it(text: str, edges: int, warnings: tuple[str, ...]) -> None:
    puzzle = Colouring.read(dimacs=text, colours=3)
    assert puzzle.nodes == ("1", "2", "3")[: len(puzzle.nodes)]
    assert (len(puzzle.edges), puzzle.warnings) == (edges, warnings)


def test_a_file_in_a_lesson(tmp_path: Path) -> None:
    text = "title: A triangle\npuzzle: {kind: colouring, file: k3.col, colours: 3}\nalgorithm: mrv-plus\n"
    lesson(tmp_path, TRIANGLE, "k3.col")
    puzzle: Any = load(lesson(tmp_path, text)).puzzle
    assert puzzle == Colouring.read(dimacs=TRIANGLE, colours=3)
    bare = load(tmp_path / "k3.col")
    assert bare.puzzle == puzzle
    assert any("there are 3 colours, as many as DSATUR takes" in warning for warning in bare.warnings)
    bad = lesson(tmp_path, "c\np edge 3 3\ne 1 2\ne 3 4\n", "k3.col")
    with pytest.raises(Exception, match="node 4 is not among the 3") as caught:
        load(lesson(tmp_path, text))
    assert str(caught.value).startswith(f"{bad}:4: ")


@pytest.mark.parametrize(("keys", "says"), [
    ("colours: 3", "puzzle: the graph is missing; give a map"),
    ("colours: 3, map: australia, random: {nodes: 3, density: 1}", "puzzle.random: stands beside map"),
    ("colours: 3, map: australia, nodes: [A]", "puzzle.nodes.0: there is no 'A' on the map australia"),
    ("colours: 3, map: atlantis", "puzzle.map: there is no map 'atlantis'; there is: australia, usa"),
    ("map: australia", "puzzle: colours: is missing; give 1 to 1,000"),
    ("dimacs: \"p edge 2 0\", given: {1: red}", "puzzle: colours: is missing"),
    ("colours: 0, map: australia", "puzzle.colours: there cannot be 0 colours"),
    (f"colours: {MOST_COLOURS + 1}, map: australia", "puzzle.colours: there cannot be 1001 colours"),
    ("colours: three, map: australia", "puzzle.colours: "),
    ("colours: 3, map: australia, given: {WA: pink}", "puzzle.given.WA: there is no colour 'pink' here"),
    ("colours: 3, map: australia, given: {WA: yellow}", "puzzle.given.WA: there is no colour 'yellow' here"),
    ("colours: 9, map: australia, given: {WA: 10}", "there is no colour 10 here; the colours are: red, green, blue, "
     "yellow, orange, purple, cyan, 8 to 9"),
    ("colours: 3, map: australia, given: {XX: red}", "puzzle.given.XX: there is no node 'XX'"),
    ("colours: 3, map: australia, given: {WA: red, NT: red}", "puzzle.given.NT: WA and NT are both red"),
    ("colours: 3, edges: []", "puzzle.edges: has no nodes"),
    ("colours: 3, edges: [[A, B], [B, B]]", "puzzle.edges.1: B has an edge to itself"),
    ("colours: 3, edges: [[A, B, C]]", "puzzle.edges.0: must be a list of 2, not of 3; change it"),
    ("colours: 3, edges: [[A]]", "puzzle.edges.0.1: is missing; add it"),
    ("colours: 3, edges: [[A, '']]", "puzzle.edges.0: '' is no name of a node"),
    ("colours: 3, edges: [[A, ¬B]]", "puzzle.edges.0: '¬B' is no name of a node"),
    ("colours: 3, edges: [[A, A=red]]", "puzzle.edges.0: 'A=red' is no name of a node"),
    ("colours: 3, edges: [[A, B]], nodes: [A]", "puzzle.edges.0: there is no 'B' among the nodes"),
    ("colours: 3, edges: [[A, B]], nodes: [A, B, A]", "puzzle.nodes.2: A stands there twice"),
    ("colours: 3, random: {nodes: 5}", "puzzle.random: give either density or edges"),
    ("colours: 3, random: {nodes: 5, density: 0.5, edges: 3}", "puzzle.random: give either density or edges"),
    ("colours: 3, random: {nodes: 5, density: 1.5}", "puzzle.random.density: 1.5 is no probability"),
    ("colours: 3, random: {nodes: 5, edges: 11}", "puzzle.random.edges: 5 nodes cannot have 11 edges; give 0 to 10"),
    ("colours: 3, random: {nodes: 0, edges: 0}", "puzzle.random.nodes: has no nodes"),
    ("colours: 3, random: {nodes: -4, density: 0.5}", "puzzle.random.nodes: has no nodes"),
])
def test_what_a_lesson_cannot_say(tmp_path: Path, keys: str, says: str) -> None:
    error = error_of(tmp_path, f"title: A graph\npuzzle: {{kind: colouring, {keys}}}\nalgorithm: gac\n")
    assert says in str(error)
    assert error.line == 2


def test_names_of_nodes_and_colours() -> None:
    edges = (("New York", 2), ("D.C.", "Côte-d’Or"))
    puzzle = Colouring.read(colours=9, edges=edges, given={"2": 9, "D.C.": "cyan"})
    assert puzzle.nodes == ("New York", "2", "D.C.", "Côte-d’Or")
    domains = puzzle.as_csp().domains
    assert domains["New York"] == ("red", "green", "blue", "yellow", "orange", "purple", "cyan", 8, 9)
    assert (domains["2"], domains["D.C."]) == ((9,), ("cyan",))
    assert puzzle.as_csp().given == {"2", "D.C."}


def test_edges_that_are_written_twice_are_taken_once() -> None:
    puzzle = Colouring.read(colours=2, edges=(("A", "B"), ("B", "A"), ("B", "C")))
    assert puzzle.edges == (("A", "B"), ("B", "C"))
    assert puzzle.warnings == ("1 edge stands there more than once; each is taken once",)


@given(st.integers(1, 60), st.integers(0, 99), st.data())
def test_graphs_made_at_random(nodes: int, seed: int, data: st.DataObject) -> None:
    most = nodes * (nodes - 1) // 2
    edges = data.draw(st.integers(0, most))
    names, found = deal(RandomGraph(nodes, edges=edges, seed=seed))
    assert names == tuple(str(i + 1) for i in range(nodes))
    assert len(found) == edges == len({frozenset(edge) for edge in found})
    assert all(x in names and y in names and x != y for x, y in found)
    assert deal(RandomGraph(nodes, edges=edges, seed=seed)) == (names, found)
    assert len(deal(RandomGraph(nodes, density=1.0))[1]) == most
    assert deal(RandomGraph(nodes, density=0))[1] == ()


def test_a_density_is_the_share_of_the_pairs() -> None:
    edges = sum(len(deal(RandomGraph(60, density=0.3, seed=seed))[1]) for seed in range(40))
    assert abs(edges / (40 * 60 * 59 / 2) - 0.3) < 0.01


# --- forms -----------------------------------------------------------------------------------------------------------


def test_the_forms_of_a_border() -> None:
    puzzle = Colouring.read(colours=2, edges=(("WA", "NT"),), given={"NT": "green"})
    csp, cnf = puzzle.as_csp(), puzzle.as_cnf()
    assert csp.domains == {"WA": ("red", "green"), "NT": ("green",)}
    assert [(c.name, c.scope, c.text) for c in csp.constraints] == [("WA≠NT", ("WA", "NT"), "WA ≠ NT")]
    assert csp.constraints[0].allows is unequal
    assert csp.constraints[0].explain({"WA": ("green",), "NT": ("green",)}) == (
        "WA and NT must differ, with WA in {green}, NT in {green}")
    assert cnf.names == ("WA=red", "WA=green", "NT=red", "NT=green")
    assert list(zip(cnf.clauses, cnf.origins, strict=True)) == [
        ((1, 2), "WA"), ((-1, -2), "WA"), ((3, 4), "NT"), ((-3, -4), "NT"),
        ((-1, -3), "WA≠NT"), ((-2, -4), "WA≠NT"), ((4,), "NT")]


@settings(max_examples=150, deadline=None)
@given(colourings(5, 3))
def test_both_forms_have_the_colourings_for_their_solutions(puzzle: Colouring) -> None:
    wanted = brute_force(puzzle)
    cnf, found = puzzle.as_cnf(), []
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = [literal for literal in solver.get_model() if literal > 0]
            found.append(dict(cnf.names[literal - 1].split("=") for literal in true))
            solver.add_clause([-literal for literal in true])
    assert sorted(map(sorted, map(dict.items, found))) == sorted(map(sorted, map(dict.items, wanted)))
    csp = puzzle.as_csp()
    rows = (dict(zip(csp.domains, values, strict=True)) for values in product(*csp.domains.values()))
    assert [row for row in rows if all(c.allows([row[x] for x in c.scope]) for c in csp.constraints)] == wanted


# --- what clashes ----------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(colourings(10))
def test_what_clashes_cannot_be_coloured_and_every_node_of_it_is_needed(puzzle: Colouring) -> None:
    clash = clashing(puzzle)
    assert (clash is None) == colourable(puzzle)
    if clash is not None:
        assert not colourable(part(puzzle, clash))
        assert all(colourable(part(puzzle, [y for y in clash if y != x])) for x in clash)


def test_the_smallest_clash_of_a_map_is_found() -> None:
    assert Colouring.read(map="usa", colours=3).warnings == (
        "this graph cannot be coloured with 3 colours; these nodes clash: AZ, CA, ID, NV, OR, UT",)
    assert Colouring.read(map="usa", colours=4).warnings == ()
    assert Colouring.read(map="australia", colours=3).warnings == ()
    assert Colouring.read(map="australia", colours=1).warnings[0].startswith(
        "this graph cannot be coloured with 1 colour; ")


def test_what_is_given_can_be_what_clashes() -> None:
    """Of the two regions between them each needs the third colour."""
    puzzle = Colouring.read(map="australia", colours=3, given={"WA": "red", "Q": "green", "T": "blue"})
    assert puzzle.warnings == (
        "this graph cannot be coloured with 3 colours; these nodes clash: WA = red, NT, SA, Q = green",)


def test_a_large_clash_is_told_in_short() -> None:
    ring = tuple((i, (i + 1) % 25) for i in range(25))
    said = Colouring.read(edges=ring, colours=2).warnings[0]
    assert said.endswith("these nodes clash: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 13 more")


def test_nobody_waits_for_what_is_too_hard() -> None:
    """Such a graph needs about 15 colours, but no solver shows soon that 13 are too few."""
    assert Colouring.read(random=RandomGraph(100, density=0.5, seed=1), colours=13).warnings == ()
    assert Colouring.read(random=RandomGraph(1000, edges=200_000), colours=3).warnings == ()  # so many clauses


# --- searches --------------------------------------------------------------------------------------------------------

OPTIONS = st.fixed_dictionaries({
    "values": st.sampled_from(["in order", "least shared", "most shared", "random"]),
    "singles": st.booleans(), "neutralise": st.booleans()})


def solve(name: str, puzzle: Colouring, seed: int = 0, **options: Any) -> Solutions:
    answer = run(find_algorithm(name).start(puzzle.as_csp(), options, seed))
    assert isinstance(answer, Solutions)
    return answer


@settings(max_examples=300, deadline=None)
@given(colourings(16), st.sampled_from(SEARCHES), OPTIONS, st.integers(0, 99))
def test_every_search_agrees_with_python_sat(puzzle: Colouring, name: str, options: dict[str, Any], seed: int) -> None:
    answer = solve(name, puzzle, seed, **options)
    if colourable(puzzle):
        assert answer.solution is not None
        assert (answer.count, is_colouring(answer.solution, puzzle)) == (1, True)
    else:
        assert answer == Solutions(None, 0)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_where_it_is_hardest(name: str) -> None:
    """Three colours, and four edges at each node: as many graphs can be coloured as cannot."""
    found = []
    for seed in range(40):
        puzzle = Colouring.read(random=RandomGraph(30, edges=60, seed=seed), colours=3)
        answer = solve(name, puzzle, seed, singles=seed % 2 == 0)
        found.append(answer.solution is not None)
        assert found[-1] == colourable(puzzle)
        assert answer.solution is None or is_colouring(answer.solution, puzzle)
    assert 5 < sum(found) < 35


@settings(max_examples=200, deadline=None)
@given(colourings(6, 3), st.sampled_from(SEARCHES), OPTIONS, st.integers(0, 99))
def test_every_search_counts_all_colourings(puzzle: Colouring, name: str, options: dict[str, Any], seed: int) -> None:
    wanted = brute_force(puzzle)
    answer = solve(name, puzzle, seed, **options, all=True)
    assert answer.count == len(wanted)
    assert answer.solution in wanted if wanted else answer.solution is None


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("singles", [False, True])
def test_the_maps(name: str, singles: bool) -> None:
    for map_name, colours in (("australia", 3), ("usa", 4)):
        puzzle = Colouring.read(map=map_name, colours=colours)
        answer = solve(name, puzzle, singles=singles)
        assert answer.solution is not None
        assert is_colouring(answer.solution, puzzle)
    assert solve(name, Colouring.read(map="usa", colours=3), singles=singles) == Solutions(None, 0)
    assert solve(name, Colouring.read(map="australia", colours=3), singles=singles, all=True).count == 18


def test_a_few_thousand_nodes() -> None:
    puzzle = Colouring.read(random=RandomGraph(2000, edges=4000, seed=2), colours=5)
    answer = solve("mrv-static", puzzle)
    assert answer.solution is not None
    assert is_colouring(answer.solution, puzzle)


def test_positions_are_where_nodes_are_drawn() -> None:
    graph: dict[str, Any] = {"colours": 2, "edges": (("a", "b"), ("b", "c"))}
    made = Colouring.read(**graph, positions={"c": (1, 5), "a": (-1.5, 2), "b": (0, 2)})
    assert made.layout().places == {"a": (0, 0), "b": (1.5, 0), "c": (2.5, 3)}
    assert (made.layout().columns, made.layout().rows) == (3.5, 4)


@pytest.mark.parametrize(("positions", "key", "says"), [
    ({"a": (0, 0), "b": (2, 0)}, "positions", "lacks c"),
    ({"a": (0, 0), "b": (2, 0), "c": (2.5, 0.5)}, "positions.c", "lies on b"),
    ({"a": (0, 0), "b": (2, 0), "c": (4, 0), "d": (6, 0)}, "positions.d", "there is no node 'd'"),
    ({"a": (0, 0), "b": (2, 0), "c": (float("nan"), 0)}, "positions.c", "too far away"),
    ({"a": (0, 0), "b": (2, 0), "c": (1e9, 0)}, "positions.c", "too far away"),
])
def test_positions_that_cannot_be(positions: dict[str, tuple[float, float]], key: str, says: str) -> None:
    with pytest.raises(PuzzleError, match=says) as caught:
        Colouring.read(colours=2, edges=(("a", "b"), ("b", "c")), positions=positions)
    assert caught.value.key == key
