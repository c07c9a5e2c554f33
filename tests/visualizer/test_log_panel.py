"""The panel of what happened: of a sentence that has no room the beginning, and that it goes on is seen."""

from __future__ import annotations

import pytest

from kit.drawn_texts import texts
from kit.known_lessons import replayed
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.stage.panels import draw_log


@pytest.mark.parametrize(("high", "cut"), [(40, True), (60, True), (400, False)])
def test_a_sentence_that_is_not_whole_says_so(high: int, cut: bool) -> None:
    timeline = replayed(find("four-are-enough"))[0]
    timeline.seek(1)
    canvas = RecordingCanvas()
    draw_log(canvas, Rect(0, 0, 300, high), timeline, theme("dark"), 1.0)
    rows = [text for text, _ in sorted(texts(canvas), key=lambda found: found[1].y)]
    assert rows[0].startswith("Fog of search")
    assert rows[-1].endswith("…") == cut
