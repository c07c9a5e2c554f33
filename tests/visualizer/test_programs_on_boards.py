"""Answer sets of puzzles that are programs light their own boards up: each is a solution, and only then it is said."""

from __future__ import annotations

import pytest

from algorithms.answer_sets.events import AnswerSetFound, MInconsistent, UnitPropagated
from algorithms.events import Decided
from algorithms.problems.zebra.puzzle import Zebra
from kit.session_desk import open_session
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.suppose import in_dashes
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.follows import follows_in
from visualizer.families.answer_sets.state import program_in
from visualizer.puzzles.roles import KNOWN, PLAIN, VIOLATED
from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.puzzles.zebra.lights import Lights
from visualizer.runs.session import Session
from visualizer.stage.legends import legend_of

PUZZLES = [
    '{kind: sudoku, boxes: [2, 2], grid: "1... ..2. .... ...4"}',
    "{kind: colouring, map: australia, colours: 3, given: {SA: blue}}",
    "{kind: colouring, colours: 8, edges: [[a, b]]}",  # seven have names
    "{kind: zebra, houses: 3, attributes: {pet: [dog, fox, zebra], house: [red, green, blue]}, "
    "clues: [{at: [dog, 1]}, {left_of: [fox, zebra]}, {left_of: [green, blue]}]}",
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["sudoku", "map", "many colours", "zebra"])
def test_an_answer_set_is_a_solution_on_the_board(puzzle: str) -> None:
    session = open_session(f"title: T\nalgorithm: answer-sets\noptions: {{all: true}}\npuzzle: {puzzle}\n")
    session.forward("end")
    session.work(60.0)
    csp, timeline = session.scenario.puzzle.as_csp(), session.timeline  # type: ignore[attr-defined]
    seen = 0
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        supposed, state = timeline.state.family.supposed, timeline.state
        if isinstance(event, AnswerSetFound):
            seen += 1
            assert supposed.solved
            assert set(supposed.how) == set(csp.domains)
            assert all(len(state.domains[x]) == 1 for x in csp.domains)
            assert all(c.allows([state.domains[x][0] for x in c.scope]) for c in csp.constraints)
        elif not isinstance(timeline.events[position - 2], AnswerSetFound):
            assert not supposed.solved
    assert seen > 1


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["sudoku", "map", "many colours", "zebra"])
def test_the_legend_of_a_board_names_nothing_that_answer_sets_never_light(puzzle: str) -> None:
    session, colors = open_session(f"title: T\nalgorithm: answer-sets\npuzzle: {puzzle}\n"), theme("light")
    session.forward("end")
    session.work(60.0)
    told = {role for role, _ in legend_of(session.board, session.scenario.algorithm)}
    unsaid = {getattr(colors, role) for role, _ in session.board.legend if role not in told}
    assert unsaid and not any("score" in said for _, said in legend_of(session.board, session.scenario.algorithm))
    for position in range(len(session.timeline.events) + 1):
        session.timeline.seek(position)
        canvas = RecordingCanvas()
        session.board.draw(canvas, Rect(0, 0, 500, 500), session.timeline.state, session.timeline.state, 1.0, colors)
        assert unsaid.isdisjoint(part for op in canvas.ops for part in op.args if isinstance(part, tuple))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["sudoku", "map", "many colours", "zebra"])
def test_a_value_leaves_its_place_with_the_literal_that_excludes_it(puzzle: str) -> None:
    session = open_session(f"title: T\nalgorithm: answer-sets\npuzzle: {puzzle}\n")
    session.timeline.pull_all()
    for position in range(len(session.timeline.events) + 1):
        session.timeline.seek(position)
        state, known = session.timeline.state, program_in(session.timeline.state)
        assert known is not None
        facts = {known.program.names[rule.head - 1] for rule in known.program.rules
                 if rule.head and not rule.choice and not rule.body}
        for x, domain in state.domains.items():
            mine = [atom for atom in known.program.names if atom.partition("=")[0] == x]
            true = [atom for atom in mine if known.truth(atom)]
            left = true or [atom for atom in mine if known.truth(atom) is None]
            if not facts & {*mine}:
                assert {f"{x}={value}" for value in domain} == {*left}, (position, x)


