"""The charts of comparisons: every point, column and bar against the events, counted a second way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.events import Estimated
from kit.drawn_texts import outside, overlaps
from kit.session_desk import scenario
from scenarios.charts import EVENTS, INFERRED, Chart
from scenarios.loader import Scenario, find, load
from scenarios.reading import ScenarioError
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from scenarios.trajectories import trajectory_of
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.sampling.comparing import deviations, draw_deviations
from visualizer.families.sampling.errors import between
from visualizer.families.sampling.progress import progress
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State
from visualizer.stage.compare_chart import chart_of, draw_chart, draw_ends, ticks
from visualizer.stage.compare_gains import gained
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.compare_totals import best_of, parted, run_color, table
from visualizer.stage.compare_trees import hung
from visualizer.stage.series import curve, step_of

LOW = 316, 118  # a chart beside boards at 1280×800, above a button for the next lesson
Rows = list[tuple[AlgorithmRun, Timeline[State]]]
GNOMINE = """\
title: Eyes
puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 8, reveal: 12}}
compare: [{algorithm: gac}, {algorithm: path-consistency}]
"""
SAMPLERS = """\
title: Samplers
puzzle: {kind: clue, suspects: [mu, pl, gr], weapons: [kn, ro], rooms: [ha, lo, di], players: [mu, pl, gr], me: mu,
         hand: [kn, di]}
compare:
  - {algorithm: clue-sample-1, options: {iterations: 60}}
  - {algorithm: clue-sample-2, options: {iterations: 60, chains: 3}}
