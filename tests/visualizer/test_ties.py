"""The tie that a heuristic breaks: on the board and in the lanes of the trees, where it chooses."""

from __future__ import annotations

from functools import cache
from math import hypot

import pytest

from algorithms import events as e
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.drawn_texts import texts
from kit.known_lessons import known, recorded, replayed
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.marks import sign_side
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.state import search_of
from visualizer.families.backtracking.ties import draw_ties
from visualizer.puzzles.colouring.node import disc
from visualizer.puzzles.roles import TEST
from visualizer.puzzles.search_marks import Spotlight
from visualizer.runs.asking import Asking
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.question import Option, Question
from visualizer.runs.states import State
from visualizer.stage.compare_trees import draw_lanes
from visualizer.stage.question import draw_candidates, numbered_places

LESSON, DARK = "mrv-against-mrv-plus", theme("dark")


@cache
def timelines() -> list[Timeline[State]]:
    return open_timelines(load(find(LESSON)))


@cache
def puzzle() -> Sudoku:
    found = load(find(LESSON)).puzzle
    assert isinstance(found, Sudoku)
    return found


def to_label(timeline: Timeline[State], count: int) -> None:
    """Where that label is."""
    timeline.seek(0)
    while count:
        timeline.seek(timeline.position + 1)
        count -= isinstance(timeline.event, e.Labelled)


def fewest(timeline: Timeline[State]) -> list[str]:
    """By hand: the variables without a value that have the fewest left."""
    assigned = {*search_of(timeline.state).assigned, *puzzle().clues}
    open_ = {x: len(left) for x, left in timeline.state.domains.items() if x not in assigned}
    return [x for x, size in open_.items() if size == min(open_.values())]


@pytest.mark.parametrize("run", range(3))
def test_the_tie_on_show_at_a_label_is_of_those_with_the_fewest_left(run: int) -> None:
    timeline = timelines()[run]
    for count in range(1, 40):
        to_label(timeline, count)
        shown, tree = search_of(timeline.state).tie, timeline.state.tree
        new = tree.node(tree.count - 1)
        assert new.tied == len(shown)
        before = [tree.node(index) for index in range(tree.count - 1)]
        another_value = any(node.parent == new.parent for node in before)
        timeline.seek(timeline.position - 1)  # nothing but the label is between
        found = fewest(timeline)
        assert list(shown) == (found if len(found) > 1 and not another_value else [])


def test_of_a_tie_that_scores_do_not_break_the_best_ones_stand_out() -> None:
    lesson = find("contribution-number")
    timeline, found = recorded(lesson)[0], 0
    peers = board_for(known(lesson).puzzle).peers(timeline.state)
    for at in [*timeline.positions(e.StillTied)][:40]:
        event = timeline.events[at]
        assert isinstance(event, e.StillTied)
        timeline.seek(at + 1)
        spot, now = Spotlight(peers, timeline.state, None), search_of(timeline.state)
        best = {x for x in now.tied if now.scores[x] == max(now.scores.values())}
        tested = {x for x, role in spot.roles(timeline.state.domains).items() if role == TEST}
        assert tested == best == {*event.candidates}
        assert not any(map(spot.chosen, timeline.state.domains))  # none of them yet
        found += len(now.tied) > len(best)
    assert found > 5


def test_where_scores_alone_tell_variables_apart_they_tie_from_the_score_to_the_label() -> None:
    lesson = find("weights-of-constraints")
    timeline, board = recorded(lesson)[0], board_for(known(lesson).puzzle)
    for at in [*timeline.positions(e.StillTied)][:40]:
        event = timeline.events[at]
        assert isinstance(event, e.StillTied)
        timeline.seek(at + 1)
        spot = Spotlight(board.peers(timeline.state), timeline.state, None)
        assert {x for x, role in spot.roles(timeline.state.domains).items() if role == TEST} == {*event.candidates}
        for position in (at + 1, at + 2, at + 3):  # it is found, one is selected, and labelled
            timeline.seek(position)
            assert search_of(timeline.state).tie == event.candidates
        assert isinstance(timeline.event, e.Labelled)


