"""Numbers in panels: what each has counted is recounted from the events, at every event of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.known_lessons import plain_lessons
from kit.window_desk import Desk, window
from scenarios.loader import Scenario
from visualizer.runs.audit import Audit
from visualizer.runs.session import Session
from visualizer.stage.family import no_numbers, view_of

_EVENTS = 250


def _lessons() -> Iterator[Scenario]:
    """A lesson of each algorithm whose panel has such numbers."""
    seen = set()
    for one in plain_lessons():
        if one.algorithm.name not in seen and view_of(one.algorithm).numbers is not no_numbers:
            seen.add(one.algorithm.name)
            yield one


_COUNTED = {one.algorithm.name: one for one in _lessons()}


@pytest.mark.parametrize("name", sorted(_COUNTED))
def test_a_number_is_as_many_events_as_it_lists(name: str) -> None:
    lesson = _COUNTED[name]
    timeline, said = Session(lesson).timeline, set()
    timeline.pull(_EVENTS)
    for position in range(len(timeline.events) + 1):
        timeline.seek(position)
        for number in view_of(lesson.algorithm).numbers(timeline.state):
            audit = Audit.of(number, timeline)
            listed = list(audit.listed)
            assert audit.total == number.value, (position, number.name)
            assert listed == sorted(set(listed))
            assert all(index < position for index in listed)
            said.add(number.name)
    assert said or name == "path-consistency"  # which tests no values


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path) as opened:
        yield opened


_CLICKED = {"gac": "tried with", "cdcl": "level", "min-conflicts": "steps", "answer-sets": "answer sets"}
_STEPS = 60


def _reach(desk: Desk, name: str, wanted: str) -> str:
    """Steps on until the panel has a number of that name that is not 0; the widget's name."""
    desk.app.open(_COUNTED[name])
    desk.stage.session.timeline.pull(_STEPS)
    for position in range(_STEPS):
        desk.stage.session.show(position)
        desk.frame()
        for number in view_of(_COUNTED[name].algorithm).numbers(desk.stage.session.state):
            if number.name.startswith(wanted) and number.value and f"number-{number.name}" in desk.boxes():
                return f"number-{number.name}"
    raise AssertionError(f"{name} has no number {wanted} in {_STEPS} steps")


@pytest.mark.parametrize("name", sorted(_CLICKED))
def test_a_click_and_return_list_what_a_number_counted(desk: Desk, name: str) -> None:
    ident = _reach(desk, name, _CLICKED[name])
    stage = desk.stage
    desk.click(*desk.boxes()[ident].center)
    audit = stage.audit.audit
    assert audit is not None
    assert f"number-{audit.counter.name}" == ident
    assert audit.chosen is not None
    desk.key("up")  # to the one before, or, of a single one, to that
    assert stage.session.timeline.position == audit.moved(-1).listed[audit.moved(-1).at] + 1
    desk.key("escape")
    assert not stage.audit.close()  # it was closed
    stage.session.show(audit.upto)
    desk.frame()
    for _ in range(80):
        desk.key("tab")
        if desk.app.ui.focus == ident:
            break
    desk.key("return")
    assert stage.audit.audit is not None
    assert list(stage.audit.audit.listed) == list(audit.listed)
    desk.key("x")  # on to the counters
    assert stage.audit.audit is not None
    assert stage.audit.audit.counter is stage.session.scenario.algorithm.counters[0]
