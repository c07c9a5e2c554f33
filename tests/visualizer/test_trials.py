"""How GAC's trials are seen: chips and sockets say what the events say, a chip that is pointed at stands on the board,
and the places go with what is drawn."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from algorithms.events import (
    NoSupport,
    Pruned,
    RelationListed,
    SupportFound,
    TupleDropped,
    TupleExtended,
    TupleOutdated,
    TupleTried,
    VariableTaken,
)
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_texts import outside
from kit.session_desk import finish, open_session
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.canvas.trial import trial_box
from visualizer.families.consistency.controls import TrialControls, chip_on_board
from visualizer.families.consistency.equation import draw_equation
from visualizer.families.consistency.pair_panel import draw_listed, draw_pairs
from visualizer.families.consistency.pairs import clash, pair_of, window, without_tuple
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.families.consistency.trial_panel import Chip, draw_trials
from visualizer.families.consistency.trials import assignment, digits, others, rows
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.gnomine.labels import draw_labels, grid_in, margin_of
from visualizer.puzzles.gnomine.trial import draw_known_bit
from visualizer.puzzles.roles import KNOWN, UNKNOWN
from visualizer.runs.asking import Asking
from visualizer.runs.question import Question
from visualizer.runs.session import Session
from visualizer.stage.spots import Look
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

PUZZLES = {
    "mines": '{kind: gnomine, board: "0 2 .\\n1 3 .\\n1 F 2"}',
    "many": '{kind: gnomine, board: ". . . .\\n. 2 . .\\n. . . .\\n1 1 . ."}',
    "network": """{kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]},
      constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, G], allowed: [[1, 2], [2, 4]]}]}""",
    "map": "{kind: colouring, map: australia, colours: 3, given: {WA: red}}",
    "sudoku": "{kind: sudoku, boxes: [2, 2], random: {clues: 6, seed: 1}}",
}


def session_of(name: str) -> Session:
    session = open_session(f"title: T\nalgorithm: gac\npuzzle: {PUZZLES[name]}\n")
    finish(session)
    return session


@pytest.mark.parametrize("name", PUZZLES)
def test_rows_say_what_the_events_said(name: str) -> None:
    session = session_of(name)
    timeline = session.timeline
    tried: dict[Any, list[TupleTried]] = {}
    ended: dict[Any, bool] = {}
    look = ConsistencyState()
    for position, event in enumerate(timeline.events, 1):
        if isinstance(event, VariableTaken):
            tried, ended = {}, {}
        elif isinstance(event, TupleTried):
            timeline.seek(position)
            look = looked_at(timeline.state)
            if look.variable is None:
                continue
            value = look.value_under_test()
            assert value is not None
            tried.setdefault(value, []).append(event)
            number = len(tried[value]) - 1
            assert assignment(look, value, digits(timeline.state, look, number)) == event.values
            for row in rows(timeline.state, look):
                seen = tried.get(row.value, [])
                assert [row.verdict(index) for index in range(row.tried)] == [one.satisfied for one in seen]
                assert row.supported == ended.get(row.value) and row.now == (row.value == value)
                assert row.total == len(list(product(*(timeline.state.domains[x] for x in others(look)))))
        elif isinstance(event, (SupportFound, NoSupport)):
            ended[event.value] = isinstance(event, SupportFound)


def test_the_sockets_of_a_number_are_its_mines() -> None:
    session = session_of("mines")
    for position, event in enumerate(session.timeline.events, 1):
        if isinstance(event, TupleTried) and event.values:
            session.timeline.seek(position)
            have, need = session.board.needs(session.state, event.values) or (0, 0)
            assert (have == need) == event.satisfied


@pytest.mark.parametrize("name", PUZZLES)
def test_a_chip_that_is_pointed_at_stands_on_the_board_and_a_press_goes_to_it(name: str) -> None:
    session = session_of(name)
    controls = TrialControls(session)
    end = next(position for position, event in enumerate(session.timeline.events, 1)
               if isinstance(event, SupportFound))
    session.show(end)
    look = looked_at(session.state)
    last = rows(session.state, look)[-1]
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, look=controls.look)
    assert chip_on_board(view) is None
    controls.look.pointed = Chip(last.value, last.total - 1)
    shown = chip_on_board(view)
    assert shown is not None and looked_at(shown).value_under_test() == last.value
    assert looked_at(session.state).values == look.values  # the run's own state is as it was
    first = next(row for row in rows(session.state, look) if row.tried)
    controls.act(Chip(first.value, 0))
    event = session.timeline.events[session.timeline.position - 1]
    assert isinstance(event, TupleTried) and looked_at(session.state).counts[first.value] == 1


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("palette", NAMES)
def test_all_that_is_tried_is_drawn_inside_the_panel(name: str, palette: str) -> None:
    session = session_of(name)
    colors = theme(palette)
    for position, event in list(enumerate(session.timeline.events, 1))[:40:6]:
        session.timeline.seek(position)
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, look=Look())
        canvas = RecordingCanvas()
        draw_stage(canvas, Rect(0, 0, 1260, 640), view, colors, 1.0)
        assert outside(canvas, (1260, 640)) == [], event
        if looked_at(session.state).variable is not None:
            panel = RecordingCanvas()
            draw_trials(panel, Rect(0, 0, 576, 236), view, colors, 1.0)
            assert outside(panel, (576, 236)) == []


PAIRS = ('{kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}', '{kind: gnomine, board: ". . . .\\n1 2 2 1\\n. . . ."}')


@pytest.mark.parametrize("puzzle", PAIRS)
def test_the_tuples_of_a_pair_are_those_that_are_left(puzzle: str) -> None:
    """Against the events, and the constraints themselves."""
    session = open_session(f"title: T\nalgorithm: path-consistency\npuzzle: {puzzle}\n")
    finish(session)
    timeline = session.timeline
    left: dict[str, list[tuple[Any, ...]]] = {}
    for position, event in enumerate(timeline.events, 1):
        if isinstance(event, RelationListed):
            left[event.constraint] = list(event.tuples)
        elif isinstance(event, (TupleDropped, TupleOutdated)):
            left[event.constraint].remove(event.values)
        timeline.seek(position)
        look = looked_at(timeline.state)
        pair = pair_of(look)
        if pair is None:
            continue
        assert list(pair.b) == left[str(look.pair)]
        assert [values for values in pair.a if values in left[str(look.constraint)]] == left[str(look.constraint)]
        if isinstance(event, TupleExtended):
            assert pair.now is not None
            agree = any(clash(look, event.values, other) is None for other in pair.b)
            assert agree == event.extends
        for x, value in without_tuple(look, timeline.state.domains):
            index = look.scopes[str(look.constraint)].index(x)
            assert not any(values[index] == value for values in left[str(look.constraint)])
        canvas = RecordingCanvas()
        view = View(session.scenario.algorithm, session.board, timeline, timeline.state)
        assert draw_pairs(canvas, Rect(0, 0, 576, 300), view, theme("dark"), 1.0)
        assert outside(canvas, (576, 300)) == []


def test_which_value_goes_next_is_not_shown_while_it_may_be_asked() -> None:
    session = open_session(f"title: T\nalgorithm: path-consistency\npuzzle: {PAIRS[0]}\n")
    timeline, seen = finish(session).timeline, 0
    question = Question("Which?", "choice", (), frozenset(), ("", "", ""), 0, 0, "", "")
    for position in range(len(timeline.events) + 1):
        timeline.seek(position)
        look = looked_at(timeline.state)
        drawn = []
        for asking in (None, Asking(question)):
            canvas = RecordingCanvas()
            view = View(session.scenario.algorithm, session.board, timeline, timeline.state, asking=asking)
            if draw_pairs(canvas, Rect(0, 0, 576, 300), view, theme("dark"), 1.0):
                drawn.append({op.args for op in canvas.ops if op.name == "text" and op.args[4] == theme("dark").muted})
        if drawn:
            going = len(without_tuple(look, timeline.state.domains))
            assert len(drawn[0]) - len(drawn[1]) == going
            seen += going
    assert seen


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_tried_is_possible_as_far_as_is_known(name: str) -> None:
    """Board and panel show the domains and the assignment at once: no field has a value that has gone."""
    for source in (f"algorithm: gac\npuzzle: {PUZZLES[name]}", f"algorithm: path-consistency\npuzzle: {PAIRS[0]}"):
        timeline = finish(open_session(f"title: T\n{source}\n")).timeline
        assert name == "many" or timeline.positions(Pruned)
        for position in [index + 1 for index in timeline.positions(Pruned)]:
            state = timeline.at(position)
            look = looked_at(state)
            assert all(value in state.domains[x] for x, value in zip(look.unknown, look.values, strict=False))


def test_what_is_pruned_is_seen_at_once() -> None:
    """Not only with the next event: the field gets its mine, and the constraint's variables turn known."""
    session = session_of("mines")
    timeline, at = session.timeline, session.timeline.positions(Pruned)[0]
    box, colors = Rect(0, 0, 400, 400), theme("dark")
    field = session.board.place(box, "(0,2)")

    def squares(position: int) -> list[Rect]:
        canvas, state = RecordingCanvas(), timeline.at(position)
        session.board.draw(canvas, box, state, state, 1.0, colors)
        found = [Rect(*op.args[:4]) for op in canvas.ops if op.name == "rect" and op.args[4] == colors.mine]  # type: ignore[arg-type]
        return [place for place in found if field.contains(*place.center)]

    assert timeline.at(at + 1).domains["(0,2)"] == (1,)
    assert not squares(at) and squares(at + 1)
    then = next(index for index in timeline.positions(VariableTaken) if index > at) + 1
    assert isinstance(session.board, GnomineBoard)
    assert session.board.roles(timeline.at(then))["(0,2)"] == KNOWN


