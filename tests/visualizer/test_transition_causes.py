"""What the picture of a path says of causes: the clause that a step rests on, what a step does to the clauses, why a
set is unfounded, and how many different solutions the terminal states are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from algorithms import events as e
from algorithms.problems.forms.cnf import CNF
from algorithms.transitions import events as t
from algorithms.transitions.graph import unfold
from algorithms.transitions.records import FAIL, is_consistent, members
from algorithms.transitions.rules import dp
from kit.drawn_lessons import draw_view
from kit.small_systems import formulas
from kit.widget_stage import texts
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.families.satisfiability.numbers import derived_of
from visualizer.families.transitions.facts import headline
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.panels import about, chain, kept, rows, unfounded, without_rules
from visualizer.families.transitions.state import transition_of
from visualizer.families.transitions.strokes import draw_edge
from visualizer.runs.session import Session
from visualizer.stage.view import View

NO_NUMBERS = {"transitions": {"0, x cancel": "the names of atoms", "clause 0": "which clause",
                              r"(Unit Propagate by|Backjump by|Learn) .*": "names of literals in a clause"}}


def behind(name: str, kind: type, count: int = 1) -> Session:
    """A lesson behind the event of a kind that is this one of them."""
    session = Session(load(find(name)))
    session.timeline.pull_all()
    seen = [position for position, event in enumerate(session.timeline.events, 1) if isinstance(event, kind)]
    session.timeline.seek(seen[count - 1])
    return session


def drawn(session: Session) -> list[str]:
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code="rules", look=Look())
    return texts(draw_view(view, (1280, 800), "light"))


@pytest.mark.parametrize("name, kind, count", [
    ("cdcl-is-a-path-too", t.UnitPropagateApplied, 1), ("cdcl-is-a-path-too", t.UnitPropagateApplied, 4),
    ("cdcl-is-a-path-too", t.BackjumpApplied, 1), ("failstate", t.UnitPropagateApplied, 2),
    ("what-no-clause-says", t.UnitPropagateApplied, 1)])
def test_the_clause_that_a_step_rests_on_is_said_to_have_given_it(name: str, kind: type, count: int) -> None:
    session = behind(name, kind, count)
    event = session.timeline.events[session.timeline.position - 1]
    assert isinstance(event, t.UnitPropagateApplied | t.BackjumpApplied)
    because = event.because if isinstance(event, t.BackjumpApplied) else event.because[0]
    assert [(row.number, row.said) for row in rows(transition_of(session.state)) if row.cause] == [
        (because, f"⇒ {event.literal}")]
    assert f"⇒ {event.literal}" in drawn(session)  # it has a line, however many clauses there are


def test_a_step_that_rests_on_no_clause_has_no_cause_among_them() -> None:
    for name, kind in (("cdcl-is-a-path-too", t.DecideApplied), ("what-no-clause-says", t.UnfoundedApplied)):
        assert not any(row.cause for row in rows(transition_of(behind(name, kind).state)))


def test_a_clause_that_joins_is_new_and_called_by_what_it_is() -> None:
    learned = [row for row in rows(transition_of(behind("cdcl-is-a-path-too", t.LearnApplied).state)) if row.cause]
    assert [(row.label, row.said) for row in learned] == [("L14", "new, ✗ false")]
    for name in ("one-path-through-all-models", "what-no-clause-says"):
        session = behind(name, e.Blocked)
        joined = [row for row in rows(transition_of(session.state)) if row.cause]
        assert [(row.label, row.said) for row in joined] == [("C3", "new, ✗ false")]
        assert transition_of(session.state).kind_of(3) == "added"  # it does not follow from the formula


def test_what_is_resolved_is_shown_clause_by_clause_as_far_as_it_has_come() -> None:
    session = Session(load(find("cdcl-is-a-path-too")))
    session.timeline.pull_all()
    for position, event in enumerate(session.timeline.events, 1):
        if isinstance(event, e.Resolved):
            session.timeline.seek(position)
            first, *steps = chain(transition_of(session.state))
            left = {literal for _, literal, _ in first.chips}
            for taken, after in zip(steps[::2], steps[1::2], strict=True):
                atom = after.said.partition(",")[0]
                both = left | {literal for _, literal, _ in taken.chips}
                left = {literal for _, literal, _ in after.chips}
                assert both == left | {atom, f"¬{atom}"}
            assert left == set(event.literals)
            assert {row.said for row in steps if row.said} <= set(drawn(session))


@pytest.mark.parametrize(("name", "labels"), [
    ("cdcl-is-a-path-too", ["2", "1", "=", "C17", "="]),
    ("a-way-into-the-loop", ["clause 4", "clause 5", "=", "L10", "=", "L9", "="]),
])
def test_clauses_that_are_resolved_have_the_numbers_that_they_have_elsewhere_and_none_of_a_rule(
        name: str, labels: list[str]) -> None:
    session = Session(load(find(name)))
    session.timeline.pull_all()
    found = []
    for position in session.timeline.positions(e.Resolved):
        session.timeline.seek(position + 1)
        found.append([row.label for row in chain(transition_of(session.state))])
    assert labels in found


@pytest.mark.parametrize("name", ["cdcl-is-a-path-too", "a-way-into-the-loop", "what-clasp-keeps"])
def test_what_excludes_models_is_not_among_what_may_be_forgotten(name: str) -> None:
    session = behind(name, e.Blocked, 0)
    kinds = t.LearnApplied | t.LoopLearnApplied | t.ForgetApplied
    learned = sum(-len(event.clauses) if isinstance(event, t.ForgetApplied) else 1
                  for event in session.timeline.events[:session.timeline.position] if isinstance(event, kinds))
    state = transition_of(session.state)
    assert derived_of(state).value == learned < len(state.learned)
    assert state.system.changing(())["Forget"].startswith(f"any of {learned} ")


def test_nothing_is_said_to_be_learned_before_the_path_begins() -> None:
    session = Session(load(find("a-way-into-the-loop")))
    assert [row.label for row in rows(transition_of(session.state))] == list("1234567")
    assert transition_of(session.state).form.count == 8  # clauses of the completion


def test_what_learn_and_forget_do_is_said_on_the_path() -> None:
    """The state is the same before and after."""
    assert "Learn e ∨ b" in drawn(behind("cdcl-is-a-path-too", t.LearnApplied))
    session = behind("restart-and-forget", t.ForgetApplied)
    event = session.timeline.events[session.timeline.position - 1]
    assert isinstance(event, t.ForgetApplied)
    assert f"Forget {len(event.clauses)} clauses" in drawn(session)


def test_backjumps_of_one_literal_are_told_apart_by_the_level() -> None:
    said = drawn(behind("cdcl-is-a-path-too", t.LearnApplied))
    assert "Backjump: e@2 e@3 (2)" in said
    assert "Backjump: e@1, e@2, e@3" in said


def test_why_a_set_is_unfounded_is_said_rule_by_rule() -> None:
    session = behind("what-no-clause-says", t.UnitPropagateApplied)
    state = transition_of(session.state)
    assert [row.said for row in rows(state)] == ["⇒ p", "↻ needs q, in U"]
    assert unfounded(state) + without_rules(state) == "U, the greatest set unfounded on M: {r, q}; no rule for q"
    assert unfounded(state) + without_rules(state) in drawn(session)


def test_why_a_set_is_unfounded_has_room_before_rules_that_say_nothing_of_it() -> None:
    session = behind("a-way-into-the-loop", t.DecideApplied, 2)
    state = transition_of(session.state)
    made = [row.what for row in rows(state)]
    assert made == ["true", "true", "out", "circular", "circular", "open", "open"]
    assert kept(made, 4) == [2, 3, 4]


def test_where_what_is_true_is_unfounded_its_rules_come_first_and_no_answer_set_is_in_sight() -> None:
    session = Session(load(find("what-clasp-keeps")))
    session.timeline.pull(82)
    session.timeline.seek(82)
    state = transition_of(session.state)
    assert about(state) == "true in U: reached(i), reached(j), reached(k) and 1 more; no atom is open"
    circular = [row for row in rows(state) if row.what == "circular"]
    assert state.node != FAIL
    u = state.unfolding.unfounded(members(state.node))
    assert circular
    assert all(state.system.by_word[row.chips[0][1]] in u for row in circular)
    assert drawn(session).count("↻ needs U") == 5


@settings(max_examples=25, deadline=None)
@given(formulas(3))
def test_terminal_states_are_said_to_be_so_many_different_models(cnf: CNF) -> None:
    graph = unfold(dp(cnf))
    ends = {members(node) for node in graph.states if node != FAIL and is_consistent(node) and len(node) == len(
        graph.system.atoms) and all(members(node) & set(clause) for clause in cnf.clauses)}
    assert graph.verdict.different == len(ends)


def test_what_is_excluded_is_not_taken_for_what_there_is() -> None:
    state = transition_of(behind("one-path-through-all-models", e.Blocked).state)
    assert headline(state).endswith(", with 1 model excluded")


def test_an_edge_of_the_path_says_by_which_clause_or_set_where_there_is_room() -> None:
    assert "Unit Propagate by b ∨ e ∨ g" in drawn(behind("cdcl-is-a-path-too", t.UnitPropagateApplied))
    assert "Backjump by e ∨ b" in drawn(behind("cdcl-is-a-path-too", t.BackjumpApplied))
    assert "Unfounded {q}" in drawn(behind("what-no-clause-says", t.UnfoundedApplied))
    state = transition_of(behind("what-no-clause-says", e.Blocked).state)
    assert [state.written(clause) for clause in (1, 2, 3)] == ["p", "r ← p, q", "¬p ∨ q ∨ r"]


@pytest.mark.parametrize("rule", ["Decide", "Unfounded"])
def test_a_long_edge_has_the_dashes_of_its_rule(rule: str) -> None:
    dashes = []
    for far in (40.0, 400.0):
        canvas = RecordingCanvas()
        draw_edge(canvas, (0, 0), (far, 0), rule, (0, 0, 0), 1, 1)
        dashes.append(far / sum(op.name == "line" for op in canvas.ops))
    assert dashes[1] == pytest.approx(dashes[0], rel=0.25)
