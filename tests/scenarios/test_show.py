"""The panels that a lesson may ask for are the tabs that its window has; each of them shows something of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from algorithms.core import algorithms
from kit.known_lessons import LESSONS, known
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from scenarios.script.cues import Cue, script_faults
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import plan
from visualizer.runs.session import Session
from visualizer.stage.compare_panels import Panel
from visualizer.stage.compare_stage import draw_comparison
from visualizer.stage.family import view_of
from visualizer.stage.stage import code_parts, draw_code, draw_stage, heading, places_of
from visualizer.stage.view import View
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

PANELS = tuple(dict.fromkeys(panel for algorithm in algorithms().values() for panel in algorithm.panels))


@cache
def texts() -> dict[str, str]:
    """A lesson without its script for each algorithm that a lesson has."""
    found: dict[str, str] = {}
    for path in LESSONS:
        text = path.read_text(encoding="utf-8")
        scenario = known(path)
        if not scenario.compares:
            found.setdefault(scenario.algorithm.name, text[: text.index("\nscript:") + 1])
    return found


def asking(algorithm: str, *panels: str) -> Scenario:
    cues = "".join(f"  - show: {panel}\n" for panel in panels)
    return load(Path("lesson.yaml"), f"{texts()[algorithm]}script:\n{cues}")


def test_most_algorithms_have_a_lesson_of_their_own() -> None:
    kinds = {algorithm.panels for algorithm in algorithms().values()}
    assert kinds == {algorithms()[name].panels for name in texts()}
    assert len(kinds) > 4


@pytest.mark.parametrize("name", sorted(texts()))
def test_what_may_be_asked_for_is_a_tab_and_nothing_else(name: str) -> None:
    tabs = algorithms()[name].panels
    session = Session(asking(name, *tabs))
    for panel in tabs:
        session.forward("cue")
        assert session.panel[1] == panel
    assert tuple(tab.name for tab in view_of(session.scenario.algorithm).tabs) == tabs[2:]
    choose = f"choose {' or '.join(tabs)}"
    assert list(script_faults([Cue(show=panel) for panel in PANELS], session.scenario.runs, {})) == [
        (("script", index, "show"), f"{name} has no panel {panel}; {choose}")
        for index, panel in enumerate(PANELS) if panel not in tabs]
    other = next(panel for panel in PANELS if panel not in tabs)
    with pytest.raises(ScenarioError) as caught:
        asking(name, tabs[0], other)
    line = texts()[name].count("\n") + 3
    assert str(caught.value) == f"lesson.yaml:{line}: script.1.show: {name} has no panel {other}; {choose}"


@pytest.mark.parametrize("name", sorted(texts()))
def test_each_tab_shows_something_of_its_own(name: str) -> None:
    session = Session(asking(name, "source"))
    session.timeline.pull(400)
    session.show(len(session.timeline.events) // 2)
    drawn = []
    for panel in session.scenario.algorithm.panels:
        canvas, box = RecordingCanvas(), Rect(0, 0, 600, 400)
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code=panel, tabs=True)
        draw_code(canvas, box, view, theme("light"), 1.0)
        drawn.append([op for op in canvas.ops if op.name == "text"])
        assert code_parts(box, 1.0)[1].h > 0
    assert all(one != other for at, one in enumerate(drawn) for other in drawn[:at])


COMPARED = """\
title: Two ways
puzzle: {kind: sudoku, boxes: [2, 2], grid: "1.....2..3.....4"}
together: micro
compare:
  - {algorithm: gac, name: constraints}
  - {algorithm: ac3, name: arcs}
