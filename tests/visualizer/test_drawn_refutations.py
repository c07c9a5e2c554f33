"""Drawn reasons of what was refuted: each step, tried by brute force with its clause alone."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from algorithms.reasons import Spot
from kit.session_desk import finish, open_session
from visualizer.families.backbones.refuted import refutation
from visualizer.families.consistency.dropped import gone_with
from visualizer.families.consistency.why import why as why_pruned
from visualizer.runs.explanations import explain

FORMULAS = ("b | ~c | f, ~c | ~f, ~b | ~e, ~a | d, a | d, ~b | ~e, a | ~g, ~d | g, a | f | g, ~d | e | ~g, ~c | ~d",
            "a | b | c, a | b | ~c, a | ~b | d, a | ~b | ~d, c | e | f, ~e | g, ~f | g, ~c | g | d, ~d | g, b | ~g | e")


def satisfiable(clauses: list[tuple[str, ...]]) -> bool:
    """By trying each assignment."""
    names = sorted({literal.lstrip("¬") for clause in clauses for literal in clause})
    for truths in product((False, True), repeat=len(names)):
        model = dict(zip(names, truths, strict=True))
        if all(any(model[one.lstrip("¬")] != one.startswith("¬") for one in clause) for clause in clauses):
            return True
    return False


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("algorithm", ["backbone-iterative", "backbone-simple", "backbone-core"])
def test_the_clauses_of_a_refutation_alone_contradict_what_was_asked(algorithm: str, formula: str) -> None:
    session = finish(open_session(f"title: T\nalgorithm: {algorithm}\npuzzle: {{kind: cnf, formula: '{formula}'}}\n"))
    timeline, sat = session.timeline, session.state.family
    assert sat is not None
    form: Any = timeline.state.form
    whole = [tuple(map(form.word, clause)) for clause in form.clauses]
    checked = 0
    for x in session.board.layout.places:
        found = explain(timeline, session.scenario.algorithm, session.board, x)
        asked = re.search(r"probe \d+ \(event ([\d,]+)\)", found.sentence)
        if asked is None or not found.reason:
            continue
        probe = int(asked[1].replace(",", ""))
        backbone = x if x in sat.fates else f"¬{x}"  # type: ignore[attr-defined]
        told = refutation(timeline, backbone, probe)
        assert told is not None
        before: Any = timeline.at(probe).family
        now: Any = timeline.at(told.position).family
        known = [(entry.literal,) for entry in before.trail if entry.level == 0]
        for step, link in zip(told.steps, found.reason, strict=True):
            clause = now.literals_of(step.clause)
            assert set(clause) == {*step.false, *([step.left] if step.left else [])}
            assert link.through == (f"clause {step.clause}",)
            assert {spot.place for spot in link.causes} <= {literal.lstrip("¬") for literal in step.false}
            assert [spot.place for spot in link.follows] == [(step.left or x).lstrip("¬")]
            if step.clause > len(whole) and algorithm != "backbone-core":  # learned, and so it follows
                added = [event.literals for event in timeline.events[:told.position]
                         if isinstance(event, e.ClauseAdded)]
                assert not satisfiable([*whole, *added, *[(negation(one),) for one in clause]])
        clauses = [now.literals_of(step.clause) for step in told.steps]
        assert not satisfiable([*clauses, *known, (negation(backbone),)])
        checked += 1
    assert checked


def assignments(session: Any, name: str, domains: Any) -> set[tuple[Any, ...]]:
    """Of a constraint, over its variables that are open at first: by trying each that was left as they were listed."""
    timeline = session.timeline
    constraint = session.board.constraint(timeline.at(0), name)
    listed = next(index for index in timeline.positions(e.RelationListed) if timeline.events[index].constraint == name)
    then = timeline.at(listed).domains
    allowed = [values for values in product(*(then[x] for x in constraint.scope)) if constraint.allows(values)]
    open_ = [index for index, x in enumerate(constraint.scope) if len(domains[x]) > 1]
    return {tuple(values[index] for index in open_) for values in allowed}


PAIRS = ["{kind: gnomine, board: \". . .\\n1 2 1\\n0 0 0\"}",
         *(f"{{kind: gnomine, random: {{rows: 6, columns: 6, mines: 7, seed: {seed}, reveal: 4}}}}"
           for seed in range(6))]


def test_nothing_fits_where_a_drawn_assignment_went_and_none_is_left_out() -> None:
    checked = paired = 0
    for puzzle in PAIRS:
        session = finish(open_session(f"title: T\nalgorithm: path-consistency\npuzzle: {puzzle}\n"))
        timeline, domains = session.timeline, session.timeline.at(0).domains
        look: Any = timeline.state.family
        for index in timeline.positions(e.Pruned):
            event: Any = timeline.events[index]
            scope, gone = look.scopes[event.because], gone_with(timeline, index + 1, 0)
            own = assignments(session, event.because, domains)
            at = scope.index(event.variable)
            assert {one.values for one in gone} == {values for values in own if values[at] in event.removed}
            timeline.seek(index + 1)
            found = why_pruned(timeline, session.board, event.variable)
            assert found is not None
            for one in gone:
                assert any(set(link.struck) == {Spot(event.variable, one.value)} and {
                    Spot(y, value) for y, value in one.missing if y != event.variable} == set(link.causes)
                    for link in found.reason)
                if one.partner is None:
                    [(y, value)] = one.missing
                    assert value not in timeline.at(one.position).domains[y]
                    continue
                left = assignments(session, one.partner, domains) - {
                    other.values for other in timeline.events[:one.position]
                    if isinstance(other, e.TupleDropped | e.TupleOutdated) and other.constraint == one.partner}
                there = look.scopes[one.partner]
                assert not any(all(values[there.index(y)] == value for y, value in one.missing) for values in left)
                paired += 1
            checked += bool(gone)
    assert checked > 5
    assert paired > 5


@pytest.mark.parametrize("solver", ["own", "minisat"])
@pytest.mark.parametrize("algorithm", ["backbone-iterative", "backbone-simple", "backbone-core"])
def test_a_solver_that_shows_no_step_is_said_to_tell_no_more(algorithm: str, solver: str) -> None:
    session = finish(open_session(f"title: T\nalgorithm: {algorithm}\noptions: {{solver: {solver}}}\n"
                                  f"puzzle: {{kind: cnf, formula: '{FORMULAS[0]}'}}\n"))
    timeline, told = session.timeline, list[str]()
    for x in session.board.layout.places:
        found = explain(timeline, session.scenario.algorithm, session.board, x)
        asked = re.search(r"probe \d+ \(event ([\d,]+)\)", found.sentence)
        if asked is not None:
            alone = isinstance(timeline.events[int(asked[1].replace(",", ""))], e.Refuted)
            assert ("Its solver tells no more." in found.sentence) == (alone and not found.reason)
            told.append(found.sentence)
    assert any("tells no more" in sentence for sentence in told) or solver == "own"
    assert told