def test_the_tuples_of_a_constraint_alone_are_drawn_where_they_are_listed() -> None:
    session = finish(open_session(f"title: T\nalgorithm: path-consistency\npuzzle: {PAIRS[1]}\n"))
    for position in [index + 1 for index in session.timeline.positions(RelationListed)]:
        session.timeline.seek(position)
        look = looked_at(session.state)
        canvas = RecordingCanvas()
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state)
        assert draw_listed(canvas, Rect(0, 0, 576, 240), view, theme("dark"), 1.0)
        assert outside(canvas, (576, 240)) == []
        cards = [op for op in canvas.ops if op.name == "rect" and op.args[4] == theme("dark").raised]
        assert len(cards) == min(8, len(look.listed[str(look.constraint)]))
        assert session.board.focus_at(Rect(0, 0, 300, 300), session.state, 150, 150) is None  # no cut-out lies there


def test_a_sum_is_asked_before_anything_is_tried() -> None:
    session = session_of("mines")
    timeline = session.timeline
    timeline.seek(timeline.positions(VariableTaken)[0] + 1)
    canvas = RecordingCanvas()
    view = View(session.scenario.algorithm, session.board, timeline, timeline.state)
    draw_equation(canvas, Rect(0, 0, 560, 50), view, theme("dark"), 1.0)
    texts, look = [op.args[2] for op in canvas.ops if op.name == "text"], looked_at(timeline.state)
    need = session.puzzle.seen[str(look.constraint)[1:]] if isinstance(session.puzzle, Gnomine) else 0
    assert f"= {need} ?" in texts and texts.count("?") == len(look.unknown) > 0 and "+" in texts


