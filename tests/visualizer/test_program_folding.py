"""Components of the dependency graph fold to one node each and unfold again, and nothing is lost or made up by that."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, circles
from algorithms.problems.program.puzzle import Program
from kit.drawn_texts import overlaps
from kit.programs import LOOPS, programs
from kit.session_desk import open_session, scenario
from kit.window_desk import window
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.reading import Reading
from visualizer.puzzles.program.board import MOST_DRAWN, ProgramBoard
from visualizer.puzzles.program.folding import Graph, needs_of, parts_of
from visualizer.puzzles.program.geometry import Geometry
from visualizer.puzzles.program.graph import label_of, way

MANY = ("title: T\nalgorithm: loop-formulas\n"
        "puzzle: {kind: program, random: {atoms: 60, rules: 120, seed: 1}}\n")
BOX = Rect(0, 0, 1190, 780)


@settings(max_examples=60, deadline=None)
@given(programs(), st.data())
def test_a_folded_graph_has_all_atoms_and_the_arrows_that_leave_components(program: LogicProgram,
                                                                           data: st.DataObject) -> None:
    parts = parts_of(program)
    folded = [part for part in parts if data.draw(st.booleans())]
    graph = Graph(program, parts, folded)
    assert sorted(atom for atoms in graph.atoms for atom in atoms) == list(range(1, len(program.names) + 1))
    assert {atoms for atoms in graph.atoms if len(atoms) > 1} == set(folded)
    seen = {(need.of, need.what): need for need in needs_of(program)}
    inside = {ends for ends in seen for part in folded if set(ends) <= set(part)}
    drawn = {(part.of, part.what) for need in graph.arrows for part in (need.parts or (need,))}
    assert drawn == set(seen) - inside
    if len(folded) == len(parts):  # what is left needs no other node in a circle
        nodes = {number: {need.what for need in graph.arrows if need.of == number} - {number}
                 for number in range(1, len(graph.names) + 1)}
        while ground := [number for number, needed in nodes.items() if not needed & set(nodes)]:
            for number in ground:
                del nodes[number]
        assert not nodes


@settings(max_examples=40, deadline=None)
@given(programs(), st.sets(st.integers(1, 4)))
def test_an_arrow_of_a_component_is_blocked_exactly_if_all_its_rules_are(program: LogicProgram, m: set[int]) -> None:
    reading = Reading(program, frozenset(m))
    for need in Graph(program, parts_of(program), parts_of(program)).arrows:
        dead = all(blocked(program.rules[rule - 1], reading.m) for rule in need.rules)
        assert (way(reading, need) == "blocked") == dead


def test_a_folded_component_says_how_many_of_its_atoms_are_true_and_false() -> None:
    program = Program.read(rules="a :- b. b :- c. c :- a.").as_program()
    said = {literals: label_of(Reading(program, frozenset(literals)), (1, 2, 3))
            for literals in [(), (1,), (1, 2, 3), (-1, 2)]}
    assert said == {(): "3 atoms", (1,): "3: 1 ✓", (1, 2, 3): "3 atoms", (-1, 2): "3: 1 ✓ 1 ✗"}


def test_a_program_of_many_atoms_is_folded_at_first_where_their_names_could_not_be_read() -> None:
    session, canvas = open_session(MANY), RecordingCanvas()
    board = session.board
    assert isinstance(board, ProgramBoard)
    board.draw(canvas, BOX, session.state, session.state, 1.0, theme("dark"))
    shape = board.shape(canvas, BOX)
    assert isinstance(shape, Geometry) and len(shape.names) <= MOST_DRAWN < len(board.program.names)
    assert set(shape.graph.folded.values()) == {part for part in circles(board.program) if len(part) > 1}
    assert not overlaps(canvas)
    assert all(float(str(op.args[3])) >= 12 for op in canvas.ops if op.name == "text")
    large = next(name for name, part in shape.graph.folded.items() if len(shape.names) + len(part) > MOST_DRAWN)
    assert "no room" in (board.press(large) or "")
    after = board.shape(canvas, BOX)
    assert isinstance(after, Geometry) and large in after.graph.folded


def test_where_boxes_come_back_and_components_fold_the_graph_lies_as_on_a_new_board() -> None:
    text = f'title: T\nalgorithm: answer-sets\npuzzle: {{kind: program, rules: "{LOOPS}"}}\n'
    canvas, known = RecordingCanvas(), open_session(text).board
    assert isinstance(known, ProgramBoard)
    pressed, box, shapes = list[str](), BOX, dict[object, object]()
    for step in (500, 700, 500, "{c, d}", 700, "{f, g}", 500, "{c, d}", 700, 500):
        if isinstance(step, str):
            known.press(step)
            pressed.append(step)
        else:
            box = Rect(0, 0, step, 700)
        fresh = open_session(text).board
        assert isinstance(fresh, ProgramBoard)
        wanted = fresh.shape(canvas, box)
        for name in pressed:
            fresh.press(name)
            wanted = fresh.shape(canvas, box)
        found = known.shape(canvas, box)
        assert isinstance(found, Geometry) and isinstance(wanted, Geometry)
        assert (found.nodes, found.paths, found.handles) == (wanted.nodes, wanted.paths, wanted.handles)
        folds = frozenset(known._by_hand.items())
        assert found is shapes.setdefault((box, folds), found)  # nothing is laid out again


def test_components_fold_and_unfold_by_clicks_and_by_keys(tmp_path: Path) -> None:
    text = f'title: T\nalgorithm: answer-sets\npuzzle: {{kind: program, rules: "{LOOPS}"}}\n'
    with window(tmp_path, scenario(text)) as desk:
        stage, board = desk.stage, desk.stage.session.board
        assert isinstance(board, ProgramBoard)

        def nodes() -> set[str]:
            shape = board._drawn[1]
            assert isinstance(shape, Geometry)
            return set(shape.names)

        assert nodes() == set("abcdefg")
        desk.click(*desk.over("{c, d}"))
        desk.settle()
        assert nodes() == {"a", "b", "{c, d}", "e", "f", "g"}
        desk.move(2, 2)
        desk.click(*desk.over("{c, d}"))
        desk.settle()
        assert nodes() == set("abcdefg")
        desk.app.ui.focus_on("board")
        desk.app.ui.focus_shows = True
        stage.board.walk_to("{f, g}")
        for folded in (True, False):
            desk.key("return")
            desk.settle()
            assert ("{f, g}" in nodes()) == folded
            assert stage.board.pointed == "{f, g}"
        seen, fresh = set[str](), ["a"]
        while fresh:
            at = fresh.pop()
            seen.add(at)
            ways = {board.next_to(at, step) for step in ((0, 1), (0, -1), (1, 0), (-1, 0))}
            fresh += [name for name in ways if name is not None and name not in seen]
        assert seen >= set("abcdefg") | {"{c, d}", "{f, g}"}  # arrow keys come to every atom, and to what folds
