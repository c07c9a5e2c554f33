"""Runs that do not learn: their conflicts are drawn with their causes, and nothing of an analysis that never is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from algorithms.core import Event
from algorithms.events import Conflicted, TooManyFalse, Undone
from kit.session_desk import finish, open_session, scenario
from kit.widget_stage import texts
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.families import start_of
from visualizer.stage.links import Links

FORMULA = ("b | ~c | f, ~c | ~f, ~b | ~e, ~a | d, a | d, a | ~g, ~d | g, a | f | g, ~d | e | ~g, ~c | ~d, b | e | g, "
           "c | d | ~f")
LEARNING = "cdcl\noptions: {heuristic: first}"
RUNS = {"cdcl": "cdcl\noptions: {heuristic: first, learning: none}", "dpll": "dpll", "at-least-dpll": "at-least-dpll"}
BOXES = [Rect(0, 0, 530, 280), Rect(0, 0, 800, 560)]
unlearning = pytest.mark.parametrize("name", RUNS)


def text_of(algorithm: str) -> str:
    return f'title: T\npuzzle: {{kind: cnf, formula: "{FORMULA}"}}\nalgorithm: {algorithm}\n'


def conflicts(algorithm: str) -> Iterator[tuple[Event, SatState]]:
    """From each conflict on until the search goes on: the event, and the search behind it."""
    timeline = finish(open_session(text_of(algorithm))).timeline
    for place, event in enumerate(timeline.events, 1):
        timeline.seek(place)
        state = sat_of(timeline.state)
        if state.analysed is not None:
            yield event, state


def words_of_graph(state: SatState, box: Rect) -> list[str]:
    canvas = RecordingCanvas()
    draw_implication_graph(canvas, box, state, theme("dark"), 1.0, Links())
    return texts(canvas)


@unlearning
@pytest.mark.parametrize("box", BOXES)
def test_the_graph_has_the_conflict_but_no_cut_and_no_uip(name: str, box: Rect) -> None:
    met = 0
    for event, state in conflicts(RUNS[name]):
        met += isinstance(event, Conflicted | TooManyFalse)
        words = words_of_graph(state, box)
        assert "⊥" in words
        assert not [word for word in words if "cut" in word or "UIP" in word or "★" in word or "learned" in word
                    or word in ("reasons", "conflict")], (event, words)
    assert met


@pytest.mark.parametrize("box", BOXES)
def test_where_it_learns_the_graph_has_them(box: Rect) -> None:
    words = [word for _, state in conflicts(LEARNING) for word in words_of_graph(state, box)]
    assert {"cut 1", "cut 2"} <= set(words)
    assert any("★" in word for word in words)


@unlearning
def test_no_uip_is_named_beside_the_board_and_the_way_back_is(name: str) -> None:
    told: list[tuple[Event, str]] = []
    for event, state in conflicts(RUNS[name]):
        canvas = RecordingCanvas()
        draw_sat_focus(canvas, Rect(0, 0, 530, 220), state, theme("dark"), 1.0, Links())
        told.append((event, texts(canvas)[0]))
    assert not [text for _, text in told if "UIP" in text]
    assert [text for event, text in told if isinstance(event, Undone) and text.startswith("after the conflict in c")]


def test_another_position_is_searched_in_the_same_way() -> None:
    run = scenario(text_of(RUNS["cdcl"])).runs[0]
    state = start_of(run).family
    assert isinstance(state, SatState)
    assert not state.learns
    assert not state.anew(run.puzzle, ()).learns
