"""Generalized arc consistency: the thesis's examples to the letter, and its definition by brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import AlgorithmError, Event, find_algorithm, run, trace
from algorithms.events import Consistent, ConstraintTaken, NoSupport, Pruned, TupleTried, VariableTaken, WipedOut
from algorithms.problems.forms.csp import CSP, Constraint, Domain
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine, sum_of_mines
from kit.draws import DICE, several
from kit.networks import table
from kit.states import before

THESIS_BOARD = """
0 1 .
1 2 F
. . .
"""  # Figure 2.1


def gac(csp: CSP, seed: int = 0, **options: object) -> tuple[list[Event], Consistency]:
    return trace(find_algorithm("gac").start(csp, options, seed))


def brute_force(csp: CSP) -> dict[str, Domain] | None:
    """Definition 3 word by word: the largest domains in which every value has a support in every constraint.

    None if a domain is empty.
    """
    domains = {x: set(values) for x, values in csp.domains.items()}
    changed = True
    while changed:
        changed = False
        for c in csp.constraints:
            supports = [t for t in product(*(sorted(domains[x], key=str) for x in c.scope)) if c.allows(t)]
            for place, x in enumerate(c.scope):
                kept = {t[place] for t in supports}
                if not kept:
                    return None
                changed = changed or kept != domains[x]
                domains[x] = kept
    return {x: tuple(a for a in csp.domains[x] if a in kept) for x, kept in domains.items()}


@st.composite
def positions(draw: st.DrawFn) -> Gnomine:
    """Positions up to 5x5 of a true game, some with wrong flags."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    fields = [f"({i},{j})" for i in range(rows) for j in range(columns)]
    seen: dict[str, int] = {}
    slips, dice = draw(st.booleans()), draw(DICE)
    mines = {x for x in fields if dice.randrange(4) == 0}
    for x in fields:
        i, j = map(int, x[1:-1].split(","))
        number = sum(f"({i + a},{j + b})" in mines for a in (-1, 0, 1) for b in (-1, 0, 1))
        if x in mines:
            seen[x] = dice.choice([COVERED, FLAG])
        elif slips and dice.randrange(5) == 0:
            seen[x] = FLAG
        else:
            seen[x] = dice.choice([COVERED, number])
    return Gnomine(rows, columns, seen)


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Small networks with arbitrary relations over one to four variables of one to three values each."""
    variables = [f"v{index}" for index in range(draw(st.integers(1, 5)))]
    domains: dict[str, Domain] = {
        x: tuple(draw(several([0, 1, 2, "a"], 1, 3)))
        for x in variables
    }
    constraints, dice = [], draw(DICE)
    for index in range(draw(st.integers(0, 4))):
        scope = tuple(draw(several(variables, 1, 4)))
        allowed = frozenset(t for t in product(*(domains[x] for x in scope)) if dice.randrange(3) == 0)
        constraints.append(table(f"c{index}", scope, allowed))
    return CSP(domains, tuple(constraints))


def check_against_brute_force(csp: CSP) -> None:
    expected = brute_force(csp)
    for options in ({}, {"order": "random"}):
        events, answer = gac(csp, seed=7, **options)
        assert answer.consistent == (expected is not None)
        assert isinstance(events[-1], Consistent if answer.consistent else WipedOut)
        if expected is not None:
            assert answer.domains == expected


@given(positions())
def test_domains_on_a_field_are_the_fixpoint_of_the_definition(puzzle: Gnomine) -> None:
    check_against_brute_force(puzzle.as_csp())


@given(networks())
def test_domains_of_any_network_are_the_fixpoint_of_the_definition(csp: CSP) -> None:
    check_against_brute_force(csp)


@given(positions())
def test_no_value_of_a_solution_is_ever_removed(puzzle: Gnomine) -> None:
    csp = puzzle.as_csp()
    _, answer = gac(csp)
    ids = {x: index for index, x in enumerate(csp.domains, 1)}
    with Minisat22() as solver:
        for x, domain in csp.domains.items():
            if len(domain) == 1:
                solver.add_clause([ids[x] if domain == (1,) else -ids[x]])
        for c in csp.constraints:
            for row in product((0, 1), repeat=len(c.scope)):
                if not c.allows(row):
                    solver.add_clause([-ids[x] if a else ids[x] for x, a in zip(c.scope, row, strict=True)])
        if not answer.consistent:
            assert not solver.solve()
            return
        for x, domain in csp.domains.items():
            for a in domain:
                if solver.solve([ids[x] if a else -ids[x]]):
                    assert a in answer.domains[x]


@given(positions())
def test_the_folded_state_ends_where_the_algorithm_does(puzzle: Gnomine) -> None:
    events, answer = gac(puzzle.as_csp())
    state = before(puzzle)
    for event in events:
        state.apply(event)
    assert state.domains == answer.domains
    assert state.outcome == answer.outcome


@given(positions())
def test_a_constraint_without_unknowns_is_taken_only_once(puzzle: Gnomine) -> None:
    events, _ = gac(puzzle.as_csp())
    decided = [e.constraint for e in events if isinstance(e, ConstraintTaken) and not e.unknown]
    assert len(decided) == len(set(decided))


def test_example_2_1_1_has_the_variables_domains_and_constraints_of_the_thesis() -> None:
    csp = Gnomine.read(board=THESIS_BOARD).as_csp()
    names = [f"({i},{j})" for i in (-1, 0, 1, 2, 3) for j in (-1, 0, 1, 2, 3)]
    assert list(csp.domains) == names
    of_domain: dict[Domain, list[str]] = {}
    for x in names:
        of_domain.setdefault(csp.domains[x], []).append(x)
    assert of_domain[(1,)] == ["(1,2)"]
    assert of_domain[(0, 1)] == ["(0,2)", "(2,0)", "(2,1)", "(2,2)"]
    assert len(of_domain[(0,)]) == 20
    assert len(csp.hidden) == 16
    assert [(c.name, " + ".join(f"x{x}" for x in c.scope)) for c in csp.constraints] == [
        ("C(0,1)", "x(-1,0) + x(-1,1) + x(-1,2) + x(0,0) + x(0,2) + x(1,0) + x(1,1) + x(1,2)"),
        ("C(1,0)", "x(0,-1) + x(0,0) + x(0,1) + x(1,-1) + x(1,1) + x(2,-1) + x(2,0) + x(2,1)"),
        ("C(1,1)", "x(0,0) + x(0,1) + x(0,2) + x(1,0) + x(1,2) + x(2,0) + x(2,1) + x(2,2)"),
    ]


def test_a_formula_names_fields_of_the_board_only() -> None:
    csp = Gnomine.read(board=THESIS_BOARD).as_csp()
    assert [c.text for c in csp.constraints] == [
        "x(0,0) + x(0,2) + x(1,0) + x(1,1) + x(1,2) = 1", "x(0,0) + x(0,1) + x(1,1) + x(2,0) + x(2,1) = 1",
        "x(0,0) + x(0,1) + x(0,2) + x(1,0) + x(1,2) + x(2,0) + x(2,1) + x(2,2) = 2"]
    for c in csp.constraints:
        assert c.text == " + ".join(f"x{x}" for x in c.scope if x not in csp.hidden) + c.text[c.text.index(" = "):]


def test_example_2_1_1_gac_finds_one_free_field_and_nothing_else() -> None:
    csp = Gnomine.read(board=THESIS_BOARD).as_csp()
    events, answer = gac(csp)
    assert [e for e in events if isinstance(e, Pruned)] == [Pruned("(0,2)", (1,), (0,), "C(0,1)")]
    assert answer.domains == {**csp.domains, "(0,2)": (0,)}
    assert events[-1] == Consistent(2, 1)


def around(i: int, j: int, known: dict[str, Domain], number: int) -> CSP:
    """One number at (i, j); its neighbours are unknown unless ``known``."""
    cells = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
    scope = tuple(f"({i + a},{j + b})" for a, b in cells)
    return CSP({x: known.get(x, (0, 1)) for x in scope}, (sum_of_mines(f"({i},{j})", scope, number),))


def test_example_2_2_1() -> None:
    known: dict[str, Domain] = dict.fromkeys(("(0,0)", "(0,1)", "(1,0)", "(2,0)", "(2,2)"), (0,))
    csp = around(1, 1, known | {"(2,1)": (1,)}, 3)
    assert csp.constraints[0].text.startswith("x(0,0) + x(0,1) + x(0,2) + x(1,0) + x(1,2)")
    events, answer = gac(csp)
    assert NoSupport("(1,2)", 0, "C(1,1)") in events
    assert answer.domains["(1,2)"] == (1,)


def test_the_arrays_and_sums_of_section_2_3() -> None:
    known: dict[str, Domain] = dict.fromkeys(("(2,3)", "(3,3)", "(4,3)", "(4,4)"), (0,))
    csp = around(3, 4, known | {"(2,5)": (1,)}, 4)
    events, answer = gac(csp)
    start = events.index(VariableTaken("(2,4)", 4))
    end = events.index(NoSupport("(2,4)", 0, "C(3,4)"))
    tried: list[Any] = [e.values for e in events[start:end] if isinstance(e, TupleTried) and not e.satisfied]
    assert tried == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    assert [1 + sum(values) for values in tried] == [1, 2, 2, 3]
    assert end == start + 5
    assert answer.domains["(2,4)"] == (1,)


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("F 1 F\n. . .", "1 mine needed, but 2 neighbours are flagged or must be mines"),
        ("0 F\n. .", "no mine needed, but 1 neighbour is flagged or must be a mine"),
    ],
)
def test_a_wrong_flag_surfaces_as_a_contradiction_in_words(board: str, reason: str) -> None:
    events, answer = gac(Gnomine.read(board=board).as_csp())
    assert not answer.consistent
    assert isinstance(events[-1], WipedOut)
    assert events[-1].reason == reason


def test_too_few_neighbours_left_is_said_in_words() -> None:
    csp = around(1, 1, dict.fromkeys(("(0,0)", "(0,1)", "(0,2)", "(1,0)", "(1,2)", "(2,0)"), (0,)), 3)
    events, _ = gac(csp)
    last = events[-1]
    assert isinstance(last, WipedOut)
    assert last.reason == "3 mines needed, but at most 2 of the neighbours can be mines"


def test_a_violated_constraint_without_unknowns_is_taken_too() -> None:
    puzzle = Gnomine(1, 2, {"(0,0)": 0, "(0,1)": FLAG})
    events, answer = gac(puzzle.as_csp())
    assert not answer.consistent
    last = events[-1]
    assert isinstance(last, WipedOut)
    assert last.variable is None
    assert last.because == "C(0,0)"


def test_a_constraint_whose_assignments_cannot_all_be_listed_ends_the_run_in_one_line(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 40 of 40 a support is the last of 2⁴⁰ assignments for x1 = 0: there is none, but who would live to see it?"""
    monkeypatch.setattr("algorithms.consistency.arc_consistency.MOST_TRIED", 5_000)  # of a million
    names = tuple(f"x{index}" for index in range(40))
    every = Constraint("all", names, lambda values: sum(map(int, values)) == 40, "all are 1", lambda left: "not all")
    with pytest.raises(AlgorithmError, match="all ties 40 undefined variables, too many to list") as caught:
        run(find_algorithm("gac")(CSP(dict.fromkeys(names, (0, 1)), (every,))))
    assert "\n" not in str(caught.value)
