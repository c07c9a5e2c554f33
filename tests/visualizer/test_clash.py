"""Both literals of a variable in M: panel, log, board and graph name the same two, and the clauses that forced them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings

from algorithms.events import Complemented, Conflicted, Decided, Modelled, Undone
from algorithms.problems.forms.cnf import CNF, negation
from algorithms.problems.formula import Formula
from algorithms.satisfiability.dpll import dpll
from kit.drawn_texts import texts
from kit.sat_runs import cnfs
from kit.session_desk import open_session
from kit.states import of_form
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.satisfiability.implication_graph import CONFLICT, implication_graph
from visualizer.families.satisfiability.literals import outcome
from visualizer.families.satisfiability.panels import CLASH, headline
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

BOX = Rect(0, 0, 1280, 720)


def stage_of(board: Any, timeline: Timeline[Any], algorithm: Any, size: Rect = BOX, name: str = "dark") -> list[str]:
    """All texts on the stage where the timeline is."""
    canvas = RecordingCanvas()
    draw_stage(canvas, size, View(algorithm, board, timeline, timeline.state, code="clauses"), theme(name), 1.0)
    return [text for text, _ in texts(canvas)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [BOX, Rect(0, 0, 1920, 1000)], ids=str)
def test_lesson_11_shows_the_two_clauses_that_contradict_each_other(name: str, size: Rect) -> None:
    scenario = load(find("dpll"))
    timeline = open_timelines(scenario)[0]
    timeline.pull_all()
    timeline.seek(timeline.positions(Conflicted)[0] + 1)
    event = timeline.event
    assert event is not None
    assert event.sentence() == "Conflict: M has both r (clause 2) and ¬r (clause 4)."
    board = board_for(scenario.puzzle)
    said = stage_of(board, timeline, scenario.runs[0].algorithm, size, name)
    assert "conflict: M has both r and ¬r" in said
    assert [text for text in said if CLASH in text and text != CLASH] == ["↯ 2", "↯ 4", "r ↯", "¬r ↯"]
    assert [text for text in said if "✓" in text] == ["✓ 1", "✓ 3"]  # which q satisfies
    assert not any("✗" in text for text in said)
    assert {"Clause 2", "Clause 4"} <= set(said)


@settings(deadline=None, max_examples=120)
@given(cnfs())
def test_at_every_conflict_all_parts_of_the_stage_agree(cnf: CNF) -> None:
    timeline = Timeline(dpll(cnf, all=True), of_form(cnf))
    timeline.pull_all()
    board = FormulaBoard(Formula(cnf.names, cnf.clauses))
    for position in timeline.positions(Conflicted):
        timeline.seek(position + 1)
        state, event = sat_of(timeline.state), timeline.events[position]
        assert isinstance(event, Conflicted)
        if event.literal is None:  # the empty clause
            assert state.clashing == ()
            continue
        pair = negation(event.literal), event.literal
        assert tuple(entry.literal for entry in state.clashing) == pair
        assert all(literal in headline(state) for literal in pair)
        reasons = tuple(entry.because for entry in state.clashing)
        assert reasons == (event.against, event.because)
        graph = implication_graph(state)
        assert {reason for reason, literal in graph.edges if literal == CONFLICT} == set(pair)
        assert not set(graph.edges) & {pair, pair[::-1]}
        for entry in state.clashing:
            if entry.because is not None:
                assert outcome(state, entry.because) == f"⇒ {entry.literal}"
        canvas, whole = RecordingCanvas(), timeline.state
        board.draw(canvas, BOX, whole, whole, 1.0, theme("dark"))
        drawn = [text for text, _ in texts(canvas) if text.startswith(CLASH)]
        assert drawn == [f"{CLASH} {number}" for number in sorted({number for number in reasons if number is not None})]
        timeline.seek(position - 1)
        assert sat_of(timeline.state).clashing == ()  # not before its second literal, and not after it is undone
    timeline.seek(len(timeline.events))
    assert sat_of(timeline.state).clashing == ()


@settings(deadline=None, max_examples=60)
@given(cnfs())
@example(Formula(("p", "q", "r"), tuple(product((1, -1), (2, -2), (3, -3)))).as_cnf())  # two ways back in a row
def test_the_graph_of_a_contradiction_stays_as_it_is_until_the_search_goes_on(cnf: CNF) -> None:
    timeline, graph = Timeline(dpll(cnf, all=True), of_form(cnf)), None
    timeline.pull_all()
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        now = implication_graph(sat_of(timeline.state))
        if isinstance(event, Conflicted):
            graph = now
        elif isinstance(event, Undone) and isinstance(timeline.events[position - 3], Conflicted):
            assert now == graph
        elif isinstance(event, Undone | Decided | Complemented | Modelled):
            assert CONFLICT not in now.columns  # another way back, or forward


@pytest.mark.parametrize("puzzle", [
    '{kind: gnomine, board: "1 1 1 .\\n. . 2 .\\n. . 2 .\\n1 1 1 ."}',
    '{kind: sudoku, grid: "75.....2.82.6..7...3...2.4....1.7..23.5...9...4..3..7...3.8...1.1..........3.64.7"}',
    "{kind: colouring, map: usa, colours: 3}",
    "{kind: csp, domains: {A: [1, 2], B: [1, 2], C: [1, 2]}, constraints: [{scope: [A, B], relation: A != B}, "
    "{scope: [B, C], relation: B != C}, {scope: [A, C], relation: A != C}]}",
    "{kind: exact-cover, items: [a, b, c], options: {P: [a, b], Q: [b, c], R: [a, c]}}",
])
def test_every_board_shows_it_on_the_place(puzzle: str) -> None:
    session = open_session(f"title: T\nalgorithm: dpll\npuzzle: {puzzle}\n")
    timeline = session.timeline
    while not timeline.count(Conflicted, len(timeline.events)) and not timeline.done:
        timeline.pull(2000)
    at = next(position for position in timeline.positions(Conflicted))
    for position, shown in ((at + 1, True), (at - 1, False)):
        timeline.seek(position)
        state = timeline.state
        assert (sat_of(state).clash is not None) == shown
        canvas, board = RecordingCanvas(), board_for(session.scenario.puzzle)
        draw_stage(canvas, BOX, View(session.scenario.algorithm, board, timeline, state), theme("dark"), 1.0)
        signs = [box for text, box in texts(canvas) if text == CLASH]
        assert len(signs) == shown
