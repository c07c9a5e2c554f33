"""Where boards say that a value is drawn, there it is drawn."""

from __future__ import annotations

import pytest

from kit.states import before
from scenarios.loader import find, load
from visualizer.canvas.primitives import SMALLEST, Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.boards import board_for

BOX = Rect(20, 10, 860, 640)


def middle(op: Op) -> tuple[float, float]:
    """Of a text that is centred, of a circle, or of a square."""
    x, y, w, h = (op.args if op.name == "rect" else (*op.args[:2], 0.0, 0.0))[:4]
    assert isinstance(x, int | float)
    assert isinstance(y, int | float)
    assert isinstance(w, int | float)
    assert isinstance(h, int | float)
    return x + w / 2, y + h / 2


@pytest.mark.parametrize(("lesson", "kind"), [
    ("queens-that-move-away", "rect"), ("beyond-sums", "text"), ("stuck-in-a-sudoku", "text"),
    ("a-map-repaired", "circle"), ("a-map-that-needs-four", "circle")])
def test_each_value_lies_where_the_board_says(lesson: str, kind: str) -> None:
    puzzle = load(find(lesson)).puzzle
    board, state, canvas = board_for(puzzle), before(puzzle), RecordingCanvas()
    board.draw(canvas, BOX, state, state, 1.0, theme("dark"))
    drawn = [middle(op) for op in canvas.ops if op.name == kind]
    said = [op.args[2] if kind == "text" else "" for op in canvas.ops if op.name == kind]
    for x, domain in state.domains.items():
        places = [board.value_place(BOX, state, x, value) for value in domain]
        assert len(set(places)) == len(domain)
        for value, place in zip(domain, places, strict=True):
            cell = board.place(BOX, x).inset(-1)
            assert cell.contains(*place.center)
            near = [index for index, (a, b) in enumerate(drawn)
                    if abs(a - place.center[0]) < 1 and abs(b - place.center[1]) < 1]
            assert near
            assert kind != "text" or str(value) in [said[index] for index in near]


@pytest.mark.parametrize("width", [240, 400, 900, 1500])
@pytest.mark.parametrize("lesson", ["a-map-three-ways", "a-map-that-needs-four", "who-owns-the-zebra",
                                    "the-fog-of-search"])
def test_a_value_that_follows_is_as_wide_as_its_place_at_most(lesson: str, width: int) -> None:
    puzzle = load(find(lesson)).puzzle
    board, state, box = board_for(puzzle), before(puzzle), Rect(0, 0, width, width * 0.7)
    board.draw(RecordingCanvas(), box, state, state, 1.0, theme("dark"))
    for x, domain in state.domains.items():
        place = board.place(box, x)
        for value in domain:
            canvas = RecordingCanvas()
            board.draw_next(canvas, place, state, x, value, theme("dark"))
            text, size = next((op.args[2], op.args[3]) for op in canvas.ops if op.name == "text")
            assert isinstance(text, str)
            assert isinstance(size, int | float)
            assert canvas.measure(text, size, "bold") <= place.w
            assert size >= min(SMALLEST, 0.2 * place.h)
