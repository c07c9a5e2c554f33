"""A formula and its board are linked: pointing at a place lights its literals, pointing at a literal its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import find_algorithm
from algorithms.problems.forms.cnf import CNF
from kit.lesson_files import lesson
from kit.sat_runs import cnfs
from kit.states import of_form
from kit.window_desk import Desk
from scenarios.loader import Scenario, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.panels import draw_clauses
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.stage.links import Links, belongs, place_of, variable_of
from visualizer.stage.stage import draw_stage, places_of
from visualizer.stage.view import View

BOX = Rect(0, 0, 500, 400)
WHOLE = Rect(0, 0, 1280, 720)
THEME = theme("dark")
PANELS: tuple[str, ...] = ("pseudocode", "clauses", "graph")


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("literal", "pointed", "lit"), [
    ("(1,2)", "(1,2)", True), ("¬(1,2)", "(1,2)", True), ("(1,2)", "(1,1)", False), ("p", None, False),
    ("C(1,2).3", "(1,2)", True), ("¬C(1,2).3", "C(1,2).3", True), ("C(1,2).3", "C(1,2).4", False),
    ("total.3", "(1,2)", False), ("F=2", "F", True), ("¬F=2", "F=2", True), ("F=2", "F=3", False), ("FF=2", "F", False),
])
def test_a_literal_belongs_to_its_variable_and_to_its_place(literal: str, pointed: str | None, lit: bool) -> None:
    assert belongs(literal, pointed) is lit


@pytest.mark.parametrize(("variable", "place"), [
    ("(1,2)", "(1,2)"), ("C(1,2).3", "(1,2)"), ("total.7", None), ("C(9,9).1", None), ("F=2", "F"), ("G=2", None),
    (None, None),
])
def test_a_variable_has_the_place_that_it_stands_for(variable: str | None, place: str | None) -> None:
    assert place_of(variable, {"(1,2)", "F"}) == place


# --- what is drawn -----------------------------------------------------------------------------------------------


def drawn(state: SatState, pointed: str | None, box: Rect = BOX) -> list[tuple[RecordingCanvas, Links]]:
    """The panels with literals, each with what they say of where these are."""
    found = []
    for draw in (draw_sat_focus, draw_clauses, draw_implication_graph):
        canvas, links = RecordingCanvas(), Links(pointed)
        draw(canvas, box, state, THEME, 1.0, links)
        found.append((canvas, links))
    return found


def frames(canvas: RecordingCanvas) -> list[Rect]:
    """The frames in the colour of what is pointed at."""
    rects: list[Any] = [op.args for op in canvas.ops if op.name == "rect"]
    return [Rect(*args[:4]) for args in rects if args[5] == THEME.accent]


def states(cnf: CNF, name: str) -> Iterator[SatState]:
    whole = of_form(cnf)
    state = sat_of(whole)
    yield state
    for event in find_algorithm(name).start(cnf, {}, 0):
        whole.apply(event)
        yield state


@settings(deadline=None)
@given(cnfs(), st.sampled_from(["cdcl", "dpll", "unit-propagation"]), st.integers(0, 40))
def test_where_a_literal_is_said_to_be_it_is_written(cnf: CNF, name: str, stop: int) -> None:
    *_, state = islice(states(cnf, name), stop + 1)  # the last one, where the run is shorter
    for canvas, links in drawn(state, None):
        texts: list[Any] = [(op.args[:2], str(op.args[2])) for op in canvas.ops if op.name == "text"]
        for box, variable in links.spots:
            there = [text for (x, y), text in texts if box.inset(-3).contains(x, y)]
            number = variable.rpartition(" ")[2]  # of a clause or a cut; of a literal it is the whole variable
            assert any(variable_of(text).removeprefix("cut ").startswith(number) for text in there), (box, variable,
                                                                                                     there)


@settings(deadline=None)
@given(cnfs(), st.sampled_from(["cdcl", "dpll"]), st.integers(0, 40))
def test_all_that_belongs_to_what_is_pointed_at_is_lit_and_nothing_else(cnf: CNF, name: str, stop: int) -> None:
    *_, state = islice(states(cnf, name), stop + 1)  # the last one, where the run is shorter
    plains = drawn(state, None)
    for pointed in cnf.names:
        for (plain, before), (canvas, links) in zip(plains, drawn(state, pointed), strict=True):
            if links.spots != before.spots:
                continue  # it has been scrolled: the list of clauses has other frames, too
            more = [frame for frame in frames(canvas) if frame not in frames(plain)]
            twins = [box for box, variable in links.spots if variable == pointed]
            assert len(more) == len(twins)
            assert all(any(frame.inset(-4).contains(*box.center) for frame in more) for box in twins)


def test_the_list_and_the_trail_go_to_what_is_pointed_at() -> None:
    names = tuple(f"p{index}" for index in range(1, 200))
    chain = tuple((-index, index + 1) for index in range(1, 199))
    cnf = CNF(names, ((1,), *chain), ("",) * 199, 199)
    events = sum(1 for _ in states(cnf, "unit-propagation"))
    *_, state = islice(states(cnf, "unit-propagation"), events - 1)  # of a model no clause is looked at any more
    assert len(state.trail) == 199
    focus, listed, _ = drawn(state, "p3")
    assert any(variable == "p3" for _, variable in focus[1].spots)
    assert any(variable == "p3" for _, variable in listed[1].spots)
    focus, listed, _ = drawn(state, None)
    assert not any(variable == "p3" for _, variable in (*focus[1].spots, *listed[1].spots))


# --- on the stage ------------------------------------------------------------------------------------------------


def stage(scenario: Scenario, pointed: str | None, code: str) -> tuple[RecordingCanvas, View]:
    """The stage in the middle of the run."""
    timeline = Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))
    timeline.pull_all()
    timeline.seek(len(timeline.events) // 2)
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, links=Links(pointed),
                code=code)
    canvas = RecordingCanvas()
    draw_stage(canvas, WHOLE, view, THEME, 1.0)
    return canvas, view


NETWORK = """\
title: t
puzzle: {kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4]},
         constraints: [{scope: [E, G], relation: "E != G"}, {scope: [F, G], relation: "F > G"}]}
