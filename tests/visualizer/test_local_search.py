"""How a repair is seen: its state is the algorithm's own assignment, its reasons are true, no text lies on another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from algorithms.local_search import events as r
from algorithms.local_search.assignment import Assignment
from algorithms.problems.forms.csp import CSP, Value, csp_of
from kit.drawn_lessons import drawn
from kit.drawn_texts import outside, overlaps
from kit.every_board import BOARDS, looked_at_all_along
from kit.known_lessons import known, timeline_of
from kit.states import moments
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.local_search.panels import totals
from visualizer.families.local_search.plot import record_of
from visualizer.families.local_search.state import repair_of
from visualizer.families.local_search.table import table_of
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LESSONS = ("queens-that-move-away", "stuck-in-a-sudoku", "a-map-repaired", "it-never-says-no")
SIZES = [(1280, 800), (1920, 1080), (640, 480)]


def csp(name: str) -> CSP:
    return csp_of(known(find(name)).puzzle)


def recounted(network: CSP, values: Mapping[str, Value]) -> tuple[dict[str, int], set[str]]:
    """The conflicts of each variable that has some, and the violated constraints: from scratch."""
    broken = [c for c in network.constraints
              if all(x in values for x in c.scope) and not c.allows([values[x] for x in c.scope])]
    conflicts = {x: sum(x in c.scope for c in broken) for x in values}
    return {x: n for x, n in conflicts.items() if n}, {c.name for c in broken}


@pytest.mark.parametrize("name", LESSONS)
def test_the_state_is_the_assignment_and_its_conflicts(name: str) -> None:
    timeline, network = timeline_of(name), csp(name)
    for position in moments(timeline, 60):
        repair, state = repair_of(timeline.state), timeline.state
        values = repair.values(state)
        assert set(values) - set(repair.assigned) <= network.given
        assert (repair.conflicts, set(repair.violated)) == recounted(network, values)
        assert all(len(state.domains[x]) == 1 for x in values)
        assert state.inferred == {}
        assert dict(state.known()) == dict(timeline.at(0).domains)
        assert repair.steps == timeline.count(r.Repaired)
        if position == len(timeline.events):
            assert values == timeline.answer.assignment
            assert repair.solved == (timeline.answer.outcome == "solved")


@pytest.mark.parametrize("name", LESSONS)
def test_the_plot_has_a_point_for_each_step(name: str) -> None:
    timeline = timeline_of(name)
    record = record_of(timeline)
    assert len(record.positions) == timeline.count(r.Repaired, len(timeline.events)) + len(record.begins)
    for position, steps, violated in zip(record.positions, record.steps, record.violated, strict=True):
        event: Any = timeline.events[position - 1]
        assert (timeline.count(r.Repaired, position), event.violated) == (steps, violated)


WHY = re.compile(r"^(?:Step (?P<step>[\d,]+) \(event (?P<event>[\d,]+)\) (?:gave|kept) (?P<x>\S+) (?:the value|at) "
                 r"(?P<value>\w+)(?:, (?:the value|one of (?P<ties>\d+) values) with the fewest conflicts then: "
                 r"(?P<fewest>\d+)(?: \((?P<costs>.*)\))?|: the noise drew it, with .* then)"
                 r"|(?P<start>\S+) has started with (?P<first>\w+) \(event (?P<at>[\d,]+)\), .*)\. "
                 r"(?:No constraint on it is violated now|Violated now: (?P<violated>.*))\.$")


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("name", LESSONS)
def test_reasons_are_true(name: str) -> None:
    timeline, scenario, network = timeline_of(name), known(find(name)), csp(name)
    board, assignment = board_for(scenario.puzzle), Assignment(network)
    for _ in moments(timeline, 12):
        repair, state = repair_of(timeline.state), timeline.state
        for x in repair.assigned:
            found = explain(timeline, scenario.algorithm, board, x)
            said = WHY.match(found.sentence)
            assert said, found.sentence
            assert str(state.domains[x][0]) == (said["value"] or said["first"])
            event: Any = timeline.events[number(said["event"] or said["at"]) - 1]
            assert (event.variable, event.value) == (x, state.domains[x][0])
            assert found.position == number(said["event"] or said["at"])
            assert found.marks[0] == x
            named = said["violated"] or ""
            scopes = [c for c in network.constraints if c.name in repair.violated and x in c.scope]
            assert bool(named) == bool(scopes)
            assert all(c.name in named for c in scopes[:1]) or len(scopes) > 6
            if said["step"]:
                assert number(said["step"]) == timeline.count(r.Repaired, found.position)
            if said["costs"]:
                _costs_are_true(assignment, timeline.at(found.position - 1), x, said)


def _costs_are_true(assignment: Assignment, before: State, x: str, said: re.Match[str]) -> None:
    """What each value is said to have cost, counted anew where it was taken."""
    assignment.clear()
    for y, value in repair_of(before).values(before).items():
        number_ = assignment.number[y]
        assignment.take(number_, assignment.domains[number_].index(value))
    counts = assignment.counts(assignment.number[x])
    domain = assignment.domains[assignment.number[x]]
    assert said["costs"] == ", ".join(f"{value} → {count}" for value, count in zip(domain, counts, strict=True))
    assert int(said["fewest"]) == min(counts)


@pytest.mark.parametrize("name", LESSONS)
def test_the_table_has_the_conflicts_of_every_value(name: str) -> None:
    timeline, network = timeline_of(name), csp(name)
    for _ in moments(timeline, 3):
        state = timeline.state
        values = repair_of(state).values(state)
        table = table_of(repair_of(state).csp, state)
        assert list(table.variables) == [x for x, domain in network.domains.items() if len(domain) > 1]
        for (x, value), count in list(table.conflicts.items())[::7]:
            assert count == recounted(network, {**values, x: value})[0].get(x, 0)


def test_the_end_of_the_sudoku_is_a_local_minimum() -> None:
    """As the lesson says: no cell has a value with fewer conflicts than the one that it has."""
    timeline, network = timeline_of("stuck-in-a-sudoku"), Assignment(csp("stuck-in-a-sudoku"))
    for x, value in timeline.answer.assignment.items():
        network.take(network.number[x], network.domains[network.number[x]].index(value))
    assert network.violated == 3
    assert all(min(network.counts(x)) >= network.conflicts[x] for x in range(len(network.names)))


# --- what is drawn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["conflicts", "table"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", LESSONS)
def test_no_text_lies_on_another(name: str, size: tuple[int, int], code: str) -> None:
    for _ in moments(timeline_of(name), 9):
        canvas = drawn(name, size, "dark", code)
        assert not outside(canvas, size)
        assert not overlaps(canvas)


@pytest.mark.parametrize("look", NAMES)
def test_each_variable_in_conflict_has_its_number_on_the_board(look: str) -> None:
    for name in LESSONS:
        timeline = timeline_of(name)
        timeline.seek(len(timeline.events) // 3)
        numbers = [str(n) for n in repair_of(timeline.state).conflicts.values()]
        paint = theme(look)
        shown = [str(op.args[2]) for op in drawn(name, (1280, 800), look, "pseudocode").ops
                 if op.name == "text" and op.args[4] == paint.on_mine]
        assert numbers
        assert sorted(shown) == sorted(numbers)


def test_each_value_of_the_chosen_variable_has_its_number_in_the_panel() -> None:
    timeline = timeline_of("queens-that-move-away")
    for position in range(11, 111):
        timeline.seek(position)
        repair = repair_of(timeline.state)
        if repair.taken is None and repair.tried:
            focus = [op.args for op in drawn("queens-that-move-away", (1280, 800), "dark", "pseudocode").ops
                     if op.name == "text" and op.args[5] == "center" and float(str(op.args[1])) < 170
                     and float(str(op.args[0])) > 712]
            numbers = [args[2] for args in focus if args[6] == "sans" and args[2] != "had"]
            assert numbers == [str(number) for number in repair.tried.values()]


@pytest.mark.parametrize(("puzzle", "place"), BOARDS)
def test_it_works_on_every_board(puzzle: str, place: str | None) -> None:
    looked_at_all_along("min-conflicts", "{max_steps: 40}", puzzle, place, _draw)


def _draw(session: Session) -> None:
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code="conflicts")
    canvas = RecordingCanvas()
    draw_stage(canvas, Rect(0, 0, 1280, 800), view, theme("light"), 1.0)
    assert not outside(canvas, (1280, 800))
    assert not overlaps(canvas)


def test_before_there_are_values_nothing_is_said_to_be_right() -> None:
    timeline = timeline_of("it-never-says-no")
    for index in timeline.positions(r.TryBegun):
        timeline.seek(index + 1)
        fact = totals(repair_of(timeline.state))[0]
        assert (fact.text, fact.color) == ("nothing so far", "muted")
    timeline = timeline_of("queens-that-move-away")
    timeline.seek(len(timeline.events))
    fact = totals(repair_of(timeline.state))[0]
    assert (fact.text, fact.color) == ("nothing", "good")
