"""A comparison in the window: every text in a place of its own, the keys, the buttons, the pointer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pygame
import pytest
from test_layout import SIZES, SMALL, colourless, nothing, scene

from algorithms.core import Grain, algorithms
from algorithms.events import NoSupport, Pruned
from kit.drawn_lessons import unit_of
from kit.drawn_texts import outside, overlaps
from kit.session_desk import scenario, ticking
from kit.window_desk import Desk, window
from scenarios.loader import Scenario, find, load
from scenarios.script.together import differences
from visualizer.canvas.primitives import RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import NAMES, theme
from visualizer.runs.explanations import explain
from visualizer.stage.compare_legend import known_of
from visualizer.stage.compare_stage import CompareView
from visualizer.stage.compare_totals import table
from visualizer.widgets.ui import Ui
from visualizer.window.alone import _BRANCHES, _NO_GAME
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings
from visualizer.window.thumbnails import draw_picture, played

ROOMY = "puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 8}}\n"
WIDE = "puzzle: {kind: gnomine, random: {rows: 16, columns: 30, mines: 99, seed: 10}}\n"
LONG = "A run whose name is much longer than anybody would ever want to have it on a small screen"
RUNS = ("{algorithm: gac}", "{algorithm: path-consistency}",
        f"{{algorithm: gac, options: {{order: random}}, name: {LONG}}}", "{algorithm: gac, options: {order: random}}")
SCRIPT = """\
about: A comparison.
script:
  - say: "Something that the teacher says, at some length, so that it needs more than one of the lines that there are."
    mark: ["(0,0)"]
  - run: {to: difference}
    say: "They differ."
  - run: {to: end}