def test_a_literal_that_follows_and_what_it_follows_from_are_told_apart() -> None:
    session = Session(load(find("a-sudoku-as-a-program")))
    session.timeline.pull_all()
    paint, board, seen = theme("light"), session.board, 0
    assert isinstance(board, SudokuBoard)
    for position, event in enumerate(session.timeline.events, 1):
        session.timeline.seek(position)
        state, known = session.timeline.state, program_in(session.timeline.state)
        looks = board.looks(state, paint)
        if not isinstance(event, UnitPropagated | Decided):
            assert not any(look.ground == paint.known_fill for look in looks.values())
            continue
        assert known is not None
        cell, _, value = event.literal.lstrip("¬").partition("=")
        rule = known.program.rules[event.rule - 1] if isinstance(event, UnitPropagated) else None
        because = {known.program.names[abs(one) - 1].partition("=")[0] for one in rule.clause} if rule else set()
        assert {x for x, look in looks.items() if look.ground == paint.test} == {cell}
        assert {x for x, look in looks.items() if look.ground == paint.known_fill} == because - {cell}
        if event.literal.startswith("¬") and not looks[cell].digit:
            seen += 1
            assert [mark.value for mark in looks[cell].marks if mark.line] == [int(value)]
    assert seen


def test_where_m_has_both_the_place_is_broken_and_the_clue_at_work_is_lit() -> None:
    session = Session(load(find("the-zebra-as-a-program")))
    session.timeline.pull_all()
    first = next(position for position, event in enumerate(session.timeline.events, 1)
                 if isinstance(event, MInconsistent))
    session.timeline.seek(first)
    follows = follows_in(session.timeline.state)
    assert follows is not None
    assert follows == ("Parliament=3", True, ("Old Gold=3", "Japanese=3"), ("smoke of house 3", "clue 13"), True)
    street = session.scenario.puzzle
    assert isinstance(street, Zebra)
    board = session.board
    lights = Lights(street, session.timeline.state, None, board.peers(session.timeline.state), lambda *_: PLAIN)
    assert lights.houses["Parliament=3"] == VIOLATED
    assert lights.houses["Old Gold=3"] == lights.houses["Japanese=3"] == KNOWN
    assert set(lights.clues) == {13}


def test_arrows_within_a_house_run_beside_the_names_between() -> None:
    """Each lies whole on its pale rim, with no rim of another one on it."""
    session, colors, canvas = Session(load(find("the-zebra-as-a-program"))), theme("light"), RecordingCanvas()
    session.timeline.pull_all()
    session.timeline.seek(next(position for position, event in enumerate(session.timeline.events, 1)
                               if isinstance(event, MInconsistent)))
    state = session.timeline.state
    session.board.draw(canvas, Rect(0, 0, 820, 560), state, state, 1.0, colors)
    (milk,) = (op.args for op in canvas.ops if op.name == "text" and op.args[2] == "milk" and op.args[5] == "center")
    x, y, size = (float(str(part)) for part in (*milk[:2], milk[3]))
    name = Rect(x, y, 0, 0).inset(-canvas.measure("milk", size, "bold") / 2, -size / 2)
    lines = [(op.args[:4], op.args) for op in canvas.ops if op.name == "line"]
    rims = {piece for piece, args in lines if colors.uncovered in args}
    inks = [colors.on_uncovered in args for piece, args in lines if piece in rims]
    assert inks == sorted(inks)
    assert sum(inks) == len(rims) > 10
    assert not any(name.contains(float(str(piece[0])), float(str(piece[1]))) for piece in rims)


def test_the_dot_of_what_follows_from_a_supposition_is_within_its_dashes() -> None:
    session, colors, canvas = Session(load(find("the-zebra-as-a-program"))), theme("light"), RecordingCanvas()
    session.timeline.pull_all()
    session.timeline.seek(next(position for position, event in enumerate(session.timeline.events, 1)
                               if isinstance(event, MInconsistent)))
    state, box = session.timeline.state, Rect(0, 0, 820, 560)
    session.board.draw(canvas, box, state, state, 1.0, colors)
    dots = [(float(str(op.args[0])), float(str(op.args[1])), float(str(op.args[2]))) for op in canvas.ops
            if op.name == "circle" and colors.suppose in op.args]
    rooms = [in_dashes(session.board.place(box, x)) for x, chosen in state.family.tentative.items() if not chosen]
    assert len(dots) > 10
    assert all(any(room.inset(r).contains(x, y) for room in rooms) for x, y, r in dots)