algorithm: cdcl
"""
COUNTED = """\
title: t
puzzle: {kind: gnomine, board: "1 . .\\n. . .", mines: 2}
algorithm: cdcl
options: {encoding: sequential, mine_total: true}
"""


@pytest.mark.parametrize("code", PANELS)
@pytest.mark.parametrize(("text", "pointed", "place"), [
    (NETWORK, "F", "F"), (NETWORK, "F=3", "F"), (COUNTED, "(0,1)", "(0,1)"), (COUNTED, "C(0,0).1", "(0,0)"),
    (COUNTED, "total.2", None),
])
def test_a_literal_lights_its_place_and_a_place_its_literals(
    tmp_path: Path, text: str, pointed: str, place: str | None, code: str
) -> None:
    scenario = load(lesson(tmp_path, text))
    plain, _ = stage(scenario, None, code)
    canvas, view = stage(scenario, pointed, code)
    assert view.pointed == place
    where = places_of(canvas, WHOLE, view, 1.0)
    assert framed(canvas, where.board) - framed(plain, where.board) == (place is not None)
    lit = any(belongs(variable, pointed) for _, variable in view.links.spots)
    assert lit == (sum(framed(canvas, box) - framed(plain, box) for box in (where.focus, where.code)) > 0)


def framed(canvas: RecordingCanvas, box: Rect) -> int:
    """How many frames are in a part of the canvas."""
    return sum(box.contains(*frame.center) for frame in frames(canvas))


def test_every_literal_of_the_panels_can_be_pointed_at(desk: Desk) -> None:
    """With the mouse, in the window."""
    screen = desk.open("a-backbone")
    desk.key("page down", "page down", "page down")
    for code in ("clauses", "graph"):
        screen.code = code
        desk.move(2, 2)
        panels = [desk.boxes()["search"], desk.boxes()["listed"]]
        spots = [(box, variable) for box, variable in screen.board.links.spots
                 if any(panel.contains(*box.center) for panel in panels)]
        named = {variable for _, variable in spots if not variable.startswith("clause ")}
        assert named <= set(sat_of(screen.session.state).form.names)
        assert len(spots) > 5
        for box, variable in spots:
            desk.move(2, 2)
            desk.move(*box.center)
            assert screen.board.pointed == variable
            assert screen.board.place == (variable if variable in named else None)


def test_a_place_under_the_pointer_lights_its_literals(desk: Desk) -> None:
    screen = desk.open("a-backbone")
    desk.key("page down", "page down", "page down")
    place = next(x for x in sat_of(screen.session.state).form.names if x in screen.session.board.layout.places)
    desk.move(*desk.over(place))
    assert screen.board.pointed == place
    assert screen.board.links.lit(place)
    assert screen.board.links.lit(f"¬{place}")
    desk.move(2, 2)
    assert screen.board.pointed is None


def test_the_keyboard_goes_from_literal_to_literal(desk: Desk) -> None:
    screen = desk.open("a-backbone")
    desk.key("page down", "page down", "page down")
    screen.code = "clauses"
    desk.frame()
    for panel in ("search", "listed"):
        for _ in range(40):
            desk.key("tab")
            if desk.app.ui.focus == panel:
                break
        assert desk.app.ui.focus == panel
        box = desk.boxes()[panel]
        variables = list(dict.fromkeys(v for spot, v in screen.board.links.spots if box.contains(*spot.center)))
        assert len(variables) > 1
        screen.board.pointed = None
        seen: list[str | None] = []
        for _ in variables:
            desk.key("right")
            seen.append(screen.board.pointed)
        assert set(seen) <= set(sat_of(screen.session.state).form.names)
        assert seen[:2] == variables[:2]
        before = screen.board.pointed
        desk.key("left")
        assert screen.board.pointed != before or len(set(seen)) == 1


def test_from_an_auxiliary_variable_the_arrows_of_the_board_begin_anew(desk: Desk, tmp_path: Path) -> None:
    desk.app.open(load(lesson(tmp_path, COUNTED)))
    desk.frame()
    screen = desk.stage
    screen.board.pointed = "total.1"
    desk.frame()
    assert screen.board.place is None
    desk.key("w")
    assert screen.board.asking
    assert screen.board._key("right", shift=False, ctrl=False)
    assert screen.board.pointed == "(0,0)"


def test_the_arrows_go_through_the_variables_of_a_panel_in_reading_order() -> None:
    links = Links(spots=[(Rect(10 * index, 0, 8, 8), name) for index, name in enumerate("pqpr")])
    for key, wanted in (("right", "p"), ("right", "q"), ("down", "r"), ("right", "r"), ("up", "q"), ("left", "p"),
                        ("left", "p")):
        links.pointed = links.beside(BOX, key)
        assert links.pointed == wanted
    assert links.beside(BOX, "x") is None
    assert links.beside(Rect(600, 0, 10, 10), "right") is None
    assert (links.at(14, 4), links.at(9, 4)) == ("q", None)
