"""The lessons that come with Unfog: each is read, and its runs are recorded, once for all tests of a process."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from scenarios.loader import Scenario, lessons, load
from scenarios.timeline import Timeline
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State

GOLDEN = Path(__file__).parents[1] / "house" / "golden.json"
_LONG = 50_000  # events: what walks over all of them again and again takes seconds

LESSONS = lessons()


@cache
def known(path: Path) -> Scenario:
    """The lesson in that file."""
    return load(path)


def every_lesson() -> list[Scenario]:
    """All of them, in their order."""
    return [known(path) for path in LESSONS]


def plain_lessons() -> list[Scenario]:
    """Those that compare nothing."""
    return [scenario for scenario in every_lesson() if not scenario.compares]


def comparisons() -> list[Scenario]:
    """Those that do."""
    return [scenario for scenario in every_lesson() if scenario.compares]


def short_lessons() -> list[Scenario]:
    """The plain ones without the very long, of which one test of a kind is enough."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    long = {name for name, record in golden.items() if any(run["events"] > _LONG for run in record["runs"])}
    return [scenario for scenario in plain_lessons() if scenario.name not in long]


@cache
def recorded(path: Path) -> tuple[Timeline[State], ...]:
    """The runs of a lesson to their ends, for tests that only look: where they stand is up to whoever looked last."""
    timelines = open_timelines(known(path))
    for timeline in timelines:
        timeline.pull_all()
    return tuple(timelines)