"""


def ended(lesson: Scenario) -> list[Timeline[State]]:
    timelines = open_timelines(lesson)
    for timeline in timelines:
        timeline.pull_all()
        timeline.seek(len(timeline.events))
    return timelines


def view_of(lesson: Scenario, timelines: Sequence[Timeline[State]], hero: bool | None = None) -> CompareView:
    boards = [board_for(run.puzzle) for run in lesson.runs]
    return CompareView(lesson, boards, timelines, [timeline.state for timeline in timelines], say="Said.", hero=hero)


def test_a_curve_has_what_was_counted_and_inferred_up_to_each_of_its_points() -> None:
    lesson = scenario(GNOMINE)
    for run, timeline in zip(lesson.runs, ended(lesson), strict=True):
        start = timeline.at(0).domains
        for position in (1, len(timeline.events) // 2):
            timeline.seek(position)
            points = curve(run, timeline, INFERRED, EVENTS)
            assert points[-1].position == points[-1].x == position
            assert len(points) <= 130
            for point in points:
                known = timeline.at(point.position).domains
                assert point.y == sum(len(known[x]) == 1 < len(start[x]) for x in start)
            counter = next(counter for counter in run.algorithm.counters if counter.name == "assignments")
            for point in curve(run, timeline, "pruned", "assignments"):
                assert point.x == sum(isinstance(event, counter.counts) for event in timeline.events[:point.position])
        assert not curve(run, timeline, "nothing of the kind", EVENTS)


def test_points_stay_where_they_are_while_a_run_grows() -> None:
    steps = [step_of(count) for count in range(1, 4_000, 7)]
    assert steps == sorted(steps)
    assert all(step & (step - 1) == 0 for step in steps)
    assert all(count / step_of(count) <= 128 for count in range(1, 4_000, 7))


def test_what_a_run_knows_and_the_one_before_it_does_not() -> None:
    timelines = ended(scenario(GNOMINE))
    one, other = (timeline.state for timeline in timelines)
    for a, b in ((one, other), (other, one)):
        assert set(gained(a, b)) == {x for x in a.domains if set(b.domains[x]) - set(a.domains[x])}
    assert not gained(one, one)


def test_the_trees_hang_as_deep_as_their_nodes() -> None:
    lesson = load(find("59-no-way-out"))
    for timeline in ended(lesson):
        tree = timeline.state.tree
        depths = [tree.node(index).depth for index in range(1, tree.count)]
        assert hung(tree, 1) == [(depth, depth) for depth in depths]
        few = hung(tree, 3)
        assert len(few) == -(-len(depths) // 3)
        assert not few or min(low for low, _ in few) == min(depths)
        assert not few or max(high for _, high in few) == max(depths)


def test_at_most_eight_totals_are_shown_and_no_run_is_best_before_all_have_ended() -> None:
    lesson = load(find("20-order-does-not-matter"))
    timelines = open_timelines(lesson)
    rows: Rows = list(zip(lesson.runs, timelines, strict=True))
    assert best_of(rows, table(rows), [EVENTS]) == {}
    rows = list(zip(lesson.runs, ended(lesson), strict=True))
    cells = table(rows)
    shown, rest = parted(rows, ["pruned", "assignments"])
    assert len(shown) <= 8
    assert sorted((*shown, *rest)) == sorted(cells[0][1:])
    assert {"pruned", "assignments", "events", "inferred", "outcome"} <= {*shown}
    best = best_of(rows, cells, ["pruned"])
    assert "events" not in best
    for name, winners in best.items():
        numbers = [int(row[cells[0].index(name)].replace(",", "")) for row in cells[1:]]
        assert winners == {run for run, number in enumerate(numbers) if number == min(numbers)}


def test_of_runs_that_begin_with_more_and_with_less_none_has_inferred_most() -> None:
    lesson = load(find("79-fair-deals"))
    rows = list(zip(lesson.runs, ended(lesson), strict=True))
    cells = table(rows)
    numbers = {row[cells[0].index("inferred")] for row in cells[1:]}
    assert len(numbers) == 2  # they differ, and both have the same cards in the end
    assert len({tuple(timeline.state.domains.items()) for _, timeline in rows}) == 1
    assert "inferred" not in best_of(rows, cells, [])
    assert "inferred" in parted(rows)[1]


def test_errors_and_deviations_are_those_of_the_estimates() -> None:
    lesson = scenario(SAMPLERS)
    timelines = ended(lesson)
    view = view_of(lesson, timelines)
    for single, timeline in zip(view.views(), timelines, strict=True):
        exact = single.board.exact(single.state)
        points = progress(timeline, exact).points
        last = next(event for event in reversed(timeline.events) if isinstance(event, Estimated))
        found = dict(zip(last.variables, last.estimates, strict=True))
        off = {name: found[name] - share for name, share in exact.shares.items()}
        assert deviations(single, exact.shares) == pytest.approx(off)
        assert points[-1].together == pytest.approx(sqrt(sum(one * one for one in off.values()) / len(off)))
        timeline.seek(0)
        assert set(deviations(single, exact.shares).values()) == {0.0}


@pytest.mark.parametrize(("wide", "high", "unit"), [(472, 290, 1.0), (690, 400, 1.4), (470, 600, 1.0), (708, 435, 1.5)])
def test_rows_where_runs_are_off_have_names_that_lie_on_nothing(wide: int, high: int, unit: float) -> None:
    lesson = load(find("four-ways-to-wander"))
    views = view_of(lesson, ended(lesson)).views()
    canvas = RecordingCanvas()
    draw_deviations(canvas, Rect(0, 0, wide, high), views, theme("light"), unit)
    shown = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    names = [name.partition("=")[0] for name in views[0].board.exact(views[0].state).shares]
    assert {*names} <= {*shown} and len({shown.count(name) for name in {*names} - {"wh"}}) == 1
    assert not overlaps(canvas)


def test_without_a_sample_there_is_no_error() -> None:
    """Two samplers, one of which has found a deal while the other one has not: no number stands for nothing."""
    lesson = load(find("algorithm-1-against-2"))
    timelines = open_timelines(lesson)
    for timeline in timelines:
        timeline.pull(400)
        first, event = next((index, event) for index, event in enumerate(timeline.events)
                            if isinstance(event, Estimated))
        assert not event.samples
        timeline.seek(first + 1)
    for single, timeline in zip(view_of(lesson, timelines).views(), timelines, strict=True):
        exact = single.board.exact(single.state)
        assert set(deviations(single, exact.shares).values()) == {0.0}
        points = progress(timeline, exact).points
        sampled = [index + 1 for index, event in enumerate(timeline.events)
                   if isinstance(event, Estimated) and event.samples]
        assert [point.position for point in points] == sampled
    read = trajectory_of(lesson.runs[0], Chart(show="error"))
    assert read is not None
    readings = list(map(read.of(lesson.runs[0])(), timelines[0].events))
    assert [at is not None for at in readings] == [isinstance(event, Estimated) and event.samples > 0
                                                   for event in timelines[0].events]


def test_numbers_on_axes_are_round() -> None:
    assert ticks(4_834, 5) == [0, 1000, 2000, 3000, 4000, 5000]
    assert ticks(1, 4)[-1] >= 1
    assert between((0.04, 0.35)) == pytest.approx([0.05, 0.1, 0.2])


@pytest.mark.parametrize("theme_name", NAMES)
@pytest.mark.parametrize("text", [GNOMINE, SAMPLERS, GNOMINE + "chart: {counter: pruned}\n",
                                  GNOMINE + "chart: {show: nothing}\n"])
def test_all_of_it_can_be_read(text: str, theme_name: str) -> None:
    lesson = scenario(text)
    timelines = open_timelines(lesson)
    for part in (0.0, 0.5, 1.0):
        for timeline in timelines:
            timeline.pull_all()
            timeline.seek(int(len(timeline.events) * part))
        for hero, rest in ((False, False), (True, False), (False, True)):
            canvas = RecordingCanvas()
            view = view_of(lesson, timelines, hero)
            view.rest = rest
            draw_comparison(canvas, Rect(10, 50, 1260, 666), view, theme(theme_name), 1.0)
            assert not outside(canvas, (1280, 800)), (part, hero, rest)
            assert not overlaps(canvas), (part, hero, rest)


def test_small_print_is_left_out() -> None:
    lesson = scenario(GNOMINE)
    canvas = RecordingCanvas()
    view = view_of(lesson, ended(lesson))
    box = Rect(10, 50, 1260, 666)
    draw_comparison(canvas, box, view, theme("dark"), 1.0)
    figures = view.places(box, 1.0).figures
    sizes = [op.args[3] for op in canvas.ops if op.name == "text" and figures.contains(*op.args[:2])]  # type: ignore[arg-type]
    assert sizes
    assert min(size for size in sizes if isinstance(size, int | float)) >= SMALLEST


@pytest.mark.parametrize(("chart", "said"), [
    ("{counter: conflicts}", "chart.counter: is 'conflicts', which not all runs have; here it may be events, inferred"),
    ("{counter: pruned, against: inferred}", "chart.against: is 'inferred', which not all runs have"),
    ("{show: tree}", "chart.show: is 'tree', which not all runs have; here it may be nothing"),
    ("{show: nothing, large: true}", "chart.large: is for a chart, and there is none; remove it, or show one"),
    ("{}", "chart: needs either counter or show; give one of them"),
    ("{against: events, show: nothing}", "chart.against: is what counter is drawn against"),
])
def test_a_chart_that_cannot_be_is_told(chart: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said.replace("?", r"\?")):
        scenario(GNOMINE + f"chart: {chart}\n")


def test_a_chart_is_for_comparisons() -> None:
    with pytest.raises(ScenarioError, match=r"chart\.show: is for lessons that compare; remove it, or give seeds"):
        scenario("title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: '. 1'}\nchart: {show: nothing}\n")


@pytest.mark.parametrize(("name", "show"), [("43-mrv-against-mrv-plus", "tree"), ("76-algorithm-1-against-2", "error"),
                                            ("96-thrashing-on-a-map", "nothing"), ("36-behind-a-wall-of-mines", None)])
def test_what_runs_share_decides_where_the_lesson_says_nothing(name: str, show: str | None) -> None:
    chart = chart_of(load(find(name)))
    assert chart.show == show
    assert show or (chart.counter, chart.against) == (INFERRED, EVENTS)


def test_what_has_no_room_beside_its_end_is_said_further_off_on_a_line_from_there() -> None:
    plot, colors = Rect(0, 0, 400, 300), theme("projector")
    others = [[(0.0, y), (400.0, y)] for y in (120.0, 132.0, 168.0, 180.0)]
    for around in ([], [*others, [(212.0, 150.0), (400.0, 150.0)]]):
        canvas = RecordingCanvas()
        draw_ends(canvas, plot, [[(0.0, 150.0), (200.0, 150.0)], *around], ["9 after 180", *("" for _ in around)],
                  colors, 1.0)
        said = next(op.args for op in canvas.ops if op.name == "text" and op.args[2] == "9 after 180")
        leaders = [op for op in canvas.ops if op.name == "line"]
        assert bool(leaders) == bool(around)
        assert (abs(float(str(said[1])) - 150) > 30) == bool(around)
        assert not overlaps(canvas)


@pytest.mark.parametrize("height", [92, 106, 124])
def test_two_curves_that_end_at_the_edge_both_say_what_they_have_there(height: int) -> None:
    """One below the other, as far apart as a line of words is high, in a low chart."""
    canvas, ends = RecordingCanvas(), ((1.0, 31.0), (1.0, 14.0))
    lines = [[(278 * part / 10, height * (1 - y / 40 * part / 10)) for part in range(11)] for _, y in ends]
    draw_ends(canvas, Rect(0, 0, 278, height), lines, ["31 after 10", "14 after 10"], theme("dark"), 1.0)
    assert {"31 after 10", "14 after 10"} <= {op.args[2] for op in canvas.ops if op.name == "text"}
    assert not overlaps(canvas)


def test_words_that_are_wider_than_the_chart_are_left_out() -> None:
    canvas = RecordingCanvas()
    draw_ends(canvas, Rect(0, 0, 60, 60), [[(0.0, 60.0), (50.0, y)] for y in (20.0, 22.0)], ["31 after 10"] * 2,
              theme("dark"), 1.0)
    assert [op.args[2] for op in canvas.ops if op.name == "text"] == ["1", "2"]


@pytest.mark.parametrize(("name", "size", "part"), [
    *product(["behind-a-wall-of-mines", "three-eyes-on-one-board", "a-map-three-ways"], [(340, 190), (460, 260)],
             [0.15, 0.5, 1.0]),
    *product(["behind-a-wall-of-mines", "a-number-becomes-a-variable"], [LOW], [1.0])])
def test_each_of_several_curves_says_what_it_has_at_its_end(name: str, size: tuple[int, int], part: float) -> None:
    """Up to four of them, in as little room as a chart beside boards has at 1280×800."""
    lesson = load(find(name))
    timelines = ended(lesson)
    for timeline in timelines:
        timeline.seek(int(part * len(timeline.events)))
    rows, canvas = list(zip(lesson.runs, timelines, strict=True)), RecordingCanvas()
    draw_chart(canvas, Rect(0, 0, *size), chart_of(lesson), rows, theme("light"), 1.0)
    words = [str(op.args[2]) for op in canvas.ops if op.name == "text" and " after " in str(op.args[2])]
    assert len(words) == len(timelines)
    assert not overlaps(canvas)
    assert not outside(canvas, size)


@pytest.mark.parametrize(("size", "ends", "said"), [
    ((250, 180), [(140.0, 24.0), (70.0, 24.0)], ["13 after 1,986", "13 after 996"]),
    ((480, 70), [(480.0, 62.0), (480.0, 66.0), (178.0, 69.0)], ["3 after 500", "2 after 500", "0 after 179"]),
    ((540, 400), [(540.0, 350.0), (214.0, 395.0)], ["2 after 100", "0 after 40"])])
def test_what_a_curve_has_at_its_end_stands_there_or_hangs_on_it(
        size: tuple[int, int], ends: list[tuple[float, float]], said: list[str]) -> None:
    """No other end is nearer to the words, and where they are further off, a line of their colour leads to them."""
    lines = [[(0.0, 5.0), (x / 3, (5 + y) / 2), (x / 2, y), (x, y)] for x, y in ends]
    canvas, colors = RecordingCanvas(), theme("light")
    draw_ends(canvas, Rect(0, 0, *size), lines, said, colors, 1.0)
    shown = {str(op.args[2]): op.args for op in canvas.ops if op.name == "text"}
    assert {*said} <= {*shown}
    for index, words in enumerate(said):
        x, y, wide = float(str(shown[words][0])), float(str(shown[words][1])), canvas.measure(words, 13, "bold")
        far = [hypot(max(x - a, a - x - wide, 0), max(abs(y - b) - 7.8, 0)) for a, b in ends]
        led = [op for op in canvas.ops if op.name == "line" and run_color(colors, index + 1) in op.args]
        assert far[index] <= 126
        assert far[index] == pytest.approx(min(far), abs=12) if far[index] <= 30 else led


def test_of_ends_that_would_lie_on_each_other_the_higher_one_is_more() -> None:
    canvas = RecordingCanvas()
    less, more = [(0.0, 20.0), (200.0, 98.0)], [(0.0, 20.0), (200.0, 96.0)]
    draw_ends(canvas, Rect(0, 0, 200, 100), [more, less], ["", ""], theme("dark"), 1.0)
    heights = {str(op.args[2]): float(str(op.args[1])) for op in canvas.ops if op.name == "text"}
    assert heights["1"] < heights["2"]


@given(st.lists(st.integers(20, 380), min_size=2, max_size=4, unique=True), st.integers(60, 700))
def test_of_curves_that_end_side_by_side_what_is_more_stands_higher(ends: list[int], wide: int) -> None:
    canvas = RecordingCanvas()
    lines = [[(0.0, 20.0), (float(wide), float(end))] for end in ends]
    draw_ends(canvas, Rect(0, 0, wide + 60, 400), lines, [f"0.{end:03}" for end in ends], theme("light"), 1.0)
    heights = {str(op.args[2]): float(str(op.args[1])) for op in canvas.ops if op.name == "text"}
    for names in ([f"{number}" for number in range(1, len(ends) + 1)], [f"0.{end:03}" for end in ends]):
        shown = [heights[name] for _, name in sorted(zip(ends, names, strict=True)) if name in heights]
        assert shown == sorted(shown)


def test_a_number_that_is_moved_aside_hangs_on_the_end_of_its_curve() -> None:
    canvas, less, more = RecordingCanvas(), [(0.0, 20.0), (200.0, 98.0)], [(0.0, 20.0), (198.0, 90.0)]
    draw_ends(canvas, Rect(0, 0, 210, 130), [more, less], ["", ""], theme("dark"), 1.0)
    places = {str(op.args[2]): op.args[:2] for op in canvas.ops if op.name == "text"}
    assert places["2"] == less[-1]
    (line,) = [op for op in canvas.ops if op.name == "line"]
    assert line.args[:4] == (*more[-1], *places["1"])