"""


def compared(show: str) -> Scenario:
    step = "  - step: {grain: micro, count: 9}\n"
    return load(Path("lesson.yaml"), f"{COMPARED}script:\n{step}    show: {show}\n  - show: chart\n")


@pytest.mark.parametrize(("show", "fault"), [
    ("tree", "show: a comparison of these has no panel tree; choose chart or pseudocode or source or queue"),
    ("{panel: queue, run: constraints}", "show.panel: constraints has no panel queue; choose chart or pseudocode or"),
    ("{panel: queue, run: arc}", "show.run: there is no run 'arc'; did you mean 'arcs'?")])
def test_what_no_run_that_is_compared_has_is_refused(show: str, fault: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        compared(show)
    assert fault in str(caught.value)


@pytest.mark.parametrize(("show", "shown"), [
    ("queue", Panel("queue", (1,))), ("pseudocode", Panel("pseudocode", (0, 1))), ("chart", None),
    ("{panel: pseudocode, run: arcs}", Panel("pseudocode", (1,))),
    ("{panel: source, large: true}", Panel("source", (0, 1), True))])
def test_a_cue_shows_a_panel_of_each_run_that_has_it_or_of_one(show: str, shown: Panel | None) -> None:
    screen = CompareScreen(compared(show), Settings(), lambda: None)
    screen.comparison.quiz.on = False
    screen.comparison.forward("cue")
    screen.comparison.work(1.0)
    box, drawn = Rect(0, 0, 1260, 666), []
    for _ in range(2):
        screen._show_what_the_script_asks_for()
        canvas, view = RecordingCanvas(), screen._view()
        draw_comparison(canvas, box, view, theme("light"), 1.0)
        drawn.append([op.args[2] for op in canvas.ops if op.name == "text"])
        if len(drawn) == 1:
            assert screen.panel == shown
        screen.comparison.forward("cue")
        screen.comparison.work(1.0)
    assert screen.panel is None
    heads = {"Queue", "Pseudocode", "Source"}
    assert [text in heads for text in drawn[0]].count(True) == (len(shown.runs) if shown and not shown.large else 0)
    assert not heads & set(map(str, drawn[1]))


def test_the_panel_of_a_comparison_is_in_its_film() -> None:
    film = plan_comparison(compared("{panel: queue, run: arcs}"))
    shown = [frame for frame in film.frames if frame.panel == "queue"]
    assert shown and {frame.of for frame in shown} == {"arcs"}
    canvas = RecordingCanvas()
    film.draw(canvas, shown[-1], (1280, 800), theme("light"))
    assert "Queue" in {op.args[2] for op in canvas.ops if op.name == "text"}


def test_s_shows_one_panel_after_the_other_and_l_changes_places() -> None:
    screen = CompareScreen(compared("chart"), Settings(), lambda: None)
    names = []
    for _ in range(4):
        screen.key("s", False, False)
        names.append(None if screen.panel is None else screen.panel.name)
    assert names == ["pseudocode", "source", "queue", None]
    screen.key("s", False, False)
    screen.key("l", False, False)
    assert screen.panel == Panel("pseudocode", (0, 1), True)


# --- in the place of the board ----------------------------------------------------------------------------------------

LARGE = [(name, panel) for name, panels in ((name, algorithms()[name].panels) for name in ("dpll", "ac3", "gac"))
         for panel in panels]


def words(canvas: RecordingCanvas, box: Rect) -> set[str]:
    """The texts in a part of the stage."""
    drawn: list[Any] = [op.args for op in canvas.ops if op.name == "text"]
    return {str(args[2]) for args in drawn if box.contains(args[0], args[1])}


@pytest.mark.parametrize(("name", "panel"), LARGE)
def test_a_panel_takes_the_place_of_the_board_and_the_board_its_tab(name: str, panel: str) -> None:
    large_there = f"  - step: {{grain: micro, count: 9}}\n    show: {{panel: {panel}, large: true}}\n"
    scenario = load(Path("lesson.yaml"), f"{texts()[name]}script:\n{large_there}  - show: {panel}\n")
    screen = StageScreen(scenario, Settings(), lambda: None)
    for large in (True, False):
        screen.session.forward("cue")
        canvas, box = RecordingCanvas(), Rect(0, 0, 1260, 666)
        screen._show_what_the_script_asks_for()
        view = screen._view()
        view.tabs = False
        draw_stage(canvas, box, view, theme("light"), 1.0)
        places = places_of(canvas, box, view, 1.0)
        assert (view.in_place, view.tab) == ((panel, "board") if large else ("board", panel))
        assert view.tabs_on_show == tuple("board" if large and tab == panel else tab for tab in view.algorithm.panels)
        assert (heading(view, panel) in words(canvas, places.board)) is large
        assert ("Board" in words(canvas, places.code)) is large


def test_a_recording_has_the_panel_in_the_place_of_the_board() -> None:
    script = "script:\n  - show: {panel: tree, large: true}\n  - show: pseudocode\n"
    film = plan(load(Path("lesson.yaml"), texts()["dpll"] + script))
    assert [(frame.panel, frame.large) for frame in film.frames] == [("tree", True), ("pseudocode", False)]
    drawn = []
    for frame in film.frames:
        canvas = RecordingCanvas()
        film.draw(canvas, frame, (1280, 800), theme("dark"))
        drawn.append(words(canvas, Rect(0, 0, 1280, 800)))
    assert "Board" in drawn[0] - drawn[1]
    assert "Pseudocode" in drawn[1] - drawn[0]


@pytest.mark.parametrize(("show", "key", "message"), [
    ("{panel: plot}", "script.0.show.panel: dpll has no panel plot; choose pseudocode or source or tree or clauses or "
     "literals or graph", ""),
    ("{panel: ''}", "script.0.show.panel: is empty; remove show, or choose a panel of dpll: pseudocode", "graph"),
    ("{panel: tree, large: 1}", "script.0.show.large: ", "true or false"),
    ("{large: true}", "script.0.show.panel: ", "missing"),
    ("{panel: tree, big: true}", "script.0.show.big: ", "panel, large"),
])
def test_what_a_cue_shows_is_read_strictly(show: str, key: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load(Path("lesson.yaml"), f"{texts()['dpll']}script:\n  - show: {show}\n")
    assert key in str(caught.value)
    assert message in str(caught.value)


def test_l_swaps_the_tab_on_show_with_the_board_and_back() -> None:
    screen = StageScreen(load(Path("lesson.yaml"), texts()["dpll"]), Settings(), lambda: None)
    screen._show_what_the_script_asks_for()
    seen = []
    for key in "llssllslsl":
        screen.key(key, False, False)
        view = screen._view()
        seen.append((view.in_place, view.tab))
    assert seen == [("tree", "pseudocode"), ("board", "pseudocode"), ("board", "source"), ("board", "tree"),
                    ("tree", "board"), ("board", "tree"), ("board", "clauses"), ("clauses", "board"),
                    ("clauses", "literals"), ("board", "literals")]
