"""Whoever chooses among what is offered gets an answer of the same kind: in each family, whatever is chosen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import algorithms, find_algorithm, trace
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.program import LogicProgram
from algorithms.words import listed
from kit import at_least_runs, networks, programs, sat_runs
from kit.choosers import Whatever, usual
from kit.declared import all_declared

SEEDS = st.integers(0, 999)


def chosen(name: str, form: Any, seed: int, **options: object) -> tuple[Any, Any]:
    """The answer with whatever is chosen, and that with what the algorithm prefers: which is the one that it finds
    where nobody is asked."""
    algorithm = find_algorithm(name)
    first = trace(algorithm.start(form, options, seed))
    assert trace(algorithm.start(form, options, seed, usual)) == first
    return trace(algorithm.start(form, options, seed, Whatever(Random(seed))))[1], first[1]


@pytest.mark.parametrize(("name", "forms"), [("unit-propagation", sat_runs.cnfs()),
                                             ("at-least-propagation", at_least_runs.forms())],
                         ids=["unit clauses", "tight constraints"])
@given(data=st.data(), seed=SEEDS)
def test_what_propagates_does_so_in_any_order(name: str, forms: st.SearchStrategy[Any], data: st.DataObject,
                                              seed: int) -> None:
    found, first = chosen(name, data.draw(forms), seed)
    assert found.satisfiable == first.satisfiable
    if first.satisfiable is not False:
        assert set(found.literals) == set(first.literals)


@pytest.mark.parametrize("name", ["dpll", "cdcl", "dpll-graph", "cdcl-graph"])
@settings(max_examples=40)
@given(cnf=sat_runs.cnfs(), seed=SEEDS)
def test_models_are_as_many_whatever_is_decided(name: str, cnf: CNF, seed: int) -> None:
    found, first = chosen(name, cnf, seed, all=True)
    assert (found.outcome, found.count) == (first.outcome, first.count)


@settings(max_examples=40)
@given(form=at_least_runs.forms(), seed=SEEDS)
def test_models_of_constraints_are_as_many(form: AtLeastForm, seed: int) -> None:
    found, first = chosen("at-least-dpll", form, seed, all=True)
    assert (found.outcome, found.count) == (first.outcome, first.count)


@settings(max_examples=60)
@given(form=at_least_runs.forms(), seed=SEEDS)
def test_covers_are_the_same_each_once(form: AtLeastForm, seed: int) -> None:
    found, first = chosen("dancing-links", form, seed, all=True)
    assert (found.outcome, found.count, found.certain) == (first.outcome, first.count, first.certain)


@pytest.mark.parametrize("name", ["backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core"])
@settings(max_examples=30)
@given(cnf=sat_runs.cnfs(), seed=SEEDS)
def test_the_backbone_is_the_same(name: str, cnf: CNF, seed: int) -> None:
    found, first = chosen(name, cnf, seed)
    assert found.outcome == first.outcome and set(found.literals) == set(first.literals)


@pytest.mark.parametrize("name", ["answer-sets", "loop-formulas", "aset-graph", "clasp-graph"])
@settings(max_examples=30, deadline=None)
@given(program=programs.programs(), seed=SEEDS)
def test_answer_sets_are_the_same(name: str, program: LogicProgram, seed: int) -> None:
    found, first = chosen(name, program, seed, all=True)
    assert sorted(map(sorted, found.found)) == sorted(map(sorted, first.found))


@given(programs.programs(), st.lists(st.booleans(), min_size=4, max_size=4), SEEDS)
def test_what_is_unfounded_and_what_a_reduct_reaches_is_the_same(program: LogicProgram, true: list[bool], seed: int,
                                                                 ) -> None:
    guess = tuple(name for name, is_true in zip(program.names, true, strict=False) if is_true)
    found, first = chosen("reduct", program, seed, guess=guess)
    assert (found.stable, set(found.least)) == (first.stable, set(first.least))
    found, first = chosen("unfounded", program, seed, given=guess)
    assert set(found.atoms) == set(first.atoms)


@pytest.mark.parametrize("name", ["gac", "ac3"])
@given(csp=networks.networks(), seed=SEEDS)
def test_domains_are_the_same(name: str, csp: CSP, seed: int) -> None:
    found, first = chosen(name, csp, seed)
    assert found.consistent == first.consistent
    assert not first.consistent or found == first


@pytest.mark.parametrize("name", ["mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg"])
@settings(max_examples=40)
@given(csp=networks.networks(), seed=SEEDS)
def test_solutions_are_as_many(name: str, csp: CSP, seed: int) -> None:
    found, first = chosen(name, csp, seed, all=True)
    assert found.count == first.count


@settings(max_examples=40)
@given(csp=networks.networks(), seed=SEEDS)
def test_what_is_repaired_is_a_solution_if_it_is_called_one(csp: CSP, seed: int) -> None:
    found, _ = chosen("min-conflicts", csp, seed, max_steps=50, max_tries=2)
    violated = sum(not c.allows([found.assignment[x] for x in c.scope]) for c in csp.constraints)
    assert (found.violated, found.solved) == (violated, violated == 0)


CHOICES_HELD = {"unit-propagation", "at-least-propagation", "dpll", "cdcl", "dpll-graph", "cdcl-graph", "at-least-dpll",
                "backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core", "answer-sets",
                "loop-formulas", "aset-graph", "clasp-graph", "reduct", "unfounded", "gac", "ac3", "mrv-static",
                "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg", "min-conflicts", "dancing-links"}


def test_each_algorithm_that_asks_is_held() -> None:
    asking = {name for name, algorithm in algorithms().items() if algorithm.chooses}
    held = all_declared("CHOICES_HELD")
    assert asking <= held, (f"{listed(asking - held)}: asks for choices. Test, in a file of its own, that whatever is "
                            'chosen leads to an answer of the same kind, and write CHOICES_HELD = {"its name"} there')
    assert held <= asking, f"{listed(held - asking)}: asks for no choice; take it out of CHOICES_HELD"
