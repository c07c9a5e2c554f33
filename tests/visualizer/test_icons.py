"""The icons are shapes that stay in their box."""

from __future__ import annotations

import pytest

from visualizer.canvas.icons import ICONS, draw_icon
from visualizer.canvas.primitives import RecordingCanvas, Rect


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_stay_in_their_box(name: str) -> None:
    for box in (Rect(10, 20, 32, 24), Rect(0, 0, 0, 0), Rect(5, 5, 1, 40)):
        canvas = RecordingCanvas()
        draw_icon(canvas, name, box, (0, 0, 0))
        assert bool(canvas.ops) == (box.w > 0)
    canvas = RecordingCanvas()
    draw_icon(canvas, name, Rect(10, 20, 32, 24), (0, 0, 0))
    for op in canvas.ops:
        if op.name == "polygon" and isinstance(op.args[0], tuple):
            assert all(13 <= x <= 39 for x in op.args[0][::2])
            assert all(19 <= y <= 45 for y in op.args[0][1::2])


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        draw_icon(RecordingCanvas(), "nosuch", Rect(0, 0, 0, 0), (0, 0, 0))
