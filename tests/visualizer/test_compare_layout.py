"""A comparison's stage: the parts lie beside each other, the boards are as large as can be, differences are seen."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.events import DealsCounted, Solved
from kit.session_desk import scenario
from scenarios.loader import find, lessons, load
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, contrast, theme
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.band import Words
from visualizer.stage.compare_gains import draw_differences, unlike
from visualizer.stage.compare_layout import ComparePlaces, Wanted, arrange_comparison, arrange_large, panes
from visualizer.stage.compare_panels import Panel, panel_places
from visualizer.stage.compare_stage import CompareView, band_of, draw_comparison
from visualizer.stage.compare_totals import draw_totals, outcome_of, rows_of, table

EXPERT = scenario("title: A\nalgorithm: gac\n"
                  "puzzle: {kind: gnomine, random: {rows: 16, columns: 30, mines: 99, seed: 1}}\n")
STAGE = Rect(10, 50, 1260, 666)  # of a window of 1280×800
RUNS = st.integers(2, 4)
ASPECTS = st.floats(0.2, 5)
SIZES = st.tuples(st.floats(40, 4000), st.floats(40, 2500))


def parts(places: ComparePlaces) -> list[Rect]:
    """All parts that are there."""
    every = (*places.heads, *places.boards, places.legend, places.caption, places.totals, places.chart, places.aside)
    return [part for part in every if part.w > 0 and part.h > 0]


def apart(a: Rect, b: Rect) -> bool:
    return (min(a.right, b.right) - max(a.x, b.x) < 0.01 or min(a.bottom, b.bottom) - max(a.y, b.y) < 0.01)


@given(SIZES, st.floats(0.35, 3), RUNS, st.booleans(), st.booleans(), ASPECTS)
def test_the_parts_lie_on_the_stage_and_not_on_each_other(size: tuple[float, float], unit: float, runs: int,
                                                          captioned: bool, charted: bool, aspect: float) -> None:
    box = Rect(3, 5, *size)
    places = arrange_comparison(box, unit, Wanted(runs, captioned, aspect, charted))
    assert len(places.heads) == len(places.boards) == runs
    assert all(board.h > 0 for board in places.boards)
    assert captioned or not places.caption.h
    assert charted or not places.chart.h
    lie_apart(places, box)


@given(SIZES, st.floats(0.35, 3), RUNS, st.booleans(), st.booleans(), ASPECTS)
def test_a_large_chart_leaves_room_for_all_else(size: tuple[float, float], unit: float, runs: int, captioned: bool,
                                                aside: bool, aspect: float) -> None:
    box = Rect(3, 5, *size)
    places = arrange_large(box, unit, Wanted(runs, captioned, aspect), aside)
    assert places.chart.w >= max(part.w for part in (places.totals, places.aside, *places.boards))
    assert len(places.boards) == (0 if aside else runs)
    lie_apart(places, box)


def lie_apart(places: ComparePlaces, box: Rect) -> None:
    """All parts are inside the box, and none on another."""
    found = parts(places)
    for part in found:
        assert box.x - 0.01 <= part.x
        assert part.right <= box.right + 0.01
        assert box.y - 0.01 <= part.y
        assert part.bottom <= box.bottom + 0.01
    assert all(apart(one, other) for one, other in combinations(found, 2))


@given(st.floats(1000, 4000), st.floats(600, 2500), RUNS, ASPECTS)
def test_no_board_is_much_smaller_than_side_by_side_and_a_caption_rearranges_nothing(
        width: float, height: float, runs: int, aspect: float) -> None:
    box = Rect(0, 0, width, height)
    unit = min(width / 1280, height / 800)
    places = arrange_comparison(box, unit, Wanted(runs, True, aspect))
    gap, below = 8 * unit, (62 + 22 + 9 * 20 + 18 + 40) * unit
    usual = panes(Rect(0, 0, width, height - below), runs, gap)
    plain = min(min(pane.h - 110 * unit, (pane.w - gap) / aspect) for pane in usual)
    assert places.largest(aspect, unit) >= plain
    other = arrange_comparison(box, unit, Wanted(runs, False, aspect))
    assert other.beside == places.beside
    assert [board.x for board in other.boards] == [board.x for board in places.boards]
    assert other.largest(aspect, unit) >= places.largest(aspect, unit) - 0.01


@pytest.mark.parametrize(("runs", "side"), [(2, 19), (3, 14), (4, 14)])
def test_the_fields_of_expert_boards_are_large_enough_to_be_told_apart(runs: int, side: int) -> None:
    board = board_for(EXPERT.puzzle)
    for box in arrange_comparison(STAGE, 1.0, Wanted(runs, True, board.aspect)).inner(1.0):
        assert board.place(box, "(0,0)").w >= side


@given(st.integers(2, 5), st.data())
def test_panes_fill_the_box(runs: int, data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, runs))
    box = Rect(0, 0, 900, 600)
    cut = panes(box, runs, 10, columns)
    assert len(cut) in (runs, runs + 1)
    assert max(pane.right for pane in cut) == pytest.approx(box.right)
    assert max(pane.bottom for pane in cut) == pytest.approx(box.bottom)
    assert len({(round(pane.w), round(pane.h)) for pane in cut[:runs]}) == 1
    area = sum((pane.w + 10) * (pane.h + 10) for pane in cut)
    assert area == pytest.approx((box.w + 10) * (box.h + 10))


# --- differences ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme_name", NAMES)
@pytest.mark.parametrize("side", [6, 10, 14, 22, 40, 120])
def test_a_difference_has_a_frame_as_large_as_the_field(side: int, theme_name: str) -> None:
    canvas, colors = RecordingCanvas(), theme(theme_name)
    draw_differences(canvas, [Rect(100, 100, side, side)], Rect(0, 0, 300, 300), colors)
    frames = [op.args for op in canvas.ops if op.name == "rect" and op.args[5] == unlike(colors)]
    assert len(frames) == 1
    _, _, w, h, _, _, width, _ = (value if isinstance(value, int | float) else 0 for value in frames[0])
    assert width >= 2
    assert min(w, h) >= max(side, 8)
    assert 3 < contrast(unlike(colors), colors.background) < contrast(colors.mark, colors.background) * 0.7
    signs = [op for op in canvas.ops if op.name == "text"]
    assert bool(signs) == (side >= 26)


def test_no_frame_of_a_neighbour_lies_on_the_tab_of_a_difference() -> None:
    canvas, colors = RecordingCanvas(), theme("light")
    boxes = [Rect(100 + 40 * x, 100 + 40 * y, 40, 40) for y in range(2) for x in range(2)]
    draw_differences(canvas, boxes, Rect(0, 0, 300, 300), colors)
    frames = [index for index, op in enumerate(canvas.ops) if op.name == "rect" and op.args[4] is None]
    tabs = [index for index, op in enumerate(canvas.ops) if op.name == "text"]
    assert len(tabs) == len(boxes) and max(frames) < min(tabs)


def test_what_the_lesson_points_at_is_in_front_of_the_frame_of_a_difference() -> None:
    canvas, colors, place = RecordingCanvas(), theme("dark"), Rect(100, 100, 40, 40)
    draw_differences(canvas, [place, Rect(140, 100, 40, 40)], Rect(0, 0, 300, 300), colors, [place])
    rings = [index for index, op in enumerate(canvas.ops) if op.name == "rect" and op.args[5] == unlike(colors)]
    arms = [index for index, op in enumerate(canvas.ops) if op.name == "rect" and op.args[4] == colors.mark]
    tabs = [index for index, op in enumerate(canvas.ops) if op.name == "text"]
    assert len(rings) == 2 and len(arms) == 8 and len(tabs) == 2
    assert max(rings) < min(arms) and max(arms) < min(tabs)


# --- totals --------------------------------------------------------------------------------------------------------


WORDS = st.text("abcdefghij", min_size=1, max_size=13)
NUMBERS = st.integers(0, 10**7).map(lambda number: f"{number:,}")


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    head = draw(st.lists(WORDS, min_size=3, max_size=17))
    names = draw(st.lists(st.text("abc de", min_size=1, max_size=60), min_size=2, max_size=4))
    return [head, *([name, *draw(st.lists(NUMBERS, min_size=len(head) - 1, max_size=len(head) - 1))] for name in names)]


@given(tables(), st.booleans(), st.floats(0.35, 3))
def test_every_total_stays_in_its_place(cells: list[list[str]], beside: bool, unit: float) -> None:
    box = Rect(20, 20, (380 if beside else 1236) * unit, (400 if beside else 115) * unit)
    canvas = RecordingCanvas()
    placed = rows_of(box, cells[0][1:], len(cells) - 1, unit)
    shown = [name for name, _ in placed if name]
    assert shown == cells[0][1:] if unit >= 1 and len(shown) <= 12 else shown == cells[0][1:len(shown) + 1]
    assert all(apart(one, other) for (_, one), (_, other) in combinations(placed, 2))
    draw_totals(canvas, box, cells, {cells[0][1]: {0}}, theme("dark"), unit)
    written: dict[float, list[tuple[float, float]]] = {}
    for op in canvas.ops:
        if op.name == "text":
            x, y, size, wide = (float(value) for value in op.args if isinstance(value, int | float))
            left = x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[str(op.args[5])]
            assert box.x - 1 <= left
            assert left + wide <= box.right + 1
            assert box.y - 1 <= y - size / 2
            assert y + size / 2 <= box.bottom + 1
            written.setdefault(round(y), []).append((left, left + wide))
    for spans in written.values():
        ordered = sorted(spans)
        assert all(one[1] <= other[0] + 1.5 for one, other in pairwise(ordered))


WINDOWS = [(640, 480), (700, 480), (800, 600), (1024, 640), (1280, 800), (1920, 1080)]
SEVERAL = [path.stem for path in lessons() if len(load(path).runs) > 2]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("name", SEVERAL)
def test_the_totals_of_many_runs_are_all_told_and_lie_apart_in_any_window(name: str, window: tuple[int, int]) -> None:
    """As wide as the numbers of a thousand events are, for whatever they count."""
    lesson, (wide, high) = load(find(name)), window
    boards, timelines = [board_for(run.puzzle) for run in lesson.runs], open_timelines(lesson)
    view = CompareView(lesson, boards, timelines, [timeline.state for timeline in timelines], say="Said.")
    unit = min(wide / 1280, high / 800)
    places = view.places(Rect(10 * unit, 50 * unit, wide - 20 * unit, high - 134 * unit), unit)
    cells = [["run", *view.names[0]], *([run.name, *["8,888"] * len(view.names[0])] for run in lesson.runs)]
    canvas = RecordingCanvas()
    draw_totals(canvas, view.table_room(places, unit), cells, {}, theme("dark"), unit)
    written = [(str(op.args[2]), text_rect(op)) for op in canvas.ops if op.name == "text"]
    assert Counter(word for word, _ in written if not word.isdecimal()) == {
        **dict.fromkeys(view.names[0], 1), "8,888": len(view.names[0]) * len(lesson.runs)}
    assert min(place.h for _, place in written) >= 9
    assert all(apart(one, other) for (_, one), (_, other) in combinations(written, 2))
    assert all(places.totals.x < place.x and place.right < places.totals.right for _, place in written)
    assert all(places.totals.y < place.y and place.bottom < places.totals.bottom for _, place in written)


@pytest.mark.parametrize("window", [(1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("name", ["two-that-exclude-each-other", "a-fence-for-each-value"])
def test_a_band_that_grows_over_the_legend_hides_all_of_it_or_nothing(name: str, window: tuple[int, int]) -> None:
    lesson, (wide, high) = load(find(name)), window
    boards, timelines = [board_for(run.puzzle) for run in lesson.runs], open_timelines(lesson)
    unit = min(wide / 1280, high / 800)
    stage, told = Rect(10 * unit, 50 * unit, wide - 20 * unit, high - 134 * unit), set[bool]()
    for words in range(1, 90, 4):
        view = CompareView(lesson, boards, timelines, [timeline.state for timeline in timelines], say="Said.",
                           said=Words(" ".join(["what"] * words), "Skipped"))
        canvas = RecordingCanvas()
        draw_comparison(canvas, stage, view, theme("dark"), unit)
        places = view.places(stage, unit)
        band = band_of(canvas, stage, places, view, unit)
        legend = [text_rect(op) for op in canvas.ops if op.name == "text" and str(op.args[2]).startswith("a ring: ")]
        assert all(apart(band, place) for place in legend)
        assert bool(legend) == apart(band, places.legend)
        told.add(bool(legend))
    assert told == {False, True}


def text_rect(op: Op) -> Rect:
    """Where a text lies."""
    x, y, size, wide = (float(value) for value in op.args if isinstance(value, int | float))
    return Rect(x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[str(op.args[5])], y - size / 2, wide, size)


def test_a_search_for_all_solutions_goes_on_after_the_first() -> None:
    for timeline in open_timelines(load(find("95-a-fence-for-each-value"))):
        assert timeline.pull_all()
        said = [outcome_of(timeline) for at in (0, timeline.positions(Solved)[0] + 1, len(timeline.events))
                if timeline.seek(at) == at]
        assert said == ["—", "goes on", "solved"]


def test_a_count_goes_on_until_what_it_means_is_told() -> None:
    drawn = open_timelines(load(find("79-fair-deals")))[0]
    assert drawn.pull_all()
    for at in (drawn.positions(DealsCounted)[0] + 1, len(drawn.events) - 1):
        drawn.seek(at)
        assert outcome_of(drawn) == "goes on"
    drawn.seek(len(drawn.events))
    assert outcome_of(drawn) == "complete"


def test_that_a_run_has_nothing_to_do_is_told_once_any_has_begun() -> None:
    """The lesson asks before how much that run finds."""
    lesson = load(find("the-price-of-counting"))
    timelines = open_timelines(lesson)
    assert all(timeline.pull_all() for timeline in timelines)
    told = list[tuple[int, int, int, str]]()
    for end in (False, True):
        for timeline in timelines:
            timeline.seek(len(timeline.events) if end else 0)
        view = CompareView(lesson, [board_for(run.puzzle) for run in lesson.runs], timelines,
                           [timeline.state for timeline in timelines])
        canvas = RecordingCanvas()
        draw_comparison(canvas, STAGE, view, theme("dark"), 1.0)
        words = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        told.append((sum(word.startswith("not started") for word in words),
                     sum(word.startswith("nothing to do") for word in words),
                     sum(word.startswith("ended") for word in words), table(view.rows)[1][-1]))
    assert told[0] == (4, 0, 0, "—")
    assert told[1][:2] == (0, 1) and told[1][2] and told[1][3] == "complete"


SHORT = {"complete": "compl.", "unsatisfiable": "unsat", "stopped": "stop.", "goes on": "runs"}


@pytest.mark.parametrize("runs", [2, 3, 4])
@pytest.mark.parametrize("word", ["complete", "unsatisfiable", "solved", "stopped", "goes on"])
@pytest.mark.parametrize("names", [["assignments"], ["blocked", "circular", "held up", "unfounded atoms", "inferred"]])
def test_how_each_run_has_ended_is_in_the_table_however_narrow_its_column(
        runs: int, word: str, names: list[str]) -> None:
    """As a word, or in short: a row without anything would say that nobody knows."""
    cells = [["run", "events", *names, "outcome"],
             *([f"run {run}", "1,000", *("20" for _ in names), word] for run in range(runs))]
    for wanted in (Wanted(runs, aspect=1.2), Wanted(runs, aspect=1.2, charted=False), Wanted(runs, aspect=0.6)):
        canvas, totals = RecordingCanvas(), arrange_comparison(STAGE, 1.0, wanted).totals
        draw_totals(canvas, totals.inset(12, 8), cells, {}, theme("dark"), 1.0)
        texts = [(float(str(op.args[0])), op.args[1], str(op.args[2])) for op in canvas.ops if op.name == "text"]
        left, last, _ = next(text for text in texts if text[2] == "outcome")
        told = [text for x, y, text in texts if y == last and x > left]
        assert len(told) == runs
        assert {*told} <= {word, SHORT.get(word, word)}


def test_totals_alone_share_the_pane_that_is_left_over() -> None:
    stage = Rect(12, 12, 1256, 776)  # of a picture of 1280×800
    found = arrange_comparison(stage, 1.0, Wanted(3, aspect=1.42, charted=False, rows=5))
    spare = Rect(found.caption.x, found.caption.y, found.caption.w, found.totals.bottom - found.caption.y)
    assert found.boards[1].right == spare.right == stage.right
    assert all(part.inset(1).x > spare.x and part.y > spare.y and part.bottom <= spare.bottom
               for part in (found.legend, found.totals))
    assert found.largest(1.42, 1.0) > 340


@given(st.floats(40, 2000), st.floats(30, 900), RUNS, st.sampled_from(["pseudocode", "source", "tree"]),
       st.floats(0.5, 3))
def test_panels_of_runs_lie_apart_and_are_as_wide_as_what_they_say_needs_where_there_is_room(
        wide: float, high: float, runs: int, name: str, unit: float) -> None:
    box = Rect(3, 5, wide, high)
    placed = panel_places(box, Panel(name, tuple(range(runs))), unit)
    assert len(placed) == runs
    assert all(apart(one, other) for one, other in combinations(placed, 2))
    assert all(box.x - 0.01 <= one.x and one.right <= box.right + 0.01 and one.bottom <= box.bottom + 0.01
               for one in placed)
    if wide >= 316 * unit and high >= 190 * unit:
        assert all(one.w >= 150 * unit for one in placed)
    if name != "tree" and wide >= 240 * unit and high >= 90 * unit * runs:
        assert all(one.w >= 239 * unit for one in placed)
