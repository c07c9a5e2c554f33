"""Path consistency: against a brute-force fixpoint of its definition, arc consistency, and all solutions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from test_gac import networks, positions

from algorithms.consistency.arc_consistency import Consistency
from algorithms.consistency.path_consistency import RelationTooLargeError
from algorithms.core import Event, find_algorithm, run, trace
from algorithms.events import (
    PairsConsistent,
    PairTaken,
    Pruned,
    RelationListed,
    TupleDropped,
    TupleExtended,
    TupleOutdated,
    WipedOut,
)
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Value
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.networks import solutions, table

Tuples = dict[str, set[tuple[Value, ...]]]


def path_consistency(csp: CSP) -> tuple[list[Event], Consistency]:
    return trace(find_algorithm("path-consistency").start(csp, {}, seed=0))


def gac(csp: CSP) -> Consistency:
    answer: Consistency = run(find_algorithm("gac").start(csp, {}, seed=0))
    return answer


def extends(a: Constraint, values: tuple[Value, ...], b: Constraint, tuples: Tuples) -> bool:
    """Does a tuple of R(B) have the same values on the variables that A and B share?"""
    given_ = dict(zip(a.scope, values, strict=True))
    return any(all(given_.get(x, value) == value for x, value in zip(b.scope, other, strict=True))
               for other in tuples[b.name])


def fixpoint(csp: CSP) -> tuple[dict[str, Domain], Tuples] | None:
    """The definition word by word, on whole tuples: the largest relations and domains for which it holds, or None."""
    tuples: Tuples = {
        c.name: {t for t in product(*(csp.domains[x] for x in c.scope)) if c.allows(t)} for c in csp.constraints}
    while True:
        kept: Tuples = {a.name: {t for t in tuples[a.name] if all(extends(a, t, b, tuples) for b in csp.constraints)}
                        for a in csp.constraints}
        if kept == tuples:
            break
        tuples = kept
    if not all(tuples.values()):
        return None
    domains = dict(csp.domains)
    for c in csp.constraints:
        for index, x in enumerate(c.scope):
            domains[x] = tuple(a for a in domains[x] if a in {t[index] for t in tuples[c.name]})
    return domains, tuples


def left(events: list[Event]) -> Tuples:
    """The relations that the events leave, over the variables that were listed."""
    tuples: Tuples = {}
    for event in events:
        if isinstance(event, RelationListed):
            tuples[event.constraint] = set(event.tuples)
        elif isinstance(event, TupleDropped | TupleOutdated):
            tuples[event.constraint].remove(event.values)
    return tuples


def check(csp: CSP) -> None:
    expected = fixpoint(csp)
    events, answer = path_consistency(csp)
    assert answer.consistent == (expected is not None)
    assert isinstance(events[-1], PairsConsistent if answer.consistent else WipedOut)
    if expected is None:
        return
    domains, tuples = expected
    assert answer.domains == domains
    scopes = {e.constraint: e.scope for e in events if isinstance(e, RelationListed)}
    for c in csp.constraints:
        places = [c.scope.index(x) for x in scopes[c.name]]
        assert left(events)[c.name] == {tuple(t[place] for place in places) for t in tuples[c.name]}


@given(networks())
def test_any_network_ends_at_the_fixpoint_of_the_definition(csp: CSP) -> None:
    check(csp)


@given(positions())
def test_a_field_ends_at_the_fixpoint_of_the_definition(puzzle: Gnomine) -> None:
    check(puzzle.as_csp())


def check_against_gac(csp: CSP) -> None:
    weaker, answer = gac(csp), path_consistency(csp)[1]
    assert weaker.consistent or not answer.consistent
    if answer.consistent:
        assert all(set(answer.domains[x]) <= set(weaker.domains[x]) for x in csp.domains)


@given(networks())
def test_it_infers_at_least_what_arc_consistency_does(csp: CSP) -> None:
    check_against_gac(csp)


@given(positions())
def test_it_infers_at_least_what_arc_consistency_does_on_a_field(puzzle: Gnomine) -> None:
    check_against_gac(puzzle.as_csp())


@given(networks())
def test_no_value_of_a_solution_is_ever_removed(csp: CSP) -> None:
    _, answer = path_consistency(csp)
    for solution in solutions(csp):
        assert answer.consistent
        assert all(a in answer.domains[x] for x, a in solution.items())


@given(networks())
def test_the_events_leave_the_domains_of_the_answer(csp: CSP) -> None:
    events, answer = path_consistency(csp)
    domains = dict(csp.domains)
    for event in events:
        if isinstance(event, Pruned):
            assert set(event.removed) | set(event.left) == set(domains[event.variable])
            domains[event.variable] = event.left
        elif isinstance(event, WipedOut) and event.variable is not None:
            domains[event.variable] = ()
    assert domains == answer.domains


def test_one_two_one_is_what_arc_consistency_cannot_see() -> None:
    csp = Gnomine.read(board="1 2 1\n. . .").as_csp()
    assert gac(csp).domains == csp.domains
    events, answer = path_consistency(csp)
    assert [answer.domains[x] for x in ("(1,0)", "(1,1)", "(1,2)")] == [(1,), (0,), (1,)]
    assert PairTaken("C(0,1)", "C(0,0)", ("(1,0)", "(1,1)")) in events
    assert TupleDropped("C(0,1)", (1, 1, 0), "C(0,0)") in events
    assert Pruned("(1,2)", (0,), (1,), "C(0,1)") in events
    assert events[-1] == PairsConsistent(3, 3)


def test_relations_are_tightened_where_no_domain_changes() -> None:
    same = frozenset({(0, 0), (1, 1)})
    csp = CSP(dict.fromkeys("xyz", (0, 1)), (
        table("A", ("x", "y", "z"), frozenset(product((0, 1), repeat=3))), table("B", ("x", "y"), same)))
    events, answer = path_consistency(csp)
    assert answer.domains == csp.domains
    assert left(events)["A"] == {(x, x, z) for x in (0, 1) for z in (0, 1)}


def test_without_two_shared_variables_it_is_arc_consistency() -> None:
    differ = frozenset(t for t in product((1, 2, 3), repeat=2) if t[0] != t[1])
    csp = CSP({"x": (1,), "y": (1, 2, 3), "z": (1, 2, 3)}, (
        table("A", ("x", "y"), differ), table("B", ("y", "z"), differ), table("C", ("x", "z"), differ)))
    events, answer = path_consistency(csp)
    assert answer == gac(csp)
    assert not any(isinstance(event, PairTaken | TupleExtended) for event in events)


@pytest.mark.parametrize("board", ["F 1 F\n. . .", "0 F\n. ."])
def test_a_wrong_flag_is_a_contradiction_in_words(board: str) -> None:
    events, answer = path_consistency(Gnomine.read(board=board).as_csp())
    assert not answer.consistent
    last = events[-1]
    assert isinstance(last, WipedOut)
    assert "needed, but" in last.reason


def test_a_contradiction_of_two_names_both() -> None:
    pair = ("x", "y")
    csp = CSP(dict.fromkeys(pair, (0, 1)), (
        table("A", pair, frozenset({(0, 0), (1, 1)})), table("B", pair, frozenset({(0, 1), (1, 0)}))))
    assert gac(csp).consistent
    events, answer = path_consistency(csp)
    assert not answer.consistent
    assert answer.domains["x"] == ()
    assert events[-1] == WipedOut("x", "A", "B agrees with none of its assignments")


def test_a_relation_too_large_to_list_is_refused_at_once() -> None:
    names = tuple(f"v{index}" for index in range(17))
    csp = CSP(dict.fromkeys(names, (0, 1)), (table("all", names, frozenset()),))
    with pytest.raises(RelationTooLargeError) as caught:
        next(find_algorithm("path-consistency").start(csp, {}, seed=0))
    assert str(caught.value) == ("all ties 17 undefined variables, too many to list what they can be: path consistency "
                                 "lists 100,000 assignments at most; split the constraint")


def test_a_total_is_a_constraint_like_others() -> None:
    csp = Gnomine.read(board="1 2 3 2 1\n2 F F F 2\n3 F . F 3\n2 F F F 2\n1 2 3 2 1", mines=8).as_csp(mine_total=True)
    assert path_consistency(csp)[1].domains["(2,2)"] == (0,)


@given(positions())
def test_every_event_can_be_said(puzzle: Gnomine) -> None:
    assert all(event.sentence().endswith(".") for event in path_consistency(puzzle.as_csp())[0])
