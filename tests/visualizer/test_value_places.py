"""Where boards say that a value is drawn, there it is drawn."""

from __future__ import annotations

import pytest

from kit.states import before
from scenarios.loader import find, load
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
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
