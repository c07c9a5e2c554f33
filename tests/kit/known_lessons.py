"""The lessons that come with Unfog: each is read, and its runs are recorded, once for all tests of a process."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import fields
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from scenarios.loader import Scenario, find, lessons, load
from scenarios.script.cues import Cue
from scenarios.timeline import Timeline
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State

GOLDEN = Path(__file__).parents[1] / "house" / "golden.json"
_LONG = 50_000  # events: what walks over all of them again and again takes seconds
_WALKED = 10_000  # as many as what is seen of them frame by frame

LESSONS = lessons()
PLACES = {path: place for place, path in enumerate(LESSONS)}


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
    return [scenario for scenario in plain_lessons() if events(scenario) < _LONG]


def lessons_of_each_cue() -> list[Scenario]:
    """The plain lessons without the long, those with fewest events first, that have something which those before have
    not: a key of a cue, a way to go that follows another one, a family of algorithms, a kind of puzzle."""
    known_of, found = set[object](), list[Scenario]()
    for scenario in sorted((one for one in plain_lessons() if events(one) < _WALKED), key=events):
        new = {scenario.algorithm.family, scenario.puzzle_kind, *pairwise(map(_way, scenario.script)),
               *(key.name for cue in scenario.script for key in fields(cue) if getattr(cue, key.name))} - known_of
        known_of |= new
        found += [scenario] if new else []
    return found


def _way(cue: Cue) -> object:
    """How a cue moves, and to what."""
    way = cue.movement
    return way and (way[0], type(way[1]))


def shortest_of_each_kind(*, claims: bool = True) -> list[Scenario]:
    """For each kind of puzzle, the plain lesson with the fewest events; without ``claims``: of those that claim nothing
    over many seeds, which takes long to check."""
    kinds: dict[str, Scenario] = {}
    for scenario in sorted(plain_lessons(), key=events):
        if claims or all(cue.claim is None for cue in scenario.script):
            kinds.setdefault(scenario.puzzle_kind, scenario)
    return list(kinds.values())


def shortest_of_each_look() -> list[Scenario]:
    """For each kind of puzzle that runs of some families are shown on, alone or beside each other: the lesson with the
    fewest events, for what depends on who draws and not on what the lesson says."""
    looks: dict[tuple[object, ...], Scenario] = {}
    for scenario in sorted(every_lesson(), key=events):
        looks.setdefault((scenario.puzzle_kind, frozenset(run.algorithm.family.name for run in scenario.runs),
                          scenario.compares), scenario)
    return list(looks.values())


def events(scenario: Scenario) -> int:
    """How many events a lesson has, by the golden record; 0: it is not recorded yet."""
    return sum(run["events"] for run in _golden().get(scenario.name, {"runs": []})["runs"])


@cache
def _golden() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return read


@lru_cache(maxsize=48)  # tests of one lesson come one after the other: conftest sees to it
def recorded(path: Path) -> tuple[Timeline[State], ...]:
    """The runs of a lesson to their ends, for tests that only look: where they stand is up to whoever looked last."""
    timelines = open_timelines(known(path))
    for timeline in timelines:
        timeline.pull_all()
    return tuple(timelines)


def timeline_of(name: str) -> Timeline[State]:
    """The one run of the lesson of that name, to its end, where whoever looked last has left it."""
    (timeline,) = recorded(find(name))
    return timeline


def replayed(path: Path) -> tuple[Timeline[State], ...]:
    """They at their starts, each with a place of its own: nothing of what they share ever changes, as they have ended.
    For tests that walk through a lesson, where it need not be run for them."""
    timelines = tuple(map(copy, recorded(path)))
    for timeline in timelines:
        timeline.position, timeline.moves, timeline.state = 0, 0, timeline.at(0)
    return timelines
