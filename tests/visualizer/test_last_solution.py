"""A search that has undone its last solution shows it on the board; what has ended looks at no field any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.core import find_algorithm
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.csp import CSP, Value, csp_of
from kit.known_lessons import known, replayed
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.last_solution import last_solution
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, UNKNOWN
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

SEARCHES = ("bt", "bj", "cbj", "bm", "bm-cbj2", "fc", "fc-cbj", "mrv-static", "mrv-plus", "dom-wdeg")
BOX, LOOK = Rect(0, 0, 1280, 720), theme("light")


def solves(csp: CSP, values: Mapping[str, Value]) -> bool:
    return all(c.allows([values[x] for x in c.scope]) for c in csp.constraints)


def seen(timeline: Timeline[State], name: str, puzzle: Any) -> View:
    return View(find_algorithm(name), board_for(puzzle), timeline, timeline.state)


@st.composite
def maps(draw: st.DrawFn) -> Colouring:
    """Maps of five countries in two or three colours."""
    pairs = [(x, y) for x in "ABCDE" for y in "ABCDE" if x < y]
    return Colouring.read(colours=draw(st.integers(2, 3)), nodes=tuple("ABCDE"),
                          edges=tuple(draw(st.lists(st.sampled_from(pairs), unique=True, max_size=8))))


@given(maps(), st.sampled_from(SEARCHES))
def test_once_all_is_undone_the_board_has_the_solution_found_last(puzzle: Colouring, name: str) -> None:
    """And nothing else does: what is known is what it was before; till then the board is the state's own."""
    csp, algorithm = csp_of(puzzle), find_algorithm(name)
    timeline = Timeline(algorithm.start(csp, {"all": True}, 1), start_state(puzzle, algorithm))
    timeline.pull_all()
    found: dict[str, Value] = {}
    for position in timeline.positions(e.Solved):
        timeline.seek(position + 1)
        assert last_solution(seen(timeline, name, puzzle)) is None
        found = {x: values[0] for x, values in timeline.state.domains.items()}
    timeline.seek(len(timeline.events))
    shown = last_solution(seen(timeline, name, puzzle))
    assert (shown is None) == (not found)
    if shown is not None:
        assert {x: (value,) for x, value in found.items()} == shown.domains
        assert solves(csp, found)
        assert (shown.family.tentative, shown.family.supposed.solved) == ({}, False)
        assert timeline.state.domains == csp.domains


@pytest.mark.parametrize("number", [80, 93, 94, 95, 96])
def test_the_last_picture_of_a_lesson_has_a_solution(number: int) -> None:
    """In each of its runs: the dashed frame is there, as it is not where a solution stands."""
    path = find(str(number))
    scenario = known(path)
    for run, timeline in zip(scenario.runs, replayed(path), strict=True):
        ended = len(timeline.events)
        frames = {}
        for at in (timeline.positions(e.Solved)[-1] + 1, ended):
            timeline.seek(at)
            frames[at] = _dashes(seen(timeline, run.algorithm.name, scenario.puzzle))
        assert frames[ended] >= 8 > frames[min(frames)]
        shown = last_solution(seen(timeline, run.algorithm.name, scenario.puzzle))
        assert shown is not None
        assert solves(csp_of(scenario.puzzle), {x: values[0] for x, values in shown.domains.items()})


def _dashes(view: View) -> int:
    """Thin strokes in the colour of what is right, such as those at the rim of the board."""
    canvas = RecordingCanvas()
    draw_stage(canvas, BOX, view, LOOK, 1.0)
    drawn: list[Any] = [op.args for op in canvas.ops if op.name == "rect" and op.args[4] == LOOK.no_mine]
    return sum(min(w, h) < 8 for _, _, w, h, *_ in drawn)


@pytest.mark.parametrize("number", [25, 36, 64])
def test_a_search_for_models_that_has_ended_looks_at_no_field(number: int) -> None:
    """And all along at some: a probe, or a constraint."""
    path = find(str(number))
    board = board_for(known(path).puzzle)
    assert isinstance(board, GnomineBoard)
    for timeline in replayed(path):
        looks = []
        for at in range(len(timeline.events) + 1):
            timeline.seek(at)
            looks.append(bool(board.roles(timeline.state)))
        assert any(looks) and not looks[-1]


def test_the_total_has_a_number_and_a_rim_while_it_decides() -> None:
    path = find("64")
    puzzle = known(path).puzzle
    board, (timeline,) = board_for(puzzle), replayed(path)
    assert isinstance(board, GnomineBoard)
    decided = 0
    for at in range(1, len(timeline.events) + 1):
        timeline.seek(at)
        sat = sat_of(timeline.state)
        total = sat.clause is not None and sat.form.origins[sat.clause - 1] == "total" and not sat.settled
        assert (board.roles(timeline.state).get("total") == CONSTRAINT) == total
        canvas = RecordingCanvas()
        board.draw(canvas, BOX, timeline.state, timeline.state, 1.0, LOOK)
        rims = [op for op in canvas.ops if op.name == "rect" and op.args[4] is None and op.args[5] == LOOK.constraint]
        assert len(rims) == total
        if isinstance(timeline.event, e.ConstraintTight) and total:
            decided += 1
            roles = board.roles(timeline.state)
            assert {field for field, role in roles.items() if role == UNKNOWN} == {"(2,0)"}
            assert sum(role == KNOWN for role in roles.values()) == 9
    assert decided == 1
