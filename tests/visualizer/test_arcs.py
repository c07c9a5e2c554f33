"""How AC-3 is seen: its state is the algorithm's own, its threads and reasons are true, its queue says what is left
out."""

from __future__ import annotations

import copy
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.arcs.events import ArcQueued, ArcTaken, QueueFilled, TupleRemoved
from algorithms.events import Pruned, SupportFound, TupleTried, WipedOut
from kit.drawn_texts import outside, overlaps
from kit.session_desk import finish, open_session
from kit.states import moments
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.arcs.numbers import lost_of
from visualizer.families.arcs.on_board import _ends, threads
from visualizer.families.arcs.queue import cells, draw_flight, draw_queue, headline
from visualizer.families.arcs.reasons import chain, lost_supports, record_of, supports
from visualizer.families.arcs.state import arcs_of
from visualizer.runs.audit import Audit
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.runs.session import Session
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import BOARD, View

BOX = Rect(0, 0, 800, 600)
PUZZLES = {
    "three kinds of constraint": """{kind: csp, domains: {E: [1, 2, 3, 4], F: [1, 3], G: [2, 4], H: [2, 3, 4]},
      constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, F, H], relation: "E + F == H + 1"},
                    {scope: [E], relation: "E < 4"}, {scope: [E, G], allowed: [[1, 2], [2, 4], [3, 2]]}]}""",
    "sudoku": """{kind: sudoku, boxes: [3, 2], random: {clues: 11, seed: 1}}""",
    "map": "{kind: colouring, map: australia, colours: 3, given: {WA: red, NT: green}}",
    "mines": '{kind: gnomine, board: "1 2 .\\n1 . .\\n. 2 ."}',
    "wrong": '{kind: csp, domains: {A: [1, 2], B: [2, 3], C: [1, 2]}, constraints: ['
             '{scope: [A, B], relation: "A > B"}, {scope: [B, C], relation: "B != C"}]}',
}
RUNS = [(name, form) for name in PUZZLES for form in ("hidden", "dual")]


@cache
def session_of(name: str, form: str) -> Session:
    """A finished run; whoever moves on it takes it where it is."""
    return finish(open_session(f"title: T\nalgorithm: ac3\noptions: {{form: {form}}}\npuzzle: {PUZZLES[name]}\n"))


@pytest.mark.parametrize("form", ["hidden", "dual"])
def test_the_value_that_went_last_is_lost_too(form: str) -> None:
    """No other event tells it than the one that says that none is left."""
    timeline = session_of("wrong", form).timeline
    (position,) = timeline.positions(WipedOut)
    timeline.seek(position + 1)
    arcs, state = arcs_of(timeline.state), timeline.state
    assert arcs.arc is not None
    assert arcs.lost == tuple(value for value, support in arcs.support.items() if support is None)
    assert arcs.lost and not arcs.left_to(state, arcs.arc[0])
    audit = Audit.of(lost_of(arcs), timeline)
    assert audit.total == len(arcs.lost)


@pytest.mark.parametrize(("name", "form"), RUNS)
def test_the_state_is_the_queue_and_what_is_left(name: str, form: str) -> None:
    timeline = session_of(name, form).timeline
    for position in moments(timeline, 40):
        arcs, queue = arcs_of(timeline.state), list[tuple[str, str]]()
        gone = set[tuple[str, object]]()
        for event in timeline.events[:position]:
            if isinstance(event, QueueFilled):
                queue = list(event.arcs)
            elif isinstance(event, ArcTaken):
                queue.pop(0)
            elif isinstance(event, ArcQueued):
                queue.append((event.variable, event.partner))
            elif isinstance(event, TupleRemoved):
                gone.add((event.constraint, event.value))
        assert list(arcs.queue) == queue
        if arcs.filled:
            for h in arcs.network.stands_for:
                assert arcs.left_to(timeline.state, h) == tuple(
                    t for t in arcs.network.tuples[h] if (h, t) not in gone)
    timeline.seek(len(timeline.events))
    assert timeline.answer is not None
    assert timeline.state.domains == timeline.answer.domains
    assert timeline.state.outcome == timeline.answer.outcome