def test_a_label_that_is_checked_leaves_no_tie_behind() -> None:
    timeline = timelines()[0]
    to_label(timeline, 3)
    assert len(search_of(timeline.state).tie) == 8
    timeline.seek(timeline.position + 1)
    assert isinstance(timeline.event, e.Struck)
    assert search_of(timeline.state).tie == ()


def test_each_of_a_tie_has_the_sign_on_the_board() -> None:
    timeline = timelines()[1]
    to_label(timeline, 3)
    board, canvas, box = board_for(puzzle()), RecordingCanvas(), Rect(0, 0, 400, 400)
    draw_ties(canvas, box, board, timeline.state, DARK)
    tabs = [Rect(*[float(value) for value in op.args[:4] if isinstance(value, int | float)])
            for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.test]
    assert len(tabs) == 8
    for x, tab in zip(search_of(timeline.state).tie, tabs, strict=True):
        assert board.place(box, x).contains(*tab.center)


@pytest.mark.parametrize(("name", "side"), [("extremely-easy", 550), (LESSON, 300), (LESSON, 370), (LESSON, 900)])
def test_the_sign_of_a_tie_lies_on_no_candidate(name: str, side: float) -> None:
    timeline, puzzle = replayed(find(name))[0], known(find(name)).puzzle
    first = timeline.after(e.Tied, 0)
    assert first is not None
    board, canvas, box = board_for(puzzle), RecordingCanvas(), Rect(0, 0, side, side)
    timeline.seek(first + 1)
    while search_of(timeline.state).tied:
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, DARK)
        written, drawn = texts(canvas), len(canvas.ops)
        draw_ties(canvas, box, board, timeline.state, DARK)
        assert len(canvas.ops) > drawn
        assert texts(canvas) == written
        timeline.seek(timeline.position + 1)


@pytest.mark.parametrize(("name", "side"), [("extremely-easy", 370), ("extremely-easy", 550), ("four-are-enough", 900),
                                            ("contribution-number", 370), ("contribution-number", 550)])
def test_while_a_question_is_open_the_signs_of_a_tie_lie_on_no_candidate_and_no_name(name: str, side: float) -> None:
    timeline, puzzle = replayed(find(name))[0], known(find(name)).puzzle
    first = timeline.after(e.Tied, 0)
    assert first is not None
    board, box = board_for(puzzle), Rect(0, 0, side, side)
    timeline.seek(first + 1)
    tie = search_of(timeline.state).tie
    unmoved = signs_on(board, box, timeline.state)
    board.asked, board.numbered = True, frozenset(tie[:2])
    assert signs_on(board, box, timeline.state)[2:] == unmoved[2:]  # the others have no number beside them
    while search_of(timeline.state).tied:
        canvas = RecordingCanvas()
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, DARK)
        written = texts(canvas)
        draw_ties(canvas, box, board, timeline.state, DARK)
        for (text, whole), (again, seen) in zip(written, texts(canvas), strict=True):
            assert text == again
            assert seen.w > 0.9 * whole.w
            assert seen.h > 0.9 * whole.h
        timeline.seek(timeline.position + 1)


def signs_on(board: Board, box: Rect, state: State) -> list[Rect]:
    canvas = RecordingCanvas()
    draw_ties(canvas, box, board, state, DARK)
    return [Rect(*[float(str(part)) for part in op.args[:4]]) for op in canvas.ops if op.name == "rect"][::3]


@pytest.mark.parametrize("size", [(820.0, 540.0), (1280.0, 800.0), (1900.0, 1000.0)])
@pytest.mark.parametrize("name", ["a-graph-of-your-own", "four-are-enough"])
def test_the_sign_of_a_tie_touches_its_node(name: str, size: tuple[float, float]) -> None:
    timeline, puzzle = replayed(find(name))[0], known(find(name)).puzzle
    first = timeline.after(e.Tied, 0)
    assert first is not None
    timeline.seek(first + 1)
    board, box, tie = board_for(puzzle), Rect(0, 0, *size), search_of(timeline.state).tie
    assert tie
    for x in tie:
        node = disc(board.place(box, x))
        (u, v), sign = node.center, board.sign_place(box, timeline.state, x, sign_side(board.place(box, x)), DARK)
        assert hypot(u - sign.right, v - sign.bottom) < node.w / 2 < hypot(u - sign.center[0], v - sign.center[1])


