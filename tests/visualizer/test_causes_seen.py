"""Causes that boards show without a word: what settles a field, what clashes, what is still to be played, what stays
though its rival went, and what an arrow or a heavy edge joins."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.problems.forms.mine_count import Number
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_texts import texts
from kit.mine_placements import positions
from kit.session_desk import finish, game, open_session, scenario
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas import below
from visualizer.canvas.primitives import SMALLEST, Color, Point, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.arcs.state import has_arrows
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.families.consistency.trial_panel import draw_trials
from visualizer.families.consistency.values import values
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.counting.settled import clash_of, reason_of
from visualizer.families.satisfiability.family import draw_focus
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.colouring.weights import thickness
from visualizer.puzzles.formula_clash import bolt, draw_bolt
from visualizer.puzzles.gnomine.rows import looks_of
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import Modelled, counted_roles, draw_search, told_numbers
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, VIOLATED
from visualizer.puzzles.search_marks import on_strip, strip_parts
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.view import View

LIGHT = theme("light")
BOX = Rect(0, 0, 620, 560)


def drawn(session: Any, position: int) -> Any:
    """The board alone at a place of the run."""
    session.timeline.seek(position)
    state, canvas = session.timeline.state, RecordingCanvas()
    session.board.draw(canvas, BOX, state, state, 1.0, LIGHT)
    return canvas


def whole(at: Sequence[float]) -> tuple[int, int]:
    """A point in whole pixels."""
    return round(at[0]), round(at[1])


def session_of(name: str) -> Any:
    return finish(open_session(find(name).read_text(encoding="utf-8")))


def view_of(session: Any) -> View:
    return View(session.scenario.algorithm, session.board, session.timeline, session.timeline.state)


# --- counting ------------------------------------------------------------------------------------------------------


def counted(puzzle: Gnomine) -> Timeline[State]:
    algorithm = scenario("title: T\nalgorithm: mine-probabilities\npuzzle: {kind: gnomine, board: '. 1'}").algorithm
    timeline = Timeline(algorithm.start(puzzle.as_mine_count(), {}, 0), start_state(puzzle, algorithm))
    timeline.pull_all()
    return timeline


@settings(max_examples=60)
@given(positions())
def test_lines_lead_from_all_mines_that_a_number_has_to_it_and_to_all_that_it_settles(puzzle: Gnomine) -> None:
    timeline = counted(puzzle)
    for position, event in enumerate(timeline.events, 1):
        if not isinstance(event, e.NumberSettled):
            continue
        timeline.seek(position)
        state, found = timeline.state, timeline.state.of(PlacementsState)
        assert found is not None and found.used == {event.number: False}
        (link,) = reason_of(state, found.used, found.touched)
        field = event.number[1:]
        around = puzzle.neighbours(field)
        mines = {x for x in around if state.domains[x] == (1,)}
        assert {ray.cause.place for ray in link.rays if ray.to.place == field} == mines - {*event.cells}
        assert {ray.to.place for ray in link.rays if ray.cause.place == field} == {*event.cells}
        assert len(mines) == puzzle.seen[field]  # which is why: it has all of its mines now
        roles = counted_roles(found, over=False)
        assert roles[field] == CONSTRAINT and all(roles[x] == TEST for x in event.cells)


@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(slips=False), st.data())
def test_of_numbers_that_clash_those_are_broken_that_cannot_be_met(puzzle: Gnomine, data: st.DataObject) -> None:
    told = [x for x, seen in puzzle.seen.items() if seen >= 0]
    assume(told)
    wrong = data.draw(st.sampled_from(told))  # one of the numbers is misread
    puzzle = puzzle.with_seen({**puzzle.seen, wrong: (puzzle.seen[wrong] + data.draw(st.integers(1, 3))) % 9})
    timeline = counted(puzzle)
    last = timeline.events[-1]
    assume(isinstance(last, e.NoPlacement) and last.because)
    timeline.seek(len(timeline.events))
    state, found = timeline.state, timeline.state.of(PlacementsState)
    assert found is not None and isinstance(last, e.NoPlacement) and tuple(found.clash) == last.because
    alone = set()
    for name in found.clash:
        around = puzzle.neighbours(name[1:])
        mines = sum(state.domains[x] == (1,) for x in around)
        if not mines <= puzzle.seen[name[1:]] <= mines + sum(len(state.domains[x]) > 1 for x in around):
            alone.add(name)
    broken = {name for name, breaks in found.clash.items() if breaks}
    assert broken == (alone or {*found.clash})
    roles = counted_roles(found, over=True)
    assert {f"C{x}" for x, role in roles.items() if role == VIOLATED} == broken
    assert all(ray.to.place in {name[1:] for name in broken} for link in reason_of(state, found.used, found.touched)
               for ray in link.rays)


def test_lesson_23_ends_with_the_number_that_has_too_many_mines() -> None:
    session = session_of("23-no-placement-fits")
    state = session.timeline.state
    assert state.of(PlacementsState).clash == {"C(1,0)": False, "C(1,1)": False, "C(1,2)": True}
    (link,) = reason_of(state, state.of(PlacementsState).used, ())
    assert {(ray.cause.place, ray.to.place) for ray in link.rays} == {("(0,1)", "(1,2)"), ("(0,2)", "(1,2)")}


def test_numbers_that_clash_only_together_are_all_broken() -> None:
    cells = ("a", "b", "c", "d")
    state: Any = SimpleNamespace(domains=dict.fromkeys(cells, (0, 1)))
    numbers = [Number("one", 1, cells), Number("three", 3, cells), Number("else", 2, cells)]
    assert clash_of(numbers, ("one", "three"), state) == {"one": True, "three": True}


@pytest.mark.parametrize("asked", [False, True])
def test_a_number_that_is_pointed_out_shows_what_it_has_and_needs_but_not_while_that_is_asked(asked: bool) -> None:
    session = session_of("06-a-beginner-board")
    state, canvas = session.timeline.state, RecordingCanvas()
    places, marks = session.board.place, ["(3,6)", "(3,7)", "(3,8)"]
    session.board.asked = asked
    session.board.draw(canvas, BOX, state, state, 1.0, LIGHT, marks)
    filled, empty = zip(*[sockets_in(canvas, places(BOX, x)) for x in marks], strict=True)
    assert (filled, empty) == (((0, 0, 0), (0, 0, 0)) if asked else ((1, 0, 0), (1, 2, 1)))  # 1-2-1, without the flag


def test_a_number_under_test_keeps_its_own_verdict_where_it_is_pointed_out() -> None:
    session = session_of("05-a-wrong-flag")
    for event in (e.SupportFound, e.WipedOut):
        session.timeline.seek(session.timeline.positions(event)[-1] + 1)
        state = session.timeline.state
        assert told_numbers(state, [str(looked_at(state).constraint)[1:]]) == {}


def test_that_there_are_too_many_mines_is_told_by_the_algorithm_alone() -> None:
    session = session_of("05-a-wrong-flag")
    session.timeline.seek(session.timeline.positions(e.ConstraintTaken)[-1] + 1)
    assert told_numbers(session.timeline.state, ["(1,0)", "(1,2)"]) == {"C(1,0)": False}


def test_an_at_least_constraint_that_is_violated_is_broken_where_it_is_pointed_out() -> None:
    session = session_of("65-one-too-many")
    (position,) = session.timeline.positions(e.TooManyFalse)
    session.timeline.seek(position)
    assert told_numbers(session.timeline.state, ["(3,0)"]) == {"C(3,0)": False}
    session.timeline.seek(position + 1)
    assert told_numbers(session.timeline.state, ["(3,0)", "(1,1)"]) == {"C(3,0)": True, "C(1,1)": False}


def sockets_in(canvas: Any, place: Rect) -> tuple[int, int]:
    """How many small circles there are in a place: filled ones, and rings."""
    circles = [op.args for op in canvas.ops if op.name == "circle" and place.contains(*op.args[:2])]
    return sum(fill is not None for *_, fill, _, _ in circles), sum(fill is None for *_, fill, _, _ in circles)


def test_a_second_model_that_there_is_not_is_crossed_out() -> None:
    found = [RecordingCanvas(), RecordingCanvas()]
    for canvas, refuted in zip(found, (False, True), strict=True):
        draw_search(canvas, Rect(0, 0, 100, 100), Modelled(models=(True,), refuted=refuted), LIGHT)
    one, crossed = ([op.args for op in canvas.ops if op.name == "line"] for canvas in found)
    cross: list[Any] = [args for args in crossed if args not in one]
    assert len(cross) == 2 and all(x > 50 > y for x, y, *_ in cross)  # at the top right


def test_what_contradicts_each_other_is_on_the_trail_below_both_clauses() -> None:
    session = session_of("12-dpll-all-models")
    session.timeline.seek(session.timeline.positions(e.Conflicted)[-1] + 1)
    sat = sat_of(session.timeline.state)
    assert len(sat.clashing) == 2 and len(sat.remembered) == 2
    canvas = RecordingCanvas()
    draw_focus(canvas, Rect(0, 0, 576, 220), view_of(session), LIGHT, 1.0)
    ops: list[Any] = canvas.ops
    (level,) = [op.args[1] for op in ops if op.name == "text" and str(op.args[2]).startswith("Trail")]
    (model,) = [op.args[1] for op in ops if op.name == "text" and op.args[2] == "model 1"]
    chips = [op.args[2] for op in ops if op.name == "text" and level < op.args[1] < model]
    assert len(chips) == len(sat.trail) == 4


# --- what is inferred, and still to be played ----------------------------------------------------------------------


def test_what_is_inferred_stays_on_the_board_until_it_is_played() -> None:
    session = session_of("06-a-beginner-board")
    timeline, known, moves = session.timeline, dict[str, Any](), 0
    for position, event in enumerate(timeline.events, 1):
        before = timeline.at(position - 1)
        if isinstance(timeline.events[position - 2], e.Consistent):  # what the first of some moves goes by
            seen = field_of(before).seen
            known = {x: left for x, left in before.domains.items() if len(left) == 1 and seen.get(x) == COVERED}
        timeline.seek(position)
        state = timeline.state
        if isinstance(event, e.Flagged | e.Uncovered):
            moves += 1
            left = {x: value for x, value in state.due.items() if field_of(state).seen[x] == COVERED}
            assert left == {x: value for x, value in known.items() if field_of(state).seen[x] == COVERED}
        else:
            assert not state.due
    assert moves > 10


def test_a_move_that_nothing_says_takes_what_was_inferred_with_it() -> None:
    state = session_of("06-a-beginner-board").timeline.at(0)
    known = {"(0,1)": (0,), "(1,1)": (1,)}
    moves = field_of(state)
    for event, does in ((e.Flagged(("(1,1)",)), True), (e.Flagged(("(1,1)",), on=False), False),
                        (e.Flagged(("(1,1)", "(0,0)")), False), (e.Uncovered((("(0,1)", 1),)), True),
                        (e.Uncovered((("(0,0)", 1),)), False)):
        assert moves.does(event, known) == does


@pytest.mark.parametrize("name", ["gac", "mine-probabilities", "auto-player"])
def test_a_row_with_moves_to_come_is_no_picture_of_one_without(name: str) -> None:
    session = open_session(game(16, 30, 99).replace("algorithm: gac", f"algorithm: {name}"))
    state, rows = session.timeline.state, [list(session.puzzle.layout().places)[:30]]
    assert field_of(state).seen[rows[0][0]] == COVERED
    without = looks_of(state, rows, {}, None).rows
    state.due = {rows[0][0]: (0,)}
    assert looks_of(state, rows, {}, None).rows != without is not None


def test_a_move_to_come_is_drawn_in_dashes() -> None:
    session = session_of("06-a-beginner-board")
    at = session.timeline.positions(e.Flagged)[0] + 1
    canvas = drawn(session, at)
    safe = [x for x, left in session.timeline.state.due.items() if left == (0,)]
    assert len(safe) == 5
    for x in safe:
        place = session.board.place(BOX, x)
        inside = [op for op in canvas.ops if op.name == "rect" and place.contains(op.args[0] + 0.1, op.args[1] + 0.1)
                  and op.args[2] < place.w * 0.5]
        assert len(inside) >= 8  # dashes


# --- what stays, and what is known ---------------------------------------------------------------------------------

PUZZLES = {
    "flag": '{kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}',
    "network": """{kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]},
      constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, H, G], relation: "E + H == G"},
                    {scope: [E, G], allowed: [[1, 2], [2, 4]]}]}""",
    "map": "{kind: colouring, map: australia, colours: 3, given: {WA: red, SA: blue}}",
}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_variable_that_has_one_value_left_shows_the_support_of_it(name: str) -> None:
    session: Any = finish(open_session(f"title: T\nalgorithm: gac\npuzzle: {PUZZLES[name]}\n"))
    timeline, kept = session.timeline, 0
    for index in timeline.positions(e.Pruned):
        timeline.seek(index + 1)
        event, look = timeline.event, looked_at(timeline.state)
        if len(event.left) > 1:
            continue
        constraint = session.board.constraint(timeline.state, look.constraint)
        tried = dict(zip(look.unknown, look.values, strict=True))
        assert look.satisfied and tried[event.variable] == event.left[0]
        domains = timeline.state.domains
        assert constraint.allows([tried[x] if x in tried else domains[x][0] for x in constraint.scope])
        shown = values(view_of(session))
        assert not (look.kept and {"each value a", "counter", "C satisfied?"} & {*shown})  # no test goes on
        kept += look.kept
    assert kept


def test_a_variable_that_has_just_become_known_looks_known() -> None:
    session: Any = finish(open_session(f"title: T\nalgorithm: gac\npuzzle: {PUZZLES['network']}\n"))
    timeline = session.timeline
    timeline.seek(timeline.positions(e.Pruned)[1] + 1)  # H, because F is 3
    assert looked_at(timeline.state).unknown == ("F", "H") and timeline.state.domains["F"] == (3,)
    assert session.board.role(timeline.state, "F") == KNOWN


def test_where_no_other_is_undefined_a_chip_has_what_the_others_are() -> None:
    session: Any = finish(open_session(f"title: T\nalgorithm: gac\npuzzle: {PUZZLES['network']}\n"))
    timeline = session.timeline
    timeline.seek(timeline.positions(e.Pruned)[3] + 1)  # E, because G is 4
    assert looked_at(timeline.state).unknown == ("E",)
    canvas = RecordingCanvas()
    draw_trials(canvas, Rect(0, 0, 600, 250), view_of(session), LIGHT, 1.0)
    said = [text for text, _ in texts(canvas)]
    assert "no other is undefined" in said and not any("of the other" in text for text in said)
    assert said.count("4") == 3  # in a chip for each value of E, and in the constraint


# --- clashes, arrows, weights --------------------------------------------------------------------------------------


@given(st.tuples(*[st.floats(0, 500)] * 4), st.floats(1, 20))
def test_a_bolt_has_two_bends_and_goes_from_end_to_end(at: tuple[float, ...], reach: float) -> None:
    a, b = at[:2], at[2:]
    points = bolt((a[0], a[1]), (b[0], b[1]), reach)
    assert len(points) == 4 and points[0] == a and points[-1] == b
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    for x, y in points[1:3]:
        off = abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
        assert off <= (reach + 0.01) * max(1.0, long)


class Bends(RecordingCanvas):
    """Keeps where lines begin and end."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[tuple[float, float]] = []

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        self.points += [a, b]

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        self.points += points


