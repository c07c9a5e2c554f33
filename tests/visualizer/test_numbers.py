"""Numbers in panels: each is recomputed from the events that it lists, stands where it says, and can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.drawn_numbers import swept
from kit.known_lessons import LESSONS, every_lesson
from kit.window_desk import Desk
from visualizer.runs.audit import Audit
from visualizer.runs.numbers import Number

_LESSONS = {one.name: one for one in every_lesson()}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_number_comes_from_its_events(path: Path) -> None:
    for _, timeline, position, panel in swept(path):
        if timeline.position != position:
            timeline.seek(position)
        for place, number in panel.numbers:
            here = position, panel.name, number.name
            audit = Audit.of(number, timeline)
            listed = list(audit.listed)
            assert audit.total == number.value, here
            assert audit.text == number.text, here
            assert listed == sorted(set(listed)), here
            assert all(index < position for index in listed), here
            assert panel.stands(place, number), here
            assert len(number.definition.split()) > 1 and not number.definition.endswith("."), here
            assert all(audit._worth(index) is not None for index in listed), here


_CLICKED = {"01-a-number-is-a-constraint": "tried with", "14-learning-from-a-conflict": "level",
            "85-a-map-repaired": "steps", "112-true-but-not-held-up": "answer sets"}
_STEPS = 60


def _reach(desk: Desk, lesson: str, wanted: str) -> Number:
    """Steps on until a panel has a number of that name that is not 0."""
    desk.app.open(_LESSONS[lesson])
    for position in range(_STEPS):
        desk.stage.session.show(position)
        desk.frame()
        for _, number in desk.stage.board.links.numbers:
            if number.name.startswith(wanted) and number.value:
                return number
    raise AssertionError(f"{lesson} has no number {wanted} in {_STEPS} steps")


@pytest.mark.parametrize("name", sorted(_CLICKED))
def test_a_click_and_return_list_what_a_number_counted(desk: Desk, name: str) -> None:
    number = _reach(desk, name, _CLICKED[name])
    ident, stage = f"number-0-{number.name}", desk.stage
    desk.click(*desk.boxes()[ident].center)
    audit = stage.audit.audit
    assert audit is not None
    assert (audit.counter.name, audit.total) == (number.name, number.value)
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


@pytest.mark.parametrize("name", sorted(_CLICKED))
def test_x_goes_through_all_numbers_in_view_and_shift_x_back(desk: Desk, name: str) -> None:
    _reach(desk, name, _CLICKED[name])
    stage, names = desk.stage, list[str]()
    position = stage.session.timeline.position
    in_panels = dict.fromkeys(number.name for _, number in stage.board.links.numbers)
    on_board = [number.name for _, number, _ in stage.audit._told[0] if number.name not in in_panels]
    assert on_board or name != "85-a-map-repaired"
    wanted = [*in_panels, *(counter.name for counter in stage.session.scenario.algorithm.counters), *on_board]
    for _ in wanted:
        desk.key("x")
        assert stage.audit.audit is not None
        assert stage.audit.audit.upto == position
        names.append(stage.audit.audit.counter.name)
    assert names == wanted
    desk.key("shift x", "up", "x")  # what was in view then, wherever the run has been gone to since
    assert stage.audit.audit is not None
    assert (stage.audit.audit.counter.name, stage.audit.audit.upto) == (names[-1], position)
    desk.key("x")
    assert stage.audit.audit is None


def test_two_panels_may_show_the_same_number(desk: Desk) -> None:
    desk.app.open(_LESSONS["63-a-sudoku-by-dancing-links"])  # the level, twice, and the literals of levels
    for position in range(0, 120, 10):
        desk.stage.session.show(position)
        desk.frame()
        numbers = [number.name for _, number in desk.stage.board.links.numbers]
        assert sum(name.startswith("number-0-") for name in desk.boxes()) == len(numbers)


def test_a_number_of_another_run_is_asked_of_that_run(desk: Desk) -> None:
    desk.app.open(_LESSONS["93-one-dead-end-three-ways-back"])  # below each board what the run has cost
    desk.key("end")
    numbers = desk.compared.numbers
    second = next(name for name in desk.boxes() if name.startswith("number-1-"))
    desk.click(*desk.boxes()[second].center)
    assert numbers.on_show is not None
    lead, audit = numbers.on_show
    assert lead == 1 and audit.timeline is desk.compared.comparison.timelines[1]
    assert second.startswith(f"number-1-{audit.counter.name}") and audit.total == len(audit.listed)
    desk.key("escape")
    assert numbers.on_show is None


def test_the_totals_of_a_comparison_are_reached_by_the_keyboard(desk: Desk) -> None:
    desk.app.open(_LESSONS["93-one-dead-end-three-ways-back"])
    desk.key("end")
    for _ in range(80):
        desk.key("tab")
        if desk.app.ui.focus == "totals":
            break
    numbers = desk.compared.numbers
    begin = numbers.cursor
    assert begin is not None
    desk.key("right", "down")
    assert numbers.cursor is not None
    lead, name = numbers.cursor
    assert lead == begin[0] + 1 and name != begin[1]
    desk.key("return")
    assert numbers.on_show is not None
    assert (numbers.on_show[0], numbers.on_show[1].counter.name) == (lead, name)