"""


def lesson(runs: int, puzzle: str = ROOMY) -> Scenario:
    return scenario(f"title: A comparison\ncompare: [{', '.join(RUNS[:runs])}]\n{puzzle}{SCRIPT}")


LESSONS: dict[str, Scenario] = {
    "two": load(find("order-does-not-matter")), "three": lesson(3), "four": lesson(4), "four wide": lesson(4, WIDE),
    "contradiction": scenario('title: No way out\ncompare: [{algorithm: gac}, {algorithm: path-consistency}]\n'
                              'puzzle: {kind: gnomine, board: ". F .\\n1 2 1\\n0 0 0"}\n' + SCRIPT),
    "network": scenario("title: A network\ncompare: [{algorithm: gac}, {algorithm: gac, options: {order: random}}]\n"
                        "puzzle:\n  kind: csp\n  domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]}\n"
                        '  constraints: [{scope: [F, H], relation: "F >= H"}]\n'
                        'script: [{run: {to: difference}}, {run: {to: end}}]\n'),
}


def opened(lesson: Scenario) -> CompareScreen:
    screen = CompareScreen(lesson, Settings(), nothing)
    screen.comparison.clock = ticking()
    screen.ask_help = screen.ask_settings = nothing
    return screen


def moments(screen: CompareScreen) -> Iterator[str]:
    """Start, middle and end, and what else changes the look of the screen."""
    comparison = screen.comparison
    yield "start"
    for cue in comparison.director.seen:
        comparison.forward("cue")
        comparison.work(60.0)
        while comparison.running:
            comparison.tick(10.0)
        yield f"cue {cue}"
    comparison.seek(0.5)
    screen.boards.pointed = next(iter(comparison.boards[0].layout.places))
    yield "middle, with something pointed at"
    screen.boards.pointed = None
    comparison.notice = "A long notice. " * 12
    yield "middle, with a long notice"


@pytest.mark.parametrize("name", LESSONS)
def test_every_text_has_a_place_of_its_own(name: str) -> None:
    """Where the window is small, or letters are large, it shows less, and nothing outside."""
    screen, stills = opened(LESSONS[name]), defaultdict[object, Stills](Stills)
    tight = [*product(SMALL, [1.0, 1.8, 2.4]), *product(SIZES[:1], [1.8, 2.4])]
    for number, moment in enumerate(moments(screen)):
        for size in SIZES:
            canvas = drawn(screen, size, stills=stills[size, 1.0])
            assert not outside(canvas, size), (moment, size)
            assert not overlaps(canvas), (moment, size)
        for size, factor in tight[number % 3::3]:  # each of them every third time
            canvas = drawn(screen, size, factor=factor, stills=stills[size, factor])
            assert not outside(canvas, size), (moment, size, factor)


@pytest.mark.parametrize("name", LESSONS)
def test_a_theme_changes_nothing_but_colours(name: str) -> None:
    screen = opened(LESSONS[name])
    for _ in moments(screen):
        dark, *others = (colourless(drawn(screen, SIZES[0], theme_name)) for theme_name in NAMES)
        assert others == [dark] * len(others)


def drawn(screen: CompareScreen, size: tuple[int, int], theme_name: str = "dark", factor: float = 1.0,
          stills: Stills | None = None) -> RecordingCanvas:
    """The lesson as it is now, in a window of that size."""
    return scene(size, theme_name, lambda on, ui: screen.draw(ui, on, (float(size[0]), float(size[1])),
                                                              theme(theme_name), unit_of(size) * factor), stills)


@pytest.mark.parametrize("name", LESSONS)
def test_the_card_of_the_gallery_shows_the_first_two_boards(name: str) -> None:
    lesson, alone = LESSONS[name], replace(LESSONS[name], runs=LESSONS[name].runs[:1])
    drawn = []
    for shown in (lesson, alone):
        canvas = scene((300, 200), "dark", partial(_picture, shown))
        assert not outside(canvas, (300, 200))
        drawn.append(sum(op.name == "rect" for op in canvas.ops))
    assert drawn[0] > 1.6 * drawn[1]


def _picture(lesson: Scenario, canvas: RecordingCanvas, _ui: Ui) -> None:
    draw_picture(canvas, Rect(0, 0, 300, 200), list(played(lesson)), theme("dark"))


# --- what it says --------------------------------------------------------------------------------------------------


def view_of(screen: CompareScreen) -> CompareView:
    comparison = screen.comparison
    return CompareView(comparison.scenario, comparison.boards, comparison.timelines, comparison.before)


def test_the_totals_are_those_of_the_events() -> None:
    screen = opened(LESSONS["three"])
    comparison = screen.comparison
    comparison.forward("end")
    comparison.work(60.0)
    head, *rows = table(view_of(screen).rows)
    assert head[:2] == ["run", "events"]
    assert head[-2:] == ["inferred", "outcome"]
    for run, timeline, row in zip(comparison.scenario.runs, comparison.timelines, rows, strict=True):
        cells = dict(zip(head, row, strict=True))
        assert (cells["run"], cells["events"]) == (run.label, f"{len(timeline.events):,}")
        for name in head[2:-2]:
            own = [counter for counter in run.algorithm.counters if counter.name == name]
            totals = [sum(counter.worth(event) for event in timeline.events if type(event) is counter.counts)
                      for counter in own]
            assert cells[name] == (f"{totals[0]:,}" if own else "—")
        start = timeline.at(0).domains
        defined = [x for x, left in timeline.answer.domains.items() if len(left) == 1 < len(start[x])]
        assert (cells["inferred"], cells["outcome"]) == (str(len(defined)), timeline.answer.outcome)


def test_pointing_tells_what_each_run_knows() -> None:
    screen = opened(LESSONS["two"])
    screen.comparison.forward("difference")
    screen.comparison.work(60.0)
    for place in differences(screen.comparison.states):
        knows = [" or ".join(map(str, state.domains[place])) for state in screen.comparison.states]
        names = [run.name for run in screen.comparison.scenario.runs]
        assert known_of(view_of(screen).rows, place) == [f"{name}: {place} is {values}"
                                                    for name, values in zip(names, knows, strict=True)]
        assert "0 or 1" in knows
    assert known_of(view_of(screen).rows, "nowhere") is None


# --- the window ----------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path) as shown:
        shown.app.open(LESSONS["two"])
        shown.frame()
        yield shown


def runs(desk: Desk) -> bool:
    return desk.compared.comparison.running


def pointed(desk: Desk) -> str | None:
    return desk.compared.boards.pointed


def test_the_keys_move_all_runs(desk: Desk) -> None:
    comparison = desk.compared.comparison
    desk.key("right")
    first = comparison.here
    assert all(first)
    desk.key("right", "left")
    assert comparison.here == first
    desk.key("shift right")
    assert comparison.here > first
    desk.key("home")
    assert comparison.here == (0, 0)
    desk.key("1", "right")
    assert comparison.here == (1, 1)
    desk.key("4")
    assert comparison.grain is Grain.PHASE
    desk.key("2", "d")
    assert differences(comparison.states)
    desk.key("end")
    assert comparison.at_end
    desk.key("r")
    assert comparison.here == (0, 0)
    desk.key("ctrl right")
    passed = zip(comparison.timelines, comparison.here, strict=True)
    assert any(isinstance(event, Pruned) for timeline, end in passed for event in timeline.events[:end])
    desk.key("ctrl left")
    assert comparison.here == (0, 0)
    assert comparison.director.index == 0  # that cue is of the start
    desk.key("home", "page down", "page down")
    assert comparison.director.index == 1
    desk.key("page up")
    assert comparison.director.index == 0
    speed = comparison.speed
    desk.key("+")
    assert comparison.speed > speed
    desk.key("space")
    assert runs(desk)
    desk.key("escape")
    assert not runs(desk)
    desk.key("escape")
    assert desk.app.screen is desk.app.gallery


def test_the_buttons_and_the_bar_move_all_runs(desk: Desk) -> None:
    comparison, boxes = desk.compared.comparison, desk.boxes()
    desk.click(*boxes["difference"].center)
    assert differences(comparison.states)
    desk.click(*boxes["end"].center)
    assert comparison.at_end
    bar = desk.boxes()["timeline"]
    desk.click(*bar.center)
    assert comparison.share(comparison.here) == pytest.approx(0.5, abs=0.05)
    assert len(comparison.trail) > 1
    assert "counter-supports" not in desk.boxes()
    desk.key("c")
    desk.click(*desk.boxes()["counter-supports"].center)
    desk.key("c")
    assert "counter-passes" in desk.boxes()
    assert desk.compared.transport.kind.__name__ == "SupportFound"


def test_the_other_totals_leave_a_large_chart_where_it_is(desk: Desk) -> None:
    def chart() -> bytes:
        surface = desk.app.canvas.surface
        return pygame.image.tobytes(surface.subsurface((12, 60, 700, 500)), "RGB")

    desk.app.open(load(find("order-does-not-matter")))
    desk.frame()
    desk.key("l")
    desk.compared.transport.swapping.complete()  # or it would still be on its way
    desk.frame()
    before = chart()
    desk.key("c")
    assert (desk.compared.rest, chart() == before) == (True, True)


def test_where_all_totals_are_on_show_there_are_no_others(desk: Desk) -> None:
    desk.app.open(load(find("the-price-of-counting")))
    desk.frame()
    desk.key("c")
    assert (desk.compared.comparison.notice, desk.compared.rest) == ("All totals are on show.", False)


def test_the_pointer_and_the_arrows_point_at_a_place_on_all_boards(desk: Desk) -> None:
    screen = desk.compared
    board, box = screen.comparison.boards[1], desk.boxes()["board1"].inset(8, 4)
    desk.move(*board.place(box, "(2,3)").center)
    assert pointed(desk) == "(2,3)"
    desk.move(5, 5)
    assert pointed(desk) is None
    desk.app.ui.focus, desk.app.ui.focus_shows = "board0", True
    desk.key("down", "down", "right")
    assert pointed(desk) == "(1,1)"
    assert all(timeline.position == 0 for timeline in screen.comparison.timelines)


def test_what_can_be_done_with_one_run_only_says_so(desk: Desk) -> None:
    comparison = desk.compared.comparison
    for key, said in (("p", _NO_GAME), ("h", _NO_GAME), ("a", _NO_GAME), ("backspace", _BRANCHES), ("f10", _BRANCHES)):
        comparison.notice = ""
        desk.key(key)
        assert comparison.notice == said
    desk.key("right")
    assert comparison.notice == ""
    assert any(comparison.here)


def test_each_board_is_asked_why(desk: Desk) -> None:
    """What it says is what the run alone would say, in the place of the lesson's words."""
    comparison = desk.compared.comparison
    desk.key("end")
    place = next(x for x in comparison.states[1].inferred if comparison.states[1].domains[x])
    for index in (0, 1):
        board, drawn = comparison.boards[index], desk.boxes()[f"board{index}"]
        spot = next((x, y) for x in range(int(drawn.x), int(drawn.right), 6)
                    for y in range(int(drawn.y), int(drawn.bottom), 6) if pointed_at(desk, x, y) == place)
        desk.click(*spot)
        run = comparison.scenario.runs[index]
        found = explain(comparison.timelines[index], run.algorithm, board, place)
        assert comparison.answered == f"Why {place}? – {index + 1}, {run.name}"
        assert comparison.notice.startswith(found.sentence)
        assert comparison.told is not None
        assert (comparison.told.index, comparison.told.reason) == (index, found.reason)
        words = desk.compared._view().words
        assert (words.heading, words.text) == (comparison.answered, comparison.notice)
        desk.key(("escape", "left")[index])
        assert (comparison.answered, desk.compared._view().words.heading) == ("", "")
    desk.move(1, 1)
    desk.key("w")
    assert "Point at a place" in comparison.notice


