"""The pictures on the cards: what is in question is in them, large enough, and no two of a chapter look the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kit.known_lessons import every_lesson, known
from scenarios.course import the_course
from scenarios.folders import bare
from scenarios.loader import Scenario, find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.stage.compare_layout import panes
from visualizer.window.thumbnails import Pictured, draw_picture, played

BOX = Rect(0, 0, 204, 108)


def drawn(pictured: Sequence[Pictured]) -> list[str]:
    canvas = RecordingCanvas()
    draw_picture(canvas, BOX, pictured, theme("dark"))
    return [str(op) for op in canvas.ops]


@pytest.mark.parametrize("name", ["an-expert-board", "contribution-number", "counting-deals", "what-a-row-knows"])
def test_the_place_in_question_is_in_the_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for shown, pane in zip(pictured := list(played(known(find(name)))), panes(BOX, len(pictured), BOX.w * 0.03),
                           strict=True):
        boxes: list[Rect] = []
        monkeypatch.setattr(shown.board, "draw", lambda canvas, box, *rest, at=boxes: at.append(box))
        draw_picture(RecordingCanvas(), BOX, pictured, theme("dark"))
        assert shown.near in shown.state.domains
        place = shown.board.place(boxes[0], shown.near)
        x, y = place.center
        assert pane.x <= x <= pane.right
        assert pane.y <= y <= pane.bottom
        assert boxes[0].w > pane.w or boxes[0].h > pane.h


def test_small_boards_and_maps_are_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("where-gac-must-stop", "four-are-enough"):
        pictured = list(played(known(find(name))))
        boxes: list[Rect] = []
        monkeypatch.setattr(pictured[0].board, "draw", lambda canvas, box, *rest, at=boxes: at.append(box))
        draw_picture(RecordingCanvas(), BOX, pictured, theme("dark"))
        assert boxes == [BOX]


def test_two_boards_of_a_comparison_are_shown_and_the_rest_counted() -> None:
    scenario = known(find("four-guesses"))
    pictured = list(played(scenario))
    assert [shown.name for shown in pictured] == [scenario.runs[0].name, f"{scenario.runs[1].name} + 2"]
    assert any(f"'{scenario.runs[0].name}'" in op for op in drawn(pictured))


def test_lessons_of_a_chapter_look_different() -> None:
    chapter = next(chapter for chapter in the_course().chapters if "fog" in chapter.title)
    lessons: list[Scenario] = [scenario for scenario in every_lesson() if bare(scenario.name) in chapter.lessons]
    pictures = [tuple(drawn(list(played(scenario)))) for scenario in lessons]
    assert len(set(pictures)) == len(lessons) == 10
