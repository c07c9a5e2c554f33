"""What a picture says is so: the cut-out of a pair of constraints, the labels of a network, the first formula."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.consistency.path_consistency import path_consistency
from algorithms.core import find_algorithm
from algorithms.problems.forms.relations import with_signs
from algorithms.problems.network import ConstraintText, Network
from kit.drawn_lessons import draw_view
from kit.drawn_texts import common, texts
from kit.known_lessons import known, recorded
from kit.states import before
from scenarios.loader import Scenario, find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.consistency.pairs import clash, pair_of
from visualizer.families.consistency.state import looked_at
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.roles import CONSTRAINT, SATISFIED, VIOLATED
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

SIZES = [Rect(0, 0, 1280, 720), Rect(0, 0, 1920, 990)]


@cache
def lesson(name: str) -> tuple[Scenario, Timeline[Any]]:
    """A lesson, its run complete."""
    scenario = load(find(name))
    timeline = open_timelines(scenario)[0]
    timeline.pull_all()
    return scenario, timeline


def drawn(name: str, box: Rect, palette: str = "dark") -> tuple[Any, list[str]]:
    """The board, and all texts on the stage where the run of the lesson is."""
    scenario, timeline = lesson(name)
    canvas, board = RecordingCanvas(), board_for(scenario.puzzle)
    unit = box.w / 1280
    draw_stage(canvas, box, View(scenario.algorithm, board, timeline, timeline.state), theme(palette), unit)
    return board, [text for text, _ in texts(canvas)]


# --- two constraints at a time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two-constraints-at-a-time", "a-wrong-flag-again"])
def test_an_assignment_that_does_not_extend_satisfies_its_own_constraint(name: str) -> None:
    """Nothing is drawn as 2 ≠ 2: what is red is the constraint that has nothing that agrees."""
    scenario, timeline = lesson(name)
    board: Any = board_for(scenario.puzzle)
    constraints = {c.name: c for c in scenario.form().constraints}
    for position in timeline.positions(e.TupleExtended):
        timeline.seek(position + 1)
        state, event = timeline.state, timeline.events[position]
        assert isinstance(event, e.TupleExtended)
        look = looked_at(state)
        a, b = constraints[str(look.constraint)], constraints[str(look.pair)]
        fixed = dict(zip(look.unknown, event.values, strict=True))
        assert a.allows([fixed.get(x, state.domains[x][0]) for x in a.scope])
        assert (look.satisfied, look.extends) == (True, event.extends)
        _, said = drawn(name, SIZES[0])
        assert not [text for text in said if "≠" in text]
        needs = board.needs(state, event.values)
        assert needs is not None and needs[0] == needs[1] == field_of(state).seen[a.name[1:]]
        pair = pair_of(look)
        assert pair is not None and pair.now is not None and pair.a[pair.now] == event.values
        clashes = [clash(look, event.values, other) for other in pair.b]
        assert (None in clashes) == event.extends
        assert [text for text in said if text.endswith(" differs")] == (
            [] if len(pair.b) > 3 else [f"{x} differs" for x in clashes if x is not None])
        assert f"Each of {a.name} must fit one of {b.name}" in said
        assert ("✓" in said, "✗" in said) == (event.extends, not event.extends)
        assert board.roles(state)[b.name[1:]] == (SATISFIED if event.extends else VIOLATED)
        assert board.roles(state)[a.name[1:]] == CONSTRAINT


def test_the_network_shows_which_of_two_constraints_does_not_fit() -> None:
    puzzle = Network.read(domains={"A": (1, 2, 3), "B": (1, 2, 3), "C": (1, 2, 3)}, constraints=(
        ConstraintText(("A", "B"), "A < B"), ConstraintText(("A", "B", "C"), "A + B == C")))
    timeline = Timeline(path_consistency(puzzle.as_csp()), before(puzzle, "path-consistency"))
    timeline.pull_all()
    board = NetworkBoard(puzzle)
    for position in timeline.positions(e.TupleExtended):
        timeline.seek(position + 1)
        state, event = timeline.state, timeline.events[position]
        assert isinstance(event, e.TupleExtended)
        lit = {name: board.lit(state, c) for name, c in board._constraints.items()}
        assert lit[str(looked_at(state).constraint)] == (SATISFIED, "")
        assert lit[str(looked_at(state).pair)] == ((SATISFIED, "✓") if event.extends else (VIOLATED, "✗"))


# --- the labels of a network -----------------------------------------------------------------------------------------


def check_labels(board: NetworkBoard, box: Rect, state: State) -> None:
    """All constraints are written in full, with their names, inside the board, on no card and no other label."""
    labels = board.labels(RecordingCanvas(), box, state)
    cards = [board.place(box, name).inset(board.unit(box) * 0.05) for name in board.layout.places]
    for name, label in labels.items():
        c = next(c for c in board.csp.constraints if c.name == name)
        assert " ".join(label.rows) == f"{name}: {c.text}"
        assert box.x <= label.box.x and label.box.right <= box.right + 0.01
        assert box.y <= label.box.y and label.box.bottom <= box.bottom + 0.01
        for card in cards:
            shared = common(label.box, card)
            assert not (shared.w > 0.01 and shared.h > 0.01)
    for one, other in combinations(labels.values(), 2):
        shared = common(one.box, other.box)
        assert not (shared.w > 0.01 and shared.h > 0.01)


@pytest.mark.parametrize("palette", NAMES)
@pytest.mark.parametrize("box", SIZES, ids=str)
@pytest.mark.parametrize("name", ["beyond-sums", "the-fog-of-search"])
def test_each_constraint_of_a_small_network_bears_its_name(name: str, box: Rect, palette: str) -> None:
    _, timeline = lesson(name)
    timeline.seek(0)
    board, said = drawn(name, box, palette)
    assert isinstance(board, NetworkBoard)
    shown = " ".join(said)
    for text in ("C1: F ≥ H", "C2: E +", "H = G", "C3: (E, G) is one of", "(2, 4)"):
        assert text in shown
    assert not [text for text in said if ">=" in text or "==" in text]
    check_labels(board, Rect(0, 0, box.w / 2, box.h * 0.8), timeline.state)


@pytest.mark.parametrize("name", ["beyond-sums", "the-fog-of-search"])
def test_the_constraint_that_is_blamed_is_lit(name: str) -> None:
    scenario, timeline = lesson(name)
    board = board_for(scenario.puzzle)
    assert isinstance(board, NetworkBoard)
    blamed = 0
    for position, event in enumerate(timeline.events, 1):
        if not isinstance(event, e.Pruned | e.Struck | e.Emptied):
            continue
        timeline.seek(position)
        lit = [c for c in board.csp.constraints if board.lit(timeline.state, c) is not None]
        assert lit
        assert all(event.because == c.name or {event.because, event.variable} == set(c.scope) for c in lit)
        signs = {board.lit(timeline.state, c) for c in lit}
        if isinstance(event, e.Emptied):
            assert signs == {(VIOLATED, "✗")}
        blamed += 1
    assert blamed


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Networks of up to nine variables with short relations."""
    names = [f"V{index}" for index in range(draw(st.integers(2, 9)))]
    pairs = draw(st.lists(st.sampled_from([*combinations(names, 2)]), max_size=min(8, len(names) * 2), unique=True))
    return Network.read(domains=dict.fromkeys(names, (1, 2, 3)), constraints=tuple(
        ConstraintText(pair, draw(st.sampled_from(["{0} < {1}", "{0} != {1}", "abs({0} - {1}) <= 1"])).format(*pair))
        for pair in pairs))


