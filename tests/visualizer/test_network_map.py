"""A large network: its cards use the room between them, and values that could not be read are bars."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.network import Network
from kit.draws import DICE
from kit.session_desk import scenario
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.network_labels import _OFFSETS, Written, _inside, place_labels
from visualizer.puzzles.network_values import draw_values
from visualizer.puzzles.program.grid import Grid
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State

BOX = Rect(12, 12, 690, 690)


def text(count: int, values: int) -> str:
    domains = ", ".join(f"x{index}: {list(range(1, values + 1))}" for index in range(count))
    lines = "".join(f'    - {{scope: [x{index}, x{index + 1}], relation: "x{index} < x{index + 1}"}}\n'
                    for index in range(count - 1))
    return f"title: T\nalgorithm: ac3\npuzzle:\n  kind: csp\n  domains: {{{domains}}}\n  constraints:\n{lines}"


def run(count: int, values: int, part: float) -> tuple[NetworkBoard, State]:
    made = scenario(text(count, values))
    timeline: Timeline[State] = open_timelines(made)[0]
    timeline.pull(600)
    timeline.seek(int(part * len(timeline.events)))
    return NetworkBoard(made.puzzle), timeline.state


@settings(max_examples=12)
@given(count=st.integers(2, 64), values=st.integers(2, 12), part=st.floats(0, 1))
def test_cards_lie_apart_inside_the_board_and_nothing_is_too_small(count: int, values: int, part: float) -> None:
    board, state = run(count, values, part)
    places = [board.place(BOX, name) for name in board.layout.places]
    assert board.crowded == (count > 24)
    for index, one in enumerate(places):
        assert BOX.inset(-0.5).contains(one.x, one.y)
        assert BOX.inset(-0.5).contains(one.right, one.bottom)
        assert all(one.right <= other.x + 0.1 or other.right <= one.x + 0.1 or one.bottom <= other.y + 0.1
                   or other.bottom <= one.y + 0.1 for other in places[:index])
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, state, state, 1.0, theme("light"))
    if board.crowded:
        sizes = [float(op.args[3]) for op in canvas.ops if op.name == "text"]  # type: ignore[arg-type]
        assert min(sizes) >= SMALLEST


@given(values=st.integers(13, 40), left=st.data())
def test_there_is_a_bar_for_each_value_and_a_full_one_for_each_that_is_left(values: int, left: st.DataObject) -> None:
    every = tuple(range(values))
    kept = tuple(left.draw(st.lists(st.sampled_from(every), unique=True, min_size=1)))
    _, state = run(3, 3, 0.0)
    state.know("x0", kept)
    canvas = RecordingCanvas()
    draw_values(canvas, Rect(0, 0, values * 5, 20), every, "x0", (state, state), 1.0, (1, 2, 3), theme("dark"))
    bars = [op for op in canvas.ops if op.name == "rect"]
    assert len(bars) == values
    assert [op.args[4] is not None for op in bars] == [value in kept for value in every]


def test_a_small_network_has_its_constraints_written() -> None:
    made = scenario(text(6, 3))
    assert isinstance(made.puzzle, Network)
    board, state = run(6, 3, 0.5)
    assert board.labels(RecordingCanvas(), BOX, state)
    large, state = run(40, 3, 0.5)
    assert not large.labels(RecordingCanvas(), BOX, state)


@given(count=st.integers(1, 300), wide=st.floats(60, 900), high=st.floats(40, 700), width=st.floats(1.0, 6.0))
def test_atoms_are_as_large_as_all_have_room(count: int, wide: float, high: float, width: float) -> None:
    names, box = [f"p{index}" for index in range(count)], Rect(10, 20, wide, high)
    grid = Grid(names, box, 1.0, dict.fromkeys(names, width))
    places = list(grid.nodes.values())
    assert len(places) + grid.left == count
    assert 1.0 <= grid.unit <= 2.2
    if grid.unit > 1:
        assert grid.words
        assert not grid.left
        assert all(place.w >= width * 12.5 * grid.unit for place in places)
        assert all(place.right <= box.right + 0.1 and place.bottom <= box.bottom + 0.1 for place in places)
        for index, one in enumerate(places[:40]):
            assert all(one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
                       for other in places[:index])


WORDS = """\
title: T
algorithm: fc
puzzle:
  kind: csp
  domains: {Maths: [1, 2], Physics: [1, 2], Geography: [1, 2]}
  constraints:
    - {scope: [Maths, Physics], relation: "Maths < Physics"}
    - {scope: [Maths, Geography], relation: "Maths < Geography"}
"""


def test_a_name_is_written_smaller_before_it_is_cut_off() -> None:
    made = scenario(WORDS)
    canvas, state = RecordingCanvas(), open_timelines(made)[0].state
    NetworkBoard(made.puzzle).draw(canvas, BOX, state, state, 1.0, theme("dark"))
    assert {"Maths", "Physics", "Geography"} <= {op.args[2] for op in canvas.ops if op.name == "text"}


def test_a_constraint_is_at_home_where_it_is_written_and_covers_no_variable() -> None:
    """What a thought draws at a constraint, as the crack where it breaks, lies there."""
    made = scenario(WORDS)
    board, state = NetworkBoard(made.puzzle), open_timelines(made)[0].state
    name = board.csp.constraints[0].name
    assert board.home(BOX, state, name) is None  # nothing is drawn yet
    board.draw(RecordingCanvas(), BOX, state, state, 1.0, theme("dark"))
    home = board.home(BOX, state, name)
    assert home == board.labels(RecordingCanvas(), BOX, state)[name].box
    assert not any(board.place(BOX, variable).contains(*home.center) for variable in board.layout.places)
    assert board.home(BOX.inset(100), state, name) is None


@settings(max_examples=20)
@given(DICE, st.integers(0, 8), st.integers(1, 6))
def test_each_label_has_the_nearest_place_that_is_free(dice: Random, cards: int, labels: int) -> None:
    unit = 60.0
    taken = [Rect(dice.uniform(12, 648), dice.uniform(12, 648), 54, 54) for _ in range(cards)]
    wanted = [Written(f"C{index}", "x < y", (dice.uniform(12, 702), dice.uniform(12, 702))) for index in range(labels)]
    placed = place_labels(RecordingCanvas(), BOX, taken, wanted, unit)
    for one in wanted:
        box = placed[one.name].box
        assert not any(map(box.meets, taken))
        assert all(BOX.contains(*corner) for corner in ((box.x, box.y), (box.right - 0.01, box.bottom - 0.01)))
        for dx, dy in _OFFSETS:
            middle = one.middle[0] + dx * unit, one.middle[1] + dy * unit
            near = _inside(BOX, placed[one.name], middle).box
            if near == box:
                break
            assert any(map(near.meets, taken))
        taken.append(box)
