"""Counting of mines as it is seen: every picture, weight, bar and cell against all placements, found by trying each."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings

from algorithms.advice.gnomine import TOTAL
from algorithms.core import run
from algorithms.counting.mines import mine_probabilities
from algorithms.events import ComponentFound, GroupMerged, NumberSettled, ProbabilityFound
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_lessons import draw_view, drawn
from kit.drawn_texts import outside, overlaps, texts
from kit.known_lessons import timeline_of
from kit.mine_placements import placements, positions
from kit.session_desk import scenario
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.counting.parts import placements as pictured
from visualizer.families.counting.pictures import Picture, mine_at, pictures_of, said_of
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.counting.product import terms_of
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.roles import CONSTRAINT
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LESSON = "125-two-components-and-the-rest"


def counted(puzzle: Gnomine) -> tuple[Timeline[State], PlacementsState]:
    """A board that was counted to the end."""
    algorithm = scenario("title: T\nalgorithm: mine-probabilities\npuzzle: {kind: gnomine, board: '. 1'}").algorithm
    timeline = Timeline(algorithm.start(puzzle.as_mine_count(), {}, 0), start_state(puzzle, algorithm))
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    state = timeline.state.of(PlacementsState)
    assert state is not None
    return timeline, state


@settings(max_examples=40)
@given(positions())
def test_pictures_and_weights_are_those_of_all_placements(puzzle: Gnomine) -> None:
    _, state = counted(puzzle)
    assume(state.models and state.rest is not None)
    assert state.rest is not None
    total = state.rest.left is not None
    everything = list(placements(puzzle, total=total))
    if not total:  # fields that no number touches are not counted
        named = frozenset(state.chances)
        everything = list({frozenset(mines & named) for mines in everything})
    for part in state.components:
        own = [mines.intersection(part.cells) for mines in everything]
        shown = pictures_of(state.components, part, 0, state.rest, part.cells[0])
        if pictured(part.numbers, part.cells, len(part.cells)) is not None:
            weighed = {picture.mines: picture.total for picture in shown if picture.total}
            assert weighed == {mines: own.count(mines) for mines in own}
            ringed = sum(picture.total for picture in shown if picture.ringed)
            assert Fraction(ringed, state.models) == state.chances[part.cells[0]]
        else:
            by_number = {picture.number: picture.total for picture in shown if picture.total}
            assert by_number == {k: sum(len(mines) == k for mines in own) for k in {len(mines) for mines in own}}
        terms = terms_of(state.components, part, state.rest)
        assert sum(term.weight for term in terms.values()) == state.models == len(everything)
        among = {cell for other in state.components for cell in other.cells}
        for (mine, other), term in terms.items():
            both = [mines & among for mines in everything]
            assert term.weight == sum(len(mines.intersection(part.cells)) == mine
                                      and len(mines.difference(part.cells)) == other for mines in both)


@settings(max_examples=40)
@given(positions())
def test_in_a_picture_every_number_of_the_component_has_its_mines(puzzle: Gnomine) -> None:
    timeline, state = counted(puzzle)
    around = {f"C{field}": (field, numbered) for field, numbered in puzzle.seen.items() if numbered >= 0}
    for part in state.components if state.models else ():
        if pictured(part.numbers, part.cells, len(part.cells)) is None:
            continue
        for picture in pictures_of(state.components, part, 0, state.rest, None):
            for field, mines in (around[number.name] for number in part.numbers):
                seen = [mine_at(timeline.state, part, picture, x) for x in puzzle.neighbours(field)]
                assert None not in seen and sum(map(bool, seen)) == mines


@settings(max_examples=40)
@given(positions())
def test_what_decides_a_field_is_lit_with_it(puzzle: Gnomine) -> None:
    timeline, _ = counted(puzzle)
    board, form = board_for(puzzle), puzzle.as_mine_count()
    assert isinstance(board, GnomineBoard)
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        lit = {place for place, role in board.roles(timeline.state).items() if role == CONSTRAINT}
        if isinstance(event, NumberSettled):
            assert lit == {event.number.removeprefix("C")}
            assert any(number.name == event.number and {*event.cells} <= {*number.among} for number in form.numbers)
        elif isinstance(event, ProbabilityFound):
            touching = [number.name.removeprefix("C") for number in form.numbers if event.cells[0] in number.among]
            assert lit == {TOTAL} if not touching else lit <= {*touching}


def test_all_fields_of_a_group_that_is_merged_are_named() -> None:
    lesson = load(find("how-likely-is-a-mine"))
    timeline = Timeline(lesson.steps(), start_state(lesson.puzzle, lesson.algorithm))
    timeline.pull_all()
    for index in timeline.positions(GroupMerged):
        timeline.seek(index + 1)
        view = View(lesson.algorithm, board_for(lesson.puzzle), timeline, timeline.state)
        said, = (text for text, _ in texts(draw_view(view, (1280, 800), "light")) if text.startswith("looks at "))
        named, _, more = said.removeprefix("looks at ").partition(" and ")
        event = timeline.events[index]
        assert isinstance(event, GroupMerged)
        assert tuple(named.split(", ")) == event.cells[:len(event.cells) - int(more.removesuffix(" more") or 0)]


def test_a_field_behind_flags_has_the_total_around_it() -> None:
    lesson = load(find("the-total-decides"))
    timeline = counted(lesson.puzzle)[0] if isinstance(lesson.puzzle, Gnomine) else None
    assert timeline is not None
    canvas = RecordingCanvas()
    board_for(lesson.puzzle).draw(canvas, Rect(0, 0, 700, 560), timeline.state, timeline.state, 1.0, theme("dark"))
    assert "3" in [op.args[2] for op in canvas.ops if op.name == "text"]  # in the corner, as no field has a 3


def test_two_components_and_the_rest() -> None:
    lesson = load(find(LESSON))
    puzzle = lesson.puzzle
    assert isinstance(puzzle, Gnomine)
    answer = run(mine_probabilities(puzzle.as_mine_count()))
    assert answer.models == 770
    _, state = counted(puzzle)
    part, other = state.components
    assert (part.letter, other.letter) == ("A", "B")
    shown = pictures_of(state.components, part, 0, state.rest, "(1,2)")
    assert [(picture.total, picture.ringed) for picture in shown] == [(285, True), (285, True), (100, False),
                                                                     (100, False)]
    assert said_of("(1,2)", shown, 570, 770) == "a mine at (1,2): 285 + 285 = 570 of all 770 = 74%"
    assert state.rest is not None
    weights = [term.weight for term in terms_of(state.components, part, state.rest).values()]
    assert weights == [480, 90, 180, 20]


def test_where_placements_are_many_there_is_one_picture_for_each_number_of_mines() -> None:
    lesson = scenario("title: T\nalgorithm: mine-probabilities\n"
                      "puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 20, seed: 4, reveal: 14}}\n")
    puzzle = lesson.puzzle
    assert isinstance(puzzle, Gnomine)
    _, state = counted(puzzle)
    part = max(state.components, key=lambda component: component.count)
    assert part.count > 12
    shown = pictures_of(state.components, part, 0, state.rest, None)
    assert [(picture.number, picture.times) for picture in shown] == sorted(part.ways.items())
    for picture in shown:
        assert not picture.mines or len(picture.mines) == picture.number
        assert all(len(picture.mines.intersection(number.among)) == number.mines
                   for number in part.numbers if picture.mines)


@pytest.mark.parametrize("theme_name", NAMES)
@pytest.mark.parametrize("panel", ["pseudocode", "product", "large"])
def test_all_of_it_can_be_read(panel: str, theme_name: str) -> None:
    lesson = load(find(LESSON))
    timeline = Timeline(lesson.steps(), start_state(lesson.puzzle, lesson.algorithm))
    timeline.pull_all()
    board = board_for(lesson.puzzle)
    for position in range(0, len(timeline.events) + 1, 3):
        timeline.seek(position)
        canvas = RecordingCanvas()
        view = View(lesson.algorithm, board, timeline, timeline.state, say="Something that is said.",
                    code="pseudocode" if panel == "large" else panel, hero="large" if panel == "large" else None)
        draw_stage(canvas, Rect(10, 50, 1260, 666), view, theme(theme_name), 1.0)
        assert not outside(canvas, (1280, 800)), position
        assert not overlaps(canvas), position
        texts = [op for op in canvas.ops if op.name == "text"]
        assert min(map(size_of, texts)) >= SMALLEST - 0.8, position
        assert not [op.args[2] for op in texts if str(op.args[2]).endswith("…")], position


def size_of(op: object) -> float:
    size = op.args[3]  # type: ignore[attr-defined]
    assert isinstance(size, int | float)
    return size


def test_pictures_grow_with_the_counting() -> None:
    lesson = load(find(LESSON))
    timeline = Timeline(lesson.steps(), start_state(lesson.puzzle, lesson.algorithm))
    timeline.pull_all()
    shown: list[list[Picture]] = []
    for position in range(len(timeline.events)):
        timeline.seek(position)
        state = timeline.state.of(PlacementsState)
        assert state is not None
        if state.components and state.components[0].index == len(state.components) and not state.components[0].ways:
            shown.append(pictures_of(state.components, state.components[0], state.decided, None, None))
    sizes = [max(len(picture.mines) for picture in some) for some in shown]
    assert sizes == sorted(sizes)
    assert sizes[0] == 0 < sizes[-1]


def test_a_field_that_counting_has_decided_still_belongs_to_its_component() -> None:
    """Its mines are among those that were to be laid: without its letter, the board has more than the words say."""
    lesson = load(find("how-likely-is-a-mine"))
    timeline, found = counted(lesson.puzzle)  # type: ignore[arg-type]
    state, box = timeline.state, Rect(0, 0, 900, 900)
    board, canvas = board_for(lesson.puzzle), RecordingCanvas()
    board.draw(canvas, box, state, state, 1.0, theme("dark"))
    decided = [field for field in found.parts if len(state.domains[field]) == 1]
    assert any(state.domains[field] == (1,) for field in decided)
    letters = [(str(op.args[2]), float(str(op.args[0])), float(str(op.args[1]))) for op in canvas.ops
               if op.name == "text"]
    for field in found.parts:
        tile = board.place(box, field)
        name = found.components[found.parts[field] - 1].letter
        assert any(text == name and tile.contains(x, y) for text, x, y in letters), field
    assert found.rest is not None
    mines = {field for field, left in state.domains.items() if left == (1,)}
    assert found.rest.left == 10 - len(mines - found.parts.keys())


def test_every_number_of_a_component_has_its_whole_sum() -> None:
    name = "two-components-and-the-rest"
    timeline = timeline_of(name)
    timeline.seek(timeline.positions(ComponentFound)[0] + 1)
    canvas = drawn(name, (1280, 800), "light", "pseudocode")
    said = " ".join(text for text, _ in texts(canvas))
    for number in ("C(0,1)", "C(1,1)", "C(2,0)", "C(2,1)"):
        assert number in said
    assert "(1,2) + (2,2) + (3,0) + (3,1) + (3,2) = 2" in said