def test_a_bolt_joins_the_two_literals_in_the_clauses_that_forced_them() -> None:
    session = session_of("10-propagation-meets-a-conflict")
    canvas = drawn(session, len(session.timeline.events))
    chips = {3: {"r": Rect(100, 0, 40, 30)}, 4: {"¬r": Rect(0, 60, 40, 30)}}
    own: Any = RecordingCanvas()
    draw_bolt(own, chips, session.timeline.state.family, LIGHT)
    ends = [op.args[:2] for op in own.ops if op.name == "circle"]
    for (x, y), place in zip(ends, (chips[3]["r"], chips[4]["¬r"]), strict=True):
        assert place.inset(-0.1).contains(x, y) and not place.inset(1).contains(x, y)  # on its edge
    assert [op.args[3] for op in canvas.ops if op.name == "circle"].count(LIGHT.bad) == 2
    row = {3: {"r": Rect(100, 0, 40, 30)}, 4: {"¬r": Rect(260, 0, 40, 30)}}
    draw_bolt(beside := Bends(), row, session.timeline.state.family, LIGHT)
    assert min(y for _, y in beside.points) == 30 and max(y for _, y in beside.points) < 30 * 1.45  # between two rows
    decided: Any = SimpleNamespace(clashing=[SimpleNamespace(literal="r", because=None),
                                             SimpleNamespace(literal="¬r", because=4)])
    draw_bolt(nothing := RecordingCanvas(), chips, decided, LIGHT)
    assert not nothing.ops