@pytest.mark.parametrize(("name", "form"), RUNS)
def test_each_thread_joins_two_values_that_are_drawn_there(name: str, form: str) -> None:
    session = session_of(name, form)
    timeline, board = session.timeline, board_for(session.scenario.puzzle)
    found = 0
    for _ in moments(timeline, 60):
        state = timeline.state
        arcs = arcs_of(state)
        if arcs.arc is None:
            continue
        x, y = arcs.arc
        drawn = list(threads(arcs, board, BOX, state))
        if x in arcs.hidden or y in arcs.hidden:
            continue
        good = {(board.value_place(BOX, state, x, a), board.value_place(BOX, state, y, b))
                for a in arcs.support for b in supports(arcs.network, x, a, y)}
        assert all((thread.start, thread.end) in good for thread in drawn if thread.good)
        assert sum(thread.good for thread in drawn) == sum(b is not None for b in arcs.support.values())
        found += len(drawn)
    assert found or form == "dual"


def test_an_arrow_past_names_hides_few_of_their_letters() -> None:
    """Straight down a column of names it runs at their end, and still from the one value to the other."""
    one, other = Rect(110, 440, 90, 20), Rect(110, 164, 90, 20)
    for start, end in ((one, other), (other, one)):
        ends = _ends(start, end)
        assert ends is not None
        (x, y), (u, v) = ends
        assert x == u and 0 < one.right - x < 0.1 * one.w
        assert {y, v} == {one.y, other.bottom}
    square = Rect(0, 0, 50, 50)
    assert _ends(square, Rect(0, 100, 50, 50)) == ((25, 50), (25, 100))
    assert _ends(one, Rect(290, 440, 90, 20)) == ((200, 450), (290, 450))


SAID = re.compile(r"\bEvent ([\d,]+): (\S+) = (\w+) went, because (?:of (?P<by>.*?)(?:: it needs (?P<y>\S+) = "
                  r"(?P<needed>.*?), and (?:that|the last of them) went at event (?P<then>[\d,]+) \((?P<chain>.*)\)"
                  r"|: no value that (?P<never>\S+) had goes with it)|(?P<alone>\S+) refuses it"
                  r"|no assignment that (?P<h>\S+) has left contains it(?:; \d+ assignments? with it (?:is|are) gone)?)"
                  r"\. (?:Left: (?P<left>.*)|Nothing is left)\.$")


@pytest.mark.parametrize(("name", "form"), RUNS)
def test_reasons_are_true(name: str, form: str) -> None:
    session = session_of(name, form)
    timeline, board, told = session.timeline, board_for(session.scenario.puzzle), 0
    for _ in moments(timeline, 14):
        state = timeline.state
        network = arcs_of(state).network
        for x, values in network.original.domains.items():
            if x in network.original.hidden or state.domains[x] == values:
                continue
            explained = explain(timeline, session.scenario.algorithm, board, x)
            said = SAID.search(explained.sentence)
            assert said, explained.sentence
            position = int(said[1].replace(",", ""))
            assert explained.position == position <= timeline.position
            assert said[2] == x
            a = next(a for a in values if str(a) == said[3])
            assert a in timeline.at(position - 1).domains[x]
            assert a not in timeline.at(position).domains[x]
            assert (said["left"] or "") == ", ".join(map(str, state.domains[x]))
            if said["never"] is not None:
                assert supports(network, x, a, said["never"]) == ()
            if said["then"] is not None:
                then = int(said["then"].replace(",", ""))
                before, at = timeline.at(then - 1).domains[said["y"]], timeline.at(then).domains[said["y"]]
                needed = set(supports(network, x, a, said["y"]))
                assert needed & set(before)
                assert not needed & set(at)
            told += 1
    assert told


@pytest.mark.parametrize("name", ["sudoku", "three kinds of constraint", "map"])
def test_a_chain_of_reasons_begins_where_nothing_was_lost(name: str) -> None:
    timeline = session_of(name, "hidden").timeline
    timeline.seek(len(timeline.events))
    for removals in record_of(timeline).removals.values():
        for removal in removals:
            told, lost = chain(timeline, removal), lost_supports(timeline, removal)
            assert told[-1] == removal.words()
            assert all(one.position < removal.position for one in lost)
            assert (len(told) > 1) >= bool(lost)


def test_a_value_at_a_place_of_its_own_is_explained_by_itself() -> None:
    session = session_of("map", "hidden")
    session.timeline.seek(len(session.timeline.events))
    board = board_for(session.scenario.puzzle)
    for value, other in (("red", "SA≠WA|WA≠SA"), ("green", "NT≠SA")):
        said = explain(session.timeline, session.scenario.algorithm, board, f"SA={value}").sentence
        assert re.search(rf"SA = {value} went, because of (?:{other}): no value that (?:WA|NT) had goes with it", said)


