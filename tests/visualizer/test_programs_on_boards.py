"""Answer sets of puzzles that are programs light their own boards up: each is a solution, and only then it is said."""

from __future__ import annotations

import pytest

from algorithms.answer_sets.events import AnswerSetFound
from kit.session_desk import open_session
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.stage.legends import legend_of

PUZZLES = [
    '{kind: sudoku, boxes: [2, 2], grid: "1... ..2. .... ...4"}',
    "{kind: colouring, map: australia, colours: 3, given: {SA: blue}}",
    "{kind: zebra, houses: 3, attributes: {pet: [dog, fox, zebra], house: [red, green, blue]}, "
    "clues: [{at: [dog, 1]}, {left_of: [fox, zebra]}, {left_of: [green, blue]}]}",
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["sudoku", "colouring", "zebra"])
def test_an_answer_set_is_a_solution_on_the_board(puzzle: str) -> None:
    session = open_session(f"title: T\nalgorithm: answer-sets\noptions: {{all: true}}\npuzzle: {puzzle}\n")
    session.forward("end")
    session.work(60.0)
    csp, timeline = session.scenario.puzzle.as_csp(), session.timeline  # type: ignore[attr-defined]
    seen = 0
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        supposed, state = timeline.state.family.supposed, timeline.state
        if isinstance(event, AnswerSetFound):
            seen += 1
            assert supposed.solved
            assert set(supposed.how) == set(csp.domains)
            assert all(len(state.domains[x]) == 1 for x in csp.domains)
            assert all(c.allows([state.domains[x][0] for x in c.scope]) for c in csp.constraints)
        elif not isinstance(timeline.events[position - 2], AnswerSetFound):
            assert not supposed.solved
    assert seen > 1


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["sudoku", "colouring", "zebra"])
def test_the_legend_of_a_board_names_nothing_that_answer_sets_never_light(puzzle: str) -> None:
    session, colors = open_session(f"title: T\nalgorithm: answer-sets\npuzzle: {puzzle}\n"), theme("light")
    session.forward("end")
    session.work(60.0)
    told = {role for role, _ in legend_of(session.board, session.scenario.algorithm)}
    unsaid = {getattr(colors, role) for role, _ in session.board.legend if role not in told}
    assert unsaid and not any("score" in said for _, said in legend_of(session.board, session.scenario.algorithm))
    for position in range(len(session.timeline.events) + 1):
        session.timeline.seek(position)
        canvas = RecordingCanvas()
        session.board.draw(canvas, Rect(0, 0, 500, 500), session.timeline.state, session.timeline.state, 1.0, colors)
        assert unsaid.isdisjoint(part for op in canvas.ops for part in op.args if isinstance(part, tuple))