@given(st.lists(st.tuples(st.floats(0, 90), st.floats(0, 90), st.floats(5, 30), st.floats(5, 30)), max_size=4),
       st.tuples(*[st.floats(0, 100)] * 4))
def test_no_part_of_an_arrow_lies_on_another_value(places: list[tuple[float, ...]], at: tuple[float, ...]) -> None:
    over = {Rect(*place) for place in places}
    a, b = (at[0], at[1]), (at[2], at[3])
    parts = list(below.seen(a, b, over))
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    steps = [(index + 0.5) / 200 for index in range(200)]
    seen = 0
    for share in steps:
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        on = any(min(p[0], q[0]) - 1e-6 <= x <= max(p[0], q[0]) + 1e-6 and min(p[1], q[1]) - 1e-6 <= y
                 <= max(p[1], q[1]) + 1e-6 for p, q in parts)
        if any(place.inset(0.01).contains(x, y) for place in over):
            assert long < 1 or not on
        elif not any(place.inset(-0.01).contains(x, y) for place in over):
            assert on
            seen += 1
    assert bool(seen) <= bool(parts)


def test_where_an_arc_has_arrows_no_line_of_its_constraint_lies_on_the_values() -> None:
    for algorithm in ("ac3", "gac"):
        session: Any = finish(open_session(f"title: T\nalgorithm: {algorithm}\n"
                                           "puzzle: {kind: sudoku, boxes: [2, 2], random: {clues: 6, seed: 1}}\n"))
        tried = session.timeline.positions(e.SupportFound)[0] + 1
        canvas = drawn(session, tried)
        assert has_arrows(session.timeline.state) == (algorithm == "ac3")
        badges = [op for op in canvas.ops if op.name == "circle" and op.args[3] in (LIGHT.constraint, LIGHT.no_mine)]
        assert bool(badges) == (algorithm == "gac")


