"""A network on a chessboard: each queen stands on the row that is her value, whatever the search, and what is known of
a column is seen on its squares."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.network import Chessboard, ConstraintText, Network
from algorithms.problems.puzzle import PuzzleError
from kit.drawn_texts import texts
from kit.known_lessons import recorded
from kit.session_desk import open_session
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, Point, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.local_search.state import repair_of
from visualizer.puzzles.chessboard import ChessboardBoard
from visualizer.puzzles.network_changes import NetworkChanges
from visualizer.puzzles.squares import square_color
from visualizer.runs.boards import board_for
from visualizer.runs.states import State

BOX = Rect(10, 50, 694, 580)
DARK = theme("dark")
LESSON = find("queens-that-move-away")


def queens(size: int, chessboard: bool = True) -> Network:
    names = "abcdefghij"[:size]
    written = tuple(ConstraintText((x, y), f"{x} != {y} and abs({x} - {y}) != {names.index(y) - names.index(x)}")
                    for x, y in combinations(names, 2))
    return Network.read(domains={x: tuple(range(1, size + 1)) for x in names}, constraints=written,
                        chessboard=chessboard)


@cache
def walked() -> tuple[Timeline[State], ChessboardBoard]:
    timeline = recorded(LESSON)[0]
    board = board_for(queens(8))
    assert isinstance(board, ChessboardBoard)
    return timeline, board


def drawn(board: ChessboardBoard, state: State, before: State | None = None, t: float = 1.0,
          name: str = "dark") -> RecordingCanvas:
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, state if before is None else before, state, t, theme(name))
    return canvas


def points(op: Op) -> list[Point]:
    """The corners of a polygon."""
    assert isinstance(op.args[0], tuple)
    flat = [float(value) for value in op.args[0]]
    return list(zip(flat[::2], flat[1::2], strict=True))


def crowns(canvas: RecordingCanvas) -> list[Op]:
    """What is drawn of seven points, and filled."""
    return [op for op in canvas.ops if op.name == "polygon" and len(points(op)) == 7 and op.args[1] is not None]


def test_the_lesson_has_a_chessboard() -> None:
    assert isinstance(queens(8), Chessboard)
    assert type(queens(8, chessboard=False)) is Network
    assert queens(8).as_csp().domains == queens(8, chessboard=False).as_csp().domains
    assert isinstance(open_session(LESSON.read_text(encoding="utf-8")).board, ChessboardBoard)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 111))
def test_each_queen_stands_on_the_row_of_her_value(position: int) -> None:
    timeline, board = walked()
    timeline.seek(position)
    state = timeline.state
    canvas = drawn(board, state)
    assert len(crowns(canvas)) == sum(len(values) == 1 for values in state.domains.values())
    feet = [(max(y for _, y in points(op)), sum(x for x, _ in points(op)) / 7) for op in crowns(canvas)]
    for name, values in state.domains.items():
        place = board.place(BOX, name)
        assert board.at(BOX, *place.center) == name
        if len(values) == 1:
            assert place == board.value_place(BOX, state, name, values[0]) == board.square(BOX, name, int(values[0]))
            assert any(place.contains(x, y) for y, x in feet)
        else:
            assert place == board.column(BOX, name)
    repair = repair_of(state)
    if repair.variable is not None:  # each count stands on its square, and stays there after the move
        has = state.domains[repair.variable][0] if len(state.domains[repair.variable]) == 1 else None
        for value, count in repair.tried.items():
            if value != has:
                square = board.square(BOX, repair.variable, int(value))
                assert any(text == str(count) and square.contains(*box.center) for text, box in texts(canvas))


def test_a_queen_that_moves_goes_along_her_column() -> None:
    timeline, board = walked()
    timeline.seek(19)
    before = timeline.state.copy()
    timeline.seek(20)
    ways = []
    for t in (0.0, 0.5, 1.0):
        column = board.column(BOX, "d")
        found = [op for op in crowns(drawn(board, timeline.state, before, t))
                 if all(column.contains(*point) for point in points(op))]
        assert len(found) == 1
        ways.append(min(y for _, y in points(found[0])))
    assert ways[0] < ways[1] < ways[2]  # from row 3 down to row 2
    assert ways[1] == pytest.approx((ways[0] + ways[2]) / 2, abs=0.2)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 111))
def test_a_queen_that_has_moved_leaves_dashes_and_an_arrow_where_she_came_from(position: int) -> None:
    timeline, board = walked()
    timeline.seek(position)
    repair = repair_of(timeline.state)
    moved = repair.taken is not None and repair.before not in (None, repair.taken)
    heads = [op for op in drawn(board, timeline.state).ops if op.name == "polygon" and len(points(op)) == 3]
    assert len(heads) == moved
    if moved:
        name = str(repair.variable)
        old, new = (board.square(BOX, name, int(str(value))) for value in (repair.before, repair.taken))
        tip = min((y for _, y in points(heads[0])), key=lambda y: abs(y - new.center[1]))
        assert tip == pytest.approx(new.bottom if old.y > new.y else new.y, abs=0.2)  # at her new square
        dashes = [op for op in drawn(board, timeline.state).ops if op.name == "rect" and op.args[4] == DARK.constraint
                  and old.contains(float(str(op.args[0])), float(str(op.args[1])))]
        assert len(dashes) >= 8


def test_what_a_board_draws_of_a_solution_lies_inside_its_squares() -> None:
    timeline, board = walked()
    timeline.seek(len(timeline.events))
    inside = Rect(*board.column(BOX, "a")[:2], 8 * board.unit(BOX), 8 * board.unit(BOX))
    rims = [op for op in drawn(board, timeline.state).ops if op.name == "rect" and DARK.no_mine in op.args
            and float(str(op.args[2])) == pytest.approx(inside.w, abs=0.2)]
    assert [[float(str(x)) for x in op.args[:4]] for op in rims] == [pytest.approx(list(inside), abs=0.2)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_struck_has_a_cross_and_what_is_known_a_queen_on_green(name: str) -> None:
    session = open_session("title: T\nalgorithm: gac\npuzzle: {kind: csp, chessboard: true, domains: {a: [1], "
                           "b: [1, 2, 3]}, constraints: [{scope: [a, b], relation: a < b and b < 3}]}\n")
    board = session.board
    assert isinstance(board, ChessboardBoard)
    session.forward("end")
    session.work(60.0)
    assert session.state.domains["b"] == (2,)
    canvas = drawn(board, session.state, name=name)
    assert [op.args[1] for op in crowns(canvas)] == [theme(name).on_no_mine] * 2
    for row in (1, 3):
        square = board.square(BOX, "b", row)
        lines = [op for op in canvas.ops
                 if op.name == "line" and square.contains(float(str(op.args[0])), float(str(op.args[1])))]
        assert len(lines) == 2


def test_the_squares_are_light_and_dark_in_turn() -> None:
    assert square_color(0, 1, DARK) == square_color(1, 2, DARK) != square_color(0, 2, DARK)


@pytest.mark.parametrize("value", [0, 41, -1, "red"])
def test_a_value_that_is_no_row_is_refused(value: int | str) -> None:
    with pytest.raises(PuzzleError, match="rows, from 1 to 40") as error:
        Network.read(domains={"a": (1, value)}, constraints=(), chessboard=True)
    assert error.value.key == "domains.a"


def test_too_many_columns_are_refused() -> None:
    with pytest.raises(PuzzleError, match="at most 40"):
        Network.read(domains={f"x{index}": (1,) for index in range(41)}, constraints=(), chessboard=True)


def test_a_changed_chessboard_stays_one() -> None:
    changes, puzzle = NetworkChanges(), queens(4)
    changed = changes.key(puzzle, "a", "4")
    assert isinstance(changed, Chessboard)
    assert changed.domains["a"] == (1, 2, 3)
    again = changes.with_lines(puzzle, changes.lines(puzzle))
    assert isinstance(again, Chessboard)
    spelled = again.spelled()
    assert spelled is not None
    assert spelled["chessboard"] is True
    assert "chessboard" not in (queens(4, chessboard=False).spelled() or {"chessboard": True})
