"""Numbers on boards: X asks for those of the place that is pointed at; a click does there what it did before."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.known_lessons import every_lesson
from kit.window_desk import Desk
from scenarios.loader import load
from visualizer.canvas.primitives import SMALLEST, Rect
from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.audit import Audit
from visualizer.runs.numbers import Number
from visualizer.stage.board_numbers import MANY, Told
from visualizer.window.audit_controls import _foot, _Names, _Seen

_LESSONS = {one.name: one for one in every_lesson()}
_RISKS, _MAP, _WEIGHTS = "21-how-likely-is-a-mine", "85-a-map-repaired", "60-weights-of-constraints"
_BOARDS = {_RISKS: 50, _MAP: 60, _WEIGHTS: 800, "49-easy": 40, "40-the-fog-of-search": 5, "87-who-owns-the-zebra": 60,
           "72-table-1-row-by-row": 450, "83-queens-that-move-away": 26}


def _at(desk: Desk, lesson: str) -> list[Told]:
    """The lesson at an event, and the numbers on its board."""
    desk.app.open(_LESSONS[lesson])
    desk.stage.session.show(_BOARDS[lesson])
    desk.frame(1.0)
    desk.frame(1.0)
    return list(desk.stage.audit._told[0])


def _audit(desk: Desk) -> Audit:
    audit = desk.stage.audit.audit
    assert audit is not None
    return audit


@pytest.mark.parametrize("lesson", sorted(_BOARDS))
def test_x_asks_for_a_number_of_the_place_that_is_pointed_at(desk: Desk, lesson: str) -> None:
    places = [place for one in _at(desk, lesson) for place in one.of if place in desk.stage.session.board.layout.places]
    assert places
    for name in (places[0], places[-1]):
        desk.move(*desk.stage.session.board.place(desk.stage.board._box, name).center)
        place = desk.stage.board.place or ""  # a name in its house is a place of its own
        wanted = {one.number.name: one.number.value for one in desk.stage.audit._told[0] if place in one.of}
        assert wanted
        found = {}
        for _ in wanted:
            desk.key("x")
            found[_audit(desk).counter.name] = _audit(desk).total
        assert found == wanted
        desk.key("x")
        assert desk.stage.audit.audit is None


def test_the_keyboard_points_too(desk: Desk) -> None:
    told = _at(desk, _MAP)
    for _ in range(80):
        desk.key("tab")
        if desk.app.ui.focus == "board":
            break
    desk.key("right")
    places = {place for one in told for place in one.of}
    for key in ("right", "down", "left", "up") * 6:
        if desk.stage.board.place in places:
            break
        desk.key(key)
    desk.key("x")
    assert _audit(desk).counter.name == f"conflicts of {desk.stage.board.place}"


@pytest.mark.parametrize("lesson", sorted(_BOARDS))
def test_nothing_lies_over_the_places_of_the_board(desk: Desk, lesson: str) -> None:
    """So that a click on a place plays, chooses or asks why, as it did."""
    told = _at(desk, lesson)
    areas = desk.app.ui._areas
    board = next(at for at, area in enumerate(areas) if area.ident == "board")
    numbers = [area.box for area in areas[board:] if area.ident.startswith("number-")]
    for one in told:
        at = desk.stage.session.board.at(desk.stage.board._box, *one.box.center)
        assert at is None or not any(box.contains(*one.box.center) for box in numbers), one.number.name
        assert at is None or at in one.of
        assert bool(one.of) or any(box.contains(*one.box.center) for box in numbers), one.number.name


def test_a_click_on_a_number_of_a_place_explains_the_place(desk: Desk) -> None:
    told = next(one for one in _at(desk, _RISKS) if one.number.name == "risk at (0,3)")
    desk.click(*told.box.center)
    assert desk.stage.audit.audit is None
    assert desk.stage.session.explained is not None
    assert desk.stage.session.explained.place == "(0,3)"


def test_a_click_on_a_number_beside_all_places_asks_for_it(desk: Desk) -> None:
    told = next(one for one in _at(desk, _WEIGHTS) if not one.of)
    desk.click(*told.box.center)
    assert _audit(desk).counter.name == told.number.name
    desk.key("up")
    assert desk.stage.session.timeline.position == _audit(desk).listed[_audit(desk).at] + 1


def test_a_rest_on_a_number_of_the_board_says_what_it_is(desk: Desk) -> None:
    told = next(one for one in _at(desk, _RISKS) if one.number.name == "risk at (0,3)")
    desk.move(*told.box.center)
    desk.frame()
    board = next(area for area in desk.app.ui._areas if area.ident == "board")
    assert board.tip.startswith("risk at (0,3): ") and "; X lists" in board.tip
    desk.move(told.box.x - 3, told.box.y - 3)
    desk.frame()
    assert not next(area for area in desk.app.ui._areas if area.ident == "board").tip


def test_hundreds_of_numbers_are_worked_out_when_somebody_asks(desk: Desk, tmp_path: Path) -> None:
    """As they were when they were drawn; none of them has dots, and X goes through all of them."""
    path = tmp_path / "deep.yaml"
    random = "{rows: 9, columns: 9, mines: 20, seed: 4, reveal: 1}"
    path.write_text(f"title: T\nalgorithm: bt\npuzzle: {{kind: gnomine, random: {random}}}\n", encoding="utf-8")
    desk.app.open(load(path))
    session, audit = desk.stage.session, desk.stage.audit
    session.timeline.pull(2000)
    session.show(400)
    desk.frame(1.0)
    desk.frame(1.0)
    told = audit._told[0]
    assert told.many
    assert "_all" not in vars(told)
    asked = set()
    desk.key("x")
    while audit.audit is not None:
        asked.add(audit.audit.counter.name)
        desk.key("x")
    search = session.state.of(BackjumpState)
    assert search is not None
    assert isinstance(session.puzzle, Gnomine)
    covered = {name for name, seen in session.puzzle.seen.items() if seen == COVERED}
    depths = {f"depth of {label.variable}" for label in search.branch if label.variable in covered}
    assert len(depths) > MANY
    assert asked >= {one.number.name for one in told} == depths


def test_a_board_that_is_played_or_asked_about_tells_of_none(desk: Desk) -> None:
    assert _at(desk, _RISKS)
    desk.key("p")
    assert desk.stage.session.playing
    assert not desk.stage.audit._told[0]


def test_the_board_in_a_tab_is_asked_too(desk: Desk) -> None:
    here = _at(desk, _MAP)
    desk.key("l")
    desk.frame()
    told = desk.stage.audit._told[0]
    assert {one.number.name for one in told} <= {one.number.name for one in here}
    assert not told or told[0].box.h != here[0].box.h


def test_on_the_projector_x_asks_for_the_place_that_is_pointed_at(desk: Desk) -> None:
    _at(desk, _MAP)
    desk.key("f5")
    desk.frame()
    told = [one.number.name for one in desk.stage.audit._told[0]]
    assert "conflicts of KS" in told


def test_a_comparison_asks_the_run_of_the_board_that_is_pointed_at(desk: Desk) -> None:
    desk.app.open(_LESSONS["95-a-fence-for-each-value"])
    for _ in range(25):
        desk.key("right")
    desk.frame(1.0)
    screen = desk.compared
    audit = screen.numbers.audit
    assert len(audit._told) == len(screen.comparison.timelines)
    lead, told = next((lead, one) for lead in (1, 0) for one in audit._told[lead] if one.of)
    desk.move(*told.box.center)
    assert (screen.boards.over, screen.boards.pointed in told.of) == (lead, True)
    desk.key("x")
    shown = screen.numbers.on_show
    assert shown is not None
    assert shown[0] == lead and shown[1].timeline is screen.comparison.timelines[lead]
    assert any(shown[1].counter.name == one.number.name for one in audit._told[lead])


def test_numbers_of_one_name_that_mean_other_things_are_all_gone_through() -> None:
    """Two panels may draw the same number, and two numbers may be called alike."""

    def number(value: int, definition: str) -> Number:
        return Number("level", value, definition, lambda _timeline, _upto: ())

    names = _Names()
    drawn = [number(2, "levels of the trail"), number(2, "levels of the trail"), number(2, "levels of the other one"),
             number(3, "levels of the trail")]
    areas = [names.of(_Seen(0, one)) for one in drawn]
    assert len(set(areas)) == len(drawn)
    assert [one.number for one in names.found] == [drawn[0], drawn[2], drawn[3]]
    assert names.of(_Seen(1, drawn[0])) not in areas
    assert len(names.found) == 4


@pytest.mark.parametrize("high", [8.4, 12.5, 16.0])  # counts on small squares, scores of cells, badges of conflicts
def test_dots_lie_below_the_digits_of_low_boxes(desk: Desk, high: float) -> None:
    """Digits of the smallest size that is written reach 4.4 pixels below their middle; dots are two pixels high."""
    box = Rect(100, 100, 20, high)
    foot = _foot(desk.app.ui, Told(box, Number("score", 4, "peers", lambda _timeline, _upto: ()), frozenset()), 1.0)
    assert foot.bottom - 2 >= box.center[1] + SMALLEST * 0.73 / 2
    assert box.x < foot.x < foot.right < box.right
