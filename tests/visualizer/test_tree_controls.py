"""The search tree in the window: clicks, drags, the wheel and keys fold it, move it and zoom, and steps leave it so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from algorithms.core import Grain
from algorithms.events import Called, Decided
from kit.sat_runs import lesson_of, random_3sat
from kit.window_desk import Desk, window
from scenarios.loader import load
from visualizer.canvas.primitives import Rect
from visualizer.runs.search_tree import SearchTree
from visualizer.tree import view as tree_view
from visualizer.tree.view import Placed, TreeView, find


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A search of 225 calls of DPLL, without a model, in its second half; its tree in the tab."""
    with window(tmp_path, load(Path("formula.yaml"), lesson_of(random_3sat(40, 0)))) as opened:
        session = opened.stage.session
        session.timeline.pull_all()
        position = session.timeline.positions(Called)[150] + 1
        session.show(position)
        opened.stage.code = "tree"
        opened.frame()
        yield opened


def tree_of(desk: Desk) -> SearchTree:
    tree = desk.stage.session.state.tree
    assert isinstance(tree, SearchTree)
    return tree


def view_of(desk: Desk) -> TreeView:
    return desk.stage.tree.view


def box_of(desk: Desk, name: str = "tree") -> Rect:
    return desk.boxes()[name]


def placed(desk: Desk, name: str = "tree") -> Placed:
    return view_of(desk).place(tree_of(desk), box_of(desk, name), min(desk.size[0] / 1280, desk.size[1] / 800))


def marks(desk: Desk) -> dict[int, tuple[float, float]]:
    """The triangles that show, by their first nodes."""
    return {item.shape.first: item.spot for item in placed(desk).items if item.kind == "mark"}


def shown(desk: Desk) -> set[int]:
    return {item.shape.first for item in placed(desk).items if item.kind == "node"}


def focus(desk: Desk) -> None:
    """Gives the keyboard to the tree, as a user does."""
    for _ in range(30):
        desk.key("tab")
        if desk.app.ui.focus == "tree":
            return
    raise AssertionError("the focus never comes to the tree")


def test_a_click_unfolds_a_triangle_and_a_click_on_the_node_folds_it_again(desk: Desk) -> None:
    before = marks(desk)
    node, spot = next(iter(before.items()))
    desk.click(*spot)
    assert node in shown(desk)
    assert set(tree_of(desk).children(node)) <= set(marks(desk)) | shown(desk)
    desk.click(*next(item.spot for item in placed(desk).items if item.shape.first == node))
    assert set(marks(desk)) == set(before)


def test_what_is_unfolded_stays_so_while_the_search_goes_on_and_back(desk: Desk) -> None:
    node, spot = next(iter(marks(desk).items()))
    desk.click(*spot)
    session = desk.stage.session
    position = session.timeline.position
    for _ in range(5):
        desk.key("right")
        assert not find(placed(desk).shape, node).shape.folded
    session.grain = Grain.MICRO
    while session.timeline.position > position:
        desk.key("left")
    assert not find(placed(desk).shape, node).shape.folded
    desk.key("home", "end")
    assert view_of(desk).folds.by_hand == {(0, node): False}
    desk.key("r", "end")
    assert view_of(desk).folds.by_hand == {}  # a new run: its nodes need not be the same


def test_a_drag_moves_the_tree_and_folds_nothing_and_a_step_brings_it_back(desk: Desk) -> None:
    here = tree_of(desk).branch[-1]
    x, y = next(item.spot for item in placed(desk).items if item.shape.first == here)
    before = placed(desk)
    desk.move(x, y)
    desk.send(pygame.MOUSEBUTTONDOWN, pos=(int(x), int(y)), button=1)
    desk.move(x - 60, y - 40)
    desk.move(x - 120, y - 80)
    desk.send(pygame.MOUSEBUTTONUP, pos=(int(x - 120), int(y - 80)), button=1)
    after = placed(desk)
    assert abs(after.origin[0] - before.origin[0] + 120) <= 2
    assert after.shape == before.shape
    desk.stage.transport.kind = Decided
    desk.key("ctrl right")
    assert tree_of(desk).branch[-1] not in placed(desk).above


def test_the_wheel_zooms_around_the_pointer(desk: Desk) -> None:
    desk.key("u")
    x, y = (round(value) for value in placed(desk).box.center)
    cell, scale = placed(desk).cell(x, y), placed(desk).scale
    for turn, larger in ((3, True), (-8, False)):
        desk.app.ui.wheel(x, y, turn)
        desk.frame()
        assert (placed(desk).scale > scale) == larger
        assert placed(desk).cell(x, y) == pytest.approx(cell, abs=1.5 / placed(desk).column + 1.5 / placed(desk).row)
        scale = placed(desk).scale


