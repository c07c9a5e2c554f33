"""The panels that a lesson may ask for are the tabs that its window has; each of them shows something of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from algorithms.core import algorithms
from kit.known_lessons import LESSONS, known
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.session import Session
from visualizer.stage.family import view_of
from visualizer.stage.stage import code_parts, draw_code
from visualizer.stage.view import View

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


def asking(algorithm: str, panel: str) -> Scenario:
    return load(Path("lesson.yaml"), f"{texts()[algorithm]}script:\n  - show: {panel}\n")


def test_most_algorithms_have_a_lesson_of_their_own() -> None:
    kinds = {algorithm.panels for algorithm in algorithms().values()}
    assert kinds == {algorithms()[name].panels for name in texts()}
    assert len(kinds) > 4


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("name", sorted(texts()))
def test_what_may_be_asked_for_is_a_tab_and_nothing_else(name: str, panel: str) -> None:
    tabs = algorithms()[name].panels
    if panel in tabs:
        session = Session(asking(name, panel))
        session.forward("cue")
        assert session.panel[1] == panel
        assert tuple(tab.name for tab in view_of(session.scenario.algorithm).tabs) == tabs[2:]
        return
    with pytest.raises(ScenarioError) as caught:
        asking(name, panel)
    line = texts()[name].count("\n") + 2
    assert str(caught.value) == (f"lesson.yaml:{line}: script.0.show: {name} has no panel {panel}; choose "
                                 f"{' or '.join(tabs)}")


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


def test_a_comparison_has_no_panel_but_its_chart() -> None:
    path = next(path for path in LESSONS if known(path).compares)
    text = path.read_text(encoding="utf-8")
    with pytest.raises(ScenarioError, match="a comparison has no panel source; choose chart"):
        load(path, f"{text[: text.index('script:')]}script:\n  - show: source\n")
    assert load(path, f"{text[: text.index('script:')]}script:\n  - show: {{panel: chart, large: true}}\n").script