@pytest.mark.parametrize(("count", "now", "most"), [(3, 1, 8), (20, 0, 8), (20, 10, 8), (20, 19, 8), (20, None, 8)])
def test_the_one_in_question_is_among_those_that_are_drawn(count: int, now: int | None, most: int) -> None:
    shown = window(count, now, most)
    assert len(shown) == min(count, most) and set(shown) <= set(range(count))
    assert now is None or now in shown


def test_a_press_on_a_chip_that_was_not_tried_leads_nowhere() -> None:
    """Not to what is tried of the next constraint, which may have no open variable."""
    session = open_session('title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}\n')
    finish(session)
    controls, events = TrialControls(session), session.timeline.events
    for position in [at for at, event in enumerate(events, 1) if isinstance(event, SupportFound | NoSupport)]:
        for row in rows(session.timeline.at(position), looked_at(session.timeline.at(position))):
            session.show(position)
            constraint = looked_at(session.state).constraint
            session.notice = ""
            controls.act(Chip(row.value, row.total - 1))
            assert looked_at(session.state).constraint == constraint
            here = session.timeline.position
            assert here == position or isinstance(events[here - 1], TupleTried)
            assert bool(session.notice) == (here == position) or row.tried == row.total


@pytest.mark.parametrize("side", [48, 60, 92, 184])
@pytest.mark.parametrize("seen", [1, 2, 8])
def test_the_bit_of_a_known_neighbour_lies_beside_its_number(seen: int, side: int) -> None:
    canvas, tile = RecordingCanvas(), Rect(100, 100, side, side)
    assert draw_known_bit(canvas, tile, (0,), seen, (0, 0, 0), theme("light"))
    x, size = next((float(str(op.args[0])), float(str(op.args[3]))) for op in canvas.ops
                   if op.name == "text" and op.args[2] == str(seen))
    half = canvas.measure(str(seen), size, "bold") / 2
    assert tile.x <= x - half and x + half <= trial_box(tile).x


def test_undefined_neighbours_look_so_while_the_tuples_of_a_constraint_are_listed() -> None:
    session = finish(open_session('title: T\nalgorithm: path-consistency\n'
                                  'puzzle: {kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}\n'))
    timeline = session.timeline
    timeline.seek(timeline.positions(RelationListed)[0] + 1)
    look = looked_at(timeline.state)
    assert look.unknown == ("(0,0)", "(0,1)")
    assert isinstance(session.board, GnomineBoard)
    roles = session.board.roles(timeline.state)
    assert {roles[field] for field in look.unknown} == {UNKNOWN}


@pytest.mark.parametrize("size", [(402, 402), (300, 400), (300, 320), (690, 560)], ids=str)
def test_the_numbers_of_rows_lie_within_the_board(size: tuple[int, int]) -> None:
    canvas, box = RecordingCanvas(), Rect(20, 0, *size)
    puzzle = Gnomine(16, 16, {f"({i},{j})": COVERED for i in range(16) for j in range(16)})
    draw_labels(canvas, grid_in(puzzle, box), puzzle, margin_of(puzzle, box), theme("light"))
    numbers = [op.args for op in canvas.ops if op.name == "text" and op.args[5] == "right"]
    assert len(numbers) > 3
    for x, _, text, height, *_ in numbers:
        assert float(str(x)) - canvas.measure(str(text), float(str(height))) >= box.x - 0.5
