"""The search tree grows as the events say, wherever the timeline is; no nodes overlap; folds hide what they count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.core import Event, find_algorithm, trace
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_texts import outside, overlaps
from kit.sat_runs import cnfs, pigeonhole, random_3sat
from kit.states import before, of_form
from scenarios import timeline as timeline_module
from scenarios.loader import find as find_lesson
from scenarios.loader import load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.state import sat_of
from visualizer.recording.film import SIZE, plan
from visualizer.runs import search_tree as tree_state
from visualizer.runs.families import start_state
from visualizer.runs.search_tree import SearchTree
from visualizer.tree.drawing import draw_tree
from visualizer.tree.layout import Folds, Shape
from visualizer.tree.view import CARD, TEXT, Placed, TreeView, find, half_width, in_row

RUNS: list[tuple[str, dict[str, Any]]] = [
    ("dpll", {}), ("dpll", {"all": True}), ("dpll", {"order": "most occurrences"}),
    ("cdcl", {}), ("cdcl", {"all": True}), ("cdcl", {"learning": "none"}),
]
TAB, BOARD = Rect(750, 340, 510, 200), Rect(10, 50, 720, 660)  # on a window of 1280×800


def told(tree: SearchTree) -> tuple[object, ...]:
    """All that a tree says."""
    nodes = [(tree.node(i), tree.status(i), tree.end(i), tuple(tree.children(i))) for i in range(tree.count)]
    return tree.number, tree.grown, tree.path, nodes


# --- how it grows --------------------------------------------------------------------------------------------------


class Model:
    """The same tree, kept the simplest way."""

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.labels: list[str] = []
        self.marks: list[str] = []
        self.path: list[tuple[int, int]] = []
        self.number = 0

    def copy(self) -> Model:
        other = Model()
        other.parents, other.labels, other.marks = self.parents[:], self.labels[:], self.marks[:]
        other.path, other.number = self.path[:], self.number
        return other

    def grow(self, label: str, level: int) -> None:
        if not self.path and self.parents:
            self.parents, self.labels, self.marks, self.number = [], [], [], self.number + 1
        self.parents.append(self.path[-1][0] if self.path else -1)
        self.labels.append(label)
        self.marks.append("open")
        self.path.append((len(self.parents) - 1, level))

    def leave(self, level: int, failed: bool) -> None:
        while len(self.path) > 1 and self.path[-1][1] > level:
            self.back(failed)

    def back(self, failed: bool) -> None:
        node, _ = self.path.pop()
        if failed and self.marks[node] == "open":
            self.marks[node] = "failed"

    def solved(self) -> None:
        for node, _ in self.path:
            self.marks[node] = "fruitful" if self.marks[node] == "open" else self.marks[node]
        if self.path:
            self.marks[self.path[-1][0]] = "solution"

    def told(self) -> tuple[object, ...]:
        depths: list[int] = []
        for parent in self.parents:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        below: list[set[int]] = [{i} for i in range(len(self.parents))]
        for i in reversed(range(1, len(self.parents))):
            below[self.parents[i]] |= below[i]
        nodes = [(tree_state.Node(self.parents[i], self.labels[i], depths[i]), self.marks[i], max(below[i]) + 1,
                  tuple(j for j, parent in enumerate(self.parents) if parent == i)) for i in range(len(self.parents))]
        assert all(below[i] == set(range(i, max(below[i]) + 1)) for i in range(len(below))), "not in preorder"
        return self.number, len(self.parents), tuple(self.path), nodes


STEPS = st.one_of(st.tuples(st.just("grow"), st.sampled_from("pqr")), st.tuples(st.just("leave"), st.integers(0, 4)),
                  st.tuples(st.just("back"), st.booleans()), st.tuples(st.just("solved"), st.none()))


def do(tree: SearchTree | Model, step: tuple[str, Any]) -> None:
    name, value = step
    if name == "grow":
        tree.grow(value, len(tree.path))
    elif name == "leave":
        tree.leave(value, failed=value % 2 == 0)
    elif name == "back" and tree.path:
        tree.back(failed=value)
    elif name == "solved":
        tree.solved()


@given(st.lists(st.tuples(st.integers(0, 3), STEPS), max_size=80))
def test_trees_that_share_their_past_go_on_apart(steps: list[tuple[int, tuple[str, Any]]]) -> None:
    """As keyframes and what-if branches do: each step is taken by a copy of one of the trees so far."""
    trees = [(SearchTree(), Model())]
    for which, step in steps:
        tree, model = trees[which % len(trees)]
        tree, model = tree.copy(), model.copy()
        do(tree, step)
        do(model, step)
        trees = [*trees[-3:], (tree, model)]
        for each, other in trees:
            assert told(each) == other.told()


@st.composite
def trees(draw: st.DrawFn, most: int = 60) -> SearchTree:
    """Trees of all shapes, their search under way or at its end."""
    tree = SearchTree()
    tree.grow("∅", 0)
    at_its_end = draw(st.booleans())
    for step in draw(st.lists(STEPS, max_size=most)):
        if step[0] != "back" or len(tree.path) > 1:
            do(tree, step)
    while tree.path and at_its_end:
        tree.back(failed=True)
    return tree


def test_a_tree_that_is_too_large_keeps_its_first_nodes() -> None:
    with patch.object(tree_state, "MOST_NODES", 5):
        tree = SearchTree()
        for level in range(8):
            tree.grow(f"x{level}", level)
        assert (tree.grown, tree.count, tree.branch) == (8, 5, (0, 1, 2, 3, 4))
        tree.leave(1, failed=True)
        tree.grow("y", 2)
        tree.solved()
        assert (tree.grown, tree.branch, tree.status(1), tree.status(4)) == (9, (0, 1), "fruitful", "failed")
        canvas = RecordingCanvas()
        draw_tree(canvas, BOARD, tree, TreeView(), theme("dark"), 1)
        assert "These are the first 5 of 9 nodes." in [op.args[2] for op in canvas.ops if op.name == "text"]


# --- as the events say ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), RUNS, ids=str)
@settings(max_examples=30, deadline=None)
@given(cnf=cnfs(), data=st.data())
def test_wherever_the_timeline_is_the_tree_is_the_fold_of_the_events_before(
        name: str, options: dict[str, Any], cnf: CNF, data: st.DataObject) -> None:
    with patch.object(timeline_module, "_FIRST_GAP", 4), patch.object(timeline_module, "_MOST_KEYFRAMES", 6):
        timeline = Timeline(find_algorithm(name).start(cnf, options, 0), of_form(cnf))
        timeline.pull_all()
        whole = of_form(cnf)
        folded = [told(whole.tree)]
        for event in timeline.events:
            whole.apply(event)
            folded.append(told(whole.tree))
        for position in data.draw(st.lists(st.integers(0, len(timeline.events)), max_size=12)):
            timeline.seek(position)
            assert told(timeline.state.tree) == folded[position]


@given(cnfs(), st.booleans())
def test_the_tree_of_dpll_is_that_of_its_calls(cnf: CNF, every: bool) -> None:
    events, answer = trace(find_algorithm("dpll").start(cnf, {"all": every}, 0))
    whole = of_form(cnf)
    state, open_calls, solutions = sat_of(whole), list[int](), set[int]()
    for event in events:
        whole.apply(event)
        tree = state.tree
        if isinstance(event, e.Called):
            open_calls.append(event.call - 1)
            node = tree.node(event.call - 1)
            assert (node.parent, node.label) == ((event.parent or 0) - 1, event.literal or "∅")
        elif isinstance(event, e.Modelled):
            solutions.add(open_calls[-1])
        elif isinstance(event, e.Returned):
            assert open_calls.pop() == event.call - 1
            assert (tree.status(event.call - 1) == "failed") == (event.models == 0)
            assert tree.solutions(event.call - 1, tree.end(event.call - 1)) == event.models
        assert list(tree.branch) == open_calls
    marked = {i for i in range(state.tree.count) if state.tree.status(i) == "solution"}
    assert marked == solutions
    assert len(marked) == answer.count


@pytest.mark.parametrize("learning", ["first-UIP", "decision", "none"])
@pytest.mark.parametrize("cnf", [random_3sat(20, 3), random_3sat(60, 0), pigeonhole(4)], ids=["20", "60", "holes"])
def test_the_current_branch_of_cdcl_ends_with_its_decisions(cnf: CNF, learning: str) -> None:
    whole = of_form(cnf)
    state, decided = sat_of(whole), 0
    last: Event | None = None
    for event in trace(find_algorithm("cdcl").start(cnf, {"learning": learning}, 0))[0]:
        before = state.tree.branch
        whole.apply(event)
        decided += isinstance(event, e.Decided)
        left = [state.tree.status(node) for node in state.tree.left]
        if isinstance(event, e.Undone):
            assert list(state.tree.left) == sorted(set(before) - set(state.tree.branch))
        elif isinstance(event, e.Complemented):
            assert set(left) == {"failed"}
        elif isinstance(event, e.JumpedBack):
            assert left == ["open"] * (len(left) - 1) + ["failed"]
        elif isinstance(event, e.Restarted) and isinstance(last, e.Undone):
            assert set(left) == {"open"}
        if decided and not state.refuted:
            labels = [state.tree.node(node).label for node in state.tree.branch]
            decisions = [entry.literal for entry in state.trail if entry.decided]
            assert labels[0] == "∅"
            assert [label for label in labels if label in decisions] == decisions
            assert learning == "none" or labels[1:] == decisions
        assert state.level == max((entry.level for entry in state.trail), default=0)
        last = event
    assert decided > 3
    if state.refuted:
        assert [state.tree.status(0), state.tree.path] == ["failed", ()]


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