@settings(deadline=None, max_examples=60)
@given(networks(), st.sampled_from([Rect(0, 0, 640, 560), Rect(10, 20, 1200, 900), Rect(0, 0, 500, 700)]))
def test_labels_of_any_small_network_lie_beside_the_cards(puzzle: Network, box: Rect) -> None:
    state = before(puzzle)
    check_labels(NetworkBoard(puzzle), box, state)


def test_signs_of_relations() -> None:
    assert with_signs("A >= B and B <= C or A != C == 2") == "A ≥ B and B ≤ C or A ≠ C = 2"
    assert with_signs("A == '==' and B != \">=\"") == "A = '==' and B ≠ \">=\""


# --- the first lesson ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a-number-is-a-constraint", "testing-for-support"])
def test_no_cell_off_the_board_is_named(name: str) -> None:
    scenario, timeline = lesson(name)
    fields = set(scenario.puzzle.layout().places)
    for position in range(0, len(timeline.events) + 1, 3):
        timeline.seek(position)
        _, said = drawn(name, SIZES[0])
        named = {found for text in said for found in re.findall(r"\(-?\d+,-?\d+\)", text)}
        assert named <= fields


def test_the_first_pseudocode_begins_with_what_the_first_lesson_does() -> None:
    """The total, which the lesson has not, comes behind all else; where it has no room, no beginning of it is shown."""
    for name in ("gac", "path-consistency"):
        code = [line.text for line in find_algorithm(name).pseudocode]
        total = next(index for index, line in enumerate(code) if "total" in line)
        assert code[total - 1] == ""
        assert not any("SumTested" in line.tags for line in find_algorithm(name).pseudocode[:total])
    _, timeline = lesson("a-number-is-a-constraint")
    found = set()
    for position, height in product((0, 5, len(timeline.events)), (480, 720)):
        timeline.seek(position)
        _, said = drawn("a-number-is-a-constraint", Rect(0, 0, 1280, height))
        parts = [any(words in text for text in said) for words in ("mine total n_T", "tuples is listed")]
        assert parts in ([True, True], [False, False])
        found.add(parts[0])
    assert found == {True, False}