@given(st.integers(0, 60), st.integers(0, 20), st.integers(8, 40))
def test_the_queue_shows_the_next_arcs_and_the_last_ones_that_came_back(size: int, back: int, room: int) -> None:
    queue = [(f"x{index}", "y") for index in range(size)]
    shown = cells(queue, min(back, size), room)
    arcs = [cell for cell in shown if not isinstance(cell, int)]
    more = sum(cell for cell in shown if isinstance(cell, int))
    assert len(shown) == min(size, room)
    assert len(arcs) + more == size
    assert arcs[:1] == queue[:1]
    assert [arc for arc in queue if arc in arcs] == arcs
    if more:
        assert arcs[len(arcs) - min(back, 6, size):] == queue[size - min(back, 6, size):]


def test_the_queue_says_who_lost_how_much() -> None:
    timeline = session_of("sudoku", "hidden").timeline
    timeline.seek(0)
    assert headline(arcs_of(timeline.state)) == "no arc waits yet"
    timeline.seek(timeline.positions(ArcQueued)[0] + 1)
    arcs = arcs_of(timeline.state)
    assert arcs.arc is not None
    assert headline(arcs) == f"{len(arcs.queue)} arcs wait; 1 put back: {arcs.arc[0]} has lost 1 value"
    timeline.seek(len(timeline.events))
    assert headline(arcs_of(timeline.state)) == "the queue is empty"


@pytest.mark.parametrize("palette", NAMES)
@pytest.mark.parametrize("name", ["three kinds of constraint", "sudoku", "mines"])
def test_no_text_lies_on_another_whatever_is_revised(name: str, palette: str) -> None:
    session = session_of(name, "hidden")
    timeline, algorithm = session.timeline, session.scenario.algorithm
    board = board_for(session.scenario.puzzle)
    for kind in (TupleTried, SupportFound, Pruned, ArcQueued, TupleRemoved):
        positions = timeline.positions(kind)
        for index in {positions[0], positions[len(positions) // 2], positions[-1]} if positions else ():
            before: Any = timeline.at(index)
            timeline.seek(index + 1)
            for size in ((1280, 800), (1920, 1080)):
                canvas = RecordingCanvas()
                view = View(algorithm, board, timeline, before, say="Some words.", code="queue")
                draw_stage(canvas, Rect(0, 0, *size), view, theme(palette), size[1] / 800)
                assert not outside(canvas, size)
                assert not overlaps(canvas), (name, index)


def cards(canvas: RecordingCanvas) -> list[Rect]:
    """Of arcs, as they are drawn."""
    return [Rect(*op.args[:4]) for op in canvas.ops if op.name == "rect" and op.args[-1] == 4.0]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["sudoku", "map", "mines"])
def test_arcs_come_from_the_board_and_go_there(name: str) -> None:
    """One that is put back leaves the variable that has lost a value, and is nowhere else meanwhile; one that is taken
    goes to its variable; the others move up."""
    session = session_of(name, "hidden")
    timeline, look, seen = session.timeline, theme("dark"), set[type]()
    for index, event in enumerate(timeline.events, 1):
        if not isinstance(event, ArcQueued | ArcTaken) or (len(seen) == 2 and index > 200):
            continue
        timeline.seek(index - 1)
        before = copy.deepcopy(timeline.state)
        timeline.seek(index)
        panels, ways = {"queue": Rect(810, 300, 400, 420), BOARD: BOX}, []
        for t in (0.0, 0.5, 1.0):
            view = View(session.scenario.algorithm, session.board, timeline, before)
            view.t = t
            above, below = RecordingCanvas(), RecordingCanvas()
            draw_flight(above, panels, view, look, 1.0)
            spots = draw_queue(below, panels["queue"], view, look, 1.0)
            ways.append((cards(above), {spot.target for spot in spots}))
        arc = event.variable, event.partner
        assert arc not in ways[0][1]
        assert (arc in ways[2][1]) == (isinstance(event, ArcQueued) and len(ways[2][1]) > 0)
        end = event.variable if isinstance(event, ArcTaken) else event.partner
        if {end, session.board.seat(end)} & set(session.board.layout.places):
            on_board, in_queue = (0, 2) if isinstance(event, ArcQueued) else (2, 0)
            assert BOX.contains(*ways[on_board][0][0].center)
            assert panels["queue"].contains(*ways[in_queue][0][0].center)
            assert ways[0][0][0].x != ways[1][0][0].x != ways[2][0][0].x
            seen.add(type(event))
    assert seen == {ArcQueued, ArcTaken}
