"""The mine total as a constraint: counted supports against the definitions by brute force, and no tuple ever tried."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_gac import brute_force, positions

from algorithms.backbones import backbones
from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import AlgorithmError, Event, algorithms, find_algorithm, run, trace
from algorithms.events import ConstraintTaken, PairTaken, Pruned, SumTested, TupleTried, WipedOut
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Sum, Value
from algorithms.problems.gnomine.position import COVERED, FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.satisfiability import dpll
from kit.draws import DICE, several
from kit.networks import solutions, table
from kit.states import before
from scenarios.reading import keywords

FEW = 10  # undefined variables: brute force tries all assignments of the total
FORT = "1 2 3 3 2 1\n2 . . . . 2\n3 . . . . 3\n2 . . . . 2\n1 2 3 3 2 1"
PAIR = ". 1 2 F .\n. 1 2 F ."  # one mine in the first column; the last one touches no number


def solve(name: str, csp: CSP) -> tuple[list[Event], Consistency]:
    return trace(find_algorithm(name).start(csp, {}, 0))


@st.composite
def boards(draw: st.DrawFn) -> Gnomine:
    """Boards whose number of mines is known; now and then it is wrong."""
    puzzle = draw(positions())
    seen = list(puzzle.seen.values())
    assume(seen.count(COVERED) + seen.count(FLAG) > 0 and seen.count(COVERED) <= FEW)
    flags = seen.count(FLAG)
    return replace(puzzle, mines=draw(st.integers(max(0, flags - 1), flags + seen.count(COVERED) + 1)))


totals = boards().map(lambda puzzle: puzzle.as_csp(mine_total=True))


def exactly(name: str, scope: tuple[str, ...], total: int) -> Sum:
    def allows(values: Sequence[Value]) -> bool:
        return values.count(1) == total

    def explain(domains: Domains) -> str:
        return f"{total} cannot be reached"

    return Sum(name, scope, allows, f"sum = {total}", explain, total)


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Bits with several sums, and tables beside them."""
    names = tuple(f"v{index}" for index in range(draw(st.integers(1, 6))))
    domains: dict[str, Domain] = {x: draw(st.sampled_from([(0, 1), (0, 1), (0,), (1,), (1, 0)])) for x in names}
    constraints: list[Constraint] = []
    for index in range(draw(st.integers(1, 4))):
        scope = tuple(draw(several(names, 1)))
        if draw(st.booleans()):
            constraints.append(exactly(f"s{index}", scope, draw(st.integers(0, len(scope)))))
        else:
            rows, dice = product(*(domains[x] for x in scope)), draw(DICE)
            constraints.append(table(f"c{index}", scope, frozenset(t for t in rows if dice.randrange(3))))
    return CSP(domains, tuple(constraints))


# --- against the definitions -------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.one_of(totals, networks()))
def test_gac_is_the_fixpoint_of_its_definition_with_sums_too(csp: CSP) -> None:
    expected, (events, answer) = brute_force(csp), solve("gac", csp)
    assert answer.consistent == (expected is not None)
    assert expected is None or answer.domains == expected
    assert expected is not None or isinstance(events[-1], WipedOut)


def joined(csp: CSP) -> dict[str, Domain] | None:
    """What pairs of constraints know, tuple by tuple, where a sum keeps no tuples of its own: every tuple of another
    constraint extends to all of these, and every value occurs in the join of a sum with each. None: no solution."""
    domains = dict(csp.domains)
    listed = [c for c in csp.constraints if not isinstance(c, Sum)]
    tuples = {c.name: [t for t in product(*(domains[x] for x in c.scope)) if c.allows(t)] for c in listed}
    while True:
        before = dict(domains), {name: list(rows) for name, rows in tuples.items()}
        for a in listed:
            tuples[a.name] = [
                t for t in tuples[a.name]
                if all(value in domains[x] for x, value in zip(a.scope, t, strict=True))
                and all(agree(a, t, b, other) for b in listed for other in [tuples[b.name]])]
            keep(domains, a.scope, tuples[a.name])
        for c in csp.constraints:
            if isinstance(c, Sum):
                rows = [t for t in product(*(domains[x] for x in c.scope)) if c.allows(t)]
                keep(domains, c.scope, rows)
                for b in listed:
                    if len(set(b.scope) & {x for x in c.scope if len(csp.domains[x]) > 1}) > 1:
                        keep(domains, c.scope, [t for t in rows if agree(c, t, b, tuples[b.name])])
        if not all(domains.values()) or not all(tuples.values()):
            return None
        if before == (domains, tuples):
            return domains


