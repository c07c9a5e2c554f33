"""The audit: every number is what its definition says, recounted from the events, and each of these can be gone to."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from algorithms.core import algorithms
from kit.known_lessons import plain_lessons
from kit.session_desk import THESIS, scenario
from kit.window_desk import Desk
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.audit import Audit
from visualizer.runs.session import Session
from visualizer.stage.audit import draw_audit, rows_of
from visualizer.stage.view import View

_EVENTS, _LISTED = 600, 60
_ALGORITHMS = {one.algorithm.name: one for one in reversed(plain_lessons())}  # a lesson of each


def test_every_counter_has_a_definition() -> None:
    for algorithm in algorithms().values():
        names = [counter.name for counter in algorithm.counters]
        assert len(names) == len(set(names))
        for counter in algorithm.counters:
            assert len(counter.definition.split()) > 1, (algorithm.name, counter.name)
            assert not counter.definition.endswith("."), (algorithm.name, counter.name)


@pytest.mark.parametrize("name", sorted(_ALGORITHMS))
def test_numbers_are_recounted(name: str) -> None:
    timeline = Session(_ALGORITHMS[name]).timeline
    timeline.pull(_EVENTS)
    for position in {0, len(timeline.events) // 3, len(timeline.events)}:
        timeline.seek(position)
        for counter in _ALGORITHMS[name].algorithm.counters:
            counted = {index: counter.worth(event) for index, event in enumerate(timeline.events[:position])
                       if isinstance(event, counter.counts) and counter.worth(event)}
            audit = Audit.of(counter, timeline)
            assert audit.total == timeline.total(counter) == sum(counted.values())
            listed = [audit.entry(at) for at in audit.around(_LISTED)]
            assert [entry.index for entry in listed] == sorted(counted)[-_LISTED:]
            assert all(entry.worth == counted[entry.index] for entry in listed)
            assert (audit.chosen is None) == (not counted)


@pytest.mark.parametrize("width", [200.0, 406.0])
def test_a_definition_is_written_to_its_end_above_the_events(width: float) -> None:
    session, canvas = Session(_ALGORITHMS["gac"]), RecordingCanvas()
    session.timeline.pull(_EVENTS)
    session.show(len(session.timeline.events))
    long = replace(session.scenario.algorithm.counters[-1], definition="what is meant " * 8 + "by it at last")
    audit = Audit.of(long, session.timeline)
    draw_audit(canvas, Rect(0, 0, width, 400), cast(View, SimpleNamespace(audit=audit)), theme("dark"), 1.0)
    texts = [(float(str(op.args[1])), str(op.args[2])) for op in canvas.ops if op.name == "text"]
    said = " ".join(text for _, text in texts)
    assert f"{long.definition[1:]}." in said
    end = next(y for y, text in texts if text.endswith("last."))
    rows = rows_of(canvas, Rect(0, 0, width, 400), audit, 1.0)
    assert rows
    assert all(row.y >= end + 9 for _, row in rows)


def test_one_goes_from_event_to_event() -> None:
    session = Session(_ALGORITHMS["gac"])
    session.timeline.pull(_EVENTS)
    session.show(len(session.timeline.events))
    counter = session.scenario.algorithm.counters[-1]
    audit, back = Audit.of(counter, session.timeline), []
    for _ in range(len(audit.listed)):
        assert audit.chosen is not None
        back.append(audit.chosen.index)
        audit = audit.moved(-1)
    assert back == [index for index, event in enumerate(session.timeline.events)
                    if isinstance(event, counter.counts)][::-1]
    assert audit.moved(-1) == audit
    assert audit.total < 2 or audit.moved(1).at == audit.at + 1


def test_a_click_lists_and_leads_there(desk: Desk) -> None:
    desk.app.open(scenario(THESIS))
    desk.key("end")
    stage, end = desk.stage, desk.stage.session.timeline.position
    desk.click(*desk.boxes()["counter-pruned"].center)
    audit = stage.audit.audit
    assert audit is not None
    assert audit.counter.name == "pruned"
    chosen = audit.chosen
    assert chosen is not None
    desk.click(*desk.boxes()[f"counted-{audit.at}"].center)
    assert stage.session.timeline.position == chosen.index + 1
    assert stage.audit.audit is not None
    assert stage.audit.audit.upto == end
    desk.key("escape")
    assert stage.audit.audit is None


def test_the_keyboard_does_it_too(desk: Desk) -> None:
    desk.app.open(scenario(THESIS))
    desk.key("end")
    stage = desk.stage
    desk.key("shift x")  # the last one
    before = stage.audit.audit
    assert before is not None
    assert before.counter is stage.session.scenario.algorithm.counters[-1]
    desk.key("up")
    after = stage.audit.audit
    assert after == before.moved(-1)
    assert after is not None
    assert after.chosen is not None
    assert stage.session.timeline.position == after.chosen.index + 1
    desk.key("x")
    assert stage.audit.audit is None


def test_what_is_pressed_is_what_was_drawn_whatever_a_key_has_done_since(desk: Desk) -> None:
    """Two inputs may come before the next picture."""
    desk.app.open(scenario(THESIS))
    desk.key("end")
    stage, ui = desk.stage, desk.app.ui
    end = stage.session.timeline.position
    counter = desk.boxes()["counter-pruned"].center
    stage.session.show(1)
    ui.mouse_down(*counter, 1)
    audit = stage.audit.audit
    assert audit is not None
    assert (audit.counter.name, audit.upto) == ("pruned", end)
    desk.frame()
    row = desk.boxes()[f"counted-{audit.at}"].center
    stage.audit.ask(audit.counter, upto=0)  # closes it …
    stage.audit.ask(audit.counter, upto=0)  # … and lists nothing
    position = stage.session.timeline.position
    ui.mouse_down(*row, 1)
    assert stage.session.timeline.position == position
    stage.audit.close()
    stage.session.show(end)
    desk.frame()
    stage.session.restart()
    ui.mouse_down(*counter, 1)
    assert stage.audit.audit is None
    ui.mouse_up(*counter, 1)


def test_x_goes_on_from_what_was_pressed_after_a_key_has_led_elsewhere(desk: Desk) -> None:
    desk.app.open(scenario(THESIS))
    desk.key("end")
    stage, counter = desk.stage, desk.boxes()["counter-pruned"].center
    stage.session.show(1)
    desk.app.ui.mouse_down(*counter, 1)
    pressed = stage.audit.audit
    assert pressed is not None
    stage.audit.next(-1)
    assert stage.audit.audit is not None
    assert stage.audit.audit.counter is not pressed.counter
