"""Lessons for tests, written where a test wants them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.director import Director
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from visualizer.runs.comparison import open_timelines
from visualizer.runs.families import start_state

BOARD = """\
title: A small board
puzzle:
  kind: gnomine
  board: |
    0 1 .
    1 2 F
    . . .
algorithm: gac
"""


def lesson(folder: Path, text: str, name: str = "lesson.yaml") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def scripted(folder: Path, script: str) -> Scenario:
    """The small board with a script."""
    return load(lesson(folder, f"{BOARD}script:\n{script}"))


def walking(scenario: Scenario) -> Walk[Any]:
    """What walks the cues of the scenario, with as many new timelines as it has runs."""
    return ComparisonDirector(scenario, open_timelines(scenario)) if scenario.compares else directed(scenario)


def directed(scenario: Scenario) -> Director:
    """A director on a new timeline of the scenario."""
    start = start_state(scenario.puzzle, scenario.algorithm, scenario.form)
    return Director(scenario, Timeline(scenario.steps(), start))


def error_of(folder: Path, text: str) -> ScenarioError:
    """The error that reading the text gives."""
    path = lesson(folder, text)
    try:
        found: Any = load(path)
    except ScenarioError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(path))
        return error
    raise AssertionError(f"no error for {found}")
