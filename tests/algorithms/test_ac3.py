"""AC-3: its domains are the greatest arc-consistent ones, by definition; its queue does what the source says."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.arcs.ac3 import ac3
from algorithms.arcs.events import ArcQueued, ArcTaken, Projected, QueueEmptied, QueueFilled, Restricted, TupleRemoved
from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import AlgorithmError, Event, find_algorithm, run, trace
from algorithms.events import NoSupport, Pruned, SupportFound, TupleTried, WipedOut
from algorithms.problems.forms.binary import to_binary
from algorithms.problems.forms.csp import CSP, Domain, Value
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.network import Network
from kit.draws import DICE, several
from kit.networks import solutions, table
from kit.states import before
from scenarios.loader import find, load

REFUSES = {"ac3"}
NAMES = "pqrstu"


@st.composite
def networks(draw: st.DrawFn, most: int, fewest: int = 1, values: int = 1) -> CSP:
    """Constraints over ``fewest`` to ``most`` of two to six variables, of ``values`` to four values each; at most one
    for the same two."""
    names = NAMES[:draw(st.integers(2, 6))]
    domains: dict[str, Domain] = {x: tuple(range(draw(st.integers(values, 4)))) for x in names}
    scopes = draw(_scopes(names, fewest, most))
    dice = draw(DICE)
    share = draw(st.sampled_from([0.3, 0.5, 0.7]))
    constraints = [table(f"c{index}", tuple(scope), frozenset(
        t for t in product(*(domains[x] for x in scope)) if dice.random() < share))
        for index, scope in enumerate(scopes)]
    return CSP(domains, tuple(constraints))


@cache
def _scopes(names: str, fewest: int, most: int) -> st.SearchStrategy[list[list[str]]]:
    sized = st.integers(fewest, most).flatmap(lambda size: several(names, min(size, len(names)), size))
    return st.lists(sized, max_size=7, unique_by=lambda scope: tuple(sorted(scope)))


def naive(csp: CSP) -> dict[str, Domain] | None:
    """The greatest domains in which each value has a support in each constraint, by trying everything until nothing
    changes; None if one is empty."""
    left = {x: list(values) for x, values in csp.domains.items()}
    while True:
        kept = {x: [a for a in values if all(any(
            t[c.scope.index(x)] == a and c.allows(t) for t in product(*(left[y] for y in c.scope)))
            for c in csp.constraints if x in c.scope)] for x, values in left.items()}
        if not all(kept.values()):
            return None
        if kept == left:
            return {x: tuple(values) for x, values in left.items()}
        left = kept


def traced(csp: CSP, **options: Any) -> tuple[list[Event], Consistency]:
    return trace(find_algorithm("ac3").start(csp, options, 0))


@given(networks(most=2, fewest=2))
def test_on_binary_networks_the_domains_are_the_greatest_arc_consistent_ones(csp: CSP) -> None:
    expected = naive(csp)
    events, answer = traced(csp)
    assert answer.consistent == (expected is not None)
    assert isinstance(events[-1], QueueEmptied if answer.consistent else WipedOut)
    if expected is not None:
        assert answer.domains == expected
    assert sum(len(values) for values in answer.domains.values()) == (
        sum(map(len, csp.domains.values())) - sum(isinstance(event, Pruned | WipedOut) for event in events))


@given(networks(most=4, values=2))
def test_in_hidden_form_they_are_those_of_generalized_arc_consistency(csp: CSP) -> None:
    expected = naive(csp)
    answer = run(ac3(csp))
    assert (answer.domains if answer.consistent else None) == expected
    gac = run(find_algorithm("gac").start(csp, {}, 0))
    assert answer.consistent == gac.consistent
    if answer.consistent:
        assert answer.domains == gac.domains


@given(networks(most=4))
def test_in_dual_form_they_are_those_of_pairwise_consistency(csp: CSP) -> None:
    """An assignment of a constraint must agree with one of every other: what the repository has as path consistency."""
    answer = run(ac3(csp, form="dual"))
    pairwise = run(find_algorithm("path-consistency").start(csp, {}, 0))
    assert answer.consistent == pairwise.consistent
    if answer.consistent:
        assert answer.domains == pairwise.domains


@given(networks(most=3), st.sampled_from(["hidden", "dual"]))
def test_no_solution_is_lost(csp: CSP, form: str) -> None:
    answer = run(find_algorithm("ac3").start(csp, {"form": form}, 0))
    for solution in solutions(csp):
        assert answer.consistent
        assert all(a in answer.domains[x] for x, a in solution.items())


@given(networks(most=3), st.sampled_from(["hidden", "dual"]))
def test_the_queue_is_a_set_and_gets_back_what_may_have_lost_a_support(csp: CSP, form: str) -> None:
    network = to_binary(csp, form)  # type: ignore[arg-type]
    waiting: list[tuple[str, str]] = []
    taken, lost, due = ("", ""), False, [("", "")]
    for event in traced(csp, form=form)[0]:
        if isinstance(event, QueueFilled):
            waiting = list(event.arcs)
            assert set(waiting) == {arc for x, y in network.pairs for arc in ((x, y), (y, x))}
            due = []
        elif isinstance(event, ArcTaken | QueueEmptied):
            assert not due
            if isinstance(event, ArcTaken):
                assert (event.variable, event.partner) == waiting.pop(0)
                assert event.waiting == len(waiting)
                taken, lost = (event.variable, event.partner), False
            else:
                assert not waiting
        elif isinstance(event, Pruned | TupleRemoved):
            if not lost:
                due = [(i, taken[0]) for i in network.neighbours[taken[0]]
                       if i != taken[1] and (i, taken[0]) not in waiting]
            lost = True
        elif isinstance(event, ArcQueued):
            due.remove((event.variable, event.partner))
            waiting.append((event.variable, event.partner))


@given(networks(most=2, fewest=2), st.randoms(use_true_random=False))
def test_any_order_of_the_arcs_ends_with_the_same_domains(csp: CSP, any_order: Any) -> None:
    answer = run(ac3(csp, choose=lambda kind, candidates, preferred: any_order.choice(candidates)))
    usual = run(ac3(csp))
    assert answer.consistent == usual.consistent
    if answer.consistent:
        assert answer.domains == usual.domains


@given(networks(most=3), st.sampled_from(["hidden", "dual"]))
def test_each_check_is_true_and_none_is_left_out_or_made_twice(csp: CSP, form: str) -> None:
    network = to_binary(csp, form)  # type: ignore[arg-type]
    d = {x: list(values) for x, values in network.csp.domains.items()}
    arc, tried = ("", ""), list[tuple[Value, ...]]()
    for event in traced(csp, form=form)[0]:
        if isinstance(event, ArcTaken):
            arc = event.variable, event.partner
            assert event.constraints == tuple(c.name for c in network.between(*arc))
        elif isinstance(event, TupleTried):
            tried.append(event.values)
            assert event.satisfied == (network.violated(arc[0], tried[-1][0], arc[1], tried[-1][1]) is None)
        elif isinstance(event, SupportFound | NoSupport):
            found = isinstance(event, SupportFound)
            assert event.variable == arc[0]
            assert tried == [(event.value, y) for y in d[arc[1]][:len(tried)]]
            assert found or len(tried) == len(d[arc[1]])
            tried = []
        elif isinstance(event, Pruned | TupleRemoved):
            (gone,) = event.removed if isinstance(event, Pruned) else (event.value,)
            d[arc[0]].remove(gone)


def test_the_classic_zebra_goes_from_117_values_to_86() -> None:
    """As the notes on the source have it; GAC, which takes each constraint by itself, comes to the same."""
    csp = load(find("who-owns-the-zebra")).puzzle.as_csp()  # type: ignore[attr-defined]
    assert sum(map(len, csp.domains.values())) == 117
    events, answer = traced(csp)
    filled = next(event for event in events if isinstance(event, QueueFilled))
    assert filled.sentence() == "122 arcs wait in the queue: 61 constrained pairs, each both ways."
    assert sum(map(len, answer.domains.values())) == 86
    assert answer.domains["blue"] == (2,)
    assert answer.domains == run(find_algorithm("gac").start(csp, {}, 0)).domains


def test_constraints_over_one_variable_come_first() -> None:
    csp = CSP({"p": (1, 2, 3), "q": (1, 2, 3)}, (
        table("small", ("p",), frozenset({(1,), (2,)})), table("same", ("p", "q"), frozenset({(2, 2), (3, 3)}))))
    events, answer = traced(csp)
    assert events[0] == Restricted("p", (3,), (1, 2), "small")
    assert isinstance(events[1], QueueFilled)
    assert answer.domains == {"p": (2,), "q": (2,)}


@pytest.mark.parametrize(("constraints", "said"), [
    ((("none", ("p",), frozenset[Domain]()),), "Contradiction in none: no row fits [(1, 2)]"),
    ((("never", (), frozenset[Domain]()),), "Contradiction in never: no row fits []"),
    ((("nothing", ("p", "q", "r"), frozenset[Domain]()),), "Contradiction in nothing: no row fits"),
])
def test_what_nothing_satisfies_needs_no_queue(constraints: Any, said: str) -> None:
    csp = CSP(dict.fromkeys("pqr", (1, 2)), tuple(table(*c) for c in constraints))
    events, answer = traced(csp)
    assert len(events) == 1
    assert not answer.consistent
    assert events[0].sentence().startswith(said)


def test_a_variable_without_values_ends_it_at_once() -> None:
    events, answer = traced(CSP({"p": (), "q": (1,)}, ()))
    assert events == [WipedOut("p", "p", "p has no value to begin with")]
    assert not answer.consistent


def test_two_constraints_on_a_pair_are_one_arc() -> None:
    """Each by itself supports every value; together they allow nothing, and both are named."""
    csp = CSP({"p": (0, 1), "q": (0, 1)}, (
        table("equal", ("p", "q"), frozenset({(0, 0), (1, 1)})),
        table("different", ("q", "p"), frozenset({(0, 1), (1, 0)}))))
    events, answer = traced(csp)
    assert [event for event in events if isinstance(event, ArcTaken)] == [
        ArcTaken("p", "q", ("equal", "different"), 1)]
    assert next(event for event in events if isinstance(event, NoSupport)).because == "equal and different"
    assert not answer.consistent
    assert run(find_algorithm("gac").start(csp, {}, 0)).consistent


def test_in_dual_form_what_the_tuples_leave_is_told() -> None:
    """Two ternary constraints share two variables: alone each allows every value, together only equal ones."""
    csp = CSP(dict.fromkeys("pqrs", (0, 1)), (
        table("one", ("p", "q", "r"), frozenset({(0, 0, 0), (1, 1, 1), (0, 1, 0)})),
        table("two", ("p", "q", "s"), frozenset({(0, 0, 1), (1, 1, 1), (1, 0, 0)}))))
    assert run(ac3(csp)).domains == dict(csp.domains)
    events, answer = traced(csp, form="dual")
    assert answer.domains == {"p": (0, 1), "q": (0, 1), "r": (0, 1), "s": (1,)}
    assert [event for event in events if isinstance(event, TupleRemoved)] == [
        TupleRemoved("one", "(0, 1, 0)", "two"), TupleRemoved("two", "(1, 0, 0)", "one")]
    assert [event for event in events if isinstance(event, Projected)] == [Projected("s", (0,), (1,), "two")]


def test_a_total_over_many_fields_is_refused_by_name() -> None:
    board = Gnomine.read(board="\n".join(". . . . . . . ." for _ in range(4)), mines=5)
    with pytest.raises(AlgorithmError, match="ties 32 undefined variables, too many to list"):
        run(ac3(board.as_csp(mine_total=True)))


@given(networks(most=3), st.sampled_from(["hidden", "dual"]))
def test_the_folded_state_ends_where_the_algorithm_does(csp: CSP, form: str) -> None:
    events, answer = traced(csp, form=form)
    state = before(Network(csp.domains, csp.constraints), "ac3")
    for event in events:
        state.apply(event)
    assert state.domains == answer.domains
    assert state.outcome == answer.outcome