@pytest.mark.parametrize(("name", "broken"), [
    ("05-a-wrong-flag", ["(1,2)"]), ("19-a-wrong-flag-again", ["(1,2)"]), ("65-one-too-many", ["(3,0)"]),
    ("68-a-player-and-a-wrong-flag", ["(1,0)", "(1,1)", "(1,2)"])])
@pytest.mark.parametrize("palette", NAMES)
def test_a_number_that_cannot_be_kept_has_a_cross_whatever_found_it(name: str, broken: list[str], palette: str) -> None:
    """Orange alone says nothing to those who do not see it; a number that nobody blames has no cross."""
    scenario, timeline = lesson(name)
    timeline.seek(len(timeline.events))
    board, canvas, box = board_for(scenario.puzzle), RecordingCanvas(), Rect(0, 0, 600, 600)
    board.draw(canvas, box, timeline.state, timeline.state, 1.0, theme(palette))
    crossed = []
    for field, seen in field_of(timeline.state).seen.items():
        tile = board.place(box, field)
        corner = Rect(tile.x + tile.w * 0.68, tile.y + tile.h * 0.03, tile.w * 0.3, tile.h * 0.3)
        strokes = [op for op in canvas.ops if op.name == "line"
                   and all(corner.contains(op.args[at], op.args[at + 1]) for at in (0, 2))]  # type: ignore[arg-type]
        crossed += [field] if seen > 0 and len(strokes) == 2 else []
    assert crossed == broken


@pytest.mark.parametrize("name", ["counting-deals", "table-1-row-by-row", "a-number-becomes-a-variable",
                                  "one-dead-end-three-ways-back", "what-backmarking-saves", "stuck-in-a-sudoku"])
def test_from_the_first_event_on_it_has_begun(name: str) -> None:
    """Settling cards, fixing an order or applying what speaks of one variable is something, too."""
    board = board_for(known(find(name)).puzzle)
    for run, timeline in zip(known(find(name)).runs, recorded(find(name)), strict=True):
        for position in range(4):
            timeline.seek(position)
            written = dict(texts(draw_view(View(run.algorithm, board, timeline, timeline.state), (1280, 800), "light")))
            assert ("not started" in written) == (position == 0)
