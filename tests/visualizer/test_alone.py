"""Each kind of run that a comparison has, on a stage of its own: whatever is done there, it can be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.known_lessons import comparisons, events
from kit.window_desk import window
from scenarios.loader import Scenario

_KEYS = ("right", "3", "right", "w", "escape", "shift w", "escape", "l", "s", "x", "escape", "h", "e", "page down",
         "ctrl e", "escape", "z", "escape", "shift y", "right", "shift y", "y", "escape")


def _runs() -> dict[str, tuple[Scenario, int]]:
    """One of each algorithm on each kind of puzzle, in the shortest lesson that has it."""
    found: dict[str, tuple[Scenario, int]] = {}
    for scenario in sorted(comparisons(), key=events):
        for index, run in enumerate(scenario.runs):
            found.setdefault(f"{run.algorithm.name} on {scenario.puzzle_kind}", (scenario, index))
    return found


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
        for name in _KEYS:
            desk.key(name)
            desk.frame(0.1)
        for _ in range(6):
            if desk.app.screen is comparison:
                return
            desk.key("escape")
        raise AssertionError("Esc does not lead back to the comparison")