def test_the_edge_that_grows_has_the_colour_of_the_conflict_and_heavy_ones_are_thick() -> None:
    session = session_of("60-weights-of-constraints")
    raised = session.timeline.positions(e.WeightRaised)
    for index in raised[:12]:
        canvas = drawn(session, index + 1)
        event = session.timeline.events[index]
        said = [op.args[2] for op in canvas.ops if op.name == "text" and op.args[4] == LIGHT.on_mine]
        assert str(event.weight) in said
        wide = {frozenset((whole(op.args[:2]), whole(op.args[2:4]))): op.args[5] for op in canvas.ops
                if op.name == "line"}
        places = session.board.places(BOX)
        light = min(wide.values())
        for (x, y), weight in search_of(session.timeline.state).weights.values():
            assert wide[frozenset((whole(places[x].center), whole(places[y].center)))] > light * 1.2 or weight == 1
    canvas = drawn(session, raised[0] + 2)
    assert str(session.timeline.events[raised[0]].weight) not in [
        op.args[2] for op in canvas.ops if op.name == "text" and op.args[4] == LIGHT.on_mine]
    assert [thickness(weight) for weight in (1, 2, 3)] == sorted({thickness(weight) for weight in (1, 2, 3)})
    assert thickness(1) == 1 and thickness(1000) == thickness(2000)


@given(st.floats(52, 90), st.sampled_from(["3/11", "3/7", "2", "1"]), st.sampled_from(["+5", "+3", "+1"]))
def test_no_score_is_left_out_beside_what_is_added_to_another(wide: float, score: str, share: str) -> None:
    canvas = RecordingCanvas()
    room, added = strip_parts(canvas, Rect(0, 0, wide, 62), score, share)
    assert added is not None
    assert min(on_strip(canvas, room, score), on_strip(canvas, added, share)) >= SMALLEST
    assert room.right == pytest.approx(added.x) and added.right == pytest.approx(wide)
