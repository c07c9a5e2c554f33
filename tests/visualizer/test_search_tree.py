"""The search tree grows as the events say, wherever the timeline is; no nodes overlap; folds hide what they count."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.core import Event, find_algorithm, trace
from algorithms.problems.forms.cnf import CNF
from kit.sat_runs import cnfs, pigeonhole, random_3sat
from kit.states import of_form
from scenarios import timeline as timeline_module
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs import search_tree as tree_state
from visualizer.runs.search_tree import SearchTree
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

RUNS: list[tuple[str, dict[str, Any]]] = [
    ("dpll", {}), ("dpll", {"all": True}), ("dpll", {"order": "most occurrences"}),
    ("cdcl", {}), ("cdcl", {"all": True}), ("cdcl", {"learning": "none"}),
]
BOARD = Rect(10, 50, 720, 660)  # on a window of 1280×800


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
    """From where the literal of one joins M on, and so at every event the search is where M is."""
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
        coming = [event.literal] if isinstance(event, e.Decided | e.Complemented) else []
        assert [tree.node(node).label for node in tree.branch[len(open_calls):]] == coming
        assert list(tree.branch[:len(open_calls)]) == open_calls
        on_trail = [entry.literal for entry in state.trail]
        assert isinstance(event, e.Returned) or {tree.node(node).label for node in tree.branch[1:]} <= {*on_trail}
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