def agree(a: Constraint, values: tuple[Value, ...], b: Constraint, others: list[tuple[Value, ...]]) -> bool:
    given_ = dict(zip(a.scope, values, strict=True))
    return any(all(given_.get(x, value) == value for x, value in zip(b.scope, other, strict=True)) for other in others)


def keep(domains: dict[str, Domain], scope: tuple[str, ...], rows: list[tuple[Value, ...]]) -> None:
    for place, x in enumerate(scope):
        domains[x] = tuple(a for a in domains[x] if a in {t[place] for t in rows})


@settings(deadline=None)
@given(totals)
def test_path_consistency_joins_the_total_with_each_number(csp: CSP) -> None:
    expected, (events, answer) = joined(csp), solve("path-consistency", csp)
    assert answer.consistent == (expected is not None)
    assert expected is None or answer.domains == expected
    assert expected is not None or isinstance(events[-1], WipedOut)


@settings(deadline=None)
@given(st.one_of(totals, networks()), st.sampled_from(["gac", "path-consistency"]))
def test_no_value_of_a_solution_is_ever_removed(csp: CSP, name: str) -> None:
    answer = solve(name, csp)[1]
    for solution in solutions(csp):
        assert answer.consistent
        assert all(a in answer.domains[x] for x, a in solution.items())


@settings(deadline=None)
@given(st.one_of(totals, networks()))
def test_path_consistency_infers_at_least_what_arc_consistency_does(csp: CSP) -> None:
    weaker, answer = solve("gac", csp)[1], solve("path-consistency", csp)[1]
    assert weaker.consistent or not answer.consistent
    assert not answer.consistent or all(set(answer.domains[x]) <= set(weaker.domains[x]) for x in csp.domains)


@settings(deadline=None)
@given(boards(), st.sampled_from(["gac", "path-consistency"]))
def test_the_state_ends_where_the_algorithm_does_and_all_can_be_said(puzzle: Gnomine, name: str) -> None:
    events, answer = solve(name, puzzle.as_csp(mine_total=True))
    state = before(puzzle)
    for event in events:
        assert event.sentence().endswith(".")
        state.apply(event)
    assert (state.domains, state.outcome) == (answer.domains, answer.outcome)


@settings(deadline=None)
@given(totals)
def test_a_value_is_supported_if_a_tuple_has_it(csp: CSP) -> None:
    """Each test of a value, against all tuples within the domains as they are then."""
    domains, taken = dict(csp.domains), ""
    constraints = {c.name: c for c in csp.constraints}
    for event in solve("gac", csp)[0]:
        if isinstance(event, ConstraintTaken):
            taken = event.constraint
        elif isinstance(event, TupleTried):
            assert taken != "total" or event.values == ()
        elif isinstance(event, SumTested):
            c = constraints[event.constraint]
            rows = [t for t in product(*(domains[x] for x in c.scope)) if c.allows(t)]
            for place, x in enumerate(c.scope):
                if len(domains[x]) > 1:
                    assert event.supported == any(t[place] == event.value for t in rows)
        elif isinstance(event, Pruned):
            domains[event.variable] = event.left


# --- examples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gac", "path-consistency"])
def test_figure_2_3_is_decided_by_the_total_alone(name: str) -> None:
    puzzle = Gnomine.read(board=FORT, mines=10)
    without, with_total = (solve(name, puzzle.as_csp(mine_total=total))[1].domains for total in (False, True))
    assert [without[x] for x in ("(2,2)", "(2,3)")] == [(0, 1), (0, 1)]
    assert [with_total[x] for x in ("(2,2)", "(2,3)")] == [(0,), (0,)]
    assert {**without, "(2,2)": (0,), "(2,3)": (0,)} == with_total


def test_what_the_total_says_in_words() -> None:
    tests = [e for e in solve("gac", Gnomine.read(board=FORT, mines=10).as_csp(mine_total=True))[0]
             if isinstance(e, SumTested)]
    assert [test.sentence() for test in tests] == [
        "If one is 0, the others must add up to 10; possible is 10 to 11: a support.",
        "If one is 1, the others must add up to 9; possible is 10 to 11: no support."]