def test_an_outline_comes_near_when_it_is_clicked(desk: Desk) -> None:
    with patch.object(tree_view, "_TINY", 40.0):
        desk.key("u")
        focus(desk)
        desk.key("o")
        outline = next(item for item in placed(desk).items if item.kind == "outline")
        desk.click(*outline.spot)
        assert outline.shape.first in shown(desk)
        assert placed(desk).scale == 1.0


def test_arrow_keys_go_through_the_tree_and_return_folds(desk: Desk) -> None:
    tree = tree_of(desk)
    branch = tree.branch
    focus(desk)
    assert view_of(desk).cursor == branch[-1]
    desk.key("up")
    assert view_of(desk).cursor == branch[-2]
    desk.key("up", "up", "down", "down", "down", "down", "down", "down")
    assert view_of(desk).cursor == branch[-1]
    for _ in branch:
        desk.key("up")
    assert view_of(desk).cursor == 0
    depth = next(depth for depth, node in enumerate(branch) if depth and tree.children(branch[depth - 1])[0] != node)
    desk.key(*["down"] * depth, "left")
    mark = view_of(desk).cursor
    assert mark == tree.children(branch[depth - 1])[0]
    if find(placed(desk).shape, mark).shape.folded:
        desk.key("return")
        assert mark in shown(desk)
        desk.key("return")
    desk.key("right")
    assert view_of(desk).cursor == branch[depth]
    assert tree_of(desk).turns == tree.turns  # the run has not moved
    desk.key("escape")
    assert view_of(desk).cursor is None


def test_the_cursor_comes_into_view_and_c_goes_back(desk: Desk) -> None:
    desk.key("u")
    focus(desk)
    for _ in range(40):
        desk.key("left")
        found = find(placed(desk).shape, desk.stage.tree.here(tree_of(desk)))
        assert placed(desk).box.contains(*placed(desk).spot(found))
    assert found.shape.first not in tree_of(desk).branch
    desk.key("c")
    assert view_of(desk).cursor == tree_of(desk).branch[-1]
    assert tree_of(desk).branch[-1] not in placed(desk).above


def test_f_folds_all_that_failed_and_u_unfolds_all_and_again_as_it_was(desk: Desk) -> None:
    tree, usual = tree_of(desk), placed(desk).shape
    desk.key("u")
    assert not any(item.kind == "mark" for item in placed(desk).items)
    assert placed(desk).shape.high - placed(desk).shape.low > 20
    desk.key("u")
    assert placed(desk).shape == usual
    desk.stage.session.show(desk.stage.session.timeline.positions(Called)[24] + 1)
    desk.key("l")
    assert not marks(desk)  # a small tree is shown whole
    desk.key("f")
    assert marks(desk)
    desk.key("f")
    assert not marks(desk)
    assert tree.count > tree_of(desk).count


def test_l_gives_the_tree_the_place_of_the_board(desk: Desk) -> None:
    tab, board = box_of(desk), box_of(desk, "board")
    desk.key("l")
    assert box_of(desk).w > 0.9 * board.w
    assert box_of(desk, "board").h == tab.h
    assert desk.stage.code == "board"
    node, spot = next(iter(marks(desk).items()))
    desk.click(*spot)
    assert node in shown(desk)
    desk.key("l")
    assert (box_of(desk), desk.stage.code) == (tab, "tree")
    assert node in shown(desk) | set(range(tree_of(desk).count))
    desk.open("where-gac-must-stop")
    desk.key("u")
    assert desk.stage.session.notice == "This algorithm has no search tree."
    assert "board" in desk.boxes()


def test_pointing_at_a_node_tells_what_it_is_and_what_a_click_does(desk: Desk) -> None:
    def tip(spot: tuple[float, float]) -> str:
        desk.move(*spot)
        return next(area.tip for area in desk.app.ui._areas if area.ident == "tree")

    node, spot = next(iter(marks(desk).items()))
    nodes = tree_of(desk).end(node) - node
    assert tip(spot) == f"{nodes} nodes, failed: a click unfolds"
    desk.click(*spot)
    spot = next(item.spot for item in placed(desk).items if item.shape.first == node)
    label = tree_of(desk).node(node).label
    assert tip(spot) == f"{label}: failed; {nodes - 1} nodes below, a click folds"
    assert tip((0.0, 0.0)) == ""


def test_keys_with_ctrl_and_space_are_not_the_trees(desk: Desk) -> None:
    focus(desk)
    desk.key("space")
    assert desk.stage.session.running
    desk.key("space", "ctrl right")
    assert view_of(desk).folds.by_hand == {}
    scale = placed(desk).scale
    desk.key("+")
    assert placed(desk).scale > scale
    desk.key("-", "-")
    assert placed(desk).scale < scale
