"""The search tree, the trail and the board are linked by pointing."""

from __future__ import annotations

import pytest

from algorithms.core import find_algorithm
from algorithms.events import Complemented, Decided, Undone
from algorithms.problems.forms.cnf import CNF
from kit.sat_runs import random_3sat
from kit.states import of_form
from kit.window_desk import Desk
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.state import sat_of
from visualizer.families.satisfiability.tree_links import beginnings, state_at
from visualizer.runs.states import State

ALGORITHMS = ["dpll", "cdcl"]


def run(name: str, cnf: CNF) -> Timeline[State]:
    timeline = Timeline(find_algorithm(name).start(cnf, {}, 0), of_form(cnf))
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    return timeline


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_node_brings_back_what_was_assigned_there(name: str) -> None:
    """The decisions of its branch are on the trail, and nothing decided after them."""
    timeline = run(name, random_3sat(14, 3))
    tree = timeline.state.tree
    for node in range(tree.count):
        state = state_at(timeline, tree.number, node, len(timeline.events))
        assert state is not None
        found = sat_of(state)
        assert found.tree.branch[-1:] == ((node,) if node or name == "dpll" else ())
        branch, at = [], node
        while at > 0:
            branch.append(tree.node(at).label)
            at = tree.node(at).parent
        literals = [entry.literal for entry in found.trail]
        assert [literal for literal in literals if literal in branch] == branch[::-1]
        assert [entry.literal for entry in found.trail if entry.because is None] == branch[::-1]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_each_entry_of_the_trail_belongs_to_the_node_that_was_there(name: str) -> None:
    cnf = random_3sat(14, 3)
    state = of_form(cnf)
    of_entry: dict[str, int] = {}
    for event in find_algorithm(name).start(cnf, {}, 0):
        state.apply(event)
        sat = sat_of(state)
        if isinstance(event, Undone):
            for literal in event.literals:
                del of_entry[literal]
        if name == "dpll" and isinstance(event, Decided | Complemented):
            continue  # the node, a call, begins with the next event
        here = sat.tree.branch[-1] if sat.tree.branch else 0
        for entry in sat.trail:
            of_entry.setdefault(entry.literal, here)
        begins = beginnings(sat)
        for index, entry in enumerate(sat.trail):
            if begins and of_entry[entry.literal] in sat.tree.branch:  # a call has returned, and is undone next
                node = max(node for node, begin in begins.items() if begin <= index)
                assert node == of_entry[entry.literal]


def test_in_the_window_a_node_shows_its_trail_and_a_trail_entry_its_node(desk: Desk) -> None:
    screen = desk.open("dpll-no-model")
    desk.key("end")
    tree = screen.session.state.tree
    ident = next(name for name in desk.boxes() if name.startswith("tree"))
    placed = screen.tree.view.place(tree, desk.boxes()[ident], 1.0)
    item = next(item for item in placed.items if item.kind == "node" and tree.status(item.shape.first) == "failed"
                and item.shape.first)
    desk.move(*item.spot)
    desk.frame()
    assert screen.tree.view.pointed == item.shape.first
    state = state_at(screen.session.timeline, tree.number, item.shape.first, screen.session.timeline.position)
    assert state is not None
    trail = [entry.literal.lstrip("¬") for entry in sat_of(state).trail]
    spots = [variable for box, variable in screen.board.links.spots if desk.boxes()["search"].contains(*box.center)]
    assert spots[-len(trail):] == trail
    desk.move(2, 2)
    desk.frame()
    assert screen.tree.view.pointed is None