def test_beside_a_number_the_total_says_more() -> None:
    csp = Gnomine.read(board=PAIR, mines=3).as_csp(mine_total=True)
    assert solve("gac", csp)[1].domains["(0,4)"] == (0, 1)
    events, answer = solve("path-consistency", csp)
    assert [answer.domains[x] for x in ("(0,0)", "(0,4)", "(1,4)")] == [(0, 1), (0,), (0,)]
    assert PairTaken("total", "C(0,1)", ("(0,0)", "(1,0)")) in events
    assert SumTested("total", 1, 2, 3, 4, "C(0,1)") in events
    assert Pruned("(0,4)", (1,), (0,), "total") in events
    assert "If one beyond C(0,1) is 1, the others must add up to 2; possible is 3 to 4: no support." in [
        event.sentence() for event in events]


@pytest.mark.parametrize(("board", "mines", "reason"), [
    (PAIR, 1, "1 mine needed, but 2 covered fields are flagged or must be mines"),
    ("1 .\n. .", 2, "with what C(0,0) takes, 2 cannot be reached"),
    ("2 .\n. .", 1, "with what C(0,0) takes, 1 cannot be reached"),
])
def test_a_total_that_cannot_be(board: str, mines: int, reason: str) -> None:
    csp = replace(Gnomine.read(board=board), mines=mines).as_csp(mine_total=True)
    last = solve("path-consistency", csp)[0][-1]
    assert isinstance(last, WipedOut)
    assert (last.because, last.reason) == ("total", reason)


def test_a_long_list_of_variables_is_not_said() -> None:
    names = tuple(f"v{index}" for index in range(240))
    assert ConstraintTaken("total", names).sentence() == "Take total: 240 variables are undefined."
    assert ConstraintTaken("C(0,0)", names[:2]).sentence() == "Take C(0,0): v0, v1 undefined."


# --- a large field -----------------------------------------------------------------------------------------------


@cache
def half_uncovered(least: int = 240) -> Gnomine:
    """An expert board, half of it seen or more: after as few clicks as do it, each of which uncovers more."""
    clicks = bisect_left(range(1, 200), least, key=lambda reveal: uncovered_after(reveal)[0]) + 1
    seen, puzzle = uncovered_after(clicks)
    assert seen >= least, "reveal more"
    assert clicks == 1 or uncovered_after(clicks - 1)[0] < least
    return puzzle


@cache
def uncovered_after(reveal: int) -> tuple[int, Gnomine]:
    """That board after so many clicks, and how many fields are seen there."""
    puzzle = Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=reveal))
    return sum(seen >= 0 for seen in puzzle.seen.values()), puzzle


ON_FIELDS = [name for name, algorithm in algorithms().items()
             if hasattr(Gnomine, algorithm.solves.method)]  # type: ignore[attr-defined]


NEVER_SAY_NO = ("local search", "genetic")  # families
BINARY = ("arcs", "backjumping")  # families that list what a sum can be


@pytest.mark.parametrize("name", ON_FIELDS)
def test_every_algorithm_ends_on_an_expert_field_with_the_total_or_says_what_else_to_use(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No watch is held against it: an algorithm that hangs does not come back at all. A search through all assignments
    may take for ever here, but it has to go on telling what it does."""
    monkeypatch.setattr(dpll, "MOST_LITERALS", 20_000)  # at which it gives up: a tenth of what it is
    monkeypatch.setattr(backbones, "MOST_MODELS", 300)
    algorithm = find_algorithm(name)
    # what asks about each field that is still covered has fewer of them to ask about
    board = half_uncovered(300) if name.startswith("backbone-") else half_uncovered()
    method = getattr(board, algorithm.solves.method)  # type: ignore[attr-defined]
    options = {"mine_total": True} if "mine_total" in keywords(method) else {}
    few = {"iterations": 20_000} if "iterations" in algorithm.options else {}
    steps = algorithm.start(method(**options), few, 0)
    if algorithm.function.__module__ == "algorithms.backtracking.backtracking":
        assert next(islice(steps, 9_999, None), None) is not None
        return
    try:
        answer = run(steps)
    except AlgorithmError as refused:
        assert algorithm.family.name in (*BINARY, "transitions") or name in (
            "backbone-enumerate", "dpll", "at-least-dpll")
        assert "; use " in str(refused)
        assert "\n" not in str(refused)
    else:
        # a repair or an evolution that has not come to an end has given up, and says no more than that
        assert answer.outcome in ("complete", "solved", *["stopped"] * (algorithm.family.name in NEVER_SAY_NO))
