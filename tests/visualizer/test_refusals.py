"""What is refused is wrong, by a check that knows nothing of the reason that is given."""

from __future__ import annotations

from itertools import product

import pytest

from algorithms import events as e
from algorithms.backjumping import events as b
from algorithms.core import algorithms
from algorithms.problems.forms.csp import Value
from kit.refusals import proved_wrong, some, text
from kit.session_desk import open_session
from scenarios.loader import find, load
from visualizer.families.backjumping.choices import current
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.consistency.state import ConsistencyState
from visualizer.families.sampling.state import SamplingState
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.choosing import choices_of
from visualizer.runs.questions import Before

# --- sampling --------------------------------------------------------------------------------------------------------


def test_flips_that_are_refused_are_wrong() -> None:
    for before, offer, refused in some(load(find("a-sampler-without-tabu")), "flip"):
        chain = before.of(SamplingState).chain
        for name, _ in refused:
            assert proved_wrong(before, e.Flipped(chain, name, 1, 0))
        for name in offer.names:
            assert not proved_wrong(before, e.Flipped(chain, name, 1, 0))


def test_constraints_that_are_refused_are_satisfied() -> None:
    for before, offer, refused in some(load(find("four-ways-to-wander")), "constraint"):
        state, form = before.of(SamplingState), before.form
        true = state.true[state.chain] | {literal for literal in state.fixed if not literal.startswith("¬")}
        for number, (literals, least) in enumerate(form.constraints, 1):
            holds = sum((form.names[abs(literal) - 1] in true) == (literal > 0) for literal in literals) >= least
            assert holds != (str(number) in offer.names)
        assert {name for name, _ in refused}.isdisjoint(offer.names)


# --- looking back ----------------------------------------------------------------------------------------------------

MAP = ("puzzle: {kind: colouring, colours: 3, edges: [[A, B], [B, C], [C, D], [D, A], [D, E], [E, F], [F, A], [A, G], "
       "[B, G], [F, G], [C, F]]}\n")


@pytest.mark.parametrize("algorithm", ["bj", "cbj", "bm-cbj"])
def test_targets_that_are_refused_lie_beyond_a_culprit(algorithm: str) -> None:
    three = find("one-dead-end-three-ways-back")
    puzzle = three.read_text(encoding="utf-8").partition("puzzle:")[2].partition("compare:")[0]
    for before, offer, refused in some(text(algorithm, f"puzzle:{puzzle}", "options: {all: true}\n"), "target"):
        search = before.of(BackjumpState)
        level = {x: at for at, x in search.at.items()}
        for name, _ in refused:
            assert proved_wrong(before, e.JumpedBack(search.level, level[name]))
            assert level[name] < min(level[other] for other in offer.names)


def solutions(before: Before, values: dict[str, Value]) -> list[dict[str, Value]]:
    """All that have these values, by going through everything."""
    network = before.network
    rest = [x for x in network.domains if x not in values]
    every = ({**values, **dict(zip(rest, others, strict=True))}
             for others in product(*(network.domains[x] for x in rest)))
    return [found for found in every if all(c.allows([found[x] for x in c.scope]) for c in network.constraints)]


@pytest.mark.parametrize("algorithm", ["bt", "cbj", "bm", "fc", "fc-cbj"])
def test_values_that_are_refused_have_no_solution_before_them(algorithm: str) -> None:
    """With the first solution the search ends; so before it, what is refused has none."""
    for before, offer, refused in some(text(algorithm, MAP), "value"):
        x = current(before)
        own = {str(value) for value in before.network.domains[x]}
        assert set(offer.names) <= own
        labels = {label.variable: label.value for label in before.of(BackjumpState).branch if label.variable != x}
        for name, _ in refused:
            value = next(value for value in before.network.domains[x] if str(value) == name)
            assert not solutions(before, {**labels, x: value})


def test_a_fence_anywhere_else_is_wrong_and_where_it_is_it_is_right() -> None:
    """Of each value that backmarking looks at, the checks accept what the algorithm says, and nothing else."""
    session = open_session(f"title: T\nalgorithm: bm-cbj2\noptions: {{all: true}}\n{MAP}")
    timeline = session.timeline
    timeline.pull_all()
    saved = timeline.positions(b.Saved)
    assert saved
    for at in saved:
        event, before = timeline.events[at], Before(timeline.at(at), session.scenario.runs[0])
        assert isinstance(event, b.Saved)
        assert not proved_wrong(before, event)
        for mbl in range(1, event.level + 1):
            other = b.Saved(event.variable, event.value, event.level, event.mcl, mbl, event.by, event.refused,
                            event.checks)
            assert proved_wrong(before, other) == (mbl != event.mbl)


# --- consistency -----------------------------------------------------------------------------------------------------


def test_pairs_that_are_refused_would_drop_nothing() -> None:
    board = 'puzzle: {kind: gnomine, board: ". . . . .\\n. 2 1 2 .\\n. 1 0 1 .\\n. 2 1 2 .\\n. . . . ."}\n'
    for before, _, refused in some(text("path-consistency", board), "pair"):
        state = before.of(ConsistencyState)
        own = state.constraint
        assert own is not None
        for name, _ in refused:
            left = {c: [t for t in state.listed[c] if t not in state.gone.get(c, ())] for c in (own, name)}
            shared = [x for x in state.scopes[own] if x in state.scopes[name]]

            def on(c: str, values: tuple[Value, ...], shared: list[str] = shared) -> tuple[Value, ...]:
                return tuple(values[state.scopes[c].index(x)] for x in shared)  # noqa: B023

            there = {on(name, values) for values in left[name]}
            within = [t for t in left[own] if all(value in before.state.domains[x]
                                                  for x, value in zip(state.scopes[own], t, strict=True))]
            assert len(shared) < 2 or {on(own, values) for values in within} <= there


# --- formulas and programs -------------------------------------------------------------------------------------------


def test_clauses_that_are_refused_force_nothing() -> None:
    puzzle = 'puzzle: {kind: cnf, formula: "p, q, ~p | r, ~q | s, ~r | ~s | t, ~t | u | v, r | u, ~u | ~v | p"}\n'
    for before, _, refused in some(text("unit-propagation", puzzle), "clause"):
        form = before.form
        values = sat_of(before.state).values
        for number, _ in refused:
            clause = form.clauses[int(number) - 1]
            true = any(values.get(form.names[abs(x) - 1]) == (x > 0) for x in clause)
            open_ = [x for x in clause if form.names[abs(x) - 1] not in values]
            assert true or len(open_) > 1


# --- all of them -----------------------------------------------------------------------------------------------------

HELD = {  # the files that hold what is refused, by the kinds of choices
    "test_refusals": {"flip", "target", "pair", "clause"},
    "test_refusals_of_families": {"arc", "candidate", "literal", "rule"},
    "test_refusals_of_covers": {"item", "option"},
    "test_refusals_of_programs": {"atom", "literal", "rule"},
    "test_refusals_of_counts": {"group", "card", "place", "hand"},
    "test_refusals_of_searches": {"variable", "value", "constraint", "parent", "first parent", "second parent", "cut",
                                  "second cut"},
    "test_later_points": {"UIP"},
    "test_whole_sets": {"unfounded set"},
    "test_whole_loops": {"loop"},
}


def test_what_is_refused_is_held_for_each_kind_of_choice() -> None:
    kinds = {kind for algorithm in algorithms().values() for kind in choices_of(algorithm)}
    assert kinds == set().union(*HELD.values())
