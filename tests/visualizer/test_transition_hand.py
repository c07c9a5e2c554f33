"""Transition graphs under the pointer and the keyboard: buttons take edges, clicks go to states, the wheel zooms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from algorithms.transitions.records import text
from kit.window_desk import Desk, window
from scenarios.loader import load
from visualizer.canvas.primitives import Rect
from visualizer.families.transitions.drawn import drawn as graph_drawn
from visualizer.families.transitions.look import Field, Look
from visualizer.families.transitions.state import transition_of

FORMULA_3 = "~p | q, ~p | r, q | r, ~q | ~r"
LESSON = load(Path("lesson.yaml"), f'title: T\nalgorithm: dpll-graph\npuzzle: {{kind: cnf, formula: "{FORMULA_3}"}}\n')


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Formula (3), where p has been decided, with its rules."""
    with window(tmp_path, LESSON) as opened:
        opened.stage.session.timeline.pull_all()
        opened.stage.session.show(5)
        opened.stage.code = "rules"
        opened.frame()
        yield opened


def here(desk: Desk) -> str:
    return transition_of(desk.stage.session.state).record


def look_of(desk: Desk) -> Look:
    assert desk.stage.own is not None
    look = desk.stage.own.look
    assert isinstance(look, Look)
    return look


def spot(desk: Desk, said: str) -> tuple[float, float]:
    """Where a state is in the whole graph."""
    state = transition_of(desk.stage.session.state)
    whole = graph_drawn(state)
    assert whole is not None
    number = next(number for number, node in enumerate(whole.graph.states) if text(state.system.said(node)) == said)
    field = Field(desk.boxes()["graph"], whole.placement, rim=12 * min(desk.size[0] / 1280, desk.size[1] / 800))
    x, y = field.spot(number)
    desk.move(x, y)
    assert look_of(desk).pointed == whole.graph.states[number]
    return x, y


def test_a_button_takes_its_edge_and_ctrl_z_comes_back(desk: Desk) -> None:
    assert here(desk) == "pΔ"
    desk.click(*desk.boxes()["edge Decide ¬q"].center)
    assert here(desk) == "pΔ ¬qΔ"
    assert "no run of the strategy takes it" in desk.stage.session.notice
    desk.key("ctrl z")
    assert here(desk) == "pΔ"
    desk.app.ui.focus_on("edge Unit Propagate r")
    desk.app.ui.focus_shows = True
    desk.key("return")
    assert here(desk) == "pΔ r"


def test_a_click_before_the_graph_is_drawn_anew_asks_nothing_of_what_has_gone(desk: Desk) -> None:
    stage = desk.open("what-clasp-keeps")
    stage.session.to_cue(4)
    desk.frame()
    spots = [box.center for box, _ in look_of(desk).spots]
    assert spots
    stage.session.rewind()
    for x, y in spots:  # all in one frame
        desk.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(int(x), int(y)), button=1))
        desk.app.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(int(x), int(y)), button=1))
    desk.frame()


def test_a_click_on_a_state_goes_there(desk: Desk) -> None:
    desk.click(*spot(desk, "∅"))  # the run was there
    assert here(desk) == "∅"
    desk.click(*spot(desk, "pΔ"))
    assert here(desk) == "pΔ"
    chip = next(box for box, node in look_of(desk).spots if node == ())
    desk.click(*chip.center)  # it stands beside the graph, too
    assert here(desk) == "∅"
    desk.key("end", "home")
    desk.click(*spot(desk, "pΔ"))
    desk.click(*spot(desk, "pΔ rΔ"))  # an edge leads there, which the run does not take
    assert here(desk) == "pΔ rΔ"
    desk.click(*spot(desk, "¬p"))  # the algorithm, left alone, comes there
    assert here(desk) == "¬p"


