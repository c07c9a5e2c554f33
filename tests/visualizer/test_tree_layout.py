"""Where the nodes of a search tree lie: none on another, folded by the rules, found again in a box of any size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_search_tree import BOARD, trees

from algorithms import events as e
from algorithms.core import Event, find_algorithm, trace
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_texts import outside, overlaps
from kit.sat_runs import random_3sat
from kit.states import before, of_form
from scenarios.loader import find as find_lesson
from scenarios.loader import load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.state import sat_of
from visualizer.recording.film import SIZE, plan
from visualizer.runs.families import start_state
from visualizer.runs.search_tree import SearchTree
from visualizer.tree.drawing import draw_tree
from visualizer.tree.layout import Folds, Shape
from visualizer.tree.view import CARD, TEXT, Placed, TreeView, find, half_width, in_row

TAB = Rect(750, 340, 510, 200)  # on a window of 1280×800


# --- where its nodes lie -------------------------------------------------------------------------------------------


def shapes(shape: Shape) -> Iterator[Shape]:
    yield shape
    for _, child in shape.below:
        yield from shapes(child)


FOLDS = st.builds(lambda fold, nodes, hidden: Folds(by_hand={(0, node): hide for node, hide in zip(nodes, hidden,
                                                                                                  strict=False)}),
                  st.booleans(), st.lists(st.integers(0, 60), unique=True), st.lists(st.booleans(), max_size=6))


@given(trees(), FOLDS, st.booleans(), st.booleans())
def test_no_two_nodes_of_a_row_are_nearer_than_a_column(tree: SearchTree, folds: Folds, fold: bool,
                                                        straight: bool) -> None:
    shape = folds.lay_out(tree, fold=fold, straight=straight)
    assert len(shape.left) == len(shape.right)
    for row in range(len(shape.left)):
        columns = [found.column for found in in_row(shape, row)]
        assert all(b - a >= 1 for a, b in pairwise(columns)), (row, columns)
        assert (min(columns), max(columns)) == (shape.left[row], shape.right[row])
    for each in shapes(shape):
        assert (each.low, each.high) == (min(each.left), max(each.right))
        columns = [column for column, _ in each.below]
        if straight and columns and each.below[-1][1].first in tree.branch:
            assert columns[-1] == 0
        elif columns:
            assert columns[0] == pytest.approx(-columns[-1])


@given(trees(), FOLDS, st.booleans())
def test_folds_hide_exactly_what_they_count(tree: SearchTree, folds: Folds, fold: bool) -> None:
    shape = folds.lay_out(tree, fold=fold, straight=True)
    standing, hidden = set[int](), list[int]()
    for each in shapes(shape):
        if each.folded:
            assert not each.below
            hidden += range(each.first, each.end)
            siblings = [child for child in tree.children(tree.node(each.first).parent)
                        if each.first <= child < each.end]
            assert tree.end(siblings[-1]) == each.end  # whole subtrees, and nothing else
            assert len(siblings) == 1 or tree.node(each.first).parent in tree.branch
        else:
            assert each.end == tree.end(each.first)
            standing.add(each.first)
    assert sorted([*standing, *hidden]) == list(range(tree.count))
    assert set(tree.branch) | {0} <= standing or (0, 0) in folds.by_hand
    for node in range(tree.count):
        found = find(shape, node)
        assert (found.shape.first == node) if node in standing else (found.shape.folded and
                                                                     found.shape.first <= node < found.shape.end)


@given(trees())
def test_the_rule_folds_all_that_failed_and_no_more(tree: SearchTree) -> None:
    shape = Folds().lay_out(tree, fold=True, straight=True)
    for each in shapes(shape):
        if each.folded:
            assert tree.solutions(each.first, each.end) == 0 or tree.solutions(0, tree.count) > 8
        elif each.first not in tree.branch and each.first and each.below:
            assert tree.status(each.first) in ("fruitful", "solution")
    whole = Folds().lay_out(tree, fold=False, straight=False)
    assert [each.first for each in shapes(whole)] == list(range(tree.count))


def test_many_failed_children_of_a_node_are_one_mark_and_open_by_hand() -> None:
    tree = SearchTree()
    tree.grow("∅", 0)
    for value in range(6):
        tree.grow(f"A1 = {value}", 1)
        tree.grow("B1 = 1", 2)
        if value < 5:
            tree.leave(0, failed=True)
    folds = Folds()
    shape = folds.lay_out(tree, fold=True, straight=True)
    assert [(child.first, child.end, child.folded) for _, child in shape.below] == [(1, 11, True), (11, 13, False)]
    view = TreeView()
    view.folds.rule = "fold"
    placed = view.place(tree, TAB, 1)
    view.press(tree, placed, find(placed.shape, 1))
    opened = view.place(tree, TAB, 1)
    assert [child.end - child.first for _, child in opened.shape.below] == [2] * 6
    view.press(tree, opened, find(opened.shape, 0))
    assert view.place(tree, TAB, 1).shape == placed.shape


def test_children_that_failed_or_were_left_are_one_mark_that_says_failed_only_if_all_have() -> None:
    for left in (False, True):
        tree = SearchTree()
        tree.grow("∅", 0)
        for value in range(6):
            tree.grow(f"A1 = {value}", 1)
            if value < 5:
                tree.leave(0, failed=not (left and value == 3))
        shape = Folds().lay_out(tree, fold=True, straight=True)
        assert [(child.first, child.end, child.folded) for _, child in shape.below] == [(1, 6, True), (6, 7, False)]
        assert tree.known(1, 6) == ("open" if left else "failed")


def test_what_a_conflict_jumps_over_has_not_failed() -> None:
    """Of the levels that are left only the last one ends in the conflict: the model of lesson 14 lies in the others."""
    scenario = load(find_lesson("learning-from-a-conflict"))
    timeline = Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))
    timeline.pull_all()
    state, jumps = timeline.at(0), 0
    model = set(timeline.answer.model.items())
    for event in timeline.events:
        if isinstance(event, e.Undone):
            before = state.tree.branch
        state.apply(event)
        if isinstance(event, e.JumpedBack):
            jumps += event.start - event.level > 1
            failed = [node for node in before if state.tree.status(node) == "failed"]
            assert failed == [before[-1]]
    labels = [state.tree.node(node).label for node in range(state.tree.count) if state.tree.status(node) == "open"]
    assert jumps
    assert any((label.lstrip("¬"), label[0] != "¬") in model for label in labels)


# --- in a box ------------------------------------------------------------------------------------------------------


@cache
def hard() -> tuple[CNF, list[Event]]:
    """An unsatisfiable formula on which DPLL makes 2,127 calls."""
    cnf = random_3sat(60, 13)
    return cnf, trace(find_algorithm("dpll").start(cnf, {}, 0))[0]


@cache
def stages() -> list[SearchTree]:
    """The tree of that run at its start, on the way and at its end."""
    cnf, events = hard()
    wanted = {2, 5, 12, 30, 60, 100, 199, 210, 500, 1000, 1999, 2127}
    whole = of_form(cnf)
    state, found = sat_of(whole), []
    for event in events:
        whole.apply(event)
        if isinstance(event, e.Called | e.Returned) and state.tree.count in wanted:
            wanted.discard(state.tree.count)
            found.append(state.tree.copy())
    return [*found, state.tree]


def cards(tree: SearchTree, placed: Placed, unit: float) -> list[Rect]:
    """About where the marks and nodes of a tree are drawn."""
    found = []
    for item in placed.items:
        half = min(placed.column / 2, half_width(tree, item.shape) * placed.scale * unit)
        high = CARD / 2 * placed.scale * unit
        found.append(Rect(item.spot[0] - half, item.spot[1] - high, 2 * half, 2 * high))
    return found


@pytest.mark.parametrize("rule", ["fit", "fold", "unfold"])
@pytest.mark.parametrize(("box", "unit"), [(TAB, 1.0), (BOARD, 1.0), (Rect(1100, 450, 790, 290), 1.35)], ids=str)
def test_the_current_branch_is_in_the_box_and_can_be_read(box: Rect, unit: float, rule: str) -> None:
    for tree in stages():
        view = TreeView()
        view.folds.rule = rule  # type: ignore[assignment]
        placed = view.place(tree, box, unit)
        spots = {item.shape.first: item.spot for item in placed.items}
        assert placed.scale * TEXT >= 10
        for node in tree.branch:
            if node in placed.above:
                assert placed.head.h > 0
            else:
                assert placed.box.contains(*spots[node])
        if tree.branch:
            assert tree.branch[-1] not in placed.above
            assert tree.branch[-3:] == tuple(node for node in tree.branch if node not in placed.above)[-3:]
        found = sorted(cards(tree, placed, unit), key=lambda card: card.x)
        for index, card in enumerate(found):
            for other in found[index + 1:]:
                if other.x >= card.right - 0.5:
                    break
                assert other.y >= card.bottom - 0.5 or card.y >= other.bottom - 0.5


@pytest.mark.parametrize("rows", range(3, 7))
def test_a_tree_that_has_room_shows_all_its_rows_whatever_the_height(rows: int) -> None:
    tree = SearchTree()
    for level in range(rows):
        tree.grow(f"a{level}", level)
    tree.leave(0, failed=False)
    for high in (420 + step * 0.0701 for step in range(4000)):
        placed = TreeView().place(tree, Rect(36.0, 0.0, 1035.0, high), 7 / 3)
        assert placed.origin[1] + (rows - 0.5) * placed.row <= high + 1, high


@pytest.mark.parametrize(("box", "unit"), [(TAB, 1.0), (BOARD, 1.0)], ids=["tab", "board"])
def test_its_texts_have_places_of_their_own(box: Rect, unit: float) -> None:
    for tree in stages():
        for rule in ("fit", "unfold"):
            view, canvas = TreeView(), RecordingCanvas()
            view.folds.rule = rule
            draw_tree(canvas, box, tree, view, theme("dark"), unit)
            assert not overlaps(canvas)
            assert not outside(canvas, (1280, 800))
            texts = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
            assert not any("…" in text for text in texts)  # no label is cut
            if rule == "fit" and tree.branch:
                assert any(text.startswith(tree.node(tree.branch[-1]).label) for text in texts)
            if rule == "fit" and tree.count > 200:
                marks = [find(view.place(tree, box, unit).shape, child).shape
                         for node in (tree.branch or (0,)) for child in tree.children(node)]
                assert sum(mark.end - mark.first for mark in marks if mark.folded) > tree.count / 2


def test_every_node_of_a_large_tree_can_be_reached_and_all_fit_at_once() -> None:
    tree = next(tree for tree in stages() if tree.count == 1999)
    view = TreeView()
    view.folds.rule = "unfold"
    shape = view.place(tree, TAB, 1).shape
    assert [each.first for each in shapes(shape)] == list(range(1999))
    for node in range(0, 1999, 7):
        found = find(shape, node)
        view.look(tree, (found.column, found.row))
        placed = view.place(tree, TAB, 1)
        spot = next(item.spot for item in placed.items if item.shape.first == node)
        assert placed.box.contains(*spot)
        assert placed.at(*spot) == node
    view.look(tree, None)
    view.scale = 0.0
    placed = view.place(tree, BOARD, 1)
    for node in range(1999):
        x, y = placed.spot(find(shape, node))
        assert placed.box.x <= x <= placed.box.right
        assert placed.box.y <= y <= placed.box.bottom
    assert len(placed.items) < 800  # what is too narrow is an outline
    assert placed.above == tree.branch  # whose labels stand above


def test_a_step_brings_the_current_branch_back_into_view() -> None:
    before, after = stages()[-3:-1]
    view = TreeView()
    view.folds.rule = "unfold"
    view.look(before, (-1000.0, 0.0))
    away = view.place(before, TAB, 1)
    assert before.branch[-1] in away.above
    assert away.items  # no further away than there is something to see
    assert after.branch[-1] not in view.place(after, TAB, 1).above


def test_signs_and_shapes_tell_what_colours_tell() -> None:
    tree = SearchTree()
    tree.grow("∅", 0)
    for label, failed, solved in (("f", True, False), ("s", True, True), ("o", False, False)):
        tree.grow(label, 1)
        if solved:
            tree.solved()
        tree.leave(0, failed)
    tree.grow("now", 1)
    canvas = RecordingCanvas()
    draw_tree(canvas, BOARD, tree, TreeView(), theme("dark"), 1)
    assert {op.args[2] for op in canvas.ops if op.name == "text"} == {"∅", "f ✗", "s ✓", "o …", "now"}
    radii = {round(float(str(op.args[7])), 1) for op in canvas.ops if op.name == "rect"}
    assert len(radii) == 3  # square, rounded, round
    assert sum(op.name == "polygon" for op in canvas.ops) == 1  # the arrow of the search


def test_a_recording_shows_the_tree_the_same_whatever_was_drawn_before() -> None:
    film = plan(load(find_lesson("dpll-all-models")))

    def drawn(index: int) -> list[Op]:
        canvas = RecordingCanvas()
        film.draw(canvas, film.frames[index], SIZE, theme("light"))
        return canvas.ops

    last, first = drawn(-1), drawn(0)
    assert {"q ✓", "p ✗"} <= {str(op.args[2]) for op in last if op.name == "text"}
    assert (drawn(-1), drawn(0)) == (last, first)


def test_a_move_of_the_game_begins_another_tree() -> None:
    """Its nodes have the same numbers; folds and what is kept of layouts must not take the one for the other."""
    puzzle = Gnomine.read(board=". . .\n1 2 1\n0 0 0")
    state = before(puzzle, "cdcl", puzzle.as_cnf())
    seen = set()
    for event in (e.Called(1, None, None), e.Called(2, 1, "a"), e.Flagged(("(0,0)",), True), e.Called(1, None, None),
                  e.Called(2, 1, "b")):
        state.apply(event)
        assert state.tree is not None
        seen.add((state.tree.number, state.tree.turns))
    assert len(seen) == 5
    assert state.tree is not None
    assert (state.tree.number, state.tree.count) == (1, 2)