def lanes(count: int) -> list[str]:
    scenario, canvas = load(find(LESSON)), RecordingCanvas()
    for timeline in timelines():
        to_label(timeline, count)
    draw_lanes(canvas, Rect(0, 0, 816, 196), list(zip(scenario.runs, timelines(), strict=True)), DARK, 1)
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


def test_the_lanes_say_how_many_tied_as_long_as_there_is_room() -> None:
    said = lanes(3)
    assert [one for one in said if one.startswith("=")] == ["=3", "=6", "=8"] * 3
    assert any("=8: of 8 tied" in one for one in said)
    assert not any(one.startswith("=") or "tied" in one for one in lanes(60))


@pytest.mark.parametrize("size", [(260, 260), (400, 400), (720, 720), (1100, 900)])
@pytest.mark.parametrize("name", [LESSON, "the-fog-of-search"])  # its places are at the edge of the board
def test_a_tie_lies_beside_the_number_that_a_question_has_in_its_corner(name: str, size: tuple[int, int]) -> None:
    timeline = replayed(find(name))[0]
    first = timeline.after(e.Tied, 0)
    assert first is not None
    timeline.seek(first + 1)
    board, box, tie = board_for(known(find(name)).puzzle), Rect(0, 0, *size), search_of(timeline.state).tie
    options = tuple(Option(x, x) for x in tie)
    asking = Asking(Question("Which?", "place", options, frozenset({(tie[0],)}), ("", "", ""), 0, 1, "skill", "a",
                             places=True))
    board.asked, board.numbered = True, numbered_places(board, asking)
    signs, badges = RecordingCanvas(), RecordingCanvas()
    draw_ties(signs, box, board, timeline.state, DARK)
    draw_candidates(badges, box, board, asking, None, DARK)
    circles = [[float(str(part)) for part in op.args[:3]] for op in badges.ops if op.name == "circle"]
    grounds = [Rect(*op.args[:4]) for op in signs.ops if op.name == "rect"][::3]  # type: ignore[arg-type]
    assert len(circles) == len(grounds) == len(tie)
    for (x, y, r), sign in zip(circles, grounds, strict=True):
        at = min(max(x, sign.x), sign.right), min(max(y, sign.y), sign.bottom)
        assert hypot(x - at[0], y - at[1]) >= r
    written = RecordingCanvas()
    board.draw(written, box, timeline.state, timeline.state, 1.0, DARK)
    names = [place for text, place in texts(written) if text in tie]
    assert not any(sign.meets(name) for sign in grounds for name in names)


def test_a_tie_stays_in_its_corner_where_an_answer_is_typed() -> None:
    timeline, board, box = timelines()[1], board_for(puzzle()), Rect(0, 0, 700, 700)
    first = timeline.after(e.Tied, 0)
    assert first is not None
    timeline.seek(first + 1)
    usual, asked = RecordingCanvas(), RecordingCanvas()
    draw_ties(usual, box, board, timeline.state, DARK)
    board.asked = True
    typed = Question("How many?", "number", (), frozenset({("2",)}), ("", "", ""), 0, 1, "skill", "a")
    board.numbered = numbered_places(board, Asking(typed))
    draw_ties(asked, box, board, timeline.state, DARK)
    assert usual.ops and asked.ops == usual.ops


@pytest.mark.parametrize("size", [(816, 688), (816, 600), (1200, 900)])
def test_in_the_column_of_names_a_tie_stands_behind_its_name(size: tuple[int, int]) -> None:
    lesson, box = find("who-owns-the-zebra"), Rect(0, 0, *size)
    timeline, board = replayed(lesson)[0], board_for(known(lesson).puzzle)
    first = timeline.after(e.Tied, 0)
    assert first is not None
    timeline.seek(first + 1)
    written, signs = RecordingCanvas(), RecordingCanvas()
    board.draw(written, box, timeline.state, timeline.state, 1.0, DARK)
    draw_ties(signs, box, board, timeline.state, DARK)
    tie = search_of(timeline.state).tie
    grounds = [Rect(*op.args[:4]) for op in signs.ops if op.name == "rect"][::3]  # type: ignore[arg-type]
    names = [place for text, place in texts(written) if text in tie]
    assert len(grounds) == len(tie) and len(names) >= len(tie)
    assert not any(sign.meets(name) for sign in grounds for name in names)