def test_a_click_on_an_edge_goes_along_it_or_says_where_it_leads(desk: Desk) -> None:
    def middle(one: str, other: str) -> tuple[float, float]:
        (x, y), (u, v) = spot(desk, one), spot(desk, other)
        return (x + u) / 2, (y + v) / 2

    desk.click(*middle("∅", "qΔ"))
    assert here(desk) == "pΔ"
    assert desk.stage.session.notice.endswith("Decide leads from ∅ to qΔ")
    desk.click(*middle("pΔ", "pΔ ¬qΔ"))
    assert here(desk) == "pΔ ¬qΔ"


def test_a_state_off_the_path_shows_a_way_to_it(desk: Desk) -> None:
    at = spot(desk, "¬rΔ q")
    desk.click(*at)
    assert here(desk) == "pΔ"
    assert desk.stage.session.notice == "From ∅, 2 edges lead to ¬rΔ q: Decide ⇒ ¬rΔ, Unit Propagate ⇒ ¬rΔ q"
    look = look_of(desk)
    assert len(look.route) == 2
    desk.key("right", "right")
    assert look_of(desk).route == ()


def test_the_wheel_zooms_and_a_drag_moves_and_o_shows_all_again(desk: Desk) -> None:
    look = look_of(desk)
    box = desk.boxes()["graph"]
    desk.move(*box.center)
    desk.app.ui.wheel(*box.center, 3)
    assert look.zoom > 1.5
    before = look.center
    desk.send(pygame.MOUSEBUTTONDOWN, pos=(int(box.center[0]), int(box.center[1])), button=1)
    desk.send(pygame.MOUSEMOTION, pos=(int(box.center[0]) + 40, int(box.center[1]) + 30), rel=(40, 30),
              buttons=(1, 0, 0))
    desk.send(pygame.MOUSEBUTTONUP, pos=(int(box.center[0]) + 40, int(box.center[1]) + 30), button=1)
    assert look.center[0] < before[0]
    assert here(desk) == "pΔ"
    desk.app.ui.focus_on("graph")
    desk.app.ui.focus_shows = True
    desk.key("o")
    assert (look.zoom, look.center) == (1.0, (0.5, 0.5))
    desk.key("down", "return")
    assert here(desk) != "pΔ"


def test_l_brings_the_board_and_the_graph_again(desk: Desk) -> None:
    assert "graph" in desk.boxes()
    assert desk.boxes().get("board", Rect(0, 0, 0, 0)).w == 0
    desk.key("l")
    assert "graph" not in desk.boxes()
    assert desk.boxes()["board"].w > 0
    desk.key("l")
    assert "graph" in desk.boxes()


def test_whoever_plays_has_the_board(tmp_path: Path) -> None:
    lesson = load(Path("lesson.yaml"), "title: T\nalgorithm: dpll-graph\n"
                  "puzzle: {kind: sudoku, boxes: [2, 2], random: {clues: 6, seed: 1}}\n")
    with window(tmp_path, lesson) as desk:
        assert "graph" in desk.boxes()
        desk.key("p")
        assert "graph" not in desk.boxes()
        assert desk.boxes()["board"].w > 0
        desk.key("p")
        assert "graph" in desk.boxes()


def test_around_the_state_arrows_and_clicks_lead_on(desk: Desk) -> None:
    desk.click(*desk.boxes()["graph-part"].center)
    look = look_of(desk)
    assert look.around
    boxes = {node: box for box, node in look.spots}
    system = transition_of(desk.stage.session.state).system
    after = next(edge.after for edge in system.transitions(transition_of(desk.stage.session.state).node)
                 if edge.rule == "Unit Propagate")
    desk.click(*boxes[after].center)
    assert here(desk) == "pΔ q"
    desk.app.ui.focus_on("graph")
    desk.app.ui.focus_shows = True
    desk.key("up", "return")
    assert here(desk) == "pΔ"
    desk.key("o")
    assert all(source != transition_of(desk.stage.session.state).node for _, source, _ in look.boxes)


def test_a_way_in_another_graph_is_not_drawn(desk: Desk) -> None:
    look = look_of(desk)
    look.route, look.on = ((0, 10_000),), None  # as in the frames of the way back to before the path began
    desk.frame()
