"""What a cue claims of many seeds is drawn: as many bars as figures, on one scale, and a share cut into its seeds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.known_lessons import known, replayed
from kit.measuring import HIDDEN, MeasuringCanvas, opened
from kit.measuring import drawn as painted
from scenarios.loader import find
from scenarios.script.drawn import Drawn, Figures
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.boards import board_for
from visualizer.stage.beside_words import Beside, beside
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.figures import draw_figures, height, rows_of
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View
from visualizer.window.slide import Shape, lay_out, with_shown

LOOK, STAGE = theme("light"), Rect(0, 0, 1256, 776)
TWO = Figures("labels", 40, (("chance", 82.5), ("first", 165.0)), (("chance", 330),), (("chance", "first", 28),))


def drawn(room: Rect, figures: Figures) -> RecordingCanvas:
    canvas = RecordingCanvas()
    draw_figures(canvas, room, figures, LOOK, 1.0)
    return canvas


def bars(canvas: RecordingCanvas) -> list[Any]:
    return [op.args for op in canvas.ops if op.name == "rect" and op.args[4] == LOOK.accent]


def words(canvas: RecordingCanvas) -> list[str]:
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


def test_bars_are_as_long_as_what_they_stand_for() -> None:
    canvas = drawn(Rect(0, 0, 500, 120), TWO)
    first, second, most, share = (bar[2] for bar in bars(canvas))
    assert second == pytest.approx(2 * first, abs=0.3)
    assert most == pytest.approx(2 * second, abs=0.3)
    assert share == pytest.approx(most * 28 / 40, abs=0.3)
    assert {"82.5", "165", "330", "28 of 40", "chance, at most", "chance < first"} <= {*words(canvas)}
    assert sum(op.name == "line" for op in canvas.ops) == 39  # between forty seeds


def test_a_share_of_no_seed_has_no_bar() -> None:
    canvas = drawn(Rect(0, 0, 500, 120), Figures("labels", 40, fewer=(("a", "b", 0),)))
    assert not bars(canvas)
    assert "0 of 40" in words(canvas)


@given(st.integers(300, 1600), st.floats(0.8, 5), st.integers(0, 40))
def test_all_of_it_is_inside_and_can_be_read(wide: int, part: float, count: int) -> None:
    figures = Figures("labels", 40, TWO.medians, TWO.most, (("chance", "the first of a tie", count),))
    room = Rect(10, 20, wide, height(figures, 1.0) * part)
    canvas = drawn(room, figures)
    texts: list[Any] = [op.args for op in canvas.ops if op.name == "text"]
    assert all(size >= SMALLEST for _, _, _, size, *_ in texts)
    assert all(x + length <= room.right + 1 for x, *_, length in texts)
    for x, y, w, h, *_ in bars(canvas):
        assert room.x <= x < x + w <= room.right
        assert room.y < y < y + h <= room.bottom
    assert len(bars(canvas)) == 3 + (count > 0)


def test_in_the_place_of_a_chart_they_are_large_and_bars_keep_half_of_the_width() -> None:
    """As from the back row of a class, where they are all that is shown."""
    small, large = (drawn(Rect(0, 0, wide, high), TWO) for wide, high in ((330, height(TWO, 1.0)), (760, 440)))
    sizes = [min(float(str(op.args[3])) for op in canvas.ops if op.name == "text") for canvas in (small, large)]
    assert sizes[1] > 1.5 * sizes[0]
    assert max(w for _, _, w, *_ in bars(large)) > 0.45 * 760


@pytest.mark.parametrize("names", [("five tries", "min-conflicts"), ("a name too long for its bar", "the other")])
def test_on_a_slide_figures_leave_words_all_that_they_do_not_need(names: tuple[str, str]) -> None:
    figures, canvas = Figures("solutions", 40, fewer=((*names, 19), (*names[::-1], 1))), RecordingCanvas()
    slide = lay_out((1920, 1080), [Shape(1.0)], worded=True)
    assert slide.beside
    words = with_shown(canvas, slide, Beside(figures=figures), theme("projector"), 1.0).words
    drawn = [float(str(op.args[1])) for op in canvas.ops if op.name == "text"]
    assert words.bottom < min(drawn) < words.bottom + 100
    assert max(drawn) < slide.words.bottom
    assert words.h > slide.words.h * 0.6


def test_the_later_figures_hold() -> None:
    other = Figures("labels", 20, (("a", 1),))
    assert (Drawn(figures=TWO) + Drawn(figures=other)).figures == other
    assert (Drawn(figures=TWO) + Drawn(soft=("x",))).figures == TWO
    assert beside(Drawn(figures=TWO)).there


@pytest.mark.parametrize("number", [45, 49, 51, 52, 58, 59, 93, 95, 96, 99])
def test_lessons_draw_what_they_claim(number: int) -> None:
    """All figures of the claim, beside its words, or of several runs in the place of the chart; no other cue does."""
    path = find(str(number))
    scenario = known(path)
    timelines = replayed(path)
    for timeline in timelines:
        timeline.seek(len(timeline.events))
    claims = 0
    for cue in scenario.script:
        canvas = RecordingCanvas()
        boards = [board_for(scenario.puzzle) for _ in timelines]
        if scenario.compares:
            view = CompareView(scenario, boards, timelines, [timeline.state for timeline in timelines],
                               say=cue.say or "", drawn=cue.drawn)
            draw_comparison(canvas, STAGE, view, LOOK, 1.0)
        else:
            one = View(scenario.algorithm, boards[0], timelines[0], timelines[0].state, say=cue.say or "",
                       drawn=cue.drawn)
            draw_stage(canvas, STAGE, one, LOOK, 1.0)
        said = {*words(canvas)}
        assert any(re.fullmatch(r"[a-z ]+, \d+ seeds(; bars: medians)?", word) for word in said) == (
            cue.claim is not None)
        if cue.claim is not None:
            assert {row.value for row in rows_of(cue.claim.figures)} <= said
            assert {row.name for row in rows_of(cue.claim.figures)} <= said
            claims += 1
    assert claims > 0


@pytest.mark.parametrize(("name", "cues"), [("one-dead-end-three-ways-back", [11]), ("a-fence-for-each-value", [7, 8]),
                                            ("where-mrv-plus-loses", [3, 4]), ("algorithm-1-against-2", [5])])
def test_slides_of_comparisons_have_them_too_once(name: str, cues: list[int]) -> None:
    """Beside the words, or where a chart is the picture, in its place."""
    screen = opened(known(find(name)))
    screen.projector.settings.projector = True
    painted(screen)
    for cue in cues:
        screen.transport.playback.to_cue(cue)
        claim = known(find(name)).script[cue].claim
        assert claim is not None
        said = words(painted(screen, whole=True, now=HIDDEN))
        assert {text for row in rows_of(claim.figures) for text in (row.name, row.value)} <= {*said}
        assert sum(word.startswith(f"{claim.counter}, {claim.seeds} seeds") for word in said) == 1


def test_the_line_above_is_smaller_where_it_is_long_and_never_cut() -> None:
    """Letters have whole pixels: a part of one too much cut off the word's end."""
    said = "labels, 40 seeds; bars: medians"
    for wide in range(240, 700):
        canvas = MeasuringCanvas(whole=True)
        draw_figures(canvas, Rect(0, 0, wide, 200), Figures("labels", 40, (("any BT", 170.5),)), LOOK, 1.0)
        assert said in words(canvas), wide


def test_names_stand_above_bars_that_they_would_make_short() -> None:
    """As beside the words of a slide, where names took most of the width."""
    canvas = drawn(Rect(0, 0, 330, 150), Figures("checks", 40, fewer=(("any BM-CBJ2", "any BM-CBJ of all", 40),)))
    assert all(bar[2] > 0.7 * 330 for bar in bars(canvas))


def test_names_stand_above_bars_where_words_are_much_larger_then() -> None:
    names = ("(d) no duplicates", "(b) restart or flip")
    canvas = drawn(Rect(0, 0, 736, 560), Figures("error", 60, fewer=((*names, 37),)))
    sizes = [float(str(op.args[3])) for op in canvas.ops if op.name == "text"]
    assert min(sizes) > 22
    assert " < ".join(names) in words(canvas)
