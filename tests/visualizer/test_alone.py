"""Each kind of run that a comparison has, on a stage of its own: whatever is done there, it can be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.known_lessons import comparisons, events
from kit.window_desk import window
from scenarios.loader import Scenario
from visualizer.runs.calling import calls_of
from visualizer.runs.choosing import choices_of

_KEYS = ("right", "3", "right", "w", "escape", "shift w", "escape", "l", "s", "x", "escape", "h", "e", "page down",
         "ctrl e", "escape", "z", "escape", "shift y", "right", "shift y", "y", "escape")


def _runs() -> dict[str, tuple[Scenario, int]]:
    """One of each family on each kind of puzzle, and of its algorithms with other choices and calls, in the shortest
    lesson that has it."""
    found: dict[tuple[object, ...], tuple[Scenario, int]] = {}
    for scenario in sorted(comparisons(), key=events):
        for index, run in enumerate(scenario.runs):
            asked = (*choices_of(run.algorithm),), (*calls_of(run.algorithm),)
            found.setdefault((run.algorithm.family, scenario.puzzle_kind, asked), (scenario, index))
    return {f"{scenario.runs[index].algorithm.name} on {scenario.puzzle_kind}": (scenario, index)
            for scenario, index in found.values()}


_RUNS = _runs()


@pytest.mark.parametrize("kind", _RUNS)
def test_a_run_alone_has_all_that_a_lesson_of_one_run_has(kind: str, tmp_path: Path) -> None:
    scenario, index = _RUNS[kind]
    with window(tmp_path) as desk:
        desk.app.open(scenario)
        desk.frame()
        comparison = desk.compared
        desk.key("page down")
        comparison.boards.over = index
        desk.key("z")
        assert desk.stage.session.scenario.runs[0].algorithm is scenario.runs[index].algorithm
        desk.pace = 0.1
        for name in _KEYS:
            desk.key(name)
        for _ in range(6):
            if desk.app.screen is comparison:
                return
            desk.key("escape")
        raise AssertionError("Esc does not lead back to the comparison")