def pointed_at(desk: Desk, x: float, y: float) -> str | None:
    desk.app.ui.mouse_move(x, y)
    return desk.compared.boards.pointed


def test_all_controls_can_have_the_focus(desk: Desk) -> None:
    reached = set()
    for _ in range(40):
        desk.key("tab")
        reached.add(desk.app.ui.focus)
    wanted = {"gallery", "help", "settings", "board0", "first", "back", "run", "step", "cue", "cue-back", "difference",
              "end", "speed", *(f"rung{int(grain)}" for grain in Grain)}
    assert wanted <= reached


def test_it_records_ahead_and_comes_to_rest(desk: Desk) -> None:
    screen = desk.compared
    for _ in range(60):
        desk.frame(0.02)
    assert screen.comparison.together.done
    screen.comparison.moved_at -= 1
    assert not screen.busy
    assert len(screen.comparison.director.ends) == len(LESSONS["two"].script)


def test_words_for_the_rungs_where_algorithms_differ() -> None:
    assert opened(LESSONS["two"]).comparison.rungs == ("assignment", "variable", "constraint", "board")
    rungs = opened(LESSONS["three"]).comparison.rungs
    own = [run.algorithm.rungs for run in LESSONS["three"].runs]
    assert all(word in ("event", "step", "landmark", "phase") or all(words[at] == word for words in own)
               for at, word in enumerate(rungs))
    assert "step" in rungs


def test_a_kind_that_no_run_has_any_more_is_said_to_be_missing(desk: Desk) -> None:
    comparison, been = desk.compared.comparison, []
    desk.compared.transport.kind = NoSupport
    for _ in range(200):
        desk.key("ctrl right")
        been.append(comparison.here)
        if len(been) > 3 and len({*been[-3:]}) == 1:  # it goes no farther
            break
    assert been == sorted(been)
    assert not comparison.at_end
    assert comparison.notice == "No event of the kind “No support” is left ahead in any run."


@pytest.mark.parametrize(("lesson", "kind"), [
    ("mrv-against-mrv-plus", "Struck"), ("order-does-not-matter", "Pruned"), ("a-map-three-ways", "Pruned"),
    ("clauses-or-counting", "Modelled"),
])
def test_the_kind_to_jump_to_is_one_that_the_runs_have(lesson: str, kind: str) -> None:
    assert opened(load(find(lesson))).transport.kind.__name__ == kind


@pytest.mark.parametrize("name", list(algorithms()))
def test_whatever_is_compared_there_is_a_kind_to_jump_to(name: str) -> None:
    assert algorithms()[name].counters
