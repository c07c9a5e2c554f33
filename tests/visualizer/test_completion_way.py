"""Rules go down to the completion of their atom, and that splits into its clauses, each from place to place."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest

from algorithms.answer_sets.events import AtomCompleted
from kit.known_lessons import known
from kit.measuring import drawn as drawn_window
from kit.measuring import opened
from kit.session_desk import finish, open_session
from kit.widget_stage import texts
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.completion_tab import draw_completion
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.stage.view import View
from visualizer.window.compare_screen import CompareScreen

RULES = "a :- not b. b :- not a. c :- a. c :- d. d :- c."
BOX = Rect(0, 0, 560, 420)


def drawn(view: View, t: float) -> RecordingCanvas:
    view.t, canvas = t, RecordingCanvas()
    draw_completion(canvas, BOX, view, theme("dark"), 1.0)
    return canvas


def height_of(canvas: RecordingCanvas, text: str) -> float:
    """Of the lowest place where it stands."""
    return max(float(str(op.args[1])) for op in canvas.ops if op.name == "text" and op.args[2] == text)


@pytest.mark.parametrize("nth", range(4))
def test_rules_go_down_to_their_completion_and_that_to_its_clauses(nth: int) -> None:
    session = finish(open_session(f'title: T\nalgorithm: completion\npuzzle: {{kind: program, rules: "{RULES}"}}\n'))
    timeline = session.timeline
    at = [index for index, event in enumerate(timeline.events, 1) if isinstance(event, AtomCompleted)][nth]
    timeline.seek(at - 1)
    before = copy.deepcopy(timeline.state)
    timeline.seek(at)
    view, event = View(session.scenario.algorithm, session.board, timeline, before), timeline.event
    assert isinstance(event, AtomCompleted)
    rule = next(text for text in texts(drawn(view, 1.0)) if text.startswith(f"{event.rules[0]} "))
    ways = [height_of(drawn(view, t), rule) for t in (0.0, 0.2, 0.4)]
    assert all(earlier < later for earlier, later in pairwise(ways))  # it leaves its place
    still, again = drawn(view, 1.0), drawn(view, 1.0)
    assert still.ops == again.ops
    assert height_of(still, rule) == ways[0]
    clauses = len([op for op in still.ops if op.name == "text"])
    assert len([op for op in drawn(view, 0.75).ops if op.name == "text"]) > clauses


def test_where_runs_are_compared_the_way_leaves_the_graph_above_it_what_it_does_not_need() -> None:
    screen = opened(known(find("one-rule-more")))
    assert isinstance(screen, CompareScreen)
    screen.transport.playback.to_cue(screen.transport.playback.director.seen[-1])
    canvas = drawn_window(screen, whole=True)
    boards = [board for board in screen.comparison.boards if isinstance(board, ProgramBoard)]
    nodes = [node.h for board in boards for node in board.shape(canvas, board._drawn[0]).nodes.values()]
    assert len(nodes) == 8
    assert min(nodes) > 31
    said: list[Any] = [op.args for op in canvas.ops if op.name == "text" and op.args[2] == "clauses"]
    assert min(size for _, _, _, size, *_ in said) >= 12.5
