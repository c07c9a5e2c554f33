"""Round trips: the answer sets of the program are the Hamiltonian cycles, the models of its completion all ways to give
each node two edges, however many circles they make."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.colouring.sources import RandomGraph
from algorithms.problems.forms.semantics import circles
from algorithms.problems.hamiltonian.puzzle import Hamiltonian
from algorithms.problems.puzzle import PuzzleError
from kit.answer_sets import answer_sets_by_clingo, models

PRISM = (("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("f", "d"), ("a", "d"), ("b", "e"), ("c", "f"))
SOUTH = ("TX", "AR", "LA", "MS", "TN", "AL", "GA", "FL")

Trips = set[frozenset[str]]


def trips(puzzle: Hamiltonian) -> Trips:
    """By brute force, each as the atoms of its edges."""
    atoms = {frozenset(ends): atom for atom, ends in puzzle.edges.items()}
    first, *others = puzzle.nodes
    found = set()
    for order in permutations(others):
        steps = [frozenset(step) for step in zip((first, *order), (*order, first), strict=True)]
        if all(step in atoms for step in steps):
            found.add(frozenset(atoms[step] for step in steps))
    return found


def two_edges_each(puzzle: Hamiltonian) -> Trips:
    return {frozenset(chosen) for chosen in combinations(puzzle.edges, len(puzzle.nodes))
            if all(sum(atom in chosen for atom in atoms) == 2 for atoms in puzzle.edges_at.values())}


def chosen(sets: frozenset[frozenset[str]]) -> Trips:
    """Their edges; that each node is reached is checked on the way."""
    found = {frozenset(atom for atom in one if atom.startswith("in(")) for one in sets}
    assert len(found) == len(sets)
    return found


graphs = st.builds(RandomGraph, st.integers(3, 6), st.sampled_from([0.5, 0.7, 0.9]), st.none(), st.integers(0, 999))


@settings(max_examples=60, deadline=None)
@given(graphs, st.integers(0, 2))
def test_answer_sets_are_round_trips(random: RandomGraph, start: int) -> None:
    puzzle = Hamiltonian.read(random=random, start=start + 1)
    assert chosen(answer_sets_by_clingo(puzzle.as_program())) == trips(puzzle)
    assert chosen(models(puzzle.as_cnf())) == two_edges_each(puzzle)


def test_two_triangles_are_a_model_of_the_completion_but_no_round_trip() -> None:
    puzzle = Hamiltonian.read(edges=PRISM)
    models_, sets = models(puzzle.as_cnf()), answer_sets_by_clingo(puzzle.as_program())
    assert (len(models_), len(sets)) == (4, 3)
    (other,) = models_ - sets
    assert {atom for atom in other if atom.startswith("in(")} == {
        "in(a,b)", "in(b,c)", "in(c,a)", "in(d,e)", "in(e,f)", "in(f,d)"}
    assert {atom for atom in other if atom.startswith("reached(")} == {f"reached({x})" for x in "abcdef"}


def test_round_the_south() -> None:
    puzzle = Hamiltonian.read(map="usa", nodes=SOUTH)
    assert (len(puzzle.nodes), len(puzzle.edges), puzzle.start) == (8, 13, "TX")
    assert (len(models(puzzle.as_cnf())), len(answer_sets_by_clingo(puzzle.as_program()))) == (4, 1)


def test_the_program() -> None:
    program = Hamiltonian.read(edges=(("a", "b"), ("b", "c"), ("c", "a")), start="b").as_program()
    assert [program.text(number) for number in range(1, program.count + 1)] == [
        "{in(a,b)}", "{in(b,c)}", "{in(c,a)}",
        "⊥ ← not in(c,a)", "⊥ ← not in(a,b)", "⊥ ← not in(b,c)", "⊥ ← not in(a,b)", "⊥ ← not in(c,a)",
        "⊥ ← not in(b,c)",
        "reached(b)", "reached(a) ← reached(b), in(a,b)", "reached(c) ← reached(b), in(b,c)",
        "reached(a) ← reached(c), in(c,a)", "reached(c) ← reached(a), in(c,a)",
        "⊥ ← not reached(a)", "⊥ ← not reached(b)", "⊥ ← not reached(c)"]
    assert [[program.names[atom - 1] for atom in circle] for circle in circles(program)] == [
        ["reached(a)", "reached(c)"]]


def test_where_no_trip_can_be() -> None:
    assert Hamiltonian.read(map="australia").warnings == ("there is no round trip: T has fewer than two edges",)
    assert Hamiltonian.read(map="usa").warnings == ("there is no round trip: ME has fewer than two edges",)
    assert answer_sets_by_clingo(Hamiltonian.read(map="usa").as_program()) == frozenset()


@pytest.mark.parametrize(("given_keys", "key", "says"), [
    ({}, "", "the graph is missing"), ({"map": "usa", "start": "XX"}, "start", "there is no node 'XX'"),
    ({"map": "usa", "nodes": ("TX", "LA")}, "map", "has 2 nodes; a round trip has 3 to 100"),
    ({"random": RandomGraph(101, edges=3)}, "random", "has 101 nodes"),
    ({"random": RandomGraph(90, density=1.0)}, "random", "a program has at most 200,000"),
])
def test_what_cannot_be(given_keys: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(PuzzleError, match=says) as caught:
        Hamiltonian.read(**given_keys)
    assert caught.value.key == key


def test_edges_lie_between_their_nodes() -> None:
    puzzle = Hamiltonian.read(map="usa", nodes=SOUTH)
    places = puzzle.layout().places
    assert set(places) == set(puzzle.domains())
    for atom, (x, y) in puzzle.edges.items():
        ends = places[f"reached({x})"], places[f"reached({y})"]
        assert places[atom] == tuple(sum(end[axis] for end in ends) / 2 for axis in (0, 1))
