"""The literal that a step is about has one colour in formula, pseudocode, trail, graph and board; no other has it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any, cast

import pytest
from hypothesis import given, settings

from algorithms import events as e
from algorithms.backbones.backbones import backbone_core, backbone_iterative, backbone_simple
from algorithms.problems.forms.cnf import CNF, negation
from algorithms.problems.formula import Formula
from algorithms.satisfiability.cdcl import cdcl
from algorithms.satisfiability.dpll import dpll
from kit.sat_runs import cnfs
from kit.states import of_form
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import Theme, theme
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.hero import DECIDED, FLIPPED, PIVOT, UNIT, hero_of
from visualizer.families.satisfiability.implication_graph import implication_graph
from visualizer.families.satisfiability.literals import inspected
from visualizer.families.satisfiability.panels import draw_word
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.families.satisfiability.trail import draw_trail
from visualizer.families.satisfiability.values import values
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.comparison import open_timelines
from visualizer.stage.links import Links
from visualizer.stage.view import View

BOX = Rect(0, 0, 900, 600)
ROLES = {e.Decided: DECIDED, e.Complemented: FLIPPED, e.Implied: UNIT, e.Resolved: PIVOT}
# a colour that nothing else has
GROUNDS = {role: replace(theme("dark"), **cast(Any, {role: (1, 2, 3)})) for role in ROLES.values()}


def written_on(canvas: RecordingCanvas, look: Theme, role: str) -> set[str]:
    """The words whose ground is the colour of the role, without what is written behind a literal."""
    found, fills = set[str](), list[tuple[Rect, object]]()
    for op in canvas.ops:
        if op.name == "rect" and op.args[4] is not None:
            fills.append((Rect(*cast(Any, op.args[:4])), op.args[4]))
        elif op.name == "text":
            x, y, word = cast(tuple[float, float, str], op.args[:3])
            under = [fill for place, fill in fills if place.inset(-1).contains(x, y)]
            if under and under[-1] == getattr(look, role) and word[0] not in "@★":
                found.add(word.split(" ")[0].lstrip("¬"))
    return found


def seen(timeline: Timeline[Any], state: SatState, board: FormulaBoard, role: str) -> dict[str, set[str]]:
    """The variables in the colour of a role, by where they are."""
    look, found = GROUNDS[role], dict[str, set[str]]()
    for where in ("board", "trail", "graph", "text"):
        canvas = RecordingCanvas()
        if where == "board":
            board.draw(canvas, BOX, timeline.state, timeline.state, 1.0, look)
        elif where == "trail":
            draw_trail(canvas, BOX, state, look, 1.0, Links())
        elif where == "graph":
            draw_implication_graph(canvas, Rect(0, 0, 900, 280), state, look, 1.0, Links())
        else:
            for row, name in enumerate(state.form.names):
                draw_word(canvas, (20.0, 30.0 * row + 20), state, name, look, 1.0)
        found[where] = written_on(canvas, look, role)
    return found


@pytest.mark.parametrize("lesson", ["dpll", "without-learning", "learning-from-a-conflict"])
def test_the_literal_of_a_step_has_its_colour_everywhere(lesson: str) -> None:
    scenario = load(find(lesson))
    timeline = open_timelines(scenario)[0]
    timeline.pull_all()
    assert isinstance(scenario.puzzle, Formula)
    board = FormulaBoard(scenario.puzzle)
    told: set[str] = set()
    for position, event in enumerate(timeline.events, 1):
        if type(event) not in ROLES:
            continue
        timeline.seek(position)
        state, role = sat_of(timeline.state), ROLES[type(event)]
        if state.clashing:
            continue
        literal: str = getattr(event, "literal", "") or getattr(event, "pivot", "")
        hero = hero_of(state)
        assert hero is not None and hero.role == role and hero.is_of(literal), event
        variable = literal.lstrip("¬")
        places = seen(timeline, state, board, role)
        assert places["board"] == places["text"] == {variable}, event
        assert variable in places["trail"], event
        if role == PIVOT or hero.literal in implication_graph(state).columns:  # not while it shows the conflict before
            assert variable in places["graph"], event
        if role != DECIDED:  # decisions keep their colour on the trail and in the graph
            assert places["trail"] | places["graph"] == {variable}, event
        view = View(scenario.runs[0].algorithm, board, timeline, timeline.state)
        own = {line: value.text for line, value in values(view).items() if value.color == role and "l = " in value.text}
        assert own and all(text == f"{'¬' * ('{¬l}' in line)}l = {hero.literal}" for line, text in own.items()), event
        told.add(role)
    assert told >= {DECIDED, UNIT}
    assert told >= {"dpll": {FLIPPED}, "without-learning": {FLIPPED}, "learning-from-a-conflict": {PIVOT}}[lesson]


@settings(deadline=None, max_examples=40)
@given(cnfs())
def test_what_joins_is_the_one_in_question_and_what_is_unit_is_open(cnf: CNF) -> None:
    for steps in (dpll(cnf, all=True), cdcl(cnf)):
        timeline = Timeline(steps, of_form(cnf))
        timeline.pull_all()
        for position, event in enumerate(timeline.events, 1):
            timeline.seek(position)
            state = sat_of(timeline.state)
            hero = hero_of(state)
            assert state.begun or isinstance(event, e.Attached)
            if isinstance(event, e.ClauseUnit) and not state.clashing:
                literals = set(state.literals_of(event.clause))
                if all(state.truth(literal) is not None for literal in literals):
                    continue  # what it leaves contradicts M: the next event says so
                assert hero is not None and hero.role == UNIT and hero.literal in literals
                assert state.truth(hero.literal) is None
                assert all(state.truth(literal) is False for literal in literals - {hero.literal})
            if isinstance(event, e.Resolved | e.Learned | e.Undone | e.Modelled | e.Refuted):
                assert not state.visited and inspected(state) is None, event  # clauses are visited no more
            if isinstance(event, e.Undone | e.Conflicted | e.Modelled | e.Refuted):
                assert hero is None, event
            elif isinstance(event, e.Watched):  # others may have joined since
                entry = state.reason_of(event.literal.lstrip("¬"))
                assert hero is not None and hero.literal == event.literal
                assert entry is not None and state.clause == entry.because
            elif isinstance(event, e.Resolved):
                assert hero is not None and hero.role == PIVOT and hero.is_of(event.pivot)


@settings(deadline=None, max_examples=40)
@given(cnfs())
def test_a_probe_is_about_what_it_asks_and_nothing_is_supposed_once_it_is_answered(cnf: CNF) -> None:
    for steps in (backbone_simple(cnf), backbone_iterative(cnf), backbone_core(cnf)):
        timeline = Timeline(steps, of_form(cnf, BackboneState))
        timeline.pull_all()
        for position, event in enumerate(timeline.events, 1):
            timeline.seek(position)
            state = sat_of(timeline.state)
            hero, clause = hero_of(state), () if state.clause is None else state.literals_of(state.clause)
            if isinstance(event, e.Probed):
                assert not state.visited and set(clause) <= set(event.literals)
            if isinstance(event, e.Probed | e.ClauseAdded):
                assert hero is None or (hero.literal,) == clause == event.literals  # it is unit already
            elif isinstance(event, e.Refuted | e.FixedBackbone):
                assert hero is None and not (state.refuted and state.tentative)


@pytest.mark.parametrize("lesson", ["a-hard-formula", "a-hard-backbone-with-partial-models"])
def test_what_is_done_to_all_that_was_learned_looks_at_no_clause(lesson: str) -> None:
    timeline = open_timelines(load(find(lesson)))[0]
    timeline.pull_all()
    told = timeline.positions(e.Restarted), timeline.positions(e.Forgotten)
    assert all(told)
    for index in chain(*told):
        timeline.seek(index)
        state = sat_of(timeline.state)
        assert state.begun and not (state.jump and state.clause)  # also where the way back from all levels comes first
        timeline.seek(index + 1)
        state = sat_of(timeline.state)
        assert state.news and not state.visited and state.clause is None and hero_of(state) is None


@pytest.mark.parametrize("search", [backbone_simple, backbone_iterative, backbone_core])
@settings(deadline=None)
@given(form=cnfs())
def test_the_clause_of_a_question_without_a_model_is_false_or_refutes_what_is_assumed(search: Any, form: CNF) -> None:
    whole = of_form(form, BackboneState)
    state = sat_of(whole)
    for event in search(form):
        whole.apply(event)
        if isinstance(event, e.Refuted) and state.conflict is None and state.clause is not None:
            against = {negation(literal) for literal in event.assumptions}
            assert against & {*state.literals_of(state.clause)}
        if isinstance(event, e.Probed):
            assert state.jump is None and state.analysed is None
