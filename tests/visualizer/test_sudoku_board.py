"""The Sudoku board and the panels of a search: what is drawn is what is so, it stays in its place, and going back
brings back every line of it."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from unittest.mock import patch

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.backtracking.labelling import Labelling
from algorithms.backtracking.selection import contribution, degree
from algorithms.core import find_algorithm
from algorithms.events import BackedUp, Emptied, Labelled, Scored, Solved, Struck
from algorithms.problems.forms.csp import CSP
from algorithms.problems.network import ConstraintText, Network
from algorithms.problems.puzzle import Puzzle, form_of
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.drawn_texts import common, outside, overlaps, texts
from kit.known_lessons import known
from kit.states import before
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas import on_pygame as canvas_pygame
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import SMALLEST, Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.contribution import Share, best, best_score, explained, heat, shares
from visualizer.families.backtracking.state import search_of
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.search_marks import strip_high
from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.puzzles.sudoku.cell import Look, Mark, between, draw_cell
from visualizer.runs.boards import Board, board_for
from visualizer.runs.families import start_state
from visualizer.stage.links import belongs

FIGURE_3 = "75.....2.82.6..7...3...2.4....1.7..23.5...9...4..3..7...3.8...1.1..........3.64.7"
COLORS = theme("light")
GRIDS = [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5)]
BOXES = [Rect(0, 0, 640, 560), Rect(13, 7, 900, 950), Rect(0, 0, 300, 290)]


@cache
def network() -> Network:
    """Figure 1 of the paper, with constraints of two and of three variables."""
    return Network.read(
        domains={"E": (1, 2), "F": (1, 3), "G": (2, 4), "H": (2, 3, 4)},
        constraints=(ConstraintText(("F", "H"), relation="F >= H"), ConstraintText(("E", "H", "G"), "E + H == G"),
                     ConstraintText(("E", "G"), allowed=((1, 2), (2, 4)))))


def blank(boxes: tuple[int, int]) -> SudokuBoard:
    """A grid without clues."""
    board = board_for(Sudoku(boxes, {}))
    assert isinstance(board, SudokuBoard)
    return board


@cache
def run_of(name: str, seed: int, kind: str) -> tuple[Timeline[Any], Board]:
    """A run, at most 1,500 events of it, and the board."""
    puzzle: Puzzle
    if kind == "network":
        puzzle = network()
    elif kind == "figure":
        puzzle = Sudoku.read(grid=FIGURE_3)
    else:
        rng = random.Random(seed)
        solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        puzzle = Sudoku.read(grid="".join(c if rng.random() < 0.33 else "." for c in solved))
    algorithm = find_algorithm(name)
    timeline: Timeline[Any] = Timeline(algorithm.start(form_of(puzzle, CSP), {}, seed), start_state(puzzle, algorithm))
    timeline.pull(1500)
    return timeline, board_for(puzzle)


def some_runs(*kinds: str) -> st.SearchStrategy[tuple[Timeline[Any], Any]]:
    return st.builds(run_of, st.sampled_from(["mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg"]),
                     st.integers(0, 7), st.sampled_from(kinds))


runs = some_runs("network", "figure", "random")


def somewhere(timeline: Timeline[Any], part: float) -> Any:
    """A state of the run."""
    timeline.seek(round(part * len(timeline.events)))
    return timeline.state


def drawn(board: Board, before: Any, after: Any, t: float = 1.0, box: Rect = BOXES[0],
          pointed: str | None = None) -> list[Op]:
    canvas = RecordingCanvas()
    board.draw(canvas, box, before, after, t, COLORS, (), pointed)
    return canvas.ops


def words(ops: list[Op]) -> list[str]:
    return [str(op.args[2]) for op in ops if op.name == "text"]


# --- scores, taken apart ---------------------------------------------------------------------------------------------


def labelling(timeline: Timeline[Any], puzzle: Any) -> tuple[Labelling, list[str]]:
    """The labels of a state, as the algorithm keeps them, and the unassigned variables."""
    csp: CSP = form_of(puzzle, CSP)
    state, found = timeline.state, Labelling(csp)
    open_ = []
    for x, name in enumerate(found.names):
        assigned = name in csp.given or name in search_of(state).assigned
        found.left[x] = sum(map(found.bit, state.domains[name]))
        found.open_[x] = 0 if assigned else found.left[x]
        open_ += [] if assigned else [name]
    return found, open_


@given(runs, st.floats(0, 1))
def test_the_shares_add_up_to_the_algorithms_contribution_number(run: tuple[Timeline[Any], Any], part: float) -> None:
    timeline, board = run
    state = somewhere(timeline, part)
    numbers, open_ = labelling(timeline, board.puzzle)
    peers = board.peers(state)
    for x in open_:
        found = shares(peers, state, x)
        assert sum(share.worth for share in found) == contribution(numbers, numbers.number[x])
        for share in found:
            assert share.peer in open_
            assert share.worth == len(share.common) == len(set(state.domains[x]) & set(state.domains[share.peer])) > 0


@pytest.mark.parametrize(("name", "score"), [("mrv-plus", contribution), ("mrv-degree", degree)])
@pytest.mark.parametrize("kind", ["network", "figure", "random"])
def test_what_is_shown_of_a_score_is_the_score_reported(name: str, score: Any, kind: str) -> None:
    timeline, board = run_of(name, 3, kind)
    for position in list(timeline.positions(Scored))[:60]:
        timeline.seek(position + 1)
        event = timeline.event
        assert isinstance(event, Scored)
        numbers, _ = labelling(timeline, board.puzzle)  # type: ignore[attr-defined]
        found = explained(board.peers(timeline.state), timeline.state, None)
        assert (found.variable, found.total) == (event.variable, event.score)
        assert event.score == score(numbers, numbers.number[event.variable])


def test_the_papers_example_peer_by_peer() -> None:
    """Section 5: D1 {6, 9} and the twelve peers that it names, in its order."""
    timeline, board = run_of("mrv-plus", 0, "figure")
    timeline.seek(timeline.positions(Scored)[0] + 1)
    state = timeline.state
    assert search_of(state).tied == ("D1", "E6", "I2")
    found = explained(board.peers(state), state, None)
    assert found.shares == tuple(Share(peer, tuple(domain), tuple(both), len(both)) for peer, domain, both in [
        ("D2", [6, 8, 9], [6, 9]), ("D3", [6, 8, 9], [6, 9]), ("D5", [4, 5, 6, 9], [6, 9]), ("D7", [3, 5, 6, 8], [6]),
        ("D8", [3, 5, 6, 8], [6]), ("C1", [1, 6, 9], [6, 9]), ("F1", [1, 2, 6, 9], [6, 9]),
        ("G1", [2, 4, 5, 6, 9], [6, 9]), ("H1", [2, 4, 5, 6, 9], [6, 9]), ("I1", [2, 5, 9], [9]),
        ("E2", [6, 7, 8], [6]), ("F3", [1, 2, 6, 8, 9], [6, 9])])
    assert (found.variable, found.total) == ("D1", 20)
    assert explained(board.peers(state), state, "I2").total == 14  # pointed at, though not scored yet
    assert explained(board.peers(state), state, "A3").variable == "D1"  # not tied: pointing changes nothing


def test_the_best_score_is_the_highest_and_of_quotients_the_least() -> None:
    for name, pick in (("mrv-plus", max), ("dom-wdeg", min)):
        timeline, _ = run_of(name, 1, "figure")
        timeline.seek(timeline.positions(Scored)[2] + 1)
        search = search_of(timeline.state)
        assert len(search.scores) == 3
        wanted = pick(search.scores.values())
        assert best(search) == {x for x, score in search.scores.items() if score == wanted}
        assert {x for x in search.scores if heat(search, x, best_score(search)) == 1} == best(search)


# --- what the cells show ---------------------------------------------------------------------------------------------


@given(some_runs("figure", "random"), st.floats(0, 1))
def test_every_candidate_is_a_mark_and_every_value_a_digit(run: tuple[Timeline[Any], Any], part: float) -> None:
    timeline, board = run
    assert isinstance(board, SudokuBoard)
    state = somewhere(timeline, part)
    search = search_of(state)
    for x, look in board.looks(state, COLORS).items():
        back = [search.undone.value] if search.undone is not None and search.undone.variable == x else []
        struck = [*search.struck.get(x, ()), *back]
        if x in board.puzzle.clues:
            assert (look.digit, look.sign, look.marks) == (str(board.puzzle.clues[x]), "", ())
        elif x in search.assigned:
            assert (look.digit, look.sign) == (str(state.domains[x][0]), search.assigned[x])
            labels = [label.variable for label in search.branch]
            assert look.depth == (labels.index(x) + 1 if search.assigned[x] == "label" else 0)
        elif x == search.emptied:
            assert look.empty
            assert [mark.value for mark in look.marks if mark.line] == [*state.domains[x]]
        else:
            assert {mark.value for mark in look.marks if not mark.line} == set(state.domains[x]) - set(struck)
            assert {mark.value for mark in look.marks if mark.line} == set(struck)
            assert look.score == str(search.scores.get(x, ""))
            assert look.undone == (len(search.branch) + 1 if back else 0)


def test_forward_checking_strikes_and_backtracking_brings_back() -> None:
    timeline, board = run_of("mrv-plus", 0, "figure")
    assert isinstance(board, SudokuBoard)
    position = timeline.positions(Struck)[0]
    event = timeline.events[position]
    assert isinstance(event, Struck)
    before, after = timeline.at(position), timeline.at(position + 1)
    lines = [between(board.looks(before, COLORS)[event.variable], board.looks(after, COLORS)[event.variable], t).marks
             for t in (0.001, 0.5, 1.0)]
    (value,) = event.removed
    drawn_so_far = [next(mark.line for mark in marks if mark.value == value) for marks in lines]
    assert drawn_so_far[0] < drawn_so_far[1] < drawn_so_far[2] == 1

    end = timeline.positions(BackedUp)[0] + 1
    undone = timeline.events[end - 1]
    assert isinstance(undone, BackedUp)
    start = next(index for index in range(end - 1, -1, -1) if isinstance(timeline.events[index], Labelled)
                 and getattr(timeline.events[index], "variable", "") == undone.variable)
    earlier, later = board.looks(timeline.at(start), COLORS), board.looks(timeline.at(end), COLORS)
    for x in earlier:
        assert [mark.value for mark in later[x].marks] == [mark.value for mark in earlier[x].marks]
        assert [mark.value for mark in later[x].marks if mark.line] == [undone.value] * (x == undone.variable)


def test_an_emptied_cell_is_crossed_and_a_solution_is_framed() -> None:
    timeline, board = run_of("mrv-plus", 0, "figure")
    timeline.pull_all()
    assert isinstance(board, SudokuBoard)
    conflict = timeline.at(timeline.positions(Emptied)[0] + 1)
    assert words(drawn(board, conflict, conflict)).count("∅") == 1
    assert board.looks(conflict, COLORS)[str(search_of(conflict).emptied)].ground == COLORS.mine
    done = timeline.at(timeline.positions(Solved)[0] + 1)
    ops = drawn(board, done, done)
    assert sorted(word for word in words(ops) if word != "✓")[-1] == "I"
    assert "✓" in words(ops)
    assert any(op.name == "rect" and op.args[5] == COLORS.no_mine for op in ops)
    assert all(look.digit and not look.marks for look in board.looks(done, COLORS).values())
    assert {look.sign for look in board.looks(done, COLORS).values()} == {"", "label", "rest"}


def test_no_two_ways_to_get_a_value_look_alike_without_colour() -> None:
    shapes = []
    for sign, depth, bold in (("", 0, True), ("label", 3, True), ("single", 0, False), ("rest", 0, False),
                              ("fixed", 0, True)):
        canvas = RecordingCanvas()
        look = Look((255, 255, 255), (0, 0, 0), "5", bold=bold, sign=sign, depth=depth)  # type: ignore[arg-type]
        draw_cell(canvas, Rect(0, 0, 60, 60), look, (3, 3), COLORS)
        shapes.append([(op.name, *(bool(arg) if isinstance(arg, tuple) or arg is None else arg for arg in op.args))
                       for op in canvas.ops])
    assert all(one != other for one, other in combinations(shapes, 2))


def test_a_value_without_a_place_frames_its_unit() -> None:
    puzzle = Sudoku.read(grid="." * 81)
    board, state = board_for(puzzle), before(puzzle, "mrv-plus")
    plain = drawn(board, state, state)
    search_of(state).unit, search_of(state).conflict = "row C", "5 has no place left in row C: a conflict."
    framed = [op for op in drawn(board, state, state) if op not in plain]
    (frame,) = framed
    around, first, last = Rect(*frame.args[:4]), board.place(BOXES[0], "C1"), board.place(BOXES[0], "C9")  # type: ignore[arg-type]
    assert common(around, first) == first
    assert common(around, last) == last


def test_a_search_for_models_shows_in_the_pencil_marks() -> None:
    puzzle = Sudoku.read(grid=FIGURE_3)
    algorithm = find_algorithm("cdcl")
    form = puzzle.as_cnf()
    timeline: Timeline[Any] = Timeline(algorithm.start(form, {}, 0), start_state(puzzle, algorithm, lambda _: form))
    timeline.pull_all()
    board = board_for(puzzle)
    assert isinstance(board, SudokuBoard)
    for position in (0, 400, 900, len(timeline.events)):
        timeline.seek(position)
        sat = sat_of(timeline.state)
        for x, look in board.looks(timeline.state, COLORS).items():
            truths = [sat.values.get(f"{x}={value}") for value in range(1, 10)]
            if x in puzzle.clues or True in truths:
                assert look.digit == str(puzzle.clues.get(x) or truths.index(True) + 1)
            else:
                assert [mark.line for mark in look.marks] == [float(truth is False) for truth in truths]
    assert belongs("¬A1=5", "A1")
    assert belongs("p", "p")
    assert not belongs("A11=5", "A1")
    assert not belongs("A1=5", None)


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("boxes", GRIDS, ids=str)
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_cells_are_alike_lie_in_order_and_are_found_again(boxes: tuple[int, int], box: Rect) -> None:
    board = blank(boxes)
    side = board.puzzle.side
    places = {x: board.place(box, x) for x in board.puzzle.geometry.cells}
    assert len({(place.w, place.h) for place in places.values()}) == 1
    for x, place in places.items():
        assert common(place, box) == place
        assert board.at(box, *place.center) == x
        assert place.x == int(place.x)
    rows = [[places[x] for x in board.puzzle.geometry.cells[i * side:(i + 1) * side]] for i in range(side)]
    for line in (*rows, *map(list, zip(*rows, strict=True))):
        for one, other in pairwise(line):
            assert common(one, other) in (Rect(other.x, other.y, 0, other.h), Rect(other.x, other.y, other.w, 0))
    assert board.at(box, box.x, box.y) is None


@pytest.mark.parametrize(("boxes", "box"), [(boxes, box) for boxes in GRIDS for box in BOXES
                                            if boxes != (5, 5) or box.w < 700], ids=str)
def test_all_candidates_have_a_place_inside_their_cell(boxes: tuple[int, int], box: Rect) -> None:
    board = blank(boxes)
    state = before(board.puzzle, "mrv-plus")
    if board.puzzle.side > 12:  # thousands of texts, each compared with all others around
        state.domains = {x: domain[-60 // board.puzzle.side:] for x, domain in state.domains.items()}
    cells = board.puzzle.geometry.cells
    search_of(state).tied, search_of(state).measure = cells[:5], "contribution number"
    search_of(state).scores = dict.fromkeys(cells[:3], 144)
    canvas = RecordingCanvas()
    board.draw(canvas, box, state, state, 1.0, COLORS, cells[:2], cells[-1])
    shown = [(text, Rect(place.x - box.x, place.y - box.y, place.w, place.h)) for text, place in texts(canvas)]
    assert not outside(canvas, (int(box.right), int(box.bottom)))
    assert all(place.x >= 0 for _, place in shown)
    assert not overlaps(canvas)
    places = [board.place(box, x) for x in cells]
    cell = places[0].inset(0, 0.5 if places[0].h > 8 else 0)  # without the line around it
    least, room = strip_high(cell) * 0.86, places[0].w * 0.94 / canvas.measure("144", 1.0, "bold")
    assert least >= SMALLEST or cell.h < 39  # smaller cells keep their candidates
    assert ("144" in [text for text, _ in shown]) == (min(least, room) >= SMALLEST)
    assert all(float(str(op.args[3])) >= SMALLEST for op in canvas.ops if op.name == "text")
    dots = np.array([op.args[:2] for op in canvas.ops if op.name == "circle"], dtype=float).reshape(-1, 2, 1)
    left, top, right, bottom = np.array([(place.x, place.y, place.right, place.bottom) for place in places]).T
    x, y = dots[:, 0], dots[:, 1]
    assert ((left <= x) & (x < right) & (top <= y) & (y < bottom)).any(axis=1).all()
    many = board.puzzle.side * board.puzzle.side  # candidates are read, or are dots
    assert len(dots) + sum(text.isdigit() for text, _ in shown) >= many


@pytest.mark.parametrize("side", [20.0, 34.0, 60.0, 110.0])
@given(left=st.sets(st.integers(1, 9), max_size=9), lit=st.integers(0, 9), score=st.booleans(), share=st.booleans())
def test_nothing_leaves_a_cell_and_no_texts_meet_in_it(
    side: float, left: set[int], lit: int, score: bool, share: bool
) -> None:
    look = Look((250, 250, 250), (0, 0, 0), marks=tuple(Mark(v, lit=v == lit, line=v % 2) for v in sorted(left)),
                strip=float(score or share), score="20" if score else "", share="+2" if share else "", heat=0.5)
    canvas = RecordingCanvas()
    draw_cell(canvas, Rect(0, 0, side, side), look, (3, 3), COLORS)
    assert not outside(canvas, (int(side), int(side)))
    assert not overlaps(canvas)


# --- back and forth --------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(runs, st.lists(st.floats(0, 1), min_size=1, max_size=4), st.floats(0, 1))
def test_going_back_draws_the_very_same(run: tuple[Timeline[Any], Board], parts: list[float], here: float) -> None:
    timeline, board = run
    position = round(here * len(timeline.events))
    timeline.seek(position)
    state = timeline.state.copy()
    picture = drawn(board, state, state)
    half = drawn(board, timeline.at(max(0, position - 1)), state, 0.5)
    for part in parts:
        timeline.seek(round(part * len(timeline.events)))
        drawn(board, state, timeline.state, 0.3)  # what is kept of other looks must not show
    timeline.seek(position)
    assert drawn(board, timeline.state, timeline.state) == picture
    assert drawn(board, timeline.at(max(0, position - 1)), timeline.state, 0.5) == half


def test_a_window_keeps_pictures_of_cells_within_bounds() -> None:
    puzzle = Sudoku.read(grid=FIGURE_3)
    board, state = board_for(puzzle), before(puzzle, "mrv-plus")

    def picture(canvas: PygameCanvas) -> bytes:
        for _ in range(2):  # the second time from what was kept
            board.draw(canvas, Rect(0, 0, 500, 500), state, state, 1.0, COLORS)
        return pygame.image.tobytes(canvas.surface, "RGB")

    large, small = (PygameCanvas(pygame.Surface((500, 500), depth=32)) for _ in range(2))
    wanted = picture(large)
    with patch.object(canvas_pygame, "_MOST_PIXELS", 20_000):
        assert picture(small) == wanted
        assert 0 < small._pixels <= 20_000 < large._pixels
        assert small._pixels == sum(kept.get_width() * kept.get_height() for kept in small._pictures.values())


@pytest.mark.parametrize("unit", ["row B", "column 7", "box D4"])
def test_a_unit_lies_around_its_cells(unit: str) -> None:
    puzzle = known(find("hidden-singles")).puzzle
    board, box = board_for(puzzle), Rect(10, 20, 600, 560)
    around = board.around(box, unit)
    assert around is not None
    inside = {x for x in board.layout.places if around.contains(*board.place(box, x).center)}
    assert isinstance(puzzle, Sudoku)
    assert inside == {*puzzle.geometry.units[unit]}
    assert board.around(box, "B1≠B2") is None
