"""Bugs are wrong, and nothing else is: the checks of each family accept every event of all lessons' runs, and prove
every deviation wrong that they let be planted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from algorithms.core import Event, Family, algorithms
from kit.known_lessons import events, every_lesson, known
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.bugs import Bug, Wrong, bugs_of, declare_bugs, deviations, plant
from visualizer.runs.comparison import open_timelines
from visualizer.runs.questions import Before
from visualizer.runs.states import State

_MOST, _FEW = 500, 200  # events of a run that are looked at; among them are all kinds
_RECORDED = 600  # of each: bugs are planted among the first, too


def checked() -> list[Scenario]:
    """The lessons with an algorithm whose family can prove events wrong."""
    return [scenario for scenario in every_lesson() if any(bugs_of(run.algorithm).checks for run in scenario.runs)]


@cache
def begun(path: Path) -> tuple[tuple[AlgorithmRun, Timeline[State]], ...]:
    """The runs of a lesson, as far as they are looked at."""
    scenario = known(path)
    timelines = open_timelines(scenario)
    for timeline in timelines:
        timeline.pull(_RECORDED)
    return tuple(zip(scenario.runs, timelines, strict=True))


def walked(run: AlgorithmRun, timeline: Timeline[State], most: int = _MOST) -> Iterator[tuple[int, Before]]:
    """The events of a run, each with what there is before it."""
    state = timeline.at(0)
    for index, event in enumerate(timeline.events[:most]):
        yield index, Before(state, run)
        state.apply(event)


@pytest.mark.parametrize("scenario", checked(), ids=lambda scenario: scenario.name)
def test_no_true_event_is_called_wrong(scenario: Scenario) -> None:
    for run, timeline in begun(scenario.path):
        bugs = bugs_of(run.algorithm)
        for index, before in walked(run, timeline) if bugs.checks else ():
            event = timeline.events[index]
            assert bugs.wrong(before, event) is None, f"{scenario.name}, event {index + 1}: {event}"


@cache
def planted() -> dict[Family, set[str]]:
    """Of each family the names of the bugs that can be planted somewhere in its lessons."""
    found: dict[Family, set[str]] = {}
    for scenario in sorted(checked(), key=events):
        for run, timeline in begun(scenario.path):
            names = found.setdefault(run.algorithm.family, set())
            left = {bug.name for bug in bugs_of(run.algorithm).bugs} - names
            for index, before in walked(run, timeline, _FEW) if left else ():
                names |= {bug.name for name in left - names
                          for bug, *_ in deviations(run, before, timeline.events[index], name)}
    return found


def test_every_family_has_a_bug() -> None:
    families = {algorithm.family.name for algorithm in algorithms().values()}
    assert {family.name for family, names in planted().items() if names} == families


def test_every_bug_of_a_family_is_planted_somewhere() -> None:
    declared: dict[Family, set[str]] = {}
    for scenario in checked():
        for run in scenario.runs:
            own = {bug.name for bug in bugs_of(run.algorithm).bugs if bug.deviate.__module__.endswith((".bugs",
                                                                                                     ".checking"))}
            declared.setdefault(run.algorithm.family, set()).update(own)
    for family, names in declared.items():
        assert names <= planted()[family], family.name


@pytest.mark.parametrize("scenario", checked(), ids=lambda scenario: scenario.name)
def test_a_planted_event_alone_is_wrong(scenario: Scenario) -> None:
    for run, timeline in begun(scenario.path):
        made = plant(run, timeline, 0, run.seed)
        if made is None:
            continue
        bugs, told = bugs_of(run.algorithm), made.timeline
        assert 0 <= made.start <= made.index < len(told.events) and told.done
        assert told.events[:made.index] == timeline.events[:made.index]
        assert told.events[made.index + 1:] == timeline.events[made.index + 1:len(told.events)]
        state = told.at(made.start)
        for index in range(made.start, len(told.events)):
            wrong = bugs.wrong(Before(state, run), told.events[index])
            assert (wrong is not None) == (index == made.index)
            state.apply(told.events[index])
        assert made.wrong.text.endswith(".") and made.event.sentence()
        assert set(made.wrong.places) <= set(run.puzzle.layout().places)
        assert made.name in {bug.name for bug, *_ in deviations(run, Before(told.at(made.index), run), made.true)}


def test_a_family_declares_its_bugs_once() -> None:
    family = Family("of a test")
    never: Event = Event()
    bug = Bug(name="nothing", deviate=lambda before, event: never)
    declare_bugs(family, {Event: lambda before, event: Wrong("No.")}, [bug])
    with pytest.raises(ValueError, match="declared twice"):
        declare_bugs(family, {})
