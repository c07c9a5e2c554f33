"""What was mended on the contact sheets: what has room uses it, names are written in full, and colours are calm."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from algorithms.events import Labelled, StillTied
from algorithms.problems.zebra.street import Street
from kit.drawn_texts import texts
from kit.known_lessons import known, recorded
from kit.measuring import HIDDEN, drawn, opened
from kit.zebras import classic
from scenarios.loader import find
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.pygame_shapes import text_width
from visualizer.canvas.suppose import draw_ribbon
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.backbones.rows import draw_rows
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.literals import larger, rows
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.puzzles.zebra.frame import slot
from visualizer.runs.boards import board_for
from visualizer.runs.states import State
from visualizer.stage.compare_totals import run_color
from visualizer.stage.compare_trees import depth_of, draw_lanes
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView
from visualizer.widgets.ui import Ui
from visualizer.window.caption_band import draw_next
from visualizer.window.transport import Following

DARK = theme("dark")
BOARD = Rect(10, 50, 694, 580)  # on a window of 1280×800


class Measured(RecordingCanvas):
    """Texts are as wide as in the window."""

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return text_width(text, max(1, round(size)), style)


def end_of(lesson: str) -> State:
    timeline = recorded(find(lesson))[0]
    timeline.seek(len(timeline.events))
    return timeline.state


def start_of(lesson: str) -> State:
    timeline = recorded(find(lesson))[0]
    timeline.seek(0)
    return timeline.state


# --- Zebra ---------------------------------------------------------------------------------------------------------


@given(st.floats(30, 300), st.floats(30, 300), st.integers(3, 7))
def test_each_name_has_a_place_of_its_own_in_its_cell(wide: float, high: float, houses: int) -> None:
    street = Street(houses, {"Colour": tuple("abcdefg"[:houses])}, ())
    cell = Rect(7, 9, wide, high)
    places = [slot(cell, street, index) for index in range(houses)]
    assert all(cell.x <= place.x and place.right <= cell.right + 1e-6 for place in places)
    assert all(cell.y <= place.y and place.bottom <= cell.bottom + 1e-6 for place in places)
    assert len({(place.x, place.y) for place in places}) == houses


@pytest.mark.parametrize("box", [Rect(10, 50, 820, 580), Rect(13, 67, 1230, 820)])
def test_the_names_of_the_zebra_are_written_in_full_in_each_cell(box: Rect) -> None:
    state, canvas = start_of("who-owns-the-zebra"), Measured()
    ZebraBoard(classic()).draw(canvas, box, state, state, 1.0, DARK)
    found = Counter(text for text, _ in texts(canvas))
    assert not [text for text in found if text.endswith(".") and len(text) < 8]
    assert found["Englishman"] >= 5  # in the cells, not only in the column of names
    assert found["Chesterfield"] >= 6


def test_where_lines_are_high_long_names_are_smaller_and_not_cut() -> None:
    state, canvas = start_of("what-backmarking-saves"), Measured()
    ZebraBoard(known(find("what-backmarking-saves")).puzzle).draw(canvas, BOARD, state, state, 1.0, DARK)  # type: ignore[arg-type]
    found = Counter(text for text, _ in texts(canvas))
    assert found["Norwegian"] >= 4
    assert not [text for text in found if text.endswith(".")]
    names = [op for op in canvas.ops if op.name == "text" and op.args[2] in ("Norwegian", "Spaniard", "English")]
    assert Counter(op.args[3] for op in names).most_common(1)[0][1] == 9  # in all cells they are as large


@pytest.mark.parametrize("lesson", ["what-a-row-knows", "one-dead-end-three-ways-back", "evolution-against-logic"])
def test_beside_others_names_are_written_and_no_dots_stand_for_them(lesson: str) -> None:
    wide, high = {"what-a-row-knows": (615, 330), "evolution-against-logic": (400, 420)}.get(lesson, (400, 200))
    box = Rect(20, 130, wide, high)
    state, canvas, puzzle = start_of(lesson), Measured(), known(find(lesson)).puzzle
    board = ZebraBoard(puzzle)  # type: ignore[arg-type]
    board.beside = True
    board.draw(canvas, box, state, state, 1.0, DARK)
    written = sum(box.y < place.center[1] for text, place in texts(canvas) if len(text) > 2)
    assert written > sum(len(values) for values in state.domains.values()) * 0.9
    assert not [op for op in canvas.ops if op.name == "circle"]


# --- Formulas ------------------------------------------------------------------------------------------------------


def test_of_few_large_clauses_those_that_were_added_are_large() -> None:
    state = end_of("all-models-by-blocking")
    board, canvas = FormulaBoard(known(find("all-models-by-blocking")).puzzle), Measured()  # type: ignore[arg-type]
    board.draw(canvas, BOARD, state, state, 1.0, DARK)
    given_height = board.places(canvas, BOARD.inset(12))[0][0].h
    assert {card.number for card in board._cards} == {4, 5}
    assert all(chip.h == pytest.approx(0.8 * given_height) for card in board._cards for _, chip in card.chips)
    assert board.spare(BOARD) is not None  # a search tree still has its room


def test_rows_of_literals_fill_the_room_and_none_is_left_out() -> None:
    state, canvas, box = sat_of(end_of("watch-lists")), Measured(), Rect(726, 330, 532, 280)
    scale = larger(canvas, box, state, 1.0)
    table = rows(box, state, 1.0, scale)
    assert scale > 1.3
    assert [row.name for row in table] == list("abcdefg")
    assert table[-1].box.bottom <= box.bottom
    assert larger(canvas, Rect(726, 330, 100, 280), state, 1.0) == 1.0  # no list would be cut for it


@pytest.mark.parametrize("name", NAMES)
def test_only_the_node_where_the_search_is_is_yellow(name: str) -> None:
    colors, canvas = theme(name), RecordingCanvas()
    timeline = recorded(find("watch-lists"))[0]
    timeline.seek(9)
    tree = sat_of(timeline.state).tree
    assert tree is not None
    assert len(tree.branch) == 5
    draw_tree(canvas, Rect(10, 400, 694, 230), tree, TreeView(), colors, 1)
    fills = Counter(op.args[4] for op in canvas.ops if op.name == "rect")
    assert fills[colors.test] == 1
    assert fills[colors.current] == 4


def test_before_the_first_model_no_candidates_are_counted() -> None:
    state = start_of("algorithm-1").family
    assert isinstance(state, BackboneState)
    for wide in (200, 300, 694, 1200):
        canvas = RecordingCanvas()
        draw_rows(canvas, Rect(0, 0, wide, 150), (state, state), 1.0, DARK, 1.0, None, DARK.background)
        assert not [text for text, _ in texts(canvas) if text.startswith("0 candidates")]


@settings(max_examples=40)
@given(st.floats(12, 20), st.floats(60, 200))
def test_the_ribbon_of_a_supposition_leaves_its_name(high: float, wide: float) -> None:
    place = Rect(100, 100, wide, high)
    ribbon = draw_ribbon(Measured(), place, SMALLEST, DARK, Rect(0, 0, 500, 500))
    assert ribbon.bottom <= place.y + 0.1 * place.h


@settings(max_examples=40)
@given(st.floats(12, 200), st.floats(20, 200))
@example(34.0, 65.0)
def test_a_ribbon_on_a_shared_edge_leaves_what_stands_above_it(high: float, wide: float) -> None:
    """The lowest candidates of the cell above end a seventh of it over the edge."""
    place = Rect(100, 200, wide, high)
    shared, free = (draw_ribbon(Measured(), place, SMALLEST, DARK, Rect(0, 0, 500, 500), shared=shared)
                    for shared in (True, False))
    assert shared.y >= free.y
    if high > 54:
        assert high <= 90 or shared == free
        assert shared.y > place.y - 0.1 * high
        assert shared.bottom < place.y + 0.3 * high
    elif 34 <= high <= 36:  # a low one, with a letter in its middle, as has the one above
        assert shared.y > place.y - 0.24 * high
        assert shared.bottom < place.y + 0.24 * high


# --- Trees side by side --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lesson", "position"), [("three-cells-in-the-fog", 15), ("no-way-out", 10_000),
                                                  ("clauses-or-counting", 11)])
def test_a_single_node_is_no_great_block_and_ties_lie_on_no_tree(lesson: str, position: int) -> None:
    runs = known(find(lesson)).runs
    timelines = recorded(find(lesson))
    for timeline in timelines:
        timeline.seek(min(position, len(timeline.events)))
    canvas = Measured()
    draw_lanes(canvas, Rect(22, 460, 742, 170), list(zip(runs, timelines, strict=True)), DARK, 1.0)
    colors: list[object] = [run_color(DARK, number) for number in range(1, len(runs) + 1)]
    trees = [op for op in canvas.ops if op.name == "rect" and op.args[4] in colors]
    bars = [Rect(*(float(str(part)) for part in op.args[:4])) for op in trees]
    assert bars
    deepest = max(depth_of(timeline.state.tree) for timeline in timelines)
    assert all(bar.h <= 12 * deepest + 0.1 for bar in bars)
    ties = [box for text, box in texts(canvas) if text.startswith("=")]
    assert bool(ties) == (lesson != "clauses-or-counting")
    assert not [tie for tie in ties for bar in bars
                if bar.x < tie.center[0] < bar.right and bar.y < tie.bottom and bar.bottom > tie.y + 2]


def test_a_tie_of_scores_is_counted_where_no_other_comes_before() -> None:
    """dom/wdeg compares all variables at once: what its tree says is what its counter counts."""
    found = recorded(find("rivals"))[3]
    ties = [event for event in found.events if isinstance(event, StillTied)]
    labels = [event for event in found.events if isinstance(event, Labelled)]
    found.seek(1 + found.events.index(labels[0]))
    assert found.events.index(ties[0]) < found.events.index(labels[0])
    tree = found.state.tree
    assert tree.node(tree.count - 1).tied == len(ties[0].candidates)


def test_heads_of_rows_that_have_no_room_say_that_they_are_shortened() -> None:
    board, canvas = ZebraBoard(classic()), Measured()
    board.beside = True
    state = start_of("who-owns-the-zebra")
    board.draw(canvas, Rect(20, 80, 236, 300), state, state, 1.0, DARK)
    heads = [str(op.args[2]) for op in canvas.ops if op.name == "text" and op.args[6] == "bold" and op.args[0] == 24]
    assert len(heads) == 5
    assert all(head.endswith(".") or head in ("Colour", "Nation", "Drink", "Smoke", "Pet") for head in heads)
    assert any(head.endswith(".") for head in heads)


@pytest.mark.parametrize("box", [Rect(10, 50, 400, 220), Rect(10, 50, 560, 300)])
def test_in_a_tab_the_zebra_can_be_read(box: Rect) -> None:
    state, canvas = start_of("what-backmarking-saves"), Measured()
    ZebraBoard(known(find("what-backmarking-saves")).puzzle).draw(canvas, box, state, state, 1.0, DARK)  # type: ignore[arg-type]
    sizes = {str(op.args[2]): op.args[3] for op in canvas.ops if op.name == "text"}
    assert {"Colour", "Norwegian", "1"} <= set(sizes)
    assert not [text for text, size in sizes.items() if float(str(size)) < SMALLEST or "…" in text]


# --- what is offered at the end, heads of slides, programs ------------------------------------------------------------


@pytest.mark.parametrize("title", ["FailState", "A game of Clue, row by row", "The Zebra, as far as logic goes"])
@pytest.mark.parametrize("high", [42.0, 52.0, 64.0, 90.0])
def test_lines_of_the_next_lesson_do_not_touch(title: str, high: float) -> None:
    canvas, ui = Measured(), Ui()
    ui.begin(canvas, DARK, 1.0, (1280.0, 800.0), 0.0)
    draw_next(ui, canvas, Rect(900, 600, 214, high), Following(lambda: title, lambda: None), DARK, 14.0)
    lines = sorted((float(str(op.args[1])), float(str(op.args[3])), str(op.args[2])) for op in canvas.ops
                   if op.name == "text")
    assert all(below - y >= 1.1 * max(size, other) for (y, size, _), (below, other, _) in pairwise(lines))
    assert all(size >= SMALLEST for _, size, _ in lines)
    said = " ".join(text for *_, text in lines)
    assert title in said
    assert "N" in said
    assert lines[0][0] >= 600 + SMALLEST / 2
    assert lines[-1][0] <= 600 + high - SMALLEST / 2


def test_the_rules_of_a_program_leave_its_graph_the_height_of_a_slide() -> None:
    board = board_for(known(find("what-holds-itself-up")).puzzle)
    assert isinstance(board, ProgramBoard)
    slide = Rect(24, 24, 688, 704)  # of a window of 1280×800 in projector mode
    graph, rules = board.parts(slide)
    assert rules.x > graph.right
    assert graph.h == rules.h == slide.h
    canvas = Measured()
    shape = board.shape(canvas, slide)
    assert min(node.h for node in shape.nodes.values()) > 40


def test_a_few_rules_stay_below_the_graph() -> None:
    board = board_for(known(find("what-nothing-holds-up")).puzzle)
    assert isinstance(board, ProgramBoard)
    graph, rules = board.parts(Rect(0, 0, 688, 704))
    assert rules.y > graph.bottom


def test_on_a_slide_the_names_of_the_zebra_are_written_in_full_in_cells_and_clues() -> None:
    screen = opened(known(find("who-owns-the-zebra")))
    screen.projector.settings.projector = True
    drawn(screen)
    for cue in range(7):
        screen.transport.playback.to_cue(cue)
        said = [text for text, _ in texts(drawn(screen, whole=True, now=HIDDEN))]
        assert {"Englishman", "Chesterfield", "Parliament"} <= {*said}
        cut = [text for text in said if re.fullmatch(r"\w+( \w+)?\.", text) and classic_begins(text.rstrip("."))]
        assert not cut, (cue, cut)


def classic_begins(cut: str) -> bool:
    """Does a name of the zebra begin so?"""
    return any(name.startswith(cut) and name != cut for name in classic().names)
