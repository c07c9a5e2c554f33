"""The graphs DP_F and aset_Π: the handout's states, edges and figures, and its propositions on random input."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import is_answer_set
from algorithms.transitions.graph import Graph, is_solution, least_size, unfold
from algorithms.transitions.records import FAIL, Member, Record, is_consistent, is_record, members
from algorithms.transitions.rules import System, aset, backjump, dp, small_unfounded
from kit.answer_sets import answer_sets_by_clingo
from kit.sat_runs import models_of, occurring, read_cnf, satisfiable
from kit.small_systems import all_states, formulas, programs, record

F1 = "p | q, ~p | r"
FORMULA_3 = "~p | q, ~p | r, q | r, ~q | ~r"
PROBLEM_4 = LogicProgram(("r", "p", "q"), (Rule(1), Rule(2, (1,), (3,)), Rule(3, (1,), (2,))), ("",) * 3, 3)
EXAMPLE_10 = LogicProgram(("p", "r", "q"), (Rule(1), Rule(2, (1, 3))), ("",) * 2, 3)


def edges(system: System, text: str) -> list[str]:
    """The edges that leave a state, each with where it leads, as they are written."""
    found = system.transitions(record(system, text))
    return [f"{edge.rule} → {shown(system, edge.after)}" for edge in found]


def refusals(system: System, text: str) -> dict[str, str]:
    """Why rules do not apply to a state."""
    state = record(system, text)
    return {str(rule): why for rule, why in system.refusals(state, system.transitions(state)).items()}


def shown(system: System, state: Record | str) -> str:
    if isinstance(state, str):
        return state
    return " ".join(system.words[literal] + "Δ" * decision for literal, decision in state) or "∅"


@settings(deadline=None, max_examples=300)
@given(formulas(5), st.data())
def test_backjump_is_as_it_is_defined(cnf: CNF, data: st.DataObject) -> None:
    """To each decision, by each clause of which all literals but one are false before it, and that one unassigned."""
    system = dp(cnf)
    literals = data.draw(st.permutations([sign * atom for atom in system.atoms for sign in (1, -1)]))
    state = tuple(Member(literal, data.draw(st.booleans())) for literal in literals[:data.draw(st.integers(0, 8))])
    gone = data.draw(st.frozensets(st.integers(1, len(system.clauses)), max_size=1)) if system.clauses else frozenset()
    expected = []
    for cut, member in enumerate(state) if system.in_conflict(state) else ():
        before = members(state[:cut])
        for number, clause in enumerate(system.clauses, 1):
            left = [literal for literal in clause if -literal not in before]
            if member.decision and number not in gone and len(left) == 1 and left[0] not in before:
                expected.append((cut, left[0], (number,), member.literal))
    found = backjump(replace(system, gone=gone), state, members(state))
    assert [(one.kept, one.literal, one.clauses, one.undone) for one in found] == expected


# --- states ----------------------------------------------------------------------------------------------------------


def test_the_states_relative_to_one_atom_are_those_of_the_handout() -> None:
    system = dp(read_cnf("p"))
    assert {shown(system, state) for state in all_states([1])} == {
        "FailState", "∅", "p", "¬p", "pΔ", "¬pΔ", "p ¬p", "pΔ ¬p", "¬p p", "¬pΔ p"}


@pytest.mark.parametrize(("atoms", "number"), [(0, 2), (1, 10), (2, 114), (3, 1_850), (4, 37_474)])
def test_how_many_states_there_are(atoms: int, number: int) -> None:
    found = list(all_states(range(1, atoms + 1)))
    assert len(found) == len(set(found)) == number


def test_what_the_handout_says_is_no_record() -> None:
    p, q = 1, 2
    assert is_record([Member(p), Member(q), Member(-q)])
    for wrong in ([(p, False), (p, False)], [(p, False), (p, True)], [(p, False), (-p, True)], [(p, True), (-p, True)],
                  [(p, False), (q, False), (-q, False), (-p, False)]):
        assert not is_record([Member(*member) for member in wrong])


def test_all_states_are_the_records_among_all_sequences() -> None:
    literals = [Member(literal, decision) for literal in (1, -1, 2, -2) for decision in (False, True)]
    sequences = [sequence for size in range(5) for sequence in product(literals, repeat=size)]
    assert {FAIL, *filter(is_record, sequences)} == set(all_states([1, 2]))


# --- the handout's examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "nodes", "edges"), [
    (dp(read_cnf(F1)), 213, 290), (dp(read_cnf(FORMULA_3)), 396, 590), (aset(PROBLEM_4), 395, 587)])
def test_the_figures_of_three_graphs(system: System, nodes: int, edges: int) -> None:
    found = unfold(system).verdict
    assert (found.states, found.edges, len(found.terminal)) == (nodes, edges, 48)
    assert found.whole and found.acyclic and not found.fails and not found.wrong


@pytest.mark.parametrize(("system", "number"), [
    (dp(read_cnf(F1)), 2_090), (dp(read_cnf(FORMULA_3)), 2_410), (aset(PROBLEM_4), 2_413)])
def test_the_figures_on_all_states(system: System, number: int) -> None:
    graph = unfold(system, all_states(system.atoms))
    assert (len(graph.states), len(graph.edges)) == (1_850, number)
    assert graph.layers is not None


def test_problem_3_b_and_c() -> None:
    system = dp(read_cnf(FORMULA_3))
    assert edges(system, "q") == ["Unit Propagate → q ¬r", "Decide → q pΔ", "Decide → q ¬pΔ", "Decide → q rΔ",
                                  "Decide → q ¬rΔ"]
    assert edges(system, "pΔ q r ¬q") == ["Backtrack → ¬p"]


def test_problem_4_h() -> None:
    system = aset(PROBLEM_4)
    state = record(system, "r ¬qΔ p")
    assert edges(system, "r ¬qΔ p") == []
    assert is_solution(system, state)
    assert edges(system, "r qΔ") == ["Unfounded → r qΔ ¬p", "Decide → r qΔ pΔ", "Decide → r qΔ ¬pΔ"]


def test_what_is_unfounded_in_example_10() -> None:
    system = aset(EXAMPLE_10)
    found = {edge.literal: edge.atoms for edge in system.transitions(()) if edge.rule == "Unfounded"}
    assert {system.words[literal]: system.words.said(atoms) for literal, atoms in found.items()} == {
        "¬r": ("r", "q"), "¬q": ("q",)}
    assert [edge.atoms for edge in system.transitions(record(system, "p ¬q")) if edge.rule == "Unfounded"] == [(2,)]


def test_why_rules_do_not_apply() -> None:
    system = aset(PROBLEM_4)
    assert refusals(system, "r qΔ") == {
        "Backtrack": "M is consistent: no conflict to undo", "Fail": "M is consistent, and q is a decision",
        "Unit Propagate": "no clause is unit: each has a true literal, or two open ones"}
    assert refusals(system, "r qΔ ¬p") == {
        **refusals(system, "r qΔ"), "Decide": "every atom is assigned",
        "Unfounded": "¬p is in M already; nothing else is unfounded"}
    assert refusals(system, "r ¬r") == {
        "Backtrack": "M has no decision to undo", **dict.fromkeys(("Unit Propagate", "Unfounded", "Decide"),
                                                                  "M is inconsistent")}
    assert refusals(system, "rΔ ¬r")["Fail"] == "r is a decision, which can be undone"


# --- the propositions ------------------------------------------------------------------------------------------------


def holds(graph: Graph, solvable: bool) -> None:
    """Propositions 1 or 3 of a whole graph, with what another program says of whether there is a model."""
    found = graph.verdict
    assert found.whole and found.acyclic and not found.wrong
    assert found.fails is not solvable
    for edge in graph.edges:
        after = graph.states[edge.target]
        assert isinstance(after, str) or is_record(after)


@settings(max_examples=150, deadline=None)
@given(formulas(3))
def test_proposition_1(cnf: CNF) -> None:
    holds(unfold(dp(cnf)), satisfiable(cnf.clauses))


@settings(max_examples=8, deadline=None)
@given(formulas(3))
def test_on_all_states_there_is_no_cycle_and_every_model_is_terminal(cnf: CNF) -> None:
    system = dp(cnf)
    graph = unfold(system, all_states(system.atoms))
    assert graph.layers is not None and graph.verdict.fails
    ends = {members(state) for state in graph.verdict.terminal}
    assert len(ends) == len(models_of(cnf))


@settings(max_examples=150, deadline=None)
@given(programs(3))
def test_proposition_3(program: LogicProgram) -> None:
    graph = unfold(aset(program))
    found = answer_sets_by_clingo(program)
    holds(graph, bool(found))
    assert {frozenset(program.names[literal - 1] for literal in members(state) if literal > 0)
            for state in graph.verdict.terminal} == set(map(frozenset, found))


@settings(max_examples=100, deadline=None)
@given(programs(4))
def test_proposition_2_with_choices(program: LogicProgram) -> None:
    """An interpretation is an answer set exactly if it is a classical model and no part of it is unfounded: that is, if
    Unfounded does not apply to it."""
    atoms = aset(program).atoms
    system = aset(program)
    for signs in product((1, -1), repeat=len(atoms)):
        state = tuple(Member(sign * atom) for sign, atom in zip(signs, atoms, strict=True))
        m = members(state)
        model = all(any(literal in m for literal in clause) for clause in system.clauses)
        free = not any(edge.rule == "Unfounded" for edge in system.transitions(state))
        assert (model and free) == is_answer_set(program, {literal for literal in m if literal > 0})


@settings(max_examples=100, deadline=None)
@given(programs(5), st.integers(0, 2 ** 32))
def test_the_set_that_unfounded_names_is_unfounded(program: LogicProgram, seed: int) -> None:
    rng = random.Random(seed)
    system = aset(program)
    state: Record = ()
    while is_consistent(state) and len(state) < len(system.atoms):
        for edge in system.transitions(state):
            if edge.rule == "Unfounded":
                m = members(state)
                assert -edge.literal in edge.atoms
                for one in edge.atoms:  # the definition, word by word
                    assert all(any(-literal in m for literal in rule.body) or set(rule.positive) & set(edge.atoms)
                               for rule in program.rules if rule.head == one)
        state = (*state, rng.choice([Member(sign * atom) for atom in system.atoms for sign in (1, -1)
                                     if not {atom, -atom} & members(state)]))


@settings(max_examples=60, deadline=None)
@given(formulas(4))
def test_where_the_whole_graph_is_too_large_that_is_known_beforehand(cnf: CNF) -> None:
    system = dp(cnf)
    graph = unfold(system, most=2_000)
    assert len(graph.states) >= min(2_000, least_size(system, len(system.atoms)))
    assert graph.whole == (not graph.open)


def test_atoms_that_occur_nowhere_are_in_no_signature() -> None:
    cnf = CNF(("p", "q"), ((1,),), ("",), 2)
    assert dp(cnf).atoms == tuple(occurring(cnf)) == (1,)
    assert small_unfounded(EXAMPLE_10, frozenset(), frozenset({2, 3}), 3) == (3,)
