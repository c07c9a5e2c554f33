"""A flip turns its card over: the old side until half of the way, then the new one; other cards stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.genetic.events import BestFound
from algorithms.local_search.events import Repaired
from kit.session_desk import scenario
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.canvas.turning import turned
from visualizer.puzzles.network import NetworkBoard, turns
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State
from visualizer.stage.family import view_of

QUEENS = """\
title: T
puzzle:
  kind: csp
  domains: {a: [1, 2, 3, 4], b: [1, 2, 3, 4], c: [1, 2, 3, 4], d: [1, 2, 3, 4]}
  constraints:
    - {scope: [a, b], relation: "a != b and abs(a - b) != 1"}
    - {scope: [b, c], relation: "b != c and abs(b - c) != 1"}
    - {scope: [c, d], relation: "c != d and abs(c - d) != 1"}
    - {scope: [a, c], relation: "a != c"}
"""
BOX = Rect(0, 0, 800, 600)


def flips(algorithm: str, seed: int) -> list[tuple[State, State]]:
    """The states before and after each event that may change values, of a run."""
    made = scenario(f"{QUEENS}algorithm: {algorithm}\nseed: {seed}\n")
    timeline: Timeline[State] = open_timelines(made)[0]
    timeline.pull_all()
    found = [timeline.positions(kind) for kind in (Repaired, BestFound)]
    return [(timeline.at(index), timeline.at(index + 1)) for positions in found for index in list(positions)[:20]]


def drawn(board: NetworkBoard, states: tuple[State, State], t: float) -> RecordingCanvas:
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, *states, t, theme("dark"))
    return canvas


def inside(canvas: RecordingCanvas, place: Rect) -> list[str]:
    return [str(op.args[2]) for op in canvas.ops
            if op.name == "text" and place.contains(*op.args[:2])]  # type: ignore[arg-type]


@settings(max_examples=10)
@given(seed=st.integers(0, 50), algorithm=st.sampled_from(["min-conflicts", "mutate"]))
def test_the_side_that_is_seen_is_the_one_then_the_other(seed: int, algorithm: str) -> None:
    made = scenario(f"{QUEENS}algorithm: {algorithm}\n")
    board = NetworkBoard(made.puzzle)
    for before, after in flips(algorithm, seed):
        changed = [x for x in "abcd" if turns(before, after, x)]
        early, late, end = (drawn(board, (before, after), t) for t in (0.1, 0.9, 1.0))
        for x in changed:
            place = board.place(BOX, x)
            assert inside(early, place) == [str(before.domains[x][0])]
            assert inside(late, place) == [str(after.domains[x][0])]
            assert {x, str(after.domains[x][0])} <= {*inside(end, place)}
        for x in {*"abcd"} - {*changed}:
            assert x in inside(early, board.place(BOX, x))


@pytest.mark.parametrize("t", [0.05, 0.3, 0.5, 0.7])
def test_it_stands_as_wide_as_it_has_turned(t: float) -> None:
    made = scenario(f"{QUEENS}algorithm: min-conflicts\n")
    board = NetworkBoard(made.puzzle)
    before, after = next(pair for seed in range(9) for pair in flips("min-conflicts", seed)
                         if any(turns(*pair, x) for x in "abcd"))
    x = next(x for x in "abcd" if turns(before, after, x))
    card = board.place(BOX, x).inset(board.unit(BOX) * 0.05)
    drawn_boxes = [Rect(*op.args[:4]) for op in drawn(board, (before, after), t).ops  # type: ignore[arg-type]
                   if op.name == "rect"]
    widths = [box.w for box in drawn_boxes if abs(box.center[0] - card.center[0]) < 1
              and abs(box.center[1] - card.center[1]) < 1]
    assert pytest.approx(card.w * turned(t), abs=0.2) in widths


def test_a_flip_takes_time_that_can_be_seen() -> None:
    made = scenario(f"{QUEENS}compare: [{{algorithm: min-conflicts}}, {{algorithm: mutate}}]\n")
    spans = [view_of(run.algorithm).spans for run in made.runs]
    assert 0.15 <= spans[0][Repaired] <= 0.3
    assert 0.15 <= spans[1][BestFound] <= 0.3
