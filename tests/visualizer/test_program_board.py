"""The board of a logic program says what the semantics say, and everything on it has a place of its own."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked
from algorithms.problems.program.puzzle import Program
from kit.drawn_texts import common, overlaps, texts
from kit.known_lessons import recorded
from kit.programs import LOOPS, dealt, programs
from kit.rings import strokes_of
from kit.session_desk import finish, open_session, scenario
from kit.states import moments
from kit.window_desk import window
from scenarios.loader import find, load
from visualizer.canvas.primitives import Point, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.answer_sets.hull import hull
from visualizer.families.answer_sets.reading import Reading, silent
from visualizer.families.satisfiability.panels import headline
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.puzzles.program.cards import cards_size, longest
from visualizer.puzzles.program.folding import Graph, needs_of
from visualizer.puzzles.program.geometry import Geometry, in_node, lay_out
from visualizer.puzzles.program.graph import way
from visualizer.puzzles.program.grid import Grid
from visualizer.runs.asking import Asking
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.question import Question
from visualizer.runs.session import Session
from visualizer.stage.compare_gains import draw_differences
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

RUNS = {"unfounded": "{given: [b, ~a]}", "reduct": "{guess: [b, c, d, e, f, g]}", "completion": "{}",
        "answer-sets": "{all: true}", "loop-formulas": "{all: true}", "cdcl": "{}"}
BOXES = [Rect(0, 0, 820, 666), Rect(10, 58, 810, 578), Rect(0, 0, 1190, 780), Rect(0, 0, 480, 600)]


def _dealt(atoms: int, seed: int) -> LogicProgram:
    """A random program of that size, however small."""
    return dealt(seed, atoms=atoms, rules=2 * atoms, length=min(atoms, 3))


PROGRAM = st.builds(_dealt, st.integers(1, 36), st.integers(0, 9))


@cache
def session_of(algorithm: str) -> Session:
    """A finished run on the program with two loops."""
    return finish(open_session(f"title: T\nalgorithm: {algorithm}\noptions: {RUNS[algorithm]}\n"
                               f'puzzle: {{kind: program, rules: "{LOOPS}"}}\n'))


def literals(program: LogicProgram, seed: int) -> frozenset[int]:
    """A consistent set M."""
    rng = Random(seed)
    return frozenset(sign * atom for atom in range(1, len(program.names) + 1) if (sign := rng.choice((-1, 0, 1))))


@settings(max_examples=40)
@given(programs(), st.integers(0, 99))
def test_a_rule_is_crossed_out_exactly_if_m_blocks_it(program: LogicProgram, seed: int) -> None:
    reading = Reading(program, literals(program, seed))
    for number, rule in enumerate(program.rules, 1):
        verdict = reading.verdict(number)
        assert (verdict.kind in ("blocked", "met")) == bool(blocked(rule, reading.m))
        if verdict.kind in ("fact", "supports", "choice", "unchosen", "violated"):
            assert set(rule.body) <= reading.m
        assert reading.said(number)
    for need in needs_of(program):
        dead = all(blocked(program.rules[rule - 1], reading.m) for rule in need.rules)
        assert (way(reading, need) == "blocked") == dead
        assert way(silent(reading), need) in ("open", "within")  # of one that is blocked, too: that is asked
        assert all(need.what in program.rules[rule - 1].positive and program.rules[rule - 1].head == need.of
                   for rule in need.rules)


@settings(max_examples=8, deadline=None)
@given(PROGRAM, st.sampled_from(BOXES))
def test_atoms_lie_apart_and_arrows_lead_from_one_to_another(program: LogicProgram, box: Rect) -> None:
    board, canvas = ProgramBoard(Program(program)), RecordingCanvas()
    shape, room = board.shape(canvas, box), board.graph_box(box)
    nodes = list(shape.nodes.values())
    assert all(room.x - 1 <= node.x and node.right <= room.right + 1 and room.y - 1 <= node.y
               and node.bottom <= room.bottom + 1 for node in nodes)
    assert not any(a.meets(b) for index, a in enumerate(nodes) for b in nodes[:index])
    assert lay_out(Graph(program)) == board.layout
    if not isinstance(shape, Geometry):
        assert box.w < 800 or len(nodes) > 25
        return
    for need, points in zip(shape.arrows, shape.paths, strict=True):
        ends = [shape.nodes[shape.names[atom - 1]] for atom in (need.of, need.what)]
        for node, point in zip(ends, (points[0], points[-1]), strict=True):
            assert in_node(node.inset(-shape.height * 0.5), point)


@settings(max_examples=8, deadline=None)
@given(PROGRAM, st.integers(0, 99))
def test_the_hull_holds_the_atoms_of_u_and_no_other(program: LogicProgram, seed: int) -> None:
    box = BOXES[1]
    shape = ProgramBoard(Program(program)).shape(RecordingCanvas(), box)
    chosen = Random(seed).sample(program.names, Random(seed).randint(0, len(program.names)))
    nodes = {name: shape.nodes[name] for name in program.names}
    inside = tuple(node for name, node in nodes.items() if name in chosen)
    outside = tuple(node for name, node in nodes.items() if name not in chosen)
    lines = hull(box, inside, outside, min(node.h for node in nodes.values()) * 0.42)
    for name, node in nodes.items():
        assert (sum(_around(line, node.center) for line in lines) % 2 == 1) == (name in chosen)


def _around(line: tuple[Point, ...], at: Point) -> bool:
    """Does a closed line run around a point?"""
    x, y, odd = *at, False
    for (ax, ay), (bx, by) in pairwise(line):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


@pytest.mark.parametrize("algorithm", RUNS)
def test_every_text_has_a_place_and_can_be_read(algorithm: str) -> None:
    session = session_of(algorithm)
    for index, position in enumerate(moments(session.timeline, 6)):
        session.show(position)
        box, canvas = BOXES[index % len(BOXES)], RecordingCanvas()
        session.board.draw(canvas, box, session.before, session.state, 1.0, theme(NAMES[index % 3]), ("c",), "d")
        assert not overlaps(canvas), (position, box)
        assert all(box.x <= at.x and at.right <= box.right + 1 and at.bottom <= box.bottom for _, at in texts(canvas))
        assert all(float(str(op.args[3])) >= 12 for op in canvas.ops if op.name == "text")


@pytest.mark.parametrize(("wide", "label", "sets"), [(1190, "Answer sets:", 8), (480, "8 answer sets, at last:", 4)])
def test_where_not_all_answer_sets_fit_their_number_is_said(wide: float, label: str, sets: int) -> None:
    session = finish(open_session("title: T\nalgorithm: loop-formulas\noptions: {all: true}\n"
                                  'puzzle: {kind: program, rules: "{a; b; c}."}\n'))
    canvas = RecordingCanvas()
    session.board.draw(canvas, Rect(0, 0, wide, 600), session.before, session.state, 1.0, theme("dark"), (), None)
    said = [text for text, _ in texts(canvas)]
    assert label in said
    assert sum(text.endswith("} ✓") for text in said) >= sets - (label != "Answer sets:") * 2
    assert headline(sat_of(session.state)) == "no further model"


@pytest.mark.parametrize(("atoms", "words"), [(60, True), (300, False), (1_000, False)])
def test_a_large_program_is_a_grid_of_atoms_and_a_bounded_number_of_things(atoms: int, words: bool) -> None:
    chain = " ".join(f"a{atom} :- a{atom + 1}." for atom in range(1, atoms))  # no component that could be folded
    given = f"rules: {chain}" if words else f"random: {{atoms: {atoms}, rules: {2 * atoms}, seed: 1}}"
    session = open_session(f"title: T\nalgorithm: loop-formulas\npuzzle: {{kind: program, {given}}}\n")
    for box in BOXES:
        canvas = RecordingCanvas()
        session.board.draw(canvas, box, session.state, session.state, 1.0, theme("dark"), (), "a7")
        assert len(canvas.ops) < 6_000
        shape = session.board.shape(canvas, box)  # type: ignore[attr-defined]
        assert isinstance(shape, Grid)
        assert shape.words == words
        room = box.inset(-1)
        assert all(room.x <= place.x and place.right <= room.right and place.bottom <= room.bottom
                   for place in shape.nodes.values())


def test_a_click_finds_the_atom_and_its_twins_in_the_rules() -> None:
    session, box, canvas = session_of("unfounded"), BOXES[1], RecordingCanvas()
    board = session.board
    board.draw(canvas, box, session.state, session.state, 1.0, theme("dark"))
    for name in "abcdefg":
        assert board.at(box, *board.place(box, name).center) == name
    _, rules = board.parts(box)  # type: ignore[attr-defined]
    found = {board.at(box, x, y) for x in range(int(rules.x), int(rules.right), 6)
             for y in range(int(rules.y), int(rules.bottom), 6)}
    assert found >= set("abcdefg")
    assert board.at(box, rules.right - 18 * 1.0, rules.y + 60) == "a"  # what stands beside a rule is its head's


def test_what_is_known_of_an_atom_without_a_run_is_what_its_rules_can_do() -> None:
    session = open_session('title: T\nalgorithm: dpll\npuzzle: {kind: program, rules: "a. b :- a, not c. d :- e."}\n')
    session.explain("b")
    assert session.notice == ("b is open. What could hold it up: rule 2: open: a and not c. "
                              "Ask again to decide b next, with the right button or F ¬b.")
    session.explain("e")
    assert session.notice.startswith("e is open. No rule has it as its head, so nothing can hold it up.")


def test_a_set_is_marked_by_clicks_and_by_keys(tmp_path: Path) -> None:
    text = (f"title: T\nalgorithm: unfounded\noptions: {RUNS['unfounded']}\n"
            f'puzzle: {{kind: program, rules: "{LOOPS}"}}\n')
    with window(tmp_path, scenario(text)) as desk:
        stage, board = desk.stage, desk.stage.session.board
        assert isinstance(board, ProgramBoard)

        def own() -> list[str]:
            return list(board.own_set)

        desk.key("p")
        for name in "cdc":
            desk.click(*desk.over(name))
        assert own() == ["d"]
        stage.session.forward("end")
        desk.settle()
        assert own() == ["d"]  # it stays
        for key in ("up", "left", "up"):
            desk.key(key)
            at, before = stage.board.pointed, own()
            desk.key("return")
            assert (at in own()) != (at in before), key


@pytest.mark.parametrize("lesson", ["true-but-not-held-up", "what-no-clause-says"])
def test_what_the_rules_can_do_is_left_out_while_a_question_is_open(lesson: str) -> None:
    scenario = load(find(lesson))
    timeline, run = open_timelines(scenario)[0], scenario.runs[0]
    timeline.pull_all()
    assert isinstance(scenario.puzzle, Program)
    board = ProgramBoard(scenario.puzzle)
    for at in range(1, len(timeline.events) + 1):
        timeline.seek(at)
        if any(verdict.kind == "blocked" for verdict in board.reading(timeline.state).verdicts):
            break
    asking, said = Asking(Question("Which?", "choice", (), frozenset(), ("", "", ""), 0, 0, "", "")), dict[bool, str]()
    for hero in (None, "board"):
        for asking.over in (True, False):
            canvas = RecordingCanvas()
            view = View(run.algorithm, board, timeline, timeline.state, asking=asking, code="rules", hero=hero)
            draw_stage(canvas, Rect(0, 0, 1280, 720), view, theme("dark"), 1.0)
            said[asking.over] = said.get(asking.over, "") + " | ".join(text for text, _ in texts(canvas))
            if (found := board.explain(timeline, "a", None)) is not None:
                said[asking.over] += found.sentence
    assert "blocked by" in said[True]
    assert "blocked by" not in said[False] and "supports" not in said[False]


@pytest.mark.parametrize("size", [(816, 688), (1224, 912)])
def test_rules_take_little_more_room_beside_the_graph_than_they_need(size: tuple[int, int]) -> None:
    """What is left is the graph's; before, they had two fifths of the width, however short they were. No word of them
    is cut for that."""
    lesson, box = load(find("true-but-not-held-up")), Rect(0, 0, *size)
    board, timeline = board_for(lesson.puzzle), recorded(lesson.path)[0]
    assert isinstance(board, ProgramBoard)
    graph, rules = board.parts(box)
    unit, program = board.unit(box), board.puzzle.program
    needed = cards_size(longest(program), program.count, box.h / unit - 50)[0] * unit
    assert needed <= rules.w < 1.2 * needed
    assert rules.w < 0.36 * box.w < 0.64 * box.w < graph.w
    for at in range(len(timeline.events) + 1):
        timeline.seek(at)
        canvas = RecordingCanvas()
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, theme("dark"))
        assert not [op for op in canvas.ops if op.name == "text" and str(op.args[2]).endswith("…")]


@pytest.mark.parametrize("box", [Rect(24, 130, 330, 260), Rect(0, 0, 480, 600), Rect(0, 0, 820, 666)], ids=str)
@pytest.mark.parametrize("lesson", ["one-rule-more", "what-nothing-holds-up"])
def test_the_frame_of_a_difference_lies_on_no_tag_of_an_atom(lesson: str, box: Rect) -> None:
    made, seen = load(find(lesson)), 0
    for timeline, run in zip(recorded(made.path), made.runs, strict=True):
        timeline.seek(len(timeline.events))
        board, canvas, rings = board_for(run.puzzle), RecordingCanvas(), RecordingCanvas()
        board.beside = True
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, theme("dark"))
        draw_differences(rings, [board.place(box, name) for name in timeline.state.domains], box, theme("dark"))
        tags = [place for text, place in texts(canvas) if re.fullmatch(r"\d+ [✓✗]", text)]
        edges = [strip for op in rings.ops if op.name == "rect" and op.args[4] is None for strip in strokes_of(op)]
        assert edges
        assert not [tag for tag in tags for edge in edges if min(common(tag, edge)[2:]) > 0.5]
        seen += len(tags)
    assert seen
