"""What is refused is wrong in other families, too: by checks that know nothing of the reason that is given."""

from __future__ import annotations

import pytest

from algorithms.problems.forms.cnf import negation
from kit.refusals import some, text
from kit.sat_runs import models_of
from scenarios.loader import find, load
from visualizer.families.arcs.state import ArcState
from visualizer.families.covering.state import CoverState
from visualizer.families.satisfiability.state import sat_of

CNF = 'puzzle: {kind: cnf, formula: "p | q | r, ~p | ~q, ~q | ~r | s, ~s | t | u, ~t | ~u | v, p | v | s, q | u"}\n'


@pytest.mark.parametrize(("algorithm", "options"), [("dpll", "options: {all: true}\n"), ("backbone-enumerate", ""),
                                                    ("cdcl", "options: {all: true}\n")])
def test_literals_that_are_refused_have_a_value(algorithm: str, options: str) -> None:
    for before, offer, refused in some(text(algorithm, CNF, options), "literal"):
        true = {entry.literal for entry in sat_of(before.state).trail}
        assert all({name, negation(name)} & true for name, _ in refused)
        assert not any({name, negation(name)} & true for name in offer.names)
        for name, why in refused:
            turned = "the branch of its complement is done" in why
            assert turned == any(not entry.decided and entry.literal in (name, negation(name))
                                 for entry in sat_of(before.state).trail if entry.because is None)


@pytest.mark.parametrize("algorithm", ["backbone-simple", "backbone-iterative"])
def test_candidates_that_are_refused_are_known(algorithm: str) -> None:
    """In all models, or not in all."""
    puzzle = 'puzzle: {kind: cnf, formula: "p | q, ~q | r, p | ~r, s | t, ~s | u, ~t | u, v | w, ~v | x | s"}\n'
    for before, _, refused in some(text(algorithm, puzzle), "candidate"):
        models = [{name if value else f"¬{name}" for name, value in model.items()} for model in models_of(before.form)]
        for name, why in refused:
            assert all(name in model for model in models) == ("is in the backbone" in why)


def test_arcs_that_are_refused_would_lose_nothing() -> None:
    for before, _, refused in some(load(find("the-zebra-as-far-as-logic-goes")), "arc", range(1)):
        state = before.of(ArcState)
        for name, _ in refused:
            x, y = name.split(" → ")
            left = {z: state.left_to(before.state, z) for z in (x, y)}
            for value in left[x]:
                assert any(all(c.allows([{x: value, y: other}[z] for z in c.scope])
                               for c in state.network.between(x, y)) for other in left[y])


def test_items_that_are_refused_are_covered_by_an_option() -> None:
    """By the options that were taken: an item that one of them covers needs no other, and all others do."""
    puzzle = ("puzzle: {kind: exact-cover, items: [a, b, c, d, e, f, g], options: {1: [c, e], 2: [a, d, g], "
              "3: [b, c, f], 4: [a, d, f], 5: [b, g], 6: [d, e, g], 7: [a, b], 8: [c, f]}}\n")
    scenario = text("dancing-links", puzzle, "options: {all: true}\n")
    options = {name: set(covered) for name, covered in scenario.puzzle.options.items()}  # type: ignore[attr-defined]
    for before, offer, refused in some(scenario, "item"):
        taken = [entry.literal for entry in before.of(CoverState).trail if not entry.literal.startswith("¬")]
        done = set[str]().union(*(options[name] for name in taken))
        assert {name for name, _ in refused} <= done
        assert done.isdisjoint(offer.names)

@pytest.mark.parametrize("strategy", ["any"])
def test_rules_that_are_refused_have_no_edge(strategy: str) -> None:
    """By the definitions of the rules, from the record alone."""
    for before, _, refused in some(text("dpll-graph", CNF, f"options: {{strategy: {strategy}}}\n"), "rule"):
        entries = sat_of(before.state).trail
        true = {entry.literal for entry in entries}
        clash = any(negation(literal) in true for literal in true)
        form = before.form
        words = [[form.word(literal) for literal in clause] for clause in form.clauses]
        unit = any(word not in true and all(negation(other) in true for other in clause if other != word)
                   for clause in words for word in clause)
        applies = {"Unit Propagate": unit and not clash, "Fail": clash and not any(one.decided for one in entries),
                   "Backtrack": clash and any(one.decided for one in entries),
                   "Decide": not clash and any(not {x, f"¬{x}"} & true for x in form.names)}
        for name, _ in refused:
            assert not applies[name], name
